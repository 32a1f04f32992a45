/** Spellings that count as one rider in the statistics (RIDE-25). */
import type { Role } from './users.ts';

/**
 * One merge, as administrators read it: `nom` counts as `vers`, which may count as another name in
 * turn; `cavalier` is the name in the statistics.
 */
export type Regroupement = {
  nom: string;
  vers: string;
  cavalier: string;
  par: string | null;
  le: string;
};

/**
 * A rider whom a name is known to mean: the owner of an account, where `cavalier` is null, or one
 * whom the account keeps (RIDE-28).
 */
export type Fiche = {
  user_id: string;
  compte: string;
  role: Role;
  cavalier: { id: string; nom: string; annee_naissance: number | null } | null;
};
