import { useDeferredValue } from 'react';

/**
 * Whether to draw what stands below the first screen: false in the first drawing, so that a slow
 * phone shows the first screen sooner, and true in the next one, right after it (ADR-030). `atOnce`:
 * already in the first, because the address names something there.
 */
export const useBelow = (atOnce = false): boolean => useDeferredValue(true, atOnce);
