/**
 * Who is signed in. `/` and `/login` load this file, so it imports neither the contract nor React
 * Query. The data in localStorage is used for the first paint only (UI-05). The server checks every
 * permission, on every call (ACC-10).
 */
import { useSyncExternalStore } from 'react';
import { SIGN_IN_REFUS } from '#domain/errors/sign_in.ts';
import type { Etape, Personne } from '#domain/people/users.ts';
import { forgetDemande } from './demande.ts';
import { askedSince, dropEarly } from './early.ts';
import { forgetEcrits, keepEcritsOf } from './ecrits.ts';
import { fetchApi, postApi, readRefus, UNANSWERED } from './http.ts';
import { endSession, isLeaving, leave, LEAVING_KEY } from './leaving.ts';
import { forgetOffline, readOffline } from './offline.ts';
import { recall, remember, USER_KEY } from './remembered.ts';

export type Session = {
  /**
   * reading: not answered yet; `user` comes from localStorage. unreachable: the server does not
   * answer.
   */
  status: 'reading' | 'read' | 'unreachable';
  user: Personne | null;
  /** The person signed out: their page is not remembered for the next sign-in. */
  signedOut: boolean;
  /** Why the session ended, if the server can tell. */
  fin: Fin;
  /** The step that this browser's pending sign-in waits for (ACC-63). /login shows it. */
  etape: Attendue | null;
};

type Attendue = Exclude<Etape, 'ouverte'>;

/**
 * `sans_cookie`: the server does not recognise a session that has just begun, because the browser
 * did not keep its cookie.
 */
type Fin = 'compte_supprime' | 'session_terminee' | 'sans_cookie' | null;

/** Milliseconds until the data that can be read without a network is shown (UI-56). */
const PATIENCE = 3_000;
/**
 * The entry of storage where `secondFacteur.ts` keeps the key of an authenticator application that
 * is being set up (UI-05).
 */
export const ENROLEMENT_KEY = 'enrolement';

/** Stores or removes that key. Without storage, the person must not leave the page meanwhile. */
export function keepEnrolment(cle: object | null): void {
  try {
    if (cle) sessionStorage.setItem(ENROLEMENT_KEY, JSON.stringify(cle));
    else sessionStorage.removeItem(ENROLEMENT_KEY);
  } catch {
    // A browser that forbids storage holds nothing.
  }
}

let session: Session = {
  status: 'reading',
  user: isLeaving() ? null : recall(),
  signedOut: false,
  fin: null,
  etape: null,
};
const listeners = new Set<() => void>();
/** Incremented each time `user` is settled: an answer that was requested earlier is outdated. */
let generation = 0;
let reading: Promise<void> | null = null;
let readAgain = false;
let lastRead = 0;
/** What the known answer cannot be older than, in milliseconds since 1970. */
let knownSince = 0;

/**
 * ACC-07: how long the end of a session has no effect, in milliseconds. After a refused action: the
 * time to read the message. After a refused reading: the time for the screen to redirect to `/` by
 * itself.
 */
const GRACE = { action: 2_000, reading: 1_000 } as const;
let graceUntil = 0;

const grantGrace = (ms: number): void => {
  graceUntil = Math.max(graceUntil, Date.now() + ms);
};

async function awaitGrace(): Promise<void> {
  for (let left = graceUntil - Date.now(); left > 0; left = graceUntil - Date.now()) {
    await new Promise((resolve) => {
      setTimeout(resolve, left);
    });
  }
}

function put(next: Session): void {
  const same =
    next.status === session.status &&
    next.signedOut === session.signedOut &&
    next.fin === session.fin &&
    next.etape === session.etape &&
    JSON.stringify(next.user) === JSON.stringify(session.user);
  if (same) return;
  session = next;
  for (const listener of listeners) listener();
}

function settle(
  user: Personne | null,
  { signedOut = false, fin = null, etape = null }: Partial<Omit<Session, 'status' | 'user'>> = {},
): void {
  if (generation > 0) dropEarly(); // they may be of another person
  generation += 1;
  remember(user);
  if (user) {
    keepEcritsOf(user.id); // UI-70
    forgetDemande(); // ACC-19
  }
  put({ status: 'read', user, signedOut, fin, etape });
}

/** True after a sign-in or a first step on this page, until a reading confirms it. */
let unproven = false;

/** Somebody has signed in with a second step or a passkey. Null: the pending sign-in has ended. */
export function settleStep(user: Personne | null): void {
  unproven = user !== null;
  settle(user);
}

/**
 * True while the recovery codes are shown after an enrolment: the session is already open, but the
 * page must not redirect yet.
 */
let held = false;
export const holdSession = (hold: boolean): void => {
  held = hold;
};

async function read(): Promise<void> {
  if (isLeaving()) return finishLeaving();
  const asked = generation;
  lastRead = Date.now();
  knownSince = generation === 0 ? askedSince() : lastRead;
  try {
    const response = await fetchApi('/api/auth/get-session');
    if (!response.ok) throw new Error(`get-session: ${response.status}`);
    const {
      user,
      fin,
      etape = null,
    } = (await response.json()) as { user: Personne | null; fin?: Fin; etape?: Attendue };
    if (held) return;
    const forgotten = unproven && !user && !fin && !etape;
    unproven &&= !user && !etape;
    if (!user && session.user && session.status === 'read') {
      grantGrace(GRACE.reading);
      await awaitGrace();
    }
    // an open session now requires an enrolment: the key that this tab keeps belongs to another
    // sign-in
    if (session.user && etape === 'enrolement') keepEnrolment(null);
    if (fin === 'compte_supprime') forgetEcrits(); // PEOPLE-30
    // The reason is shown only to a person whose session was known here, not for an old cookie
    // alone.
    if (asked === generation)
      settle(
        user ?? null,
        user
          ? {}
          : {
              signedOut: session.signedOut,
              fin: forgotten ? 'sans_cookie' : session.user ? (fin ?? null) : session.fin,
              etape,
            },
      );
  } catch {
    // Once the session is known, a failed reading changes nothing: the live stream reports that the
    // server cannot be reached.
    if (asked === generation && session.status !== 'read') {
      put({ ...session, status: 'unreachable' });
      retry();
    }
  }
}

