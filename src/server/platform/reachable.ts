/**
 * Waits for a PostgreSQL server that is not ready yet, for example after a power cut that restarted
 * both machines (OPS-52).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { newClient } from './connection.ts';

/**
 * Codes of temporary errors: nothing answers at the address, or the server is starting, stopping,
 * or full. Any other code is a refusal.
 */
const PASSING =
  /^(?:E(?:CONN(?:REFUSED|RESET|ABORTED)|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|NOTFOUND|AI_AGAIN|PIPE|NOENT)|57P0[123]|53300|0800[0136])$/;

/** `PAUSE_MS`: between two attempts. `MESSAGE_EVERY_MS`: between two messages. */
const PAUSE_MS = 1_000;
const MESSAGE_EVERY_MS = 10_000;

/**
 * Resolves once the server accepts a connection; reports every ten seconds that it waits. Throws
 * the server's error if it refuses (OPS-52).
 */
export async function untilReachable(url: string, say: (line: string) => void): Promise<void> {
  for (let toldAt = -Infinity; ; await sleep(PAUSE_MS)) {
    const obstacle = await connectOnce(url);
    if (obstacle === null) return;
    if (Date.now() - toldAt < MESSAGE_EVERY_MS) continue;
    toldAt = Date.now();
    say(
      `DATABASE_URL : le serveur PostgreSQL ne répond pas (${obstacle}). Manège l'attend, et essaie chaque seconde.`,
    );
  }
}

/** Null once connected; the code of a temporary error. Throws any other error. */
async function connectOnce(url: string): Promise<string | null> {
  const client = newClient(url, { application_name: 'manege', connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return null;
  } catch (error) {
    const code = codeOf(error);
    if (PASSING.test(code)) return code;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** In pg, a connection that is closed or not answered in time has no error code. */
function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? (/terminated unexpectedly|timeout/i.test(message) ? 'ETIMEDOUT' : '');
}
