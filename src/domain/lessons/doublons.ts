/**
 * Finds riders who are in two lessons at the same time (DESK-32). An arena holds only one lesson at
 * a time, so the other lesson is on another arena.
 */
import { formatHeure } from '../core/calendrier.ts';
import { cleOf } from '../riders/cavaliers.ts';
import { findOverlaps, type Interval } from '../slots/creneaux.ts';
import type { TypePiste } from '../slots/pistes.ts';
import type { StatutReservation } from './reservations.ts';

/** A lesson with the account of each name, null if the name has none. */
export type Standing = Interval & {
  date_reservation: string;
  type_piste: TypePiste;
  statut: StatutReservation;
  noms_participants: readonly string[];
  comptes: readonly (string | null)[];
};

/**
 * `place`: the position of the name in the lesson, from 0; the other fields: the other lesson of
 * this rider.
 */
export type Aussi = { place: number; heure_debut: string; type_piste: TypePiste };

type Booked = Omit<Standing, 'comptes'> & {
  user_id?: string | null | undefined;
  participants?: readonly { user_id: string | null }[] | undefined;
};

/**
 * Converts a lesson as administrators read it: if one account has all seats, they are not listed
 * one by one.
 */
export const standingOf = (lecon: Booked): Standing => ({
  ...lecon,
  comptes: lecon.noms_participants.map(
    (_, n) => (lecon.participants ? lecon.participants[n]?.user_id : lecon.user_id) ?? null,
  ),
});

/**
 * The other lessons of the riders of a lesson at the same time, in the order of the names
 * (DESK-32). Names are compared without case or accents (PRICE-09). The same name under two
 * different accounts means two people; a seat without an account is compared by its name alone.
 */
export function alsoIn(lecon: Standing, lecons: readonly Standing[]): Aussi[] {
  if (lecon.statut === 'annulee') return [];
  const others = findOverlaps(
    lecon,
    lecons.filter(
      (other) =>
        other.type_piste !== lecon.type_piste &&
        other.date_reservation === lecon.date_reservation &&
        other.statut !== 'annulee',
    ),
    null,
  );
  if (others.length === 0) return [];
  const known = others.map((other) => ({ ...other, cles: other.noms_participants.map(cleOf) }));
  return lecon.noms_participants.flatMap((nom, place) => {
    const [cle, compte = null] = [cleOf(nom), lecon.comptes[place]];
    const isSame = (one: string, other: string | null = null) =>
      one === cle && (compte === null || other === null || compte === other);
    return cle === ''
      ? []
      : known
          .filter(({ cles, comptes }) => cles.some((one, n) => isSame(one, comptes[n])))
          .map(({ heure_debut, type_piste }) => ({ place, heure_debut, type_piste }));
  });
}

/** The name of an arena. */
type NomOf = (type_piste: TypePiste) => string;

/** 'Aussi à 10h00, Piste Extérieure'. */
export const aussiInWords = ({ heure_debut, type_piste }: Aussi, nomOf: NomOf): string =>
  `Aussi à ${formatHeure(heure_debut)}, ${nomOf(type_piste)}`;

/** 'Léa Martin est aussi à 10h00, Piste Extérieure.' */
export const warningsOf = (
  aussi: readonly Aussi[],
  noms: readonly string[],
  nomOf: NomOf,
): string[] =>
  aussi.map(
    (one) =>
      `${noms[one.place]?.trim()} est aussi à ${formatHeure(one.heure_debut)}, ${nomOf(one.type_piste)}.`,
  );