let retrying: ReturnType<typeof setTimeout> | undefined;

/** Reads again in three seconds. Several failures cause only one more reading. */
function retry(): void {
  clearTimeout(retrying);
  retrying = setTimeout(() => void readSession(), 3_000);
}

/** UI-57: the person has signed out, here or in another tab, before the server knew. */
async function finishLeaving(): Promise<void> {
  forgetEcrits();
  settle(null, { signedOut: true });
  try {
    await endSession();
  } catch {
    retry();
  }
}

/** When the session was last requested, in milliseconds since 1970. */
export const sessionReadAt = (): number => knownSince;

/**
 * Asks the server who is signed in. A call during a running request makes one more request after
 * it.
 */
export async function readSession(): Promise<void> {
  if (reading) {
    readAgain = true;
    return reading;
  }
  reading = (async () => {
    do {
      readAgain = false;
      await read();
    } while (readAgain);
  })().finally(() => {
    reading = null;
  });
  return reading;
}

/**
 * A reading was answered 401, or any call 403: the session may be over, or the role or the status
 * may have changed.
 */
export function doubtSession(status: number): void {
  if (status === 401) remember(null);
  else forgetOffline();
  void readSession();
}

/**
 * ACC-07: an action was answered 401. The screen shows the message. Two seconds later the guard
 * redirects to /login.
 */
export function expireSession(): void {
  remember(null);
  grantGrace(GRACE.action);
  const asked = generation;
  // The answer contains the reason, if the server can tell it, before the redirect.
  void readSession();
  setTimeout(() => {
    if (asked === generation) settle(null);
  }, GRACE.action + 100);
}

/**
 * Reads the session at the start, when the page becomes visible again, and when another tab signs
 * in or out. Called once; resolves after the first reading.
 */
export function watchSession(): Promise<void> {
  const onReturn = () => {
    if (document.visibilityState === 'visible' && Date.now() - lastRead > 2_000) void readSession();
  };
  window.addEventListener('focus', onReturn);
  document.addEventListener('visibilitychange', onReturn);
  window.addEventListener('storage', (event) => {
    if (event.key === USER_KEY || event.key === LEAVING_KEY || event.key === null)
      void readSession();
  });
  window.addEventListener('online', () => {
    if (session.status !== 'read' || isLeaving()) void readSession();
  });
  if (!session.user) forgetOffline();
  else if (readOffline(session.user))
    setTimeout(() => {
      if (session.status === 'reading') put({ ...session, status: 'unreachable' });
    }, PATIENCE);
  return readSession();
}

/** Signs in, or completes the first step. Returns the refusal, or null on success. */
export async function signIn(
  email: string,
  password: string,
): Promise<{ code?: string; message: string } | null> {
  const asked = Date.now();
  try {
    const { ok, body } = await postApi('/api/auth/sign-in/email', { email, password });
    if (!ok) {
      const refus = readRefus(body);
      if (refus?.code === 'compte_refuse') forgetDemande();
      return refus ?? SIGN_IN_REFUS.connexion_en_erreur;
    }
    lastRead = asked;
    knownSince = asked;
    const { user, etape } = body as { user: Personne | null; etape: Etape };
    // the key of another account, stored by this tab
    if (etape === 'enrolement') keepEnrolment(null);
    unproven = true;
    settle(user, { etape: etape === 'ouverte' ? null : etape });
    // Without cookies no code would be accepted (UI-62).
    if (!user) void readSession();
    return null;
  } catch {
    await readSession(); // UI-32
    return session.user || session.etape ? null : { message: UNANSWERED };
  }
}

/**
 * ACC-28, UI-57: signs out. Without an answer of the server, the screen is left anyway, and the
 * session ends as soon as possible.
 */
export async function signOut(): Promise<void> {
  forgetOffline();
  if ((await leave()) !== 'failed') leaveScreen();
}

/** Nobody is signed in on this device any more. */
export function leaveScreen(): void {
  forgetEcrits();
  settle(null, { signedOut: true });
  if (isLeaving()) void readSession(); // until the server has ended the session
}

/**
 * PEOPLE-30: the account was deleted from here. What this browser kept for it is removed, and
 * /login shows the deletion.
 */
export function endAccount(): void {
  forgetEcrits();
  settle(null, { signedOut: true, fin: 'compte_supprime' });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const getSession = (): Session => session;

export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession);
}

/** UI-62: whether the browser keeps no cookies of this site. */
export const useNoCookies = (): boolean =>
  useSession().fin === 'sans_cookie' || !navigator.cookieEnabled;

/** The signed-in person, on screens behind the guard. Throws without a session. */
export function useUser(): Personne {
  const { user } = useSession();
  if (!user) throw new Error('A screen behind the guard was shown without a session.');
  return user;
}
