/**
 * Every advisory lock of the product. All instances take them under the same keys, so a change of a
 * key needs one release in which both keys are taken.
 *
 * The table of the locks, as a list. Each entry: group, names: holders.
 *
 * - 7241001, on the session, no names: a start, while it migrates the database; a restore; shared:
 *   a backup.
 * - 7241002, on the session, no names: a backup, while it is made and verified.
 * - 7241003 and a number, on the session, the row of a backup: that backup, until its row has an
 *   end, so also while BACKUP_COMMAND runs.
 * - `attempts`, the keys of counted attempts (`compte …`, `appareil …`, `reseau …`, `mot_de_passe
 *   …`, `inscriptions reseau …`, `lien …`, `liens reseau …`, `calendriers reseau …`): code that
 *   counts attempts.
 * - `attempts`, `installation`: the creation of the first administrator; `demonstration`: the
 *   creation of the demonstration.
 * - `attempts`, `conservation des leçons`: housekeeping, while it removes the names of a batch of
 *   lessons.
 * - `attempts`, `annonces d'inscription`: a sign-up, while it writes the email to the
 *   administrators; housekeeping, while it reminds them.
 * - `days`, `cavalier <id> <jour>`, `cavalier <id> à venir`, `piste <type_piste> <jour>`: a
 *   booking, a join or a rider's change under a rule that counts (quota, coming lessons, pause); an
 *   edit or a rider's change, on the days that it leaves and enters.
 * - `administrateurs`, no names: a decision on an account; the deletion of the caller's own
 *   account; a save of the settings that demands a second factor of administrators.
 * - `types_lecons`, no names: a change of the list of lesson types.
 * - `pistes`, no names: a change of the arenas.
 * - `fermetures`, no names: a closure, a repetition of a lesson, or a change of a series.
 * - `courriels`, no names: an instance, while it unites the emails of changes.
 * - `orthographes`, no names: a merge of two spellings; housekeeping, while it deletes those that
 *   no lesson contains any more.
 * - `imports`, no names: an import of customers, or its undoing.
 * - `facturation`, no names: the statements of a month or of one customer; the erasure of a customer.
 *
 * Order: a transaction takes the locks of one group in one call, which sorts them, before it locks
 * any row. There are three exceptions. A sign-up takes `annonces d'inscription` last, after its
 * other locks and the row of its account. A rider's change may take `days` in two calls: for the rules,
 * then in the statement that stores it. The second call takes keys that are already held, or `piste
 * …` after `cavalier …`, which is their order. Only if the lesson was moved in between can it take
 * an earlier key; a deadlock is then run again. Closures, repetitions and changes of a series take
 * `fermetures` first, which nobody takes after `days`, then `days` in one call; the statements that
 * store their lessons take keys that are already held.
 */
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Regles } from '#domain/settings/parametres.ts';
import { againAfterDeadlock, type Db, type Reader, transact, type Tx } from './db.ts';

/**
 * For connections that hold a lock and are silent for long: otherwise a network in between would
 * drop them silently.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** The second argument of `hashtextextended`, so that equal names in two groups are two keys. */
const SEEDS = {
  attempts: 7241,
  days: 7242,
  administrateurs: 7243,
  types_lecons: 7244,
  orthographes: 7245,
  pistes: 7246,
  fermetures: 7247,
  courriels: 7248,
  imports: 7249,
  facturation: 7250,
};

const MIGRATIONS = 7_241_001;
const BACKUPS = 7_241_002;
const BACKUP_ROWS = 7_241_003;

/**
 * Milliseconds for which a key is tried at start. No request waits then, and another instance may
 * hold the key longer than a call may take.
 */
const START_PATIENCE_MS = 60_000;

/**
 * Takes the locks of some names, one after the other in a fixed order, and holds them until the
 * transaction ends.
 */
