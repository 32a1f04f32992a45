/**
 * Migrates the database to the schema of this version; its content is saved before (OPS-40 to
 * OPS-43, ADR-023).
 */
import { drizzle } from 'drizzle-orm/node-postgres';
import { statSync } from 'node:fs';
import type pg from 'pg';
import { BackupError, explainDatabase } from './platform/backup/errors.ts';
import type { BackupConfig } from './platform/services.ts';
import type { Made } from './platform/backup/job.ts';
import { migrate, MigrationError } from './platform/migrations.ts';
import * as schema from './platform/schema/schema.ts';
import { StartError } from './platform/start_error.ts';
import { insertMade } from './stores/backups.ts';

/** `wanted`: whether a backup is made. */
type Way = {
  version: string;
  config: BackupConfig;
  wanted: boolean;
  say: (sentence: string) => void;
};

/**
 * Migrates a database if necessary; returns the version of its server. Throws a StartError; then
 * nothing has changed.
 */
export async function upgrade(url: string, { wanted, ...way }: Way): Promise<string> {
  const said: { path?: string; filled?: true } = {};
  try {
    return await migrate(
      url,
      async (client, pending) => {
        said.filled = true;
        way.say(
          `La base de données passe au schéma de cette version (${pending.map(({ tag }) => tag).join(', ')}).`,
        );
        if (!wanted) return null;
        const debut_at = new Date();
        const { path, octets, nonVerifiee } = await save(
          client,
          { ...way, url, now: debut_at },
          (written) => {
            said.path = written;
          },
        );
        return () =>
          insertMade(drizzle(client, { schema }), {
            debut_at,
            fin_at: new Date(),
            fichier: path,
            octets,
            non_verifiee: nonVerifiee,
            origine: 'mise_a_jour',
          });
      },
      way.say,
    );
  } catch (error) {
    if (said.filled && error instanceof MigrationError)
      throw new StartError(failure(error, said.path));
    throw error;
  }
}

/**
 * Makes the backup and verifies it: it is restored into a scratch database, in which the migrations
 * run first.
 */
async function save(
  client: pg.Client,
  job: Omit<Way, 'wanted'> & { url: string; now: Date },
  onWritten: (path: string) => void,
): Promise<Made> {
  const { tidy, verify, write } = await import('./platform/backup/job.ts');
  try {
    const path = await write(client, job, 'mise-a-jour');
    onWritten(path);
    // before the verification, because a start that fails may be repeated again and again, and
    // writes a file each time
    await tidy(client, job);
    const nonVerifiee = await verify(client, job, path);
    job.say(`${path} : ${nonVerifiee === null ? 'vérifiée' : `non vérifiée, car ${nonVerifiee}`}.`);
    return { path, octets: statSync(path).size, nonVerifiee };
  } catch (error) {
    if (error instanceof MigrationError) throw error;
    if (!(error instanceof BackupError)) throw error;
    throw new StartError(
      `La base de données doit être mise à jour, et n'a pas pu être sauvegardée avant. Rien n'a été changé.\n${error.message}\n` +
        'Libérez de la place, ou indiquez un autre dossier par BACKUP_DIR, puis relancez Manège. Pour mettre à jour sans sauvegarde : BACKUP_BEFORE_MIGRATION=0.',
    );
  }
}

function failure(error: MigrationError, path: string | undefined): string {
  return [
    `La mise à jour de la base de données a échoué : ${explainDatabase(error) ?? `la migration ${error.tag} n'a pas abouti.`}`,
    "Rien n'a été changé : la version précédente de Manège fonctionne toujours avec cette base. Remettez-la, démarrez-la, et signalez cette erreur.",
    ...(path === undefined
      ? []
      : [
          `La sauvegarde d'avant est ${path}. La version précédente la restaure, dans une base vide, par :\n  npm run restore -- '${path}'`,
        ]),
  ].join('\n');
}
