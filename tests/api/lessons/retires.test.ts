/**
 * Participants whom an administrator removed from a lesson: kept 30 days, restored while there is a
 * place, also by two instances at the same time (DESK-33).
 */
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { tidy } from '../../../src/server/housekeeping.ts';
import { book, DEMANDE, MORNING, planned, put, type Stored } from '../../support/app.ts';
import { useCourrier } from '../../support/courrier.ts';
import { useInstances } from '../../support/instances.ts';

const c = useCourrier();
const db = () => c.t.services.db;
type Person = Awaited<ReturnType<typeof c.t.as>>;
let [admin, nathalie, isabelle]: [Person, Person, Person] = [] as never;

beforeAll(async () => {
  [admin, nathalie] = [
    await c.t.as({ role: 'admin', prenom: 'Élise', nom: 'Maes' }),
    await c.t.as({ prenom: 'Nathalie', nom: 'Dubois' }),
  ];
});
beforeEach(async () => {
  c.t.clock.now = MORNING;
  isabelle = await c.t.as({ prenom: 'Isabelle', nom: 'Martin' });
  for (const table of [
    'reservations',
    'reservations_supprimees',
    'participants_retires',
    'courriels',
    'journal',
  ])
    await db().execute(sql.raw(`delete from ${table}`));
  await db().execute(
    sql`update types_lecons set ouverte = true, max_personnes = 4 where value = 'collective'`,
  );
});

const read = async (id: string): Promise<Stored> =>
  (await admin('GET', `/api/reservations/${id}`)).body;
const retires = async () => (await admin('GET', '/api/reservations/retires')).body;
const putBack = (id: string) => admin('POST', `/api/reservations/retires/${id}/remise`);
const courriels = async () =>
  (
    await db().execute(
      sql`select sorte, destinataire from courriels where user_id = ${isabelle.id} order by created_at, sorte`,
    )
  ).rows;

/**
 * Nathalie's lesson, which Isabelle has joined with two children. An administrator then removes the
 * first of these.
 */
async function takenOut(
  names = ['Camille Lambert', 'Hugo Dubois', 'Zoé Martin'],
): Promise<{ lesson: Stored; retire: Stored }> {
  const { id } = await book(nathalie);
  expect(
    (
      await isabelle('POST', '/api/reservations/places', {
        ...DEMANDE,
        noms_participants: ['Tom Martin', 'Zoé Martin'],
        remarques: 'ASTHME',
      })
    ).status,
  ).toBe(201);
  await db().execute(sql`delete from courriels`);
  const full = await read(id);
  const places = names.map(
    (nom) => full['participants'].find((seat: Stored) => seat['nom'] === nom)?.id ?? null,
  );
  const { status, body } = await put(admin, full, {
    noms_participants: names,
    nombre_personnes: names.length,
    places,
  });
  expect(status, body.message).toBe(200);
  const [retire] = await retires();
  return { lesson: await read(id), retire };
}

test('retiré par le bureau, il se lit pendant 30 jours et se remet à sa place, avec son compte et ses remarques', async () => {
  const { lesson, retire } = await takenOut(['Camille Lambert', 'Hugo Dubois']);
  const [first, second] = await retires();
  const { date_reservation, heure_debut, heure_fin, type_piste, type_lecon } = lesson;
  const common = {
    reservation_id: lesson['id'],
    compte: 'Isabelle Martin',
    par: 'Élise Maes',
    retire_at: MORNING.toISOString(),
    lecon: {
      date_reservation,
      heure_debut,
      heure_fin,
      type_piste,
      type_lecon,
      nombre_personnes: 2,
      statut: 'confirmee',
      supprimee: false,
    },
  };
  expect([first, second]).toEqual([
    { ...common, id: first.id, nom: 'Tom Martin' },
    { ...common, id: second.id, nom: 'Zoé Martin' },
  ]);
  expect((await nathalie('GET', '/api/reservations/retires')).status).toBe(403);
  expect((await isabelle('GET', '/api/reservations')).body).toEqual([]);
  expect((await courriels()).map(({ sorte }) => sorte)).toEqual(['reservation_annulee']);

  const { status, body } = await putBack(retire['id']);
  expect([status, body.noms_participants, body.version]).toEqual([
    200,
    ['Camille Lambert', 'Hugo Dubois', 'Tom Martin'],
    lesson['version'] + 1,
  ]);
  expect((await retires()).map(({ nom }: Stored) => nom)).toEqual(['Zoé Martin']);
  expect((await isabelle('GET', '/api/reservations')).body).toMatchObject([
    { noms_participants: ['Tom Martin'], remarques: 'ASTHME', personnes: 3 },
  ]);
  expect((await courriels()).map(({ sorte }) => sorte).toSorted()).toEqual([
    'reservation_annulee',
    'reservation_confirmee',
  ]);
  expect((await planned(admin)).filter((line) => line.startsWith(isabelle.email))).toHaveLength(1);
  // If the account already has a seat, it is a change, and the remarks are sent once.
  await putBack(second.id);
  expect((await isabelle('GET', '/api/reservations')).body).toMatchObject([
    { noms_participants: ['Tom Martin', 'Zoé Martin'], remarques: 'ASTHME' },
  ]);
  expect((await courriels()).map(({ sorte }) => sorte)).toContain('reservation_modifiee');
  expect((await putBack(second.id)).body).toMatchObject({
    status: 404,
    message: "Ce participant n'est plus parmi ceux qui ont été retirés.",
  });
});

