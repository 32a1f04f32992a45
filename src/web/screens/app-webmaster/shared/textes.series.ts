// chunk: desk-dialogs
/** The sentences about repeated lessons (SERIE-01 to SERIE-05). */
import { formatJour } from '#domain/core/calendrier.ts';
import type { Portee } from '#domain/series/series.ts';
import type { Rythme } from '#domain/lessons/changement.ts';

export const TEXTES = {
  repeter: 'Répéter',
  titre: 'Répéter la leçon',
  rythme: 'Rythme',
  rythmes: { 7: 'Chaque semaine', 14: 'Toutes les deux semaines' },
  jusque: "Jusqu'au",
  choisir: 'Choisir une date',
  raccourcis: 'Derniers jours',
  dates: 'Dates',
  illisible: "Les dates n'ont pas pu être chargées.",
  leconIllisible: "La leçon n'a pas pu être chargée.",
  toutesSautees:
    'Toutes les dates sont sautées. Veuillez choisir une piste pour une date au moins, ou un autre dernier jour.',
  sauter: 'Sauter',
  libre: 'libre',
  horsGrille: 'hors de la grille de ce jour',
  hors: "hors des heures d'ouverture",
  echec: "Erreur lors de la répétition. Rien n'est enregistré.",
  enCours: 'Répétition…',
  portee: 'Quelles leçons\u202f?',
  serieIllisible: "Les autres leçons de la série n'ont pas pu être chargées.",
} as const;

const PORTEES: Record<Portee, string> = {
  une: 'Cette leçon',
  suivantes: 'Celle-ci et les suivantes',
  toutes: 'Toutes à venir',
};

const count = (n: number): string => `${n} leçon${n > 1 ? 's' : ''}`;

/** 'Celle-ci et les suivantes : 12 leçons, jusqu'au 30 juin 2027'. */
export function porteeInWords(portee: Portee, jours: readonly string[]): string {
  const last = jours.at(-1);
  return portee === 'une' || last === undefined
    ? PORTEES[portee]
    : `${PORTEES[portee]}\u202f: ${count(jours.length)}, jusqu'au ${formatJour(last, 'annee')}`;
}

/** Above the dates on which a change cannot be, with their reasons (SERIE-07). */
export const ecartsTitle = (n: number): string =>
  `Sur ${n} date${n > 1 ? 's' : ''}, ce changement ne se fait pas, ou pas entièrement\u202f:`;
/** 'mercredi 9 décembre 2026 : leçon annulée, elle ne change pas.' */
export const stillCancelled = (jour: string): string =>
  `${formatJour(jour, 'long')}\u202f: leçon annulée, elle ne change pas.`;

/** The rhythm of a series that is extended: 'Chaque semaine. La série se prolonge après le…'. */
export const suiteInWords = (rythme: Rythme, dernier: string): string =>
  `${TEXTES.rythmes[rythme]}. La série se prolonge après le ${formatJour(dernier, 'annee')}.`;

/** The button: 'Répéter : 27 leçons'. */
export const repeatInWords = (n: number): string =>
  n === 0 ? TEXTES.repeter : `${TEXTES.repeter}\u202f: ${count(n)}`;

/** '27 leçons, 2 dates sautées.' */
export function datesInWords(n: number, skipped: number): string {
  const left =
    skipped === 0
      ? ''
      : `, ${skipped} date${skipped > 1 ? 's' : ''} sautée${skipped > 1 ? 's' : ''}`;
  return `${count(n)}${left}.`;
}

/** The button of an edit: 'Enregistrer', 'Enregistrer 12 leçons'. */
export const saveInWords = (n: number): string =>
  n === 1 ? 'Enregistrer' : `Enregistrer ${count(n)}`;
/** The button of a deletion: 'Supprimer', 'Supprimer 12 leçons'. */
export const removeInWords = (n: number): string =>
  n === 1 ? 'Supprimer' : `Supprimer ${count(n)}`;
/** The button of a cancellation: 'Annuler la leçon', 'Annuler 12 leçons'. */
export const cancelInWords = (n: number): string =>
  n === 1 ? 'Annuler la leçon' : `Annuler ${count(n)}`;

/** The success: '27 leçons ajoutées.' */
export const addedInWords = (n: number): string => `${count(n)} ajoutée${n > 1 ? 's' : ''}.`;
/** The success, without the dot that `MovedLecon` adds: '12 leçons modifiées' */
export const changedInWords = (n: number): string => `${count(n)} modifiée${n > 1 ? 's' : ''}`;
/** The success: '12 leçons supprimées.' */
export const removedInWords = (n: number): string => `${count(n)} supprimée${n > 1 ? 's' : ''}.`;
/** The success: '12 leçons annulées.' */
export const cancelledInWords = (n: number): string => `${count(n)} annulée${n > 1 ? 's' : ''}.`;
