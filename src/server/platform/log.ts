/** Structured logs, one JSON line each, without secrets: no header, no body, no parameter of a query, no row of a table. */
import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type LevelWithSilent, type Logger, pino, stdSerializers } from 'pino';

/** Fields in which PostgreSQL repeats stored or sent data, sometimes whole rows; message, code and names are enough. */
const PEOPLES_DATA = new Set(['detail', 'where', 'hint']);

function serializeError(error: unknown): unknown {
  const inner = withoutParameters(error);
  if (!(inner instanceof Error)) return inner;
  return Object.fromEntries(Object.entries(stdSerializers.err(inner)).filter(([key]) => !PEOPLES_DATA.has(key)));
}

/** The error below Drizzle's: Drizzle writes the parameters of the query into its message, and pino joins the messages of all causes. */
function withoutParameters(error: unknown): unknown {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof DrizzleQueryError) return withoutParameters(one.cause ?? new Error('query failed'));
  }
  return error;
}

/** Standard output; once it fails (EIO: the terminal was closed), nothing more is written, since the last flush would retry for ever. */
function toStdout(): DestinationStream {
  const stream = pino.destination(1);
  return stream.on('error', () => Object.assign(stream, { write: () => true, flushSync: () => {} }));
}

export function createLog(level: LevelWithSilent, destination = toStdout()): Logger {
  const timestamp = (): string => `,"time":"${new Date().toISOString()}"`;
  return pino({ level, base: null, timestamp, serializers: { err: serializeError } }, destination);
}
