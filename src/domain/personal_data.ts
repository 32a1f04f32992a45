/** The remains of a lesson after an account that has seats in it is erased (PEOPLE-31). */
import { accountsOf, seated, type SeatedLecon } from './lessons/participants.ts';
import { SANS_TEXTES } from './lessons/reservations.ts';

/** Replaces an address that was the only name of its account. */
export const SANS_NOM = 'Compte supprimé';

/** The erased account, with every address that it has or had. */
export type Efface = { id: string; emails: readonly string[] };

/** The fields of a lesson that an erasure changes. */
export type ErasedLecon = SeatedLecon &
  Record<keyof typeof SANS_TEXTES, string | null> & { version: number };

/**
 * The lesson after the erasure (PEOPLE-31). The names remain, without account, remarks and the
 * reason of a cancellation. A lesson that others share passes to the earliest of them (RIDE-01).
 * The version increases if something is removed that an older edit would restore (DESK-19).
 * `nameOf`: the display name of an account.
 */
export function withoutAccount<L extends ErasedLecon>(
  lecon: L,
  { id, emails }: Efface,
  nameOf: (account: string) => string,
): L {
  const shown = (nom: string): string => (emails.includes(nom) ? SANS_NOM : nom);
  const seats = lecon.participants.map((seat) =>
    seat.user_id === id ? { ...seat, user_id: null, remarques: null, nom: shown(seat.nom) } : seat,
  );
  const after = seated(lecon, seats, nameOf);
  const isAlone = lecon.user_id === id && accountsOf({ participants: seats }).length === 0;
  const { raison, ...edited } = SANS_TEXTES; // an edit does not contain the reason
  const isBare = (Object.keys(edited) as (keyof typeof edited)[]).every(
    (text) => lecon[text] === edited[text],
  );
  return {
    ...after,
    ...edited,
    raison,
    remarques: after.remarques,
    nom_client: shown(after.nom_client),
    version: lecon.version + (isAlone && isBare ? 0 : 1),
  };
}
