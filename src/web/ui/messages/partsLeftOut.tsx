/** Replacements, other than `NotLoaded`, for a part that could not be loaded (UI-33). */
import { useEffect, useLayoutEffect, useState } from 'react';
import { NotLoaded, type NotLoadedProps } from './NotLoaded.tsx';

/** Milliseconds after which an omitted part is loaded again (LIM-90). */
const AGAIN = 20_000;

/** Shows nothing: the screen works without the part. It is loaded again later. */
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
 * For parts that need the same files: the first missing part shows the message, and loads them
 * again for all.
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
