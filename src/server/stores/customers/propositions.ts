/** What the fast entry proposes: customers with their riders and usual lessons (DESK-72, DESK-73). */
import { sql } from 'drizzle-orm';
import type { Habitude } from '#domain/customers/propositions.ts';
import type { Reader } from '#server/platform/db.ts';
import { isAncien, keyOfName, tidyName } from '../people/noms.ts';

/**
 * How often each name of the seats of some customers had each offered lesson type, in lessons that
 * are not cancelled; a rider whom a customer keeps is there without a lesson too. Each lesson is
 * looked up by its seat: joined, PostgreSQL reads the lessons of everybody.
 */
export async function listHabitudes(
  reader: Reader,
  clients: readonly string[],
): Promise<Habitude[]> {
  const ids = sql`${sql.param([...clients])}::uuid[]`;
  const { rows } = await reader.execute<Habitude>(sql`
    with seats as materialized (
      select p.user_id, p.cavalier_id, p.nom, r.type_lecon, count(*)::int as lecons, max(r.date_reservation + r.heure_debut) as derniere
      from participants p cross join lateral (select * from reservations where id = p.reservation_id offset 0) as r join types_lecons t on t.value = r.type_lecon
      where p.user_id = any(${ids}) and r.statut <> 'annulee' and t.actif group by 1, 2, 3, 4
    ),
    written as (select nom, ${tidyName(sql`nom`)} as tidy, ${keyOfName(sql`nom`)} as cle from (select distinct nom from seats) as names)
    select s.user_id as client, coalesce(k.nom, w.tidy) as nom, k.id is not null as garde, s.type_lecon, s.lecons, s.derniere::text as derniere
    from seats s join written w using (nom) left join cavaliers k on k.id = s.cavalier_id
    where not ${isAncien(sql`w.cle`)}
    union all
    select k.user_id, k.nom, true, null, 0, null from cavaliers k where k.user_id = any(${ids})
    order by derniere desc nulls last`);
  return rows;
}

/** The lesson type that an administrator booked last, if it is still offered. */
export async function lastDeskType(reader: Reader): Promise<string | null> {
  const { rows } = await reader.execute<{ value: string }>(sql`
    select t.value from (
      select details->'lecon'->>'type_lecon' as value from journal
      where action in ('reservation.creee', 'reservation.saisie') order by survenu_at desc, id desc limit 1
    ) as last join types_lecons t using (value) where t.actif`);
  return rows[0]?.value ?? null;
}
