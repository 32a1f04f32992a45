import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { formatHeure } from '#domain/calendrier.ts';
import { REFUS } from '#domain/errors.ts';
import type { StoredParametres } from '#domain/parametres.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useParametres, useSaveParametres } from '#web/data/queriesParametres.ts';
import { Divergence, focusDivergence } from '#web/parts/Divergence.tsx';
import { focusField } from '#web/ui/focusField.ts';
import { SaveButtons } from '#web/ui/SaveButtons.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import type { useBanner } from '#web/ui/useBanner.ts';
import { Coordonnees } from './Coordonnees.tsx';
import { Horaires } from './Horaires.tsx';
import { Notifications } from './Notifications.tsx';
import { Regles } from './Regles.tsx';
import { CHAMPS_REGLAGES, champDuRefus, type ChampReglage, type FautesReglages, fautesOf, parametresOf, type Saisie } from './reglages.ts';
import { DUREE_REGLAGES, LIBELLES, REGLAGES } from './reglagesTextes.ts';
import { useHorairesResserres } from './useHorairesResserres.tsx';
import { useReglages } from './useReglages.ts';

type ReglagesProps = {
  say: ReturnType<typeof useBanner>[1];
  /** Shown after the notifications, and stored by its own form. */
  children: ReactNode;
};

/** Keeps the buttons in view at the bottom of the screen. */
const EN_BAS = 'sticky bottom-0 z-10 -mx-4 border-t border-hairline bg-paper px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-8 md:px-8';

/** Notifications, hours, rules and contact, in one form. */
export function Reglages({ say, children }: ReglagesProps) {
  const parametres = useParametres();
  if (parametres.data) return <Formulaire parametres={parametres.data} say={say}>{children}</Formulaire>;
  return (
    <div className="mt-8 flex flex-col gap-6">
      <div aria-busy={parametres.isPending}>
        {parametres.isError ? <Unreadable queries={[parametres]}>{REGLAGES.illisible}</Unreadable> : <Skeleton card className="h-56" />}
      </div>
      {children}
    </div>
  );
}

function Formulaire({ parametres, say, children }: ReglagesProps & { parametres: StoredParametres }) {
  const { valeurs, stockes, ailleurs, divergents, modifie, write, keep, take, forget, giveUp } = useReglages(parametres);
  const save = useSaveParametres();
  const heures = useHorairesResserres(parametres);
  const [fautes, setFautes] = useState<FautesReglages>({});
  const id = useId();
  const champs = {
    form: id,
    valeurs,
    fautes,
    write: <K extends ChampReglage>(champ: K, valeur: Saisie[K]) => {
      write(champ, valeur);
      // The two hours share one fault; a change of either clears it.
      setFautes((avant) => ({ ...avant, [champ === 'openingTime' ? 'closingTime' : champ]: undefined }));
    },
  };

  /** Shows the faults at their fields; false when there is none. */
  const refuse = (found: FautesReglages, form: HTMLFormElement) => {
    setFautes(found);
    const first = CHAMPS_REGLAGES.find((champ) => found[champ]);
    if (first) focusField(form, first);
    return first !== undefined;
  };

  const store = async (form: HTMLFormElement) => {
    try {
      forget(valeurs, await save.mutateAsync({ ...parametresOf(valeurs), version: parametres.version }));
      say({ kind: 'success', text: REGLAGES.succes, ms: DUREE_REGLAGES.succes });
    } catch (error) {
      const champ = champDuRefus(codeOf(error));
      if (champ) refuse({ [champ]: sentenceOf(error, REGLAGES.echec) }, form);
      else say({ kind: 'error', text: sentenceOf(error, REGLAGES.echec), ms: DUREE_REGLAGES.echec });
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    const form = event.currentTarget;
    say(null);
    const voulus = parametresOf(valeurs);
    if (refuse(fautesOf(voulus), form)) return;
    if (focusDivergence(form)) say({ kind: 'error', text: REFUS.parametres_changes.message, ms: DUREE_REGLAGES.echec });
    else heures.confirm(voulus, () => void store(form));
  };

  return (
    <div className="mt-8 flex flex-col gap-6 [&_:is(input,select)]:scroll-mb-44">
      <Notifications champs={champs} />
      {children}
      <form id={id} noValidate aria-label={REGLAGES.formulaire} onSubmit={submit} className="grid gap-6">
        <Horaires champs={champs} />
        <Regles champs={champs} />
        <Coordonnees champs={champs} />
        <div>
          <p className="text-muted">{REGLAGES.quiEstTenu}</p>
          <p role="status" className="text-sm font-medium text-cognac-dark not-empty:mt-3">
            {ailleurs.length > 0 && `${REGLAGES.ailleurs}${ailleurs.map((champ) => `${LIBELLES[champ]} (${dit(stockes[champ])})`).join(', ')}.${REGLAGES.garde}`}
          </p>
          {divergents.map((champ) => (
            <div key={champ} className="mt-3">
              <p className="mb-1.5 font-medium">{LIBELLES[champ]}</p>
              <Divergence field={champ} label={LIBELLES[champ]} mine={dit(valeurs[champ])} theirs={dit(stockes[champ])} onKeep={() => keep(champ)} onTake={() => take(champ)} />
            </div>
          ))}
        </div>
        {heures.dialogue}
      </form>
      <div className={modifie ? EN_BAS : undefined}>
        <SaveButtons
          form={id}
          label={REGLAGES.bouton}
          busy={save.isPending}
          busyLabel={REGLAGES.enCours}
          unsaved={modifie}
          onGiveUp={() => {
            giveUp();
            setFautes({});
          }}
        />
      </div>
    </div>
  );
}

/** A stored value in words. */
function dit(valeur: string | boolean): string {
  if (typeof valeur === 'boolean') return valeur ? REGLAGES.oui : REGLAGES.non;
  if (/^\d\d:\d\d$/.test(valeur)) return formatHeure(valeur);
  return valeur === '' ? REGLAGES.vide : valeur;
}
