import { useLayoutEffect } from 'react';
import { useLocation } from '#web/ui/hooks/navigation.tsx';
import { USER_KEY } from '#web/data/remembered.ts';

const STORED = 'scroll';

// The history entry of a page that is opened by its address gets its own key here, so that an
// earlier visit counts as another entry, and a reload as the same.
const state = history.state as { key?: string } | null;
if (!state?.key) history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');

/**
 * The scroll position of each entry of the browser's history, in pixels. Stored for the tab,
 * because phones discard pages.
 */
const left = recall();
/** The shown entry. '' while another one is loading: scrolling is then not caused by the person. */
let shown = '';
/**
 * The scroll position at the last event. Asking the browser for it in an effect would force a
 * layout before the paint.
 */
let position = 0;

function recall(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

addEventListener('pagehide', () => {
  try {
    // signing out leaves nothing behind (ACC-28)
    if (localStorage.getItem(USER_KEY) === null) return;
    sessionStorage.setItem(STORED, JSON.stringify([...left].slice(-50)));
  } catch {
    // Without storage, a reloaded page starts at its top.
  }
});
addEventListener(
  'scroll',
  () => {
    position = scrollY;
    left.set(shown, position);
  },
  { passive: true },
);
addEventListener('popstate', () => {
  shown = '';
});

/** How long a page may take to become as high as before, in milliseconds. */
const PATIENCE = 15_000;
/** Any action of the person ends the wait. */
const ENDING_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Scrolls to an earlier position as soon as the page is high enough. `onEnd` is called once it is
 * reached or given up. Returns the function that gives up.
 */
function scrollBack(wanted: number, onEnd: () => void): () => void {
  const end = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const name of ENDING_EVENTS) removeEventListener(name, end);
    onEnd();
  };
  const growth = new ResizeObserver(() => {
    scrollTo(0, wanted);
    // Content that is still being read may become higher or lower than its placeholder.
    if (Math.abs(scrollY - wanted) <= 1 && !document.querySelector('main [aria-busy=true]')) end();
  });
  const timer = setTimeout(end, PATIENCE);
  for (const name of ENDING_EVENTS) addEventListener(name, end, { passive: true });
  growth.observe(document.body);
  return end;
}

/**
 * UI-47: restores the scroll position after Back and Forward. The browser tries only once, when the
 * page is not drawn yet and too short. This continues while the page grows, as its data is read
 * again. A new page starts at its top (`Page`).
 */
export function Scroll() {
  const { key, pathname, arrival } = useLocation();
  useLayoutEffect(() => {
    const entry = key + pathname; // entries of links within a page have one key, 'default'
    const wanted = arrival === 'POP' ? (left.get(entry) ?? 0) : 0;
    const settle = () => {
      shown = entry;
    };
    if (wanted > 0) {
      shown = ''; // the wait that this one replaces has set its own entry
      return scrollBack(wanted, settle);
    }
    settle();
    left.set(entry, position);
  }, [key, pathname, arrival]);
  return null;
}
