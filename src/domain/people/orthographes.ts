/** Spellings that count as one rider in the statistics (RIDE-25). */
import type { Role } from './users.ts';

/**
 * A merge, as administrators read it: `nom` counts as `vers`, which may itself count as another
 * name; `cavalier` is the resulting name in the statistics.
 */
export type Regroupement = {
  nom: string;
  vers: string;
  cavalier: string;
  par: string | null;
  le: string;
};

/**
 * A person whom a name is known to mean: the owner of an account (`cavalier` is null), or a rider
 * whom the account keeps (RIDE-28).
 */
export type Fiche = {
  user_id: string;
  compte: string;
  role: Role;
  cavalier: { id: string; nom: string; annee_naissance: number | null } | null;
};
