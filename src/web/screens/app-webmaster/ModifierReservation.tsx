import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReservationLue } from '#domain/brouillon_modification.ts';
import { ReservePar } from '#web/parts/Participants.tsx';
import { StatutChoix } from '#web/parts/StatutChoix.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useQuestion } from '#web/ui/useQuestion.tsx';
import { Choices, Lecon, Remarques } from './ModifierReservationChamps.tsx';
import { Moment } from './ModifierReservationMoment.tsx';
import { ModifierReservationPied } from './ModifierReservationPied.tsx';
import { TEXTES } from './ModifierReservationTextes.ts';
import { Raison } from './Raison.tsx';
import { useModification } from './useModification.ts';

type ModifierReservationProps = {
  /** null: closed. The dialog stays mounted, because it returns the focus. */
  reservation: ReservationLue | null;
  /** Called with the sentence of the success and the stored reservation. */
  onDone: (phrase: string, enregistree: ReservationLue) => void;
  onClose: () => void;
  /** Gets the focus when the button that opened the dialog is gone, the lesson having moved. */
  fallback?: RefObject<HTMLElement | null>;
};

/** The dialog 'Modifier la réservation' (DESK-13). */
export function ModifierReservation({ reservation, onDone, onClose, fallback }: ModifierReservationProps) {
  const [saisie, setSaisie] = useState<Saisie>('intacte');
  const quitter = useQuestion({ title: TEXTES.quitter, confirm: TEXTES.abandonner, danger: true });
  const recharger = useQuestion({ title: TEXTES.rechargerTitre, confirm: TEXTES.recharger, danger: true });
  return (
    <>
      {quitter.dialogue}
      {recharger.dialogue}
      <Dialog
        title={TEXTES.titre}
        wide
        light={false}
        open={reservation !== null}
        busy={saisie === 'envoi'}
        onEscape={saisie === 'touchee' ? () => quitter.ask(<p>{TEXTES.perdu}</p>, onClose) : undefined}
        onClose={onClose}
        fallback={fallback}
      >
        {reservation && (
          <Formulaire key={reservation.id} reservation={reservation} onSaisie={setSaisie} askReload={recharger.ask} onDone={onDone} onClose={onClose} />
        )}
      </Dialog>
    </>
  );
}

/** Nothing is changed, something is, or it is being stored. */
type Saisie = 'intacte' | 'touchee' | 'envoi';

type FormulaireProps = Pick<ModifierReservationProps, 'onDone' | 'onClose'> & {
  reservation: ReservationLue;
  onSaisie: (saisie: Saisie) => void;
  /** Asks before changes are discarded. */
  askReload: (content: ReactNode, go: () => void) => void;
};

function Formulaire({ reservation, onSaisie, askReload, onDone, onClose }: FormulaireProps) {
  const modification = useModification(reservation, (enregistree) => {
    onDone(TEXTES.succes, enregistree);
    onClose();
  });
  const { envoi, touche, tente, rechargees, disparue, lue } = modification;
  const form = useRef<HTMLFormElement>(null);
  // A layout effect: the next key may be Escape.
  useLayoutEffect(() => {
    onSaisie(envoi ? 'envoi' : touche && !disparue ? 'touchee' : 'intacte');
    return () => onSaisie('intacte');
  }, [envoi, touche, disparue, onSaisie]);
  // After an attempt the focus goes to the first field that is wrong.
  useEffect(() => {
    if (tente === 0 || envoi) return;
    const faux = form.current?.querySelector<HTMLElement>('[data-faute] [aria-invalid]')
      ?? form.current?.querySelector<HTMLElement>('[data-faute] :is(select, button, input:checked, textarea)');
    faux?.focus();
  }, [tente, envoi]);
  // The pressed button is gone after the reload.
  useEffect(() => {
    if (rechargees) form.current?.querySelector('select')?.focus();
  }, [rechargees]);
  return (
    <form
      ref={form}
      noValidate
      aria-label={TEXTES.titre}
      className="@container mt-3 flex flex-col gap-4 @lg:gap-5 [&_:is(input,select,textarea)]:scroll-mb-32"
      onSubmit={(event) => {
        event.preventDefault();
        void modification.submit();
      }}
    >
      <ReservePar nom_client={lue.nom_client} telephone={modification.telephone} className="-mt-2" />
      <Lecon modification={modification} />
      <Moment modification={modification} />
      <Choices disabled={disparue}>
        <StatutChoix choisi={modification.brouillon.statut} onChoose={(statut) => modification.set({ statut })} />
      </Choices>
      {modification.raison !== null && <Raison valeur={modification.raison} readOnly={disparue} onChange={modification.setRaison} />}
      <Remarques modification={modification} />
      <ModifierReservationPied modification={modification} askReload={askReload} onClose={onClose} />
    </form>
  );
}
