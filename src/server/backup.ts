/**
 * `npm run backup`: makes one backup now. `npm run backup -- fiche`: prints the recovery sheet, for
 * the case that the server is lost.
 */
import { makeBackup } from './actions/backups/sauvegarder.ts';
import { runCommand, withDatabase, type Workplace } from './command.ts';
import { backUp, type Made } from './platform/backup/job.ts';
import { recoverySheet } from './platform/backup/sheet.ts';
import { openPool } from './platform/db.ts';
import { compareMigrations } from './platform/migrations.ts';
import { StartError } from './platform/start_error.ts';
import { say } from './terminal.ts';

await runCommand(async (env) => {
  const [wanted, ...others] = process.argv.slice(2);
  if (others.length > 0 || ![undefined, 'fiche'].includes(wanted))
    throw new StartError('Usage : npm run backup, ou npm run backup -- fiche');
  if (wanted === 'fiche') {
    const { secret, ...rest } = env;
    if (secret === null)
      throw new StartError(
        `SECRET manque, et le fichier ${env.DATA_DIR}/secret aussi : sans lui la fiche ne servirait à rien.`,
      );
    return say(recoverySheet({ ...rest, secret }, new Date()));
  }
  await withDatabase(env, { alone: false }, async (at) => {
    const { path, octets, nonVerifiee } = await made(at);
    say(`\n${path} : ${octets} octets${env.sauvegardes.passphrase === null ? '' : ', chiffrée'}.`);
    say(
      nonVerifiee === null
        ? "Vérifiée : restaurée dans une base d'essai et comparée."
        : `Non vérifiée : ${nonVerifiee}.`,
    );
  });
});

/**
 * Makes a backup that is recorded like any other (OPS-20), unless the database still waits for the
 * migrations of this version.
 */
async function made(at: Workplace): Promise<Made> {
  const { pool, db } = openPool(at.url, () => undefined);
  try {
    if ((await compareMigrations(pool)).missing > 0) return await backUp(at);
    return await makeBackup({ ...at, db, now: () => new Date() }, 'commande', { say });
  } finally {
    await pool.end();
  }
}
