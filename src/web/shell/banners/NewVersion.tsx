import { useEffect, useRef } from 'react';
import { useLocation } from '#web/ui/hooks/navigation.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { newVersion, reload } from '#web/ui/basics/texts.ts';
import { checkVersion, useOutdated } from '#web/ui/basics/version.ts';

/** Milliseconds between two checks for a new version, made when the person returns to the page. */
const PERIOD = 15 * 60_000;

/**
 * UI-34: checks for a new version after each loss of the server, which a deployment causes, and on
 * return to the page. The version is offered, and loaded at the next navigation: the input of the
 * screen that is left is then stored or was discarded.
 */
export function NewVersion({ lost }: { lost: boolean }) {
  const outdated = useOutdated();
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const wasLost = useRef(false);

  useEffect(() => {
    if (wasLost.current && !lost) void checkVersion();
    wasLost.current = lost;
  }, [lost]);
  useEffect(() => {
    let asked = Date.now();
    const onReturn = () => {
      if (document.visibilityState === 'hidden' || Date.now() - asked < PERIOD) return;
      asked = Date.now();
      void checkVersion();
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, []);
  useEffect(() => {
    if (outdated && pathname !== shown.current) location.reload();
    shown.current = pathname;
  }, [outdated, pathname]);

  return (
    outdated && (
      <p className="flex flex-wrap items-center justify-center gap-x-3 bg-fir-soft px-4 py-1 text-sm font-semibold">
        {newVersion}
        <Button variant="secondary" size="small" onClick={() => location.reload()}>
          {reload}
        </Button>
      </p>
    )
  );
}
