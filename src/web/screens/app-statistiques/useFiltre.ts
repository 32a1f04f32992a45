import { startTransition, useOptimistic } from 'react';
import { useSearchParams } from 'react-router';
import { isJour } from '#domain/calendrier.ts';
import { monthOf } from '#domain/statistiques.ts';
import { useNow } from '#web/data/horloge.ts';

/** A date that was emptied is null. */
type Champs = { du: string | null; au: string | null; cavalier: string | null };

export type Filtre = {
  champs: Champs;
  /** The filter as the call takes it. */
  demande: { du?: string; au?: string; cavalier?: string };
  /** The end comes before the start. */
  inverse: boolean;
  change: (champs: Partial<Champs>) => void;
  reset: () => void;
};

const jourOf = (texte: string): string | null => (isJour(texte) ? texte : null);

/**
 * Opens on the current month; emptied dates mean all time (PRICE-05). The address keeps it across reloading and going
 * back; until the person chooses, the month is that of today, also past midnight of its last day.
 */
export function useFiltre(): Filtre {
  const { jour } = useNow();
  const [params, setParams] = useSearchParams();
  const mois = monthOf(jour);
  const lus = { du: jourOf(params.get('du') ?? mois.du), au: jourOf(params.get('au') ?? mois.au), cavalier: params.get('cavalier') };
  // The choice is drawn at once; the address follows when its page is drawn.
  const [champs, show] = useOptimistic<Champs>(lus);
  const { du, au, cavalier } = champs;
  const go = (next: Champs, adresse: Record<string, string>) => startTransition(() => {
    show(next);
    setParams(adresse, { replace: true, preventScrollReset: true });
  });
  return {
    champs,
    demande: { ...(du !== null && { du }), ...(au !== null && { au }), ...(cavalier !== null && { cavalier }) },
    inverse: du !== null && au !== null && au < du,
    change: (nouveaux) => {
      const next = { ...champs, ...nouveaux };
      go(next, { du: next.du ?? '', au: next.au ?? '', ...(next.cavalier !== null && { cavalier: next.cavalier }) });
    },
    reset: () => go({ ...mois, cavalier: null }, {}),
  };
}
