/**
 * UI-10: unsent input, kept per tab and person: leaving a screen asks nothing, and a phone may discard a hidden page. It
 * is removed at sign-out, with the tab, or after half a day.
 */
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

const PREFIXE = 'manege:ecrit:';

/** Milliseconds after which a draft is ignored. */
const DUREE = 12 * 60 * 60_000;

type Garde = { ecrit: number; valeur: unknown };

/** Like `useState`. `nom` contains a number that changes with the type of the value; `depart` gets the stored value, or null. */
export function useEcrit<T>(personne: string, nom: string, depart: (garde: T | null) => T): [T, Dispatch<SetStateAction<T>>] {
  const cle = `${PREFIXE}${personne}:${nom}`;
  const [valeur, setValeur] = useState(() => depart(read(cle) as T | null));
  useEffect(() => {
    try {
      sessionStorage.setItem(cle, JSON.stringify({ ecrit: Date.now(), valeur } satisfies Garde));
    } catch {
      // Without storage, a draft lasts as long as its screen.
    }
  }, [cle, valeur]);
  return [valeur, setValeur];
}

export function forgetEcrits(): void {
  try {
    for (const cle of Object.keys(sessionStorage)) if (cle.startsWith(PREFIXE)) sessionStorage.removeItem(cle);
  } catch {
    // Without storage there are no drafts.
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
