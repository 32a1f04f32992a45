/** Déconnexion of the administrator's desk (§2, decision 9): nothing of the person stays in this browser. */
import { postApi } from './http.ts';

const ACCUEIL = '/?logout=1';

/**
 * Ends the session on the server, empties both storages and loads the site's root afresh. When the server does not
 * answer, the person is still signed in, and it would be a lie to show otherwise: logged only (§8). False then.
 */
export async function quit(): Promise<boolean> {
  try {
    const { ok, status } = await postApi('/api/auth/sign-out', {});
    if (!ok) throw new Error(`sign-out: ${status}`);
  } catch (error) {
    // oxlint-disable-next-line no-console -- §8: logged only
    console.error(error);
    return false;
  }
  localStorage.clear();
  sessionStorage.clear();
  location.replace(ACCUEIL);
  return true;
}
