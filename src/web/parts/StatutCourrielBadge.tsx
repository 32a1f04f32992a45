import { CircleAlert, Clock, Hourglass, MailCheck } from 'lucide-react';
import type { StatutCourriel } from '#domain/courriels.ts';
import { cx } from '../ui/cx.ts';

const STATUTS = {
  en_attente: { nom: 'En attente', Signe: Hourglass, style: 'border-partiel-line border-dashed bg-partiel text-partiel-ink' },
  envoye: { nom: 'Envoyé', Signe: MailCheck, style: 'border-libre-line bg-libre text-libre-ink' },
  echoue: { nom: 'Échoué', Signe: CircleAlert, style: 'border-complet-line bg-complet-soft text-complet-soft-ink' },
  perime: { nom: 'Périmé', Signe: Clock, style: 'border-line bg-sand text-ink' },
} as const;

/** Decision 38: what has become of an email, by a word and a sign. */
export function StatutCourrielBadge({ statut }: { statut: StatutCourriel }) {
  const { nom, Signe, style } = STATUTS[statut];
  return (
    <span className={cx('inline-flex shrink-0 items-center gap-1 rounded-full border px-2 py-0.5 text-xs leading-4 font-semibold whitespace-nowrap', style)}>
      <Signe aria-hidden className="size-3.5" strokeWidth={2.5} />
      {nom}
    </span>
  );
}
