/**
 * How many round trips to PostgreSQL a call makes, counted on the wire between the instance and the
 * database.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tellFreed } from '../../../src/server/actions/alerts.ts';
import { book, type Caller, cookiesOf, DEMANDE, put, useTestApp } from '../../support/app.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';
import { startWire, type Wire } from '../../support/wire.ts';

let wire: Wire;
// after the application, whose hook is registered later and runs first
afterAll(() => wire.close());
const t = useTestApp({
  reach: async (url) => {
    wire = await startWire(url);
    return wire.url;
  },
});

const { type_lecon: _, ...CHANGEMENT } = DEMANDE;

type Person = Caller & { id: string };
let [rider, admin]: [Person, Person] = [] as never;

beforeAll(async () => {
  [rider, admin] = [await t.as(), await t.as({ role: 'admin' })];
});

beforeEach(async () => {
  await t.services.db.execute(sql`delete from reservations`);
  await t.services.db.execute(
    sql`update parametres set "maxBookingsPerDayApplied" = false, "breakBetweenLessonsApplied" = false, "adminEmail" = 'centre@essai.example'`,
  );
  // a session may be renewed by its first call
  for (const caller of [rider, admin]) await caller('GET', '/api/auth/get-session');
});

/** The round trips of a successful call. */
async function tripsOf(call: () => Promise<{ status: number; body: unknown }>): Promise<number> {
  const before = wire.trips();
  const { status, body } = await call();
  const trips = wire.trips() - before;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return trips;
}

/** Another hour, so that nothing is taken. */
const at = (heure_debut: string) => ({ ...DEMANDE, heure_debut });

describe('réserver', () => {
  // Whatever was booked before, this instance knows the present rules then.
  beforeEach(() => book(rider, at('18:00')));

  test("la session, ce qui s'enregistre", async () => {
    expect(await tripsOf(() => rider('POST', '/api/reservations', DEMANDE))).toBe(2);
  });

  test('pour une personne sans compte : de même', async () => {
    const pour = { nom: 'Lucas Dubois' };
    expect(await tripsOf(() => admin('POST', '/api/reservations', { ...DEMANDE, pour }))).toBe(2);
  });

  test('pour un compte, dont les emails disent le nom : en plus, une lecture', async () => {
    const pour = { user_id: rider.id };
    expect(await tripsOf(() => admin('POST', '/api/reservations', { ...DEMANDE, pour }))).toBe(3);
  });

  test.each([
    ['un réglage', sql`update parametres set "adminEmail" = 'autre@essai.example'`],
    ['un type', sql`update types_lecons set label = label where value = 'saut'`],
    [
      'un prix',
      sql`insert into prix_valables (type_lecon, du, centimes) values ('saut', '2026-01-01', 3000) on conflict do nothing`,
    ],
    ['une piste', sql`update ressources set note = note`],
  ])("après un changement d'%s par SQL : deux de plus, une fois", async (_, change) => {
    await t.services.db.execute(change);
    expect(await tripsOf(() => rider('POST', '/api/reservations', DEMANDE))).toBe(4);
    expect(await tripsOf(() => rider('POST', '/api/reservations', at('14:00')))).toBe(2);
  });

  test('sous un quota et une pause : en plus, deux lectures, la transaction et ses verrous', async () => {
    await t.services.db.execute(
      sql`update parametres set "maxBookingsPerDayApplied" = true, "breakBetweenLessonsApplied" = true`,
    );
    await book(rider, at('16:00'));
    expect(await tripsOf(() => rider('POST', '/api/reservations', DEMANDE))).toBe(7);
  });

  test('refusé : ce qui est pris, la base le dit ; un refus de mémoire est décidé de nouveau', async () => {
    await book(rider);
    const tripsOfRefusal = async (demande: object, status: number): Promise<number> => {
      const before = wire.trips();
      expect((await rider('POST', '/api/reservations', demande)).status).toBe(status);
      return wire.trips() - before;
    };
    expect(await tripsOfRefusal(DEMANDE, 409)).toBe(3);
    expect(await tripsOfRefusal({ ...DEMANDE, type_lecon: 'inconnu' }, 400)).toBe(2);
  });
});

test('la session d’une personne a un plan gardé, au lieu d’un nouveau à chaque appel', async () => {
  const plans = async () => {
    const { rows } = await t.services.db.execute<{ n: number }>(
      sql`select coalesce(sum(generic_plans), 0)::int as n from pg_prepared_statements where name = 'session_by_empreinte'`,
    );
    return rows[0]?.n ?? 0;
  };
  // PostgreSQL decides after five executions on a connection; each connection decides for itself.
  for (let n = 0; n < 60 && (await plans()) === 0; n += 1) await rider('GET', '/api/types-lecons');
  expect(await plans()).toBeGreaterThan(0);
});

