import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/**
 * When an element that has the focus is unmounted, the focus moves to the element that `to`
 * returns.
 */
export function useHandOver(
  ref: RefObject<HTMLElement | null>,
  to: (leaving: HTMLElement) => unknown,
): void {
  const target = useEffectEvent(to);
  useLayoutEffect(() => {
    const leaving = ref.current;
    return () => {
      if (!leaving || document.activeElement !== leaving) return;
      const next = target(leaving);
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
  }, [ref]);
}
