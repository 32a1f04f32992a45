/**
 * Emails of changes that wait are rows: a stop loses none, and of several instances one unites and
 * sends them (MAIL-41, MAIL-42, MAIL-18).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { until } from '../../support/courrier.ts';
import { useInstances } from '../../support/instances.ts';
import { startServer } from '../../support/server.ts';
import { type SmtpServer, startSmtp } from '../../support/smtp.ts';

let smtp: SmtpServer;
const i = useInstances({
  people: 2,
  role: 'admin',
  around: async () => {
    smtp = await startSmtp();
    return { SMTP_URL: smtp.url };
  },
});
afterAll(() => smtp.stop());

type Lesson = Record<string, any>;
const day = addDays(momentAt(new Date()).jour, 20);

beforeEach(async () => {
  await i.sql.query('delete from reservations; delete from courriels');
  smtp.recus = [];
});

/** Lessons whose confirmations were sent. */
async function booked(hours: readonly string[]): Promise<Lesson[]> {
  const lessons: Lesson[] = [];
  for (const heure_debut of hours) {
    const { status, body } = await i.call(0, '/api/reservations', {
      type_lecon: 'collective',
      date_reservation: day,
      type_piste: 'interieure',
      heure_debut,
      nombre_personnes: 1,
      noms_participants: ['Camille'],
      remarques: null,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    lessons.push(body);
  }
  await until(() => smtp.recus.length === hours.length, smtp);
  smtp.recus = [];
  return lessons;
}

/** An edit that a person sends to their own instance. */
async function move(person: number, lesson: Lesson, type_piste: string): Promise<Lesson> {
  const { status, body } = await i.call(
    person,
    `/api/reservations/${lesson['id']}`,
    { ...lesson, type_piste },
    'PUT',
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Makes all emails that wait due in so many seconds; nobody hears of it. */
const dueIn = (seconds: number) =>
  i.sql.query(
    `update courriels set envoyer_apres = now() + make_interval(secs => $1) where contenu ? 'attend'`,
    [seconds],
  );
const announced = () =>
  i.sql.query(`select pg_notify('manege_changes', '{"changed":["courriels"]}')`);
const subjects = () => smtp.recus.map(({ subject }) => subject?.split(', ')[1]).toSorted();

test('deux instances changent et défont ensemble : un email par leçon qui diffère, un seul', async () => {
  const hours = ['08:00', '09:00', '10:00', '11:00', '12:00', '13:00'];
  const lessons = await booked(hours);
  const moved = await Promise.all(lessons.map((one, n) => move(n % 2, one, 'exterieure')));
  // Every second one is put back, by the other instance.
  await Promise.all(
    moved.flatMap((one, n) => (n % 2 === 0 ? [move((n + 1) % 2, one, 'interieure')] : [])),
  );
  expect(smtp.recus).toEqual([]);
  await dueIn(0);
  await announced();
  await until(() => smtp.recus.length === 3, smtp);
  await sleep(1_000); // the test asserts that no fourth one is sent
  expect(subjects()).toEqual(['11h00', '13h00', '9h00']);
  const { rows } = await i.sql.query('select statut, contenu from courriels');
  expect(rows.filter(({ statut }) => statut === 'en_attente')).toEqual([]);
  expect(rows.filter(({ contenu }) => contenu.sorte === 'reservation_modifiee')).toHaveLength(3);
});

test('il part quand il est dû, avant la ronde de la demi-minute', async () => {
  // MAIL-41
  const [lesson] = await booked(['10:00']);
  await move(0, lesson!, 'exterieure');
  await dueIn(3);
  await announced();
  await until(() => smtp.recus.length === 1, smtp, 15_000);
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s entre le changement et son email : un autre démarrage l’envoie, une fois, et rien de ce qui est défait',
  async (signal) => {
    const [kept, undone] = await booked(['10:00', '11:00']);
    const moved = await move(0, kept!, 'exterieure');
    await move(0, await move(1, undone!, 'exterieure'), 'interieure');
    await Promise.all(
      i.servers.map((server) => (signal === 'SIGTERM' ? server.stop() : server.kill())),
    );
    expect(smtp.recus).toEqual([]);
    await dueIn(signal === 'SIGTERM' ? 5 : 0);
    i.servers = await Promise.all([startServer(i.env), startServer(i.env)]);
    await until(() => smtp.recus.length === 1, smtp, 40_000);
    await sleep(1_000); // the test asserts that no second one is sent
    expect(subjects()).toEqual(['10h00']);
    expect(smtp.recus[0]?.subject).toContain('Leçon modifiée');
    const { rows } = await i.sql.query(
      `select statut, reservation_id from courriels where sorte = 'reservation_modifiee'`,
    );
    expect(rows).toEqual([{ statut: 'envoye', reservation_id: moved['id'] }]);
  },
);
