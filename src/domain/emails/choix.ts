/**
 * Which emails a person may refuse (MAIL-24): reminders, and free slots. What happens to their
 * lessons, everyone is told.
 */
import type { ContenuCourriel } from './courriels.ts';

export const EMAILS_DE_CHOIX = ['rappel', 'place_libre'] as const;
export type EmailDeChoix = (typeof EMAILS_DE_CHOIX)[number];

/** The column that says whether an account wants a kind. */
export const CHOIX: Record<EmailDeChoix, 'email_rappels' | 'email_places'> = {
  rappel: 'email_rappels',
  place_libre: 'email_places',
};

/** What a person has chosen. */
export type ChoixEmails = Record<(typeof CHOIX)[EmailDeChoix], boolean>;

/** The kind of an email, where it is one that may be refused. */
export const choiceOf = ({ sorte }: ContenuCourriel): EmailDeChoix | null =>
  EMAILS_DE_CHOIX.find((one) => one === sorte) ?? null;
