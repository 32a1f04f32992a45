import { Suspense } from 'react';
import type { PageComponent } from '#web/ui/basics/jsxRuntime.ts';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { saidOnce } from '#web/ui/messages/partsLeftOut.tsx';
import type * as FreeSlots from './FreeSlots.tsx';

/**
 * Replaces the parts of the booking screen that could not be loaded. They need one common file, so
 * a single sentence is shown for all of them.
 */
export const Missing = saidOnce();

/** A component of `FreeSlots.tsx`, whose code is loaded when the first of them is shown. */
function partOf<Props extends object>(choose: (file: typeof FreeSlots) => PageComponent<Props>) {
  const fetch = async () => ({ default: choose(await import('./FreeSlots.tsx')) });
  const { Part, load } = lazyPart('part', fetch, Missing);
  const Shown = (props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
  return [Shown, load] as const;
}

export const [MesAlertes, loadAlertes] = partOf((file) => file.MesAlertes);
export const [Coming, loadComing] = partOf((file) => file.Coming);
export const [Liberees] = partOf((file) => file.Liberees);
export const [NextFree] = partOf((file) => file.NextFree);
export const [Prevenir] = partOf((file) => file.Prevenir);

/** Below the form. */
export const { Part: WeekOverview, load: loadWeek } = lazyPart(
  'part',
  async () => ({ default: (await import('./WeekOverview.tsx')).WeekOverview }),
  Missing,
);
