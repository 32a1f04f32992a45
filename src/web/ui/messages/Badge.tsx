// chunk: base
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../basics/cx.ts';

const BADGE_TONES = {
  green: 'border-libre-line bg-libre text-libre-ink',
  orange: 'border-partiel-line border-dashed bg-partiel text-partiel-ink',
  red: 'border-complet-line bg-complet-soft text-complet-soft-ink',
  neutral: 'border-line bg-sand text-ink',
} as const;

type BadgeProps = { label: string; Icon: LucideIcon; tone: keyof typeof BADGE_TONES };

/** A state as a word and an icon; the colour only repeats them (UI-14). */
export function Badge({ label, Icon, tone }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex shrink-0 items-center gap-1 rounded-full border px-2 py-0.5 text-xs leading-4 font-semibold whitespace-nowrap',
        BADGE_TONES[tone],
      )}
    >
      <Icon aria-hidden className="size-3.5" strokeWidth={2.5} />
      {label}
    </span>
  );
}

/** The badges of a status, as a component. */
export function badgesOf<Statut extends string>(badges: Record<Statut, BadgeProps>) {
  return function StatutBadge({ statut }: { statut: Statut }) {
    return <Badge {...badges[statut]} />;
  };
}

const PILL_TONES = {
  cognac: 'bg-cognac-soft text-cognac-dark',
  fir: 'bg-fir-soft text-fir-dark',
  green: 'bg-libre text-libre-ink',
  red: 'bg-complet-soft text-complet-soft-ink',
  sand: 'bg-sand text-ink',
} as const;

export type PillTone = keyof typeof PILL_TONES;

/** A word or a number on a coloured background. */
export function Pill({ tone = 'sand', children }: { tone?: PillTone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-block max-w-full min-w-6 shrink-0 rounded-full px-2 py-0.5 text-center font-sans text-sm font-semibold',
        PILL_TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
