/**
 * Emails that a person may switch off: in the profile, and with the address in such an email
 * (MAIL-24, MAIL-25).
 */
import { CHOIX, type ChoixEmails, type EmailDeChoix } from '#domain/emails/choix.ts';
import { Refus } from '#domain/errors/errors.ts';
import { unsubscribePage } from '#documents/emails/desabonnement.ts';
import { transact } from '#server/platform/db.ts';
import { openUnsubscribe } from '#server/platform/mail/desabonnement.ts';
import { type Ctx, personneOf, type Services } from '#server/platform/services.ts';
import { getChoixEmails, setChoixEmails } from '#server/stores/emails/choix.ts';

export async function get(ctx: Ctx): Promise<ChoixEmails> {
  const choix = await getChoixEmails(ctx.db, personneOf(ctx).id);
  if (!choix) throw new Refus('session_absente');
  return choix;
}

export async function set(ctx: Ctx, choix: ChoixEmails): Promise<ChoixEmails> {
  await ctx.transaction((tx) => setChoixEmails(tx, personneOf(ctx).id, choix));
  return choix;
}

type Reach = Pick<Services, 'coffres' | 'publicUrl' | 'centre' | 'db'>;

function opened({ coffres }: Reach, jeton: string): { sorte: EmailDeChoix; user_id: string } {
  const found = openUnsubscribe(coffres, jeton);
  if (!found) throw new Refus('adresse_introuvable');
  return found;
}

const pageOf = ({ centre, publicUrl }: Reach, sorte: EmailDeChoix, done: boolean): string =>
  unsubscribePage({
    sorte,
    done,
    centre: centre.nom,
    profil: `${publicUrl.replace(/\/+$/, '')}/app/monprofil`,
  });

/** Returns the page with the question; changes nothing. */
export async function ask(services: Reach, jeton: string): Promise<string> {
  return pageOf(services, opened(services, jeton).sorte, false);
}

/**
 * Switches the kind of email off. The page is the same if the account no longer exists, because
 * then it receives no email anyway.
 */
export async function turnOff(services: Reach, jeton: string): Promise<string> {
  const { sorte, user_id } = opened(services, jeton);
  await transact(services.db, ['users'], (tx) =>
    setChoixEmails(tx, user_id, { [CHOIX[sorte]]: false }),
  );
  return pageOf(services, sorte, true);
}
