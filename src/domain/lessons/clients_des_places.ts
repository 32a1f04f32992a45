/** Whose seats an administrator's booking or join makes (BOOK-26, BOOK-37). */

/**
 * For whom an administrator books (BOOK-26): a customer, whose `email` is null without an account, or
 * the name of a new one.
 */
export type ClientChoisi =
  { user_id: string; nom: string; email: string | null } | { nom: string; telephone?: string };

/** `pour`: who books; `comptes`: the customer chosen for each name, null for the one who books. */
export type PourClients<C> = {
  pour?: C | undefined;
  comptes?: readonly (C | null)[] | undefined;
};

/**
 * The customer of each name, null for the person who sends it, and the position of the name whose
 * customer has the lesson: the first name without one of its own, or the first of all.
 */
export function clientsOfNames<C>(
  noms: readonly string[],
  { pour, comptes = [] }: PourClients<C>,
): { clients: (C | null)[]; holder: number } {
  return {
    clients: noms.map((_, n) => comptes[n] ?? pour ?? null),
    holder: Math.max(
      0,
      noms.findIndex((_, n) => !comptes[n]),
    ),
  };
}
