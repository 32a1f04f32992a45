/**
 * Counts and totals of the statistics, computed by PostgreSQL (PRICE-07 to PRICE-09, RIDE-25). Each
 * seat counts once, at its own price.
 */
import { paidBy } from '../billing/payeurs.ts';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Moment } from '#domain/core/calendrier.ts';
import type { CavalierDeStatistiques, LeconDeCavalier } from '#domain/statistics/statistiques.ts';
import type { Reader } from '#server/platform/db.ts';
import { heureOf } from '#server/platform/schema/schema.ts';
import { nomDe } from '../people/noms.ts';
import { CLE_DES_ANCIENS, isAncien, keyOfName } from '../people/noms.ts';
import { type Chosen, chosen, FINALS, nameOf, RIDERS } from './orthographes.ts';

export type Filter = Chosen & {
  du?: string | undefined;
  au?: string | undefined;
  /** Only seats without a price. */
  sans_prix?: boolean | undefined;
  /** Only the seats for which this customer pays, and its own (CLI-23). */
  client?: string | undefined;
};

/** The lessons of a period that are not cancelled. */
export const inPeriod = ({ du, au }: Pick<Filter, 'du' | 'au'>): SQL => sql`r.statut <> 'annulee'
  ${du === undefined ? sql`` : sql`and r.date_reservation >= ${du}`}
  ${au === undefined ? sql`` : sql`and r.date_reservation <= ${au}`}`;

/** The seat's lesson is not confirmed yet; those of `inPeriod` have no third status. */
const toConfirm = sql`r.statut = 'en_attente'`;
const isFirst = sql`p.position = 1`;
const seatsWith = (condition: SQL): SQL => sql`(count(*) filter (where ${condition}))::int`;

const isKnown = sql`cle <> ${CLE_DES_ANCIENS}`;

/**
 * Parts of a `with recursive`.
 * - `seats`: how many seats have a customer, rider, name, type and price; how many of them are in
 *   lessons to confirm (`en_attente`) and, in confirmed ones, not billed; how many lessons have such
 *   a seat first (each lesson has one first seat), how many of these are to confirm, and how many of
 *   the confirmed ones begin after `now`; and the latest lesson.
 * - `spelled`: for each customer, rider and written name, the rider as whom they count (RIDE-25).
 * - `owners`: the customers of the seats of each rider, at most 4 (PRICE-11); '' for those of none.
 * - `names`: the name of each rider: as its customer keeps it, as a merge has chosen it, or else the
 *   latest spelling; and its key (`tri`).
 */
function counted(filter: Filter, now?: Moment): SQL {
  const isToCome = now
    ? sql`(r.date_reservation, r.heure_debut) > (${now.jour}::date, ${now.heure}::time)`
    : sql`false`;
  return sql`${FINALS},
    seats as materialized (
      select p.user_id, p.cavalier_id, p.nom, r.type_lecon, p.centimes, count(*)::int as n, ${seatsWith(toConfirm)} as en_attente,
        ${seatsWith(sql`not p.facturee and not ${toConfirm}`)} as non_facturees, ${seatsWith(sql`not p.facturee and p.presence = 'absente' and not ${toConfirm}`)} as absentes,
        ${seatsWith(isFirst)} as lecons, ${seatsWith(sql`${toConfirm} and ${isFirst}`)} as lecons_en_attente,
        ${seatsWith(sql`${isFirst} and ${isToCome} and not ${toConfirm}`)} as a_venir, max(r.date_reservation + r.heure_debut) as derniere
      from reservations r join participants p on p.reservation_id = r.id
      where ${and(inPeriod(filter), paidBy(filter.client, sql`p.user_id`))}
      group by p.user_id, p.cavalier_id, p.nom, r.type_lecon, p.centimes
    ),
    places as materialized (select user_id, cavalier_id, nom, max(derniere) as derniere from seats group by user_id, cavalier_id, nom),
    ${RIDERS},
    spelled as materialized (select * from everybody ${chosen(filter)}),
    owners as (
      select cle, json_agg(client order by client) filter (where n <= 4) as clients from (
        select cle, client, row_number() over (partition by cle order by client) as n from (
          select distinct s.cle, coalesce(${nomDe('u', 'k')}, '') as client from spelled s left join clients k on k.id = s.user_id left join users u on u.id = s.user_id) as known
      ) as numbered group by cle
    ),
    names as materialized (
      select cle, nom, case when nom = tidy then ecrit else ${keyOfName(sql`nom`)} end as tri
      from (select s.*, ${nameOf(sql`s.cle`, sql`s.tidy`)} as nom from (select distinct on (cle) cle, tidy, ecrit from spelled order by cle, derniere desc, tidy) s offset 0) as named
    )`;
}

/** How a row of `participants` finds its row of `spelled`. */
const isSpelled = sql`s.nom = p.nom and s.user_id is not distinct from p.user_id and s.cavalier_id is not distinct from p.cavalier_id`;