test.each([
  ['déplacer', { heure_debut: '14:00', type_piste: 'exterieure' }],
  ['annuler', { statut: 'annulee' }],
])('%s', async (_, change) => {
  const stored = await book(rider);
  expect(await tripsOf(() => put(admin, stored, change))).toBe(3);
});

describe('sa place dans une leçon', () => {
  // RIDE-10 to RIDE-13
  let other: Person;
  beforeAll(async () => {
    other = await t.as();
    await t.services.db.execute(
      sql`update types_lecons set ouverte = true where value = 'collective'`,
    );
    await t.services.db.execute(
      sql`update parametres set "riderCancellation" = true, "riderChanges" = true`,
    );
    await other('GET', '/api/auth/get-session');
  });

  afterAll(() => t.services.db.execute(sql`update types_lecons set ouverte = false`));

  test('rejoindre, lire, changer, quitter : comme réserver', async () => {
    const { id } = await book(rider);
    const trips = {
      join: await tripsOf(() => other('POST', '/api/reservations/places', DEMANDE)),
      get: await tripsOf(() => other('GET', `/api/reservations/${id}`)),
      list: await tripsOf(() => other('GET', '/api/reservations')),
      change: await tripsOf(() =>
        other('PUT', `/api/reservations/${id}/changement`, {
          ...CHANGEMENT,
          version: 1,
          remarques: 'Autre',
        }),
      ),
      leave: await tripsOf(() => other('POST', `/api/reservations/${id}/annulation`, {})),
    };
    expect(trips).toEqual({ join: 3, get: 2, list: 2, change: 3, leave: 3 });
  });

  test('sous un quota et une pause : en plus, la transaction, ses verrous, et une lecture après eux', async () => {
    await t.services.db.execute(
      sql`update parametres set "maxBookingsPerDayApplied" = true, "breakBetweenLessonsApplied" = true`,
    );
    const { id } = await book(rider);
    expect(await tripsOf(() => other('POST', '/api/reservations/places', DEMANDE))).toBe(7);
    // A change also counts the other lessons of the day.
    expect(
      await tripsOf(() =>
        other('PUT', `/api/reservations/${id}/changement`, {
          ...CHANGEMENT,
          version: 1,
          remarques: 'Autre',
        }),
      ),
    ).toBe(8);
  });
});

test('supprimer', async () => {
  const stored = await book(rider);
  expect(await tripsOf(() => admin('DELETE', `/api/reservations/${stored['id']}`))).toBe(3);
});

test('ses cavaliers : la session et une requête ; une addition verrouille son compte', async () => {
  // RIDE-21
  const saisi = (nom: string) => ({ nom, annee_naissance: null, note: null });
  expect(await tripsOf(() => rider('GET', '/api/cavaliers'))).toBe(2);
  expect(await tripsOf(() => rider('POST', '/api/cavaliers', saisi('Tom')))).toBe(7);
  const [{ id }] = (await rider('GET', '/api/cavaliers')).body;
  expect(
    await tripsOf(() => rider('PUT', `/api/cavaliers/${id}`, { ...saisi('Léa'), version: 0 })),
  ).toBe(7);
  expect(await tripsOf(() => rider('DELETE', `/api/cavaliers/${id}`))).toBe(4);
});

test.each([
  ['la semaine du planning', '/api/planning?du=2026-11-23&au=2026-11-29'],
  ["les réservations d'une semaine", '/api/reservations?du=2026-11-23&au=2026-11-29'],
  ["les notes des cavaliers d'une journée", '/api/cavaliers/notes?du=2026-11-23&au=2026-11-23'],
  ['qui un nom des statistiques désigne', '/api/statistiques/fiches?cavalier=Camille%20Lambert'],
  ['les disponibilités', '/api/disponibilites?du=2026-11-23&au=2026-11-29'],
  ['les leçons ouvertes', '/api/disponibilites?du=2026-11-23&au=2027-01-17&ouvertes=1'],
  ['ses leçons passées', '/api/reservations/passees'],
])('lire %s : la session et une requête', async (_, path) => {
  await book(rider);
  expect(await tripsOf(() => admin('GET', path))).toBe(2);
});

test('les graphiques des statistiques : la session et trois requêtes', async () => {
  // PRICE-25, PRICE-26
  await book(rider);
  expect(await tripsOf(() => admin('GET', '/api/statistiques/graphiques'))).toBe(4);
});

test('la recherche : la session et deux requêtes', async () => {
  // DESK-61, DESK-62
  await book(rider);
  expect(await tripsOf(() => admin('GET', '/api/recherche?q=camille%20lundi'))).toBe(3);
});

test('les leçons de qui la recherche a trouvé : la session et une requête', async () => {
  // DESK-81
  await book(rider);
  const path = `/api/recherche/lecons?q=camille&client=${rider.id}`;
  expect(await tripsOf(() => admin('GET', path))).toBe(2);
});

