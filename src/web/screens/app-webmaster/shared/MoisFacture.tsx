import { useJusque } from '#web/nouns/billing/moisFactures.ts';
import { TEXTES } from './textes.modification.ts';

/** Says before a change that the lesson is of a billed month, and what then happens (REL-75). */
export function MoisFacture({ jour }: { jour: string }) {
  const jusque = useJusque();
  if (jusque === null || jour > jusque) return null;
  return <p className="text-sm font-medium text-cognac-dark">{TEXTES.moisFacture}</p>;
}
