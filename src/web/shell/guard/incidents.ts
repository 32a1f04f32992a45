/** UI-48: reports unexpected errors to the server's log. Loaded when the first one occurs. */
import { postApi } from '#web/data/http.ts';
import { PAGES } from '#web/paths/paths.ts';

/** The most reports of one page, and the most stack frames in a report (LIM-57). */
const MOST = 5;
const MOST_FRAMES = 10;

const told = new Set<string>();

/**
 * A network failure is not an error of the application: the screen shows it, and a report would not
 * arrive either.
 */
const isOfNetwork = (error: Error): boolean =>
  !navigator.onLine ||
  ['AbortError', 'TimeoutError'].includes(error.name) ||
  'status' in error ||
  /failed to fetch|networkerror|load failed|imported module|importing a module|a part (is late|could not be loaded)/i.test(
    error.message,
  );

/** The stack frames in the application's own files. An error of a browser extension has none. */
const framesOf = ({ stack = '' }: Error): string[] =>
  [...stack.matchAll(/\/assets\/([\w-]+\.js:\d+:\d+)/g)]
    .map(([, place = '']) => place)
    .slice(0, MOST_FRAMES);

/** The pattern of the address, never the address itself. */
const screenOf = (pathname: string): string =>
  PAGES.find(([, { path }]) => path === pathname)?.[1].path ?? '/*';

/**
 * Reports an error once, and only a few errors per page. Its message is not sent, because it may
 * repeat a person's input (ADR-020). Only React's errors are distinguished, by the number in their
 * message. A report without an answer is not repeated.
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
