/**
 * Reminders, which are written when they are due. Each test moves the clock as the half minutes of
 * the server would, and reads what a real mail server received (MAIL-06, MAIL-16).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { asc, eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { deliver, remind } from '../../../src/server/actions/emails/courriels.ts';
import { transact } from '../../../src/server/platform/db.ts';
import { courriels } from '../../../src/server/platform/schema/schema.ts';
import { insertCourriels } from '../../../src/server/stores/emails/courriels.ts';
import { settleRestored } from '../../../src/server/stores/personal_data/restauration.ts';
import { book, DEMANDE, MORNING, put, type Stored, type TestApp } from '../../support/app.ts';
import { useCourrier } from '../../support/courrier.ts';

type Person = Awaited<ReturnType<TestApp['as']>>;

const c = useCourrier();
const db = () => c.t.services.db;
const never = new AbortController().signal;
let admin: Person;
let rider: Person;
let other: Person;

beforeAll(async () => {
  admin = await c.t.as({ role: 'admin' });
  rider = await c.t.as({ prenom: 'Zoé', nom: 'Willems' });
  other = await c.t.as({ prenom: 'Hugo', nom: 'Dubois' });
});
beforeEach(async () => {
  for (const table of ['reservations_supprimees', 'fermetures'])
    await db().execute(sql.raw(`delete from ${table}`));
  await db().execute(sql`delete from parametres`);
  await db().execute(sql`insert into parametres (id) values (1)`);
  await db().execute(sql`update types_lecons set ouverte = true where value = 'collective'`);
});

/** Monday 23 November 2026, 10:00 in Brussels: due on Sunday at 09:00 UTC. */
const EVE = '2026-11-22T09:00:00Z';
const at = async (instant: string): Promise<void> => {
  c.t.clock.now = new Date(instant);
  await c.round();
};
/** The reminders that were received: recipient and beginning of the lesson. */
const received = (): string[] =>
  c.smtp.recus.flatMap(({ subject, to }) =>
    subject?.startsWith('Rappel')
      ? [`${[to].flat()[0]?.value[0]?.address} ${subject.split(' : ')[1]}`]
      : [],
  );
const rappels = () =>
  db().select().from(courriels).where(eq(courriels.sorte, 'rappel')).orderBy(asc(courriels.cause));
/** A lesson of an import, as of the morning of 21 November. */
const imported = (date_reservation: string) => ({
  user_id: rider.id,
  noms_participants: ['Zoé Willems'],
  nom_client: 'Zoé Willems',
  date_reservation,
  heure_debut: '10:00',
  heure_fin: '11:00',
  type_piste: 'interieure',
  type_lecon: 'collective',
  created_at: MORNING.toISOString(),
});
const MONDAY = 'lundi 23 novembre 2026, 10h00';
const join = (who: Person, change: object = {}) =>
  who('POST', '/api/reservations/places', {
    ...DEMANDE,
    nombre_personnes: 1,
    noms_participants: ['Tom'],
    remarques: 'Débute',
    ...change,
  });

test('à son heure et pas avant, une fois, à chaque compte qui a une place, avec ce que la leçon est alors', async () => {
  const stored = await book(rider, { remarques: 'Poney calme' });
  expect((await join(other)).status).toBe(201);
  c.later(10);
  const { body } = await admin('GET', `/api/reservations/${stored['id']}`);
  await put(admin, body, { remarques: 'Cheval rapide' });
  await at('2026-11-22T08:59:59Z');
  expect([received(), await rappels()]).toEqual([[], []]);
  await at(EVE);
  await at('2026-11-22T09:00:30Z');
  await at('2026-11-23T08:59:30Z');
  expect(received().toSorted()).toEqual(
    [rider, other].map(({ email }) => `${email} ${MONDAY}`).toSorted(),
  );
  expect(
    (await rappels()).map(({ user_id, contenu, envoyer_apres, perime_apres }) => [
      user_id,
      'lecon' in contenu && [contenu.lecon.noms_participants, contenu.lecon.remarques],
      envoyer_apres.toISOString(),
      perime_apres.toISOString(),
    ]),
  ).toEqual(
    expect.arrayContaining([
      [
        rider.id,
        [['Camille Lambert', 'Hugo Dubois'], 'Cheval rapide'],
        '2026-11-22T09:00:00.000Z',
        '2026-11-23T09:00:00.000Z',
      ],
      [other.id, [['Tom'], 'Débute'], '2026-11-22T09:00:00.000Z', '2026-11-23T09:00:00.000Z'],
    ]),
  );
});

test('réserver, déplacer et annuler n’écrivent aucun rappel', async () => {
  const stored = await book(rider);
  const { body: moved } = await put(admin, stored, { heure_debut: '14:00' });
  await put(admin, moved, { statut: 'annulee' });
  expect((await c.rows()).map(({ sorte }) => sorte).toSorted()).toEqual([
    'reservation_annulee',
    'reservation_confirmee',
    'reservation_modifiee',
  ]);
});

