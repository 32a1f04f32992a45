/**
 * What one has begun to write and not sent, kept for this tab and this person: a menu entry leaves a screen without asking, and a
 * phone throws away the page it does not show. It ends with Se déconnecter, with the tab, or after half a day.
 */
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

const PREFIXE = 'manege:ecrit:';

/** Milliseconds after which what was left is no longer gone on with. */
const DUREE = 12 * 60 * 60_000;

type Garde = { ecrit: number; valeur: unknown };

/** Like `useState`. `nom` carries a number that changes with the shape of the value; `depart` receives what was kept, null where nothing was. */
export function useEcrit<T>(personne: string, nom: string, depart: (garde: T | null) => T): [T, Dispatch<SetStateAction<T>>] {
  const cle = `${PREFIXE}${personne}:${nom}`;
  const [valeur, setValeur] = useState(() => depart(read(cle) as T | null));
  useEffect(() => {
    try {
      sessionStorage.setItem(cle, JSON.stringify({ ecrit: Date.now(), valeur } satisfies Garde));
    } catch {
      // A browser that keeps nothing: what is written lasts as long as its screen.
    }
  }, [cle, valeur]);
  return [valeur, setValeur];
}

export function forgetEcrits(): void {
  try {
    for (const cle of Object.keys(sessionStorage)) if (cle.startsWith(PREFIXE)) sessionStorage.removeItem(cle);
  } catch {
    // Nothing was kept.
  }
}

function read(cle: string): unknown {
  try {
    const garde = JSON.parse(sessionStorage.getItem(cle) ?? 'null') as Garde | null;
    return garde && Date.now() - garde.ecrit < DUREE ? garde.valeur : null;
  } catch {
    return null;
  }
}