test('regrouper deux noms des statistiques, lire les regroupements, en défaire un', async () => {
  // RIDE-25
  await book(rider);
  const [nom, vers] = DEMANDE.noms_participants;
  expect({
    merging: await tripsOf(() => admin('POST', '/api/statistiques/orthographes', { nom, vers })),
    reading: await tripsOf(() => admin('GET', '/api/statistiques/orthographes')),
    separating: await tripsOf(() =>
      admin('POST', '/api/statistiques/orthographes/retrait', { nom }),
    ),
  }).toEqual({ merging: 8, reading: 2, separating: 6 });
});

test('demander à être prévenu, lire ses demandes, en retirer une ; prévenir', async () => {
  // RIDE-31, RIDE-32
  await t.services.db.execute(sql`update parametres set "slotAlerts" = true`);
  const telling = async (): Promise<number> => {
    const before = wire.trips();
    await tellFreed(t.services);
    return wire.trips() - before;
  };
  const stored = await book(admin);
  const { type_lecon, type_piste, date_reservation, heure_debut } = DEMANDE;
  const ask = () =>
    rider('POST', '/api/alertes', { type_lecon, type_piste, date_reservation, heure_debut });
  const nobody = await telling();
  const asking = await tripsOf(ask);
  const {
    body: { id },
  } = await ask();
  const reading = await tripsOf(() => rider('GET', '/api/alertes'));
  const removing = await tripsOf(() => rider('DELETE', `/api/alertes/${id}`));
  await ask();
  await admin('DELETE', `/api/reservations/${stored['id']}`);
  expect({ asking, reading, removing, nobody, someone: await telling() }).toEqual({
    asking: 7,
    reading: 2,
    removing: 4,
    nobody: 1,
    someone: 4,
  });
});

test('créer une adresse de calendrier, lire les siennes, en supprimer une ; le calendrier qui la lit', async () => {
  // RIDE-40, RIDE-41, RIDE-43
  await t.services.db.execute(sql`update parametres set "calendarFeeds" = true`);
  await book(rider);
  let path = '';
  const program = async (url: string): Promise<number> => {
    const before = wire.trips();
    const { statusCode } = await t.app.inject({ method: 'GET', url });
    expect(statusCode).toBe(url === path ? 200 : 404);
    return wire.trips() - before;
  };
  const drawing = await tripsOf(async () => {
    const answer = await rider('POST', '/api/profil/calendriers', { type_piste: null });
    path = new URL(answer.body.adresse).pathname;
    return answer;
  });
  const {
    body: [{ id }],
  } = await rider('GET', '/api/profil/calendriers');
  const trips = {
    drawing,
    listing: await tripsOf(() => rider('GET', '/api/profil/calendriers')),
    first: await program(path),
    again: await program(path),
    unknown: await program(`/calendrier/${'A'.repeat(43)}.ics`),
    removing: await tripsOf(() => rider('DELETE', `/api/profil/calendriers/${id}`)),
  };
  // A first reading is recorded, which needs a transaction too. An unknown address needs a lock and
  // its count.
  expect(trips).toEqual({ drawing: 8, listing: 2, first: 5, again: 2, unknown: 7, removing: 5 });
});

describe('se connecter', () => {
  // ADR-007
  const PATH = '/api/auth/sign-in/email';
  /** The round trips of a sign-in, and its answer. */
  async function signIn(
    email: string,
    password: string,
    cookie?: string,
  ): Promise<{ status: number; trips: number; cookies: string[] }> {
    const before = wire.trips();
    const answer = await t.anonymous(
      'POST',
      PATH,
      { email, password },
      cookie === undefined ? {} : { cookie },
    );
    return { status: answer.status, trips: wire.trips() - before, cookies: cookiesOf(answer) };
  }

  test('sur un appareil connu, un inconnu, avec un mauvais mot de passe, au-delà du plafond du jour', async () => {
    // ACC-55, ACC-56
    const { email } = await createPerson(t.services.db);
    const unknown = await signIn(email, PASSWORD);
    const device = unknown.cookies.find((cookie) => cookie.startsWith('manege.appareil='))!;
    const known = await signIn(email, PASSWORD, device);
    const wrong = await signIn(email, 'pas le bon');
    const wrongKnown = await signIn(email, 'pas le bon', device);
    await t.services.db.execute(
      sql`insert into essais (cle, survenu_at) select ${`compte ${email}`}, ${t.clock.now.toISOString()}::timestamptz from generate_series(1, 50)`,
    );
    const beyond = await signIn(email, PASSWORD);
    expect({
      unknown: unknown.trips,
      known: known.trips,
      wrong: wrong.trips,
      wrongKnown: wrongKnown.trips,
      beyond: beyond.trips,
    }).toEqual({ unknown: 14, known: 14, wrong: 8, wrongKnown: 8, beyond: 1 });
  });
});
