import { useState } from 'react';
import { signOut } from '#web/data/session.ts';

/** ACC-28: signs out. The guard then redirects to /login. */
export function useSignOut(): { leave: () => void; leaving: boolean } {
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void signOut().finally(() => setLeaving(false));
  };
  return { leave, leaving };
}
