import { Search } from 'lucide-react';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '#web/ui/IconButton.tsx';
import { later } from '#web/ui/later.tsx';
import * as TEXTS from '#web/ui/texts.ts';
import { toast } from '#web/ui/toasts.ts';

const { Part: Recherche, load } = later('part', () => import('./Recherche.tsx'));

const isMac = /Mac|iP(?:hone|ad)/.test(navigator.platform);

/** Fields in which the browser and the person may have their own use of the keys. */
const TEXT_FIELD =
  ':is(input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file]), textarea, [contenteditable])';

/**
 * Opens the search, also by Ctrl+K, or Cmd+K on a Mac (DESK-60). There is no shortcut of a single
 * key: speech input would press it (WCAG 2.1.4).
 */
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
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      // Its code arrives before the second key, so that what is typed next is not lost.
      if (key === (isMac ? 'Meta' : 'Control')) prepare();
      if (key?.toLowerCase() !== 'k' || !(isMac ? metaKey : ctrlKey) || altKey || shiftKey) return;
      if (target instanceof Element && target.matches(TEXT_FIELD)) return;
      if (document.querySelector('dialog:modal')) return;
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
