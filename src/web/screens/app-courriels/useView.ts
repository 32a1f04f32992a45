import { startTransition, useOptimistic } from 'react';
import { useSearchParams } from '#web/ui/hooks/navigation.tsx';
import { ETATS_COURRIEL, type EtatCourriel } from '#domain/emails/courriels.ts';
import { pageAsked } from '#domain/core/pages.ts';

/** The shown state and page, kept in the address so that they survive reloading and going back. */
export function useView() {
  const [params, setParams] = useSearchParams();
  const statut = ETATS_COURRIEL.find((one) => one === params.get('statut')) ?? null;
  const page = pageAsked(params.get('page'));
  // The choice is drawn immediately. The address follows when its list is drawn.
  const [chosen, choose] = useOptimistic(statut);
  const show = (next: EtatCourriel | null, nextPage = 1) =>
    startTransition(() => {
      choose(next);
      setParams(
        {
          ...(next && { statut: next }),
          ...(nextPage > 1 && { page: String(nextPage) }),
        },
        { replace: true },
      );
    });
  return { statut, chosen, page, show };
}
