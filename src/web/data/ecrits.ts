/**
 * UI-10: unsent input, kept per tab and person: leaving a screen asks nothing, and a phone may
 * discard a hidden page. It is removed at sign-out, with the tab, or after half a day. The hooks
 * are in `useEcrit.ts`: /login loads this file.
 */
export const PREFIX = 'manege:ecrit:';
/** Used instead of the person's id if nobody is signed in (UI-70). */
export const VISITEUR = 'visiteur';

/** Removes the drafts of everyone else in this tab, including those of visitors. */
export function keepEcritsOf(person: string): void {
  forget((key) => !key.startsWith(`${PREFIX}${person}:`));
}

/** Removes the drafts of one person; by default, of everyone. */
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
