/** What the search of administrators finds among lessons and written names (DESK-62, DESK-63). */
import { type SQL, sql } from 'drizzle-orm';
import type { Moment } from '#domain/core/calendrier.ts';
import type { Demandee, LeconRecherche, NomRecherche } from '#domain/planning/recherche.ts';
import type { Reader } from '#server/platform/db.ts';
import { heureOf } from '#server/platform/schema/schema.ts';
import { beginsWords, hasWords, isAncien, keyOfName, tidyName } from '../people/noms.ts';

/** Lessons to come first, the next one first; then the latest. */
const IN_ORDER = sql`a_venir desc, case when a_venir then debut end, debut desc, type_piste`;

/**
 * The lessons that have participants of a name and are on some days: those that are not over, the
 * next one first, then those that are over, the latest first; and the matching names of seats
 * without a customer, in the order of PEOPLE-48. At most `nombre` of each. Names are compared once for each spelling: the key
 * of a name costs more than everything else here.
 */
export async function searchLecons(
  reader: Reader,
  { texte, jours }: Demandee,
  { jour, heure }: Moment,
  nombre: number,
): Promise<{ noms: NomRecherche[]; lecons: LeconRecherche[] }> {
  const isNamed = texte !== '';
  const onDays =
    jours === null
      ? sql`true`
      : 'semaine' in jours
        ? sql`extract(isodow from r.date_reservation) = ${jours.semaine}`
        : sql`r.date_reservation = any(${sql.param([...jours.jours])}::date[])`;
  /** The lessons on one side of the present moment. The days alone are in an index. */
  const half = (isToCome: boolean): SQL => {
    const direction = sql.raw(isToCome ? 'asc' : 'desc');
    return sql`(
    select r.*, r.date_reservation + r.heure_debut as debut, ${isToCome}::boolean as a_venir from reservations r
    where ${onDays} and ${isNamed ? sql`r.id in (select reservation_id from seats)` : sql`true`}
      and r.date_reservation ${sql.raw(isToCome ? '>=' : '<=')} ${jour}::date
      and (r.date_reservation, r.heure_fin) ${sql.raw(isToCome ? '>' : '<=')} (${jour}::date, ${heure}::time)
    order by r.date_reservation ${direction}, r.heure_debut ${direction}, r.type_piste
    limit ${nombre})`;
  };
  const {
    rows: [row],
  } = await reader.execute<{ noms: NomRecherche[]; lecons: LeconRecherche[] }>(sql`
    with written as materialized (select distinct nom from participants where ${isNamed}),
    spelled as materialized (
      select nom, ecrit, ${beginsWords(sql`ecrit`, texte)} as debute
      from (select nom, ${keyOfName(sql`nom`)} as ecrit from written offset 0) as keyed
      where ${hasWords(sql`ecrit`, texte)} and not ${isAncien(sql`ecrit`)}
    ),
    seats as materialized (
      select p.reservation_id, p.position, p.user_id, p.nom, s.ecrit, s.debute from participants p join spelled s using (nom)
    ),
    names as (
      select s.debute, (max(array[(r.date_reservation + r.heure_debut)::text, s.nom]))[2] as nom, count(*)::int as places,
        min(r.date_reservation) filter (where (r.date_reservation, r.heure_fin) > (${jour}::date, ${heure}::time)) as prochaine, max(r.date_reservation) as derniere
      from seats s join reservations r on r.id = s.reservation_id where s.user_id is null and r.statut <> 'annulee'
      group by s.ecrit, s.debute order by s.debute desc, prochaine, derniere desc, s.ecrit limit ${nombre}
    ),
    found as (
      select * from (${half(true)} union all ${half(false)}) as both_halves
      order by ${IN_ORDER} limit ${nombre}
    )
    select (select coalesce(json_agg(json_build_object('nom', ${tidyName(sql`nom`)}, 'places', places, 'prochaine', prochaine, 'derniere', derniere) order by debute desc, prochaine, derniere desc), '[]') from names) as noms, (
      select coalesce(json_agg(json_build_object('id', f.id, 'date_reservation', f.date_reservation, 'heure_debut', f.heure_debut, 'heure_fin', f.heure_fin,
        'type_piste', f.type_piste, 'label', coalesce(t.label, f.type_lecon), 'statut', f.statut,
        'noms', ${isNamed ? sql`(select json_agg(s.nom order by s.position) from seats s where s.reservation_id = f.id)` : sql`to_json(f.noms_participants)`})
        order by ${IN_ORDER}), '[]')
      from found f left join types_lecons t on t.value = f.type_lecon) as lecons`);
  if (!row) throw new Error('an aggregate returned no row');
  return {
    noms: row.noms,
    lecons: row.lecons.map((lecon) => ({
      ...lecon,
      heure_debut: heureOf(lecon.heure_debut),
      heure_fin: heureOf(lecon.heure_fin),
    })),
  };
}
