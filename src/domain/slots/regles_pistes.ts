/**
 * When an arena is refused for a booking or for an edit (SET-44). Separate from `pistes.ts`, which
 * every screen loads.
 */
import { isOneLine } from '../core/one_line.ts';
import type { CodeAdmin } from '../errors/admin.ts';
import type { CodeReservation } from '../errors/reservation.ts';
import { DESSINS, type Piste, type TypePiste } from './pistes.ts';

/** Why an arena cannot be booked; null if it can. */
export function refusePiste(pistes: readonly Piste[], id: TypePiste): CodeReservation | null {
  const piste = pistes.find((one) => one.id === id);
  if (!piste) return 'type_piste_manquant';
  return piste.actif ? null : 'piste_fermee';
}

/** How many arenas a centre may have, inactive ones included (LIM-161). */
export const MAX_PISTES = 8;
const NOM_MAX = 40;
const NOTE_MAX = 80;

/** The fields that an edit may change. */
export type EditablePiste = Pick<Piste, 'nom' | 'note' | 'dessin' | 'actif'>;
export type NewPiste = Pick<Piste, 'nom' | 'note' | 'dessin'>;

/** A name as it is stored. */
export const nomOfPiste = (nom: string): string => nom.trim().replace(/\s+/gu, ' ');

/**
 * The id of a new arena, made from its name: 'Rond de longe' becomes 'rond_de_longe', followed by a
 * number if another arena has that id.
 */
export function idOfPiste(nom: string, taken: readonly TypePiste[]): TypePiste {
  const word =
    nom
      .normalize('NFD')
      .toLowerCase()
      .replace(/œ/g, 'oe')
      .replace(/æ/g, 'ae')
      .replace(/\p{M}/gu, '')
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '') || 'piste';
  // The planning uses this word as a key beside the ids of the arenas (API-21).
  const used = new Set([...taken, 'date_reservation']);
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? word : `${word}_${n}`;
    if (!used.has(id)) return id;
  }
}

/** Checks a new arena or a change; null if it may be stored. `others`: the other arenas. */
export function refuseEditionPiste(
  { nom, note, dessin, actif }: Partial<EditablePiste>,
  others: readonly Piste[],
): CodeAdmin | null {
  if (nom !== undefined && (nom.trim() === '' || !isOneLine(nom, NOM_MAX)))
    return 'piste_nom_invalide';
  if (nom !== undefined && others.some((one) => isSameName(one.nom, nom))) return 'piste_existe';
  if (note !== undefined && note !== '' && !isOneLine(note, NOTE_MAX)) return 'piste_note_invalide';
  if (dessin !== undefined && !DESSINS.includes(dessin)) return 'dessin_invalide';
  return actif === false && !others.some((one) => one.actif) ? 'derniere_piste' : null;
}

const isSameName = (a: string, b: string): boolean =>
  nomOfPiste(a).toLocaleLowerCase('fr') === nomOfPiste(b).toLocaleLowerCase('fr');
