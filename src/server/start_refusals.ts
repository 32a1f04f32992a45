/** Why a start, or a command beside the service, is impossible: a sentence for the person at the terminal. */
import { isDiskFull } from './platform/embedded/errors.ts';
import { StartError } from './platform/start_error.ts';

/** Sentences for SQLSTATEs of a database that refuses the connection. */
const DATABASE_REFUSALS: Record<string, string> = {
  '3D000': "cette base de données n'existe pas.",
  '28P01': 'le mot de passe est refusé.',
  '28000': "l'accès est refusé.",
  '42501': "l'utilisateur n'a pas le droit de créer les tables ou l'extension btree_gist.",
  '53300': 'le serveur PostgreSQL a atteint son nombre de connexions.',
};

/** The sentence of an error. For one that nobody expected, its description is printed first. */
export async function sentenceOf(error: unknown): Promise<string> {
  if (error instanceof StartError) return error.message;
  if (isDiskFull(error)) return 'Le disque du serveur ou de la base de données est plein : libérez de la place, puis relancez Manège.';
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return 'DATABASE_URL : le serveur PostgreSQL ne répond pas.';
  const { sqlStateOf } = await import('./platform/db.ts');
  const refused = DATABASE_REFUSALS[sqlStateOf(error) ?? ''];
  if (refused !== undefined) return `DATABASE_URL : ${refused}`;
  const { describeError } = await import('./platform/log.ts');
  process.stderr.write(`${JSON.stringify(describeError(error), null, 2)}\n`);
  return 'Une erreur inattendue est survenue.';
}
