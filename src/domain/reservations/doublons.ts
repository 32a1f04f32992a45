/**
 * A rider who stands in two lessons at the same time (DESK-32). An arena holds one lesson at a
 * time: the other one is on another arena.
 */
import { formatHeure } from '../core/calendrier.ts';
import { cleOf } from '../people/cavaliers.ts';
import { findOverlaps, type Interval } from '../slots/creneaux.ts';
import type { TypePiste } from '../slots/pistes.ts';
import type { StatutReservation } from './reservations.ts';

/** A lesson with the account of each name, null where it has none. */
export type Standing = Interval & {
  date_reservation: string;
  type_piste: TypePiste;
  statut: StatutReservation;
  noms_participants: readonly string[];
  comptes: readonly (string | null)[];
};

/** `place`: which of the lesson's names, from 0; then where it stands besides. */
export type Aussi = { place: number; heure_debut: string; type_piste: TypePiste };

type Booked = Omit<Standing, 'comptes'> & {
  user_id?: string | null | undefined;
  participants?: readonly { user_id: string | null }[] | undefined;
};

/** A lesson as administrators read it: the seats of one account are not listed one by one. */
export const standingOf = (lecon: Booked): Standing => ({
  ...lecon,
  comptes: lecon.noms_participants.map(
    (_, n) => (lecon.participants ? lecon.participants[n]?.user_id : lecon.user_id) ?? null,
  ),
});

/**
 * Where the riders of a lesson stand at the same time, in the order of the names. A name is
 * compared without case or accents (PRICE-09); of two different accounts it means two people, and
 * what has no account is compared by its name alone.
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
