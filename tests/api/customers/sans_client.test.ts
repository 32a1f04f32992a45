/**
 * The desk says whose the seats without a customer are, name by name (CLI-09, CLI-12). The clock
 * shows Saturday 21 November 2026, 09:30 in Brussels.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { listNomsSansClient } from '../../../src/server/stores/lessons/sans_client.ts';
import { DEMANDE, MORNING, type Stored, useTestApp } from '../../support/app.ts';
import { createPerson } from '../../support/people.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let admin: Person;

const run = async (statement: string): Promise<Stored[]> =>
  (await t.services.db.execute<Stored>(sql.raw(statement))).rows;

/** Stores a lesson of nobody. */
const store = async (date_reservation: string, noms: string[], more: object = {}) => {
  const {
    rows: [row],
  } = await t.services.db.execute<{ id: string }>(
    sql`select importer_lecons(${JSON.stringify([
      {
        ...DEMANDE,
        date_reservation,
        heure_fin: '11:00',
        statut: 'confirmee',
        nom_client: noms[0],
        noms_participants: noms,
        nombre_personnes: noms.length,
        ...more,
      },
    ])}) as id`,
  );
  return row!.id;
};
/** Names, numbers of seats, and whom they may be given to. */
const names = async (): Promise<Stored[]> =>
  (await admin('GET', '/api/reservations/sans-client/noms')).body;
const listed = async () =>
  (await names()).map(({ nom, places, clients }) => [
    nom,
    places,
    clients.map((one: Stored) => one['nom']),
  ]);
const give = (nom: string, client: string | null = null, caller: Person = admin) =>
  caller('POST', '/api/reservations/sans-client/attribution', { nom, client });
const seats = async (id: string) =>
  (
    await run(
      `select s.nom, coalesce(u.email, c.nom) as qui from participants s left join clients c on c.id = s.user_id left join users u on u.id = c.id where reservation_id = '${id}' order by position`,
    )
  ).map(({ nom, qui }) => [nom, qui]);
const versions = async () =>
  (await run('select date_reservation::text as jour, version from reservations order by 1')).map(
    ({ jour, version }) => [jour, version],
  );
const told = async () =>
  (
    await run(
      "select destinataire, contenu->'lecon'->>'date_reservation' as jour, contenu->'lecon'->'noms_participants' as noms, groupe is not null as groupe from courriels where sorte = 'reservation_confirmee' order by 2, 1",
    )
  ).map(({ destinataire, jour, noms, groupe }) => [destinataire, jour, noms, groupe]);

beforeEach(async () => {
  t.clock.now = MORNING;
  await run(`truncate reservations, courriels, journal cascade; delete from users; delete from clients;
    delete from parametres; insert into parametres (id) values (1)`);
  admin = await t.as({ role: 'admin', prenom: 'Odile', nom: 'Bureau' });
  await run('delete from journal');
});

test('les noms de toutes les dates, les récents puis ceux qui ont le plus de places d’abord ; qui en porte un, ou garde un cavalier de ce nom', async () => {
  await store('2026-10-01', ['Zoé Petit', 'Luc']);
  await store('2026-11-10', ['ZOE  petit', 'Luc', 'Ysaline']);
  await store('2026-12-10', ['Zoé Petit', 'Nora', 'Nora']);
  await store('2026-09-30', ['Zoé Petit', 'Ancien', 'Ancien', 'Ancien', 'Ancien', 'Ancien']);
  // Neither cancelled ones count, nor those of a customer.
  await store('2026-12-11', ['Zoé Petit'], { statut: 'annulee' });
  await store('2026-12-12', ['Luc'], { user_id: admin.id });
  const luc = await t.as({ prenom: 'Luc', nom: '' });
  const marc = await t.as({ prenom: 'Marc', nom: 'Lenoir' });
  await run(`insert into cavaliers (user_id, nom) values ('${marc.id}', 'Ysaline')`);
  await createPerson(t.services.db, { prenom: 'Zoé', nom: 'Petit', statut: 'inactif' });
  for (const telephone of ['1', '2'])
    await admin('POST', '/api/clients', { nom: 'nora', telephone });
  expect(await listed()).toEqual([
    ['Zoé Petit', 4, []],
    ['Luc', 2, ['Luc']],
    ['Nora', 2, ['nora', 'nora']],
    ['Ysaline', 1, ['Marc Lenoir']],
    ['Ancien', 5, []], // no seat since the first day of the month before
  ]);
  const [zoe, second] = await names();
  expect([zoe!['du'], zoe!['au']]).toEqual(['2026-09-30', '2026-12-10']);
  expect(second!['clients']).toEqual([
    { id: luc.id, nom: 'Luc', email: luc.email, telephone: null, compte: true },
  ]);
});

test('les places dont le nom a été effacé ne sont pas dans la liste, et aucun relevé n’est lu pour elles', async () => {
  // CLI-12, SET-42: old lessons have most of the seats.
  await store('2026-10-01', ['Ancien cavalier 1', 'Ancien cavalier 2']);
  /** The names of the list, and how often their reading looked into the statements. */
  const read = () =>
    t.services.db.transaction(async (tx) => {
      const scans = async (): Promise<number> =>
        (
          await tx.execute<{ n: number }>(
            sql`select coalesce(sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0)), 0)::int as n from pg_stat_xact_user_tables where relname = 'releves_lignes'`,
          )
        ).rows[0]!.n;
      const before = await scans();
      const found = await listNomsSansClient(tx, '2026-10-01', 10);
      return [found.map(({ nom }) => nom), (await scans()) - before];
    });
  expect(await read()).toEqual([[], 0]);
  await store('2026-10-02', ['Zoé Petit']);
  expect(await read()).toEqual([['Zoé Petit'], 1]);
});

