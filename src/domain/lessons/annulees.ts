/** Who cancelled a lesson, when and why, in words for administrators (RIDE-19, DESK-40). */
import { formatHeure, formatJour, momentAt } from '../core/calendrier.ts';

export type Annulee = {
  annulee_at?: string | null | undefined;
  annulee_par?: string | null | undefined;
  raison?: string | null | undefined;
};

/**
 * 'Annulée par Camille Lambert le lundi 23 novembre à 17h02', in Brussels; null if the time was not
 * recorded. Without a name if the account no longer exists.
 */
export function annulationInWords({ annulee_at: at, annulee_par: par }: Annulee): string | null {
  if (!at) return null;
  const { jour, heure } = momentAt(new Date(at));
  return `Annulée${par ? ` par ${par}` : ''} le ${formatJour(jour, 'long').replace(/ \d{4}$/, '')} à ${formatHeure(heure)}`;
}
