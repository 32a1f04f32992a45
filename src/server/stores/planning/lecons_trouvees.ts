/** The lessons of a rider that the search of administrators found (DESK-81). */
import { type SQL, sql } from 'drizzle-orm';
import type { Moment } from '#domain/core/calendrier.ts';
import type { LeconsTrouvees } from '#domain/planning/recherche.ts';
import type { Reader } from '#server/platform/db.ts';
import { heureOf } from '#server/platform/schema/schema.ts';
import { hasWords, keyOfName, tidyName } from '../people/noms.ts';

/** A customer, or the written name of seats without one. */
export type Trouve = { client: string; texte: string } | { nom: string };

/** The seats of both kinds of lessons. Names without a customer are compared once for each spelling. */
const seatsOf = (trouve: Trouve): SQL => {
  const own = (table: string): SQL => {
    const seats = sql.raw(table);
    return 'client' in trouve
      ? sql`user_id = ${trouve.client}`
      : sql`user_id is null and nom in (select nom from (select distinct nom from ${seats} where user_id is null offset 0) as written
          where ${keyOfName(sql`nom`)} = ${keyOfName(sql`${trouve.nom}::text`)})`;
  };
  return sql`
    select reservation_id, position, nom, false as supprimee from participants where ${own('participants')}
    union all select reservation_id, position, nom, true from participants_supprimes where ${own('participants_supprimes')}`;
};

/**
 * The lessons, cancelled ones and those that can still be restored too: those that are not over, the
 * next one first, then the latest; `nombre` at most, and how many there are. Of a customer those of
 * the riders whose names have every word of the text, or all if none has.
 */
export async function listLeconsTrouvees(
  reader: Reader,
  trouve: Trouve,
  { jour, heure }: Moment,
  nombre: number,
): Promise<LeconsTrouvees> {
  const texte = 'client' in trouve ? trouve.texte : '';
  const lessons = (table: string, supprimee: boolean): SQL => sql`
    select r.id, r.date_reservation, r.heure_debut, r.heure_fin, r.type_piste, r.type_lecon, r.statut, a.supprimee, a.noms
    from ${sql.raw(table)} r join asked a on a.reservation_id = r.id and a.supprimee = ${sql.raw(String(supprimee))}`;
  const order = sql`a_venir desc, case when a_venir then debut end, debut desc, id`;
  const {
    rows: [row],
  } = await reader.execute<LeconsTrouvees>(sql`
    with seats as materialized (${seatsOf(trouve)}),
    named as materialized (
      select nom, coalesce(${hasWords(sql`ecrit`, texte)}, false) as meant
      from (select nom, ${keyOfName(sql`nom`)} as ecrit from (select distinct nom from seats) as written offset 0) as keyed
    ),
    asked as (
      select reservation_id, supprimee, json_agg(${tidyName(sql`nom`)} order by position) as noms
      from seats join named using (nom) where meant or not exists (select from named where meant) group by 1, 2
    ),
    own as materialized (
      select l.*, l.date_reservation + l.heure_debut as debut,
        (l.date_reservation, l.heure_fin) > (${jour}::date, ${heure}::time) as a_venir
      from (${lessons('reservations', false)} union all ${lessons('reservations_supprimees', true)}) as l
    ),
    shown as (select * from own order by ${order} limit ${nombre})
    select count(*) filter (where a_venir)::int as a_venir, count(*) filter (where not a_venir)::int as passees,
      count(*) filter (where supprimee or statut = 'annulee')::int as annulees,
      (select coalesce(json_agg(json_build_object('id', s.id, 'date_reservation', s.date_reservation, 'heure_debut', s.heure_debut,
        'heure_fin', s.heure_fin, 'type_piste', s.type_piste, 'label', coalesce(t.label, s.type_lecon), 'statut', s.statut,
        'supprimee', s.supprimee, 'noms', s.noms) order by ${order}), '[]')
        from shown s left join types_lecons t on t.value = s.type_lecon) as lecons
    from own`);
  if (!row) throw new Error('an aggregate returned no row');
  return {
    ...row,
    lecons: row.lecons.map((lecon) => ({
      ...lecon,
      heure_debut: heureOf(lecon.heure_debut),
      heure_fin: heureOf(lecon.heure_fin),
    })),
  };
}