/** Every amount is text with two decimals: PostgreSQL adds whole cents, not floats. */
export const euros = (centimes: SQL): SQL<string> =>
  sql`(${centimes} / 100.0)::numeric(14,2)::text`;

/** `prix`, `total`: in cents; `prix` null for seats without a price. */
export type StatisticsRow = CavalierDeStatistiques & {
  type_lecon: string;
  label: string;
  nombre: number;
  en_attente: number;
  non_facturees: number;
  prix: number | null;
  total: number;
};

/**
 * `anciennes`: the billed reservations in which no name is left; `a_venir`: those of
 * `total_reservations` that begin after the time of the query; `sans_prix`: the seats that would be
 * billed if they had a price; `excusees`, `absentes`: the seats of confirmed reservations that are not
 * billed because their riders did not come (PRES-03); `total_general`: in cents.
 */
export type Totals = {
  total_cavaliers: number;
  total_reservations: number;
  anciennes: number;
  en_attente: number;
  a_venir: number;
  sans_prix: number;
  excusees: number;
  absentes: number;
  total_general: number;
};

const NOBODY: CavalierDeStatistiques = { cle: '', nom: '', clients: [] };

/** What PostgreSQL answers: rows without names, whose first value is the place of their rider. */
type Compact = Omit<Totals, 'total_general'> & {
  total_general: string;
  cavaliers: CavalierDeStatistiques[];
  labels: Record<string, string>;
  lignes: [
    rang: number,
    type_lecon: string,
    nombre: number,
    en_attente: number,
    non_facturees: number,
    centimes: number | null,
  ][];
};

/**
 * One row for each rider, type and price, riders and types in alphabetical order, and the totals. A
 * name is sorted and sent once, not with each of its rows.
 */
export async function readStatistics(
  reader: Reader,
  filter: Filter,
  now: Moment,
): Promise<Totals & { lignes: StatisticsRow[] }> {
  const isAll = filter.cavalier === undefined && filter.cle === undefined;
  const total = (column: string): SQL => sql`coalesce(sum(${sql.raw(column)}), 0)::int`;
  // Every lesson has one first seat; those of a chosen rider may be at any place.
  const lecons = isAll
    ? sql`select ${total('lecons - lecons_en_attente')} as total_reservations, ${total('lecons_en_attente')} as en_attente, ${total('a_venir')} as a_venir from seats`
    : sql`select (count(*) filter (where r.statut = 'confirmee'))::int as total_reservations, (count(*) filter (where r.statut = 'en_attente'))::int as en_attente,
        (count(*) filter (where r.statut = 'confirmee' and (r.date_reservation, r.heure_debut) > (${now.jour}::date, ${now.heure}::time)))::int as a_venir
      from reservations r where ${inPeriod(filter)} and exists (select from participants p join spelled s on ${isSpelled} where p.reservation_id = r.id)`;
  const {
    rows: [row],
  } = await reader.execute<Compact>(sql`
    with recursive ${counted(filter, now)},
    riders as materialized (
      select cle, nom, clients, (row_number() over (order by ${isKnown} desc, tri, clients::text, cle) - 1)::int as rang from names join owners using (cle)
    ),
    ranked as materialized (select s.user_id, s.cavalier_id, s.nom, rang, s.${isKnown} as connu from spelled s join riders using (cle)),
    counts as materialized (
      select rang, connu, type_lecon, centimes, ${total('n - en_attente - non_facturees')} as nombre, ${total('en_attente')} as en_attente,
        ${total('non_facturees - absentes')} as excusees, ${total('absentes')} as absentes
      from seats p join ranked s on ${isSpelled} group by rang, connu, type_lecon, centimes
    ),
    lecons as (${lecons}),
    sums as (
      select (count(distinct rang) filter (where nombre > 0 and connu))::int as total_cavaliers, coalesce(sum(nombre) filter (where centimes is null), 0)::int as sans_prix,
        coalesce(sum(excusees), 0)::int as excusees, coalesce(sum(absentes), 0)::int as absentes, coalesce(sum(nombre * centimes::bigint), 0) as total_general
      from counts
    )
    select lecons.*, sums.*,
      case when exists (select from spelled where not (${isKnown})) then (
        select count(distinct p.reservation_id)::int from spelled s join participants p on ${isSpelled} join reservations r on r.id = p.reservation_id
        where not (s.${isKnown}) and r.statut = 'confirmee' and ${inPeriod(filter)}
          and not exists (select from unnest(r.noms_participants) n where not ${isAncien(keyOfName(sql`n`))})
      ) else 0 end as anciennes,
      (select coalesce(json_agg(json_build_object('cle', cle, 'nom', nom, 'clients', clients) order by rang), '[]') from riders) as cavaliers,
      (select coalesce(json_object_agg(value, label), '{}') from types_lecons) as labels,
      (select coalesce(json_agg(json_build_array(rang, type_lecon, nombre, en_attente, excusees + absentes, centimes) order by rang, t.ordre nulls last, type_lecon, centimes), '[]')
        from counts left join types_lecons t on t.value = type_lecon) as lignes
    from lecons, sums`);
  if (!row) throw new Error('an aggregate returned no row');
  const { cavaliers, labels, lignes, total_general, ...totals } = row;
  return {
    ...totals,
    total_general: Number(total_general),
    lignes: lignes.map(([rang, type_lecon, nombre, en_attente, non_facturees, prix]) => ({
      ...(cavaliers[rang] ?? NOBODY),
      type_lecon,
      label: labels[type_lecon] ?? type_lecon,
      nombre,
      en_attente,
      non_facturees,
      prix,
      total: nombre * (prix ?? 0),
    })),
  };
}

