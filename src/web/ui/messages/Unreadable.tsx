// chunk: base
import type { ReactNode } from 'react';
import { Banner } from './Banner.tsx';
import { Button } from '../basics/Button.tsx';
import { cx } from '../basics/cx.ts';
import * as TEXTS from '../basics/texts.ts';

type UnreadableProps = {
  /** The failed queries; the button reads them again. */
  queries: readonly { isFetching: boolean; refetch: () => unknown }[];
  className?: string;
  /** False if the screen announces the same sentence elsewhere (UI-42). */
  spoken?: boolean;
  /** A sentence that names the missing content. */
  children: ReactNode;
};

/** Replaces content that could not be read. */
export function Unreadable({ queries, className, spoken = true, children }: UnreadableProps) {
  const refetch = () => {
    for (const query of queries) void query.refetch();
  };
  return (
    <div className={cx('flex flex-wrap items-center gap-3', className)}>
      <Banner kind="error" spoken={spoken} className="grow basis-60">
        {children}
      </Banner>
      <Button
        variant="secondary"
        busy={queries.some(({ isFetching }) => isFetching)}
        onClick={refetch}
      >
        {TEXTS.retry}
      </Button>
    </div>
  );
}
