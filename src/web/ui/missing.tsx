/** What stands in the place of a part that could not be fetched, other than `NotLoaded` (UI-33). */
import { useEffect, useLayoutEffect, useState } from 'react';
import { NotLoaded, type NotLoadedProps } from './NotLoaded.tsx';

/** Milliseconds after which what is left out is asked for again (LIM-90). */
const AGAIN = 20_000;

/** Nothing: the screen is whole without the part, which is asked for again. */
export function LeftOut({ onRetry }: NotLoadedProps) {
  useEffect(() => {
    const timer = setTimeout(onRetry, AGAIN);
    window.addEventListener('online', onRetry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', onRetry);
    };
    // oxlint-disable-next-line exhaustive-deps -- `onRetry` does the same at each render
  }, []);
  return null;
}

/**
 * For parts that come with the same files: the first place that misses one says so, and asks again
 * for all.
 */
export function saidOnce() {
  const places = new Set<{ look: () => void; retry: () => void }>();
  return function Missing({ onRetry, ...given }: NotLoadedProps) {
    const [first, setFirst] = useState(false);
    useLayoutEffect(() => {
      const place = {
        look: () => setFirst(places.values().next().value === place),
        retry: onRetry,
      };
      places.add(place);
      place.look();
      return () => {
        places.delete(place);
        for (const { look } of places) look();
      };
      // oxlint-disable-next-line exhaustive-deps -- `onRetry` does the same at each render
    }, []);
    return (
      first && (
        <NotLoaded
          {...given}
          onRetry={() => {
            for (const { retry } of places) retry();
          }}
        />
      )
    );
  };
}