async function lock(tx: Tx, group: keyof typeof SEEDS, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(name, ${SEEDS[group]})) from (select unnest(${sql.param(names)}::text[]) as name order by 1) as names`);
}

/**
 * Locks some keys, so that simultaneous attempts on a key are counted one after the other (ACC-34).
 */
export const lockKeys = (tx: Tx, ...keys: string[]): Promise<void> => lock(tx, 'attempts', keys);

/** The same without waiting; false if another transaction holds one of the keys. */
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
 * silent for 20 s counts as lost. Throws if another instance holds the key for a minute.
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

/** One day of a rider (quota), all coming days of a rider, or one day of an arena (pause, edit). */
export type DayLock = { of: `cavalier ${string}` | `piste ${string}`; jour: string };

/** The names of these locks. */
export const dayNames = (days: readonly DayLock[]): string[] =>
  days.map(({ of, jour }) => `${of} ${jour}`);

/**
 * The locks for the rules that bind a rider: the rider's day for the quota, all coming days for the
 * number of lessons, the days of the arenas for the pause.
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
 * Reads the facts, and attempts the work. Quota, coming lessons and pause depend on several rows,
 * so attempts under these rules run one after the other (SET-05, SET-40): their days are locked,
 * and the facts are read again. Null if the attempt answers null, or if the rules have changed
 * meanwhile, so that other days must be locked.
 */
export async function decideUnderLocks<F, T>(
  db: Db,
  read: (reader: Reader) => Promise<F>,
  attempt: (reader: Reader, facts: F) => Promise<T | null>,
  daysOf: (facts: F) => DayLock[],
): Promise<T | null> {
  const facts = await read(db);
  const days = dayNames(daysOf(facts));
  if (days.length === 0) return attempt(db, facts);
  return againAfterDeadlock(() =>
    transact(db, [], async (tx) => {
      await lock(tx, 'days', days);
      const again = await read(tx);
      const needed = dayNames(daysOf(again));
      return needed.every((day) => days.includes(day)) ? attempt(tx, again) : null;
    }),
  );
}

/**
 * The locks of some days as a query, for a statement that takes them before it writes; `names` is
 * its parameter. What the statement reads may be older than the locks, so the statement must check
 * what it writes: by a version or a constraint.
 */
export const lockedDays = (names: string): string =>
  `select count(pg_advisory_xact_lock(hashtextextended(name, ${SEEDS.days}))) from (select unnest(${names}::text[]) as name order by 1) as names`;

/**
 * If two administrators leave at the same time, the second one is counted without the first
 * (ACC-14).
 */
export const lockAdmins = (tx: Tx): Promise<void> =>
  lock(tx, 'administrateurs', ['administrateurs']);

/** Serialises changes of the list of lesson types. */
export const lockTypes = (tx: Tx): Promise<void> => lock(tx, 'types_lecons', ['types_lecons']);

/**
 * Serialises changes of the arenas, whose checks depend on their number, their names and the last
 * active one.
 */
export const lockPistes = (tx: Tx): Promise<void> => lock(tx, 'pistes', ['pistes']);

/**
 * Serialises closures, repetitions and changes of a series: each sees what the others hold, and
 * their emails about several lessons are in one order.
 */
export const lockFermetures = (tx: Tx): Promise<void> => lock(tx, 'fermetures', ['fermetures']);

/**
 * Serialises the uniting of emails: two at once would each lock some of the emails about a lesson,
 * and neither could unite them (ADR-043).
 */
export const lockCourriels = (tx: Tx): Promise<void> => lock(tx, 'courriels', ['courriels']);

/**
 * Serialises imports of customers: the second one finds the customers of the first (IMP-09). A
 * large import takes longer than the 3 s that other transactions wait. The time is below
 * `statement_timeout`, and below the time after which a silent connection counts as lost.
 */
export async function lockImports(tx: Tx): Promise<void> {
  await tx.execute(sql`set local lock_timeout = '12s'`);
  await lock(tx, 'imports', ['imports']);
}

/**
 * Serialises the making of statements: the second one finds the lines on the statements of the first
 * (REL-11). Others wait longer than the 3 s of other locks, because 200 statements take a second.
 */
export async function lockFacturation(tx: Tx): Promise<void> {
  await tx.execute(sql`set local lock_timeout = '12s'`);
  await lock(tx, 'facturation', ['facturation']);
}

/** The locks of an edit on the days of arenas, for a transaction that edits several lessons. */
export const lockDays = (tx: Tx, days: readonly DayLock[]): Promise<void> =>
  lock(tx, 'days', dayNames(days));

/**
 * Serialises merges of spellings: if two merges would form a circle, the second is refused
 * (RIDE-26).
 */
export const lockOrthographes = (tx: Tx): Promise<void> =>
  lock(tx, 'orthographes', ['orthographes']);

/**
 * Ensures that instances that start together migrate one after the other; held until the connection
 * ends. `onWait` is called if the lock is not free at once.
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

/** Prevents migrations while a backup reads; held until the connection ends. */
export async function lockMigrationsShared(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [MIGRATIONS]);
}

/**
 * Allows one backup of a database at a time; false while another connection makes one. Held until
 * the connection ends.
 */
export async function tryLockBackups(client: pg.Client): Promise<boolean> {
  const {
    rows: [row],
  } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [BACKUPS]);
  return row?.held ?? false;
}

/** Releases the locks of `tryLockBackups` and `lockMigrationsShared` before the connection ends. */
export async function unlockBackups(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_unlock($1), pg_advisory_unlock_shared($2)', [
    BACKUPS,
    MIGRATIONS,
  ]);
}

/** Locks the row of a running backup; held until the connection ends. */
export async function lockBackupRow(client: pg.Client, id: number): Promise<void> {
  await client.query('select pg_advisory_lock($1::int, $2::int)', [BACKUP_ROWS, id]);
}

/**
 * True for the row of a backup that no process makes any more. Keeps the row's lock until the end
 * of the transaction.
 */
export const isAbandoned = (id: SQLWrapper): SQL =>
  sql`pg_try_advisory_xact_lock(${BACKUP_ROWS}::int, ${id}::int)`;
