/**
 * The same week read from a small and from a large table: the pages touched and the time over HTTP
 * must not grow with the stored data. The neighbouring weeks are equally full each time: a centre's
 * past becomes longer, not denser.
 */
import type pg from 'pg';
import { rawRequest, runLoad } from './child.ts';
import { type Reading, WEEKS } from './lectures.ts';
import { type Fixture, openFixture, settle } from './fixture.ts';
import { record } from './recorder.ts';
import { integer, type Figure, milliseconds, ratio } from './report.ts';
import { alternate, ratios } from './rounds.ts';
import { equallyDensePeriod, seedReservations } from './seed.ts';
import type { Statement } from '../tests/support/statements.ts';

const VOLUMES = [1_000, 50_000, 500_000] as const;
const SECONDS = 2;
/** The three cards of the dashboard, which count all lessons, and the most milliseconds they take. */
const CARDS = { url: '/api/reservations/resume', most: 40 };

export const measureVolume =
  (reading: Reading) =>
  async (say: (step: string) => void): Promise<Figure[]> => {
    const { urlOf, role } = WEEKS[reading];
    const url = urlOf(0);
    const fixtures: Fixture[] = [];
    const pages: number[] = [];
    for (const volume of VOLUMES) {
      say(`${integer(volume)} réservations sont enregistrées`);
      const fixture = await openFixture(
        1,
        async (sql) => {
          await seedReservations(sql, volume, equallyDensePeriod(volume, VOLUMES[2]));
          await settle(sql);
        },
        role,
      );
      fixtures.push(fixture);
      const statements = await record(fixture.databaseUrl, url, fixture.riders[0]!.cookie);
      pages.push(await countPages(fixture.sql, statements.at(-1)!));
    }

    const times = await alternate(
      Object.fromEntries(
        fixtures.flatMap((fixture, i) => [
          [`${VOLUMES[i]}`, () => timeOf(fixture, url)],
          ...(role === 'admin' ? [[`cartes ${VOLUMES[i]}`, () => timeOf(fixture, CARDS.url)]] : []),
        ]),
      ),
      say,
    );
    for (const fixture of fixtures) await fixture.close();
    const [little, , much] = VOLUMES.map((volume) => times[`${volume}`]!) as [
      number[],
      number[],
      number[],
    ];
    return [
      ...VOLUMES.map((volume, i) => ({
        nom: `pages lues, ${integer(volume)} réservations`,
        tours: [pages[i]!],
        ecrit: integer,
      })),
      {
        nom: 'rapport des pages, la plus grande à la plus petite',
        tours: [pages[2]! / pages[0]!],
        ecrit: ratio,
        but: { signe: '≤', valeur: 1.2 },
      },
      ...VOLUMES.map((volume) => ({
        nom: `temps médian, ${integer(volume)} réservations`,
        tours: times[`${volume}`]!,
        ecrit: milliseconds,
      })),
      {
        nom: 'rapport des temps, la plus grande à la plus petite',
        tours: ratios(much, little),
        ecrit: ratio,
        but: { signe: '≤', valeur: 1.5 },
      },
      ...VOLUMES.flatMap((volume, i) => {
        const tours = times[`cartes ${volume}`];
        return tours
          ? [
              {
                nom: `les trois cartes, ${integer(volume)} réservations`,
                tours,
                ecrit: milliseconds,
                ...(i === 2 && {
                  but: { signe: '≤' as const, valeur: CARDS.most, indicatif: true },
                }),
              },
            ]
          : [];
      }),
    ];
  };

/** One client, one request after the other. Returns the median time of a request. */
async function timeOf({ port, riders }: Fixture, url: string): Promise<number> {
  const { byStatus, ms } = await runLoad({
    port,
    clients: [[rawRequest(riders[0]!.cookie, 'GET', url)]],
    seconds: SECONDS,
  });
  if (Object.keys(byStatus).join() !== '200')
    throw new Error(`unexpected answers: ${JSON.stringify(byStatus)}`);
  return ms;
}

/**
 * The number of pages that the recorded statement touches, in memory or not, planned for the week
 * that is read.
 */
async function countPages(sql: pg.Client, { text, values }: Statement): Promise<number> {
  await sql.query(`prepare lecture as ${text}`);
  const week = values.map((value) => sql.escapeLiteral(String(value))).join(', ');
  const { rows } = await sql.query<{ 'QUERY PLAN': Plan }>(
    `explain (analyze, buffers, format json) execute lecture(${week})`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('no plan');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

type Plan = [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }];
