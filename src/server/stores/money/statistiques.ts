/** Counts and totals of the statistics, computed by PostgreSQL (PRICE-07 to PRICE-09, RIDE-25). */
import { type SQL, sql } from 'drizzle-orm';
import type { Moment } from '#domain/core/calendrier.ts';
import { ANCIENS_CAVALIERS } from '#domain/core/conservation_lecons.ts';
import type { LeconDeCavalier } from '#domain/money/statistiques.ts';
import type { Reader } from '#server/platform/db.ts';
import { heureOf } from '#server/platform/schema/schema.ts';
import { CLE_DES_ANCIENS, isAncien, keyOfName, tidyName } from '../people/noms.ts';
import { finalOf, FINALS } from '../people/orthographes.ts';

export type Filter = {
  du?: string | undefined;
  au?: string | undefined;
  cavalier?: string | undefined;
  type_lecon?: string | undefined;
};

/**
 * Parts of a `with recursive`.
 * - `lines`: each name once per reservation that is not cancelled. `ecrit` is the key of the
 *   written name, `cle` that of the rider as whom it counts; merges change no sum. Riders whose
 *   names were removed (SET-42) are one line, which does not count as a rider.
 * - `names`: the name of each rider, chosen by a merge, or else the latest spelling.
 */
function lines({ du, au, cavalier, type_lecon }: Filter): SQL {
  return sql`${FINALS},
    lines as materialized (
    select r.id, r.date_reservation, r.heure_debut, r.type_lecon, r.statut, ${riderOf(sql`p.ecrit`, sql`f.fin`)} as cle, p.ecrit, p.nom
    from reservations r
    cross join lateral (
      select ${keyOfName(sql`n`)} as ecrit, min(${tidyName(sql`n`)}) as nom from unnest(r.noms_participants) n group by 1
    ) p
    left join finals f on f.cle = p.ecrit
    where r.statut <> 'annulee'
      ${du === undefined ? sql`` : sql`and r.date_reservation >= ${du}`}
      ${au === undefined ? sql`` : sql`and r.date_reservation <= ${au}`}
      ${type_lecon === undefined ? sql`` : sql`and r.type_lecon = ${type_lecon}`}
      ${cavalier === undefined ? sql`` : sql`and ${riderOf(sql`p.ecrit`, sql`f.fin`)} = ${finalOf(keyOfName(sql`${cavalier}::text`))}`}
    ),
    names as (
      select distinct on (cle) cle, case cle when ${CLE_DES_ANCIENS} then ${ANCIENS_CAVALIERS} else coalesce((select shown.nom from shown where shown.cle = lines.cle), nom) end as nom
      from lines order by cle, date_reservation desc, heure_debut desc
    )`;
}

/** The key of the rider. `fin`: the final spelling after all merges, null without one. */
const riderOf = (ecrit: SQL, fin: SQL): SQL =>
  sql`case when ${isAncien(ecrit)} then ${CLE_DES_ANCIENS} else coalesce(${fin}, ${ecrit}) end`;
const isKnown = sql`cle <> ${CLE_DES_ANCIENS}`;

/** Every amount is text with two decimals: PostgreSQL adds decimals, not floats. */
export type StatisticsRow = {
  cle: string;
  nom: string;
  type_lecon: string;
  label: string;
  nombre: number;
  en_attente: number;
  prix: string;
  total: string;
};

/** One row for each rider and type; riders and types in alphabetical order. */
export async function listStatisticsRows(reader: Reader, filter: Filter): Promise<StatisticsRow[]> {
  const { rows } = await reader.execute<StatisticsRow>(sql`
    with recursive ${lines(filter)},
    counts as (
      select cle, type_lecon, (count(*) filter (where statut = 'confirmee'))::int as nombre, (count(*) filter (where statut = 'en_attente'))::int as en_attente
      from lines group by cle, type_lecon
    )
    select cle, nom, type_lecon, coalesce(t.label, type_lecon) as label, nombre, en_attente,
      coalesce(prix.prix, 0)::numeric(10,2)::text as prix, (nombre * coalesce(prix.prix, 0))::numeric(12,2)::text as total
    from counts join names using (cle) left join prix using (type_lecon) left join types_lecons t on t.value = type_lecon
    order by ${isKnown} desc, cle, t.ordre nulls last, type_lecon`);
  return rows;
}

/**
 * `anciennes`: the billed reservations in which no name is left; `a_venir`: those of
 * `total_reservations` that begin after the time of the query.
 */
export type Totals = {
  total_cavaliers: number;
  total_reservations: number;
  anciennes: number;
  en_attente: number;
  a_venir: number;
  total_general: string;
};

export async function getTotals(
  reader: Reader,
  filter: Filter,
  { jour, heure }: Moment,
): Promise<Totals> {
  const {
    rows: [row],
  } = await reader.execute<Totals>(sql`
    with recursive ${lines(filter)}
    select (count(distinct cle) filter (where statut = 'confirmee' and ${isKnown}))::int as total_cavaliers,
      (count(distinct lines.id) filter (where statut = 'confirmee'))::int as total_reservations,
      (count(distinct lines.id) filter (where statut = 'confirmee') - count(distinct lines.id) filter (where statut = 'confirmee' and ${isKnown}))::int as anciennes,
      (count(distinct lines.id) filter (where statut = 'en_attente'))::int as en_attente,
      (count(distinct lines.id) filter (where statut = 'confirmee' and (date_reservation, heure_debut) > (${jour}::date, ${heure}::time)))::int as a_venir,
      coalesce(sum(coalesce(prix.prix, 0)) filter (where statut = 'confirmee'), 0)::numeric(14,2)::text as total_general
    from lines left join prix using (type_lecon)`);
  return (
    row ?? {
      total_cavaliers: 0,
      total_reservations: 0,
      anciennes: 0,
      en_attente: 0,
      a_venir: 0,
      total_general: '0.00',
    }
  );
}

/** Every rider of the period, in alphabetical order. */
export async function listCavaliers(
  reader: Reader,
  filter: Omit<Filter, 'cavalier'>,
): Promise<string[]> {
  const { rows } = await reader.execute<{ nom: string }>(
    sql`with recursive ${lines(filter)} select nom from names order by ${isKnown} desc, cle`,
  );
  return rows.map(({ nom }) => nom);
}

/** The price is decimal text. */
export type LessonRow = Omit<LeconDeCavalier, 'prix'> & { prix: string };

/** Each rider of each lesson, latest first; a lesson `en_attente` is billed 0. */
export async function listLecons(reader: Reader, filter: Filter): Promise<LessonRow[]> {
  const { rows } = await reader.execute<LessonRow>(sql`
    with recursive ${lines(filter)}
    select r.id, r.date_reservation, r.heure_debut, r.heure_fin, r.type_piste, r.type_lecon, coalesce(t.label, r.type_lecon) as label, r.statut,
      names.nom as cavalier, case when l.ecrit <> l.cle and l.cle <> ${CLE_DES_ANCIENS} then l.nom end as ecrit, (case r.statut when 'confirmee' then coalesce(prix.prix, 0) else 0 end)::numeric(10,2)::text as prix
    from lines l join names using (cle) join reservations r using (id)
      left join prix on prix.type_lecon = r.type_lecon left join types_lecons t on t.value = r.type_lecon
    order by r.date_reservation desc, r.heure_debut desc, r.type_piste, l.cle, l.ecrit`);
  return rows.map((row) => ({
    ...row,
    heure_debut: heureOf(row.heure_debut),
    heure_fin: heureOf(row.heure_fin),
  }));
}
