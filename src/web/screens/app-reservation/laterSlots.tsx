import { type ComponentType, Suspense } from 'react';
import { later } from '#web/ui/later.tsx';
import { saidOnce } from '#web/ui/missing.tsx';
import type * as FreeSlots from './FreeSlots.tsx';

/**
 * In the place of the parts of the booking screen that did not come: they need one file in common,
 * so one sentence stands for all.
 */
export const Missing = saidOnce();

/** A component of `FreeSlots.tsx`, whose code is fetched when the first of them is shown. */
function partOf<Props extends object>(choose: (file: typeof FreeSlots) => ComponentType<Props>) {
  const fetch = async () => ({ default: choose(await import('./FreeSlots.tsx')) });
  const { Part } = later('part', fetch, Missing);
  return (props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}

export const MesAlertes = partOf((file) => file.MesAlertes);
export const NextFree = partOf((file) => file.NextFree);
export const Prevenir = partOf((file) => file.Prevenir);
