/** Riders that count as one in the statistics (RIDE-25). */
import type { Role } from '../people/users.ts';

/**
 * A merge, as administrators read it: `nom` counts as `vers`, which may itself count as another rider;
 * `cavalier` is the resulting name in the statistics. `cle` and `vers_cle`: their keys, which callers
 * only return. `client`, `vers_client`: the customer, if the key has one. Without `vers`, the name is
 * split by customer.
 */
export type Regroupement = {
  cle: string;
  nom: string;
  client: string | null;
  vers_cle: string | null;
  vers: string | null;
  vers_client: string | null;
  cavalier: string | null;
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
