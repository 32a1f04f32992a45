import { type ComponentProps, Suspense } from 'react';
import { later } from '#web/ui/later.tsx';
import { saidOnce } from '#web/ui/missing.tsx';

/** The parts of the booking screen need one file in common. */
export const Missing = saidOnce();

const { Part } = later('part', () => import('./FreeSlots.tsx'), Missing);

/** A part of `FreeSlots.tsx`, whose code is fetched when the first of them is shown. */
export const FreeSlotsPart = (props: ComponentProps<typeof Part>) => (
  <Suspense>
    <Part {...props} />
  </Suspense>
);
