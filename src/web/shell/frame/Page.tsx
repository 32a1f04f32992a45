import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from '#web/ui/hooks/navigation.tsx';
import { CENTRE } from '#web/data/centre.ts';

/**
 * Whether a first page was shown: the first page keeps the browser's own focus, every later page
 * focuses its heading.
 */
let arrived = false;

/**
 * Sets the document's title. After a navigation it also focuses the `h1`, so that screen readers
 * announce the page. Mounted once per page; must be inside the same Suspense boundary as its
 * screen.
 */
export function Page({ titre, children }: { titre: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const { arrival } = useLocation();
  useEffect(() => {
    document.title = `${titre} · ${CENTRE.nom}`;
    if (!arrived) {
      arrived = true;
      return;
    }
    // Back and Forward restore the scroll position (`Scroll`).
    if (arrival !== 'POP') window.scrollTo(0, 0);
    const heading = ref.current?.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    // oxlint-disable-next-line exhaustive-deps -- once per page: only its own navigation counts
  }, [titre]);
  return (
    <div ref={ref} className="contents">
      {children}
    </div>
  );
}
