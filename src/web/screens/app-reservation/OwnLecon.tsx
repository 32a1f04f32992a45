// chunk: riders
import { CalendarPlus, X } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useRef } from 'react';
import { formatHeure, formatJour, instantOf } from '#domain/core/calendrier.ts';
import { deadlineInWords } from '#domain/lessons/delais.ts';
import { afterLateInWords, graceEnd } from '#domain/lessons/grace.ts';
import { refuseAnnulation } from '#domain/lessons/participants.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { readingSentenceOf, sentenceOf, statusOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useCentre } from '#web/data/queries.ts';
import { useAgenda } from '#web/nouns/lessons/agenda.ts';
import { type MaReservation, useLeaveReservation } from '#web/nouns/lessons/mesReservations.ts';
import { UNSURE } from '#web/data/surely.ts';
import { ReachCentre } from '#web/nouns/people/Contact.tsx';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { download } from '#web/ui/pages/download.ts';
import { IconButton } from '#web/ui/overlays/IconButton.tsx';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { CALENDAR_CLOCK } from '#web/ui/basics/sharedIcons.ts';
import { toast } from '#web/ui/hooks/toasts.ts';
import { TEXTES } from './textes.lecon.ts';

const { Part: ChangeLecon, load } = lazyPart('part', () => import('./ChangeLecon.tsx'));

/** A rider's action on a lesson. */
export type Act = { what: 'cancel' | 'change'; lecon: MaReservation };

type LineProps = { lecon: MaReservation; onAct: (act: Act) => void };

/**
 * The actions below each lesson: until when they are possible, cancel, change; afterwards, whom to
 * call (RIDE-11, RIDE-13).
 */
