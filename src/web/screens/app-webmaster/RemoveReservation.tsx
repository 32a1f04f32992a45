import { type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { hoursInWords } from '#domain/slots/creneaux.ts';
import { formatJour } from '#domain/core/calendrier.ts';
import type { ReservationAsRead } from '#domain/reservations/places_modification.ts';
import {
  isCancellationEmailed,
  raisonOf,
  refuseRaison,
} from '#domain/reservations/modification.ts';
import { type Undo, undoOfRemoval, undoOfSerie } from '#domain/reservations/undo.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useReservation } from '#web/data/queries/reservations.ts';
import { useRemoveReservation } from '#web/data/queries/reservationsWrites.ts';
import { useRemoveSerie } from '#web/data/queries/series.ts';
import { UNSURE } from '#web/data/surely.ts';
import type { Tell } from '#web/data/tell.ts';
import { AlertDialog } from '#web/ui/AlertDialog.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { useLast } from '#web/ui/useLast.ts';
import { toast } from '#web/ui/toasts.ts';
import { Raisons } from './KeptRaisons.tsx';
import { PorteeChoice, usePortee } from './Portee.tsx';
import { Raison } from './Raison.tsx';
import { removedInWords, removeInWords } from './textes.series.ts';
import { useFacturer } from './useFacturer.tsx';
import { TEXTES } from './textes.jour.ts';

type RemoveReservationProps = {
  /** Null: closed. The dialog stays mounted, because it returns the focus. */
  reservation: ReservationAsRead | null;
  onDone: Tell;
  onClose: () => void;
  /** Gets the focus if the button of the deleted lesson is gone. */
  fallback?: RefObject<HTMLElement | null>;
};

/**
 * Asks before a reservation is deleted (DESK-12), and then whether late seats are billed (LIG-02). A
 * failure is shown in the dialog, which stays open.
 */
export function RemoveReservation({
  reservation,
  onDone,
  onClose,
  fallback,
}: RemoveReservationProps) {
  const removal = useRemoveReservation();
  const maintenant = useNow();
  const [raisons, setRaisons] = useContext(Raisons);
  const last = useLast(reservation);
  const removeSerie = useRemoveSerie();
  const read = useReservation(reservation?.id ?? null).data;
  const scope = usePortee(read);
  const facturer = useFacturer();
  const [unread, setUnread] = useState<Error | null>(null);
  // The id of the lesson, until the dialog is left or opened for another lesson.
  const shown = useRef<string | null>(null);
  useEffect(() => {
    shown.current = reservation?.id ?? null;
  }, [reservation]);
  if (!last) return null;
  const raison = raisons[last.id] ?? '';
  const write = (text: string) =>
    setRaisons((others) => ({ ...others, [last.id]: text || undefined }));
  const close = () => {
    removal.reset();
    removeSerie.reset();
    setUnread(null);
    scope.choose('une');
    onClose();
  };
  const pending = removal.isPending || removeSerie.isPending;
  const { unsure } = removal;
  const error = removal.error ?? removeSerie.error ?? unread;
  const removed = async (charge: boolean): Promise<{ sentence: string; undo: Undo }> => {
    // What was typed before the lesson was cancelled is not its reason.
    const typed = last.statut === 'annulee' ? null : raisonOf(raison);
    const asked = { raison: typed, ...(charge && { facturer: true }) };
    if (!scope.several) {
      await removal.mutateAsync({ id: last.id, ...asked });
      return { sentence: TEXTES.supprimee, undo: undoOfRemoval(read ?? last) };
    }
    const { lecons } = await removeSerie.mutateAsync({
      id: scope.several.id,
      lecons: scope.several.lecons.map(({ id, version }) => ({ id, version })),
      ...asked,
    });
    return { sentence: removedInWords(lecons), undo: undoOfSerie('suppression', lecons) };
  };
  const confirm = () => {
    if (refuseRaison(raisonOf(raison))) return;
    setUnread(null);
    const lecons = scope.several?.lecons ?? [read ?? last];
    facturer.ask({ lecons, leaves: 'toutes' }, (charge) => void remove(charge)).catch(setUnread);
  };
  const remove = async (charge: boolean) => {
    try {
      const { sentence, undo } = await removed(charge);
      write('');
      if (shown.current !== last.id) {
        onDone(undefined, { undo });
        toast('success', sentence);
        return;
      }
      onDone(sentence, { undo });
      close();
    } catch (failure) {
      // Otherwise shown below.
      if (shown.current !== last.id) toast('error', sentenceOf(failure, TEXTES.echecSuppression));
    }
  };
  const { date_reservation, heure_debut, heure_fin, nom_client } = last;
  return (
    <>
      {facturer.dialog}
      <AlertDialog
        title={TEXTES.question}
        confirm={removeInWords(scope.count)}
        busyLabel={TEXTES.suppressionEnCours}
        danger
        open={reservation !== null}
        busy={pending}
        unsure={unsure}
        fallback={fallback}
        onConfirm={confirm}
        onClose={close}
      >
        <p>
          <bdi className="font-semibold">{nom_client}</bdi>, {formatJour(date_reservation, 'long')},{' '}
          {hoursInWords({ heure_debut, heure_fin })}.
        </p>
        <PorteeChoice scope={scope} disabled={pending} />
        {last.statut !== 'annulee' && (
          <Raison
            value={raison}
            told={isCancellationEmailed(last, maintenant)}
            readOnly={pending}
            onChange={write}
          />
        )}
        {unsure && <Banner kind="info">{UNSURE}</Banner>}
        {error && <Banner kind="error">{sentenceOf(error, TEXTES.echecSuppression)}</Banner>}
      </AlertDialog>
    </>
  );
}
