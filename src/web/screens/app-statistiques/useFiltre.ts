import { useState } from 'react';
import { isJour } from '#domain/calendrier.ts';
import { moisOf } from '#domain/statistiques.ts';
import { useMaintenant } from '#web/data/horloge.ts';

/** As the fields stand; an emptied date is the empty text. */
type Champs = { du: string; au: string; cavalier: string | null };

export type Filtre = {
  champs: Champs;
  /** As it is asked: dates that are whole, and no others. */
  demande: { du?: string; au?: string; cavalier?: string };
  /** The end comes before the start. */
  inverse: boolean;
  change: (champs: Partial<Champs>) => void;
  reset: () => void;
};

/** Decision 31: opens on the current month; emptied dates mean all time. */
export function useFiltre(): Filtre {
  const { jour } = useMaintenant();
  // Until someone chooses, the month is that of today, also past midnight of its last day.
  const [choisis, setChoisis] = useState<Champs | null>(null);
  const mois = moisOf(jour);
  const champs = choisis ?? { ...mois, cavalier: null };
  const { du, au, cavalier } = champs;
  return {
    champs,
    demande: { ...(isJour(du) && { du }), ...(isJour(au) && { au }), ...(cavalier !== null && { cavalier }) },
    inverse: isJour(du) && isJour(au) && au < du,
    change: (nouveaux) => setChoisis({ ...champs, ...nouveaux }),
    reset: () => setChoisis(null),
  };
}
