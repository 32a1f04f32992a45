import type { ReactNode } from 'react';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';

type UnreadableProps = {
  /** What could not be read, to be read again. */
  queries: readonly { isFetching: boolean; refetch: () => unknown }[];
  className?: string;
  /** What is missing, in a sentence. */
  children: ReactNode;
};

/** In the place of what could not be read. */
export function Unreadable({ queries, className, children }: UnreadableProps) {
  const refetch = () => {
    for (const query of queries) void query.refetch();
  };
  return (
    <div className={cx('flex flex-wrap items-center gap-3', className)}>
      <Banner kind="error" className="grow basis-60">{children}</Banner>
      <Button variant="secondary" busy={queries.some(({ isFetching }) => isFetching)} onClick={refetch}>Réessayer</Button>
    </div>
  );
}
