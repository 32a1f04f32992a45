/** The lessons in which a customer has a seat, for the page of the customer (CLI-22). */
import { type SQL, sql } from 'drizzle-orm';
import type { Moment } from '#domain/core/calendrier.ts';
import type { Presence } from '#domain/lessons/presences.ts';
import type { StatutReservation } from '#domain/lessons/reservations.ts';
import type { TypePiste } from '#domain/slots/pistes.ts';
import type { Reader } from '#server/platform/db.ts';
import { heureOf } from '#server/platform/schema/schema.ts';

/** Lessons that are not over, the next one first, or those that are, the latest first. */
export type Quand = 'a_venir' | 'passees';

/**
 * `places`: the customer's own seats; `centimes`: what those of them that are billed cost together.
 * `supprimee`: the lesson was deleted, and can be restored (DESK-30).
 */
type LeconDuClient = {
  id: string;
  date_reservation: string;
  heure_debut: string;
  heure_fin: string;
  type_piste: TypePiste;
  type_lecon: string;
  statut: StatutReservation;
  raison: string | null;
  supprimee: boolean;
  places: { nom: string; presence: Presence; facturee: boolean }[];
  centimes: number;
};

const lessonsOf = (client: string, lessons: string, seats: string, supprimee: boolean): SQL => sql`
  select r.id, r.date_reservation, r.heure_debut, r.heure_fin, r.type_piste, r.type_lecon, r.statut, r.raison,
    ${sql.raw(String(supprimee))} as supprimee, s.places, s.centimes
  from (
    select reservation_id, coalesce(sum(centimes) filter (where facturee), 0)::int as centimes,
      json_agg(json_build_object('nom', nom, 'presence', coalesce(presence, 'presente'), 'facturee', facturee) order by position) as places
    from ${sql.raw(seats)} where user_id = ${client} group by 1
  ) s join ${sql.raw(lessons)} r on r.id = s.reservation_id`;

/**
 * At most `nombre` lessons, after `offset`, and how many there are; null if there is no such
 * customer.
 */
export async function listLeconsDuClient(
  reader: Reader,
  client: string,
  quand: Quand,
  { jour, heure }: Moment,
  { nombre, offset }: { nombre: number; offset: number },
): Promise<{ total: number; lecons: LeconDuClient[] } | null> {
  const over = sql`(date_reservation, heure_fin) <= (${jour}::date, ${heure}::time)`;
  const [which, order] =
    quand === 'passees'
      ? [over, sql`date_reservation desc, heure_debut desc, id`]
      : [sql`not ${over}`, sql`date_reservation, heure_debut, id`];
  const {
    rows: [row],
  } = await reader.execute<{ total: number; lecons: LeconDuClient[] }>(sql`
    with own as materialized (
      select * from (
        ${lessonsOf(client, 'reservations', 'participants', false)}
        union all ${lessonsOf(client, 'reservations_supprimees', 'participants_supprimes', true)}
      ) as lessons where ${which}
    ),
    shown as (select * from own order by ${order} limit ${nombre} offset ${offset})
    select (select count(*)::int from own) as total,
      (select coalesce(json_agg(shown order by ${order}), '[]') from shown) as lecons
    from clients where clients.id = ${client}`);
  return row
    ? {
        total: row.total,
        lecons: row.lecons.map((lecon) => ({
          ...lecon,
          heure_debut: heureOf(lecon.heure_debut),
          heure_fin: heureOf(lecon.heure_fin),
        })),
      }
    : null;
}
