import { type ReactNode, useState } from 'react';
import { ADMIN_REFUS } from '#domain/errors/admin.ts';
import type { StoredParametres } from '#domain/settings/parametres.ts';
import type { Horaires, Saison } from '#domain/slots/horaires.ts';
import { savedHoraires } from '#domain/slots/regles_horaires.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useSaveParametres } from '#web/nouns/settings.ts';
import { UNSURE } from '#web/data/surely.ts';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons, DialogFoot } from '#web/ui/overlays/DialogButtons.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { Switch } from '#web/ui/forms/Switch.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import {
  boundsOf,
  draftOf,
  faultsOfJours,
  faultsOfSaison,
  fieldOf,
  type Jours,
  joursOf,
  type SaisonDraft,
  saisonOf,
  semaineOf,
  withSaison,
} from './horairesDraft.ts';
import { SemaineFields } from './SemaineFields.tsx';
import { TEXTES } from './textes.horaires.ts';

export type HorairesFormProps = {
  /** The settings, updated live. */
  parametres: StoredParametres;
  say: ReturnType<typeof useBanner>[1];
  /**
   * `confirm` of `useNarrowerHours`: asks if future lessons would be outside the hours (SET-04).
   */
  confirm: (horaires: Horaires, save: () => void) => Promise<boolean>;
  /** Called with the success message once it is stored. */
  onDone: (sentence: string) => void;
  /** Something was changed here. */
  onTouch: () => void;
  onClose: () => void;
};

/**
 * Replaces the hours that the form was opened with. If someone else has changed them meanwhile, the
 * save is refused; a change of other settings does not matter (SET-03).
 */
export function useSaveHoraires({
  parametres,
  say,
}: Pick<HorairesFormProps, 'parametres' | 'say'>) {
  const [base] = useState(parametres.horaires);
  const save = useSaveParametres(() => say({ kind: 'info', text: UNSURE }));
  return {
    isPending: save.isPending,
    /** Throws what the call throws. Returns a sentence if the hours were changed meanwhile. */
    run: async (horaires: Horaires): Promise<string | null> => {
      if (JSON.stringify(parametres.horaires) !== JSON.stringify(base))
        return ADMIN_REFUS.parametres_changes.message;
      await save.mutateAsync({ ...parametres, horaires: savedHoraires(horaires) });
      return null;
    },
  };
}

/** The hours of the weekdays. */
export function SemaineForm({
  parametres,
  say,
  confirm,
  onDone,
  onTouch,
  onClose,
}: HorairesFormProps) {
  const { horaires } = parametres;
  const [jours, keep] = useState(() => joursOf(horaires.semaine));
  const setJours = (next: Jours) => {
    onTouch();
    keep(next);
  };
  const saving = useSaveHoraires({ parametres, say });
  const wanted = { ...horaires, semaine: semaineOf(jours) };
  const save = async () => {
    try {
      const refused = await saving.run(wanted);
      if (refused === null) onDone(TEXTES.succesSemaine);
      return refused;
    } catch (error) {
      return sentenceOf(error, TEXTES.echec);
    }
  };
  const { faults, refusal, busy, run, write, form } = useForm([jours, setJours], {
    check: () => faultsOfJours(jours),
    send: async () => ((await confirm(wanted, () => void run(save()))) ? save() : null),
  });
  return (
    <form {...form} aria-label={TEXTES.semaineDialogue} className={FORM}>
      <SemaineFields
        jours={jours}
        faults={faults}
        otherwise={TEXTES.commeHabitude}
        usual={parametres}
        onHeures={write}
        onCopy={(change) => setJours({ ...jours, ...change })}
      />
      <Foot refusal={refusal} busy={busy} onClose={onClose} />
    </form>
  );
}

const FORM = 'mt-4 flex flex-col gap-4 [&_:is(input,select)]:scroll-mb-32';

/** A season. Null: a new one. */
export function SaisonForm({
  saison,
  parametres,
  say,
  confirm,
  onDone,
  onTouch,
  onClose,
}: HorairesFormProps & { saison: Saison | null }) {
  const { jour: aujourdhui } = useNow();
  const [base] = useState(parametres.horaires);
  const [draft, keep] = useState(() => draftOf(saison));
  const setDraft = (next: SaisonDraft) => {
    onTouch();
    keep(next);
  };
  const saving = useSaveHoraires({ parametres, say });
  const wanted = withSaison(base, saison, saisonOf(draft));
  const save = async () => {
    try {
      const refused = await saving.run(wanted);
      if (refused === null) onDone(TEXTES.succesSaison);
      return refused;
    } catch (error) {
      const sentence = sentenceOf(error, TEXTES.echec);
      const field = fieldOf(codeOf(error));
      return field ? { [field]: sentence } : sentence;
    }
  };
  const { faults, refusal, busy, run, write, form, control } = useForm([draft, setDraft], {
    check: () => faultsOfSaison(draft, withSaison(base, saison, null).saisons),
    send: async () => ((await confirm(wanted, () => void run(save()))) ? save() : null),
    clears: (name) => ({
      ...((name === 'au' || name === 'annuelle') && { du: undefined }),
      ...(name in joursOf([]) && { lundi: undefined }),
    }),
  });
  const bounds = boundsOf(aujourdhui);
  return (
    <form {...form} aria-label={saison ? TEXTES.modification : TEXTES.ajout} className={FORM}>
      <Field label={TEXTES.nom} hint={TEXTES.nomAide} error={faults.nom}>
        {(field) => <Input {...field} {...control('nom')} autoComplete="off" required />}
      </Field>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {(['du', 'au'] as const).map((name) => (
          <Field key={name} label={TEXTES[name]} error={name === 'du' ? faults.du : undefined}>
            {(field) => (
              <DatePicker
                {...field}
                name={name}
                label={TEXTES[name]}
                placeholder={TEXTES.choisir}
                jour={draft[name]}
                today={aujourdhui}
                {...bounds}
                format="court"
                dropdowns
                onJour={(jour) => write(name, jour)}
              />
            )}
          </Field>
        ))}
      </div>
      <Switch
        name="annuelle"
        label={TEXTES.annuelle}
        hint={TEXTES.annuelleAide}
        checked={draft.annuelle}
        onChange={(on) => write('annuelle', on)}
      />
      <SemaineFields
        jours={draft}
        faults={faults}
        otherwise={TEXTES.commeSemaine}
        usual={parametres}
        onHeures={write}
        onCopy={(change) => setDraft({ ...draft, ...change })}
      />
      <Foot refusal={refusal} busy={busy} onClose={onClose} />
    </form>
  );
}

function Foot({
  refusal,
  busy,
  onClose,
}: {
  refusal: ReactNode;
  busy: boolean;
  onClose: () => void;
}) {
  return (
    <DialogFoot>
      {refusal && <Banner kind="error">{refusal}</Banner>}
      <DialogButtons beside>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Annuler
        </Button>
        <Button type="submit" busy={busy} busyLabel={TEXTES.enCours}>
          {TEXTES.bouton}
        </Button>
      </DialogButtons>
    </DialogFoot>
  );
}
