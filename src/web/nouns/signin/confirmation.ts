/** ACC-24: another email to confirm an address. */
import { postApi } from '#web/data/http.ts';

/** Whether the server accepted the request: `inconnu` without an answer (UI-75). */
export const sendVerification = (email: string): Promise<'parti' | 'echec' | 'inconnu'> =>
  postApi('/api/auth/send-verification-email', { email }).then(
    ({ ok }) => (ok ? 'parti' : 'echec'),
    () => 'inconnu',
  );
