/**
 * A correction follows the seat that it corrects: together they never fall below 0 (REL-06, REL-78).
 * The expectations are computed here from the tables of lessons, not by the product.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { sweep } from '../../../src/server/actions/personal_data/conservation.ts';
import {
  type Answer,
  type Caller,
  MORNING,
  put,
  type Stored,
  useTestApp,
} from '../../support/app.ts';
import { storeLecon } from '../../support/places.ts';

const t = useTestApp();
let admin: Caller & { id: string };
let anne: string;
let bea: string;

const rows = async (query: string): Promise<Stored[]> =>
  (await t.services.db.execute(sql.raw(query))).rows;
const newClient = async (nom: string): Promise<string> =>
  (await admin('POST', '/api/clients', { nom })).body.id;

beforeEach(async () => {
  t.clock.now = MORNING;
  await rows(`truncate reservations, reservations_supprimees, participants_retires, fermetures, lignes, cavaliers, prix_valables, courriels, journal, payeurs, releves_numeros cascade;
    truncate lignes_libres; delete from users; delete from clients;
    update parametres set billing = true, "billingSince" = '2020-01-01', "lateCharge" = 'rien', "lessonRetention" = false, "absencesBilled" = true`);
  admin = await t.as({ role: 'admin' });
  anne = await newClient('Anne Maes');
  bea = await newClient('Bea Dubois');
});

const stored = async (id: string): Promise<Stored> =>
  (await admin('GET', `/api/reservations/${id}`)).body;
const seatOf = async (id: string): Promise<string> =>
  (await rows(`select id from participants where reservation_id = '${id}' order by position`))[0]![
    'id'
  ];

/** A lesson of October with two seats at 20 euros, of two customers; the first one is looked at. */
async function lesson(jour = '2026-10-05'): Promise<string> {
  const id = (await storeLecon(t.services.db, {
    type_lecon: 'collective',
    type_piste: 'interieure',
    date_reservation: jour,
    heure_debut: '10:00',
    heure_fin: '11:00',
    noms_participants: ['Zoé', 'Max'],
    nombre_personnes: 2,
    nom_client: 'Zoé',
    user_id: anne,
    statut: 'confirmee',
  }))!;
  await rows(`update participants set centimes = 2000 where reservation_id = '${id}';
    update participants set user_id = '${bea}' where reservation_id = '${id}' and nom = 'Max'`);
  return id;
}
const correct = (ligne: string, source = 'place', client = anne): Promise<Answer> =>
  admin('POST', '/api/facturation/corrections', {
    id: randomUUID(),
    client,
    source,
    ligne,
    raison: 'Nous n’étions pas là',
  });
const make = (mois = '2026-11') => admin('POST', '/api/releves', { mois });
const total = async (client: string): Promise<number> => {
  const { solde, en_cours } = (await admin('GET', `/api/facturation/comptes/${client}`)).body;
  return Math.round((solde + en_cours) * 100);
};
const credits = async (): Promise<Stored[]> =>
  (await admin('GET', '/api/facturation/mois/2026-10')).body.credits;

