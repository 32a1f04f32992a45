/**
 * The database for a command beside the service: the one of a running Manège, or one that is
 * started for the duration of the command.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { explainDataDir } from '../files.ts';
import { EmbeddedError } from './errors.ts';
import { findRelease, formerIn, homeIn } from './home.ts';
import { choosePlace, type DataFolder, type Place } from './place.ts';
import { isReady, portOf, readPostmaster } from './postmaster.ts';
import { superuserUrl } from './server.ts';
import { startEmbedded } from './supervisor.ts';

/**
 * `dir`: the folder of the database. `stop`: releases the database; one that was already running
 * continues. Throws an EmbeddedError, also if there is no database yet.
 */
export async function joinEmbedded({
  dataDir,
  given,
}: {
  dataDir: string;
  given: boolean;
}): Promise<{ url: string; dir: string; stop: () => Promise<void> }> {
  const folder = { dataDir: resolve(dataDir), given, elsewhere: '/var/lib/manege' };
  if (!existsSync(folder.dataDir))
    throw new EmbeddedError(
      `Le dossier ${folder.dataDir} n'existe pas : donnez par DATA_DIR celui de Manège, ou par DATABASE_URL sa base de données.`,
    );
  const home = homeIn(placeOf(folder), findRelease());
  const former = formerIn(home);
  if (former !== null)
    throw new EmbeddedError(
      `Les données de ${folder.dataDir} sont de PostgreSQL ${former.major} : démarrez d'abord Manège, qui les fait passer à ${home.major}.`,
    );
  if (!existsSync(home.cluster))
    throw new EmbeddedError(
      `${folder.dataDir} ne contient pas encore de base de données : démarrez d'abord Manège.`,
    );
  const { pid, here } = readPostmaster(home);
  if (here && isReady(home, pid))
    return { url: superuserUrl(home, portOf(home)), dir: home.dir, stop: async () => undefined };
  return startEmbedded({ ...folder, log: () => undefined, onExit: () => undefined });
}

function placeOf(folder: DataFolder): Place {
  try {
    return choosePlace(folder);
  } catch (error) {
    const why = explainDataDir(error, folder.dataDir);
    throw why === null ? error : new EmbeddedError(why);
  }
}
