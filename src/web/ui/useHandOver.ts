import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/** Something that goes by itself, after its time, may have the focus by then: it goes where `to` says, and not to nowhere. */
export function useHandOver(ref: RefObject<HTMLElement | null>, to: (leaving: HTMLElement) => unknown): void {
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