/** What may happen to a lesson after one of its seats was corrected, and what its first seat costs then. */
const CHANGES: Record<string, (id: string) => Promise<unknown>> = {
  supprimée: (id) => admin('DELETE', `/api/reservations/${id}`, {}),
  annulée: async (id) => put(admin, await stored(id), { statut: 'annulee' }),
  'de nouveau en attente': async (id) => put(admin, await stored(id), { statut: 'en_attente' }),
  'à 5 €': async (id) =>
    put(admin, await stored(id), {
      prix: [{ place: await seatOf(id), prix: 5, motif: 'geste' }],
    }),
  'à 25 €': async (id) =>
    put(admin, await stored(id), {
      prix: [{ place: await seatOf(id), prix: 25, motif: 'geste' }],
    }),
  'avec le cavalier excusé': async (id) =>
    admin('PUT', `/api/reservations/${id}/presences`, {
      presences: [{ place: await seatOf(id), presence: 'excusee' }],
    }),
  'sans le cavalier': async (id) =>
    put(admin, await stored(id), { noms_participants: ['Max'], nombre_personnes: 1 }),
  'déplacée à un jour à venir': async (id) =>
    put(admin, await stored(id), { date_reservation: '2026-12-07' }),
  'déplacée à un jour qui se ferme ensuite': async (id) => {
    await put(admin, await stored(id), { date_reservation: '2026-12-07' });
    const { version } = await stored(id);
    const { status } = await admin('POST', '/api/fermetures', {
      pistes: ['interieure'],
      du: '2026-12-07',
      au: '2026-12-07',
      heure_debut: '06:00',
      heure_fin: '23:00',
      motif: 'Gel',
      publique: true,
      lecons: [{ id, version, sort: 'annuler' }],
    });
    expect(status).toBe(201);
    t.clock.now = new Date('2026-12-08T08:30:00Z');
    admin = await t.as({ role: 'admin' });
  },
  'donnée à Bea': (id) =>
    rows(`update reservations set user_id = '${bea}', version = version + 1 where id = '${id}';
      update participants set user_id = '${bea}' where reservation_id = '${id}'`),
};

/** What the first seat costs a customer now, in cents, from the tables. */
const coutOf = async (client: string): Promise<number> =>
  (
    await rows(`select coalesce(sum(p.centimes), 0)::int as n from participants p join reservations r on r.id = p.reservation_id
      where r.statut = 'confirmee' and p.facturee and p.nom = 'Zoé' and p.user_id = '${client}' and r.date_reservation + r.heure_fin <= '2026-11-21 09:30'`)
  )[0]!['n'];

const ENVOIS = ['avant tout relevé', 'après le relevé', 'la correction aussi envoyée'] as const;

test.each(
  Object.keys(CHANGES).flatMap((change) => ENVOIS.map((envoi) => [change, envoi] as const)),
)(
  'une place corrigée, puis sa leçon %s, %s : jamais moins que 0, et rien de perdu quand elle revient',
  async (change, envoi) => {
    // REL-05, REL-06
    const id = await lesson();
    if (envoi !== 'avant tout relevé') await make('2026-10');
    expect((await correct(await seatOf(id))).status).toBe(201);
    if (envoi === 'la correction aussi envoyée') await make();
    expect(await total(anne)).toBe(0);
    await CHANGES[change]!(id);
    // The correction was of 20 euros; what it leaves is what the seat costs above that.
    expect(await total(anne)).toBe(Math.max((await coutOf(anne)) - 2000, 0));
    expect(await credits()).toEqual([]);
    await make();
    expect(await total(anne)).toBe(Math.max((await coutOf(anne)) - 2000, 0));
    const [sent] = await rows(
      `select coalesce(sum(centimes), 0)::int as n from releves_lignes where client_id = '${anne}'`,
    );
    expect(sent!['n']).toBe(await total(anne));
  },
);

test('une leçon corrigée, supprimée puis restaurée reste corrigée', async () => {
  // REL-06, DESK-30
  const id = await lesson();
  await make('2026-10');
  await correct(await seatOf(id));
  await CHANGES['supprimée']!(id);
  await make();
  expect(await total(anne)).toBe(0);
  expect((await admin('POST', `/api/reservations/supprimees/${id}/restauration`)).status).toBe(200);
  expect(await coutOf(anne)).toBe(2000);
  expect(await total(anne)).toBe(0);
});

