/** Emails about several lessons: one message per recipient (MAIL-26). */
import { sql } from 'drizzle-orm';
import ICAL from 'ical.js';
import { beforeEach, expect, test } from 'vitest';
import { deliver } from '../../../src/server/actions/emails/courriels.ts';
import { claimMessage } from '../../../src/server/stores/emails/courriels.ts';
import { book, type Caller, put } from '../../support/app.ts';
import { endWaits, useCourrier } from '../../support/courrier.ts';

const c = useCourrier();
const never = new AbortController().signal;
const db = () => c.t.services.db;

beforeEach(async () => {
  await db().execute(sql`delete from fermetures`);
  await db().execute(sql`update parametres set "adminEmail" = 'bureau@essai.example'`);
});

const GEL = {
  pistes: ['interieure'],
  du: '2026-11-23',
  au: '2026-11-23',
  heure_debut: '08:00',
  heure_fin: '20:00',
  motif: 'Gel',
};

/**
 * Two riders: three lessons of the first, one of the second. The emails of the booking are removed.
 */
async function booked() {
  const [admin, zoe, hugo] = [await c.t.as({ role: 'admin' }), await c.t.as(), await c.t.as()];
  const lecons = [
    await book(zoe, { heure_debut: '09:00' }),
    await book(zoe, { heure_debut: '11:00' }),
    await book(zoe, { heure_debut: '14:00' }),
    await book(hugo, { heure_debut: '16:00' }),
  ];
  await db().execute(sql`delete from courriels where sorte <> 'rappel'`);
  return { admin, zoe, hugo, lecons };
}

/**
 * Closes: the first lesson is cancelled, the second is moved, the third is kept, the fourth is
 * cancelled.
 */
async function close(admin: Caller, lecons: Record<string, unknown>[]) {
  const sorts = [
    { sort: 'annuler' },
    { sort: 'deplacer', piste: 'exterieure' },
    { sort: 'garder' },
    { sort: 'annuler' },
  ];
  const { status, body } = await admin('POST', '/api/fermetures', {
    ...GEL,
    lecons: lecons.map(({ id, version }, n) => ({ id, version, ...sorts[n] })),
  });
  expect([status, body]).toMatchObject([201, {}]);
  return body as { id: string };
}

const sent = () =>
  c.smtp.recus
    .map(
      ({ to, subject }) =>
        `${[to ?? []]
          .flat()
          .map(({ text }) => text)
          .join()} ${subject}`,
    )
    .toSorted();
const addressOf = async ({ id }: { id: string }): Promise<string> => {
  const { rows } = await db().execute<{ email: string }>(
    sql`select email from users where id = ${id}`,
  );
  return rows[0]!.email;
};
/** The message that a person received, except reminders. */
const messageTo = async (person: { id: string }) => {
  const address = await addressOf(person);
  const found = c.smtp.recus.filter(
    ({ to, subject }) => JSON.stringify(to).includes(address) && !subject?.startsWith('Rappel'),
  );
  expect(found).toHaveLength(1);
  return found[0]!;
};

test('une fermeture dit tout à chaque compte en un message, et en un au bureau', async () => {
  // MAIL-26, MAIL-08, FERM-05
  const { admin, zoe, hugo, lecons } = await booked();
  await close(admin, lecons);
  await c.round();
  expect(c.smtp.recus).toHaveLength(3);

  const toZoe = await messageTo(zoe);
  expect(toZoe.subject).toBe('1 leçon annulée, 1 leçon modifiée');
  for (const words of [
    'Leçon annulée : lundi 23 novembre 2026, 9h00',
    'Leçon modifiée : lundi 23 novembre 2026, 11h00',
    'Gel',
    'Piste Extérieure',
  ])
    expect(toZoe.text).toContain(words);
  expect(toZoe.text).not.toContain('14h00');
  const calendar = new ICAL.Component(
    ICAL.parse(
      toZoe.attachments
        .find(({ contentType }) => contentType.includes('calendar'))!
        .content.toString(),
    ),
  );
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(
    calendar
      .getAllSubcomponents('vevent')
      .map((one) => [
        new ICAL.Event(one).uid,
        new ICAL.Event(one).sequence,
        one.getFirstPropertyValue('status'),
      ])
      .toSorted(),
  ).toEqual(
    [
      [lecons[0]!['id'], 1, 'CANCELLED'],
      [lecons[1]!['id'], 1, 'CONFIRMED'],
    ].toSorted(),
  );

  // One lesson: the email is the same as without grouping.
  const toHugo = await messageTo(hugo);
  expect(toHugo.subject).toBe('Leçon annulée : lundi 23 novembre 2026, 16h00');
  expect(toHugo.text).toContain('Gel');
  expect(sent().filter((line) => line.startsWith('bureau@essai.example'))).toEqual([
    'bureau@essai.example 2 leçons annulées, 1 leçon modifiée',
  ]);
});

