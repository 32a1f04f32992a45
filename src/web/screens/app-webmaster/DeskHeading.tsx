import type { ReactNode } from 'react';
import { PATHS } from '#web/paths/paths.ts';
import { TEXTES } from './textes.ts';

type DeskHeadingProps = {
  buttons: ReactNode;
  counters: ReactNode;
  /** What waits for the desk. */
  children?: ReactNode;
};

/**
 * The top of the dashboard, also in the page that the server sends (frames.tsx). Low, so that
 * today's whole day is in view below it (DESK-34).
 */
export function DeskHeading({ buttons, counters, children }: DeskHeadingProps) {
  return (
    <div data-desk className="@container">
      <div className="grid items-center gap-x-3 gap-y-1 max-sm:gap-y-2 @min-[58rem]:grid-cols-[auto_1fr_auto]">
        <h1 tabIndex={-1} className="text-2xl @min-[58rem]:text-xl">
          {PATHS.webmaster.titre}
        </h1>
        {/* At its place whether something waits beside it or not. */}
        <p className="self-start text-sm text-muted @min-[58rem]:row-start-2 @min-[58rem]:pt-1">
          {TEXTES.sousTitre}
        </p>
        <div className="compact flex flex-wrap gap-2 @min-[58rem]:col-start-3 @min-[58rem]:row-start-1">
          {buttons}
        </div>
        <div className="@min-[58rem]:col-start-2 @min-[58rem]:row-start-1">{counters}</div>
        <div className="@min-[58rem]:col-span-2 @min-[58rem]:col-start-2 @min-[58rem]:row-start-2">
          {children}
        </div>
      </div>
    </div>
  );
}
