/**
 * A week read over HTTP, as by riders and by administrators, compared with the bare Node server,
 * which reads and sends the same fields. Each client reads a different week: clients that read the
 * same week at the same time share a query, which the bare server cannot do. A week that has not
 * changed is confirmed (304) at half the cost of reading it (ADR-005).
 */
import type { Bare } from './bare_server.ts';
import { rawRequest, runLoad, startProgram } from './child.ts';
import { openFixture, settle } from './fixture.ts';
import { integer, type Figure, ratio } from './report.ts';
import { alternate, ratios } from './rounds.ts';
import { CENTURY, readWeek, seedReservations } from './seed.ts';

const CLIENTS = 8;
const SECONDS = 4;
const STORED = 50_000;

export type Reading = keyof typeof WEEKS;

/**
 * The address of the n-th week, its reader, and the lowest acceptable share of the bare server's
 * rate.
 */
export const WEEKS = {
  disponibilites: {
    urlOf: (n: number) => `/api/disponibilites?${periodOf(n)}`,
    role: 'utilisateur',
    least: 0.5,
  },
  planning: { urlOf: (n: number) => `/api/planning?${periodOf(n)}`, role: 'admin', least: 0.6 },
} as const;

const periodOf = (n: number): string => new URLSearchParams(readWeek(n)).toString();

export const measureReading =
  (reading: Reading) =>
  async (say: (step: string) => void): Promise<Figure[]> => {
    const { urlOf, role, least } = WEEKS[reading];
    const fixture = await openFixture(
      CLIENTS,
      async (sql) => {
        await seedReservations(sql, STORED, CENTURY, CLIENTS);
        await settle(sql);
      },
      role,
    );
    const { databaseUrl, port, riders } = fixture;
    const bare = startProgram('bare_server.ts');
    const { port: barePort } = await bare.ask<{ port: number }>({ databaseUrl } satisfies Bare);
    const [ours, baseline] = await Promise.all(
      [port, barePort].map((at) =>
        fieldsOf(`http://127.0.0.1:${at}${urlOf(0)}`, riders[0]!.cookie),
      ),
    );
    if (ours !== baseline)
      throw new Error(`the bare server answers other fields:\n${baseline}\n${ours}`);

    const readsOf =
      (at: number, weekOf: (client: number) => number, etags?: readonly string[]) =>
      async (): Promise<number> => {
        const clients = riders.map(({ cookie }, client) => [
          rawRequest(
            cookie,
            'GET',
            urlOf(weekOf(client)),
            undefined,
            etags && { 'if-none-match': etags[client]! },
          ),
        ]);
        const { byStatus, perSecond } = await runLoad({ port: at, clients, seconds: SECONDS });
        const expected = etags ? 304 : 200;
        if (Object.keys(byStatus).join() !== String(expected))
          throw new Error(`unexpected answers: ${JSON.stringify(byStatus)}`);
        return perSecond[expected] ?? 0;
      };
    const own = (client: number): number => client;
    const etags = await Promise.all(
      riders.map(async ({ cookie }, client) => {
        const { headers } = await fetch(`http://127.0.0.1:${port}${urlOf(client)}`, {
          headers: { cookie },
        });
        return headers.get('etag')!;
      }),
    );
    const rounds = await alternate(
      {
        ours: readsOf(port, own),
        baseline: readsOf(barePort, own),
        shared: readsOf(port, () => 0),
        unchanged: readsOf(port, own, etags),
      },
      say,
    );
    await bare.stop();
    await fixture.close();
    return [
      {
        nom: 'lectures par seconde, Manège, chacun sa semaine',
        tours: rounds.ours,
        ecrit: integer,
      },
      {
        nom: 'lectures par seconde, serveur Node nu, chacun sa semaine',
        tours: rounds.baseline,
        ecrit: integer,
      },
      {
        nom: 'part du serveur nu, chacun sa semaine',
        tours: ratios(rounds.ours, rounds.baseline),
        ecrit: ratio,
        but: { signe: '≥', valeur: least },
      },
      {
        nom: 'lectures par seconde, Manège, tous la même semaine',
        tours: rounds.shared,
        ecrit: integer,
      },
      {
        nom: 'semaines inchangées (304) par seconde, fois autant que de semaines lues',
        tours: ratios(rounds.unchanged, rounds.ours),
        ecrit: ratio,
        but: { signe: '≥', valeur: 2 },
      },
    ];
  };

/**
 * A day of the planning in the product's answer. The bare server answers each lesson separately,
 * with its day and arena.
 */
type Jour = { date_reservation: string; interieure: unknown[][]; exterieure: unknown[][] };

/** How many lessons an answer has, and the names of their fields, or how many values each has. */
async function fieldsOf(url: string, cookie: string): Promise<string> {
  const rows = (await (await fetch(url, { headers: { cookie } })).json()) as (object | Jour)[];
  const lecons = rows.flatMap((row) =>
    'interieure' in row
      ? [...row.interieure, ...row.exterieure].map((lecon) => [
          row.date_reservation,
          'piste',
          ...lecon,
        ])
      : [row],
  );
  return `${lecons.length} : ${Object.keys(lecons[0] ?? {})
    .toSorted()
    .join(', ')}`;
}
