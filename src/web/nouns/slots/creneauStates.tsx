import { Check, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  type Creneau,
  type EtatCreneau,
  heldBy,
  placesOf,
  rejoindreOf,
} from '#domain/slots/creneaux.ts';

/**
 * The style of a slot's state: colour, border and icon, so that no state depends on colour alone
 * (UI-14). Partly filled is hatched and dashed. Full has a padlock.
 */
export const CRENEAU_STYLES: Record<EtatCreneau, string> = {
  libre: 'border border-libre-line bg-libre text-libre-ink',
  partiel:
    'border border-dashed border-partiel-line bg-[repeating-linear-gradient(135deg,var(--color-partiel)_0_6px,var(--color-partiel-soft)_6px_12px)] text-partiel-ink',
  complet: 'border border-complet-line bg-complet-soft text-complet-soft-ink',
  ferme: 'border border-line bg-sand text-muted',
  passe: 'border border-hairline bg-sand-soft text-muted',
};

/** A past start may still be free for a lesson that is entered afterwards (BOOK-35). */
export const styleOf = ({ etat, reason }: Creneau): string =>
  reason === 'creneau_ferme'
    ? CRENEAU_STYLES.ferme
    : etat === 'passe' && reason === null
      ? 'border border-line bg-card text-muted hover:border-ink'
      : CRENEAU_STYLES[etat];

/** The second line of a slot: an icon or a word. */
export function signOfCreneau(creneau: Creneau): ReactNode {
  const { etat, reason, occupation, rejoindre, autre, hors } = creneau;
  if (hors) return 'fermé';
  if (etat === 'libre') return <Check className="size-3.5" strokeWidth={3} />;
  if (reason === 'creneau_ferme') return 'fermé';
  if (reason === 'pause_entre_lecons') return 'pause';
  if (etat === 'complet') return <Lock className="size-3" strokeWidth={2.75} />;
  if (etat === 'partiel') {
    const small =
      heldBy(creneau) ?? (occupation && (rejoindre || autre) ? rejoindreOf(occupation) : null);
    return small === null ? (
      occupation && placesOf(occupation)
    ) : (
      <span className="-mt-0.5 text-xs leading-3 text-balance">{small}</span>
    );
  }
  return etat === 'ferme' ? 'fermé' : 'passé';
}
