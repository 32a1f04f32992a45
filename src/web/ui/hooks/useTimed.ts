import { useEffect, useEffectEvent, useState } from 'react';
import { createCountdown, type Hold, holdBy } from './countdown.ts';

function createHeld() {
  const countdown = createCountdown();
  return { countdown, hold: holdBy(countdown) };
}

/**
 * Calls `over` so many milliseconds after `what` changed, unless `ms` is undefined. Returns the
 * handlers that pause the time (UI-43).
 */
export function useTimed(what: unknown, ms: number | undefined, over: () => void): Hold {
  const [{ countdown, hold }] = useState(createHeld);
  const end = useEffectEvent(over);
  useEffect(() => {
    if (ms === undefined) return;
    countdown.start(ms, () => end());
    return () => countdown.stop();
  }, [what, ms, countdown]);
  return hold;
}
