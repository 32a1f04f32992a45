// chunk: app
import { startTransition, useEffect, useState } from 'react';

/** The number of rows that are drawn immediately: more than a phone shows. */
const FIRST = 10;
/** The factor by which the number grows after each slice. */
const GROWTH = 3;

/**
 * How many items of a long list to draw: the first ones immediately, the others in slices after the
 * paint, so that a slow phone responds to touch meanwhile. All are drawn in the end, for the
 * keyboard, screen readers and the browser's own search.
 */
export function useSlices(total: number, first = FIRST): number {
  const [limit, setLimit] = useState(first);
  useEffect(() => {
    if (limit < total) startTransition(() => setLimit(limit * GROWTH));
  }, [limit, total]);
  return Math.min(limit, total);
}
