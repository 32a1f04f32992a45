/**
 * UI-10: unsent input, kept per tab and person: leaving a screen asks nothing, and a phone may
 * discard a hidden page. It is removed at sign-out, with the tab, or after half a day. The hooks
 * are in `useEcrit.ts`: /login loads this file.
 */
export const PREFIX = 'manege:ecrit:';
/** In the place of the person where nobody is signed in (UI-70). */
export const VISITEUR = 'visiteur';

/** Removes what others wrote in this tab, someone who was not signed in included. */
export function keepEcritsOf(person: string): void {
  forget((key) => !key.startsWith(`${PREFIX}${person}:`));
}

/** Removes what one person wrote; by default, what everyone wrote. */
export function forgetEcrits(person = ''): void {
  forget((key) => key.startsWith(PREFIX + person));
}

function forget(isGone: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && isGone(key)) sessionStorage.removeItem(key);
  } catch {
    // Without storage there are no drafts.
  }
}
