/**
 * Emails that a person may switch off (MAIL-24): reminders and free slots. Emails about changes of
 * their lessons cannot be switched off.
 */
import type { ContenuCourriel } from './courriels.ts';

export const EMAILS_DE_CHOIX = ['rappel', 'place_libre'] as const;
export type EmailDeChoix = (typeof EMAILS_DE_CHOIX)[number];

/** The column that stores whether an account wants each kind. */
export const CHOIX: Record<EmailDeChoix, 'email_rappels' | 'email_places'> = {
  rappel: 'email_rappels',
  place_libre: 'email_places',
};

/** The choices of a person. */
export type ChoixEmails = Record<(typeof CHOIX)[EmailDeChoix], boolean>;

/** The kind of an email if a person may switch it off, otherwise null. */
export const choiceOf = ({ sorte }: ContenuCourriel): EmailDeChoix | null =>
  EMAILS_DE_CHOIX.find((one) => one === sorte) ?? null;
