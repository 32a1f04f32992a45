import { type CodeFermeture, FERMETURES_REFUS } from '#domain/errors/fermetures.ts';
import { undoOfClosing } from '#domain/lessons/undo.ts';
import { refuseMotif } from '#domain/closures.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { hoursOf } from '#web/nouns/closures/fermeturesWrites.ts';
import type { Tell } from '#web/data/outcome.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons, DialogFoot } from '#web/ui/overlays/DialogButtons.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { FormMessages } from '#web/ui/messages/FormMessages.tsx';
import { Switch } from '#web/ui/forms/Switch.tsx';
import { type Faults, type Refusal, useForm } from '#web/ui/forms/useForm.ts';
import {
  type FieldsProps,
  HeuresFermees,
  JoursFermes,
  MotifField,
  PistesFermees,
} from './FermerFields.tsx';
import { LeconsConcernees } from './LeconsConcernees.tsx';
import { closedInWords, closingInWords, newInWords, outcomeInWords, TEXTES } from './textes.ts';
import { type FermetureDraft, useFermetureDraft } from './useFermetureDraft.ts';
import { useSorts } from './useSorts.ts';

type FermerProps = {
  open: boolean;
  /** The day that the planning shows. */
  jour: string;
  onDone: Tell;
  onClose: () => void;
};

/** Closes arenas, and decides about each affected lesson (FERM-05). */
export default function Fermer({ open, ...form }: FermerProps) {
  return (
    <FormDialog open={open} title={TEXTES.titre} wide unsaved={false} onClose={form.onClose}>
      {open && <Form {...form} />}
    </FormDialog>
  );
}

function Form({ jour, onDone, onClose }: Omit<FermerProps, 'open'>) {
  const closing = useFermetureDraft(jour, (stored, { pistes, decided: sent, annonce }) =>
    onDone(`${closedInWords(pistes.length)} ${annonce}`.trim(), {
      undo: undoOfClosing(
        stored,
        sent.map(({ lecon, sort }) => ({ ...lecon, sort })),
      ),
    }),
  );
  const { draft, refus, plage } = closing;
  const lecons = useSorts(refus ? null : plage, draft.sorts);
  const { decided = [], outcome } = lecons;
  const send = sending(closing, lecons);
  const { form, faults, refusal, setRefusal, busy, write } = useForm([draft, closing.setDraft], {
    check: () => faultsOf(draft, refus),
    send,
    // The rule names one fault of these at a time.
    clears: () => ({ pistes: undefined, au: undefined, heure_fin: undefined }),
  });
  const change: FieldsProps['change'] = (...changed) => {
    setRefusal(null);
    write(...changed);
  };
  const fields = { draft, faults, change };

  return (
    <form {...form} aria-label={TEXTES.titre} className="mt-4 flex flex-col gap-5">
      <PistesFermees {...fields} pistes={closing.pistes} />
      <JoursFermes {...fields} bounds={closing.bounds} />
      <HeuresFermees {...fields} />
      <MotifField {...fields} />
      <Switch
        name="publique"
        label={TEXTES.publique}
        hint={TEXTES.publiqueAide}
        checked={draft.publique}
        onChange={(publique) => change('publique', publique)}
      />
      <div>
        {!refus && (
          <LeconsConcernees
            {...lecons}
            onSorts={(chosen) => change('sorts', { ...draft.sorts, ...chosen })}
          />
        )}
        <div aria-live="polite" className="font-medium *:mt-2 *:empty:hidden">
          <p>{newInWords(decided.filter(({ isNew }) => isNew).length)}</p>
          <p>{outcomeInWords(outcome)}</p>
        </div>
      </div>
      <DialogFoot>
        <FormMessages notice={closing.notice} refusal={refusal} />
        <DialogButtons beside>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {TEXTES.annuler}
          </Button>
          <Button
            type="submit"
            busy={busy}
            busyLabel={TEXTES.enCours}
            disabled={!refus && !lecons.decided}
          >
            {closingInWords(outcome, plage.pistes.length)}
          </Button>
        </DialogButtons>
      </DialogFoot>
    </form>
  );
}

/** Sends the closure, with the decision about each lesson. */
const sending =
  (
    { draft, plage, send }: ReturnType<typeof useFermetureDraft>,
    { concernees, decided = [], outcome }: ReturnType<typeof useSorts>,
  ) =>
  async (): Promise<Refusal<FermetureDraft>> => {
    try {
      await send(
        {
          ...plage,
          ...hoursOf(plage),
          motif: draft.motif,
          publique: draft.publique,
          decided: decided.map(({ lecon, sort }) => ({ lecon, sort })),
          annonce: outcomeInWords(outcome),
        },
        { again: true },
      );
      return null;
    } catch (error) {
      if (codeOf(error)?.startsWith('fermeture_')) await concernees.refetch();
      return sentenceOf(error, TEXTES.echec);
    }
  };

/** The field at fault. */
const FIELD_OF: Partial<Record<CodeFermeture, keyof FermetureDraft>> = {
  fermeture_pistes_manquantes: 'pistes',
  fermeture_jours_invalides: 'au',
  fermeture_trop_longue: 'au',
  fermeture_trop_lointaine: 'au',
  fermeture_heures_invalides: 'heure_fin',
  fermeture_passee: 'heure_fin',
};

function faultsOf(draft: FermetureDraft, refus: CodeFermeture | null): Faults<FermetureDraft> {
  const field = refus && FIELD_OF[refus];
  return {
    ...(refus &&
      field && {
        // Hours of a whole day are not shown.
        [field === 'heure_fin' && draft.entier ? 'au' : field]: FERMETURES_REFUS[refus].message,
      }),
    ...(refuseMotif(draft.motif) && {
      motif:
        draft.motif.trim() === ''
          ? TEXTES.raisonManque
          : FERMETURES_REFUS.fermeture_motif_invalide.message,
    }),
  };
}
