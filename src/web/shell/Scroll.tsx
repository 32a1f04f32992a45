import { useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { USER_KEY } from '#web/data/remembered.ts';

const STORED = 'scroll';

// React Router gives the entry of a page that is opened by its address no key. With one of its own,
// an earlier visit is another entry, and a reload the same.
const state = history.state as { key?: string } | null;
if (!state?.key) history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');

/**
 * Where each entry of the browser's history was left, in pixels; kept for the tab, because phones
 * discard pages.
 */
const left = recall();
/**
 * The entry on screen; '' while another one is on its way: what the page scrolls by then is
 * nobody's choice.
 */
let shown = '';
/**
 * How far down the page is, as the last event said: to ask the browser in an effect would lay the
 * page out before it is painted.
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
    if (localStorage.getItem(USER_KEY) === null) return; // signing out leaves nothing behind (ACC-28)
    sessionStorage.setItem(STORED, JSON.stringify([...left].slice(-50)));
  } catch {
    // Without storage a page that is loaded anew begins at its top.
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

/** How long a page may take to become as high as it was, in milliseconds. */
const PATIENCE = 15_000;
/** What a person does ends the wait. */
const ENDING_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Scrolls as far down as a page was, as soon as it is high enough; `onEnd` once that is reached or
 * given up. Answers the function that gives up.
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
    // What is still being read may be higher or lower than the room that was kept for it.
    if (Math.abs(scrollY - wanted) <= 1 && !document.querySelector('main [aria-busy=true]')) end();
  });
  const timer = setTimeout(end, PATIENCE);
  for (const name of ENDING_EVENTS) addEventListener(name, end, { passive: true });
  growth.observe(document.body);
  return end;
}

/**
 * UI-47: after Back and Forward a page stands where it was left. The browser tries once, when the
 * page is not drawn yet and too short; this goes on while the page grows, as it does when its data
 * is read anew. A new page begins at its top (`Page`).
 */
export function Scroll() {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    const entry = key + pathname; // entries of links within a page have one key, 'default'
    const wanted = type === NavigationType.Pop ? (left.get(entry) ?? 0) : 0;
    const settle = () => {
      shown = entry;
    };
    if (wanted > 0) {
      shown = ''; // the wait that this one ends has named its own entry
      return scrollBack(wanted, settle);
    }
    settle();
    left.set(entry, position);
  }, [key, pathname, type]);
  return null;
}
