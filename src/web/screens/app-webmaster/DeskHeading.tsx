import type { ReactNode } from 'react';
import { PATHS } from '#web/paths/paths.ts';
import { TEXTES } from './shared/textes.ts';

type DeskHeadingProps = {
  buttons: ReactNode;
  counters: ReactNode;
  /** What waits for the desk. */
  children?: ReactNode;
};

/**
 * The top of the dashboard, also in the page that the server sends (frames.tsx). Low, so that
 * today's whole day is in view below it, and on a phone its first hours (DESK-34).
 */
export function DeskHeading({ buttons, counters, children }: DeskHeadingProps) {
  return (
    <div data-desk className="@container">
      <div className="grid items-center gap-x-2 gap-y-1 @min-[17.5rem]:grid-cols-[1fr_auto] @max-[58rem]:gap-y-1.5 @min-[58rem]:grid-cols-[auto_1fr_auto] @min-[58rem]:gap-x-3">
        <h1 tabIndex={-1} className="text-xl @max-[30rem]:text-lg @max-[24rem]:tracking-tight">
          {PATHS.webmaster.titre}
        </h1>
        {/* At its place whether something waits beside it or not. */}
        <p className="self-start text-sm text-muted @min-[17.5rem]:row-start-2 @min-[58rem]:pt-1 @max-[58rem]:-mt-1.5">
          {TEXTES.sousTitre}
        </p>
        <div className="compact stacked flex flex-wrap gap-1 @min-[30rem]:gap-2 @min-[17.5rem]:col-start-2 @min-[17.5rem]:row-span-2 @min-[17.5rem]:row-start-1 @min-[58rem]:col-start-3 @min-[58rem]:row-span-1">
          {buttons}
        </div>
        <div className="@min-[17.5rem]:col-span-2 @min-[58rem]:col-span-1 @min-[58rem]:col-start-2 @min-[58rem]:row-start-1">
          {counters}
        </div>
        <div className="@min-[17.5rem]:col-span-2 @min-[58rem]:col-start-2 @min-[58rem]:row-start-2">
          {children}
        </div>
      </div>
    </div>
  );
}
