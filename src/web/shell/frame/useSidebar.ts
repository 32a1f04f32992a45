import { useCallback, useEffect, useState } from 'react';
import { conservationSeconds } from '#domain/core/conservation.ts';
import { unlessRefused } from '#web/ui/basics/unlessRefused.ts';
import { useMedia } from '#web/ui/hooks/useMedia.ts';

const COOKIE = 'sidebar_state';
/** LIM-22: 7 days, in seconds. */
const MAX_AGE = conservationSeconds('menu');
/**
 * Below this width the menu is a drawer (UI-02). In rem, like the breakpoint `md` of the styles, so
 * that both follow the reader's text size.
 */
const LARGE = '(min-width: 48rem)';

const readOpen = () =>
  unlessRefused(() => !document.cookie.split('; ').includes(`${COOKIE}=false`), true);

/**
 * UI-02: the sidebar, open or collapsed, stored in a cookie. On a small screen, Ctrl+B or Cmd+B
 * opens the drawer.
 */
export function useSidebar() {
  const [open, setOpen] = useState(readOpen);
  const [menu, setMenu] = useState(false);
  const large = useMedia(LARGE);
  // A drawer that was open when the window became wide stays closed when it becomes narrow again.
  if (large && menu) setMenu(false);

  const toggle = useCallback(() => {
    if (!large) {
      setMenu((shown) => !shown);
      return;
    }
    setOpen((wasOpen) => {
      const cookie = `${COOKIE}=${String(!wasOpen)}; path=/; max-age=${MAX_AGE}; samesite=lax`;
      unlessRefused(() => (document.cookie = cookie), null);
      return !wasOpen;
    });
  }, [large]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'b' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      // the page behind a dialog does not change
      if (!menu && document.querySelector('dialog:modal')) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toggle, menu]);

  return { large, open, toggle, menu, setMenu };
}
