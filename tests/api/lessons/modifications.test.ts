/** An administrator's edit and deletion of a reservation, and the emails they cause. */
import { asc, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { courriels } from '../../../src/server/platform/schema/schema.ts';
import {
  book,
  type Caller,
  DEMANDE,
  MORNING,
  planned,
  put,
  type Stored,
  useTestApp,
} from '../../support/app.ts';
import { restoreTypes } from '../../support/fixture.ts';

const t = useTestApp();

beforeEach(async () => {
  t.clock.now = MORNING;
  await t.services.db.execute(sql`delete from courriels`);
  await t.services.db.execute(sql`delete from reservations`);
  await t.services.db.execute(sql`delete from parametres`);
  await t.services.db.execute(sql`insert into parametres (id) values (1)`);
  await restoreTypes(t);
});

const set = (columns: string) => t.services.db.execute(sql.raw(`update parametres set ${columns}`));

/** The emails about lessons in the outbox: recipient, kind, time. */
async function outbox(): Promise<string[]> {
  const rows = await t.services.db
    .select()
    .from(courriels)
    .orderBy(asc(courriels.envoyer_apres), asc(courriels.cause));
  return rows.map(
    ({ sorte, destinataire: recipient, envoyer_apres }) =>
      `${sorte} ${recipient.split('.')[0]} ${envoyer_apres.toISOString().slice(0, 16)}`,
  );
}
const forget = () => t.services.db.execute(sql`delete from courriels`);

describe('modifier', () => {
  test('une réservation se rend entière comme elle a été lue ; ce qui est au serveur ne bouge pas', async () => {
    // API-06, API-14
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const stored = await book(rider);
    const { status, body } = await put(admin, stored, {
      heure_debut: '14:00',
      type_piste: 'exterieure',
      noms_participants: ['Zoé Willems'],
      nombre_personnes: 1,
      remarques: null,
      statut: 'en_attente',
      nom_client: "Quelqu'un",
      created_at: '2001-01-01T00:00:00Z',
      user_id: admin.id,
      heure_fin: '20:00',
    });
    expect([status, body]).toEqual([
      200,
      {
        ...stored,
        heure_debut: '14:00',
        heure_fin: '15:00',
        type_piste: 'exterieure',
        noms_participants: ['Zoé Willems'],
        nombre_personnes: 1,
        remarques: null,
        statut: 'en_attente',
        version: 1,
      },
    ]);
    expect((await rider('GET', `/api/reservations/${stored['id']}`)).body).toEqual(body);
  });

  test("ce qui a changé entre-temps n'est pas écrasé", async () => {
    // DESK-19
    const admin = await t.as({ role: 'admin' });
    const stored = await book(admin);
    expect((await put(admin, stored, { remarques: 'premier' })).status).toBe(200);
    expect((await put(admin, stored, { remarques: 'second' })).body).toMatchObject({
      status: 409,
      code: 'reservation_changee',
    });
    expect((await admin('GET', `/api/reservations/${stored['id']}`)).body.remarques).toBe(
      'premier',
    );
  });

  test.each([
    // BOOK-27, LIM-03
    ['sur une autre leçon', { heure_debut: '11:30' }, 'creneau_pris'],
    ['après 20:00', { heure_debut: '19:30' }, 'heure_fin_impossible'],
    ['un nom blanc', { noms_participants: ['Camille', ' '] }, 'noms_manquants'],
    [
      'trop de monde',
      { nombre_personnes: 7, noms_participants: Array(7).fill('Camille') },
      'trop_de_personnes',
    ],
    ["un autre type, retiré de l'offre", { type_lecon: 'longe' }, 'type_lecon_inconnu'],
    ["un jour qui n'existe pas", { date_reservation: '2026-02-31' }, 'date_manquante'],
    ['plus de deux ans', { date_reservation: '2028-11-22' }, 'date_trop_lointaine'],
    ['avant le siècle', { date_reservation: '1999-12-31' }, 'date_manquante'],
  ])("%s : refusé, et rien n'a changé", async (_, change, code) => {
    const admin = await t.as({ role: 'admin' });
    await t.services.db.execute(sql`update types_lecons set actif = value <> 'longe'`);
    await book(admin, { heure_debut: '12:00' });
    const stored = await book(admin);
    expect((await put(admin, stored, change)).body.code).toBe(code);
    expect((await admin('GET', `/api/reservations/${stored['id']}`)).body).toEqual({
      ...stored,
      telephone: null,
      tarifs: [
        { place: expect.any(String), prix: 0 },
        { place: expect.any(String), prix: 0 },
      ],
      presences: [
        { place: expect.any(String), presence: 'presente', facturee: true },
        { place: expect.any(String), presence: 'presente', facturee: true },
      ],
    });
  });

  test('un administrateur fixe aussi un jour passé', async () => {
    // BOOK-15
    const admin = await t.as({ role: 'admin' });
    expect((await put(admin, await book(admin), { date_reservation: '2026-11-02' })).status).toBe(
      200,
    );
  });

  test('annuler libère la piste ; revenir dessus ne la reprend pas à une autre leçon', async () => {
    // BOOK-05, BOOK-06
    const admin = await t.as({ role: 'admin' });
    const cancelled = (await put(admin, await book(admin), { statut: 'annulee' })).body;
    await book(admin);
    expect((await put(admin, cancelled, { statut: 'confirmee' })).body.code).toBe('creneau_pris');
    expect((await put(admin, cancelled, { remarques: 'reste annulée' })).status).toBe(200);
  });

  test("annuler sans rien changer d'autre se peut toujours, quoi que la leçon ait d'impossible", async () => {
    // DESK-18
    const admin = await t.as({ role: 'admin' });
    const stored = await book(admin);
    // As another program would store it.
    await t.services.db.execute(
      sql`with seats as (update participants set nom = (array['12', '34'])[position]) update reservations set noms_participants = '{12,34}' where id = ${stored['id']}`,
    );
    const read = (await admin('GET', `/api/reservations/${stored['id']}`)).body;
    expect(
      (await put(admin, read, { statut: 'annulee', remarques: 'et autre chose' })).body.code,
    ).toBe('nom_invalide');
    const recomputed = {
      heure_fin: '11:30',
      nom_client: 'Autre Nom',
      created_at: '2026-01-01T00:00:00.000Z',
    };
    expect((await put(admin, read, { statut: 'annulee', ...recomputed })).body).toMatchObject({
      statut: 'annulee',
      heure_fin: stored['heure_fin'],
      nom_client: stored['nom_client'],
    });
  });

  test("une leçon dont le type a disparu garde sa durée, et compte jusqu'à six", async () => {
    // DESK-09, DESK-15
    const admin = await t.as({ role: 'admin' });
    const stored = await book(admin);
    await t.services.db.execute(
      sql`with held as (update occupations set heure_fin = '11:30' where reservation_id = ${stored['id']})
        update reservations set type_lecon = 'poney_games', heure_fin = '11:30' where id = ${stored['id']}`,
    );
    const vue = (await admin('GET', `/api/reservations/${stored['id']}`)).body;
    const noms = Array<string>(6).fill('Camille');
    expect(
      (
        await put(admin, vue, {
          heure_debut: '15:00',
          nombre_personnes: 6,
          noms_participants: noms,
        })
      ).body,
    ).toMatchObject({ type_lecon: 'poney_games', heure_fin: '16:30' });
  });

  test('dix déplacements simultanés vers la même heure : un seul y arrive', async () => {
    const admin = await t.as({ role: 'admin' });
    const lecons: Stored[] = [];
    for (let n = 0; n < 10; n += 1)
      lecons.push(
        await book(admin, { date_reservation: `2026-12-${String(n + 1).padStart(2, '0')}` }),
      );
    const answers = await Promise.all(
      lecons.map((lecon) =>
        put(admin, lecon, { date_reservation: '2026-12-24', heure_debut: '14:00' }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array<number>(9).fill(409),
    ]);
  });

  test("deux leçons qui échangent leurs jours en même temps ne s'attendent pas l'une l'autre", async () => {
    const admin = await t.as({ role: 'admin' });
    for (let round = 0; round < 5; round += 1) {
      const [first, second] = [
        await book(admin, { date_reservation: '2026-12-01', heure_debut: '09:00' }),
        await book(admin, { date_reservation: '2026-12-02', heure_debut: '16:00' }),
      ];
      const answers = await Promise.all([
        put(admin, first, { date_reservation: '2026-12-02' }),
        put(admin, second, { date_reservation: '2026-12-01' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      await t.services.db.execute(sql`delete from reservations`);
    }
  });
});

describe("les emails d'une leçon", () => {
  // Monday 23 November 2026, 10:00 in Brussels: the reminder is due on Sunday, 09:00 UTC.
  const REMINDER = '2026-11-22T09:00';
  const NOW = '2026-11-21T08:30';

  test('réserver écrit la confirmation ; le rappel de la veille est prévu', async () => {
    // MAIL-04, MAIL-06
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    await book(rider);
    expect(await outbox()).toEqual([`reservation_confirmee ${rider.email.split('.')[0]} ${NOW}`]);
    expect(await planned(admin)).toEqual([`${rider.email} ${REMINDER}`]);
  });

  test('sans rappel quand la leçon est dans moins de 24 heures', async () => {
    // MAIL-06, LIM-13
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    await book(rider, { date_reservation: '2026-11-22', heure_debut: '09:00' });
    expect((await outbox()).map((line) => line.split(' ')[0])).toEqual(['reservation_confirmee']);
    expect(await planned(admin)).toEqual([]);
  });

  test.each([
    ["le passage à l'heure d'hiver", '2026-10-01T08:00:00Z', '2026-10-25', '2026-10-24T09:00'],
    ["le passage à l'heure d'été", '2027-03-01T08:00:00Z', '2027-03-28', '2027-03-27T08:00'],
  ])('le rappel part 24 heures avant, à travers %s', async (_, now, jour, expected) => {
    t.clock.now = new Date(now);
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    // the machine's own date may be months earlier
    await t.services.db.execute(sql`update sessions set expires_at = '2030-01-01'`);
    await book(rider, { date_reservation: jour });
    expect(await planned(admin)).toEqual([`${rider.email} ${expected}`]);
  });

  test("déplacer la leçon déplace son rappel, et s'écrit au cavalier", async () => {
    // MAIL-16
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const stored = await book(rider);
    await forget();
    const moved = (
      await put(admin, stored, { date_reservation: '2026-11-30', heure_debut: '16:00' })
    ).body;
    expect((await outbox()).map((line) => line.replace(/ personne\d+/, ''))).toEqual([
      `reservation_modifiee ${NOW}`,
    ]);
    expect(await planned(admin)).toEqual([`${rider.email} 2026-11-29T15:00`]);
    await forget();
    expect((await put(admin, moved)).body).toEqual(moved); // no email, nothing counted
    expect(await outbox()).toEqual([]);
    expect(await planned(admin)).toEqual([`${rider.email} 2026-11-29T15:00`]);
  });

  test.each([{}, { statut: 'annulee' }])(
    "déplacer la leçon à un jour passé l'annule dans l'agenda du cavalier, telle qu'il la connaît : %j",
    async (change) => {
      const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
      const stored = await book(rider);
      await forget();
      expect((await put(admin, stored, { date_reservation: '2026-11-20', ...change })).status).toBe(
        200,
      );
      const rows = await t.services.db.select().from(courriels);
      expect(rows).toMatchObject([
        {
          sorte: 'reservation_annulee',
          destinataire: rider.email,
          contenu: { lecon: { date_reservation: stored['date_reservation'], version: 1 } },
        },
      ]);
      expect(await planned(admin)).toEqual([]);
    },
  );

  test.each([
    ['annuler', (admin: Caller, stored: Stored) => put(admin, stored, { statut: 'annulee' })],
    [
      'supprimer',
      (admin: Caller, stored: Stored) => admin('DELETE', `/api/reservations/${stored['id']}`),
    ],
  ])(
    "%s retire le rappel et s'écrit au cavalier, un cran plus haut dans son calendrier",
    async (_, act) => {
      const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
      const stored = await book(rider);
      await forget();
      expect((await act(admin, stored)).status).toBe(200);
      const rows = await t.services.db.select().from(courriels);
      expect(rows).toMatchObject([
        {
          sorte: 'reservation_annulee',
          destinataire: rider.email,
          contenu: { lecon: { reservation_id: stored['id'], version: 1 } },
        },
      ]);
      expect(await planned(admin)).toEqual([]);
    },
  );

  test("rien d'une leçon qui est finie, ni d'une qui était déjà annulée", async () => {
    // DESK-27
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const [past, cancelled] = [await book(rider), await book(rider, { type_piste: 'exterieure' })];
    await put(admin, cancelled, { statut: 'annulee' });
    await t.services.db.execute(sql`delete from courriels`);
    await admin('DELETE', `/api/reservations/${cancelled['id']}`);
    t.clock.now = new Date('2026-11-23T10:30:00Z');
    await admin('DELETE', `/api/reservations/${past['id']}`);
    expect(await outbox()).toEqual([]);
  });

  test('chaque interrupteur des paramètres retient le sien, et le premier les retient tous', async () => {
    // MAIL-05
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const life = async () => {
      const stored = await book(rider);
      const moved = (await put(admin, stored, { remarques: 'autre chose' })).body;
      await admin('DELETE', `/api/reservations/${moved.id}`);
      const sortes = (await outbox())
        .map((line) => line.split(' ')[0]!.replace('reservation_', ''))
        .toSorted();
      await t.services.db.execute(sql`delete from courriels`);
      return sortes;
    };
    expect(await life()).toEqual(['annulee', 'confirmee', 'modifiee']);
    await set('"sendConfirmation" = false');
    expect(await life()).toEqual(['annulee', 'modifiee']);
    await set('"sendModification" = false');
    expect(await life()).toEqual(['annulee']);
    await set('"sendCancellation" = false');
    expect(await life()).toEqual([]);
    await set(
      '"sendConfirmation" = true, "sendModification" = true, "sendCancellation" = true, "emailNotifications" = false',
    );
    expect(await life()).toEqual([]);
  });

  test("l'adresse du centre reçoit une copie, aussi quand le cavalier n'a plus de compte", async () => {
    // MAIL-05, PEOPLE-06
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    await set(`"adminEmail" = 'centre@essai.example'`);
    const stored = await book(rider);
    await admin('DELETE', `/api/users/${rider.id}`);
    await admin('DELETE', `/api/reservations/${stored['id']}`);
    const rows = await t.services.db.select().from(courriels).orderBy(asc(courriels.created_at));
    expect(
      rows.map(({ sorte, destinataire: recipient, user_id }) => [sorte, recipient, user_id]),
    ).toEqual([
      ['reservation_confirmee', 'centre@essai.example', null],
      ['effacement', rider.email, null],
      ['reservation_annulee', 'centre@essai.example', null],
    ]);
  });

  test("une réservation refusée n'écrit rien", async () => {
    const rider = await t.as();
    await book(rider);
    const before = await outbox();
    expect((await rider('POST', '/api/reservations', DEMANDE)).status).toBe(409);
    expect(await outbox()).toEqual(before);
  });
});