test('le journal dit combien, jamais qui', async () => {
  // ACC-72
  const { lesson, retire } = await takenOut(['Camille Lambert', 'Zoé Martin', 'Marie Nouvelle']);
  await putBack(retire['id']);
  const { rows } = await db().execute<{ action: string; details: { participants?: object } }>(
    sql`select action, details from journal where acteur_id = ${admin.id} order by id`,
  );
  // Hugo and Tom are removed, Marie is new.
  expect(rows.map(({ action, details }) => [action, details.participants])).toEqual([
    ['reservation.modifiee', { ajoutes: 1, retires: 2, renommes: 0 }],
    ['place.remise', undefined],
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/Tom|Hugo|Marie|Martin/);
  const renamed = await read(lesson['id']);
  await put(admin, renamed, {
    noms_participants: renamed['noms_participants'].map((nom: string) => nom.replace('Zoé', 'Zoë')),
    places: renamed['participants'].map(({ id }: Stored) => id),
  });
  const {
    rows: [last],
  } = await db().execute<{ details: { participants: object } }>(
    sql`select details from journal order by id desc limit 1`,
  );
  expect(last?.details.participants).toEqual({ ajoutes: 0, retires: 0, renommes: 1 });
  expect(await retires()).toHaveLength(1);
});

test("sans place, annulée ou supprimée : une phrase, et rien n'a changé", async () => {
  const { lesson, retire } = await takenOut();
  const refused = async (code: string, message: RegExp) => {
    expect((await putBack(retire['id'])).body).toMatchObject({
      status: 409,
      code,
      message: expect.stringMatching(message),
    });
    expect(await retires()).toHaveLength(1);
  };
  await db().execute(sql`update types_lecons set max_personnes = 3 where value = 'collective'`);
  await refused('plus_de_place', /n'a plus de place/);
  await db().execute(sql`update types_lecons set max_personnes = 4 where value = 'collective'`);
  await put(admin, await read(lesson['id']), { statut: 'annulee' });
  await refused('lecon_deja_annulee', /déjà annulée/);
  await admin('DELETE', `/api/reservations/${lesson['id']}`);
  expect((await retires())[0].lecon.supprimee).toBe(true);
  await refused('lecon_supprimee', /restaurez-la d'abord/);
  await admin('POST', `/api/reservations/supprimees/${lesson['id']}/restauration`);
  await put(admin, await read(lesson['id']), { statut: 'confirmee' });
  expect((await putBack(retire['id'])).status).toBe(200);
});

test('gardé 30 jours ; effacé avec son compte, sauf le nom ; et dans ses données', async () => {
  // PEOPLE-31, PEOPLE-33
  const { retire } = await takenOut();
  const { body: donnees } = await isabelle('GET', '/api/profil/donnees');
  expect(donnees.places_retirees).toEqual([
    {
      reservation_id: retire['reservation_id'],
      nom: 'Tom Martin',
      remarques: 'ASTHME',
      presence: null,
      retiree_le: MORNING.toISOString(),
    },
  ]);
  await admin('DELETE', `/api/users/${isabelle.id}`);
  expect(await retires()).toMatchObject([{ nom: 'Tom Martin', compte: null }]);
  expect(
    (await db().execute(sql`select user_id, remarques from participants_retires`)).rows,
  ).toEqual([{ user_id: null, remarques: null }]);
  expect((await putBack(retire['id'])).status).toBe(200);
  await db().execute(
    sql`insert into participants_retires (position, nom, reservation_id, retire_at) values (1, 'Léa', gen_random_uuid(), ${MORNING.toISOString()}::timestamptz)`,
  );
  const after = async (ms: number) => {
    c.t.clock.now = new Date(MORNING.getTime() + ms);
    await db().execute(sql`update horloge set battement_at = ${c.t.clock.now.toISOString()}`);
    await tidy(c.t.services);
    return (await db().execute(sql`select 1 from participants_retires`)).rows.length;
  };
  expect(await after(30 * 86_400_000)).toBeGreaterThan(0);
  expect(await after(30 * 86_400_000 + 1)).toBe(0);
});

describe('deux instances', () => {
  const i = useInstances({ people: 2, role: 'admin' });

  test('10 fois, deux remises de la dernière place à la fois : une seule réussit', async () => {
    for (let n = 0; n < 10; n += 1) {
      const demande = {
        ...DEMANDE,
        date_reservation: addDays(momentAt(new Date()).jour, 60 + n),
        noms_participants: ['A', 'B', 'C', 'D', 'E', 'F'],
        nombre_personnes: 6,
      };
      const { body: full } = await i.call(0, '/api/reservations', demande);
      const five = { ...full, noms_participants: ['A', 'B', 'C', 'D', 'G'], nombre_personnes: 5 };
      await i.call(0, `/api/reservations/${full.id}`, five, 'PUT');
      const { rows } = await i.sql.query<{ id: string }>(
        'select id from participants_retires where reservation_id = $1',
        [full.id],
      );
      expect(rows).toHaveLength(2);
      const answers = await Promise.all(
        rows.map(({ id }, k) =>
          i.call(k as 0 | 1, `/api/reservations/retires/${id}/remise`, undefined, 'POST'),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted(), JSON.stringify(answers)).toEqual([
        200, 409,
      ]);
      const {
        rows: [seats],
      } = await i.sql.query(
        'select count(*)::int as n from participants where reservation_id = $1',
        [full.id],
      );
      const { rows: kept } = await i.sql.query(
        'select 1 from participants_retires where reservation_id = $1',
        [full.id],
      );
      expect([seats.n, kept.length]).toEqual([6, 1]);
    }
  });
});