test('une place corrigée, puis facturée après le délai, ne coûte rien, et ne se corrige pas deux fois', async () => {
  // REL-06, LIG-08
  await rows(`update parametres set "lateCharge" = 'moitie'`);
  const id = await lesson();
  const seat = await seatOf(id);
  await correct(seat);
  await admin('DELETE', `/api/reservations/${id}`, { facturer: true });
  const [late] = await rows(`select id, centimes from lignes where place = '${seat}'`);
  expect(late!['centimes']).toBe(1000);
  expect(await total(anne)).toBe(0);
  expect(await correct(late!['id'], 'retard')).toMatchObject({
    status: 409,
    body: { code: 'ligne_corrigee' },
  });
  // That of the other customer, who was not credited, is corrected like every line.
  const [other] = await rows(`select id from lignes where user_id = '${bea}'`);
  expect((await correct(other!['id'], 'retard', bea)).status).toBe(201);
  expect(await total(bea)).toBe(0);
  await rows(`delete from lignes`);
  expect([await total(anne), await total(bea)]).toEqual([0, 0]);
});

test('la correction d’une correction suit les deux', async () => {
  // REL-06
  const id = await lesson();
  await correct(await seatOf(id));
  const [first] = await rows('select id from lignes_libres');
  await correct(first!['id'], 'libre');
  expect(await total(anne)).toBe(2000);
  await CHANGES['à 5 €']!(id);
  expect(await total(anne)).toBe(500);
  await CHANGES['supprimée']!(id);
  expect(await total(anne)).toBe(0);
});

test.each([false, true])(
  'une correction corrigée quand la place coûtait moins reste reprise en entier quand la place coûte de nouveau plus (envoyée : %s)',
  async (envoyee) => {
    // REL-06
    const id = await lesson();
    const price = async (prix: number) =>
      put(admin, await stored(id), {
        prix: [{ place: await seatOf(id), prix, motif: 'geste' }],
      });
    await correct(await seatOf(id));
    const [first] = await rows('select id from lignes_libres');
    await price(10);
    expect(await total(anne)).toBe(0);
    await correct(first!['id'], 'libre');
    expect(await total(anne)).toBe(1000);
    if (envoyee) await make();
    await price(20);
    expect(await total(anne)).toBe(2000);
    // And a third one gives back what the first one gave.
    const [second] = await rows('select id from lignes_libres where centimes > 0');
    expect((await correct(second!['id'], 'libre')).status).toBe(201);
    expect(await total(anne)).toBe(0);
    await price(5);
    expect(await total(anne)).toBe(0);
  },
);

test('quand les noms d’une leçon disparaissent, sa correction reste ce qu’elle était', async () => {
  // REL-06, REL-36, SET-42
  t.clock.now = new Date('2023-11-21T08:30:00Z');
  admin = await t.as({ role: 'admin' });
  const id = await lesson('2023-10-05');
  await make('2023-10');
  await CHANGES['à 5 €']!(id);
  await make('2023-10');
  await correct(await seatOf(id));
  await make('2023-11');
  expect(await total(anne)).toBe(0);
  t.clock.now = MORNING;
  admin = await t.as({ role: 'admin' });
  await rows(
    `update horloge set battement_at = '2026-11-21T08:00:00Z'; update parametres set "lessonRetention" = true, "lessonMonths" = 12`,
  );
  await sweep(t.services);
  expect(await rows(`select from participants where user_id = '${anne}'`)).toEqual([]);
  expect(await total(anne)).toBe(0);
  expect(await credits()).toEqual([]);
});

test('un crédit qu’une version précédente a donné deux fois reste, et se lit avant les relevés jusqu’à ce qu’il soit corrigé', async () => {
  // REL-78
  const id = await lesson();
  await make('2026-10');
  await correct(await seatOf(id));
  await CHANGES['supprimée']!(id);
  await rows(`update lignes_libres set fige = centimes`);
  await make();
  expect(await total(anne)).toBe(-2000);
  expect(await credits()).toEqual([
    {
      client: { id: anne, nom: 'Anne Maes' },
      jour: '2026-11-21',
      libelle: 'Leçon collective, 10h00 – 11h00, Piste Intérieure',
      cavalier: 'Zoé',
      montant: 20,
    },
  ]);
  const [first] = await rows('select id from lignes_libres');
  expect((await correct(first!['id'], 'libre')).status).toBe(201);
  expect(await total(anne)).toBe(0);
  expect(await credits()).toEqual([]);
});
