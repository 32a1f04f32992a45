import {
  createContext,
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { hoursInWords } from '#domain/slots/creneaux.ts';
import { formatJour } from '#domain/core/calendrier.ts';
import type { ReservationAsRead } from '#domain/reservations/brouillon_modification.ts';
import {
  isCancellationEmailed,
  raisonOf,
  refuseRaison,
} from '#domain/reservations/modification.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useRemoveReservation } from '#web/data/queries/reservations.ts';
import { useUser } from '#web/data/session.ts';
import { UNSURE } from '#web/data/surely.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { AlertDialog } from '#web/ui/AlertDialog.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { useLast } from '#web/ui/useLast.ts';
import { toast } from '#web/ui/toasts.ts';
import { Raison } from './Raison.tsx';
import { TEXTES } from './textes.jour.ts';

type RemoveReservationProps = {
  /** null: closed. The dialog stays mounted, because it returns the focus. */
  reservation: ReservationAsRead | null;
  /** Called with the sentence of the success. */
  onDone: (sentence: string) => void;
  onClose: () => void;
  /** Gets the focus when the button of the deleted lesson is gone. */
  fallback?: RefObject<HTMLElement | null>;
};

/** The reasons typed, by the id of the lesson. */
type Written = Readonly<Record<string, string | undefined>>;
const Raisons = createContext<[Written, Dispatch<SetStateAction<Written>>]>([{}, () => {}]);

/**
 * Around the views in which lessons are deleted: they share what was typed. It is kept until the
 * deletion, so that Escape and Back lose nothing.
 */
export function KeptRaisons({ children }: { children: ReactNode }) {
  const [raisons, setRaisons] = useEcrit<Written>(
    useUser().id,
    'suppression.2',
    (kept) => kept ?? {},
  );
  return (
    <Raisons value={useMemo(() => [raisons, setRaisons], [raisons, setRaisons])}>
      {children}
    </Raisons>
  );
}

/**
 * Asks before a reservation is deleted (DESK-12). A failure is shown in the dialog, which stays
 * open.
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
  // Left before the answer came, or opened for another lesson since.
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
    onClose();
  };
  const confirm = async () => {
    if (refuseRaison(raisonOf(raison))) return;
    try {
      await removal.mutateAsync({ id: last.id, raison: raisonOf(raison) });
      write('');
      if (shown.current !== last.id) return toast('success', TEXTES.supprimee);
      onDone(TEXTES.supprimee);
      close();
    } catch (error) {
      // Else shown below.
      if (shown.current !== last.id) toast('error', sentenceOf(error, TEXTES.echecSuppression));
    }
  };
  const { date_reservation, heure_debut, heure_fin, nom_client } = last;
  return (
    <AlertDialog
      title={TEXTES.question}
      confirm={TEXTES.supprimer}
      busyLabel={TEXTES.suppressionEnCours}
      danger
      open={reservation !== null}
      busy={removal.isPending}
      unsure={removal.unsure}
      fallback={fallback}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <p>
        <bdi className="font-semibold">{nom_client}</bdi>, {formatJour(date_reservation, 'long')},{' '}
        {hoursInWords({ heure_debut, heure_fin })}.
      </p>
      {last.statut !== 'annulee' && (
        <Raison
          value={raison}
          told={isCancellationEmailed(last, maintenant)}
          readOnly={removal.isPending}
          onChange={write}
        />
      )}
      {removal.unsure && <Banner kind="info">{UNSURE}</Banner>}
      {removal.isError && (
        <Banner kind="error">{sentenceOf(removal.error, TEXTES.echecSuppression)}</Banner>
      )}
    </AlertDialog>
  );
}
