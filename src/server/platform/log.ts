/**
 * Structured logs, one JSON line each, without personal data: a line contains only the messages and
 * fields that are listed here, even if the web server or a library writes it. docs/logs.md explains
 * how to read them; ADR-020 gives the reasons.
 */
import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';
import { SECURITY_EVENTS, type SecurityEvent } from './security_events.ts';

/**
 * Every message. A line with another message is written as `UNLISTED` if it contains an error, and
 * otherwise not at all.
 */
export const MESSAGES = [
  'answered',
  'call failed',
  'more calls failed',
  'security',
  'stopping',
  'unclean end',
  'uncaught error',
  'database connection lost',
  'emails were not delivered',
  'who asked for a free slot was not told',
  'a link was not queued',
  'a second factor does not open',
  'an attempt was not given back',
  'a line of the journal was not written',
  'housekeeping failed',
  'the ids of erased accounts could not be written',
  'a backup failed',
  'a backup was made',
  'a function or a trigger of the database is not as the migrations wrote it',
  'a screen failed',
  'the clock is far ahead of the last sign of life: nothing is swept',
  'X-Forwarded-* headers arrive and are not believed: if a proxy is in front, TRUST_PROXY must name it',
] as const;
export type Message = (typeof MESSAGES)[number];
const UNLISTED = 'error of a library';

const isWord = (value: unknown): boolean =>
  typeof value === 'string' && /^[\w.-]{1,60}$/.test(value);
const isId = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
const isNumber = (value: unknown): boolean => typeof value === 'number';

/** Every field that a line may have, with a check of its value. */
const FIELDS: Record<string, (value: unknown) => boolean> = {
  reqId: isWord,
  method: isWord,
  status: isNumber,
  ms: isNumber,
  count: isNumber,
  bytes: isNumber,
  code: isWord,
  reason: isWord,
  /** The pattern of the address (`/users/{id}`), never the address itself. */
  route: (value) => typeof value === 'string' && /^[\w/{}:*.-]{1,100}$/.test(value),
  event: (value) => typeof value === 'string' && Object.hasOwn(SECURITY_EVENTS, value),
  /**
   * Fields of an error in a browser (UI-48): class, page, entry file, name and version of the
   * browser, places in the product's own files.
   */
  type: isWord,
  version: isWord,
  browser: isWord,
  screen: (value) => typeof value === 'string' && /^\/[a-z*/-]{0,40}$/.test(value),
  frames: (value) =>
    Array.isArray(value) &&
    value.every(
      (place) => typeof place === 'string' && /^[\w.-]{1,63}:\d{1,7}:\d{1,7}$/.test(place),
    ),
  /** `account`: the affected account; `by`: the account that acted. */
  account: isId,
  by: isId,
};

type Details = Partial<{
  err: unknown;
  method: string;
  route: string;
  status: number;
  ms: number;
  count: number;
  bytes: number;
  code: string;
  reason: string;
  event: SecurityEvent;
  account: string;
  by: string;
  type: string;
  version: string;
  browser: string;
  screen: string;
  frames: readonly string[];
}>;

type Write = (details: Details, message: Message) => void;
export type Log = Record<'info' | 'warn' | 'error', Write>;

/**
 * The fields of an error that may be written. Its message is left out, because PostgreSQL, mail
 * servers and parsers repeat their input in it.
 */
const OF_ERRORS = [
  'code',
  'constraint',
  'table',
  'column',
  'routine',
  'syscall',
  'command',
  'responseCode',
];

/**
 * An error in the form of a log line: its class, its codes, the names in the database that it is
 * about, where it was thrown, and its cause.
 */
export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const one = withoutWrapper(error) as Error & Record<string, unknown>;
  const known = OF_ERRORS.filter((key) => isWord(one[key]) || isNumber(one[key])).map((key) => [
    key,
    one[key],
  ]);
  return {
    type: one.constructor.name,
    ...Object.fromEntries(known),
    stack: framesOf(one),
    ...(one.cause !== undefined && depth < 5 ? { cause: describeError(one.cause, depth + 1) } : {}),
  };
}

/** The error of PostgreSQL instead of Drizzle's, which only adds the parameters of the query. */
const withoutWrapper = (error: Error): Error =>
  error instanceof DrizzleQueryError && error.cause instanceof Error ? error.cause : error;

/**
 * The stack below the message. A message may have several lines, so only the last lines that name a
 * place in a file are kept.
 */
function framesOf({ stack = '', message }: Error): string[] {
  const lines = stack
    .slice(Math.max(0, stack.indexOf(message)) + message.length)
    .split('\n')
    .map((line) => line.trim());
  const before = lines.findLastIndex(
    (line) =>
      !/^at [\w$.<>[\] #]*\(?((file|node):[^\s@]+|\/[^\s@]*|<anonymous>|native)\)?$/.test(line),
  );
  return lines.slice(before + 1);
}

const listed = (details: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details).flatMap(([key, value]) => {
      if (key === 'err') return [[key, describeError(value)]];
      return FIELDS[key]?.(value) ? [[key, value]] : [];
    }),
  );

/**
 * Standard output. Once it fails (EIO: the terminal was closed), nothing more is written, because
 * the last flush would be repeated for ever.
 */
function toStdout(): DestinationStream {
  const stream = pino.destination(1);
  return stream.on('error', () =>
    Object.assign(stream, { write: () => true, flushSync: () => {} }),
  );
}

export function createLog(level: LevelWithSilent, destination = toStdout()): Logger {
  const log = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { log: listed },
      hooks: {
        logMethod([first, second], method) {
          const details: object =
            typeof first === 'object' && first !== null
              ? first instanceof Error
                ? { err: first }
                : first
              : {};
          const said: unknown = typeof first === 'string' ? first : second;
          const message = MESSAGES.find((known) => known === said);
          if (message !== undefined || 'err' in details)
            method.call(this, details, message ?? UNLISTED);
        },
      },
    },
    destination,
  );
  const plain = Object.getPrototypeOf(log) as Logger;
  // pino applies no formatter to the fields with which the logger of a request is created.
  return Object.assign(log, {
    child(this: Logger, bindings: object) {
      return plain.child.call(this, listed(bindings));
    },
  });
}
