/**
 * Every advisory lock of the product. All instances take them under the same keys, so a key that
 * changes needs one release in which both are taken.
 *
 * | group | names | held by |
 * |---|---|---|
 * | 7241001, on the session | none | a start, while it migrates the database; a restore; shared: a backup |
 * | 7241002, on the session | none | a backup, while it is made and verified |
 * | 7241003 and a number, on the session | the row of a backup | that backup, until its row has an end: also while BACKUP_COMMAND runs |
 * | `attempts` | the keys of counted attempts (`compte …`, `appareil …`, `reseau …`, `mot_de_passe …`, `inscriptions reseau …`, `lien …`, `liens reseau …`, `calendriers reseau …`) | who counts them |
 * | `attempts` | `installation`, `demonstration` | who creates the first administrator, who fills the demonstration |
 * | `attempts` | `conservation des leçons` | housekeeping, while it removes the names of a batch of lessons |
 * | `attempts` | `annonces d'inscription` | a sign-up, while it writes the email to the administrators; housekeeping, while it reminds them |
 * | `days` | `cavalier <id> <jour>`, `cavalier <id> à venir`, `piste <type_piste> <jour>` | a booking, a join or a rider's change under a rule that counts (quota, lessons to come, pause); an edit or a rider's change, on the days it leaves and enters |
 * | `administrateurs` | none | a decision on an account; the deletion of one's own; a save of the settings that demands a second factor of administrators |
 * | `types_lecons` | none | a change of the list of lesson types |
 * | `pistes` | none | a change of the arenas |
 * | `orthographes` | none | a merge of two spellings; housekeeping, while it deletes those that no lesson names any more |
 *
 * Order: a transaction takes the locks of one group, in one call, which sorts them, and before it
 * locks any row. There are two exceptions. A sign-up takes `annonces d'inscription` last, after its
 * other locks and the row of its account. A rider's change may take `days` in two calls: for the
 * rules, then in the statement that stores it. The second takes keys that are held already, or
 * `piste …` after `cavalier …`, which is their order; only if the lesson was moved in between may it
 * take an earlier one, and a deadlock is run again.
 */
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Regles } from '#domain/settings/parametres.ts';
import { againAfterDeadlock, type Db, type Reader, transact, type Tx } from './db.ts';

/**
 * For connections that hold a lock and are silent for long: a network in between would drop them
 * without a word.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** The second argument of `hashtextextended`, so that equal names of two groups are two keys. */
const SEEDS = {
  attempts: 7241,
  days: 7242,
  administrateurs: 7243,
  types_lecons: 7244,
  orthographes: 7245,
  pistes: 7246,
  fermetures: 7247,
};

const MIGRATIONS = 7_241_001;
const BACKUPS = 7_241_002;
const BACKUP_ROWS = 7_241_003;

/**
 * Milliseconds for which a key is tried at start, when no request waits and another instance may
 * hold it longer than a call may take.
 */
const START_PATIENCE_MS = 60_000;

/**
 * Waits for the locks of some names, one after the other in one order, and holds them until the
 * transaction ends.
 */
