/** The drawings of arenas in words, for administrators (SET-44). */
import type { Dessin } from './pistes.ts';

export const NOMS_DESSIN: Record<Dessin, string> = {
  manege: 'Manège',
  carriere: 'Carrière',
  rond: 'Rond de longe',
  autre: 'Autre',
};