export function Line({ lecon, onAct }: LineProps) {
  const maintenant = useNow();
  const { data: centre } = useCentre();
  if (!centre) return null;
  const { annulationHeures, changementHeures, graceMinutes } = centre.regles;
  // One contact is enough here: both are below the list.
  const { telephone, email } = centre.contact;
  const heures = annulationHeures ?? changementHeures;
  const now = instantOf(maintenant.jour, maintenant.heure);
  const refus = refuseAnnulation(lecon, { now, heures, bound: true });
  const grace = { minutes: graceMinutes, depuis: lecon.created_at };
  // True if only the grace period allows it. Not in its last minute, because the server's clock may
  // be some seconds ahead.
  const inGrace =
    refuseAnnulation(lecon, {
      now: new Date(now.getTime() + 60_000),
      heures: null,
      bound: true,
      grace,
    }) === null;
  const undo =
    inGrace && (refus !== null || annulationHeures === null) ? graceEnd(lecon, grace) : null;
  const about = (
    <span className="sr-only">
      &#x202f;: leçon du {formatJour(lecon.date_reservation, 'long')} à{' '}
      {formatHeure(lecon.heure_debut)}
    </span>
  );
  return (
    <>
      {refus === 'delai_passe' && !undo && (
        <p className="mt-2 text-sm text-muted">
          {TEXTES.tropTard}{' '}
          <ReachCentre contact={{ telephone, email: telephone === null ? email : null }} />
        </p>
      )}
      {(refus === null || undo) && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="w-full text-sm text-muted">
            {undo && afterLateInWords(undo)}
            {refus === null && heures !== null && (
              <>
                {undo && ' '}
                {annulationHeures === null ? 'Modifiable' : 'Annulable'}{' '}
                {deadlineInWords(lecon, heures, maintenant)}
              </>
            )}
          </p>
          {refus === null && changementHeures !== null && (
            <Button
              variant="secondary"
              size="small"
              icon={<CALENDAR_CLOCK aria-hidden className="size-4.5" />}
              onPointerEnter={() => void load().catch(() => {})}
              onClick={() => onAct({ what: 'change', lecon })}
            >
              {TEXTES.changer}
              {about}
            </Button>
          )}
          {(undo || annulationHeures !== null) && (
            <Button
              variant="ghostDanger"
              size="small"
              icon={<X aria-hidden className="size-4.5" />}
              onClick={() => onAct({ what: 'cancel', lecon })}
            >
              {lecon.personnes === undefined ? TEXTES.annuler : placeOf(lecon)}
              {about}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** What became of the calendar file of a lesson, shown in its card. */
export type Told = { id: string; failed: boolean; sentence: string };

/** The calendar file of a lesson (RIDE-85). */
export function AgendaButton({
  lecon: { id, date_reservation: jour, heure_debut },
  onTold,
}: {
  lecon: MaReservation;
  onTold: (told: Told | null) => void;
}) {
  const { mutate, isPending } = useAgenda();
  const press = () => {
    if (isPending) return;
    onTold(null);
    mutate(
      { id },
      {
        onSuccess: (file) => {
          download('lecon.ics', file, file.type);
          onTold({ id, failed: false, sentence: TEXTES.agendaPret });
        },
        onError: (error) =>
          onTold({ id, failed: true, sentence: readingSentenceOf(error, TEXTES.agendaEchec) }),
      },
    );
  };
  return (
    <IconButton
      Icon={CalendarPlus}
      label={`${TEXTES.agenda}\u202f: leçon du ${formatJour(jour, 'long')} à ${formatHeure(heure_debut)}`}
      tip={TEXTES.agenda}
      aria-disabled={isPending || undefined}
      onClick={press}
    />
  );
}

type ActDialogProps = {
  act: Act;
  open: boolean;
  /** Absent until they are read. */
  lecons: readonly MaReservation[] | undefined;
  types: readonly TypeLecon[] | undefined;
  /** Gets the focus if the lesson is gone. */
  fallback: RefObject<HTMLElement | null>;
  /** Called with the success message. */
  onDone: (sentence: string) => void;
  onClose: () => void;
};

/**
 * The dialog of the pressed action. It is rendered once, outside the list, so that the input
 * survives if somebody else deletes the lesson (RIDE-16). It stays mounted while it is closed,
 * because it returns the focus.
 */
export function ActDialog({ act, open, lecons, types, fallback, onDone, onClose }: ActDialogProps) {
  const stored = lecons?.find(({ id }) => id === act.lecon.id);
  const lecon = stored ?? act.lecon;
  const dialog = {
    lecon,
    type: types?.find(({ value }) => value === lecon.type_lecon) ?? null,
    open,
    fallback,
    onDone,
    onClose,
  };
  if (act.what === 'cancel') return <CancelLecon {...dialog} />;
  return (
    <Suspense>
      <ChangeLecon
        {...dialog}
        gone={lecons !== undefined && (!stored || stored.statut === 'annulee')}
      />
    </Suspense>
  );
}

const placeOf = ({ nombre_personnes: n }: MaReservation): string =>
  n === 1 ? TEXTES.maPlace : TEXTES.mesPlaces;

type CancelLeconProps = Pick<ActDialogProps, 'open' | 'fallback' | 'onDone' | 'onClose'> & {
  lecon: MaReservation;
  type: TypeLecon | null;
};

/** Asks once. A failure is shown in the dialog, which stays open. */
function CancelLecon({ lecon, type, open, fallback, onDone, onClose }: CancelLeconProps) {
  const leaving = useLeaveReservation();
  const contact = useCentre().data?.contact;
  // A refusal of RIDE-14 is final: pressing again would be refused again.
  const refused = leaving.isError && statusOf(leaving.error) === 409;
  const { id, date_reservation, heure_debut, heure_fin, nombre_personnes: n, personnes } = lecon;
  const shared = personnes !== undefined;
  // The id of the lesson, until the dialog is left or opened for another lesson.
  const shown = useRef<string | null>(null);
  useEffect(() => {
    shown.current = open ? id : null;
    // The person may leave the page before the answer.
    return () => {
      shown.current = null;
    };
  }, [open, id]);
  const close = () => {
    leaving.reset();
    onClose();
  };
  const confirm = async () => {
    try {
      await leaving.mutateAsync({ id });
      const what = `leçon du ${formatJour(date_reservation, 'moyen')} à ${formatHeure(heure_debut)}`;
      const sentence = shared
        ? `Vous ne participez plus à la ${what}.`
        : `Votre ${what} est annulée.`;
      if (shown.current !== id) return toast('success', sentence);
      close();
      onDone(sentence);
    } catch (error) {
      // Otherwise shown below.
      if (shown.current !== id) toast('error', sentenceOf(error, TEXTES.echecAnnulation));
    }
  };
  return (
    <AlertDialog
      title={shared ? TEXTES.questionPlace : TEXTES.question}
      confirm={refused ? null : shared ? placeOf(lecon) : TEXTES.annulerLaLecon}
      busyLabel={TEXTES.annulationEnCours}
      keep={TEXTES.garder}
      danger
      open={open}
      busy={leaving.isPending}
      unsure={leaving.unsure}
      fallback={fallback}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <p>
        <bdi className="font-semibold">{type?.label ?? lecon.type_lecon}</bdi>,{' '}
        {formatJour(date_reservation, 'long')}, de {formatHeure(heure_debut)} à{' '}
        {formatHeure(heure_fin)}.
      </p>
      {!refused && (
        <p>
          {!shared
            ? TEXTES.creneauLibre
            : n === 1
              ? TEXTES.autresRestent
              : TEXTES.autresRestentPluriel}
        </p>
      )}
      {leaving.unsure && <Banner kind="info">{UNSURE}</Banner>}
      {leaving.isError && (
        <Banner kind="error">{sentenceOf(leaving.error, TEXTES.echecAnnulation)}</Banner>
      )}
      {refused && contact && (
        <p>
          <ReachCentre contact={contact} />
        </p>
      )}
    </AlertDialog>
  );
}
