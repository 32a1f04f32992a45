import { type ReactNode, useEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { CENTRE } from '#web/data/centre.ts';

/** The page one arrives on from outside keeps the browser's own focus; every later one announces itself. */
let arrived = false;

/**
 * One page: the document's title, and after a navigation the focus on its `h1`, so that who listens hears where they
 * are. Mounted anew for each page; inside the same Suspense boundary as its screen.
 */
export function Page({ titre, children }: { titre: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const navigation = useNavigationType();
  useEffect(() => {
    document.title = `${titre} · ${CENTRE.nom}`;
    if (!arrived) {
      arrived = true;
      return;
    }
    // Back and forward keep the place the browser restores.
    if (navigation !== NavigationType.Pop) window.scrollTo(0, 0);
    const heading = ref.current?.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    // oxlint-disable-next-line exhaustive-deps -- once per page: the kind of navigation is that of the arrival
  }, [titre]);
  return <div ref={ref} className="contents">{children}</div>;
}
