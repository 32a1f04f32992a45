import { formatJour, momentAt } from '#domain/calendrier.ts';

/** The day of an instant in Brussels: '21 novembre 2026'. */
export const dayInWords = (instant: string): string => formatJour(momentAt(new Date(instant)).jour, 'annee');

/** '21 novembre 2026 à 14:05' */
export const dayAndTimeInWords = (instant: string): string => `${dayInWords(instant)} à ${momentAt(new Date(instant)).heure}`;
