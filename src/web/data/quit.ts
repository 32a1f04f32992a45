/** "Déconnexion" of the dashboard (ACC-28): it also clears both storages of the browser. */
import { postApi } from './http.ts';

const ACCUEIL = '/?logout=1';

/**
 * Ends the session on the server, clears both storages and loads `/`. A failure is only logged: the person is still
 * signed in then, and the answer is false.
 */
export async function quit(): Promise<boolean> {
  try {
    const { ok, status } = await postApi('/api/auth/sign-out', {});
    if (!ok) throw new Error(`sign-out: ${status}`);
  } catch (error) {
    // oxlint-disable-next-line no-console -- ACC-28: logged only
    console.error(error);
    return false;
  }
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      window[storage].clear();
    } catch {
      // A browser that forbids storage holds nothing.
    }
  }
  location.replace(ACCUEIL);
  return true;
}
