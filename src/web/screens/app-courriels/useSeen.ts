import { useEffect } from 'react';
import type { Courriel } from '#contract/courriels.ts';
import { useMarkSeen } from '#web/nouns/emails/courrielsQueries.ts';

/** Marks the shown failures as seen, so that the other screens no longer count them. */
export function useSeen(courriels: readonly Courriel[]): void {
  const { mutate } = useMarkSeen();
  const ids = courriels
    .filter(({ statut, vu }) => statut === 'echoue' && !vu)
    .map(({ id }) => id)
    .join(' ');
  useEffect(() => {
    if (ids !== '') mutate({ ids: ids.split(' ') });
  }, [ids, mutate]);
}
