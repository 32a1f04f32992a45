/**
 * An update without an interruption: instances of an earlier version, exported from the history of
 * git, are replaced one after the other while people book, change and cancel on both.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addDays, momentAt } from '#domain/core/calendrier.ts';
import { slotsFrom } from '../support/bookings.ts';
import { overlaps } from '../support/instances.ts';
import { say, spread } from '../support/load.ts';
import { startClock } from '../support/machine_clock.ts';
import { random } from '../support/random.ts';
import { startServer } from '../support/server.ts';
import { type SmtpServer, startSmtp } from '../support/smtp.ts';
import { type Answer, openVersions, type Play, RIDERS } from '../support/two_versions.ts';
import { type Version, versionsBefore } from '../support/versions.ts';

/** ADR-010: the other instances know within so many seconds. */
const KNOWN_WITHIN = 5;
/** How many bookings are followed to the streams, in each direction. */
const FOLLOWED = 5;

let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.stop());

const jour = addDays(momentAt(new Date()).jour, 3);
/** How many bookings were followed: each has a day of its own. */
let followed = 0;

/** A lesson as its rider last read it. */
type Lesson = { id: string; rider: number; version: number; body: Slot; cancelled: boolean };
type Slot = { date_reservation: string; type_piste: string; heure_debut: string };

/** How `waited` is counted. */
const WAITED = '503 pendant la mise à jour';

