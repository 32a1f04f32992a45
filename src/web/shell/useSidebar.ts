import { useCallback, useEffect, useState } from 'react';

const COOKIE = 'sidebar_state';
/** §9: 7 days, in seconds. */
const MAX_AGE = 604_800;
/** §9: narrower than 768 px the sidebar is a menu over the page; in rem, so that this and the styles agree whatever the reader's text size. */
const LARGE = '(width >= 48rem)';

const readOpen = () => !document.cookie.split('; ').includes(`${COOKIE}=false`);

/** §2: open or collapsed, by Ctrl or Cmd + B, remembered in a cookie; on a small screen the same keys open the menu. */
export function useSidebar() {
  const [open, setOpen] = useState(readOpen);
  const [menu, setMenu] = useState(false);

  const toggle = useCallback(() => {
    if (!matchMedia(LARGE).matches) {
      setMenu((shown) => !shown);
      return;
    }
    setOpen((wasOpen) => {
      document.cookie = `${COOKIE}=${String(!wasOpen)}; path=/; max-age=${MAX_AGE}; samesite=lax`;
      return !wasOpen;
    });
  }, []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      toggle();
    };
    const large = matchMedia(LARGE);
    const onWiden = () => setMenu(false);
    window.addEventListener('keydown', onKey);
    large.addEventListener('change', onWiden);
    return () => {
      window.removeEventListener('keydown', onKey);
      large.removeEventListener('change', onWiden);
    };
  }, [toggle]);

  return { open, toggle, menu, setMenu };
}
