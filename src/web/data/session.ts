/**
 * Who is signed in. Small on purpose: `/` and `/login` load it, so neither the contract nor React Query stand here.
 * What localStorage keeps serves the first paint only; the server decides every permission, on every call (decision 7).
 */
import { useSyncExternalStore } from 'react';
import { REFUS_CONNEXION } from '#domain/errors_connexion.ts';
import type { Personne } from '#domain/users.ts';
import { forgetEcrits } from './ecrits.ts';
import { fetchApi, postApi, readRefus } from './http.ts';

export type Session = {
  /** lecture: not answered yet, `user` is what was remembered. injoignable: the server does not answer. */
  etat: 'lecture' | 'lue' | 'injoignable';
  user: Personne | null;
  /** The person left by Se déconnecter: the page they were on is not remembered for the next one. */
  sortie: boolean;
  /** Why the session that was open is not any more, where the server can tell. */
  fin: Fin;
};

type Fin = 'compte_supprime' | null;

const CLE_USER = 'currentUser';
const CLE_ROLE = 'userRole';

let session: Session = { etat: 'lecture', user: recall(), sortie: false, fin: null };
const listeners = new Set<() => void>();
/** Counts what has settled who is signed in; an answer asked before it is out of date. */
let generation = 0;
let reading: Promise<void> | null = null;
let readAgain = false;
let lastRead = 0;

/**
 * Decision 3: how long an end of the session is not acted upon, in milliseconds. After an action, the time to read why
 * it failed; otherwise the time for a screen whose own reading is refused to leave by its own door.
 */
const SURSIS = { action: 2_000, lecture: 300 } as const;
let sursisUntil = 0;

function grantGrace(sursis: number): void {
  sursisUntil = Math.max(sursisUntil, Date.now() + sursis);
}

async function awaitGrace(): Promise<void> {
  for (let left = sursisUntil - Date.now(); left > 0; left = sursisUntil - Date.now()) {
    await new Promise((resolve) => { setTimeout(resolve, left); });
  }
}

function recall(): Personne | null {
  try {
    const user = JSON.parse(localStorage.getItem(CLE_USER) ?? 'null') as Personne | null;
    return typeof user?.id === 'string' && typeof user.email === 'string' ? user : null;
  } catch {
    return null;
  }
}

function remember(user: Personne | null): void {
  try {
    if (user === null) {
      localStorage.removeItem(CLE_USER);
      localStorage.removeItem(CLE_ROLE);
      return;
    }
    const { id, email, prenom, nom, full_name, role, statut } = user;
    localStorage.setItem(CLE_USER, JSON.stringify({ id, email, prenom, nom, full_name, role, statut }));
    localStorage.setItem(CLE_ROLE, role);
  } catch {
    // A browser that keeps nothing: the first paint waits for the server, nothing else changes.
  }
}

function put(next: Session): void {
  const same = next.etat === session.etat && next.sortie === session.sortie && next.fin === session.fin
    && JSON.stringify(next.user) === JSON.stringify(session.user);
  if (same) return;
  session = next;
  for (const listener of listeners) listener();
}

function settle(user: Personne | null, { sortie = false, fin = null }: { sortie?: boolean; fin?: Fin } = {}): void {
  generation += 1;
  remember(user);
  put({ etat: 'lue', user, sortie, fin });
}

async function read(): Promise<void> {
  const asked = generation;
  lastRead = Date.now();
  try {
    const response = await fetchApi('/api/auth/get-session');
    if (!response.ok) throw new Error(`get-session: ${response.status}`);
    const { user, fin } = await response.json() as { user: Personne | null; fin?: Fin };
    if (!user && session.user && session.etat === 'lue') {
      grantGrace(SURSIS.lecture);
      await awaitGrace();
    }
    // It is news to who was here; a browser that has forgotten them only finds a cookie.
    if (asked === generation) settle(user ?? null, user ? {} : { sortie: session.sortie, fin: session.user ? fin ?? null : session.fin });
  } catch {
    // Once it is known who is signed in, a silent server changes nothing: the live stream says that it is gone.
    if (asked === generation && session.etat !== 'lue') {
      put({ ...session, etat: 'injoignable' });
      setTimeout(() => void readSession(), 3_000);
    }
  }
}

/** When the last answer about who is signed in was asked for. */
export const sessionReadAt = (): number => lastRead;

/** Asks the server who is signed in. What is asked while an answer is under way is asked once more after it. */
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

/** A reading was answered 401, or any call 403: the session is over, or the role or the status has changed. */
export function doubtSession(status: number): void {
  if (status === 401) remember(null);
  void readSession();
}

/** Decision 3: an action was answered 401. The screen says so, and the guard leads to /login two seconds later. */
export function expireSession(): void {
  remember(null);
  grantGrace(SURSIS.action);
  const asked = generation;
  // Why it is over, if the server can tell, is known by then.
  void readSession();
  setTimeout(() => {
    if (asked === generation) settle(null);
  }, SURSIS.action + 100);
}

/** Reads at the start, on return to the page, and when another tab signs in or out. Called once. */
export function watchSession(): void {
  void readSession();
  const onReturn = () => {
    if (document.visibilityState === 'visible' && Date.now() - lastRead > 2_000) void readSession();
  };
  window.addEventListener('focus', onReturn);
  document.addEventListener('visibilitychange', onReturn);
  window.addEventListener('storage', (event) => {
    if (event.key === CLE_USER || event.key === null) void readSession();
  });
}

/** Signs in; answers the refusal, or null when the person is in. */
export async function signIn(email: string, password: string): Promise<{ code?: string; message: string } | null> {
  const asked = Date.now();
  try {
    const { ok, status, body } = await postApi('/api/auth/sign-in/email', { email, password });
    if (!ok) return readRefus(body) ?? (status === 429 ? REFUS_CONNEXION.trop_d_essais : REFUS_CONNEXION.connexion_en_erreur);
    lastRead = asked;
    settle((body as { user: Personne }).user);
    return null;
  } catch {
    return REFUS_CONNEXION.connexion_en_erreur;
  }
}

/**
 * Ends the session on the server. When that fails the person is still signed in, and it would be a lie to show
 * otherwise: the failure is logged only (§8).
 */
export async function signOut(): Promise<void> {
  try {
    const { ok, status } = await postApi('/api/auth/sign-out', {});
    if (!ok) throw new Error(`sign-out: ${status}`);
    forgetEcrits();
    settle(null, { sortie: true });
  } catch (error) {
    // oxlint-disable-next-line no-console -- §8: logged only
    console.error(error);
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session);
}

/** The person a screen behind the guard works for; the guard has made sure that there is one. */
export function useUser(): Personne {
  const { user } = useSession();
  if (!user) throw new Error('A screen behind the guard was shown without a session.');
  return user;
}
