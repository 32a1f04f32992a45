/**
 * UI-48: tells the server's log of an error that nobody expected. Fetched when the first one
 * happens.
 */
import { postApi } from '#web/data/http.ts';
import { PAGES } from '#web/paths/paths.ts';

/** Reports of one page, and places of the stack in a report (LIM-57). */
const MOST = 5;
const MOST_FRAMES = 10;

const told = new Set<string>();

/**
 * What the network does is no fault of the application: the screen says it, and a report would not
 * arrive either.
 */
const isOfNetwork = (error: Error): boolean =>
  !navigator.onLine ||
  ['AbortError', 'TimeoutError'].includes(error.name) ||
  'status' in error ||
  /failed to fetch|networkerror|load failed|imported module|importing a module|a part (is late|could not be loaded)/i.test(
    error.message,
  );

/** The places in our own files; there is none in an error of a browser's extension. */
const framesOf = ({ stack = '' }: Error): string[] =>
  [...stack.matchAll(/\/assets\/([\w-]+\.js:\d+:\d+)/g)]
    .map(([, place = '']) => place)
    .slice(0, MOST_FRAMES);

/** The pattern of the address, never the address itself. */
const screenOf = (pathname: string): string =>
  PAGES.find(([, { path }]) => path === pathname)?.[1].path ?? '/*';

/**
 * Reports an error once, and a few of a page at most. Its message stays here: it may repeat what a
 * person typed (ADR-020). Only React's errors are told apart by a number in it. A report that is
 * not answered is not repeated.
 */
export async function reportIncident(error: Error): Promise<void> {
  if (isOfNetwork(error)) return;
  const frames = framesOf(error);
  const place = `${error.name} ${frames[0] ?? ''}`;
  if (frames.length === 0 || told.size >= MOST || told.has(place)) return;
  told.add(place);
  const [, react] = /React error #(\d+)/.exec(error.message) ?? [];
  await postApi('/api/incidents', {
    type: /^[A-Z][A-Za-z]{0,39}$/.test(error.name) ? error.name : 'Error',
    code: react === undefined ? null : `react-${react}`,
    screen: screenOf(location.pathname),
    version:
      document.querySelector('script[type=module]')?.getAttribute('src')?.split('/').at(-1) ?? '',
    frames,
  });
}
