/**
 * The data that decide a join (RIDE-10), and how many lessons of a day count against the quota of
 * an account.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { Moment } from '#domain/core/calendrier.ts';
import type { Piste } from '#domain/slots/pistes.ts';
import type { DemandeReservation } from '#domain/lessons/reservations.ts';
import type { PrixValable } from '#domain/prices.ts';
import type { StoredParametres } from '#domain/settings/parametres.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import type { Personne } from '#domain/people/users.ts';
import { prepareOnce, type Reader } from '#server/platform/db.ts';
import { parametres, reservations, typesLecons } from '#server/platform/schema/schema.ts';
import { type Nomme, nommesAmong } from '../customers/clients.ts';
import { activeAmong, comptesOf, lessonsOfDay, lessonsToCome, seatsOf } from './participants.ts';
import { shownPrix } from '../prices/prix.ts';
import { rulesVersion } from '../prices/regles.ts';
import { pistesColumn } from '../slots.ts';
import { RESERVATION } from './columns.ts';
import { occupies } from './reservations.ts';
import type { SeatedReservation } from './facts.ts';

const p = sql.placeholder;

export type JoinFacts = {
  /** The active lesson that begins at the wanted place and hour; null if there is none. */
  current: SeatedReservation | null;
  /** The accounts and the customers without an account that have a seat, and those that get one. */
  comptes: Personne[];
  nommes: Nomme[];
  /** The version of the rules (`Rules`). */
  rules: string;
  parametres: StoredParametres;
  /** Its type; null if that is deleted. */
  type: TypeLecon | null;
  pistes: Piste[];
  reservationsThatDay: number;
  reservationsToCome: number;
  /** The prices of the type, earliest first; null if the centre does not show its prices. */
  prix: PrixValable[] | null;
};

const joinFacts = prepareOnce((reader: Reader) =>
  reader
    .select({
      current: RESERVATION,
      participants: seatsOf(),
      comptes: comptesOf(),
      choisis: activeAmong(p('choisis')),
      nommes: nommesAmong(sql`${p('choisis')}::uuid[]`),
      rules: rulesVersion(),
      parametres,
      type: typesLecons,
      pistes: pistesColumn(),
      reservationsThatDay: lessonsOfDay(p('account'), p('jour')),
      prix: shownPrix(reservations.type_lecon),
      reservationsToCome: lessonsToCome(p('account'), p('aujourdhui'), p('maintenant')),
    })
    .from(parametres)
    .leftJoin(
      reservations,
      and(
        eq(reservations.date_reservation, p('jour')),
        eq(reservations.type_piste, p('type_piste')),
        eq(reservations.heure_debut, p('heure_debut')),
        occupies,
      ),
    )
    .leftJoin(typesLecons, eq(typesLecons.value, reservations.type_lecon))
    .prepare('join_facts'),
);

/**
 * All data that decide whether an account may join the lesson at a place and hour. `choisis`: the
 * customers to whom the desk gives seats.
 */
export async function readJoinFacts(
  reader: Reader,
  {
    date_reservation: jour,
    type_piste,
    heure_debut,
  }: Pick<DemandeReservation, 'date_reservation' | 'type_piste' | 'heure_debut'>,
  { account, choisis, now }: { account: string; choisis: readonly string[]; now: Moment },
): Promise<JoinFacts> {
  const [facts] = await joinFacts(reader).execute({
    jour,
    type_piste,
    heure_debut,
    account,
    choisis: [...choisis],
    aujourdhui: now.jour,
    maintenant: now.heure,
  });
  if (!facts) throw new Error('the table parametres is empty');
  const { current, participants, comptes, choisis: found, ...rest } = facts;
  const others = found.filter((one) => comptes.every(({ id }) => id !== one.id));
  return {
    ...rest,
    comptes: [...comptes, ...others],
    current: current && { ...current, participants },
  };
}

/** How many lessons of a day count against the quota of an account, not counting `except`. */
export async function countThatDay(
  reader: Reader,
  { account, jour, except }: { account: string; jour: string; except: string },
): Promise<number> {
  const [row] = await countOfDay(reader).execute({ account, jour, except });
  return row?.n ?? 0;
}

const countOfDay = prepareOnce((reader: Reader) =>
  reader
    .select({ n: lessonsOfDay(p('account'), p('jour'), p('except')) })
    .from(parametres)
    .prepare('count_that_day'),
);
