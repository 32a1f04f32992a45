/**
 * The address with which a mail program switches off a kind of email for an account (MAIL-25). Its
 * token is encrypted, so that nobody can forge one.
 */
import { EMAILS_DE_CHOIX, type EmailDeChoix } from '#domain/emails/choix.ts';
import type { Coffres } from '../secrets/coffre.ts';

const PURPOSE = 'desabonnement';

/**
 * null if the site has no https: anyone who knows the address can use it, so it must not be sent in
 * clear.
 */
export function unsubscribeUrl(
  { coffres, publicUrl }: { coffres: Coffres; publicUrl: string },
  sorte: EmailDeChoix,
  user_id: string,
): string | null {
  return publicUrl.startsWith('https:')
    ? `${publicUrl.replace(/\/+$/, '')}/api/desabonnement/${coffres.desabonnement.seal(`${sorte} ${user_id}`, PURPOSE)}`
    : null;
}

/**
 * The kind of email and the account in a token; null if it was not made with the `SECRET` of this
 * instance.
 */
export function openUnsubscribe(
  { desabonnement }: Coffres,
  jeton: string,
): { sorte: EmailDeChoix; user_id: string } | null {
  const [sorte, user_id = ''] = desabonnement.open(jeton, PURPOSE)?.split(' ') ?? [];
  const known = EMAILS_DE_CHOIX.find((one) => one === sorte);
  return known ? { sorte: known, user_id } : null;
}