test('la réouverture le dit aussi en un message', async () => {
  // MAIL-26, FERM-06
  const { admin, zoe, lecons } = await booked();
  const { body } = await admin('POST', '/api/fermetures', {
    ...GEL,
    lecons: lecons.map(({ id, version }) => ({ id, version, sort: 'annuler' })),
  });
  await c.round();
  expect((await messageTo(zoe)).subject).toBe('3 leçons annulées');
  c.smtp.recus = [];
  const back = await admin('GET', `/api/fermetures/${body.id}/annulees`);
  const { status } = await admin('POST', `/api/fermetures/${body.id}/rouvrir`, {
    lecons: back.body.map(({ id, version }: { id: string; version: number }) => ({ id, version })),
  });
  expect(status).toBe(200);
  await c.round();
  expect((await messageTo(zoe)).subject).toBe('3 leçons confirmées');
});

test('quatre expéditeurs à la fois : un message par destinataire', async () => {
  // MAIL-26
  const { admin, lecons } = await booked();
  await close(admin, lecons);
  await endWaits(db(), c.t.clock.now);
  await Promise.all(Array.from({ length: 4 }, () => deliver(c.t.services, never)));
  expect(c.smtp.recus).toHaveLength(3);
  expect(
    (await c.rows()).filter(({ sorte }) => sorte !== 'rappel').map(({ statut }) => statut),
  ).toEqual(Array(6).fill('envoye'));
});

test('un message attend ce qui est plus ancien d’une de ses leçons', async () => {
  // MAIL-07, MAIL-26
  const { admin, zoe, lecons } = await booked();
  c.smtp.toujours = { destinataire: 451 };
  const { body: moved } = await put(admin, lecons[0]!, { heure_debut: '09:30' });
  await c.round();
  c.smtp.toujours = {};
  await close(admin, [moved, ...lecons.slice(1)]);
  await c.round();
  expect(JSON.stringify(c.smtp.recus.map(({ to }) => to))).not.toContain(await addressOf(zoe));
  c.later(5);
  await c.round();
  const subjects = c.smtp.recus
    .filter(
      ({ to }) =>
        JSON.stringify(to).includes('@essai.example') && !JSON.stringify(to).includes('bureau'),
    )
    .map(({ subject }) => subject);
  expect(subjects.slice(-2)).toEqual([
    'Leçon modifiée : lundi 23 novembre 2026, 9h30',
    '1 leçon annulée, 1 leçon modifiée',
  ]);
});

test('un message refusé se retente entier, sous le même Message-ID', async () => {
  // MAIL-02, MAIL-26
  const { admin, zoe, lecons } = await booked();
  await close(admin, lecons);
  const before = (await c.rows()).filter(
    ({ user_id, sorte }) => user_id === zoe.id && sorte !== 'rappel',
  );
  c.smtp.toujours = { message: 451 };
  await c.round();
  c.smtp.toujours = {};
  c.later(2);
  await c.round();
  const toZoe = await messageTo(zoe);
  expect(toZoe.subject).toBe('1 leçon annulée, 1 leçon modifiée');
  const first = before.map(({ id }) => id).toSorted()[0];
  expect(toZoe.messageId).toContain(first);
});

