import { type ComponentProps, Suspense } from 'react';
import { later } from '#web/ui/later.tsx';

const { Part } = later('part', () => import('./FreeSlots.tsx'));

/** A part of `FreeSlots.tsx`, whose code is fetched when the first of them is shown. */
export const FreeSlotsPart = (props: ComponentProps<typeof Part>) => <Suspense><Part {...props} /></Suspense>;
