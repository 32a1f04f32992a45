/** Statements and payments of customers that are erased, and of lessons without names (REL-35 to REL-40). */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { sweep, sweepEffaces } from '../../../src/server/actions/personal_data/conservation.ts';
import { makeLastReleve } from '../../../src/server/checks/releves.ts';
import { transact } from '../../../src/server/platform/db.ts';
import { skipNumeros } from '../../../src/server/stores/billing/releves.ts';
import { settleRestored } from '../../../src/server/stores/personal_data/restauration.ts';
import { type Caller, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';
import { confirmSessions, PASSWORD } from '../../support/people.ts';
import { storeLecon } from '../../support/places.ts';

const t = useTestApp();
let admin: Caller & { id: string };
let anne: Caller & { id: string };

const rows = async (query: string): Promise<Stored[]> =>
  (await t.services.db.execute(sql.raw(query))).rows;

beforeEach(async () => {
  t.clock.now = MORNING;
  await rows(`truncate reservations, reservations_supprimees, lignes, courriels, journal, payeurs, releves_numeros cascade;
    truncate lignes_libres; delete from users; delete from clients;
    update parametres set billing = true, "billingSince" = '2020-01-01', "lessonRetention" = false`);
  admin = await t.as({ role: 'admin' });
  anne = await t.as({ prenom: 'Anne', nom: 'Maes' });
  await rows(`update users set adresse = 'Rue Haute 3' where id = '${anne.id}'`);
});

const lesson = async (jour: string, client: string, noms: string[]): Promise<string> => {
  const id = await storeLecon(t.services.db, {
    type_lecon: 'collective',
    type_piste: 'interieure',
    date_reservation: jour,
    heure_debut: '10:00',
    heure_fin: '11:00',
    noms_participants: noms,
    nombre_personnes: noms.length,
    nom_client: noms[0]!,
    user_id: client,
    statut: 'confirmee',
  });
  await rows(`update participants set centimes = 1750 where reservation_id = '${id}'`);
  return id!;
};
const make = async (mois: string): Promise<string[]> =>
  (await admin('POST', '/api/releves', { mois })).body.faits;
const pay = (client: string, montant: number, attendu: number) =>
  admin('POST', '/api/facturation/paiements', {
    id: randomUUID(),
    client,
    attendu,
    montant,
    jour: '2026-11-21',
    moyen: 'virement',
    note: 'Payé par le papa de Zoé',
  });
const namesIn = (releve: Stored) =>
  releve['blocs'].map(({ cavalier }: Stored) => cavalier as string | null);
const releveOf = async (id: string): Promise<Stored> =>
  (await admin('GET', `/api/releves/${id}`)).body.releve;

test('un compte effacé avec 17,50 € ouverts : un dernier relevé, des cavaliers sans nom, et un payeur comme imprimé', async () => {
  // REL-35, REL-36, REL-37
  await lesson('2026-10-05', anne.id, ['Zoé', 'Tom']);
  await lesson('2026-10-12', anne.id, ['Zoé']);
  const [first] = await make('2026-10');
  await pay(anne.id, 52.5, 52.5);
  await lesson('2026-11-20', anne.id, ['Zoé']);
  expect((await admin('GET', `/api/facturation/comptes/${anne.id}/ouvert`)).body).toEqual({
    solde: 0,
    en_cours: 17.5,
  });
  await confirmSessions(t.services.db, t.clock.now);
  expect((await admin('DELETE', `/api/users/${anne.id}`)).status).toBe(200);
  const [efface, ...others] = (await admin('GET', '/api/facturation/effaces')).body;
  expect(others).toEqual([]);
  expect(efface).toEqual({
    id: anne.id,
    nom: 'Anne Maes',
    adresse: 'Rue Haute 3',
    efface_le: MORNING.toISOString(),
    solde: 17.5,
    releves: 2,
  });
  expect(namesIn(await releveOf(first!))).toEqual(['Cavalier 1', 'Cavalier 2']);
  const compte = (await admin('GET', `/api/facturation/comptes/${anne.id}`)).body;
  expect(compte).toMatchObject({
    nom: 'Anne Maes',
    efface: true,
    solde: 17.5,
    lignes: [],
    releves: [{ numero: '2026-11-0001', a_payer: 17.5 }, { numero: '2026-10-0001' }],
    mouvements: [{ montant: 52.5, note: null }],
    rappelable: false,
  });
  expect(namesIn(await releveOf(compte.releves[0].id))).toEqual(['Cavalier 1']);
  const kept = JSON.stringify([
    await rows('select * from releves_lignes'),
    await rows('select * from mouvements'),
    await rows('select * from lignes_libres'),
  ]);
  expect(kept).not.toMatch(/Zoé|Tom|papa/);
  expect((await admin('GET', '/api/facturation/doit')).body).toMatchObject([
    { id: anne.id, nom: 'Anne Maes', solde: 17.5, efface: true, rappelable: false },
  ]);
  expect((await pay(anne.id, 17.5, 17.5)).body).toEqual({ solde: 0 });
  // The lessons of the erased account are nobody's: no difference appears.
  expect((await admin('GET', '/api/facturation/doit')).body).toEqual([]);
});

test('qui efface son propre compte laisse de même un dernier relevé', async () => {
  // REL-35, PEOPLE-30
  await lesson('2026-11-20', anne.id, ['Zoé']);
  expect(
    (await anne('POST', '/api/profil/suppression', { password: PASSWORD, lecons: 'garder' }))
      .status,
  ).toBe(200);
  expect((await admin('GET', '/api/facturation/effaces')).body).toMatchObject([
    { nom: 'Anne Maes', solde: 17.5, releves: 1 },
  ]);
});

test('sans relevé ni paiement, rien ne reste ; la facturation éteinte, aucun relevé n’est fait', async () => {
  // REL-35, REL-01
  const bea = (await admin('POST', '/api/clients', { nom: 'Bea' })).body.id;
  expect((await admin('DELETE', `/api/clients/${bea}`)).status).toBe(200);
  await lesson('2026-11-20', anne.id, ['Zoé']);
  await rows('update parametres set billing = false');
  await confirmSessions(t.services.db, t.clock.now);
  expect((await admin('DELETE', `/api/users/${anne.id}`)).status).toBe(200);
  expect(await rows('select from payeurs')).toEqual([]);
});

test('un client pour qui un autre paie : ses lignes restent sur le compte du payeur, sans son nom', async () => {
  // REL-35, REL-36
  const bea = (await admin('POST', '/api/clients', { nom: 'Bea' })).body.id;
  await admin('PUT', `/api/clients/${bea}/payeur`, { payeur: anne.id });
  await lesson('2026-10-05', bea, ['Max']);
  await lesson('2026-10-06', anne.id, ['Zoé']);
  const [id] = await make('2026-10');
  await lesson('2026-11-20', bea, ['Max']);
  expect((await admin('DELETE', `/api/clients/${bea}`)).status).toBe(200);
  expect(namesIn(await releveOf(id!))).toEqual(['Zoé', 'Cavalier 1']);
  expect((await admin('GET', '/api/facturation/doit')).body).toMatchObject([
    { id: anne.id, solde: 52.5 },
  ]);
  expect((await admin('GET', '/api/facturation/effaces')).body).toEqual([]);
});

test('une place qui est sur le dernier relevé d’un client effacé n’attend plus de client, et ne se paie pas deux fois', async () => {
  // REL-79, CLI-09, CLI-12, REL-12
  const kiki = (await admin('POST', '/api/clients', { nom: 'Kiki' })).body.id;
  const settled = await lesson('2026-11-16', kiki, ['Kiki']);
  const coming = await lesson('2026-11-30', kiki, ['Kiki']);
  expect((await admin('DELETE', `/api/clients/${kiki}`)).status).toBe(200);
  expect(await soldeOf(kiki)).toEqual({ solde: 17.5, en_cours: 0 });
  const { body: mois } = await admin('GET', '/api/facturation/mois/2026-11');
  expect(mois.sans_client.total).toBe(0);
  const waiting = (await admin('GET', '/api/reservations/sans-client')).body;
  expect(waiting.places.map(({ id }: Stored) => id)).toEqual([coming]);
  const noms = (await admin('GET', '/api/reservations/sans-client/noms')).body;
  expect(noms).toMatchObject([{ nom: 'Kiki', places: 1 }]);
  const stored = (await admin('GET', `/api/reservations/${settled}`)).body;
  const [{ id: seat }] = (await rows(
    `select id from participants where reservation_id = '${settled}'`,
  )) as [Stored];
  expect(stored.reglees).toEqual([seat]);
  const give = (body: Stored, places: unknown[] | undefined, comptes: (string | null)[]) =>
    put(admin, body, { ...(places && { places }), comptes });
  expect(await give(stored, [seat], [anne.id])).toMatchObject({
    status: 409,
    body: { code: 'place_reglee' },
  });
  expect(await give(stored, undefined, [anne.id])).toMatchObject({
    status: 409,
    body: { code: 'place_reglee' },
  });
  expect((await admin('GET', `/api/reservations/${settled}`)).body).toEqual(stored);
  expect(await soldeOf(anne.id)).toEqual({ solde: 0, en_cours: 0 });
  // Of the name only the seat that nobody has paid is given.
  expect(
    (
      await admin('POST', '/api/reservations/sans-client/attribution', {
        nom: 'Kiki',
        client: anne.id,
      })
    ).body,
  ).toEqual({ places: 1 });
  t.clock.now = new Date('2026-12-01T08:30:00Z');
  admin = await t.as({ role: 'admin' });
  expect(await soldeOf(anne.id)).toEqual({ solde: 0, en_cours: 17.5 });
  expect(await soldeOf(kiki)).toEqual({ solde: 17.5, en_cours: 0 });
  // Other changes of the lesson stay possible.
  const { body: now } = await admin('GET', `/api/reservations/${settled}`);
  expect((await put(admin, now, { remarques: 'Au pas' })).status).toBe(200);
});

test('la facturation éteinte, la place d’un client effacé n’est sur aucun relevé : elle attend un client', async () => {
  // REL-79, REL-01
  const kiki = (await admin('POST', '/api/clients', { nom: 'Kiki' })).body.id;
  const id = await lesson('2026-11-16', kiki, ['Kiki']);
  await rows('update parametres set billing = false');
  expect((await admin('DELETE', `/api/clients/${kiki}`)).status).toBe(200);
  await rows('update parametres set billing = true');
  const { body } = await admin('GET', '/api/facturation/mois/2026-11');
  expect(body.sans_client.total).toBe(1);
  const { body: stored } = await admin('GET', `/api/reservations/${id}`);
  expect((await put(admin, stored, { comptes: [anne.id] })).status).toBe(200);
  expect(await soldeOf(anne.id)).toEqual({ solde: 0, en_cours: 17.5 });
});

test('les lignes de leçons sans noms perdent les leurs, sans écart', async () => {
  // REL-36, SET-42
  t.clock.now = new Date('2023-10-31T08:30:00Z');
  admin = await t.as({ role: 'admin' });
  await lesson('2023-10-05', anne.id, ['Zoé']);
  await lesson('2023-10-06', anne.id, ['Tom']);
  const [id] = await make('2023-10');
  t.clock.now = MORNING;
  admin = await t.as({ role: 'admin' });
  await rows(
    `update horloge set battement_at = '2026-11-21T08:00:00Z'; update parametres set "lessonRetention" = true, "lessonMonths" = 36`,
  );
  await sweep(t.services);
  const releve = await releveOf(id!);
  expect(namesIn(releve)).toEqual(['Cavalier 1', 'Cavalier 2']);
  expect((await admin('GET', '/api/facturation/doit')).body).toMatchObject([
    { solde: 35, en_cours: 0 },
  ]);
  expect((await admin('GET', `/api/facturation/comptes/${anne.id}`)).body.lignes).toEqual([]);
});

test('un compte effacé se supprime après dix années civiles entières, pas avant', async () => {
  // REL-38
  await lesson('2026-10-05', anne.id, ['Zoé']);
  await make('2026-10');
  await confirmSessions(t.services.db, t.clock.now);
  await admin('DELETE', `/api/users/${anne.id}`);
  const bea = (await admin('POST', '/api/clients', { nom: 'Bea' })).body.id;
  await lesson('2026-10-06', bea, ['Max']);
  await make('2026-10');
  const left = async () => [
    (await rows('select from payeurs')).length,
    (await rows('select from releves')).length,
  ];
  t.clock.now = new Date('2036-12-31T12:00:00Z');
  await sweepEffaces(t.services);
  expect(await left()).toEqual([2, 2]);
  t.clock.now = new Date('2037-01-01T12:00:00Z');
  await sweepEffaces(t.services);
  expect(await left()).toEqual([1, 1]); // Bea exists
});

test('deux clients qui n’en font qu’un ont les relevés, les paiements et les lignes des deux', async () => {
  // REL-34, CLI-11
  const bea = (await admin('POST', '/api/clients', { nom: 'Anne Maes' })).body.id;
  await lesson('2026-10-05', bea, ['Zoé']);
  await make('2026-10');
  await pay(bea, 10, 17.5);
  expect((await admin('POST', `/api/clients/${bea}/regroupement`, { vers: anne.id })).status).toBe(
    200,
  );
  expect((await admin('GET', `/api/facturation/comptes/${anne.id}`)).body).toMatchObject({
    solde: 7.5,
    lignes: [],
    releves: [{ numero: '2026-10-0001' }],
    mouvements: [{ montant: 10 }],
  });
  expect((await admin('GET', `/api/facturation/comptes/${bea}`)).status).toBe(404);
});

const ligne = (client: string, jour: string, montant: number, id: string = randomUUID()) =>
  admin('POST', '/api/facturation/lignes', { id, client, jour, libelle: 'Licence', montant });
const soldeOf = async (id: string) => {
  const { solde, en_cours } = (await admin('GET', `/api/facturation/comptes/${id}`)).body;
  return { solde, en_cours };
};
const erase = async (id: string) => {
  await confirmSessions(t.services.db, t.clock.now);
  expect((await admin('DELETE', `/api/users/${id}`)).status).toBe(200);
};

test('une ligne d’un jour à venir est au dernier relevé, aussi d’une demande refusée', async () => {
  // REL-35
  await ligne(anne.id, '2027-01-05', 45);
  await erase(anne.id);
  expect(await soldeOf(anne.id)).toEqual({ solde: 45, en_cours: 0 });
  const bea = await t.as({ prenom: 'Bea', statut: 'en_attente' });
  await ligne(bea.id, '2026-11-20', 12.5);
  expect((await admin('POST', `/api/users/${bea.id}/refus`)).status).toBe(200);
  expect(await soldeOf(bea.id)).toEqual({ solde: 12.5, en_cours: 0 });
});

test('un relevé fait avant la fin du mois ne couvre que les jours passés ; celui d’un compte effacé n’en couvre aucun', async () => {
  // REL-13, REL-19, REL-35
  const jusque = async () => (await admin('GET', '/api/facturation')).body.jusque;
  const dora = await t.as({ prenom: 'Dora' });
  await ligne(dora.id, '2026-11-20', 10);
  await erase(dora.id);
  expect(await jusque()).toBe(null);
  const bea = await t.as({ prenom: 'Bea' });
  await rows(`update clients set paye_par = '${anne.id}' where id = '${bea.id}'`);
  await lesson('2026-11-20', bea.id, ['Max']);
  await ligne(anne.id, '2026-11-30', 8);
  await erase(bea.id);
  expect(await jusque()).toBe('2026-11-20');
  expect(await soldeOf(anne.id)).toEqual({ solde: 25.5, en_cours: 0 });
  await lesson('2026-11-25', anne.id, ['Zoé']);
  t.clock.now = new Date('2026-11-26T09:00:00Z');
  expect(await soldeOf(anne.id)).toEqual({ solde: 25.5, en_cours: 17.5 });
});

test('le compte d’un payeur effacé reste tant que ses lignes se comparent encore', async () => {
  // REL-38, REL-05
  const bea = await t.as({ prenom: 'Bea' });
  await rows(`update clients set paye_par = '${anne.id}' where id = '${bea.id}'`);
  await ligne(bea.id, '2026-10-20', 30);
  await make('2026-10');
  await erase(anne.id);
  expect(await soldeOf(bea.id)).toEqual({ solde: 0, en_cours: 0 });
  t.clock.now = new Date('2037-01-01T12:00:00Z');
  await sweepEffaces(t.services);
  admin = await t.as({ role: 'admin' });
  expect(await soldeOf(bea.id)).toEqual({ solde: 0, en_cours: 0 });
  expect(await rows('select id from payeurs')).toEqual([{ id: anne.id }]);
});

test('une place corrigée pour deux clients ne les empêche pas de n’en faire qu’un', async () => {
  // REL-06, REL-34
  const bea = (await admin('POST', '/api/clients', { nom: 'Anne Maes' })).body.id;
  await lesson('2026-10-05', anne.id, ['Zoé']);
  const [seat] = await rows('select id from participants');
  const correct = (client: string) =>
    admin('POST', '/api/facturation/corrections', {
      id: randomUUID(),
      client,
      source: 'place',
      ligne: seat!['id'],
      raison: 'Cheval malade',
    });
  expect((await correct(anne.id)).status).toBeLessThan(300);
  await rows(
    `alter table participants disable trigger user; update participants set user_id = '${bea}'; alter table participants enable trigger user`,
  );
  expect((await correct(bea)).status).toBeLessThan(300);
  expect((await admin('POST', `/api/clients/${bea}/regroupement`, { vers: anne.id })).status).toBe(
    200,
  );
  // Both corrections are of the same seat: it is given back once.
  expect((await soldeOf(anne.id)).en_cours).toBe(0);
});

test('une ligne ajoutée sous le même numéro avec un autre contenu se refuse, et la première reste', async () => {
  // REL-04
  const id = randomUUID();
  expect((await ligne(anne.id, '2026-11-20', 45, id)).status).toBe(201);
  expect((await ligne(anne.id, '2026-11-20', 45, id)).status).toBe(201);
  expect(await ligne(anne.id, '2026-11-20', 40, id)).toMatchObject({
    status: 409,
    body: {
      message: 'Cette ligne est déjà enregistrée, avec un autre contenu. Relisez le compte.',
    },
  });
  expect((await soldeOf(anne.id)).en_cours).toBe(45);
});

test('après une restauration un compte effacé depuis a de nouveau son dernier relevé ; dix restaurations n’épuisent aucun mois', async () => {
  // REL-35, REL-41, OPS-11
  await ligne(anne.id, '2026-11-20', 17.5);
  const { now } = t.clock;
  await transact(t.services.db, [], (tx) =>
    settleRestored(tx, {
      erased: [anne.id],
      now,
      last: (one, client) => makeLastReleve(one, { now: () => now, personne: null }, client),
    }),
  );
  expect((await admin('GET', `/api/facturation/comptes/${anne.id}`)).body).toMatchObject({
    efface: true,
    solde: 17.5,
    releves: [{ numero: '2026-11-1001' }],
  });
  for (let n = 0; n < 12; n += 1)
    await transact(t.services.db, [], (tx) => skipNumeros(tx, 1_000, '2026-11'));
  t.clock.now = new Date('2026-12-31T20:00:00Z');
  admin = await t.as({ role: 'admin' });
  const bea = await t.as({ prenom: 'Bea' });
  await ligne(bea.id, '2026-12-20', 10);
  await make('2026-12');
  expect((await admin('GET', `/api/facturation/comptes/${bea.id}`)).body).toMatchObject({
    releves: [{ numero: '2026-12-0001' }],
  });
});
