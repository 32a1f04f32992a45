import type { LucideIcon } from 'lucide-react';
import { cx } from './cx.ts';

const TONS = {
  vert: 'border-libre-line bg-libre text-libre-ink',
  orange: 'border-partiel-line border-dashed bg-partiel text-partiel-ink',
  rouge: 'border-complet-line bg-complet-soft text-complet-soft-ink',
  neutre: 'border-line bg-sand text-ink',
} as const;

export type BadgeProps = { nom: string; Signe: LucideIcon; ton: keyof typeof TONS };

/** A state as a word and an icon; the colour only repeats them (UI-14). */
export function Badge({ nom, Signe, ton }: BadgeProps) {
  return (
    <span className={cx('inline-flex shrink-0 items-center gap-1 rounded-full border px-2 py-0.5 text-xs leading-4 font-semibold whitespace-nowrap', TONS[ton])}>
      <Signe aria-hidden className="size-3.5" strokeWidth={2.5} />
      {nom}
    </span>
  );
}
