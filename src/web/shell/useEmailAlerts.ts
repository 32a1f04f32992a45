import { useEffect, useRef } from 'react';
import type { Courriel } from '#contract/courriels.ts';
import { PER_PAGE } from '#domain/core/pages.ts';
import { isAdmin, type Role } from '#domain/people/users.ts';
import { useFailedCourriels } from '#web/data/queries.ts';
import { FAILED_COURRIELS } from '#web/paths/paths.ts';
import { toast } from '#web/ui/hooks/toasts.ts';

/** More failures than this at the same time give one toast: the mail server is probably down. */
const MOST_TOASTS = 3;

const LINK = { to: FAILED_COURRIELS, label: 'Voir' };

/**
 * The new failures. When a full page loses entries, older failures move up into it; they are not
 * new.
 */
function newFailures(before: readonly Courriel[], after: readonly Courriel[]): Courriel[] {
  const seen = new Set(before.map(({ id }) => id));
  const oldest = before.length === PER_PAGE ? (before.at(-1)?.created_at ?? '') : '';
  return after.filter(({ id, created_at }) => !seen.has(id) && created_at > oldest);
}

/**
 * A toast on every open screen of administrators for each email that fails from now on (UI-06,
 * MAIL-10).
 */
export function useEmailAlerts(role: Role): void {
  const admin = isAdmin(role);
  const { data } = useFailedCourriels(admin);
  const known = useRef<readonly Courriel[] | null>(null);
  useEffect(() => {
    if (!admin || !data) {
      known.current = null;
      return;
    }
    const failures = known.current ? newFailures(known.current, data) : [];
    known.current = data;
    if (failures.length > MOST_TOASTS)
      toast('error', `${failures.length} emails n'ont pas pu être envoyés.`, LINK);
    else
      for (const { destinataire } of failures)
        toast(
          'error',
          `L'email à ${destinataire || 'une adresse effacée'} n'a pas pu être envoyé.`,
          LINK,
        );
  }, [admin, data]);
}
