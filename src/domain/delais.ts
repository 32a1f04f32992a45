/** Until when riders may cancel or change their lesson, in words (RIDE-17). */
import { daysBetween, formatHeure, formatJour, type Moment, momentAt } from './calendrier.ts';
import { deadlineOf } from './participants.ts';

/** "jusqu'à mardi 17h00": the day in words within a week, else its date. `heures`: real hours before the lesson begins. */
export function deadlineInWords(lecon: Parameters<typeof deadlineOf>[0], heures: number, { jour: today }: Moment): string {
  const { jour, heure } = momentAt(deadlineOf(lecon, heures));
  const days = daysBetween(today, jour);
  if (days === 0) return `aujourd'hui jusqu'à ${formatHeure(heure)}`;
  if (days < 0 || days > 6) return `jusqu'au ${formatJour(jour, 'date')} à ${formatHeure(heure)}`;
  return `jusqu'à ${days === 1 ? 'demain' : formatJour(jour, 'long').split(' ')[0]} ${formatHeure(heure)}`;
}
