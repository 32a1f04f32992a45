/**
 * Lessons that have begun: administrators may enter and change them for some time, and no email is
 * sent about them (BOOK-35, MAIL-02).
 */
import { addMonths, type Moment } from '../core/calendrier.ts';
import { isPast } from '../slots/creneaux.ts';
import type { TypeLecon } from '../types/types_lecons.ts';

/** How many months back a lesson may be entered (LIM-170). */
const MONTHS_BACK = 13;

/**
 * The first day on which an administrator may enter a lesson, or to which one may be moved
 * (BOOK-35).
 */
export const premierJour = (aujourdhui: string): string => addMonths(aujourdhui, -MONTHS_BACK);

/** True once a lesson has begun, also on a past day. */
export const hasBegun = (
  { date_reservation, heure_debut }: { date_reservation: string; heure_debut: string },
  maintenant: Moment,
): boolean => isPast(date_reservation, heure_debut, maintenant);

/**
 * The type if the lesson may have it, otherwise null. A lesson may have an offered type, the type
 * that it already has (`own`), and, once it has begun, any known type (BOOK-35, SET-12).
 */
export const allowedType = <T extends Pick<TypeLecon, 'value' | 'actif'>>(
  type: T | null,
  begun: boolean,
  own?: string,
): T | null => (type && (type.actif || begun || type.value === own) ? type : null);
