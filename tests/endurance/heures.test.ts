/**
 * The two nights when the clocks change, simulated in steps of five minutes in three time zones of
 * the machine. Also a machine in Tokyo, which gives the same answers as one in Brussels. Only the
 * application's clock is set, not PostgreSQL's.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as horloge from '../../src/server/actions/health/horloge.ts';
import { round } from '../../src/server/actions/backups/sauvegarder.ts';
import { tidy } from '#server/housekeeping.ts';
import { book, DEMANDE } from '../support/app.ts';
import { useCourrier } from '../support/courrier.ts';
import { ADMIN, say, signIn } from '../support/load.ts';
import { createDatabase } from '../support/postgres.ts';
import { command, folder, query, takeApart } from '../support/sauvegardes.ts';
import { startServer } from '../support/server.ts';

const c = useCourrier();

const STEP_MS = 5 * 60_000;

/**
 * `lecons`: day and hour in Brussels, and the instant 24 hours before. `midnight`: when the day of
 * the change begins. `eight`: 08:00 of that day.
 */
const NIGHTS = [
  {
    name: "heure d'été 2027",
    jour: '2027-03-28',
    from: '2027-03-26T12:00:00Z',
    to: '2027-03-29T12:00:00Z',
    midnight: '2027-03-27T23:00:00Z',
    eight: '2027-03-28T06:00:00Z',
    lecons: [
      ['2027-03-28', '08:00', '2027-03-27T06:00:00.000Z'],
      ['2027-03-28', '19:00', '2027-03-27T17:00:00.000Z'],
      ['2027-03-29', '08:00', '2027-03-28T06:00:00.000Z'],
      ['2027-03-29', '10:00', '2027-03-28T08:00:00.000Z'],
    ],
    // 02:30 does not exist on the 28th: the clock jumps from 02:00 to 03:00.
    nights: [/^manege-2027-03-27T01-30/, /^manege-2027-03-28T0[01]-30/, /^manege-2027-03-29T00-30/],
  },
  {
    name: "heure d'hiver 2026",
    jour: '2026-10-25',
    from: '2026-10-23T12:00:00Z',
    to: '2026-10-26T12:00:00Z',
    midnight: '2026-10-24T22:00:00Z',
    eight: '2026-10-25T07:00:00Z',
    lecons: [
      ['2026-10-25', '08:00', '2026-10-24T07:00:00.000Z'],
      ['2026-10-25', '19:00', '2026-10-24T18:00:00.000Z'],
      ['2026-10-26', '08:00', '2026-10-25T07:00:00.000Z'],
      ['2026-10-26', '10:00', '2026-10-25T09:00:00.000Z'],
    ],
    // 02:30 occurs twice on the 25th.
    nights: [/^manege-2026-10-24T00-30/, /^manege-2026-10-25T0[01]-30/, /^manege-2026-10-26T01-30/],
  },
];

const CASES = NIGHTS.flatMap((night) =>
  ['Europe/Brussels', 'Asia/Tokyo', 'America/Los_Angeles'].map((zone) => ({ ...night, zone })),
);

test.each(CASES)(
  "$name, machine à l'heure de $zone : chaque rappel et chaque sauvegarde une fois, à son heure",
  async ({ zone, jour, from, to, midnight, eight, lecons, nights }) => {
    const before = process.env['TZ'];
    process.env['TZ'] = zone; // Node reads it again
    onTestFinished(() => {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    });
    const { clock, services } = c.t;
    const dir = folder();
    clock.now = new Date(from);
    await query(c.t.url, 'delete from sauvegardes');
    await query(c.t.url, 'update horloge set sauvegardes_depuis = $1', [from]);
    await horloge.trust(services);
    const admin = await c.t.as({ role: 'admin' });
    const rider = await c.t.as();
    const stored: Record<string, string> = {};
    for (const [date_reservation = '', heure_debut = '', due = ''] of lecons)
      stored[(await book(rider, { date_reservation, heure_debut }))['id']] = due;
    c.smtp.recus.length = 0;

    /** The refusals at an instant to a rider who books the last past hour and the next one. */
    const bookAt = async (at: string, heure_debut: string) => {
      clock.now = new Date(at);
      const { status, body } = await rider('POST', '/api/reservations', {
        ...DEMANDE,
        date_reservation: jour,
        heure_debut,
        type_piste: 'exterieure',
      });
      return status === 201
        ? (await admin('DELETE', `/api/reservations/${body.id}`)).status
        : body.code;
    };
    const ms = (instant: string, minutes: number) =>
      new Date(Date.parse(instant) + minutes * 60_000).toISOString();

    for (let at = Date.parse(from); at <= Date.parse(to); at += STEP_MS) {
      clock.now = new Date(at);
      if (at % 3_600_000 === 0) await tidy(services);
      await round({
        ...services,
        sauvegardes: { dir, command: null, passphrase: null, base: null },
      });
      await c.round();
    }
    const reminders = (await c.rows()).filter(({ sorte }) => sorte === 'rappel');
    expect(
      Object.fromEntries(
        reminders.map(({ reservation_id, envoye_at }) => [
          reservation_id,
          envoye_at?.toISOString(),
        ]),
      ),
    ).toEqual(stored);
    expect(reminders).toHaveLength(lecons.length);
    expect(c.smtp.recus.filter(({ subject }) => subject?.startsWith('Rappel'))).toHaveLength(
      lecons.length,
    );
    const files = readdirSync(dir).toSorted();
    expect(files).toEqual(nights.map((night) => expect.stringMatching(night)));
    expect(
      await query(c.t.url, 'select count(*)::int as n from sauvegardes where erreur is null'),
    ).toEqual([{ n: nights.length }]);

    // The day begins at midnight in Brussels, and 08:00 is past at 08:00.
    expect([
      await bookAt(ms(midnight, 1), '09:30'),
      await bookAt(ms(eight, -1), '09:30'),
      await bookAt(ms(eight, 91), '09:30'),
    ]).toEqual([200, 200, 'heure_passee']);
    const { body: week } = await admin(
      'GET',
      `/api/reservations?du=${lecons[0]![0]}&au=${lecons[3]![0]}`,
    );
    expect(
      week
        .map((one: Record<string, string>) => `${one['date_reservation']} ${one['heure_debut']}`)
        .toSorted(),
    ).toEqual(lecons.map(([day, hour]) => `${day} ${hour}`));
    say(
      `${jour}, ${zone} : ${reminders.length} rappels, ${files.length} sauvegardes, aucun manqué, aucun en double`,
    );
  },
);

