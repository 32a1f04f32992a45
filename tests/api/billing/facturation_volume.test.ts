/** 2,000 customers: a month made by repeated calls, who owes what, its statements. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, useTestApp } from '../../support/app.ts';

const t = useTestApp();
let admin: Caller;

const CLIENTS = 2_000;
/** Lessons of each customer in a month, with one seat. */
const LECONS = 8;

const run = (query: string) => t.services.db.execute(sql.raw(query));

beforeAll(async () => {
  admin = await t.as({ role: 'admin' });
  await run(`update parametres set billing = true, "billingSince" = '2026-10-01'`);
  await run(
    `insert into clients (nom, cle) select 'Client ' || n, 'client ' || n from generate_series(1, ${CLIENTS}) n`,
  );
  await run(`alter table reservations disable trigger user; alter table participants disable trigger user;
    insert into ressources (id, genre, nom, dessin, ordre) select 'p' || n, 'piste', 'Piste ' || n, 'autre', 10 + n from generate_series(1, 60) n`);
  // Each customer has lessons on its own arena and hour, so that none overlaps.
  await run(`with c as (select id, row_number() over (order by cle) - 1 as n from clients where nom is not null),
    l as (
      select gen_random_uuid() as id, c.id as client, 'p' || (c.n / 40 + 1) as piste, date '2026-10-01' + (c.n % 2 + 2 * k)::int as jour, time '08:00' + ((c.n / 2) % 20) * interval '30 minutes' as debut
      from c, generate_series(0, ${LECONS - 1}) k),
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
