import { Search } from 'lucide-react';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '#web/ui/overlays/IconButton.tsx';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { isMac, isShortcut } from '#web/ui/pages/shortcut.ts';
import * as TEXTS from '#web/ui/basics/texts.ts';
import { toast } from '#web/ui/hooks/toasts.ts';

const { Part: Recherche, load } = lazyPart('part', () => import('./Recherche.tsx'));

/** Opens the search, also by Ctrl+K, or Cmd+K on a Mac (DESK-60). */
export function RechercheButton() {
  /** Undefined: never opened. Then it stays mounted, so that it returns the focus. */
  const [open, setOpen] = useState<boolean>();
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const show = () => {
    setBusy(true);
    load()
      .then(
        () => setOpen(true),
        () => toast('error', TEXTS.partNotLoaded),
      )
      .finally(() => setBusy(false));
  };
  const prepare = () => {
    load().catch(() => {});
  };
  // Before the button is painted: a press may follow at once.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Its code arrives before the second key, so that what is typed next is not lost.
      if (event.key === (isMac ? 'Meta' : 'Control')) prepare();
      if (!isShortcut(event, 'k')) return;
      event.preventDefault();
      if (!event.repeat) show();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <IconButton
        ref={button}
        Icon={Search}
        label="Rechercher"
        tip={`Rechercher (${isMac ? '⌘K' : 'Ctrl+K'})`}
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        aria-busy={busy || undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={show}
      />
      {open !== undefined && (
        <Suspense>
          <Recherche open={open} onClose={() => setOpen(false)} fallback={button} />
        </Suspense>
      )}
    </>
  );
}
