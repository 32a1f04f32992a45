import { UserCheck, UserMinus, UserX } from 'lucide-react';
import { useState } from 'react';
import { dePersonne } from '#domain/core/elision.ts';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import {
  nextPresence,
  NOMS_PRESENCE,
  type Presence,
  refuseNotes,
  toNote,
} from '#domain/lessons/presences.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import type { Tell } from '#web/data/outcome.ts';
import { UNSURE } from '#web/data/surely.ts';
import { useNotePresents, useSetPresences } from '#web/nouns/lessons/presences.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { toast } from '#web/ui/hooks/toasts.ts';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';
import { TEXTES } from '../shared/textes.jour.ts';

const ICONS = { presente: UserCheck, absente: UserX, excusee: UserMinus } as const;

type PresenceOfProps = {
  reservation: Pick<ReservationAsRead, 'id' | 'statut' | 'date_reservation' | 'presences'>;
  place: string | null | undefined;
  nom: string;
};

/**
 * Whether the person of a seat was present (PRES-07): a button while it may be noted, and the word of
 * an absence afterwards. Nothing for a name without a seat.
 */
export function PresenceOf({ reservation, place, nom }: PresenceOfProps) {
  const { jour } = useNow();
  const presence = reservation.presences?.find((one) => one.place === place)?.presence;
  if (presence === undefined || !place) return null;
  if (refuseNotes(reservation, jour) === null)
    return <PresenceButton lecon={reservation.id} place={place} presence={presence} nom={nom} />;
  return (
    presence !== 'presente' && (
      <span className="ml-2 text-sm font-medium">{NOMS_PRESENCE[presence]}</span>
    )
  );
}

type ButtonProps = { lecon: string; place: string; presence: Presence; nom: string };

/**
 * Each press notes the next presence, and it shows at once; if the server refuses it, the stored one
 * returns and a message says so.
 */
function PresenceButton({ lecon, place, presence: stored, nom }: ButtonProps) {
  const write = useSetPresences();
  const [pressed, setPressed] = useState(false);
  const asked = write.isPending ? write.variables.presences[0]?.presence : undefined;
  const presence = asked ?? stored;
  const next = nextPresence(presence);
  const Icon = ICONS[presence];
  const present = presence === 'presente';
  const note = () => {
    setPressed(true);
    // Also if the day is left before the answer arrives (UI-72).
    write
      .mutateAsync({ id: lecon, presences: [{ place, presence: next }] })
      .catch((error: unknown) =>
        toast('error', `${nom}\u202f: ${sentenceOf(error, TEXTES.echecPresence)}`),
      );
  };
  return (
    <>
      <Tooltip label={TEXTES.noter[next]}>
        <button
          type="button"
          aria-label={`Présence ${dePersonne(nom)}\u202f: ${NOMS_PRESENCE[presence]}`}
          className="group/presence flex min-h-11 min-w-11 shrink-0 items-center text-sm"
          onClick={note}
        >
          <span
            className={cx(
              'flex items-center gap-1 rounded-full px-2 py-0.5 transition-colors',
              present
                ? 'text-muted group-hover/presence:bg-sand group-hover/presence:text-ink'
                : 'bg-sand font-medium text-ink',
            )}
          >
            <Icon aria-hidden className="size-4.5 shrink-0" />
            {!present && NOMS_PRESENCE[presence]}
          </span>
        </button>
      </Tooltip>
      <span role="status" className="sr-only">
        {pressed && `${nom}\u202f: ${NOMS_PRESENCE[presence]}`}
      </span>
    </>
  );
}

type TousPresentsProps = {
  jour: string;
  lecons: readonly ReservationAsRead[];
  onDone: Tell;
};

/** Notes all seats of the day about which nothing is noted yet as present (PRES-09). */
export function TousPresents({ jour, lecons: all, onDone }: TousPresentsProps) {
  const write = useNotePresents();
  const seats = toNote(all, useNow());
  if (seats.length === 0) return null;
  const note = async () => {
    const places = seats.map(({ place }) => place);
    try {
      const noted = await write.mutateAsync({ jour, places, notee: true });
      const of = seats.filter(({ place }) => noted.places.includes(place));
      const lecons = [...new Set(of.map(({ lecon }) => lecon))];
      const { undoOfPresents } = await import('#domain/lessons/undo.ts');
      const undo = of.length > 0 ? undoOfPresents(jour, noted.places, lecons) : null;
      onDone(TEXTES.presentsNotes(of.length), { undo });
    } catch (error) {
      toast('error', sentenceOf(error, TEXTES.echecPresents));
    }
  };
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        variant="secondary"
        busy={write.isPending}
        icon={<UserCheck aria-hidden className="size-5 shrink-0" />}
        onClick={() => void note()}
      >
        {TEXTES.tousPresents}
      </Button>
      <p className="text-sm text-muted">{TEXTES.sansNote(seats.length)}</p>
      <p role="status" className="text-sm text-muted empty:hidden">
        {write.unsure && UNSURE}
      </p>
    </div>
  );
}
