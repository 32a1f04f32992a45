import { Check, CircleSlash, Hourglass, X } from 'lucide-react';
import type { StatutUser } from '#domain/users.ts';
import { cx } from '../ui/cx.ts';

const STATUTS = {
  actif: { nom: 'Actif', Signe: Check, style: 'border-libre-line bg-libre text-libre-ink' },
  inactif: { nom: 'Inactif', Signe: CircleSlash, style: 'border-line bg-sand text-ink' },
  en_attente: { nom: 'En attente', Signe: Hourglass, style: 'border-partiel-line border-dashed bg-partiel text-partiel-ink' },
  refuse: { nom: 'Refusé', Signe: X, style: 'border-complet-line bg-complet-soft text-complet-soft-ink' },
} as const;

/** §4: whether someone may come in, by a word and a sign. */
export function UserStatutBadge({ statut }: { statut: StatutUser }) {
  const { nom, Signe, style } = STATUTS[statut];
  return (
    <span className={cx('inline-flex shrink-0 items-center gap-1 rounded-full border px-2 py-0.5 text-xs leading-4 font-semibold', style)}>
      <Signe aria-hidden className="size-3.5" strokeWidth={2.5} />
      {nom}
    </span>
  );
}
