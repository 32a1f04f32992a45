/** Whom the fast entry proposes for a typed text, and with which lesson type (DESK-72, DESK-73). */
import { cleOf } from '../riders/cavaliers.ts';
import type { ClientTrouve } from './clients.ts';
import { findsName } from '../riders/noms_trouves.ts';

/** How many customers are proposed (DESK-72). */
export const PROPOSES_MAX = 6;
/** How many names of one customer are proposed, besides the customer's own. */
const NOMS_PROPOSES_MAX = 6;

/** Somebody who rides; `type_lecon`: the usual type, null if there is none. */
export type Monteur = { nom: string; type_lecon: string | null };

/** A customer, with the usual type of its own lessons, and those for whom it books. */
export type Proposition = ClientTrouve & Pick<Monteur, 'type_lecon'> & { cavaliers: Monteur[] };

/** `dernier`: the type that the desk booked last; null if there is none, or if a text was given. */
export type Propositions = { clients: Proposition[]; dernier: string | null };

/**
 * How often a name of a customer's seats had a lesson type. `garde`: the customer keeps this rider;
 * `derniere`: the latest lesson. Without a type: a rider who has had no lesson.
 */
export type Habitude = {
  client: string;
  nom: string;
  garde: boolean;
  type_lecon: string | null;
  lecons: number;
  derniere: string | null;
};

/** The type of most lessons; of two with as many, the one of the latest lesson (DESK-73). */
function usualType(habits: readonly Habitude[]): string | null {
  const types = new Map<string, { lecons: number; derniere: string }>();
  for (const { type_lecon, lecons, derniere } of habits) {
    if (type_lecon === null) continue;
    const so = types.get(type_lecon) ?? { lecons: 0, derniere: '' };
    types.set(type_lecon, {
      lecons: so.lecons + lecons,
      derniere: [so.derniere, derniere ?? ''].toSorted()[1] ?? '',
    });
  }
  const [first] = [...types].toSorted(
    ([, a], [, b]) => b.lecons - a.lecons || b.derniere.localeCompare(a.derniere),
  );
  return first?.[0] ?? null;
}

/**
 * How well a text finds one of the names for which a customer books: the name itself, or else the
 * name and the customer's together, as in 'margaux thi' of Anne Thiry's Margaux.
 */
export const findsRider = (q: string, { client, nom }: { client: string; nom: string }): number =>
  4 * findsName(q, nom) + findsName(q, `${nom} ${client}`);

/** The customers in their order, each with its riders: the ones whom the text finds best first. */
export function propositionsOf(
  clients: readonly ClientTrouve[],
  habits: readonly Habitude[],
  q: string,
): Proposition[] {
  return clients.map((client) => {
    const found = ({ nom }: { nom: string }) => findsRider(q, { client: client.nom, nom });
    const own = habits.filter((one) => one.client === client.id);
    const byName = Map.groupBy(own, ({ nom }) => cleOf(nom));
    const self = byName.get(cleOf(client.nom)) ?? [];
    byName.delete(cleOf(client.nom));
    const riders = [...byName.values()].map((habit) => ({
      nom: habit[0]?.nom ?? '',
      type_lecon: usualType(habit),
      garde: habit.some(({ garde }) => garde),
      lecons: habit.reduce((n, { lecons }) => n + lecons, 0),
    }));
    return {
      ...client,
      type_lecon: usualType(self) ?? usualType(own),
      cavaliers: riders
        .toSorted(
          (a, b) =>
            found(b) - found(a) ||
            Number(b.garde) - Number(a.garde) ||
            b.lecons - a.lecons ||
            a.nom.localeCompare(b.nom, 'fr'),
        )
        .slice(0, NOMS_PROPOSES_MAX)
        .map(({ nom, type_lecon }) => ({ nom, type_lecon })),
    };
  });
}