test('plusieurs instances à la fois en écrivent un et une l’annonce ; quand rien n’est dû, aucune n’annonce rien', async () => {
  // MAIL-18
  await book(rider);
  await book(other, { type_piste: 'exterieure' });
  const listener = new pg.Client({ connectionString: c.t.url });
  await listener.connect();
  onTestFinished(() => listener.end());
  const heard: string[] = [];
  listener.on('notification', ({ payload = '' }) => {
    if (!payload.includes('reservations')) heard.push(payload); // a booking may be announced later
  });
  await listener.query('listen manege_changes');
  const together = async () => {
    await Promise.all(Array.from({ length: 6 }, () => remind(c.t.services)));
    await sleep(200); // what was announced is gathered, then sent
  };
  c.t.clock.now = new Date('2026-11-22T08:59:00Z');
  await together();
  expect(heard).toEqual([]);
  c.t.clock.now = new Date(EVE);
  await together();
  expect((await rappels()).map(({ user_id }) => user_id).toSorted()).toEqual(
    [rider.id, other.id].toSorted(),
  );
  expect(heard).toEqual(['{"changed":["courriels"]}']);
  await together();
  expect(heard).toHaveLength(1);
  await Promise.all(Array.from({ length: 4 }, () => deliver(c.t.services, never)));
  expect(received()).toHaveLength(2);
});

describe('réservée, rejointe ou changée moins de 24 heures avant', () => {
  test.each([true, false])(
    'pas de rappel de cette place-là, confirmations envoyées : %s',
    async (sent) => {
      // MAIL-06, LIM-13
      await db().execute(sql`update parametres set "sendConfirmation" = ${sent}`);
      const stored = await book(rider);
      // The database's clock writes when it was booked, that of the test tells when it is due.
      const booked = (id: string, instant: string) =>
        db().execute(
          sql`update reservations set created_at = ${instant}::timestamptz where id = ${id}`,
        );
      await booked(stored['id'], MORNING.toISOString());
      c.t.clock.now = new Date(EVE);
      const late = await book(other, { type_piste: 'exterieure' });
      await booked(late['id'], EVE);
      expect((await join(other)).status).toBe(201);
      await at('2026-11-22T09:00:30Z');
      await at('2026-11-23T08:00:00Z');
      expect(received()).toEqual([`${rider.email} ${MONDAY}`]);
    },
  );

  test('déplacée de trop près, rétablie ou restaurée trop tard : pas de rappel ; plus tôt : un', async () => {
    // MAIL-16, DESK-30
    const later = { date_reservation: '2026-11-27' };
    const moved = await book(rider, later);
    const reopened = await book(rider, { type_piste: 'exterieure' });
    const deleted = await book(rider, { heure_debut: '14:00' });
    const restored = await book(rider, { ...later, heure_debut: '14:00' });
    const restore = ({ id }: Stored) =>
      admin('POST', `/api/reservations/supprimees/${id}/restauration`);
    const { body: off } = await put(admin, reopened, { statut: 'annulee' });
    for (const { id } of [deleted, restored])
      expect((await admin('DELETE', `/api/reservations/${id}`)).status).toBe(200);
    c.t.clock.now = new Date('2026-11-22T13:30:00Z');
    expect((await put(admin, moved, { date_reservation: '2026-11-23' })).status).toBe(200);
    expect((await put(admin, off, { statut: 'confirmee' })).status).toBe(200);
    expect((await restore(deleted)).status).toBe(200);
    expect((await restore(restored)).status).toBe(200);
    await at('2026-11-22T13:30:30Z');
    await at('2026-11-26T13:00:30Z');
    expect(received()).toEqual([`${rider.email} vendredi 27 novembre 2026, 14h00`]);
  });
});

