// chunk: app
import { CircleDashed, Fence, type LucideIcon, Trees, Warehouse } from 'lucide-react';
import type { Dessin } from '#domain/slots/pistes.ts';
import { cx } from '#web/ui/basics/cx.ts';

const ICONS: Record<Dessin, LucideIcon> = {
  manege: Warehouse,
  carriere: Trees,
  rond: CircleDashed,
  autre: Fence,
};

/** The drawing of an arena. Decorative: its name is beside it. */
export function PisteIcon({ dessin, className }: { dessin: Dessin; className: string }) {
  const Icon = ICONS[dessin];
  return <Icon aria-hidden className={cx('shrink-0 text-fir', className)} strokeWidth={1.75} />;
}
