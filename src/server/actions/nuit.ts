/** What the service does about backups by itself (OPS-14, OPS-15). The rest is loaded when a backup is due. */
import { isDue } from '#domain/sauvegardes.ts';
import { sweepLeftovers } from '../platform/backup/alone.ts';
import { BackupError } from '../platform/backup/errors.ts';
import { type BackupConfig, keepErased } from '../platform/backup/folder.ts';
import { transact } from '../platform/db.ts';
import { tryKeys } from '../platform/locks.ts';
import type { Services } from '../platform/services.ts';
import { deleteSauvegardesBefore, getLastBegun, insertBegun, listErased, settleSauvegarde } from '../stores/sauvegardes.ts';

type Needs = Pick<Services, 'db' | 'databaseUrl' | 'version' | 'now' | 'log'>;

/** How long the service remembers its backups: longer than any file is kept. */
const MEMORY_MS = 400 * 24 * 3_600_000;

/** At the start: what killed backups left. */
export const clean = ({ databaseUrl }: Needs, { dir }: BackupConfig): Promise<void> => sweepLeftovers(databaseUrl, dir);

/** Every few minutes: the ids of accounts that were erased on any instance join their file. */
export const keepIds = async ({ db }: Needs, { dir }: BackupConfig): Promise<void> => keepErased(dir, await listErased(db));

/**
 * Every few minutes: makes the backup of the night where it is due; of several instances one makes it. `since`: when this instance started, before which no night is missed. A failure is recorded
 * and logged, and the next night tries again.
 */
export async function round(services: Needs, config: BackupConfig, since: Date): Promise<void> {
  const { db, databaseUrl: url, version, now, log } = services;
  const at = now();
  if (!isDue(at, await getLastBegun(db) ?? since)) return;
  const id = await transact(db, [], async (tx) => {
    if (!await tryKeys(tx, ['sauvegarde de la nuit'])) return null;
    return isDue(at, await getLastBegun(tx) ?? since) ? insertBegun(tx, at) : null;
  });
  if (id === null) return;
  await deleteSauvegardesBefore(db, new Date(at.getTime() - MEMORY_MS));
  try {
    const { backUp } = await import('../platform/backup/job.ts');
    const { path, octets, nonVerifiee } = await backUp({ url, version, config, now: at, say: () => undefined });
    await settleSauvegarde(db, id, { fin_at: now(), fichier: path, octets, non_verifiee: nonVerifiee });
  } catch (err) {
    log.error({ err }, 'a backup failed');
    await settleSauvegarde(db, id, { fin_at: now(), erreur: err instanceof BackupError ? err.message : 'La sauvegarde a échoué ; le journal du service dit où.' });
  }
}
