/** What is doubtful before the statements of a month (REL-12). */
import { type SQL, sql } from 'drizzle-orm';
import { addDays, type Moment } from '#domain/core/calendrier.ts';
import type { Reader } from '#server/platform/db.ts';
import { heureOf } from '#server/platform/schema/schema.ts';
import { isAncien, keyOfName } from '../people/noms.ts';
import { isReglee } from '../lessons/reglees.ts';

/** How many lessons are listed of each doubt (LIM-190). */
const LISTED = 50;

/** In how many days before today some presence must be noted, so that one may be missing (LIM-190). */
const NOTED_DAYS = 30;

/** Whether something is noted about the seat `n`. */
const isNoted = sql`(n.presence is not null or n.notee)`;

export type LeconDouteuse = {
  id: string;
  date_reservation: string;
  heure_debut: string;
  type_piste: string;
  type_lecon: string;
  noms: string[];
};
export type Doute = { total: number; lecons: LeconDouteuse[] };

/** The lessons of a period that have begun and meet a condition on the lesson `r` and its seat `p`. */
async function list(
  reader: Reader,
  { du, au, jour, heure }: { du: string; au: string } & Moment,
  which: SQL,
): Promise<Doute> {
  const { rows } = await reader.execute<LeconDouteuse & { total: number }>(sql`
    select r.id, r.date_reservation, r.heure_debut, r.type_piste, r.type_lecon, array_agg(p.nom order by p.position) as noms, (count(*) over ())::int as total
    from reservations r join participants p on p.reservation_id = r.id
    where r.date_reservation between ${du} and ${au} and (r.date_reservation, r.heure_fin) <= (${jour}::date, ${heure}::time) and ${which}
    group by r.id order by r.date_reservation, r.heure_debut, r.type_piste, r.id limit ${LISTED}`);
  return {
    total: rows[0]?.total ?? 0,
    lecons: rows.map(({ total: _, heure_debut, ...lecon }) => ({
      ...lecon,
      heure_debut: heureOf(heure_debut),
    })),
  };
}

export type Doutes = Record<'en_attente' | 'sans_client' | 'sans_prix' | 'sans_presence', Doute>;

/**
 * Lessons of a period that are over: those that wait, those with a billed seat that waits for a customer or
 * without a price, and, if presences were noted in the period and in the last days, those in which none
 * was.
 */
export async function listDoutes(
  reader: Reader,
  period: { du: string; au: string } & Moment,
): Promise<Doutes> {
  const billed = sql`r.statut = 'confirmee' and p.facturee`;
  const noted = sql`exists (select from participants n where n.reservation_id = r.id and ${isNoted})`;
  const notedFrom = (du: string, au: string): SQL =>
    sql`exists (select from reservations o join participants n on n.reservation_id = o.id where o.date_reservation between ${du} and ${au} and ${isNoted})`;
  const [en_attente, sans_client, sans_prix, sans_presence] = await Promise.all([
    list(reader, period, sql`r.statut = 'en_attente'`),
    list(
      reader,
      period,
      sql`${billed} and p.user_id is null and not ${isAncien(keyOfName(sql`p.nom`))} and not (${isReglee(sql`p.id`)})`,
    ),
    list(reader, period, sql`${billed} and p.centimes is null`),
    list(
      reader,
      period,
      sql`r.statut = 'confirmee' and not ${noted} and ${notedFrom(period.du, period.au)} and ${notedFrom(addDays(period.jour, -NOTED_DAYS), period.jour)}`,
    ),
  ]);
  return { en_attente, sans_client, sans_prix, sans_presence };
}
