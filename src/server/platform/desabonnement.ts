/**
 * The address by which a mail program turns a kind of email off for an account (MAIL-25): sealed,
 * so that nobody can make one.
 */
import { EMAILS_DE_CHOIX, type EmailDeChoix } from '#domain/emails/choix.ts';
import type { Coffres } from './coffre.ts';

const PURPOSE = 'desabonnement';

/** It needs https: the address admits who has it. null where the site has none. */
export function unsubscribeUrl(
  { coffres, publicUrl }: { coffres: Coffres; publicUrl: string },
  sorte: EmailDeChoix,
  user_id: string,
): string | null {
  return publicUrl.startsWith('https:')
    ? `${publicUrl.replace(/\/+$/, '')}/api/desabonnement/${coffres.desabonnement.seal(`${sorte} ${user_id}`, PURPOSE)}`
    : null;
}

/** The kind and the account of its token; null where this instance's `SECRET` has not sealed it. */
export function openUnsubscribe(
  { desabonnement }: Coffres,
  jeton: string,
): { sorte: EmailDeChoix; user_id: string } | null {
  const [sorte, user_id = ''] = desabonnement.open(jeton, PURPOSE)?.split(' ') ?? [];
  const known = EMAILS_DE_CHOIX.find((one) => one === sorte);
  return known ? { sorte: known, user_id } : null;
}
