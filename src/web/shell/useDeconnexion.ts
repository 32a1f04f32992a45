import { useState } from 'react';
import { signOut } from '#web/data/session.ts';

/** Se déconnecter: the guard leads to /login by itself once the session is over (§2). */
export function useDeconnexion(): { leave: () => void; leaving: boolean } {
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void signOut().finally(() => setLeaving(false));
  };
  return { leave, leaving };
}
