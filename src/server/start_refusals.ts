/**
 * Why a start, or a command beside the service, is impossible: a sentence for the person at the
 * terminal.
 */
import { isDiskFull } from './platform/disk.ts';
import { StartError } from './platform/start_error.ts';

/** The sentence of an error. For an unexpected error, its description is printed first. */
export async function sentenceOf(error: unknown): Promise<string> {
  if (error instanceof StartError) return error.message;
  if (isDiskFull(error))
    return 'Le disque du serveur ou de la base de données est plein : libérez de la place, puis relancez Manège.';
  const { databaseRefusalOf } = await import('./platform/database_refusals.ts');
  const refused = databaseRefusalOf(error);
  if (refused !== null) return `DATABASE_URL : ${refused}`;
  const { describeError } = await import('./platform/log.ts');
  process.stderr.write(`${JSON.stringify(describeError(error), null, 2)}\n`);
  return 'Une erreur inattendue est survenue.';
}
