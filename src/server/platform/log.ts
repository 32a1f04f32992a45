/** Structured logs, one JSON line each, without secrets: no header, no body, no parameter of a query. */
import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type LevelWithSilent, type Logger, pino, stdSerializers } from 'pino';

/** Drizzle writes a query's parameters into its message, and those are people's data: its cause says enough. */
function serializeError(error: unknown): unknown {
  const inner = error instanceof DrizzleQueryError ? (error.cause ?? new Error('query failed')) : error;
  return inner instanceof Error ? stdSerializers.err(inner) : inner;
}

export function createLog(level: LevelWithSilent, destination: DestinationStream = pino.destination(1)): Logger {
  const timestamp = (): string => `,"time":"${new Date().toISOString()}"`;
  return pino({ level, base: null, timestamp, serializers: { err: serializeError } }, destination);
}
