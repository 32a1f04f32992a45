/** Structured logs, one JSON line each, without secrets: no header, no body, no parameter of a query. */
import { DrizzleQueryError } from 'drizzle-orm';
import { pino, stdSerializers, type Logger, type LevelWithSilent } from 'pino';

/** Drizzle writes a query's parameters into its message, and those are people's data: its cause says enough. */
function serializeError(error: unknown): unknown {
  const inner = error instanceof DrizzleQueryError ? (error.cause ?? new Error('query failed')) : error;
  return inner instanceof Error ? stdSerializers.err(inner) : inner;
}

export function createLog(level: LevelWithSilent): Logger {
  return pino({ level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"`, serializers: { err: serializeError } });
}
