// chunk: app
/** Who was present at a lesson, seat by seat, and what is billed (PRES-01 to PRES-05). */
import type { Moment } from '../core/calendrier.ts';
import { hasBegun, premierJour } from './apres_coup.ts';
import type { CodeParticipants } from '../errors/participants.ts';
import type { StatutReservation } from './reservations.ts';

/** What is noted about a seat whose rider does not come; nothing is noted of others. */
export const ABSENCES = ['absente', 'excusee'] as const;
export type Absence = (typeof ABSENCES)[number];
export const PRESENCES = ['presente', ...ABSENCES] as const;
export type Presence = (typeof PRESENCES)[number];

/** What is stored of it with a seat; `presence`: null if present. */
type Seat = { id: string; presence?: Absence | null; facturee?: boolean };

/** A seat of a lesson as administrators read it, in the order of the names. */
export type PresenceDePlace = {
  place: string;
  presence: Presence;
  facturee: boolean;
  notee?: boolean | undefined;
};

export const NOMS_PRESENCE: Record<Presence, string> = {
  presente: 'Présent(e)',
  absente: 'Absent(e)',
  excusee: 'Excusé(e)',
};

export const presenceOf = (absence: Absence | null | undefined): Presence => absence ?? 'presente';

/** The presence that follows when the button of a participant is pressed: absent, then excused. */
export const nextPresence = (presence: Presence): Presence =>
  PRESENCES[(PRESENCES.indexOf(presence) + 1) % PRESENCES.length] ?? 'presente';

/** An absence within a sentence; '' if the rider was present: 'excusé(e), non facturé'. */
export const absenceInWords = ({
  presence,
  facturee,
}: Pick<PresenceDePlace, 'presence' | 'facturee'>): string =>
  presence === 'presente'
    ? ''
    : `${NOMS_PRESENCE[presence].toLowerCase()}${facturee ? '' : ', non facturé'}`;

/**
 * The seats with what is noted. `billed`: whether an absence is billed now. A seat whose presence
 * does not change keeps what was decided (PRES-03).
 */
export const withPresences = <S extends Seat>(
  participants: readonly S[],
  notees: readonly { place: string; presence: Presence }[],
  billed: boolean,
): S[] =>
  participants.map((seat) => {
    const noted = notees.findLast(({ place }) => place === seat.id)?.presence;
    if (noted === undefined || noted === presenceOf(seat.presence)) return seat;
    return {
      ...seat,
      presence: noted === 'presente' ? null : noted,
      facturee: noted === 'presente' || (noted === 'absente' && billed),
    };
  });

/** How many seats a note makes present, absent and excused; not whose they are (ACC-72). */
export type ComptesPresences = Record<Presence, number>;

export function comptesPresences(avant: readonly Seat[], apres: readonly Seat[]): ComptesPresences {
  const changed = apres.filter(
    (seat, n) => presenceOf(seat.presence) !== presenceOf(avant[n]?.presence),
  );
  const of = (presence: Presence): number =>
    changed.filter((seat) => presenceOf(seat.presence) === presence).length;
  return { presente: of('presente'), absente: of('absente'), excusee: of('excusee') };
}

type Lecon = { date_reservation: string; statut: StatutReservation };

/** Refuses to note presences in a lesson at all; null if they may be noted (PRES-04). */
export const refuseNotes = (
  { date_reservation, statut }: Lecon,
  aujourdhui: string,
): CodeParticipants | null =>
  statut === 'annulee'
    ? 'presence_annulee'
    : date_reservation < premierJour(aujourdhui)
      ? 'presence_ancienne'
      : null;

/** The same, and if a seat is not in the lesson. */
export const refusePresences = (
  lecon: Lecon & { participants: readonly Seat[] },
  notees: readonly { place: string }[],
  aujourdhui: string,
): CodeParticipants | null =>
  refuseNotes(lecon, aujourdhui) ??
  (notees.every(({ place }) => lecon.participants.some(({ id }) => id === place))
    ? null
    : 'presence_sans_place');

/**
 * The seats of a day about which nothing is noted yet, in lessons that have begun and of which
 * presences may be noted (PRES-09), each with its lesson.
 */
export const toNote = <
  L extends Lecon & { heure_debut: string; presences?: readonly PresenceDePlace[] | undefined },
>(
  lecons: readonly L[],
  maintenant: Moment,
): { lecon: L; place: string }[] =>
  lecons
    .filter((lecon) => hasBegun(lecon, maintenant) && refuseNotes(lecon, maintenant.jour) === null)
    .flatMap((lecon) =>
      (lecon.presences ?? [])
        .filter(({ presence, notee }) => presence === 'presente' && !notee)
        .map(({ place }) => ({ lecon, place })),
    );
