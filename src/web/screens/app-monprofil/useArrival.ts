import { type RefObject, useEffect } from 'react';
import type { Carte } from '#web/paths/paths.ts';
import { useLocation } from '#web/ui/hooks/navigation.tsx';

/**
 * Shows the card that the menu has named in the address, with the focus on its heading (UI-112).
 * After Back, Forward or a reload the page keeps its position instead (UI-47).
 */
export function useArrival(carte: Carte, heading: RefObject<HTMLElement | null>): void {
  const { hash, key, arrival } = useLocation();
  useEffect(() => {
    if (arrival === 'POP' || hash !== `#${carte}`) return;
    // A new page takes the focus itself, in an effect that runs after this one.
    const timer = setTimeout(() => {
      heading.current?.focus({ preventScroll: true });
      heading.current?.closest('section')?.scrollIntoView();
    });
    return () => clearTimeout(timer);
  }, [hash, key, arrival, carte, heading]);
}
