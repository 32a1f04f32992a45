import { UserCheck, UserMinus, UserX } from 'lucide-react';
import { useState } from 'react';
import { dePersonne } from '#domain/core/elision.ts';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import {
  nextPresence,
  NOMS_PRESENCE,
  type Presence,
  refuseNotes,
} from '#domain/lessons/presences.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useSetPresences } from '#web/nouns/lessons/presences.ts';
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
