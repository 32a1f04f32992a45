import { and, asc, eq, sql } from 'drizzle-orm';
import type { TypePiste } from '#domain/creneaux.ts';
import type { AutreRow, Journee, LeconValues } from '#domain/planning.ts';
import { type Db, prepareOnce, readRows } from '../platform/db.ts';
import { heureOf, reservations, users } from '../platform/schema.ts';
import { DAYS, occupies } from './reservations.ts';

/** Whoever booked has a seat; so the seats are looked at only where nobody with an account booked. */
const hasAccount = sql`(${reservations.user_id} is not null or exists (select from participants s where s.reservation_id = ${reservations.id} and s.user_id is not null))`;

/** The seats of other accounts than the one that booked: in a lesson for one person there are none. */
const otherSeats = sql<OtherSeat[] | null>`(case when ${reservations.nombre_personnes} > 1 then (
  select json_agg(json_build_array(s.position, s.user_id, u.full_name, u.telephone, s.remarques) order by s.position)
  from participants s join users u on u.id = s.user_id where s.reservation_id = ${reservations.id} and s.user_id is distinct from ${reservations.user_id}) end)`;

/** Names travel as JSON: pg parses an array of PostgreSQL so slowly that the whole reading took 14 % longer. */
const planning = prepareOnce((db: Db) => db
  .select({
    date_reservation: reservations.date_reservation, type_piste: reservations.type_piste,
    id: reservations.id, version: reservations.version, heure_debut: reservations.heure_debut, heure_fin: reservations.heure_fin,
    type_lecon: reservations.type_lecon, en_attente: sql`${reservations.statut} = 'en_attente'`, noms_participants: sql`to_json(${reservations.noms_participants})`,
    nom_client: reservations.nom_client, compte: hasAccount, telephone: users.telephone, remarques: reservations.remarques,
    others: otherSeats,
  })
  .from(reservations)
  .leftJoin(users, eq(users.id, reservations.user_id))
  .where(and(DAYS.du, DAYS.au, occupies))
  .orderBy(asc(reservations.date_reservation), asc(reservations.heure_debut))
  .toSQL());

type OtherSeat = [position: number, user_id: string, compte: string | null, telephone: string | null, remarques: string | null];
/** In the order of the selection above. */
type Row = [date_reservation: string, type_piste: TypePiste, ...lecon: LeconValues, others: OtherSeat[] | null];

/** The lessons of a range of days, both ends included, by day and arena; cancelled ones and days without a lesson left out (API-21). */
export async function listPlanning(db: Db, period: { du: string; au: string }): Promise<Journee[]> {
  const journees: Journee[] = [];
  for (const [date_reservation, type_piste, id, version, debut, fin, type_lecon, en_attente, noms, client, compte, telephone, remarques, others] of await readRows<Row>(
    db, 'planning', planning(db), period)) {
    if (journees.at(-1)?.date_reservation !== date_reservation) journees.push({ date_reservation, interieure: [], exterieure: [] });
    const lecon: LeconValues = [id, version, heureOf(debut), heureOf(fin), type_lecon, en_attente, noms, client, compte, telephone, remarques];
    journees.at(-1)?.[type_piste].push(others ? [...lecon, { autres: autresOf(others) }] : lecon);
  }
  return journees;
}

/** By account, in the order of their first seats. What an account remarked stands on one of its seats. */
function autresOf(seats: readonly OtherSeat[]): AutreRow[] {
  return [...Map.groupBy(seats, ([, account]) => account).values()].map((own): AutreRow => {
    const [[, , compte, telephone]] = own as [OtherSeat];
    return [compte, telephone, own.find(([, , , , remarques]) => remarques !== null)?.[4] ?? null, own.map(([position]) => position - 1)];
  });
}
