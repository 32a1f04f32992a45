/**
 * Which emails are sent automatically, so that no screen promises an email that is not sent. In a
 * file of its own, because the landing page loads it.
 */
import type { Parametres } from './parametres.ts';

/**
 * Which emails about lessons are sent. `lien`: whether any email can be sent; the others are true
 * only while the centre's switches allow them.
 */
export type Envois = {
  lien: boolean;
  confirmation: boolean;
  rappel: boolean;
  annulation: boolean;
  modification: boolean;
  place: boolean;
};

export function envoisOf(
  {
    emailNotifications,
    sendConfirmation,
    sendReminders,
    sendCancellation,
    sendModification,
  }: Parametres,
  canSend: boolean,
): Envois {
  const on = canSend && emailNotifications;
  return {
    lien: canSend,
    confirmation: on && sendConfirmation,
    rappel: on && sendReminders,
    annulation: on && sendCancellation,
    modification: on && sendModification,
    place: on,
  };
}

/**
 * The sentence for visitors about the confirmation of a booking (ACC-02). It promises no email that
 * is not sent.
 */
export function confirmationInWords({
  confirmation,
  rappel,
}: Pick<Envois, 'confirmation' | 'rappel'>): string {
  if (!confirmation)
    return "Ce centre n'envoie pas d'email de confirmation\u202f: chaque réservation est confirmée aussitôt à l'écran, et se retrouve dans «\u202fMes réservations\u202f».";
  return `Chaque réservation est confirmée par email, avec de quoi la ranger dans votre agenda${rappel ? ', et rappelée la veille' : ''}.`;
}