test('abandonné, il se lit et se renvoie entier ; chaque leçon y garde sa ligne', async () => {
  // MAIL-17, MAIL-26
  const { admin, zoe, lecons } = await booked();
  await close(admin, lecons);
  c.smtp.toujours = { message: 554 };
  await c.round();
  c.smtp.toujours = {};
  const rows = (await c.rows()).filter(
    ({ user_id, sorte }) => user_id === zoe.id && sorte !== 'rappel',
  );
  expect(rows.map(({ statut }) => statut)).toEqual(['echoue', 'echoue']);
  for (const { id } of rows) {
    const { body } = await admin('GET', `/api/courriels/${id}`);
    expect(body.sujet).toBe('1 leçon annulée, 1 leçon modifiée');
    expect(body.texte).toContain('9h00');
    expect(body.texte).toContain('11h00');
    expect(body.calendrier.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  }
  await admin('POST', '/api/courriels/echecs/renvoi');
  await c.round();
  expect((await messageTo(zoe)).subject).toBe('1 leçon annulée, 1 leçon modifiée');
});

test('une leçon qui a commencé n’est plus dans le message', async () => {
  // MAIL-02, MAIL-26
  const { admin, zoe, lecons } = await booked();
  await close(admin, lecons);
  // Between the first and the second lesson.
  c.t.clock.now = new Date('2026-11-23T09:00:00Z');
  await c.round();
  const toZoe = await messageTo(zoe);
  expect(toZoe.subject).toBe('Leçon modifiée : lundi 23 novembre 2026, 11h00');
});

/** The emails to a person about these lessons, given ids in that order: the first one leads. */
async function ordered(person: { id: string }, lecons: Record<string, unknown>[]) {
  const ids = lecons.map((_, n) => `00000000-0000-4000-8000-00000000000${n}`);
  for (const [n, lecon] of lecons.entries())
    await db().execute(
      sql`update courriels set id = ${ids[n]} where user_id = ${person.id} and reservation_id = ${lecon['id']} and sorte <> 'rappel'`,
    );
  return ids;
}

test('une leçon qui commence avant la tentative suivante n’emporte pas les autres', async () => {
  // MAIL-02, MAIL-26
  const { admin, zoe, lecons } = await booked();
  await close(admin, lecons);
  const [first, second] = await ordered(zoe, lecons.slice(0, 2));
  // Ten seconds before the first lesson; the next attempt is half a minute later.
  c.t.clock.now = new Date('2026-11-23T07:59:50Z');
  c.smtp.toujours = { message: 451 };
  await c.round();
  c.smtp.toujours = {};
  const statuts = async () =>
    Object.fromEntries((await c.rows()).map(({ id, statut }) => [id, statut]));
  expect(await statuts()).toMatchObject({ [first!]: 'echoue', [second!]: 'en_attente' });
  c.later(1);
  await c.round();
  expect((await messageTo(zoe)).subject).toBe('Leçon modifiée : lundi 23 novembre 2026, 11h00');
});

test('une ligne renvoyée seule ne prend pas celle qui est en route, et n’attend pas une plus ancienne', async () => {
  // MAIL-18, MAIL-26
  const { admin, zoe, lecons } = await booked();
  await close(admin, lecons);
  const [first, second] = await ordered(zoe, lecons.slice(0, 2));
  await db().execute(sql`update courriels set statut = 'echoue' where id in (${first}, ${second})`);
  await db().execute(sql`delete from courriels where id not in (${first}, ${second})`);
  const claim = async () => (await claimMessage(db(), c.t.clock.now, 60_000)).map(({ id }) => id);
  await admin('POST', `/api/courriels/${second}/renvoi`);
  expect(await claim()).toEqual([second]);
  await admin('POST', `/api/courriels/${first}/renvoi`);
  expect(await claim()).toEqual([first]);
  expect(await claim()).toEqual([]);

  // The first is tried again in an hour: the second, which is sent again, does not wait for it.
  await db().execute(
    sql`update courriels set tenu_jusque = null, essais = 6, envoyer_apres = ${new Date(c.t.clock.now.getTime() + 3_600_000).toISOString()}::timestamptz where id = ${first}`,
  );
  await db().execute(
    sql`update courriels set tenu_jusque = null, statut = 'echoue' where id = ${second}`,
  );
  await admin('POST', `/api/courriels/${second}/renvoi`);
  expect(await claim()).toEqual([second]);
});

test('un compte qui se supprime n’en reçoit plus rien', async () => {
  // MAIL-26, PEOPLE-31
  const { admin, zoe, hugo, lecons } = await booked();
  await close(admin, lecons);
  const address = await addressOf(zoe);
  expect((await admin('DELETE', `/api/users/${zoe.id}`)).status).toBe(200);
  await c.round();
  expect((await messageTo(hugo)).subject).toContain('Leçon annulée');
  const told = c.smtp.recus.filter(
    ({ to, subject }) => JSON.stringify(to).includes(address) && /leçon/i.test(subject ?? ''),
  );
  expect(told).toEqual([]);
});
