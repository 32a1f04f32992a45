/** Decision 11: another email to confirm an address, as /login offers it: nothing else stands here, so that it stays light. */
import { postApi } from './http.ts';

/** False when the server did not take the wish. */
export async function sendVerification(email: string): Promise<boolean> {
  try {
    return (await postApi('/api/auth/send-verification-email', { email })).ok;
  } catch {
    return false;
  }
}
