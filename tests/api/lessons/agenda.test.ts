/** The calendar file of one own lesson, as a calendar program reads it (RIDE-85; RFC 5545). */
import { sql } from 'drizzle-orm';
import ICAL from 'ical.js';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { book, DEMANDE, put, useTestApp } from '../../support/app.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let [admin, zoe, hugo]: [Person, Person, Person] = [] as never;

beforeAll(async () => {
  [admin, zoe, hugo] = [
    await t.as({ role: 'admin' }),
    await t.as({ prenom: 'Zoé', nom: 'Willems' }),
    await t.as({ prenom: 'Hugo', nom: 'Dubois' }),
  ];
  await t.services.db.execute(sql`update types_lecons set ouverte = value = 'collective'`);
  // The file does not depend on the setting of the feeds.
  await t.services.db.execute(sql`update parametres set "calendarFeeds" = false`);
});

beforeEach(() => t.services.db.execute(sql`delete from reservations`));

const ask = (person: Person, id: unknown) =>
  person('GET', `/api/reservations/${String(id)}/agenda`);

/** The file of a lesson, and its only event as a reference parser reads it. */
async function read(person: Person, id: unknown) {
  const { status, headers, body: text } = await ask(person, id);
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(headers['content-disposition']).toContain('lecon.ics');
  expect(headers['cache-control']).toBe('no-store');
  const root = new ICAL.Component(ICAL.parse(text));
  const [one, ...others] = root.getAllSubcomponents('vevent');
  expect(others).toEqual([]);
  const event = new ICAL.Event(one);
  return {
    text,
    method: String(root.getFirstPropertyValue('method')),
    uid: event.uid,
    sequence: event.sequence,
    status: String(one!.getFirstPropertyValue('status')),
    summary: event.summary,
    description: event.description,
    location: event.location,
    du: event.startDate.toString(),
    au: event.endDate.toString(),
    guests: event.attendees.length,
  };
}

test("le fichier d'une leçon a ses heures, son lieu et les noms de la personne seulement", async () => {
  const { id } = await book(zoe, { noms_participants: ['Zoé', 'Léa'], remarques: 'Poney de Zoé' });
  const joined = await hugo('POST', '/api/reservations/places', {
    ...DEMANDE,
    noms_participants: ['Hugo'],
    nombre_personnes: 1,
  });
  expect(joined.status).toBe(201);
  const { text, ...file } = await read(hugo, id);
  expect(file).toEqual({
    method: 'PUBLISH',
    uid: id,
    sequence: 1,
    status: 'CONFIRMED',
    summary: 'Leçon collective, Manège',
    description: 'Hugo',
    location: 'Piste Intérieure, Manège, Gembloux',
    du: '2026-11-23T09:00:00Z',
    au: '2026-11-23T10:00:00Z',
    guests: 0,
  });
  expect(text).not.toMatch(/Zo|Léa|Poney/);
  expect((await read(zoe, id)).description).toBe('Zoé, Léa');
});

test("il a le UID et la SEQUENCE du fichier de l'email : un agenda garde une seule entrée", async () => {
  // MAIL-08
  const lecon = await book(zoe);
  const [courriel] = await t.services.db
    .execute<{ id: string }>(
      sql`select id from courriels where reservation_id = ${lecon['id']} and sorte = 'reservation_confirmee' and user_id = ${zoe.id}`,
    )
    .then(({ rows }) => rows);
  const { body } = await admin('GET', `/api/courriels/${courriel!.id}`);
  const emailed = new ICAL.Event(
    new ICAL.Component(ICAL.parse(body.calendrier)).getFirstSubcomponent('vevent')!,
  );
  const before = await read(zoe, lecon['id']);
  expect([before.uid, before.sequence]).toEqual([emailed.uid, emailed.sequence]);
  expect([before.summary, before.location]).toEqual([emailed.summary, emailed.location]);

  await put(admin, lecon, { statut: 'en_attente', heure_debut: '14:00' });
  expect(await read(zoe, lecon['id'])).toMatchObject({
    uid: emailed.uid,
    sequence: emailed.sequence + 1,
    status: 'TENTATIVE',
    du: '2026-11-23T13:00:00Z',
  });
  const [row] = (await zoe('GET', '/api/reservations')).body;
  await put(admin, row, { statut: 'annulee' });
  expect(await read(zoe, lecon['id'])).toMatchObject({
    uid: emailed.uid,
    sequence: emailed.sequence + 2,
    status: 'CANCELLED',
  });
});

test("la leçon d'une autre personne n'existe pas, pour un administrateur non plus", async () => {
  const { id } = await book(zoe);
  const missing = { status: 404, body: { code: 'reservation_introuvable' } };
  for (const [person, asked] of [
    [hugo, id],
    [admin, id],
    [zoe, '00000000-0000-4000-8000-000000000000'],
    [zoe, 'lecon'],
  ] as const)
    expect(await ask(person, asked)).toMatchObject(missing);
  // Whoever takes a seat reads it, and no more after leaving.
  const joined = await hugo('POST', '/api/reservations/places', {
    ...DEMANDE,
    noms_participants: ['Hugo'],
    nombre_personnes: 1,
  });
  expect(joined.status).toBe(201);
  expect((await ask(hugo, id)).status).toBe(200);
  await t.services.db.execute(
    sql`update parametres set "riderCancellation" = true, "cancellationHours" = 1`,
  );
  expect((await hugo('POST', `/api/reservations/${String(id)}/annulation`)).status).toBe(200);
  expect(await ask(hugo, id)).toMatchObject(missing);
  expect((await t.anonymous('GET', `/api/reservations/${String(id)}/agenda`)).status).toBe(401);
});
