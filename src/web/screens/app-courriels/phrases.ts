/** What the table and the email's dialog say of its dates and its attempts. */
import type { Courriel } from '#contract/courriels.ts';
import { formatJour, momentAt } from '#domain/calendrier.ts';

/** '21 novembre 2026 à 14:05', in Brussels. */
export function quandOf(instant: string): string {
  const { jour, heure } = momentAt(new Date(instant));
  return `${formatJour(jour, 'annee')} à ${heure}`;
}

/** '21 novembre, 14:05': short for the table; the log keeps 90 days, so the year is clear (MAIL-12). */
export function quandCourtOf(instant: string): string {
  const { jour, heure } = momentAt(new Date(instant));
  return `${formatJour(jour, 'date')}, ${heure}`;
}

/** When a waiting email leaves, where that is not at once: a reminder, a new attempt. */
export function prevuOf({ statut, essais, envoyer_apres }: Courriel): string | null {
  if (statut === 'planifie') return `Prévu le ${quandCourtOf(envoyer_apres)}`;
  return statut === 'en_attente' && essais > 0 ? `Nouvel essai le ${quandCourtOf(envoyer_apres)}` : null;
}

export function essaisOf(essais: number): string | null {
  return essais > 1 ? `${essais} essais` : null;
}

/** The date that matters most in its state. */
export function suiteOf({ statut, envoyer_apres, envoye_at, perime_apres, essais }: Courriel): readonly [label: string, instant: string] | null {
  if (statut === 'envoye') return envoye_at === null ? null : ['Envoyé le', envoye_at];
  if (statut === 'planifie') return ['À envoyer le', envoyer_apres];
  if (statut === 'en_attente') return [essais > 0 ? 'Nouvel essai le' : 'À envoyer le', envoyer_apres];
  return statut === 'perime' ? ['Périmé le', perime_apres] : null;
}
