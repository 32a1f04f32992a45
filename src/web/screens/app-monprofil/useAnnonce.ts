import { useEffect, useState } from 'react';
import { DUREE_SUCCES } from './textes.ts';

type Annonce = { kind: 'success' | 'error'; phrase: string };

/** The outcome of an action: a success disappears by itself, an error stays until the next action. */
export function useAnnonce(): [Annonce | null, (annonce: Annonce | null) => void] {
  const [annonce, setAnnonce] = useState<Annonce | null>(null);
  useEffect(() => {
    if (annonce?.kind !== 'success') return;
    const timer = setTimeout(() => setAnnonce(null), DUREE_SUCCES);
    return () => clearTimeout(timer);
  }, [annonce]);
  return [annonce, setAnnonce];
}
