/** The sums of the two charts of the statistics (PRICE-25, PRICE-26), by PostgreSQL. */
import { sql } from 'drizzle-orm';
import type { Tenue } from '#domain/statistics/graphiques.ts';
import type { Tranche } from '#domain/slots/horaires.ts';
import type { Reader } from '#server/platform/db.ts';
import { heureOf } from '#server/platform/schema/schema.ts';
import { euros, type Filter, inPeriod } from './statistiques.ts';

/** The first and the last lesson of a month, and its billed seats; `total` is decimal text. */
export type MoisRow = {
  mois: string;
  premiere: string;
  derniere: string;
  places: number;
  sans_prix: number;
  total: string;
};

/** The months of a period that have lessons, in their order, billed as the totals are (PRICE-07). */
export async function listMois(
  reader: Reader,
  period: Pick<Filter, 'du' | 'au'>,
): Promise<MoisRow[]> {
  // Days are summed up first: the month of a day is dear to compute for each seat.
  const { rows } = await reader.execute<MoisRow>(sql`
    select to_char(min(jour), 'YYYY-MM') as mois, min(jour)::text as premiere, max(jour)::text as derniere,
      sum(places)::int as places, sum(sans_prix)::int as sans_prix, ${euros(sql`sum(centimes)`)} as total
    from (
      select r.date_reservation as jour, count(*) filter (where billed) as places, count(*) filter (where billed and p.centimes is null) as sans_prix,
        coalesce(sum(p.centimes) filter (where billed), 0) as centimes
      from reservations r join participants p on p.reservation_id = r.id, lateral (select r.statut = 'confirmee' and p.facturee as billed) b
      where ${inPeriod(period)} group by r.date_reservation
    ) as days group by date_trunc('month', jour) order by 1`);
  return rows;
}

/**
 * When lessons that are not cancelled, and closures, hold the arenas in use. A lesson that a closure
 * kept holds its hours, not the closure (ADR-038). `tranches`: ranges of days without a gap.
 */
export async function listTenues(reader: Reader, tranches: readonly Tranche[]): Promise<Tenue[]> {
  const [du, au] = [tranches[0]?.du, tranches.at(-1)?.au];
  if (du === undefined || au === undefined) return [];
  const starts = sql.param(tranches.map((tranche) => tranche.du));
  const inUse = sql`any(array(select id from ressources where genre = 'piste' and actif))`;
  // `offset 0`: the hours of each closure are found by its id, never by reading all occupations.
  // Monday 27 December 1999 is before every lesson (LIM-03).
  const { rows } = await reader.execute<Tenue>(sql`
    select width_bucket(date, ${starts}::date[]) - 1 as tranche, (date - date '1999-12-27') % 7 as jour, debut, fin, fermee, count(*)::int as fois
    from (
      select r.date_reservation as date, r.heure_debut as debut, r.heure_fin as fin, false as fermee
      from reservations r where r.statut <> 'annulee' and r.date_reservation between ${du} and ${au} and r.type_piste = ${inUse}
      union all
      select o.jour, o.heure_debut, o.heure_fin, true
      from fermetures f, lateral (select * from occupations where fermeture_id = f.id offset 0) o
      where f.au >= ${du} and f.du <= ${au} and o.jour between ${du} and ${au} and o.ressource_id = ${inUse}
    ) as held group by 1, 2, 3, 4, 5`);
  return rows.map((row) => ({ ...row, debut: heureOf(row.debut), fin: heureOf(row.fin) }));
}