describe('une leçon qui change avant son rappel', () => {
  test('déplacée : seul celui du nouveau jour ; ramenée après coup : aucun autre', async () => {
    // MAIL-16
    const stored = await book(rider);
    const { body: moved } = await put(admin, stored, { date_reservation: '2026-11-30' });
    await at('2026-11-22T09:00:30Z');
    expect(received()).toEqual([]);
    await at('2026-11-29T09:00:30Z');
    const [WEEK, TUESDAY] = ['lundi 30 novembre 2026, 10h00', 'mardi 1er décembre 2026, 10h00'];
    expect(received()).toEqual([`${rider.email} ${WEEK}`]);
    // Moved on after it was reminded: the new day has its own. Moved back: no second one.
    const { body: on } = await put(admin, moved, { date_reservation: '2026-12-01' });
    await at('2026-11-29T10:00:00Z');
    expect(received()).toHaveLength(1);
    expect((await put(admin, on, { date_reservation: '2026-11-30' })).status).toBe(200);
    await at('2026-11-29T10:30:00Z');
    const { body: back } = await admin('GET', `/api/reservations/${stored['id']}`);
    await put(admin, back, { date_reservation: '2026-12-01' });
    await at('2026-11-30T09:00:30Z');
    expect(received().slice(1)).toEqual([`${rider.email} ${TUESDAY}`]);
  });

  test.each<[string, (stored: Stored) => Promise<{ status: number }>]>([
    ['annulée', (stored) => put(admin, stored, { statut: 'annulee' })],
    ['supprimée', ({ id }) => admin('DELETE', `/api/reservations/${id}`)],
    ['quittée', ({ id }) => rider('POST', `/api/reservations/${id}/annulation`, {})],
    [
      'fermée',
      ({ id, version }) =>
        admin('POST', '/api/fermetures', {
          pistes: ['interieure'],
          du: '2026-11-23',
          au: '2026-11-23',
          heure_debut: '08:00',
          heure_fin: '20:00',
          motif: 'Gel',
          lecons: [{ id, version, sort: 'annuler' }],
        }),
    ],
  ])('%s : aucun, ni prévu ni écrit', async (_, act) => {
    await db().execute(sql`update parametres set "riderCancellation" = true`);
    const stored = await book(rider);
    expect((await act(stored)).status).toBeLessThan(300);
    expect((await admin('GET', '/api/courriels?statut=planifie')).body).toEqual([]);
    await at('2026-11-22T09:00:30Z');
    expect([received(), await rappels()]).toEqual([[], []]);
  });
});

describe("quand le serveur d'envoi ne répond pas à l'heure du rappel", () => {
  const change: Record<string, (stored: Stored) => Promise<unknown>> = {
    'la leçon est déplacée': (stored) => put(admin, stored, { date_reservation: '2026-11-30' }),
    'elle est annulée': (stored) => put(admin, stored, { statut: 'annulee' }),
    'elle est supprimée': ({ id }) => admin('DELETE', `/api/reservations/${id}`),
    'sa piste change': (stored) => put(admin, stored, { type_piste: 'exterieure' }),
  };
  test.each(Object.keys(change))('%s : il ne part plus', async (what) => {
    // MAIL-16
    const stored = await book(rider);
    await c.round();
    c.smtp.toujours = { destinataire: 451 };
    await at('2026-11-22T09:00:30Z');
    expect((await rappels()).map(({ statut }) => statut)).toEqual(['en_attente']);
    await change[what]?.(stored);
    c.smtp.toujours = {};
    await at('2026-11-22T09:10:00Z');
    expect(received()).toEqual([]);
    expect(
      (await rappels()).map(({ statut, derniere_erreur }) => [statut, derniere_erreur]),
    ).toEqual([['perime', "Sa leçon a changé, ou n'a plus lieu, depuis qu'il a été écrit."]]);
    await at('2026-11-29T09:00:30Z');
    expect(received()).toHaveLength(what === 'la leçon est déplacée' ? 1 : 0);
  });

  test('elle ne change pas pour lui : il part à son retour', async () => {
    await book(rider);
    c.smtp.toujours = { destinataire: 451 };
    await at('2026-11-22T09:00:30Z');
    expect((await join(other)).status).toBe(201);
    c.smtp.toujours = {};
    await at('2026-11-22T09:10:00Z');
    expect(received()).toEqual([`${rider.email} ${MONDAY}`]);
  });
});

test('service arrêté à l’heure du rappel : il part au retour, tant que la leçon n’a pas commencé', async () => {
  // MAIL-02, MAIL-06
  await book(rider);
  await book(other, { type_piste: 'exterieure', heure_debut: '14:00' });
  await at('2026-11-23T09:00:00Z');
  expect(received()).toEqual([`${other.email} lundi 23 novembre 2026, 14h00`]);
  expect(await rappels()).toHaveLength(1);
});

test.each([
  ["le passage à l'heure d'été", '2027-03-28', '2027-03-27T07:59:59Z', '2027-03-27T08:00:00Z'],
  ["le passage à l'heure d'hiver", '2027-10-31', '2027-10-30T08:59:59Z', '2027-10-30T09:00:00Z'],
])('à travers %s, 24 heures avant', async (_, date_reservation, before, due) => {
  await db().execute(sql`select importer_lecons(${JSON.stringify([imported(date_reservation)])})`);
  await db().execute(sql`update horloge set battement_at = ${before}::timestamptz`);
  await at(before);
  expect(received()).toEqual([]);
  await at(due);
  expect(received()).toHaveLength(1);
});

