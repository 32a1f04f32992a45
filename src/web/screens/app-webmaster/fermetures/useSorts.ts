import { useState } from 'react';
import { destinationsOf, type PlageFermee } from '#domain/closures.ts';
import type { Concernee } from '#contract/fermetures.ts';
import { useCentre } from '#web/data/queries.ts';
import { useConcernees } from '#web/nouns/closures/fermeturesWrites.ts';
import type { Outcome } from './textes.ts';
import type { Sorts } from './useFermetureDraft.ts';

/** `isNew`: it was added after the others were shown, and nothing was chosen for it yet. */
export type Decided = { lecon: Concernee; sort: string; isNew: boolean };

/**
 * The affected lessons of a closure, and the decision about each (FERM-05). `plage`: null for hours
 * that cannot be closed.
 */
export function useSorts(plage: PlageFermee | null, sorts: Sorts) {
  const concernees = useConcernees(plage);
  const lecons = plage ? concernees.data : [];
  const envois = useCentre().data?.envois;
  const isFirst = useFirstShown(JSON.stringify(plage), lecons);
  const decided = (lecons ?? []).map((lecon): Decided => ({
    lecon,
    sort: sortOf(lecon, sorts),
    isNew: !isFirst(lecon) && sorts[lecon.id] === undefined,
  }));
  return {
    concernees,
    /** undefined until they are known. */
    decided: lecons && decided,
    outcome: outcomeOf(decided, envois),
  };
}

/** The same decision about all lessons: no two move to the same place. */
export function allTo(sort: 'garder' | 'annuler' | 'deplacer', decided: readonly Decided[]): Sorts {
  const lecons = decided.map(({ lecon }) => lecon);
  const destinations = destinationsOf(lecons);
  return Object.fromEntries(
    lecons.map(({ id }) => [id, sort === 'deplacer' ? (destinations.get(id) ?? 'annuler') : sort]),
  );
}

/** Whether a lesson was there when those of these hours were first shown. */
function useFirstShown(plage: string, lecons: readonly Concernee[] | undefined) {
  const [first, setFirst] = useState<{ plage: string; ids: readonly string[] } | null>(null);
  if (lecons && first?.plage !== plage) setFirst({ plage, ids: lecons.map(({ id }) => id) });
  return ({ id }: Concernee): boolean => first?.plage !== plage || first.ids.includes(id);
}

/**
 * Cancelled unless something else was chosen. If the chosen arena is no longer free, the lesson is
 * cancelled.
 */
const sortOf = ({ id, libres }: Concernee, sorts: Sorts): string => {
  const chosen = sorts[id] ?? 'annuler';
  return chosen === 'garder' || chosen === 'annuler' || libres.includes(chosen)
    ? chosen
    : 'annuler';
};

/** Which emails are sent, of cancellations and of moves (UI-73). */
type Envois = { annulation: boolean; modification?: boolean | undefined } | undefined;

function outcomeOf(decided: readonly Decided[], envois: Envois): Outcome {
  const annulees = decided.filter(({ sort }) => sort === 'annuler');
  const gardees = decided.filter(({ sort }) => sort === 'garder');
  const deplacees = decided.filter((one) => !annulees.includes(one) && !gardees.includes(one));
  const told = [
    ...(envois?.annulation ? annulees : []),
    ...(envois?.modification ? deplacees : []),
  ];
  return {
    annulees: annulees.length,
    deplacees: deplacees.length,
    gardees: gardees.length,
    comptes: new Set(told.flatMap(({ lecon }) => lecon.comptes)).size,
  };
}