const CLOCK = new URL('../support/clock.mjs', import.meta.url).href;
/** In Brussels it is 23:45 on Tuesday 15 June, in Tokyo the morning of the 16th. */
const LATE = '2027-06-15T21:45:00Z';

/** The readings of both machines. `ID`: the lesson that was booked last. */
const READS = [
  '/reservations?du=2027-06-01&au=2027-06-30',
  '/reservations?miennes=1',
  '/reservations/ID',
  '/reservations/resume',
  '/reservations/a-venir',
  '/reservations/supprimees?page=1',
  '/planning?du=2027-06-14&au=2027-06-20',
  '/disponibilites?du=2027-06-14&au=2027-06-20',
  '/statistiques?du=2027-06-01&au=2027-06-30',
  '/statistiques/lecons?du=2027-06-01&au=2027-06-30',
  '/types-lecons',
  '/prix',
  '/parametres',
  '/centre',
  '/users?page=1',
  '/profil',
  '/journal?page=1',
  '/courriels?page=1',
  '/courriels/resume',
];

test("une machine à Tokyo, PostgreSQL compris, répond à l'octet près comme une machine à Bruxelles", async () => {
  // OPS-83
  const { url: databaseUrl, drop } = await createDatabase();
  onTestFinished(drop);
  const AHEAD_MS = String(Date.parse(LATE) - Date.now());
  const machines: Record<string, Awaited<ReturnType<typeof startServer>>> = {};
  const env: Record<string, Record<string, string>> = {};
  for (const zone of ['Europe/Brussels', 'Asia/Tokyo']) {
    env[zone] = {
      TZ: zone,
      DATABASE_URL: `${databaseUrl}?options=${encodeURIComponent(`-c timezone=${zone}`)}`,
      AHEAD_MS,
      NODE_OPTIONS: `--import=${CLOCK}`,
      SECRET: 'le-meme-secret-pour-les-deux-machines',
      ...ADMIN,
    };
    const server = (machines[zone] = await startServer(env[zone]));
    onTestFinished(async () => {
      await server.stop();
    });
  }
  const servers = Object.values(machines);
  expect(
    await query(env['Asia/Tokyo']!['DATABASE_URL']!, "select current_setting('timezone') as zone"),
  ).toEqual([{ zone: 'Asia/Tokyo' }]);
  const headers = await signIn(servers[0]!.url);
  const ask = async (server: { url: string }, path: string, body?: object) => {
    const own = { ...headers, origin: server.url, 'content-type': 'application/json' };
    const response = await fetch(
      `${server.url}/api${path}`,
      body === undefined
        ? { headers: own }
        : { method: 'POST', headers: own, body: JSON.stringify(body) },
    );
    return {
      status: response.status,
      etag: response.headers.get('etag'),
      text: await response.text(),
    };
  };
  // Both book: today is over, tomorrow is not, and neither machine assumes that it is the 16th.
  let last = '';
  for (const [n, server] of servers.entries()) {
    const at = (date_reservation: string, heure_debut: string) =>
      ask(server, '/reservations', { ...DEMANDE, date_reservation, heure_debut });
    expect(JSON.parse((await at('2027-06-15', '18:00')).text)).toMatchObject({
      code: 'heure_passee',
    });
    expect(JSON.parse((await at('2027-06-14', '18:00')).text)).toMatchObject({
      code: 'date_passee',
    });
    const booked = await at('2027-06-16', n === 0 ? '08:00' : '10:00');
    expect(booked.status, booked.text).toBe(201);
    last = (JSON.parse(booked.text) as { id: string }).id;
  }
  const emails = JSON.parse((await ask(servers[0]!, '/courriels?page=1')).text) as { id: string }[];
  expect(emails.length).toBeGreaterThan(1);
  let bytes = 0;
  const paths = [
    ...READS.map((path) => path.replace('ID', last)),
    ...emails.map(({ id }) => `/courriels/${id}`),
  ];
  for (const path of paths) {
    const [brussels, tokyo] = await Promise.all(servers.map((server) => ask(server, path)));
    expect(brussels!.status, `${path}: ${brussels!.text}`).toBe(200);
    expect(tokyo, path).toEqual(brussels);
    bytes += brussels!.text.length;
  }
  await Promise.all(servers.map((server) => server.stop()));
  const contents = [];
  for (const zone of Object.keys(env)) {
    const dir = folder();
    const { code, said } = await command('backup', { ...env[zone]!, BACKUP_DIR: dir }).ended;
    expect(code, said).toBe(0);
    const [name = ''] = readdirSync(dir);
    const { text } = takeApart(readFileSync(join(dir, name)));
    // the first line contains the time of its creation
    contents.push(text.slice(text.indexOf('\n')));
  }
  expect(contents[1]).toBe(contents[0]);
  say(
    `Tokyo comme Bruxelles : ${paths.length} lectures et une sauvegarde, ${bytes + contents[0]!.length} octets, aucun différent`,
  );
});
