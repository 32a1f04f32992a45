/**
 * The features that a browser must have for the end-to-end tests. Everything else is done inside
 * the page (`finder.ts`) or built from these (`page.ts`).
 */

/** A key by its name in `KeyboardEvent.key`. */
export type Key =
  | 'Enter'
  | 'Tab'
  | 'Escape'
  | ' '
  | 'Delete'
  | 'ArrowLeft'
  | 'ArrowUp'
  | 'ArrowRight'
  | 'ArrowDown';

/**
 * One browser window with its own cookies. Positions are CSS pixels from the top left of the
 * visible area.
 */
export type Driver = {
  /** Resolves when the page and its scripts have been loaded. */
  goto(url: string): Promise<void>;
  /** Runs a self-contained function inside the page. Its arguments and its result are JSON. */
  evaluate<A extends unknown[], T>(work: (...args: A) => T, ...args: A): Promise<Awaited<T>>;
  hover(x: number, y: number): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /**
   * One finger: touches the first point, rests, goes to the others and leaves the screen at the
   * last one. With one point and no rest, a tap.
   */
  touch(points: readonly { x: number; y: number }[], restMs: number): Promise<void>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  /** Chooses a file in the only file field of the page. */
  upload(path: string): Promise<void>;
  /** As PNG. */
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
};

export type Browser = {
  /** Opens a window whose content is `width` pixels wide. */
  open(width: number): Promise<Driver>;
  stop(): Promise<void>;
};

export type Engine = {
  /** Whether this machine has the browser. */
  present(): boolean;
  start(): Promise<Browser>;
};

/**
 * Keeps what the page writes with `console.error` or throws, because not every driver can read the
 * console.
 */
export function keepErrors(): void {
  const own = window as unknown as { consoleErrors?: string[] };
  if (own.consoleErrors) return;
  const errors: string[] = [];
  own.consoleErrors = errors;
  const write = console.error; // eslint-disable-line no-console
  // eslint-disable-next-line no-console
  console.error = (...words: unknown[]) => {
    errors.push(words.map(String).join(' '));
    write.apply(console, words);
  };
  window.addEventListener('error', ({ message }) => errors.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
}
