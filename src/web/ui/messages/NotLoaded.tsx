import { useEffect } from 'react';
import { Button } from '../basics/Button.tsx';
import { cx } from '../basics/cx.ts';
import * as TEXTS from '../basics/texts.ts';
import { checkVersion, useOutdated } from '../basics/version.ts';

/**
 * The extent of the missing code: a whole page, a screen within the shell, or a part of a screen.
 */
export type Extent = 'page' | 'screen' | 'part';

export type NotLoadedProps = {
  extent: Extent;
  /**
   * The browser still waits for it, perhaps on a dead connection: only a reload requests it again.
   */
  late: Promise<unknown> | null;
  onRetry: () => void;
};

/**
 * Replaces code that could not be loaded: offline, or because a new version has replaced it
 * (UI-33).
 */
export function NotLoaded({ extent, late, onRetry }: NotLoadedProps) {
  const outdated = useOutdated();
  useEffect(() => {
    void checkVersion();
    // If it is given up (UI-61), the message stays: another import could wait on a dead connection
    // too, without a button meanwhile.
    late?.then(onRetry, () => {});
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
    // oxlint-disable-next-line exhaustive-deps -- `onRetry` does the same at each render
  }, []);
  const Frame = extent === 'page' ? 'main' : 'div';
  const Sentence = extent === 'part' ? 'p' : 'h1';
  return (
    <Frame
      role={extent === 'page' ? undefined : 'alert'}
      className={cx(
        'flex flex-col items-start gap-3',
        extent === 'page' ? 'mx-auto max-w-xl px-4 py-16' : 'p-4',
      )}
    >
      <Sentence className="text-lg">
        {outdated
          ? TEXTS.newVersion
          : extent === 'part'
            ? TEXTS.partNotLoaded
            : TEXTS.pageNotLoaded}
      </Sentence>
      {outdated || late ? (
        <Button
          onClick={() =>
            late ? window.dispatchEvent(new Event('manege:reload')) : location.reload()
          }
        >
          {TEXTS.reload}
        </Button>
      ) : (
        <Button variant="secondary" onClick={onRetry}>
          {TEXTS.retry}
        </Button>
      )}
    </Frame>
  );
}
