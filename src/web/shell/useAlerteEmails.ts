import { useEffect, useRef } from 'react';
import { isAdmin, type Role } from '#domain/users.ts';
import { useCourrielsEchoues } from '#web/data/queries.ts';
import { toast } from '#web/ui/toasts.ts';

/** More than that at once are one piece of news: the mail server is gone. */
const UNE_A_UNE = 3;

/** Decision 38: an email that is given up is said on every open administrator's screen; what had failed before is not. */
export function useAlerteEmails(role: Role): void {
  const admin = isAdmin(role);
  const { data } = useCourrielsEchoues(admin);
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!admin || !data) {
      known.current = null;
      return;
    }
    const nouveaux = known.current ? data.filter(({ id }) => !known.current?.has(id)) : [];
    known.current = new Set(data.map(({ id }) => id));
    if (nouveaux.length > UNE_A_UNE) toast('error', `${nouveaux.length} emails n'ont pas pu être envoyés.`);
    else for (const { destinataire } of nouveaux) toast('error', `L'email à ${destinataire} n'a pas pu être envoyé.`);
  }, [admin, data]);
}
