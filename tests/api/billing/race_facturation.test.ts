/**
 * Statements and payments on two instances at the same time: no statement, payment, correction or
 * reminder twice, and no line lost (REL-11, REL-21, REL-23, REL-27).
 */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { useInstances } from '../../support/instances.ts';
import { storeLecon } from '../../support/places.ts';
import { rounds } from '../../support/rounds.ts';

const ADMINS = 8;
const ROUNDS = rounds(6, 60);
const JOUR = momentAt(new Date()).jour;
const MOIS = JOUR.slice(0, 7);

const i = useInstances({ people: ADMINS, role: 'admin' });

const rows = async (query: string): Promise<any[]> => (await i.sql.query(query)).rows;
const everyone = <T>(work: (who: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: ADMINS }, (_, who) => work(who)));

beforeEach(async () => {
  await i.sql.query(
    `truncate payeurs, releves_numeros, courriels, reservations, reservations_supprimees cascade`,
  );
  await i.sql.query(`delete from lignes_libres`);
  await i.sql.query(`delete from clients where nom is not null`);
  await i.sql.query(`update parametres set billing = true, "billingSince" = '${MOIS}-01'`);
});

/** New customers without an account, each with a free line of so many euros. */
async function clientsWith(montant: number, nombre: number): Promise<string[]> {
  const ids = await rows(
    `insert into clients (nom, cle) select 'Client ' || n, 'client ' || gen_random_uuid() from generate_series(1, ${nombre}) n returning id`,
  );
  for (const { id } of ids) await line(id, montant);
  return ids.map(({ id }) => id);
}
const line = (client: string, montant: number) =>
  rows(
    `insert into lignes_libres (id, client_id, jour, libelle, centimes, created_at) values (gen_random_uuid(), '${client}', '${JOUR}', 'Licence', ${montant * 100}, now())`,
  );

const paying = (client: string, attendu: number, montant = attendu) => ({
  id: randomUUID(),
  client,
  attendu,
  montant,
  jour: JOUR,
  moyen: 'virement',
  note: null,
});

/** One answer is a success, every other one this refusal. */
function expectOne(answers: { status: number; body: any }[], success: number, code: string): void {
  expect(
    answers.map(({ status, body }) => (status === success ? 'fait' : body.code)).toSorted(),
  ).toEqual([...Array<string>(ADMINS - 1).fill(code), 'fait'].toSorted());
}

test('le même mois, fait par tous à la fois : un relevé par client, chaque ligne une fois, des numéros qui se suivent', async () => {
  // REL-08, REL-11
  for (let round = 0; round < ROUNDS; round += 1) {
    await i.sql.query(`truncate payeurs, releves_numeros cascade`);
    await i.sql.query(`delete from clients where nom is not null`);
    await clientsWith(20, 12);
    const answers = await everyone((who) => i.call(who, '/api/releves', { mois: MOIS }));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(ADMINS).fill(200));
    expect(answers.flatMap(({ body }) => body.faits)).toHaveLength(12);
    expect(await rows(`select numero, ce_mois from releves order by numero`)).toEqual(
      Array.from({ length: 12 }, (_, n) => ({ numero: n + 1, ce_mois: 2000 })),
    );
    expect(
      await rows(
        `select count(*)::int as n, count(distinct source_id)::int as lignes from releves_lignes`,
      ),
    ).toEqual([{ n: 12, lignes: 12 }]);
  }
});

test('le même montant ouvert, payé par tous à la fois : un seul paiement ; annulé par tous : une seule fois', async () => {
  // REL-21, REL-23
  for (let round = 0; round < ROUNDS; round += 1) {
    const [client] = (await clientsWith(20, 1)) as [string];
    await i.call(0, '/api/releves', { mois: MOIS });
    const paid = await everyone((who) =>
      i.call(who, '/api/facturation/paiements', paying(client, 20)),
    );
    expectOne(paid, 201, 'solde_change');
    const [{ id }] = (await rows(`select id from mouvements where payeur_id = '${client}'`)) as [
      { id: string },
    ];
    const undone = await everyone((who) =>
      i.call(who, `/api/facturation/paiements/${id}/annulation`, {}),
    );
    expectOne(undone, 200, 'paiement_annule');
    expect(
      await rows(
        `select sum(centimes)::int as centimes, count(*)::int as n from mouvements where payeur_id = '${client}'`,
      ),
    ).toEqual([{ centimes: 0, n: 2 }]);
  }
});

test('un même envoi répété sur deux instances n’est enregistré qu’une fois', async () => {
  // REL-21, REL-04
  for (let round = 0; round < ROUNDS; round += 1) {
    const [client] = (await clientsWith(20, 1)) as [string];
    await i.call(0, '/api/releves', { mois: MOIS });
    const same = paying(client, 20, 5);
    const answers = await everyone((who) => i.call(who, '/api/facturation/paiements', same));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(ADMINS).fill(201));
    expect(answers.map(({ body }) => body.solde)).toEqual(Array<number>(ADMINS).fill(15));
    const free = { id: randomUUID(), client, jour: JOUR, libelle: 'Stage', montant: 30 };
    await everyone((who) => i.call(who, '/api/facturation/lignes', free));
    expect(
      await rows(
        `select (select count(*)::int from mouvements where payeur_id = '${client}') as paiements, (select count(*)::int from lignes_libres where client_id = '${client}') as lignes`,
      ),
    ).toEqual([{ paiements: 1, lignes: 2 }]);
  }
});

