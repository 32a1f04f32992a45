import { formatJour, momentAt } from '#domain/core/calendrier.ts';

/** The day of an instant in Brussels: '21 novembre 2026'. */
export const dayInWords = (instant: string): string =>
  formatJour(momentAt(new Date(instant)).jour, 'annee');
