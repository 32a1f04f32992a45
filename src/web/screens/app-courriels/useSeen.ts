import { useEffect } from 'react';
import type { Courriel } from '#contract/courriels.ts';
import { useMarkSeen } from '#web/data/queries_courriels.ts';

/** Failures that stand on screen have been seen: they are no news on the other screens any more. */
export function useSeen(courriels: readonly Courriel[]): void {
  const { mutate } = useMarkSeen();
  const ids = courriels.filter(({ statut, vu }) => statut === 'echoue' && !vu).map(({ id }) => id).join(' ');
  useEffect(() => {
    if (ids !== '') mutate({ ids: ids.split(' ') });
  }, [ids, mutate]);
}