test('« Créer ce client » : toutes les places du nom, dans toutes ses écritures, et rien d’autre', async () => {
  // DESK-19, RIDE-01, RIDE-24
  const [first, second, old] = [
    await store('2026-11-10', ['Zoé Petit', 'Luc']),
    await store('2026-12-10', ['Luc', 'ZOE  petit']),
    await store('2026-09-30', ['Zoé Petit']),
  ];
  const { status, body } = await give('Zoé Petit');
  expect([status, body]).toEqual([200, { places: 3 }]);
  expect(await seats(first)).toEqual([
    ['Zoé Petit', 'Zoé Petit'],
    ['Luc', null],
  ]);
  expect(await seats(second)).toEqual([
    ['Luc', null],
    ['ZOE  petit', 'Zoé Petit'],
  ]);
  expect(await seats(old)).toEqual([['Zoé Petit', 'Zoé Petit']]);
  expect(await versions()).toEqual([
    ['2026-09-30', 1],
    ['2026-11-10', 1],
    ['2026-12-10', 1],
  ]);
  expect(await listed()).toEqual([['Luc', 2, []]]);
  expect(await told()).toEqual([]);
  // Without names.
  const lines = await run('select action, acteur_id, details from journal order by id');
  expect(lines.map(({ action }) => action)).toEqual([
    'client.cree',
    'reservation.corrigee',
    'reservation.corrigee',
    'reservation.modifiee',
  ]);
  expect(lines[1]!['details'].participants.attribues).toBe(1);
  expect(JSON.stringify(lines)).not.toMatch(/Zo|Luc/);
  // Again: it is done.
  const again = await give('zoé petit');
  expect([again.status, again.body.code, again.body.message]).toEqual([
    409,
    'places_attribuees',
    'Ces places ont déjà un client.',
  ]);
});

test('« Créer ce client » prend celui qui vient d’avoir ce nom', async () => {
  await store('2026-12-10', ['Zoé Petit']);
  const { body: made } = await admin('POST', '/api/clients', { nom: 'zoe petit' });
  await run('delete from journal');
  expect((await give('Zoé Petit')).status).toBe(200);
  expect(await run('select distinct user_id as id from participants')).toEqual([{ id: made.id }]);
  expect((await run('select action from journal')).map(({ action }) => action)).toEqual([
    'reservation.modifiee',
  ]);
});

test('« Donner à » un compte : ses leçons à venir lui sont dites, en un message, les passées jamais', async () => {
  // RIDE-04, MAIL-02, MAIL-26
  const anne = await t.as({ prenom: 'Anne', nom: 'Maes' });
  await run(`insert into cavaliers (user_id, nom) values ('${anne.id}', 'Léa')`);
  await run(`update parametres set "adminEmail" = 'centre@essai.example'`);
  await store('2026-11-10', ['Léa', 'Tom']);
  const next = await store('2026-12-10', ['Tom', 'Léa', 'lea']);
  await store('2026-12-17', ['Léa']);
  const { status, body } = await give('Léa', anne.id);
  expect([status, body]).toEqual([200, { places: 4 }]);
  expect(await told()).toEqual([
    [anne.email, '2026-12-10', ['Léa', 'lea'], true],
    [anne.email, '2026-12-17', ['Léa'], true],
  ]);
  expect(await run("select 1 from courriels where destinataire = 'centre@essai.example'")).toEqual(
    [],
  );
  expect((await anne('GET', `/api/reservations/${next}`)).body).toMatchObject({
    noms_participants: ['Léa', 'lea'],
    personnes: 3,
  });
  // The rider of the account has the seats (RIDE-24).
  expect(
    await run('select count(*)::int as n from participants where cavalier_id is not null'),
  ).toEqual([{ n: 4 }]);
});

test('refusé : un client qui n’est plus ou pas actif, un nom qui n’en est pas un ; rien ne change', async () => {
  await store('2026-12-10', ['Zoé', '123']);
  const inactive = await createPerson(t.services.db, { statut: 'inactif' });
  for (const [nom, client, code] of [
    ['Zoé', '00000000-0000-4000-8000-000000000000', 'client_introuvable'],
    ['Zoé', inactive.id, 'client_introuvable'],
    ['Zoé', 'moi', 'client_inconnu'],
    ['123', null, 'client_nom_invalide'],
    ['a'.repeat(101), null, 'client_nom_invalide'],
    ['Personne', null, 'places_attribuees'],
  ] as const)
    expect((await give(nom, client)).body.code, `${nom} ${client}`).toBe(code);
  expect(await versions()).toEqual([['2026-12-10', 0]]);
  expect(await run('select 1 from clients where nom is not null')).toEqual([]);
});

test('les cavaliers ne lisent ni ne donnent rien', async () => {
  const anne = await t.as();
  await store('2026-12-10', ['Zoé']);
  expect((await anne('GET', '/api/reservations/sans-client/noms')).status).toBe(403);
  expect((await give('Zoé', null, anne)).status).toBe(403);
});
