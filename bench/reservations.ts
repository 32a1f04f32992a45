/**
 * Bookings per second over HTTP, with session, rules, emails and announcement, compared with two
 * references that store the same lessons with one plain INSERT: PostgreSQL itself, driven by
 * pgbench, and the bare Node server. Only free slots are requested.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CHANNEL } from '#server/platform/db.ts';
import { rawRequest, runLoad, startProgram } from './child.ts';
import type { Bare } from './bare_server.ts';
import { openFixture, PAST, settle } from './fixture.ts';
import { hasPgbench, runPgbench } from './pgbench.ts';
import { CREATE_REFERENCE, REFERENCE } from './reference.ts';
import { integer, type Figure, milliseconds, ratio } from './report.ts';
import { alternate, median, ratios } from './rounds.ts';
import { seedReservations } from './seed.ts';
import {
  demandeOf,
  demandeOfOwnWeek,
  FIRST_JOUR,
  LAST_JOUR,
  SLOTS,
  slotsOfOwnWeeks,
} from './slots.ts';

const CLIENTS = [1, 8, 32] as const;
const MOST = 32;
/** So many clients also book in weeks of their own. */
const APART = 8;
const SECONDS = 3;
const STORED = 50_000;
type Clients = { n: number; apart?: true };
/** The tables in which the product and the references store bookings. */
const TABLES = ['reservations', REFERENCE] as const;
/**
 * If it reaches less than this share of pgbench's inserts, the bare server is no reference, and the
 * run proves nothing.
 */
const SOUND = 0.35;
/** The product must reach at least this share of each reference. */
const GOALS = { pgbench: 0.1, bare: 0.22 };

