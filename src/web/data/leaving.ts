/**
 * UI-57: a sign-out that the server has not answered. It is noted on the device, so that a reload
 * does not lead back into the account. It is sent before any other call (http.ts) until the server
 * has ended the session.
 */
export const LEAVING_KEY = 'deconnexion';

/** Milliseconds that a person waits for the answer before the screen is left without it. */
const PATIENCE = 3_000;
const DEADLINE = 15_000;

export function isLeaving(): boolean {
  try {
    return localStorage.getItem(LEAVING_KEY) !== null;
  } catch {
    return false;
  }
}

/** False if the browser forbids storage. */
export function markLeaving(): boolean {
  try {
    localStorage.setItem(LEAVING_KEY, '1');
    return true;
  } catch {
    return false;
  }
}

const unmark = (): void => {
  try {
    localStorage.removeItem(LEAVING_KEY);
  } catch {
    // Nothing was stored.
  }
};

/** The server answered, but the session is still open. */
class Refused extends Error {}

/** The running call, shared by all callers. */
let ending: Promise<void> | null = null;

/**
 * Ends the session on the server. Throws `Refused`, or another error without an answer of this
 * application (a proxy's page is no answer).
 */
export function endSession(): Promise<void> {
  ending ??= (async () => {
    const response = await fetch('/api/auth/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(DEADLINE),
    });
    if (!response.headers.get('content-type')?.startsWith('application/json'))
      throw new Error('sign-out: no answer of this application');
    if (!response.ok) throw new Refused(`sign-out: ${response.status}`);
    unmark();
  })().finally(() => {
    ending = null;
  });
  return ending;
}

/**
 * ACC-28: how a sign-out ended. 'waiting': the server has not answered; the session ends when it
 * can be reached. 'failed': the person is still signed in, because the server refused or because
 * this device cannot store the sign-out.
 */
export async function leave(): Promise<'ended' | 'waiting' | 'failed'> {
  const marked = markLeaving();
  try {
    return await Promise.race([
      endSession().then(() => 'ended' as const),
      ...(marked
        ? [
            new Promise<'waiting'>((resolve) => {
              setTimeout(resolve, PATIENCE, 'waiting');
            }),
          ]
        : []),
    ]);
  } catch (error) {
    if (marked && !(error instanceof Refused)) return 'waiting';
    unmark();
    // oxlint-disable-next-line no-console -- ACC-28: logged only
    console.error(error);
    return 'failed';
  }
}
