/**
 * Notes that an account was requested on this device (ACC-19): one entry of localStorage, without
 * the address. It is kept until somebody signs in here or the account is known to be refused.
 * /login loads this file.
 */
import type { DemandeDeCompte } from '#domain/people/approbation.ts';
import { conservationSeconds } from '#domain/core/conservation.ts';

/** Increment the number when the type of the stored value changes. */
const KEY = 'demande.2';

type Kept = Omit<DemandeDeCompte, 'email'> & { email?: undefined };

export function keepDemande({ confirmation, delai }: DemandeDeCompte): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ confirmation, delai, faite: Date.now() }));
  } catch {
    // Without storage, the navigation state passes it to the next page.
  }
}

/** The stored request. Null if there is none, or if it is too old. */
export function readDemande(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as
      (Kept & { faite: number }) | null;
    const seconds = kept ? (Date.now() - kept.faite) / 1000 : Infinity;
    return seconds < conservationSeconds('demande') ? kept : null;
  } catch {
    return null;
  }
}

export function forgetDemande(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Without storage, nothing is kept.
  }
}
