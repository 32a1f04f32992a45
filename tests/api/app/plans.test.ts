/**
 * The plans of the frequent statements, with any values. None of them starts parallel workers,
 * because that takes longer than the statement. None is expensive enough to be compiled by a
 * PostgreSQL that can (`jit_above_cost`).
 */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { remind } from '../../../src/server/actions/emails/courriels.ts';
import { claimMessage } from '../../../src/server/stores/emails/courriels.ts';
import { DEMANDE, put, useTestApp } from '../../support/app.ts';

const t = useTestApp();
// A queue: of two indexes on an empty table, either is as good.
beforeAll(async () => {
  await t.services.db.execute(sql`
    insert into courriels (cause, sorte, destinataire, destinataire_nom, contenu, envoyer_apres, perime_apres)
    select 'file ' || n, 'releve', n || '@essai.example', 'Camille', '{}', now() - n * interval '1 second', now() + interval '9 days' from generate_series(1, 3000) n`);
  await t.services.db.execute(sql`analyze courriels`);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const JIT_ABOVE_COST = 100_000;

test('ni les lectures ni les écritures de tous les jours ne demandent de processus en plus à PostgreSQL', async () => {
  const statements = new Map<string, string>();
  const prototype = pg.Client.prototype as unknown as {
    query: (this: pg.Client, ...args: [string | { name?: string; text: string }]) => unknown;
  };
  const { query } = prototype;
  vi.spyOn(prototype, 'query').mockImplementation(function spied(this: pg.Client, ...args) {
    const [asked] = args;
    if (typeof asked === 'object' && asked.name) statements.set(asked.name, asked.text);
    return query.apply(this, args);
  });
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const { body: own } = await rider('POST', '/api/reservations', DEMANDE);
  const period = 'du=2026-11-23&au=2026-11-29';
  for (const path of [
    `/api/disponibilites?${period}`,
    `/api/disponibilites?${period}&ouvertes=1`,
    `/api/planning?${period}`,
    `/api/reservations?${period}`,
    `/api/fermetures?${period}`,
    '/api/reservations?miennes=1',
    '/api/reservations/resume',
    '/api/courriels/resume',
  ])
    expect((await admin('GET', path)).status, path).toBe(200);
  expect((await put(admin, own, { remarques: 'Rappeler avant' })).status).toBe(200);
  await remind(t.services);
  expect((await admin('DELETE', `/api/reservations/${own.id}`)).status).toBe(200);

  expect([...statements.keys()]).toEqual(
    expect.arrayContaining([
      'session_by_empreinte',
      'disponibilites',
      'ouvertes',
      'planning',
      'book',
      'edit',
      'remove',
      'rappels_dus',
      'rappels_prevus_nombre',
    ]),
  );
  const faults: string[] = [];
  for (const [name, text] of statements) {
    const { rows } = await t.services.db.execute<{ 'QUERY PLAN': string }>(
      sql.raw(`explain (generic_plan) ${text}`),
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const cost = Number(/cost=[\d.]+\.\.([\d.]+)/.exec(plan)?.[1]);
    if (plan.includes('Gather') || !(cost < JIT_ABOVE_COST)) faults.push(`${name}\n${plan}`);
  }
  expect(faults).toEqual([]);

  // Run every half minute, with any number of lessons and emails: a table as small as this one is
  // read whole, unless it may not be.
  const plan = await t.services.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
      sql.raw(`explain (generic_plan) ${statements.get('rappels_dus')}`),
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  for (const [index, table] of [
    ['reservations_jour_piste', 'reservations'],
    ['participants_position', 'participants'],
    ['courriels_reservation', 'courriels'],
    ['courriels_a_envoyer', 'courriels'],
  ])
    expect(plan).toMatch(new RegExp(`${index}(?: on ${table})?\\b`));
  expect(plan).not.toMatch(/Seq Scan on (reservations|participants|courriels|users)/);
});

test('le prochain email se prend dans un index, aussi loin que la file soit longue', async () => {
  // MAIL-46: the order of the queue is that of an index, which ends at the first email.
  const prototype = pg.Client.prototype as unknown as {
    query: (this: pg.Client, ...args: [unknown, unknown[]?]) => unknown;
  };
  const { query } = prototype;
  const claims: { text: string; values: unknown[] }[] = [];
  vi.spyOn(prototype, 'query').mockImplementation(function spied(this: pg.Client, ...args) {
    const [asked, given] = args;
    const { text, values = given ?? [] } = asked as { text: string; values?: unknown[] };
    if (text?.includes('skip locked')) claims.push({ text, values });
    return query.apply(this, args);
  });
  for (const tour of ['urgence', 'presse', 'reste'] as const)
    await claimMessage(t.services.db, new Date(), 1, { tour });
  const client = new pg.Client(t.url);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('set enable_seqscan = off');
  const plans: string[] = [];
  for (const { text, values } of claims) {
    const { rows } = await client.query(`explain ${text}`, values);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  expect(plans.map((plan) => /Index Scan using (\w+) on courriels\b/.exec(plan)?.[1])).toEqual(
    Array.from({ length: 3 }, () => 'courriels_a_envoyer'),
  );
  // Only the few rows of one message are sorted.
  expect(plans.join('\n')).not.toMatch(/Sort Key: (?!due\.id)|Seq Scan/);
});
