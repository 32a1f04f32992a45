import { startTransition, useOptimistic } from 'react';
import { useSearchParams } from '#web/ui/hooks/navigation.tsx';
import { isJour } from '#domain/core/calendrier.ts';
import { monthOf } from '#domain/statistics/statistiques.ts';
import { useNow } from '#web/data/horloge.ts';

/** What the page shows of the period: its riders, its customers (PRICE-24), or charts (PRICE-27). */
export const VUES = ['cavalier', 'famille', 'graphiques'] as const;
type Vue = (typeof VUES)[number];

/** A date that was emptied is null. */
type Fields = {
  du: string | null;
  au: string | null;
  cavalier: string | null;
  par: Vue;
};

export type Filter = {
  fields: Fields;
  /** The filter as the input of the call. */
  input: { du?: string; au?: string; cavalier?: string };
  /** The end is before the start. */
  reversed: boolean;
  change: (fields: Partial<Fields>) => void;
  reset: () => void;
};

const jourOf = (text: string): string | null => (isJour(text) ? text : null);

/**
 * Starts with the current month; emptied dates mean all time (PRICE-05). The address keeps it, so
 * that it survives reloading and going back. Until the person chooses, the month is the current
 * one, also after midnight of its last day.
 */
export function useFilter(): Filter {
  const { jour } = useNow();
  const [params, setParams] = useSearchParams();
  const month = monthOf(jour);
  const read = {
    du: jourOf(params.get('du') ?? month.du),
    au: jourOf(params.get('au') ?? month.au),
    cavalier: params.get('cavalier'),
    par: VUES.find((vue) => vue === params.get('par')) ?? 'cavalier',
  };
  // The choice is drawn immediately. The address follows when its page is drawn.
  const [fields, show] = useOptimistic<Fields>(read);
  const { du, au, cavalier } = fields;
  const go = (next: Fields, address: Record<string, string>) =>
    startTransition(() => {
      show(next);
      setParams(address, { replace: true });
    });
  return {
    fields,
    input: {
      ...(du !== null && { du }),
      ...(au !== null && { au }),
      ...(cavalier !== null && { cavalier }),
    },
    reversed: du !== null && au !== null && au < du,
    change: (changed) => {
      const next = { ...fields, ...changed };
      go(next, {
        du: next.du ?? '',
        au: next.au ?? '',
        ...(next.cavalier !== null && { cavalier: next.cavalier }),
        ...(next.par !== 'cavalier' && { par: next.par }),
      });
    },
    reset: () => go({ ...month, cavalier: null, par: 'cavalier' }, {}),
  };
}