type Load = {
  /** Every lesson whose booking was answered 201. */
  lessons: Lesson[];
  /** How often each answer occurred, by what was asked. */
  answers: Record<string, number>;
  /** How often two riders asked for one slot at once, by the two instances that answered. */
  duels: Record<string, number>;
  /** Keeps a booking that was answered 201. */
  keep(rider: number, answer: Answer): Lesson | null;
  /** Waits for so many further bookings. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
};

/** Riders who book, move and cancel their own lessons on both instances until they are stopped. */
function startLoad({ call, book, versions }: Play): Load {
  const slots = slotsFrom(jour) as Iterator<Slot>;
  const next = (): Slot => slots.next().value;
  const lessons: Lesson[] = [];
  /** Those about which nobody asks at this moment. */
  const idle: Lesson[] = [];
  const answers: Record<string, number> = {};
  const duels: Record<string, number> = {};
  const calm = new AbortController();
  const note = (what: string, { status, body, waited }: Answer): void => {
    const seen = waited ? WAITED : `${what} ${status}${status < 300 ? '' : ` ${body.code}`}`;
    answers[seen] = (answers[seen] ?? 0) + 1;
  };
  const keep = (rider: number, { status, body }: Answer): Lesson | null => {
    if (status !== 201) return null;
    const lesson = { id: body.id, rider, version: body.version, body, cancelled: false };
    lessons.push(lesson);
    return lesson;
  };
  const use = (lesson: Lesson | null): void => {
    if (lesson) idle.push(lesson);
  };
  const withOne = async (work: (lesson: Lesson) => Promise<void>): Promise<void> => {
    const [lesson] = idle.splice(Math.floor(random() * idle.length), 1);
    if (!lesson) return;
    await work(lesson);
    if (!lesson.cancelled) idle.push(lesson);
  };
  const acts: ((rider: number, instance: number) => Promise<void>)[] = [
    async (rider, instance) => {
      const answer = await book(rider, instance, next());
      note('réserver', answer);
      use(keep(rider, answer));
    },
    (_, instance) =>
      withOne(async (lesson) => {
        const { date_reservation, type_piste, heure_debut } = next();
        const answer = await call(
          lesson.rider,
          instance,
          'PUT',
          `/reservations/${lesson.id}/changement`,
          {
            version: lesson.version,
            nombre_personnes: 1,
            noms_participants: ['Camille'],
            date_reservation,
            type_piste,
            heure_debut,
            remarques: 'Poney calme',
          },
        );
        note('changer', answer);
        if (answer.status === 200)
          Object.assign(lesson, { version: answer.body.version, body: answer.body });
      }),
    (_, instance) =>
      withOne(async (lesson) => {
        const path = `/reservations/${lesson.id}/annulation`;
        const answer = await call(lesson.rider, instance, 'POST', path, {});
        note('annuler', answer);
        lesson.cancelled = answer.status === 200;
      }),
    async (rider, instance) => {
      const slot = next();
      const asked = versions.toSorted().join(' et ');
      const both = await Promise.all([
        book(rider, instance, slot),
        book((rider + 1) % RIDERS, 1 - instance, slot),
      ]);
      for (const [n, answer] of both.entries()) {
        note('à deux', answer);
        use(keep((rider + n) % RIDERS, answer));
      }
      if (both.some(({ waited }) => waited)) return;
      expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      const places = new Set(both.map((answer) => answer.instance));
      if (places.size === 2) duels[asked] = (duels[asked] ?? 0) + 1;
    },
  ];
  /** How many riders do each, how long each waits, as people do. */
  const shares: [count: number, pauseMs: number][] = [
    [4, 200],
    [2, 400],
    [2, 800],
    [2, 300],
  ];
  const riders = Promise.all(
    shares.flatMap(([count, pauseMs], act) =>
      Array.from({ length: count }, async (_, n) => {
        while (!calm.signal.aborted) {
          await acts[act]!((act + n) % RIDERS, n % 2);
          await sleep(pauseMs * (0.5 + random()));
        }
      }),
    ),
  );
  let failed: unknown;
  riders.catch((error: unknown) => {
    failed = error;
  });
  return {
    lessons,
    answers,
    duels,
    keep,
    async more(count) {
      const wanted = lessons.length + count;
      await vi.waitUntil(() => failed !== undefined || lessons.length >= wanted, {
        timeout: 120_000,
      });
      if (failed !== undefined) throw failed as Error;
    },
    async stop() {
      calm.abort();
      await riders;
    },
  };
}

/**
 * Bookings on each instance in turn, while the others go on, and how soon a stream of the other
 * instance tells of their day, which no other booking has.
 */
async function follow({ book, screens, sql, versions }: Play, load: Load): Promise<void> {
  await expect.poll(() => screens.every(({ isOpen }) => isOpen), { timeout: 60_000 }).toBe(true);
  const seconds: number[] = [];
  for (let n = 0; n < 2 * FOLLOWED; n += 1) {
    const [from, to] = [n % 2, 1 - (n % 2)];
    const day = addDays(jour, 500 + followed);
    followed += 1;
    const answer = await book(0, from, {
      date_reservation: day,
      type_piste: 'interieure',
      heure_debut: '10:00',
    });
    const [since, clock] = [performance.now(), startClock(sql)];
    expect(load.keep(0, answer), JSON.stringify(answer)).not.toBeNull();
    const isKnown = await vi
      .waitUntil(() => screens[to]!.heard.has(day), { timeout: 30_000, interval: 10 })
      .catch(() => false);
    const counted = clock.read();
    await clock.stop();
    const way = `${versions[from]} → ${versions[to]}`;
    expect({ way, isKnown }).toEqual({ way, isKnown: true });
    expect(counted, way).toBeLessThan(KNOWN_WITHIN);
    seconds.push((performance.now() - since) / 1_000);
  }
  say(`${versions.join(' et ')} : l'autre instance le sait en ${spread(seconds)}`);
}
const migrationsOf = async ({ sql }: Play): Promise<number> =>
  (await sql.query('select from drizzle.__drizzle_migrations')).rowCount ?? 0;

/** The database has what was acknowledged, and nothing else. */
async function prove(play: Play, { lessons, answers, duels }: Load): Promise<void> {
  const { sql, emails } = play;
  say(
    `réponses : ${JSON.stringify(answers)} ; deux demandes d'un créneau : ${JSON.stringify(duels)}`,
  );
  expect(
    Object.keys(answers)
      .filter((answer) => answer !== WAITED)
      .toSorted(),
  ).toEqual([
    'annuler 200',
    'changer 200',
    'réserver 201',
    'à deux 201',
    'à deux 409 creneau_pris',
  ]);
  const { rows } = await sql.query(
    `select id, statut, date_reservation::text as jour, left(heure_debut::text, 5) as heure, type_piste as piste from reservations order by id`,
  );
  expect(rows).toEqual(
    lessons
      .map(({ id, cancelled, body }) => ({
        id,
        statut: cancelled ? 'annulee' : 'confirmee',
        jour: body.date_reservation,
        heure: body.heure_debut,
        piste: body.type_piste,
      }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  );
  expect(await overlaps(play)).toBe(0);
  const { rows: confirmed } = await sql.query<{ id: string; destinataire: string }>(
    `select reservation_id as id, destinataire from courriels where sorte = 'reservation_confirmee' and destinataire = any($1) order by 1, 2`,
    [emails],
  );
  expect(confirmed).toEqual(
    lessons
      .map(({ id, rider }) => ({ id, destinataire: emails[rider] }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  );
  const waiting = async () =>
    (await sql.query("select from courriels where statut = 'en_attente'")).rowCount;
  await expect.poll(waiting, { timeout: 180_000, interval: 500 }).toBe(0);
  const { rowCount: sent } = await sql.query("select from courriels where statut = 'envoye'");
  const {
    rows: [counts],
  } = await sql.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  const received = smtp.recus.map(({ messageId }) => messageId);
  say(
    `${lessons.length} réservations confirmées et en base, ${lessons.filter(({ cancelled }) => cancelled).length} annulées ; ${received.length} emails remis, ${new Set(received).size} différents ; ${counts?.deadlocks} interblocages`,
  );
  expect(received).toHaveLength(new Set(received).size);
  expect(received).toHaveLength(sent!);
}

/** The instances are replaced one after the other. */
async function roll(play: Play, load: Load): Promise<void> {
  await load.more(50);
  await follow(play, load);
  const since = performance.now();
  await play.stop(0);
  const before = load.lessons.length;
  play.isMigrating = true;
  await play.start(0, 'nouvelle');
  play.isMigrating = false;
  const during = load.lessons.length - before;
  const seconds = (performance.now() - since) / 1_000;
  say(`remplacée en ${seconds.toFixed(1)} s ; ${during} réservations pendant la mise à jour`);
  expect(during).toBeGreaterThan(0);
  await load.more(50);
  await follow(play, load);
  // OPS-42: what is left of the earlier version serves on, and cannot be started again.
  await expect(startServer(play.env, play.oldMain)).rejects.toThrow(
    "vient d'une version plus récente",
  );
  await load.more(50);
  await play.stop(1);
  await play.start(1, 'nouvelle');
  await load.more(50);
  await follow(play, load);
}

/** The version is refused while the others serve, and they do not notice (OPS-43). */
async function refuse(play: Play, load: Load): Promise<void> {
  await load.more(50);
  const migrations = await migrationsOf(play);
  await expect(startServer(play.env)).rejects.toThrow(
    'arrêtez toutes les instances, puis démarrez celle-ci',
  );
  expect(await migrationsOf(play)).toBe(migrations);
  await load.more(50);
  await follow(play, load);
}

/** In its title, because the list of tests that were not run has only that. */
const howOf = (version: Version | string): string => {
  if (typeof version === 'string') return version;
  return version.alone
    ? "refusée tant que l'ancienne sert"
    : "remplacée sous la charge, une instance après l'autre";
};

const CASES = [...versionsBefore()].map(([tag, version]) => ({
  tag,
  version,
  how: howOf(version),
}));

test.for(CASES)("la version d'avant $tag : $how", async ({ version }, { skip }) => {
  // OPS-43, OPS-40
  if (typeof version === 'string') return skip(version);
  if (version.otherPackages) say("elle demandait d'autres paquets ; elle a ceux d'aujourd'hui");
  say(`${version.commit.slice(0, 8)}, à qui manquent ${version.pending.join(', ')}`);
  const play = await openVersions(version, smtp);
  const migrations = await migrationsOf(play);
  const load = startLoad(play);
  try {
    await (version.alone ? refuse : roll)(play, load);
  } finally {
    await load.stop();
  }
  if (version.alone) {
    for (const instance of [0, 1]) await play.stop(instance);
    for (const instance of [0, 1]) await play.start(instance, 'nouvelle');
    await follow(play, load);
  }
  expect(await migrationsOf(play)).toBe(migrations + version.pending.length);
  const backups = readdirSync(join(play.env['DATA_DIR']!, 'sauvegardes'));
  expect(backups.filter((name) => name.includes('avant-mise-a-jour'))).toHaveLength(1);
  await prove(play, load);
  const asked = ['ancienne et ancienne', 'ancienne et nouvelle', 'nouvelle et nouvelle'];
  expect(Object.keys(load.duels).toSorted()).toEqual(version.alone ? asked.slice(0, 1) : asked);
});
