/** Statements, payments and what is owed (REL-01 to REL-45). */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type Caller, MORNING, type Stored, useTestApp } from '../support/app.ts';
import { storeLecon } from '../support/places.ts';

const t = useTestApp();
let admin: Caller & { id: string };
let anne: Caller & { id: string; email: string };

const run = (query: string) => t.services.db.execute(sql.raw(query));

beforeEach(async () => {
  t.clock.now = MORNING;
  await run(`truncate reservations, reservations_supprimees, participants_retires, lignes, cavaliers, prix_valables, courriels, journal, payeurs, releves, releves_lignes, mouvements, relances, lignes_libres, releves_numeros cascade;
    delete from users; delete from clients;
    update parametres set billing = true, "billingSince" = '2026-09-01', "billingHolder" = 'Manège SRL', "billingIban" = 'BE68539007547034';
    insert into prix_valables values ('collective', '2000-01-01', 2000), ('longe', '2000-01-01', 1500)`);
  admin = await t.as({ role: 'admin', prenom: 'Odile', nom: 'Bureau' });
  anne = await t.as({ prenom: 'Anne', nom: 'Maes' });
});

/** A confirmed lesson with seats at 20 euros each, of one customer. */
const lesson = async (jour: string, client: string, noms: string[], more = {}) => {
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
    ...more,
  });
  await run(`update participants set centimes = 2000 where reservation_id = '${id}'`);
  return id!;
};

const doit = async (): Promise<Stored[]> => (await admin('GET', '/api/facturation/doit')).body;

test('un mois se facture, se paie, et ce qui change ensuite se voit', async () => {
  await lesson('2026-10-05', anne.id, ['Zoé', 'Tom']);
  const second = await lesson('2026-10-12', anne.id, ['Zoé']);
  const prepared = (await admin('GET', '/api/facturation/mois/2026-10')).body;
  expect(prepared.clients).toEqual([
    { id: anne.id, nom: 'Anne Maes', compte: true, lignes: 3, montant: 60 },
  ]);
  const made = await admin('POST', '/api/releves', { mois: '2026-10' });
  expect(made.body).toEqual({ faits: [expect.any(String)], restent: 0 });
  expect((await admin('POST', '/api/releves', { mois: '2026-10' })).body).toEqual({
    faits: [],
    restent: 0,
  });
  const { releve } = (await admin('GET', `/api/releves/${made.body.faits[0]}`)).body;
  expect(releve.numero).toBe('2026-10-0001');
  expect(releve.blocs.map((one: Stored) => [one['cavalier'], one['total']])).toEqual([
    ['Tom', 20],
    ['Zoé', 40],
  ]);
  const pay = {
    id: randomUUID(),
    client: anne.id,
    attendu: 60,
    montant: 50,
    jour: '2026-11-21',
    moyen: 'virement',
  };
  expect((await admin('POST', '/api/facturation/paiements', pay)).body).toEqual({ solde: 10 });
  await run(
    `update reservations set statut = 'annulee' where id = '${second}'; delete from occupations where reservation_id = '${second}'`,
  );
  expect(await doit()).toMatchObject([{ id: anne.id, solde: -10, en_cours: 0 }]);
  const mine = (await anne('GET', '/api/mes-releves')).body;
  expect(mine).toMatchObject({ solde: -10, releves: [{ numero: '2026-10-0001', a_payer: 60 }] });
  const { compte } = { compte: (await admin('GET', `/api/facturation/comptes/${anne.id}`)).body };
  expect(compte.lignes).toMatchObject([{ montant: -20, ecart: true, jour: '2026-10-12' }]);
});
