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
  const [valeur, setValeur] = useState(() => depart(readEcrit(personne, nom) as T | null));
  useKeepEcrit(personne, nom, valeur);
  return [valeur, setValeur];
}

/** Keeps a value that the component holds in a state of its own, for `readEcrit`. */
export function useKeepEcrit(personne: string, nom: string, valeur: unknown): void {
  const cle = keyOf(personne, nom);
  useEffect(() => {
    try {
      sessionStorage.setItem(cle, JSON.stringify({ ecrit: Date.now(), valeur } satisfies Garde));
    } catch {
      // Without storage, a draft lasts as long as its screen.
    }
  }, [cle, valeur]);
}

export function forgetEcrits(): void {
  try {
    for (const cle of Object.keys(sessionStorage)) if (cle.startsWith(PREFIXE)) sessionStorage.removeItem(cle);
  } catch {
    // Without storage there are no drafts.
  }
}

/** The value that was kept; null where there is none, or where it is too old. */
export function readEcrit(personne: string, nom: string): unknown {
  try {
    const garde = JSON.parse(sessionStorage.getItem(keyOf(personne, nom)) ?? 'null') as Garde | null;
    return garde && Date.now() - garde.ecrit < DUREE ? garde.valeur : null;
  } catch {
    return null;
  }
}

const keyOf = (personne: string, nom: string): string => `${PREFIXE}${personne}:${nom}`;