async function lock(tx: Tx, group: keyof typeof SEEDS, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(name, ${SEEDS[group]})) from (select unnest(${sql.param(names)}::text[]) as name order by 1) as names`);
}

/** Simultaneous attempts on a key are counted one after the other (ACC-34). */
export const lockKeys = (tx: Tx, ...keys: string[]): Promise<void> => lock(tx, 'attempts', keys);

/** The same without waiting; false when another transaction holds one of the keys. */
export async function tryKeys(tx: Tx, keys: readonly string[]): Promise<boolean> {
  const {
    rows: [row],
  } = await tx.execute<{ held: boolean }>(
    sql`select bool_and(pg_try_advisory_xact_lock(hashtextextended(name, ${SEEDS.attempts}))) as held from unnest(${sql.param(keys)}::text[]) as name`,
  );
  return row?.held ?? false;
}

/**
 * Locks a key at start. It is tried repeatedly instead of waited for, because a connection that is
 * silent for 20 s counts as lost. Throws when another instance holds the key for a minute.
 */
export async function lockKeyAtStart(tx: Tx, key: string): Promise<void> {
  for (
    const end = performance.now() + START_PATIENCE_MS;
    !(await tryKeys(tx, [key]));
    await sleep(100)
  ) {
    if (performance.now() > end) throw new Error(`another instance has held '${key}' for a minute`);
  }
}

/** One day of a rider (quota), all days to come of one, or of an arena (pause, edit). */
export type DayLock = { of: `cavalier ${string}` | `piste ${string}`; jour: string };

/** The names of such locks. */
export const dayNames = (days: readonly DayLock[]): string[] =>
  days.map(({ of, jour }) => `${of} ${jour}`);

/**
 * What the rules that bind a rider lock: the rider's day for the quota, all to come for their
 * number, the arenas' days for the pause.
 */
export const daysOfRules = (
  { maxBookingsPerDay: quota, maxOpenBookings: toCome, breakBetweenLessons: pause }: Regles,
  { account, jour, pistes }: { account: string; jour: string; pistes: readonly DayLock[] },
): DayLock[] => [
  ...(toCome === null ? [] : [{ of: `cavalier ${account}` as const, jour: 'à venir' }]),
  ...(quota === null ? [] : [{ of: `cavalier ${account}` as const, jour }]),
  ...(pause === null ? [] : pistes),
];

/**
 * Reads what decides, and attempts. Quota, lessons to come and pause look at several rows, so
 * attempts under them run one after the other (SET-05, SET-40): their days are locked, and what
 * decides is read again.
 */
export async function decideUnderLocks<F, T>(
  db: Db,
  read: (reader: Reader) => Promise<F>,
  attempt: (reader: Reader, facts: F) => Promise<T>,
  daysOf: (facts: F) => DayLock[],
): Promise<T> {
  const facts = await read(db);
  const days = daysOf(facts);
  if (days.length === 0) return attempt(db, facts);
  return againAfterDeadlock(() =>
    transact(db, [], async (tx) => {
      await lock(tx, 'days', dayNames(days));
      return attempt(tx, await read(tx));
    }),
  );
}

/**
 * The locks of some days as a query, for a statement that takes them before it writes; `names` is
 * its parameter. What the statement reads may be older than the locks, so it must check what it
 * writes by itself: a version, a constraint.
 */
export const lockedDays = (names: string): string =>
  `select count(pg_advisory_xact_lock(hashtextextended(name, ${SEEDS.days}))) from (select unnest(${names}::text[]) as name order by 1) as names`;

/** Of two administrators that leave at once, the second is counted without the first (ACC-14). */
export const lockAdmins = (tx: Tx): Promise<void> =>
  lock(tx, 'administrateurs', ['administrateurs']);

/** Two changes of the list of lesson types run one after the other. */
export const lockTypes = (tx: Tx): Promise<void> => lock(tx, 'types_lecons', ['types_lecons']);

/** Two changes of the arenas run one after the other: their number, their names, the last one. */
export const lockPistes = (tx: Tx): Promise<void> => lock(tx, 'pistes', ['pistes']);

/**
 * Closures, repetitions and changes of a series run one after the other: each sees what the other one
 * holds, and their emails about several lessons are in one order.
 */
export const lockFermetures = (tx: Tx): Promise<void> => lock(tx, 'fermetures', ['fermetures']);

/** What an edit locks of the days of arenas, for a transaction that edits several lessons. */
export const lockDays = (tx: Tx, days: readonly DayLock[]): Promise<void> =>
  lock(tx, 'days', dayNames(days));

/** Of two merges of spellings that would make a circle, the second is refused (RIDE-26). */
export const lockOrthographes = (tx: Tx): Promise<void> =>
  lock(tx, 'orthographes', ['orthographes']);

/**
 * Instances that start together migrate one after the other; held until the connection ends.
 * `onWait` is called where it is not free at once.
 */
export async function lockMigrations(
  client: pg.Client,
  onWait: () => void = () => undefined,
): Promise<void> {
  const {
    rows: [row],
  } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
    MIGRATIONS,
  ]);
  if (row?.held === true) return;
  onWait();
  await client.query('select pg_advisory_lock($1)', [MIGRATIONS]);
}

/** No migration changes what a backup reads; held until the connection ends. */
export async function lockMigrationsShared(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [MIGRATIONS]);
}

/**
 * One backup of a database at a time; false while another connection makes one. Held until the
 * connection ends.
 */
export async function tryLockBackups(client: pg.Client): Promise<boolean> {
  const {
    rows: [row],
  } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [BACKUPS]);
  return row?.held ?? false;
}

/** Ends what `tryLockBackups` and `lockMigrationsShared` hold, before the connection does. */
export async function unlockBackups(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_unlock($1), pg_advisory_unlock_shared($2)', [
    BACKUPS,
    MIGRATIONS,
  ]);
}

/** The row of a backup that is under way; held until the connection ends. */
export async function lockBackupRow(client: pg.Client, id: number): Promise<void> {
  await client.query('select pg_advisory_lock($1::int, $2::int)', [BACKUP_ROWS, id]);
}

/**
 * True for the row of a backup that nobody makes any more. It keeps the row's lock until the end of
 * the transaction.
 */
export const isAbandoned = (id: SQLWrapper): SQL =>
  sql`pg_try_advisory_xact_lock(${BACKUP_ROWS}::int, ${id}::int)`;
