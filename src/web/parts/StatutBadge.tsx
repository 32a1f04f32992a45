import { Check, Hourglass, X } from 'lucide-react';
import type { StatutReservation } from '#domain/reservations.ts';
import { cx } from '../ui/cx.ts';

const STATUTS = {
  confirmee: { nom: 'Confirmée', Signe: Check, style: 'border-libre-line bg-libre text-libre-ink' },
  en_attente: { nom: 'En attente', Signe: Hourglass, style: 'border-partiel-line border-dashed bg-partiel text-partiel-ink' },
  annulee: { nom: 'Annulée', Signe: X, style: 'border-complet-line bg-complet-soft text-complet-soft-ink' },
} as const;

/** §4: check, hourglass, cross. */
export function StatutBadge({ statut }: { statut: StatutReservation }) {
  const { nom, Signe, style } = STATUTS[statut];
  return (
    <span className={cx('inline-flex shrink-0 items-center gap-1 rounded-full border px-2 py-0.5 text-xs leading-4 font-semibold', style)}>
      <Signe aria-hidden className="size-3.5" strokeWidth={2.5} />
      {nom}
    </span>
  );
}
