import { type RefObject, useEffect, useRef, useState } from 'react';
import { hoursInWords } from '#domain/slots/creneaux.ts';
import { formatJour } from '#domain/core/calendrier.ts';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import {
  isCancellationEmailed,
  modificationIn,
  raisonOf,
  refuseRaison,
} from '#domain/lessons/modification.ts';
import { codeOf, readingSentenceOf, sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useReservation } from '#web/nouns/lessons/reservations.ts';
import { useUser } from '#web/data/session.ts';
import { UNSURE } from '#web/data/surely.ts';
import type { Tell } from '#web/data/outcome.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { toast } from '#web/ui/hooks/toasts.ts';
import { MoisFacture } from '../shared/MoisFacture.tsx';
import { PorteeChoice, usePortee } from '../shared/Portee.tsx';
import { Raison } from './Raison.tsx';
import { cancelInWords, removeInWords } from '../shared/textes.series.ts';
import { useFacturer } from '../shared/useFacturer.tsx';
import { useCancellation, useDeletion } from './useWithdrawal.ts';
import { ANNULER } from '../shared/textes.ts';
import { TEXTES } from '../shared/textes.jour.ts';

type RemoveReservationProps = {
  /** Null: closed. The dialog stays mounted, because it returns the focus. */
  reservation: ReservationAsRead | null;
  /** The lesson is cancelled, and kept. */
  cancels?: boolean;
  onDone: Tell;
  onClose: () => void;
  /** Gets the focus if the button of the deleted lesson is gone. */
  fallback?: RefObject<HTMLElement | null>;
};

/**
 * Asks before a reservation is deleted (DESK-12) or cancelled (DESK-82), and then whether late seats
 * are billed (LIG-02). A failure is shown in the dialog, which stays open.
 */
export function RemoveReservation({
  reservation,
  cancels = false,
  onDone,
  onClose,
  fallback,
}: RemoveReservationProps) {
  const maintenant = useNow();
  // By the id of the lesson, kept until the deletion: Escape and Back lose nothing.
  const [raisons, setRaisons] = useEcrit<Readonly<Record<string, string | undefined>>>(
    useUser().id,
    'suppression.2',
    (kept) => kept ?? {},
  );
  const last = useLast(reservation);
  const read = useReservation(reservation?.id ?? null).data;
  const avant = cancels && last ? modificationIn(last) : null;
  const scope = usePortee(read, avant && { avant, apres: { ...avant, statut: 'annulee' } });
  const [deletion, cancellation] = [useDeletion(scope), useCancellation(scope)];
  const { pending, unsure, store, ...way } = cancels ? cancellation : deletion;
  const inWords = (error: unknown, say = sentenceOf): string =>
    codeOf(error) === 'reservation_changee'
      ? ANNULER.changee
      : say(error, cancels ? ANNULER.echec : TEXTES.echecSuppression);
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
    way.reset();
    setUnread(null);
    scope.choose('une');
    onClose();
  };
  const error = way.error ?? unread;
  const confirm = () => {
    if (refuseRaison(raisonOf(raison))) return;
    setUnread(null);
    const lecons = scope.several?.lecons ?? [read ?? last];
    facturer
      .ask(
        lecons.map((lecon) => ({ lecon, leaves: 'toutes' })),
        (charge) => void withdraw(charge),
      )
      .catch(setUnread);
  };
  const withdraw = async (charge: boolean) => {
    try {
      const { sentence, undo } = await store({ lecon: last, read, raison, facturer: charge });
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
      if (shown.current !== last.id) toast('error', inWords(failure));
    }
  };
  const { date_reservation, heure_debut, heure_fin, nom_client } = last;
  return (
    <>
      {facturer.dialog}
      <AlertDialog
        title={cancels ? ANNULER.question : TEXTES.question}
        confirm={(cancels ? cancelInWords : removeInWords)(scope.count)}
        busyLabel={cancels ? ANNULER.enCours : TEXTES.suppressionEnCours}
        {...(cancels && { keep: ANNULER.garder })}
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
        <MoisFacture jour={date_reservation} />
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
        {error && (
          <Banner kind="error">{inWords(error, way.error ? sentenceOf : readingSentenceOf)}</Banner>
        )}
      </AlertDialog>
    </>
  );
}
