import type { FocusEvent, PointerEvent } from 'react';

export type Countdown = ReturnType<typeof createCountdown>;

/** A timer that can be paused and then continues with the remaining time. */
export function createCountdown() {
  let left = 0;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end: (() => void) | null = null;
  const pause = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    left -= Date.now() - since;
  };
  const resume = (): void => {
    if (timer !== undefined || !end) return;
    since = Date.now();
    timer = setTimeout(end, left);
  };
  const stop = (): void => {
    pause();
    end = null;
  };
  /** Calls `over` after so many milliseconds. */
  const start = (ms: number, over: () => void): void => {
    stop();
    left = ms;
    end = over;
    resume();
  };
  return { start, stop, pause, resume };
}

export type Hold = ReturnType<typeof holdBy>;

/**
 * Handlers for an element that must not disappear under the pointer or while it has the focus
 * (UI-43).
 */
export const holdBy = ({ pause, resume }: Pick<Countdown, 'pause' | 'resume'>) => ({
  onPointerEnter: pause,
  onPointerLeave: ({ currentTarget }: PointerEvent) => {
    if (!currentTarget.contains(document.activeElement)) resume();
  },
  onFocus: pause,
  onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) resume();
  },
});