test('une leçon importée a le sien comme une leçon réservée', async () => {
  await db().execute(
    sql`select importer_lecons(${JSON.stringify([
      imported('2026-11-22'),
      imported('2026-11-23'),
    ])})`,
  );
  for (const instant of [MORNING.toISOString(), '2026-11-22T09:00:30Z']) await at(instant);
  expect(received()).toEqual([`${rider.email} ${MONDAY}`]);
});

describe("pendant qu'une instance de la version d'avant tourne", () => {
  /** Writes a reminder as that version did with every booking. */
  const ahead = async ({ id, version }: Stored, statut: 'en_attente' | 'envoye', jour = '23') => {
    const lecon = { ...DEMANDE, reservation_id: id, version, heure_fin: '11:00', type: 'Leçon' };
    const cause = `rappel ${id} ${version}`;
    await transact(db(), [], (tx) =>
      insertCourriels(tx, [
        {
          cause,
          destinataire: rider.email,
          destinataire_nom: 'Zoé Willems',
          user_id: rider.id,
          reservation_id: id,
          contenu: {
            sorte: 'rappel',
            nom: 'Zoé Willems',
            lecon: { ...lecon, date_reservation: `2026-11-${jour}` },
            copie: false,
          },
          envoyer_apres: new Date(`2026-11-${Number(jour) - 1}T09:00:00Z`),
          perime_apres: new Date(`2026-11-${jour}T09:00:00Z`),
        },
      ]),
    );
    await db().update(courriels).set({ statut }).where(eq(courriels.cause, cause));
  };

  test("ce qu'elle écrit d'avance est retrouvé à son heure, une fois", async () => {
    // ADR-023
    await ahead(await book(rider), 'en_attente');
    await c.round();
    expect(await rappels()).toEqual([]);
    await at('2026-11-22T09:00:30Z');
    await at('2026-11-22T09:01:00Z');
    expect(received()).toEqual([`${rider.email} ${MONDAY}`]);
  });

  test("ce qu'elle a envoyé, ou ce qui attend d'elle à son heure, ne part pas deux fois", async () => {
    const stored = await book(rider);
    c.t.clock.now = new Date(EVE);
    await ahead(stored, 'envoye');
    await at('2026-11-22T09:00:30Z');
    expect(received()).toEqual([]);
    await db().execute(sql`update courriels set statut = 'en_attente' where sorte = 'rappel'`);
    await at('2026-11-22T09:01:00Z');
    await at('2026-11-22T09:02:00Z');
    expect(received()).toEqual([`${rider.email} ${MONDAY}`]);
  });

  test("ce qu'elle retire d'une leçon qu'elle change n'est pas réécrit", async () => {
    const stored = await book(rider);
    c.smtp.toujours = { destinataire: 451 };
    await at('2026-11-22T09:00:30Z');
    await put(admin, stored, { remarques: 'autre' });
    await db().execute(sql`delete from courriels where sorte = 'rappel' and statut = 'en_attente'`);
    c.smtp.toujours = {};
    await at('2026-11-22T09:10:00Z');
    expect(received()).toEqual([]);
  });

  test('une leçon que cette version déplace ou annule ne part plus à son ancienne heure', async () => {
    const [moved, off] = [await book(rider), await book(rider, { type_piste: 'exterieure' })];
    await ahead(moved, 'en_attente');
    await ahead(off, 'en_attente');
    await put(admin, moved, { date_reservation: '2026-11-30' });
    await put(admin, off, { statut: 'annulee' });
    // No round has run since: both are due before they could be deleted.
    await at('2026-11-22T09:00:30Z');
    expect(received()).toEqual([]);
    await at('2026-11-29T09:00:30Z');
    expect(received()).toEqual([`${rider.email} lundi 30 novembre 2026, 10h00`]);
  });
});

test("restaurée d'une sauvegarde d'avant leur heure, la base n'écrit pas une seconde fois ceux qui sont partis depuis ; les autres restent prévus", async () => {
  // OPS-11
  await book(rider);
  await book(other, { date_reservation: '2026-11-24' });
  c.t.clock.now = new Date('2026-11-22T12:00:00Z');
  await transact(db(), [], (tx) =>
    settleRestored(tx, { erased: [], now: c.t.clock.now, last: () => Promise.resolve() }),
  );
  expect((await rappels()).map(({ user_id, statut }) => [user_id, statut])).toEqual([
    [rider.id, 'perime'],
  ]);
  await at('2026-11-22T12:00:30Z');
  expect(received()).toEqual([]);
  await at('2026-11-23T09:00:30Z');
  expect(received()).toEqual([`${other.email} mardi 24 novembre 2026, 10h00`]);
});

test("l'horloge un an en avance n'écrit aucun rappel", async () => {
  // SET-16
  await book(rider, { date_reservation: '2027-11-22' });
  await db().execute(sql`update horloge set battement_at = ${MORNING.toISOString()}::timestamptz`);
  await at('2027-11-21T12:00:00Z');
  expect(await rappels()).toEqual([]);
});
