/**
 * Which emails leave by themselves: no screen promises one that does not. In a file of its own,
 * because the landing page loads it.
 */
import type { Parametres } from './parametres.ts';

/**
 * Which emails about lessons leave: `lien`, any at all; the others only while the centre's switches
 * allow them.
 */
export type Envois = {
  lien: boolean;
  confirmation: boolean;
  rappel: boolean;
  annulation: boolean;
  place: boolean;
};

export function envoisOf(
  { emailNotifications, sendConfirmation, sendReminders, sendCancellation }: Parametres,
  canSend: boolean,
): Envois {
  const on = canSend && emailNotifications;
  return {
    lien: canSend,
    confirmation: on && sendConfirmation,
    rappel: on && sendReminders,
    annulation: on && sendCancellation,
    place: on,
  };
}

/**
 * What a visitor reads of the confirmation of a booking (ACC-02): no email is promised where none
 * leaves.
 */
export function confirmationInWords({
  confirmation,
  rappel,
}: Pick<Envois, 'confirmation' | 'rappel'>): string {
  if (!confirmation)
    return "Ce centre n'envoie pas d'email de confirmation\u202f: chaque réservation est confirmée aussitôt à l'écran, et se retrouve dans «\u202fMes réservations\u202f».";
  return `Chaque réservation est confirmée par email, avec de quoi la ranger dans votre agenda${rappel ? ', et rappelée la veille' : ''}.`;
}
