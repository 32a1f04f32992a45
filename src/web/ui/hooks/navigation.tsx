/**
 * Navigation within the site: the current address as state, links, and redirections. React Router
 * does much more and weighs 11 kB on every page (ADR-008); these are its names.
 */
import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';

/** How the current entry of the history was reached. `POP`: by its address, Back or Forward. */
type Arrival = 'POP' | 'PUSH' | 'REPLACE';

type Place = {
  pathname: string;
  search: string;
  hash: string;
  /** What the previous page passed on. */
  state: unknown;
  /** Differs for each entry of the history. */
  key: string;
  arrival: Arrival;
};

/** `idx`: the position of an entry in the history of this tab. */
type Entry = { usr?: unknown; key?: string; idx?: number } | null;

const entry = (): Entry => history.state as Entry;

function placeOf(arrival: Arrival): Place {
  const { pathname, search, hash } = location;
  const { usr = null, key = 'default' } = entry() ?? {};
  return { pathname, search, hash, state: usr, key, arrival };
}

const Current = createContext<Place | null>(null);

/** The position of the entry that was shown last. */
let position = -1;

/** Every entry has a position. The browser makes entries without one, for a link to a fragment. */
function numberEntry(): void {
  const { idx = position + 1 } = entry() ?? {};
  if (entry()?.idx === undefined) history.replaceState({ ...entry(), idx }, '');
  position = idx;
}

/** Shows the new address; set while the site is shown. */
let show: (place: Place) => void = () => {};

type Way = { replace?: boolean; state?: unknown };

/** Milliseconds between two changes of one entry: Safari refuses the 101st in 10 s (LIM-223). */
const PACE = 150;
let pause: ReturnType<typeof setTimeout> | undefined;
/** The latest change of an entry, while it waits for its turn. */
let waiting: { to: string; next: NonNullable<Entry> } | null = null;

/** Writes what waits, unless its entry has been left, and lets the next change wait. */
function write(): void {
  const now = waiting;
  waiting = null;
  clearTimeout(pause);
  pause = now ? setTimeout(write, PACE) : undefined;
  if (now && now.next.idx === entry()?.idx) history.replaceState(now.next, '', now.to);
}

/**
 * Leads to an address of this site that begins with `/`. The page follows at once; a change of the
 * entry is written at most once in `PACE`.
 */
function go(to: string, { replace = false, state = null }: Way = {}): void {
  const key = Math.random().toString(36).slice(2, 10);
  numberEntry();
  position += Number(!replace);
  const next = { usr: state, key, idx: position };
  if (replace) {
    waiting = { to, next };
    if (!pause) write();
  } else {
    write();
    history.pushState(next, '', to);
  }
  const { pathname, search, hash } = new URL(to, location.origin);
  show({ pathname, search, hash, state, key, arrival: replace ? 'REPLACE' : 'PUSH' });
}

/** Follows the browser's address. A new page is rendered as a transition, in slices. */
export function Navigation({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(() => placeOf('POP'));
  useLayoutEffect(() => {
    numberEntry();
    show = (next) => startTransition(() => setPlace(next));
    const onPop = () => {
      numberEntry();
      show(placeOf('POP'));
    };
    window.addEventListener('popstate', onPop);
    return () => {
      window.removeEventListener('popstate', onPop);
      show = () => {};
    };
  }, []);
  return <Current value={place}>{children}</Current>;
}

/** For pages that are rendered at build time (prerender.tsx). */
export function StaticNavigation({
  pathname,
  children,
}: {
  pathname: string;
  children: ReactNode;
}) {
  const place = useMemo<Place>(
    () => ({ pathname, search: '', hash: '', state: null, key: 'default', arrival: 'POP' }),
    [pathname],
  );
  return <Current value={place}>{children}</Current>;
}

export function useLocation(): Place {
  const place = useContext(Current);
  if (!place) throw new Error('no address outside of Navigation');
  return place;
}

export const useNavigate = (): typeof go => go;

/** The parameters of the address, and a function that changes them. */
export function useSearchParams() {
  const { pathname, search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback(
    (next: ConstructorParameters<typeof URLSearchParams>[0], way?: Way) => {
      const query = String(new URLSearchParams(next));
      go(pathname + (query && `?${query}`), way);
    },
    [pathname],
  );
  return [params, setParams] as const;
}

/** Leads on as soon as it is shown. */
export function Navigate({ to, replace, state }: Way & { to: string }) {
  const passed = JSON.stringify(state ?? null);
  useEffect(() => {
    go(to, { replace: replace ?? false, state: JSON.parse(passed) as unknown });
  }, [to, replace, passed]);
  return null;
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Way & { to: string; ref?: Ref<HTMLAnchorElement> };

/**
 * A link within the site. The browser itself follows it into another tab or window. A link to the
 * shown address adds no entry to the history.
 */
export function Link({ to, replace, state, onClick, children, ...rest }: LinkProps) {
  const { pathname, search, hash } = useLocation();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      (rest.target !== undefined && rest.target !== '_self') ||
      event.metaKey ||
      event.altKey ||
      event.ctrlKey ||
      event.shiftKey
    )
      return;
    event.preventDefault();
    go(to, { replace: replace ?? to === pathname + search + hash, state });
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}
