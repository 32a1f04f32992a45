// chunk: base
import type { ReactNode } from 'react';
import { cx } from '../basics/cx.ts';

type EmptyStateProps = {
  title: ReactNode;
  /** A drawing, decorative. */
  illustration?: ReactNode;
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
};

/** Shows that a list is empty, and what to do next. */
export function EmptyState({ title, illustration, action, className, children }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center gap-3 px-4 py-8 text-center', className)}>
      {illustration && (
        <div aria-hidden className="text-cognac">
          {illustration}
        </div>
      )}
      <p className="font-title text-lg font-semibold">{title}</p>
      {children && <div className="max-w-md text-muted">{children}</div>}
      {action}
    </div>
  );
}
