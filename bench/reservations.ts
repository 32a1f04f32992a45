/** Bookings per second over HTTP, beside the same transaction sent to PostgreSQL by pgbench (or by pg alone). */
import type pg from 'pg';
import { rawRequest, runLoad, startProgram } from './child.ts';
import type { BareBookings } from './bare_bookings.ts';
import { openGround, type Rider, settle } from './ground.ts';
import { type Done, findPgbench, type Recorded, runPgbench } from './pgbench.ts';
import { record, transactionOf } from './recorder.ts';
import { integer, type Figure, ratio } from './report.ts';
import { alternate, ratios } from './rounds.ts';
import { seedReservations } from './seed.ts';
import { slotAt, SLOTS } from './slots.ts';

const CLIENTS = 32;
const SECONDS = 4;
/** What the table holds at the start of each round. */
const STORED = 5_000;

const demandeOf = (n: number): object => {
  const { heure_fin: _, ...slot } = slotAt(n);
  return { type_lecon: 'particuliere', nombre_personnes: 1, noms_participants: ['Camille Lambert'], remarques: null, ...slot };
};

/** The same rows before every round, whoever's turn it is. */
async function reset(sql: pg.Client): Promise<void> {
  await sql.query('truncate reservations, courriels');
  await seedReservations(sql, STORED, { du: '2000-01-01', au: '2019-12-31' });
  await settle(sql);
}

export async function measureReservations(say: (step: string) => void): Promise<Figure[]> {
  const ground = await openGround(CLIENTS, reset);
  const { databaseUrl, port, riders, sql } = ground;
  const perClient = Math.floor(SLOTS / CLIENTS);
  const clients = riders.map(({ cookie }, client) => Array.from({ length: perClient }, (_, n) =>
    rawRequest(cookie, 'POST', '/api/reservations', demandeOf(n * CLIENTS + client))));

  const [rider] = riders as [Rider, ...Rider[]];
  const headers = { cookie: rider.cookie, host: 'localhost', origin: 'http://localhost' };
  const { statements, body } = await record(databaseUrl, { method: 'POST', url: '/api/reservations', payload: demandeOf(0), headers });
  const transaction = transactionOf(statements);
  const recorded: Recorded = { slot: slotAt(0), riderId: rider.id, reservationId: (JSON.parse(body) as { id: string }).id };
  const riderIds = riders.map(({ id }) => id);

  const refused: number[] = [];
  const ours = async (): Promise<number> => {
    await reset(sql);
    const { byStatus, perSecond } = await runLoad({ port, clients, seconds: SECONDS });
    const all = Object.values(byStatus).reduce((sum, n) => sum + n, 0);
    const strange = Object.keys(byStatus).filter((status) => status !== '201' && status !== '409');
    if (strange.length > 0) throw new Error(`unexpected answers: ${JSON.stringify(byStatus)}`);
    refused.push((byStatus[409] ?? 0) / all);
    return perSecond[201] ?? 0;
  };
  const pgbench = findPgbench();
  const send = async (): Promise<Done> => {
    if (pgbench !== null) return runPgbench(databaseUrl, transaction, recorded, { riderIds, seconds: SECONDS });
    const program = startProgram('bare_bookings.ts');
    const done = await program.ask<Done>({ databaseUrl, transaction, recorded, riderIds, seconds: SECONDS } satisfies BareBookings);
    await program.stop();
    return done;
  };
  const baseline = async (): Promise<number> => {
    await reset(sql);
    const { transactions, perSecond } = await send();
    const { rows: [stored] } = await sql.query<{ lecons: number; emails: number }>('select (select count(*) from reservations)::int as lecons, (select count(*) from courriels)::int as emails');
    const [lecons, emails] = [(stored?.lecons ?? 0) - STORED, stored?.emails ?? 0];
    // Each booking writes its confirmation and its reminder.
    if (lecons !== transactions || emails !== 2 * transactions) throw new Error(`${transactions} transactions stored ${lecons} reservations and ${emails} emails`);
    return perSecond;
  };

  const rounds = await alternate({ ours, baseline }, say);
  await ground.close();
  return [
    { nom: 'confirmées par seconde, Manège', tours: rounds.ours, ecrit: integer },
    { nom: `par seconde, la même transaction par ${pgbench === null ? 'pg seul' : 'pgbench'}`, tours: rounds.baseline, ecrit: integer },
    { nom: 'part des 409', tours: refused.slice(1), ecrit: (value) => `${ratio(value * 100)} %` },
    { nom: 'réservations, rapport', tours: ratios(rounds.ours, rounds.baseline), ecrit: ratio, but: { signe: '≥', valeur: 0.3 } },
  ];
}
