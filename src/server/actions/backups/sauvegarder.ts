/**
 * Makes backups and records each (OPS-20): automatically at night (OPS-15), for the command, and
 * for an administrator on the screen (OPS-22).
 */
import { Refus } from '#domain/errors/errors.ts';
import { isDue, lastNight, type Origine } from '#domain/backups.ts';
import { alone, sweepLeftovers } from '#server/platform/backup/alone.ts';
import type { Progress } from '#server/platform/backup/backup.ts';
import { BackupError, BusyError } from '#server/platform/backup/errors.ts';
import type { BackupConfig } from '#server/platform/services.ts';
import type { Made } from '#server/platform/backup/job.ts';
import { type Db, type Reader, transact, type Tx } from '#server/platform/db.ts';
import { lockBackupRow } from '#server/platform/locks.ts';
import type { Ctx, Services } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import {
  deleteSauvegardesBefore,
  getEtat,
  getNight,
  hasUnfinished,
  insertBegun,
  settleKilled,
  settleSauvegarde,
} from '#server/stores/backups.ts';

/** The data and settings for a backup. */
type Place = { db: Db; url: string; version: string; config: BackupConfig; now: () => Date };

type Needs = Pick<Services, 'db' | 'databaseUrl' | 'version' | 'sauvegardes' | 'now'>;

const placeOf = ({ db, databaseUrl: url, version, sauvegardes: config, now }: Needs): Place => ({
  db,
  url,
  version,
  config,
  now,
});

/** How long the service keeps the records of its backups: longer than a year of nights. */
const MEMORY_MS = 400 * 24 * 3_600_000;

type Options = {
  /**
   * Runs in the transaction that records the beginning, while no other backup is made; if it
   * throws, this backup is not made.
   */
  first?: (tx: Tx) => Promise<void>;
  /** Called once the beginning is recorded. */
  begun?: () => void;
  say?: Progress;
};

/**
 * Makes a backup and records its beginning and its result (OPS-20). Throws a BusyError while
 * another backup of the database is made, and the errors of the backup. A row without an end that
 * no connection holds belongs to a killed backup.
 */
export function makeBackup(
  { db, url, version, config, now }: Place,
  origine: Origine,
  { first, begun, say = () => undefined }: Options = {},
): Promise<Made> {
  return alone(url, async (client, giveBack) => {
    const at = now();
    const id = await transact(db, ['sauvegardes'], async (tx) => {
      await settleKilled(tx, at);
      await deleteSauvegardesBefore(tx, new Date(at.getTime() - MEMORY_MS));
      await first?.(tx);
      return insertBegun(tx, { debut_at: at, origine });
    });
    // no other process looks for it before the lock of backups is released
    await lockBackupRow(client, id);
    begun?.();
    const settle = (made: Parameters<typeof settleSauvegarde>[2]) =>
      transact(db, ['sauvegardes'], (tx) => settleSauvegarde(tx, id, { fin_at: now(), ...made }));
    try {
      // its packages are loaded only for a backup
      const { backUpAlone } = await import('#server/platform/backup/job.ts');
      const made = await backUpAlone(client, { url, version, config, now: at, say }, giveBack);
      await settle({ fichier: made.path, octets: made.octets, non_verifiee: made.nonVerifiee });
      return made;
    } catch (error) {
      // If the database cannot be reached, the row is later treated as that of a killed backup.
      await settle({
        erreur:
          error instanceof BackupError
            ? error.message
            : 'La sauvegarde a échoué ; le journal du service dit où.',
      }).catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Removes the leftovers of killed backups, that is files, databases and rows without an end, unless
 * a backup is being made.
 */
export const clean = ({ db, databaseUrl, sauvegardes: { dir }, now }: Needs): Promise<void> =>
  sweepLeftovers(databaseUrl, dir, () =>
    transact(db, ['sauvegardes'], (tx) => settleKilled(tx, now())),
  );

/**
 * Whether a nightly backup must begin. Only nightly backups count: one in the afternoon does not
 * replace it.
 */
async function isNightDue(reader: Reader, now: Date): Promise<boolean> {
  const { last, failed } = await getNight(reader, lastNight(now));
  return isDue(now, last ?? (await getEtat(reader)).depuis, failed);
}

/** Every few minutes: makes the nightly backup if it is due; only one of several instances does. */
export async function round(services: Needs & Pick<Services, 'log'>): Promise<void> {
  const { db, now, log } = services;
  if (await hasUnfinished(db))
    await clean(services).catch((err: unknown) => log.warn({ err }, 'housekeeping failed'));
  if (!(await isNightDue(db, now()))) return;
  const first = async (tx: Tx): Promise<void> => {
    if (!(await isNightDue(tx, now()))) throw new BusyError(); // another instance was faster
  };
  await makeBackup(placeOf(services), 'nuit', { first }).then(
    ({ octets }) => log.info({ bytes: octets }, 'a backup was made'),
    (err: unknown) => {
      if (!(err instanceof BusyError)) log.error({ err }, 'a backup failed');
    },
  );
}

/**
 * Answers once the backup has begun; its result is recorded, and the log contains a failure. Throws
 * `sauvegarde_en_cours` while another one is made.
 */
export async function begin(ctx: Ctx): Promise<{ success: true }> {
  const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
  void makeBackup(placeOf(ctx), 'ecran', {
    first: (tx) => insertJournal(tx, ctx, { action: 'sauvegarde.demandee' }),
    begun: resolve,
  }).catch((err: unknown) => {
    // without effect once it has begun
    reject(err instanceof BusyError ? new Refus('sauvegarde_en_cours') : err);
    if (!(err instanceof BusyError)) ctx.log.error({ err }, 'a backup failed');
  });
  await begun;
  return { success: true };
}
