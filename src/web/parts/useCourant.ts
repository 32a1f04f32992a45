import { useEffect, useState } from 'react';
import { isCourant } from '#domain/accounts/mots_de_passe.ts';

/**
 * True for a password that many people choose (ACC-90). The list is fetched for the first password
 * that is long enough.
 */
export function useCourant(password: string): boolean {
  const [found, setFound] = useState<string | null>(null);
  useEffect(() => {
    let typed = true;
    const check = async () => {
      const courant = await isCourant(password).catch(() => false); // without the list nothing is warned about
      if (typed) setFound(courant ? password : null);
    };
    void check();
    return () => {
      typed = false;
    };
  }, [password]);
  return found === password;
}
