import { cx } from './cx.ts';

/** The place of something that is being read; its size comes with the class. Silent: the region says that it is busy. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('animate-pulse rounded-field bg-sand', className)} />;
}
