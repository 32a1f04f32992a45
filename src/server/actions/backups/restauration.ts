/**
 * Restores a backup into an installation that is still empty, while it runs, for the set-up page
 * (OPS-30 to OPS-35). The code that reads backups is loaded when one is restored.
 */
import { join } from 'node:path';
import { Refus } from '#domain/errors/errors.ts';
import { readName } from '#domain/backups.ts';
import { BackupError } from '#server/platform/backup/errors.ts';
import { listBackups, readErased } from '#server/platform/backup/folder.ts';
import { describeFile } from '#server/platform/backup/header.ts';
import { EVERYTHING } from '#server/platform/channel.ts';
import type { Ctx, Services } from '#server/platform/services.ts';
import { makeLastReleve } from '#server/checks/releves.ts';
import { settleRestored } from '#server/stores/personal_data/restauration.ts';
import { countUsers } from '#server/stores/people/users.ts';

/** A backup in the folder of this instance, described by its name and its first line. */
type Restaurable = { nom: string; creee_at: string; octets: number; chiffree: boolean };

/**
 * Throws `installation_close` unless the token is that of the set-up link and there is no account.
 */
export async function admit({ auth, db }: Services, jeton: string): Promise<void> {
  if (jeton !== auth.installationToken || (await countUsers(db)).total > 0)
    throw new Refus('installation_close');
}

/**
 * Whether the set-up link works, that is if its token is right and there is no administrator; and
 * what could be restored instead, while there is no account.
 */
export async function canInstall(
  ctx: Ctx,
  { jeton }: { jeton: string },
): Promise<{ ouverte: boolean; sauvegardes: Restaurable[] | null }> {
  if (jeton !== ctx.auth.installationToken) return { ouverte: false, sauvegardes: null };
  const { total, admins } = await countUsers(ctx.db);
  return { ouverte: admins === 0, sauvegardes: total === 0 ? await listRestaurables(ctx) : null };
}

/**
 * The backups that this instance could restore, newest first: the files in its folder with a valid
 * first line.
 */
async function listRestaurables({
  sauvegardes: { dir },
}: Pick<Services, 'sauvegardes'>): Promise<Restaurable[]> {
  const found = await Promise.all(
    (await listBackups(dir)).map(async ({ nom, creee_at }) => {
      // not a backup, or deleted meanwhile
      const described = await describeFile(join(dir, nom)).catch(() => null);
      return described === null
        ? []
        : [
            {
              nom,
              creee_at: creee_at.toISOString(),
              octets: described.octets,
              chiffree: described.header.chiffree,
            },
          ];
    }),
  );
  return found.flat();
}

/** The path of such a backup. Throws `sauvegarde_introuvable` if no backup has this name. */
export function pathOf(
  { sauvegardes: { dir } }: Pick<Services, 'sauvegardes'>,
  nom: string,
): string {
  if (readName(nom) === null) throw new Refus('sauvegarde_introuvable');
  return join(dir, nom);
}

/**
 * A restore whose file has been checked. `progress`: how much of the file is restored, from 0 to 1.
 */
type Restauration = {
  progress: () => number;
  run: () => Promise<{ reservations: number; comptes: number }>;
};

/**
 * Reads a whole file without changing anything. `passphrase`: null for the one of the environment.
 * Throws a BackupError (OPS-09), `sauvegarde_introuvable`, or `sauvegarde_chiffree` if the file
 * needs a passphrase.
 */
export async function prepare(
  services: Services,
  path: string,
  passphrase: string | null,
): Promise<Restauration> {
  const { databaseUrl: url, sauvegardes, now } = services;
  const phrase = passphrase ?? sauvegardes.passphrase;
  const { header } = await describeFile(path).catch((error: unknown) => {
    throw error instanceof BackupError
      ? error
      : new Refus('sauvegarde_introuvable', { cause: error });
  });
  if (header.chiffree && phrase === null) throw new Refus('sauvegarde_chiffree');
  const [{ openFile }, { restoreFile }] = await Promise.all([
    import('#server/platform/backup/file.ts'),
    import('#server/platform/backup/restore.ts'),
  ]);
  const file = await openFile(path, phrase);
  await file.read(async () => undefined); // fails if the passphrase is wrong
  let begun = false;
  return {
    progress: () => (begun ? file.progress() : 0),
    async run() {
      begun = true;
      const rows = await restoreFile({
        url,
        file,
        say: () => undefined,
        before: null,
        after: (tx) =>
          settleRestored(tx, {
            erased: readErased(sauvegardes.dir),
            now: now(),
            last: (one, client) => makeLastReleve(one, { now, personne: null }, client),
          }),
      });
      // Pages and screens of every instance still show the empty centre.
      services.live.announce(EVERYTHING);
      return { reservations: rows['reservations'] ?? 0, comptes: rows['users'] ?? 0 };
    },
  };
}
