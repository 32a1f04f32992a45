import { startTransition, useOptimistic } from 'react';
import { useSearchParams } from 'react-router';
import { ETATS_COURRIEL, type EtatCourriel } from '#domain/courriels.ts';

/** The state and the page that are shown, kept in the address across reloading and going back. */
export function useVue() {
  const [params, setParams] = useSearchParams();
  const statut = ETATS_COURRIEL.find((one) => one === params.get('statut')) ?? null;
  const demandee = Number(params.get('page'));
  const page = Number.isSafeInteger(demandee) && demandee > 1 ? Math.min(demandee, 100_000) : 1;
  // The choice is drawn at once; the address follows when its list is drawn.
  const [choisi, choose] = useOptimistic(statut);
  const show = (next: EtatCourriel | null, nextPage = 1) => startTransition(() => {
    choose(next);
    setParams({
      ...(next && { statut: next }),
      ...(nextPage > 1 && { page: String(nextPage) }),
    }, { replace: true, preventScrollReset: true });
  });
  return { statut, choisi, page, show };
}
