/** 2,000 customers: a month made by repeated calls, who owes what, its statements. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, useTestApp } from '../../support/app.ts';
import { rowsRead, statementsOf } from '../../support/statements.ts';

const t = useTestApp();
let admin: Caller;

const CLIENTS = 2_000;
/** Lessons of each customer in a month, with one seat. */
const LECONS = 8;

const run = (query: string) => t.services.db.execute(sql.raw(query));

/** Gives some customers, counted from 0, lessons with one seat, every other day from a day on. */
async function store(du: string, lecons: number, [from, to]: [number, number]): Promise<void> {
  await run(
    `alter table reservations disable trigger user; alter table participants disable trigger user`,
  );
  // Each customer has lessons on its own arena and hour, so that none overlaps.
  await run(`with c as (select id, row_number() over (order by cle) - 1 as n from clients where nom is not null),
    l as (
      select gen_random_uuid() as id, c.id as client, 'p' || (c.n / 40 + 1) as piste, date '${du}' + (c.n % 2 + 2 * k)::int as jour, time '08:00' + ((c.n / 2) % 20) * interval '30 minutes' as debut
      from c, generate_series(0, ${lecons - 1}) k where c.n >= ${from} and c.n < ${to}),
    r as (
      insert into reservations (id, user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes)
      select id, client, array['Cavalier'], 'Client', jour, debut, debut + interval '30 minutes', piste, 'longe', 1 from l),
    o as (
      insert into occupations (ressource_id, jour, heure_debut, heure_fin, reservation_id) select piste, jour, debut, debut + interval '30 minutes', id from l)
    insert into participants (reservation_id, position, user_id, nom, centimes) select id, 1, client, 'Cavalier', 2000 from l`);
  await run(
    `alter table reservations enable trigger user; alter table participants enable trigger user`,
  );
  await run('vacuum analyze');
}

beforeAll(async () => {
  admin = await t.as({ role: 'admin' });
  await run(`insert into clients (nom, cle) select 'Client ' || n, 'client ' || n from generate_series(1, ${CLIENTS}) n;
    insert into ressources (id, genre, nom, dessin, ordre) select 'p' || n, 'piste', 'Piste ' || n, 'autre', 10 + n from generate_series(1, 60) n`);
});

test('les comptes ne lisent pas les leçons d’avant le premier jour facturé', async () => {
  // REL-03, REL-20, REL-24: 8 billed lessons, among 4,000 that others had before, and among 16,000.
  await run(`update parametres set billing = true, "billingSince" = '2026-11-01'`);
  await store('2026-11-01', 4, [0, 2]);
  const { rows } = await run(`select id from clients where cle = 'client 1'`);
  const readings = ['/doit', `/comptes/${String(rows[0]?.['id'])}`, '/recherche?q=client+1'];
  const counted: number[][] = [];
  for (const [du, lecons] of [
    ['2020-01-01', 2],
    ['2021-01-01', 6],
  ] as const) {
    await store(du, lecons, [2, CLIENTS]);
    const counts: number[] = [];
    for (const path of readings) {
      const sent = await statementsOf(async () =>
        expect((await admin('GET', `/api/facturation${path}`)).status, path).toBe(200),
      );
      counts.push(
        await rowsRead(
          t.url,
          sent.filter(({ text }) => text.includes('actuel as')),
        ),
      );
    }
    counted.push(counts);
  }
  expect(counted[1]).toEqual(counted[0]);
  await run(`delete from reservations where date_reservation >= '2026-11-01'`);
  await run(`update parametres set "billingSince" = '2026-10-01'`);
  await store('2026-10-01', LECONS, [0, CLIENTS]);
});

test('un mois de 2 000 clients se fait en dix appels, chacun de 200 relevés, et se lit de même', async () => {
  // REL-11, REL-14, REL-20, LIM-190
  const left: number[] = [];
  for (;;) {
    const { status, body } = await admin('POST', '/api/releves', { mois: '2026-10' });
    expect(status, JSON.stringify(body).slice(0, 200)).toBe(200);
    expect(body.faits.length).toBe(left.length < 10 ? 200 : 0);
    left.push(body.restent);
    if (body.restent === 0) break;
  }
  expect(left).toEqual(Array.from({ length: 10 }, (_, n) => CLIENTS - 200 * (n + 1)));
  await run('vacuum analyze');
  const { body: owing } = await admin('GET', '/api/facturation/doit');
  expect(owing).toHaveLength(CLIENTS);
  expect(owing[0]).toMatchObject({ solde: 20 * LECONS, depuis: '2026-10-01' });
  const { body } = await admin('GET', '/api/releves?mois=2026-10&page=10');
  expect([body.total, body.releves.length]).toEqual([CLIENTS, 200]);
  const paid = await admin('POST', '/api/facturation/paiements', {
    id: randomUUID(),
    client: owing[0].id,
    attendu: 160,
    montant: 160,
    jour: '2026-11-20',
    moyen: 'virement',
    note: null,
  });
  expect(paid.body).toEqual({ solde: 0 });
});
