/**
 * Restores a backup, which replaces the present data (OPS-10 to OPS-14), for the command and for
 * other callers.
 */
import { writeRestorePoint } from '#server/platform/backup/job.ts';
import type { Progress } from '#server/platform/backup/backup.ts';
import { openFile } from '#server/platform/backup/file.ts';
import { keepErased, readErased } from '#server/platform/backup/folder.ts';
import type { BackupConfig } from '#server/platform/services.ts';
import { readErasedOf, restoreFile } from '#server/platform/backup/restore.ts';
import { makeLastReleve } from '#server/checks/releves.ts';
import { settleRestored } from '#server/stores/personal_data/restauration.ts';

/** A database to restore into, and where backups are. */
export type Target = {
  url: string;
  version: string;
  config: BackupConfig;
  now: Date;
  say: Progress;
};

/**
 * Restores a file into a database; returns the rows per table. Throws a BackupError if anything
 * prevents it; then nothing has changed.
 */
export async function restore(target: Target, path: string): Promise<Record<string, number>> {
  const { url, config, now, say } = target;
  say('Lecture du fichier…');
  const file = await openFile(path, config.passphrase);
  return restoreFile({
    url,
    file,
    say,
    before: async () => {
      say('Point de restauration de ce que la base contient…');
      await keepErased(config.dir, await readErasedOf(url));
      const point = await writeRestorePoint(target);
      say(`Pour revenir en arrière : npm run restore -- '${point}'`);
    },
    after: (tx) =>
      settleRestored(tx, {
        erased: readErased(config.dir),
        now,
        last: (one, client) => makeLastReleve(one, { now: () => now, personne: null }, client),
      }),
  });
}
