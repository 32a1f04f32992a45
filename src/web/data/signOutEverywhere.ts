/** "Déconnexion" of the dashboard (ACC-28): it also clears both storages of the browser. */
import { leave, markLeaving } from './leaving.ts';
import { forgetOffline } from './offline.ts';
import { leaveScreen } from './session.ts';

const ACCUEIL = '/?logout=1';

/**
 * Ends the session on the server, clears both storages and loads `/`. Without an answer, it
 * redirects to /login, and the session ends as soon as the server can be reached (UI-57). A refusal
 * is only logged: the person is still signed in and the result is false.
 */
export async function signOutEverywhere(): Promise<boolean> {
  forgetOffline();
  const outcome = await leave();
  if (outcome === 'failed') return false;
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      window[storage].clear();
    } catch {
      // A browser that forbids storage holds nothing.
    }
  }
  if (outcome === 'ended') {
    location.replace(ACCUEIL);
  } else {
    markLeaving();
    leaveScreen(); // nothing can be loaded now
  }
  return true;
}
