/** A month of three families, from the lessons to the erasure, by calls alone (REL-02 to REL-37). */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transact } from '../../../src/server/platform/db.ts';
import { skipNumeros } from '../../../src/server/stores/billing/releves.ts';
import { type Caller, type Stored, useTestApp } from '../../support/app.ts';
import { confirmSessions } from '../../support/people.ts';
import { storeLecon } from '../../support/places.ts';

const t = useTestApp();
let admin: Caller & { id: string };

const run = (query: string) => t.services.db.execute(sql.raw(query));

/** A lesson from 10:00 to 11:00 of one customer; its seats take the price of their day. */
async function lesson(jour: string, client: string, ...noms: string[]): Promise<string> {
  const id = await storeLecon(t.services.db, {
    type_lecon: 'collective',
    type_piste: jour.endsWith('0') ? 'exterieure' : 'interieure',
    date_reservation: jour,
    heure_debut: '10:00',
    heure_fin: '11:00',
    noms_participants: noms,
    nombre_personnes: noms.length,
    nom_client: noms[0]!,
    user_id: client,
    statut: 'confirmee',
  });
  expect((await admin('POST', '/api/prix/places')).status).toBe(200);
  return id!;
}

const note = async (id: string, ...presences: string[]) => {
  const { body } = await admin('GET', `/api/reservations/${id}`);
  expect(
    (
      await admin('PUT', `/api/reservations/${id}/presences`, {
        presences: body.presences
          .slice(0, presences.length)
          .map(({ place }: Stored, n: number) => ({
            place,
            presence: presences[n],
          })),
      })
    ).status,
  ).toBe(200);
};
const make = async (mois: string): Promise<Stored[]> => {
  await admin('POST', '/api/releves', { mois });
  return (await admin('GET', `/api/releves?mois=${mois}`)).body.releves;
};
const doit = async () =>
  ((await admin('GET', '/api/facturation/doit')).body as Stored[]).map(
    ({ nom, solde, en_cours }) => `${nom} ${solde} ${en_cours}`,
  );

test('trois familles, d’octobre à l’effacement', async () => {
  // REL-02, REL-05, REL-07, REL-21, REL-35
  t.clock.now = new Date('2026-11-01T08:30:00Z');
  admin = await t.as({ role: 'admin' });
  const anne = await t.as({ prenom: 'Anne', nom: 'Maes' });
  const paul = await t.as({ prenom: 'Paul', nom: 'Maes' });
  const dora = await t.as({ prenom: 'Dora', nom: 'Dubois' });
  const client = async (nom: string): Promise<string> =>
    (await admin('POST', '/api/clients', { nom })).body.id;
  const [jeanne, peeters] = [await client('Jeanne Maes'), await client('Luc Peeters')];
  for (const { id } of [anne, paul])
    await admin('PUT', `/api/clients/${id}/payeur`, { payeur: jeanne });
  await run(`update parametres set billing = true, "billingSince" = '2026-10-01', "lateCharge" = 'moitie', "absencesBilled" = true;
    insert into prix_valables values ('collective', '2000-01-01', 2000), ('collective', '2026-10-15', 2250) on conflict (type_lecon, du) do update set centimes = excluded.centimes`);

  const first = await lesson('2026-10-05', anne.id, 'Zoé', 'Tom'); // 20 each
  await note(first, 'absente', 'excusee'); // 20 + 0
  await lesson('2026-10-19', paul.id, 'Léa'); // 22.50
  const called = await lesson('2026-10-26', dora.id, 'Max'); // 22.50
  await lesson('2026-10-20', dora.id, 'Max'); // 22.50
  const late = await lesson('2026-10-27', peeters, 'Nina');
  expect((await admin('DELETE', `/api/reservations/${late}`, { facturer: true })).status).toBe(200); // 11.25
  const licence = {
    id: randomUUID(),
    client: dora.id,
    jour: '2026-10-12',
    libelle: 'Licence',
    montant: 45,
  };
  expect((await admin('POST', '/api/facturation/lignes', licence)).status).toBe(201);

  const october = await make('2026-10');
  expect(
    october.map(({ numero, nom, a_payer, blocs }) => [
      numero,
      nom,
      a_payer,
      blocs.map(({ cavalier, total }: Stored) => `${cavalier} ${total}`),
    ]),
  ).toEqual([
    ['2026-10-0001', 'Dora Dubois', 90, ['Max 45', 'null 45']],
    ['2026-10-0002', 'Jeanne Maes', 42.5, ['Zoé 20', 'Léa 22.5']],
    ['2026-10-0003', 'Luc Peeters', 11.25, ['Nina 11.25']],
  ]);
  // The statement of the grandmother is for her; her children's accounts have none.
  for (const own of [anne, paul])
    expect((await own('GET', '/api/mes-releves')).body).toMatchObject({
      releves: [],
      paye_par_un_autre: true,
    });

  // Dora pays a part; then a lesson of the billed month is called off.
  const part = {
    id: randomUUID(),
    client: dora.id,
    attendu: 90,
    montant: 50,
    jour: '2026-11-01',
    moyen: 'carte',
    note: null,
  };
  expect((await admin('POST', '/api/facturation/paiements', part)).body).toEqual({ solde: 40 });
  expect((await admin('DELETE', `/api/reservations/${called}`)).status).toBe(200);
  await lesson('2026-10-28', peeters, 'Nina'); // entered late, 22.50
  expect(await doit()).toEqual(['Jeanne Maes 42.5 0', 'Dora Dubois 17.5 0', 'Luc Peeters 33.75 0']);
  expect((await dora('GET', '/api/mes-releves')).body).toMatchObject({ solde: 17.5, en_cours: 0 });

  // Dora's account is erased with 17.50 euros open.
  await confirmSessions(t.services.db, t.clock.now);
  expect((await admin('GET', `/api/facturation/comptes/${dora.id}/ouvert`)).body).toEqual({
    solde: 17.5,
    en_cours: 0,
  });
  expect((await admin('DELETE', `/api/users/${dora.id}`)).status).toBe(200);
  expect((await admin('GET', '/api/facturation/effaces')).body).toMatchObject([
    { nom: 'Dora Dubois', solde: 17.5, releves: 2 },
  ]);
  expect(
    (await admin('GET', `/api/facturation/recherche?q=${october[0]!['communication']}`)).body
      .comptes,
  ).toMatchObject([{ nom: 'Dora Dubois', solde: 17.5, efface: true }]);

  // November begins after a restore: numbers go on 1,000 higher, in the old month and in the new one.
  await transact(t.services.db, [], (tx) => skipNumeros(tx, 1_000, '2026-11')); // REL-41
  t.clock.now = new Date('2026-11-29T08:30:00Z');
  expect((await make('2026-10')).map(({ numero, a_payer }) => `${numero} ${a_payer}`)).toEqual([
    '2026-10-0001 90',
    '2026-10-0002 42.5',
    '2026-10-0003 11.25',
    '2026-10-1004 33.75',
  ]);
  await lesson('2026-11-09', peeters, 'Nina');
  expect((await make('2026-11')).map(({ numero, a_payer }) => `${numero} ${a_payer}`)).toEqual([
    '2026-11-0001 17.5', // Dora's last one
    '2026-11-1002 56.25',
  ]);
});
