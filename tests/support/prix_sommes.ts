/**
 * That all amounts of the product agree with plain SQL: statistics by rider and by family, their
 * files, and past lessons (PRICE-07, PRICE-24, RIDE-25, RIDE-52).
 */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { momentAt } from '#domain/core/calendrier.ts';
import type { Caller, Stored, TestApp } from './app.ts';

type Rows = <Row extends object>(statement: string) => Promise<Row[]>;

const cents = (euros: number[]): number => Math.round(euros.reduce((a, b) => a + b, 0) * 100);
const totals = (rows: Stored[]): number[] => rows.map(({ total }) => total);

/** What each rider costs: seats counted under the rider to whom merges and splits lead. */
function totalsOf(
  merged: { cle: string; vers_cle: string | null }[],
  seats: { cle: string; user_id: string | null; n: number }[],
): Record<string, number> {
  const next = new Map(merged.map(({ cle, vers_cle }) => [cle, vers_cle]));
  const end = (cle: string): string => (next.get(cle) ? end(next.get(cle)!) : cle);
  const sums: Record<string, number> = {};
  for (const { cle, user_id, n } of seats) {
    const whole = end(cle);
    const rider = next.get(whole) === null ? end(`CLIENT ${user_id ?? ''} ${whole}`) : whole;
    sums[rider] = (sums[rider] ?? 0) + n;
  }
  return sums;
}

const BILLED = `coalesce(sum(p.centimes) filter (where r.statut = 'confirmee' and p.facturee), 0)::int as n`;
const seatsOf = (
  du: string,
  au: string,
) => `participants p join reservations r on r.id = p.reservation_id
  where r.statut <> 'annulee' and r.date_reservation between '${du}' and '${au}'`;

/** The whole of a period: in one sum, by rider, by type, by lesson. */
async function compareWhole(rows: Rows, admin: Caller, [du, au]: Period): Promise<void> {
  const [sum] = await rows<{ n: number; lecons: number }>(
    `select ${BILLED}, (count(distinct r.id) filter (where r.statut = 'confirmee'))::int as lecons from ${seatsOf(du, au)}`,
  );
  const { body } = await admin('GET', `/api/statistiques?du=${du}&au=${au}`);
  const { body: lines } = await admin('GET', `/api/statistiques/lecons?du=${du}&au=${au}`);
  const { body: familles } = await admin('GET', `/api/statistiques/familles?du=${du}&au=${au}`);
  expect({
    general: cents([body.total_general]),
    riders: cents(totals(body.cavaliers)),
    types: cents(totals(body.cavaliers.flatMap(({ types }: Stored) => types))),
    lines: cents(lines.map(({ prix }: Stored) => prix)),
    families: cents(totals(familles)),
    ridersOfFamilies: cents(totals(familles.flatMap(({ cavaliers }: Stored) => cavaliers))),
    lecons: body.total_reservations,
  }).toEqual({
    general: sum!.n,
    riders: sum!.n,
    types: sum!.n,
    lines: sum!.n,
    families: sum!.n,
    ridersOfFamilies: sum!.n,
    lecons: sum!.lecons,
  });
  // By rider, led through the merges and splits by the test itself (RIDE-25).
  const { body: merged } = await admin('GET', '/api/statistiques/orthographes');
  const riders = await rows<{ cle: string; user_id: string | null; n: number }>(
    `select coalesce('CAVALIER ' || p.cavalier_id, translate(lower(p.nom), 'é', 'e')) as cle, p.user_id, ${BILLED} from ${seatsOf(du, au)} group by 1, 2`,
  );
  expect(
    Object.fromEntries(body.cavaliers.map(({ cle, total }: Stored) => [cle, cents([total])])),
  ).toEqual(totalsOf(merged, riders));
  // By who pays (PRICE-24, CLI-05).
  const accounts = await rows<{ compte: string | null; n: number }>(
    `select coalesce((select paye_par from clients c where c.id = p.user_id), p.user_id) as compte, ${BILLED} from ${seatsOf(du, au)} group by 1`,
  );
  const byAccount = (pairs: [string | null, number][]) =>
    pairs.toSorted(([a], [b]) => String(a).localeCompare(String(b)));
  expect(
    byAccount(familles.map(({ user_id, total }: Stored) => [user_id, cents([total])])),
  ).toEqual(byAccount(accounts.map(({ compte, n }) => [compte, n])));
}

/** What past lessons cost the accounts that have them. */
async function comparePast(
  rows: Rows,
  people: (Caller & { id: string })[],
  moment: string,
): Promise<void> {
  const ids = people.map(({ id }) => `'${id}'`).join(', ');
  const own = await rows<{ user_id: string; n: number }>(
    `select p.user_id, ${BILLED} from ${seatsOf('2026-11-01', '2027-12-31')} and p.user_id in (${ids}) and r.date_reservation + r.heure_fin <= timestamp '${moment}' group by 1`,
  );
  for (const person of people) {
    const past: Stored[] = [];
    for (const annee of [2026, 2027]) {
      const { body } = await person('GET', `/api/reservations/passees?annee=${annee}`);
      past.push(...body.mois);
    }
    expect(cents(totals(past))).toBe(own.find(({ user_id }) => user_id === person.id)?.n ?? 0);
  }
}

type Period = readonly [du: string, au: string];

/** `people`: the accounts that have seats. */
export async function compareSums(
  { services, clock }: TestApp,
  admin: Caller,
  people: (Caller & { id: string })[],
): Promise<void> {
  const rows: Rows = async <Row extends object>(statement: string) =>
    (await services.db.execute(sql.raw(statement))).rows as Row[];
  for (const period of [
    ['2026-11-01', '2027-12-31'],
    ['2026-12-01', '2026-12-31'],
  ] as const)
    await compareWhole(rows, admin, period);
  const { jour, heure } = momentAt(clock.now);
  await comparePast(rows, people, `${jour} ${heure}`);
}
