import { useEffect, useRef } from 'react';
import type { Courriel } from '#contract/courriels.ts';
import { PER_PAGE } from '#domain/pages.ts';
import { isAdmin, type Role } from '#domain/users.ts';
import { useFailedCourriels } from '#web/data/queries.ts';
import { FAILED_COURRIELS } from '#web/paths.ts';
import { toast } from '#web/ui/toasts.ts';

/** More failures than this at once give one toast: the mail server is probably down. */
const UNE_A_UNE = 3;

const VOIR = { to: FAILED_COURRIELS, label: 'Voir' };

/** The failures that are new. When a full page loses entries, older failures move up into it: they are not new. */
function nouveauxEchecs(avant: readonly Courriel[], apres: readonly Courriel[]): Courriel[] {
  const connus = new Set(avant.map(({ id }) => id));
  const borne = avant.length === PER_PAGE ? avant.at(-1)?.created_at ?? '' : '';
  return apres.filter(({ id, created_at }) => !connus.has(id) && created_at > borne);
}

/** A toast on every administrator's open screen for each email that fails from now on (UI-06, MAIL-10). */
export function useEmailAlerts(role: Role): void {
  const admin = isAdmin(role);
  const { data } = useFailedCourriels(admin);
  const known = useRef<readonly Courriel[] | null>(null);
  useEffect(() => {
    if (!admin || !data) {
      known.current = null;
      return;
    }
    const nouveaux = known.current ? nouveauxEchecs(known.current, data) : [];
    known.current = data;
    if (nouveaux.length > UNE_A_UNE) toast('error', `${nouveaux.length} emails n'ont pas pu être envoyés.`, VOIR);
    else for (const { destinataire } of nouveaux) toast('error', `L'email à ${destinataire} n'a pas pu être envoyé.`, VOIR);
  }, [admin, data]);
}
