/** Why a database cannot be used, as a sentence for the person who runs the service. */
import { sqlStateOf } from './db.ts';

const BY_STATE: Record<string, string> = {
  '3D000': "cette base de données n'existe pas.",
  '28P01': 'le mot de passe est refusé.',
  '28000': "l'accès est refusé.",
  '42501': "l'utilisateur n'a pas le droit de créer les tables ou l'extension btree_gist.",
  '53300': 'le serveur PostgreSQL a atteint son nombre de connexions.',
};

/** null for an error with another cause. */
export function databaseRefusalOf(error: unknown): string | null {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return 'le serveur PostgreSQL ne répond pas.';
  return BY_STATE[sqlStateOf(error) ?? ''] ?? null;
}
