// chunk: base
import { cx } from '../basics/cx.ts';

/**
 * Placeholder of content that is being read. Its class sets its size. Hidden from screen readers:
 * the region around it has `aria-busy`.
 */
export function Skeleton({
  card = false,
  className,
}: {
  /** Placeholder of a card. */
  card?: boolean;
  className?: string;
}) {
  return (
    <div
      aria-hidden
      className={cx('animate-pulse bg-sand', card ? 'rounded-card' : 'rounded-field', className)}
    />
  );
}