test('une même ligne, corrigée par tous à la fois, l’est une fois', async () => {
  // REL-06
  for (let round = 0; round < ROUNDS; round += 1) {
    const [client] = (await clientsWith(20, 1)) as [string];
    const [{ id: ligne }] = (await rows(
      `select id from lignes_libres where client_id = '${client}'`,
    )) as [{ id: string }];
    const answers = await everyone((who) =>
      i.call(who, '/api/facturation/corrections', {
        id: randomUUID(),
        client,
        source: 'libre',
        ligne,
        raison: 'Erreur',
      }),
    );
    expectOne(answers, 201, 'ligne_corrigee');
  }
});

test('une place corrigée et supprimée pendant que les relevés se font : ni crédit double, ni place perdue', async () => {
  // REL-06, REL-11
  await i.sql.query(`update parametres set "billingSince" = '2020-01-01'`);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id: client } = await i.newPerson();
    const id = await storeLecon(i.db, {
      type_lecon: 'collective',
      type_piste: 'interieure',
      date_reservation: addDays(JOUR, -1 - round),
      heure_debut: '10:00',
      heure_fin: '11:00',
      noms_participants: ['Zoé'],
      nombre_personnes: 1,
      nom_client: 'Zoé',
      user_id: client,
      statut: 'confirmee',
    });
    await i.sql.query(`update participants set centimes = 2000 where reservation_id = $1`, [id]);
    const [{ id: ligne }] = (await rows(
      `select id from participants where reservation_id = '${id}'`,
    )) as [{ id: string }];
    const releves = (who: number) =>
      i.call(who, '/api/releves', { mois: MOIS, clients: [client] }).then(({ status }) => status);
    const [corrected, removed, ...made] = await Promise.all([
      i
        .call(0, '/api/facturation/corrections', {
          id: randomUUID(),
          client,
          source: 'place',
          ligne,
          raison: 'Erreur',
        })
        .then(({ status }) => status),
      i.call(1, `/api/reservations/${id}`, {}, 'DELETE').then(({ status }) => status),
      ...[2, 3, 4, 5].map(releves),
    ]);
    expect([removed, ...made]).toEqual([200, 200, 200, 200, 200]);
    expect(await releves(6)).toBe(200);
    const sent = async (): Promise<number> =>
      (
        await rows(
          `select coalesce(sum(centimes), 0)::int as n from releves_lignes where client_id = '${client}'`,
        )
      )[0].n;
    expect(await sent(), `${corrected}`).toBe(0);
    const restored = await i.call(7, `/api/reservations/supprimees/${id}/restauration`, {});
    expect(restored.status).toBe(200);
    await releves(0);
    expect(await sent()).toBe(corrected === 201 ? 0 : 2000);
  }
});

test('un rappel demandé par tous à la fois part une fois', async () => {
  // REL-27
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await i.newPerson();
    await line(id, 20);
    await i.call(0, '/api/releves', { mois: MOIS });
    await i.sql.query(`truncate courriels`);
    // An old statement: the trigger refuses this to the product.
    await i.sql.query(
      `alter table releves disable trigger user; update releves set jour = jour - 20; alter table releves enable trigger user`,
    );
    const answers = await everyone((who) =>
      i.call(who, '/api/facturation/rappels', { client: id }),
    );
    expectOne(answers, 200, 'rappel_trop_tot');
    expect(
      await rows(
        `select (select count(*)::int from relances where payeur_id = '${id}') as relances, (select count(*)::int from courriels where sorte = 'relance') as courriels`,
      ),
    ).toEqual([{ relances: 1, courriels: 1 }]);
  }
});

test('pendant que le mois se fait, des clients sont effacés, regroupés, payés par d’autres : aucune ligne perdue, aucune panne', async () => {
  // REL-11, REL-34, REL-35
  for (let round = 0; round < ROUNDS; round += 1) {
    await i.sql.query(`truncate payeurs, releves_numeros cascade`);
    await i.sql.query(`delete from lignes_libres`);
    await i.sql.query(`delete from clients where nom is not null`);
    const clients = await clientsWith(20, 10);
    const account = await i.newPerson();
    await line(account.id, 20);
    const answers = await Promise.all([
      i.call(0, '/api/releves', { mois: MOIS }),
      i.call(1, '/api/releves', { mois: MOIS }),
      i.call(2, `/api/clients/${clients[0]}`, undefined, 'DELETE'),
      i.call(3, `/api/clients/${clients[1]}`, undefined, 'DELETE'),
      i.call(4, `/api/clients/${clients[2]}/regroupement`, { vers: account.id }),
      i.call(5, `/api/clients/${clients[3]}/payeur`, { payeur: clients[4] }, 'PUT'),
      i.call(6, '/api/facturation/paiements', paying(clients[5]!, 0, 5)),
    ]);
    for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(500);
    await i.call(0, '/api/releves', { mois: MOIS });
    expect(
      await rows(
        `select sum(ce_mois)::int as centimes, (select sum(centimes)::int from releves_lignes) as lignes, (select count(distinct source_id)::int from releves_lignes) as n from releves`,
      ),
    ).toEqual([{ centimes: 22_000, lignes: 22_000, n: 11 }]);
    for (const { solde } of (await i.call(1, '/api/facturation/doit', undefined, 'GET')).body)
      expect(solde % 5).toBe(0);
  }
});
