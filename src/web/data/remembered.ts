/**
 * The person as stored in localStorage (UI-05), for the first paint and for reading without a
 * network.
 */
import type { Personne } from '#domain/people/users.ts';
import { forgetOffline, readOffline } from './offline.ts';

export const USER_KEY = 'currentUser';
const ROLE_KEY = 'userRole';

export function recall(): Personne | null {
  try {
    const user = JSON.parse(localStorage.getItem(USER_KEY) ?? 'null') as Personne | null;
    return typeof user?.id === 'string' && typeof user.email === 'string' ? user : null;
  } catch {
    return null;
  }
}

/** The data for reading without a network is removed together with its person (UI-56). */
export function remember(user: Personne | null): void {
  if (user?.statut !== 'actif' || !readOffline(user)) forgetOffline();
  try {
    if (user === null) {
      localStorage.removeItem(USER_KEY);
      localStorage.removeItem(ROLE_KEY);
      return;
    }
    const { id, email, prenom, nom, full_name, role, statut } = user;
    localStorage.setItem(
      USER_KEY,
      JSON.stringify({ id, email, prenom, nom, full_name, role, statut }),
    );
    localStorage.setItem(ROLE_KEY, role);
  } catch {
    // Without storage, the first paint waits for the server. Nothing else changes.
  }
}
