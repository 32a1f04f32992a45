/** The tasks of docs/aide, as HTML written at build time (scripts/aide.ts). */
import type { TacheAide } from '#documents/aide.ts';
import { pageAt } from '#web/paths/paths.ts';

export const TACHES = Object.values(
  import.meta.glob<TacheAide>('../../../../docs/aide/*.md', { eager: true, import: 'default' }),
).toSorted((a, b) => a.ordre - b.ordre);

/** Not `cleOf` of the domain: it would load the screens behind the guard. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    // the renderer escapes signs, and phones type the curved apostrophe
    .replaceAll(/&#39;|\u2019/g, "'")
    .replaceAll('&quot;', '"')
    .toLowerCase();

/** The page on which a task is done. */
export const pageOf = ({ ecran }: TacheAide) => pageAt(ecran.split('?')[0] ?? '')?.[1];

/**
 * The tasks in which each word of a text occurs; all of them without a text. `facturee`:
 * 'Facturation' is switched on; its tasks are left out otherwise.
 */
export function tachesWith(text: string, facturee: boolean): readonly TacheAide[] {
  const words = plain(text).split(/\s+/);
  return TACHES.filter((tache) => {
    if (!facturee && pageOf(tache)?.facturation) return false;
    const { titre, mots, html } = tache;
    const own = plain(`${titre} ${mots} ${html.replaceAll(/<[^>]*>/g, ' ')}`);
    return words.every((word) => own.includes(word));
  });
}