export async function measureReservations(say: (step: string) => void): Promise<Figure[]> {
  const fixture = await openFixture(MOST, async (client) => {
    await seedReservations(client, STORED, PAST);
    await client.query(CREATE_REFERENCE);
  });
  const { databaseUrl, riders, sql } = fixture;
  const bare = startProgram('bare_server.ts');
  const { port: barePort } = await bare.ask<{ port: number }>({ databaseUrl } satisfies Bare);
  const listener = new pg.Client({ connectionString: databaseUrl });
  await listener.connect();
  await listener.query(`listen ${CHANNEL}`);
  let announced = 0;
  listener.on('notification', () => {
    announced += 1;
  });

  /** Every turn begins with the same rows. */
  const reset = async (): Promise<void> => {
    for (const table of TABLES)
      await sql.query(`delete from ${table} where date_reservation between $1 and $2`, [
        FIRST_JOUR,
        LAST_JOUR,
      ]);
    await sql.query('truncate courriels');
    await settle(sql);
    announced = 0;
  };
  const count = async (table: (typeof TABLES)[number] | 'courriels'): Promise<number> =>
    (await sql.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n;
  /** `n` clients, each with different slots; `apart`: in weeks that no other client books in. */
  const load = async (
    port: number,
    { n, apart }: Clients,
    table: (typeof TABLES)[number],
    requestOf: (rider: number, demande: object) => string,
  ) => {
    const clients = Array.from({ length: n }, (_, client) =>
      Array.from({ length: apart ? slotsOfOwnWeeks(n) : Math.floor(SLOTS / n) }, (__, turn) =>
        requestOf(client, apart ? demandeOfOwnWeek(n, client, turn) : demandeOf(turn * n + client)),
      ),
    );
    const answered = await runLoad({ port, clients, seconds: SECONDS });
    const stored = (await count(table)) - STORED;
    if (Object.keys(answered.byStatus).join() !== '201' || answered.byStatus[201] !== stored)
      throw new Error(`${JSON.stringify(answered.byStatus)}, ${stored} stored`);
    return { ...answered, stored, perSecond: answered.perSecond[201] ?? 0 };
  };

  const p99: Record<number, number[]> = { 1: [], 8: [], 32: [] };
  const loadCpu: number[] = [];
  const ours = (of: Clients) => async (): Promise<number> => {
    await reset();
    const {
      perSecond,
      stored,
      p99: slowest,
      cpu,
    } = await load(fixture.port, of, 'reservations', (rider, demande) =>
      rawRequest(riders[rider]!.cookie, 'POST', '/api/reservations', demande),
    );
    await sleep(100); // announcements are gathered
    const emails = await count('courriels');
    // Each booking writes its confirmation; the announcements are unions.
    if (emails !== stored || announced === 0)
      throw new Error(`${stored} bookings wrote ${emails} emails and ${announced} announcements`);
    if (!of.apart) p99[of.n]!.push(slowest);
    loadCpu.push(cpu);
    return perSecond;
  };
  const bareServer = (of: Clients) => async (): Promise<number> => {
    await reset();
    const { perSecond, cpu } = await load(barePort, of, REFERENCE, (rider, demande) =>
      rawRequest('', 'POST', '/api/reservations', { ...demande, user_id: riders[rider]!.id }),
    );
    loadCpu.push(cpu);
    return perSecond;
  };
  const pgbench = hasPgbench();
  const inserts = (n: number) => async (): Promise<number> => {
    await reset();
    return pgbench
      ? runPgbench(
          databaseUrl,
          riders.slice(0, n).map(({ id }) => id),
        )
      : Number.NaN;
  };

  const rounds = await alternate(
    Object.fromEntries([
      ...CLIENTS.flatMap((n) => [
        [`ours ${n}`, ours({ n })],
        [`bare ${n}`, bareServer({ n })],
        [`pgbench ${n}`, inserts(n)],
      ]),
      ['ours apart', ours({ n: APART, apart: true })],
      ['bare apart', bareServer({ n: APART, apart: true })],
    ]),
    say,
  );
  await bare.stop();
  await listener.end();
  await fixture.close();
  return [
    ...CLIENTS.flatMap((n) =>
      figuresOf(n, {
        ours: rounds[`ours ${n}`]!,
        bare: rounds[`bare ${n}`]!,
        pgbench: rounds[`pgbench ${n}`]!,
        p99: p99[n]!.slice(1),
      }),
    ),
    {
      nom: `${APART} clients, chacun dans ses semaines, part du serveur nu (visée : 0,5)`,
      tours: ratios(rounds['ours apart']!, rounds['bare apart']!),
      ecrit: ratio,
    },
    {
      nom: "part d'un cœur que prend la charge elle-même, au plus",
      tours: [Math.max(...loadCpu)],
      ecrit: ratio,
    },
  ];
}

function figuresOf(
  n: number,
  { ours, bare, pgbench, p99 }: Record<'ours' | 'bare' | 'pgbench' | 'p99', number[]>,
): Figure[] {
  const sound = ratios(bare, pgbench);
  const nul = Number.isNaN(median(pgbench))
    ? 'pgbench manque (Debian : postgresql)'
    : median(sound) < SOUND
      ? `le serveur nu n'atteint pas ${ratio(SOUND)} de pgbench`
      : undefined;
  return [
    { nom: `${n} clients, confirmées par seconde, Manège`, tours: ours, ecrit: integer },
    { nom: `${n} clients, par seconde, serveur Node nu`, tours: bare, ecrit: integer },
    { nom: `${n} clients, par seconde, INSERT par pgbench`, tours: pgbench, ecrit: integer },
    { nom: `${n} clients, serveur nu, part de pgbench`, tours: sound, ecrit: ratio },
    {
      nom: `${n} clients, part de pgbench (visée : 0,15)`,
      tours: ratios(ours, pgbench),
      ecrit: ratio,
      but: { signe: '≥', valeur: GOALS.pgbench, nul },
    },
    {
      nom: `${n} clients, part du serveur nu (visée : 0,35)`,
      tours: ratios(ours, bare),
      ecrit: ratio,
      but: { signe: '≥', valeur: GOALS.bare, nul },
    },
    {
      nom: `${n} clients, 99e centile d'une réservation`,
      tours: p99,
      ecrit: milliseconds,
      ...(n === MOST && { but: { signe: '≤', valeur: 120, indicatif: true } }),
    },
  ];
}
