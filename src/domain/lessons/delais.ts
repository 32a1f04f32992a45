/** Until when riders may cancel or change their lesson, in words (RIDE-17). */
import {
  addDays,
  daysBetween,
  formatHeure,
  formatJour,
  type Moment,
  momentAt,
} from '../core/calendrier.ts';
import { deadlineOf } from './participants.ts';

/**
 * "jusqu'à mardi 17h00": the weekday within a week, otherwise the date; 0h00 is shown as midnight
 * of the evening before (RIDE-17). `heures`: real hours before the lesson begins.
 */
export function deadlineInWords(
  lecon: Parameters<typeof deadlineOf>[0],
  heures: number,
  { jour: today }: Moment,
): string {
  const { jour, heure } = momentAt(deadlineOf(lecon, heures));
  const days = daysBetween(today, jour);
  if (heure === '00:00') return midnightInWords(addDays(jour, -1), days - 1);
  if (days === 0) return `aujourd'hui jusqu'à ${formatHeure(heure)}`;
  if (days < 0 || days > 6) return `jusqu'au ${formatJour(jour, 'date')} à ${formatHeure(heure)}`;
  return `jusqu'à ${days === 1 ? 'demain' : formatJour(jour, 'long').split(' ')[0]} ${formatHeure(heure)}`;
}

/** "jusqu'à ce soir à minuit". `days`: the number of days until that evening. */
function midnightInWords(jour: string, days: number): string {
  if (days < 0 || days > 6) return `jusqu'au ${formatJour(jour, 'date')} à minuit`;
  const soir =
    days === 0
      ? 'ce soir'
      : `${days === 1 ? 'demain' : formatJour(jour, 'long').split(' ')[0]} soir`;
  return `jusqu'à ${soir} à minuit`;
}