/** A row of a rider among those of the customer who pays for the seats; null if they have none. */
export type FamilyRow = StatisticsRow & { user_id: string | null; compte: string; email: string };

/**
 * The same rows for each customer who pays, for itself or for others (CLI-05), by name; seats without a
 * customer last (PRICE-24).
 */
export async function listFamilles(
  reader: Reader,
  filter: Omit<Filter, 'cavalier'>,
): Promise<FamilyRow[]> {
  const { rows } = await reader.execute<FamilyRow>(sql`
    with recursive ${counted(filter)},
    counts as materialized (
      select coalesce(k.paye_par, p.user_id) as user_id, s.cle, type_lecon, centimes, sum(n - en_attente - non_facturees)::int as nombre,
        sum(en_attente)::int as en_attente, sum(non_facturees)::int as non_facturees
      from seats p join spelled s on ${isSpelled} left join clients k on k.id = p.user_id group by coalesce(k.paye_par, p.user_id), s.cle, type_lecon, centimes
    ),
    payeurs as materialized (
      select p.user_id, compte, ${keyOfName(sql`compte`)} as tri, email
      from (
        select c.user_id, coalesce(${nomDe('u', 'k')}, '') as compte, coalesce(u.email, k.email, '') as email
        from (select distinct user_id from counts) c left join users u on u.id = c.user_id left join clients k on k.id = c.user_id offset 0
      ) as p
    )
    select c.user_id, coalesce(y.compte, '') as compte, coalesce(y.email, '') as email, c.cle, names.nom, owners.clients, c.type_lecon, coalesce(t.label, c.type_lecon) as label,
      c.nombre, c.en_attente, c.non_facturees, c.centimes as prix, (c.nombre * coalesce(c.centimes, 0)::bigint)::float8 as total
    from counts c join names using (cle) join owners using (cle) left join payeurs y on y.user_id = c.user_id left join types_lecons t on t.value = c.type_lecon
    order by c.user_id is null, y.tri, c.user_id, c.${isKnown} desc, names.tri, owners.clients::text, c.cle, t.ordre nulls last, c.type_lecon, c.centimes`);
  return rows;
}

/** Every rider of the period, in alphabetical order. */
export async function listCavaliers(
  reader: Reader,
  filter: Omit<Filter, 'cavalier'>,
): Promise<CavalierDeStatistiques[]> {
  const { rows } = await reader.execute<CavalierDeStatistiques>(
    sql`with recursive ${counted(filter)} select cle, nom, clients from names join owners using (cle) order by ${isKnown} desc, tri, clients::text, cle`,
  );
  return rows;
}

/** The price is decimal text; null if the seat has none. */
export type LessonRow = Omit<LeconDeCavalier, 'prix'> & { prix: string | null };

/** Each seat of each lesson, latest first; what is not billed has the price 0. */
export async function listLecons(reader: Reader, filter: Filter): Promise<LessonRow[]> {
  const { rows } = await reader.execute<LessonRow>(sql`
    with recursive ${counted(filter)}
    select r.id, p.id as place, r.date_reservation, r.heure_debut, r.heure_fin, r.type_piste, r.type_lecon, coalesce(t.label, r.type_lecon) as label, r.statut,
      names.nom as cavalier, case when s.ecrit <> names.tri and s.${isKnown} then s.tidy end as ecrit,
      coalesce(${nomDe('u', 'k')}, '') as client,
      case when r.statut = 'confirmee' and p.facturee then ${euros(sql`p.centimes`)} else '0.00' end as prix,
      coalesce(p.presence, 'presente') as presence, p.facturee
    from reservations r join participants p on p.reservation_id = r.id join spelled s on ${isSpelled} join names on names.cle = s.cle
      left join users u on u.id = p.user_id left join clients k on k.id = p.user_id left join types_lecons t on t.value = r.type_lecon
    where ${inPeriod(filter)} ${filter.sans_prix ? sql`and r.statut = 'confirmee' and p.facturee and p.centimes is null` : sql``}
    order by r.date_reservation desc, r.heure_debut desc, r.type_piste, names.tri, s.cle, s.ecrit, p.position`);
  return rows.map((row) => ({
    ...row,
    heure_debut: heureOf(row.heure_debut),
    heure_fin: heureOf(row.heure_fin),
  }));
}
