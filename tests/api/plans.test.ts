/**
 * The plans of the frequent statements, with any values. None of them starts parallel workers,
 * because that takes longer than the statement. None is expensive enough to be compiled by a
 * PostgreSQL that can (`jit_above_cost`).
 */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { remind } from '#server/actions/emails/courriels.ts';
import { DEMANDE, put, useTestApp } from '../support/app.ts';

const t = useTestApp();
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
