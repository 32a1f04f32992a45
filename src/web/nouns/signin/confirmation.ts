/** ACC-24: another email to confirm an address. */
import { postApi } from '#web/data/http.ts';

/** False when the server did not accept the request. */
export async function sendVerification(email: string): Promise<boolean> {
  try {
    return (await postApi('/api/auth/send-verification-email', { email })).ok;
  } catch {
    return false;
  }
}
