import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Undo } from '#domain/lessons/undo.ts';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import { BookedBy, RaisonDite } from '#web/nouns/lessons/Participants.tsx';
import { StatutChoice } from '#web/nouns/lessons/StatutChoice.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { useQuestion } from '#web/ui/forms/useQuestion.tsx';
import { Choices, Lecon, Remarques } from './EditReservationFields.tsx';
import { Moment } from './EditReservationMoment.tsx';
import { EditReservationFoot } from './EditReservationFoot.tsx';
import { MoisFacture } from '../shared/MoisFacture.tsx';
import { PorteeChoice } from '../shared/Portee.tsx';
import { TEXTES } from '../shared/textes.modification.ts';
import { Raison } from '../withdraw/Raison.tsx';
import { type Facturer, useFacturer } from '../shared/useFacturer.tsx';
import { useModification } from './useModification.ts';
import type { Saved } from './useSaveModification.ts';

type EditReservationProps = {
  /** Null: closed. The dialog stays mounted, because it returns the focus. */
  reservation: ReservationAsRead | null;
  /** Called with the success message and the stored reservation. */
  onDone: (sentence: string, stored: ReservationAsRead, undo: Undo | null) => void;
  onClose: () => void;
  /** Gets the focus if the button that opened the dialog is gone because the lesson was moved. */
  fallback?: RefObject<HTMLElement | null>;
};

/** The dialog 'Modifier la réservation' (DESK-13). */
export function EditReservation({ reservation, onDone, onClose, fallback }: EditReservationProps) {
  const [progress, setProgress] = useState<Progress>('untouched');
  const reloading = useQuestion({
    title: TEXTES.rechargerTitre,
    confirm: TEXTES.recharger,
    danger: true,
  });
  const facturer = useFacturer();
  return (
    <>
      {reloading.dialog}
      {facturer.dialog}
      <FormDialog
        title={TEXTES.titre}
        wide
        open={reservation !== null}
        busy={progress === 'sending'}
        unsaved={progress !== 'untouched'}
        lost={TEXTES.perdu}
        tells
        onClose={onClose}
        fallback={fallback}
      >
        {reservation && (
          <EditForm
            key={reservation.id}
            reservation={reservation}
            onProgress={setProgress}
            askReload={reloading.ask}
            askFacturer={facturer.ask}
            onDone={onDone}
            onClose={onClose}
          />
        )}
      </FormDialog>
    </>
  );
}

/** Whether something was changed, or is being stored. */
type Progress = 'untouched' | 'touched' | 'sending';

type EditFormProps = Pick<EditReservationProps, 'onDone' | 'onClose'> & {
  reservation: ReservationAsRead;
  onProgress: (progress: Progress) => void;
  /** Asks before changes are discarded. */
  askReload: (content: ReactNode, go: () => void) => void;
  askFacturer: Facturer['ask'];
};

function EditForm({
  reservation,
  onProgress,
  askReload,
  askFacturer,
  onDone,
  onClose,
}: EditFormProps) {
  const saved: Saved = (stored, shown, sentence, undo) => {
    onDone(sentence, stored, undo);
    if (shown) onClose();
  };
  const modification = useModification(reservation, saved, askFacturer);
  const {
    draft,
    edit,
    status: { sending, touched, attempts, gone },
    stored: { reloaded },
  } = modification;
  const form = useRef<HTMLFormElement>(null);
  // A layout effect, because the next key may be Escape.
  useLayoutEffect(() => {
    onProgress(sending ? 'sending' : touched && !gone ? 'touched' : 'untouched');
    return () => onProgress('untouched');
  }, [sending, touched, gone, onProgress]);
  // After an attempt, the focus moves to the first invalid field.
  useEffect(() => {
    if (attempts === 0 || sending) return;
    const wrong =
      form.current?.querySelector<HTMLElement>('[data-fault] [aria-invalid]') ??
      form.current?.querySelector<HTMLElement>(
        '[data-fault] :is(select, button, input:checked, textarea)',
      );
    wrong?.focus();
  }, [attempts, sending]);
  // The pressed button was removed by the reload.
  useEffect(() => {
    if (reloaded) form.current?.querySelector('select')?.focus();
  }, [reloaded]);
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
      <BookedBy
        nom_client={draft.original.nom_client}
        telephone={draft.telephone}
        className="-mt-2"
      />
      {draft.annulation && (
        <div className="-mt-2 font-medium">
          <p className="text-sm">{draft.annulation}</p>
          <RaisonDite>{draft.raisonDite}</RaisonDite>
        </div>
      )}
      <MoisFacture jour={reservation.date_reservation} />
      <Lecon modification={modification} />
      <Moment modification={modification} />
      <Choices disabled={gone}>
        <StatutChoice
          chosen={draft.brouillon.statut}
          onChoose={(statut) => edit.setFields({ statut })}
        />
      </Choices>
      {draft.raison !== null && (
        <Raison value={draft.raison} told={draft.told} readOnly={gone} onChange={edit.setRaison} />
      )}
      <Remarques modification={modification} />
      <PorteeChoice scope={modification.scope} disabled={sending || gone}>
        {modification.prix.typed && modification.scope.several && TEXTES.prix.cetteLecon}
      </PorteeChoice>
      <EditReservationFoot modification={modification} askReload={askReload} onClose={onClose} />
    </form>
  );
}
