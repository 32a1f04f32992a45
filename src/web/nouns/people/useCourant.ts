import { useEffect, useState } from 'react';
import { isCourant } from '#domain/signin/mots_de_passe.ts';

/**
 * True for a password that many people choose (ACC-90). The list is loaded for the first password
 * that is long enough.
 */
export function useCourant(password: string): boolean {
  const [found, setFound] = useState<string | null>(null);
  useEffect(() => {
    let typed = true;
    const check = async () => {
      // without the list there is no warning
      const courant = await isCourant(password).catch(() => false);
      if (typed) setFound(courant ? password : null);
    };
    void check();
    return () => {
      typed = false;
    };
  }, [password]);
  return found === password;
}
