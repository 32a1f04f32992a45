/**
 * Password and code, which a signed-in person must give again before changes that would outlive a
 * stolen session; valid for ten minutes (ACC-100).
 */
import { Refus } from '#domain/errors/errors.ts';
import { CONFIRMATION_SECONDS } from '../platform/secrets/cookies.ts';
import type { Tx } from '../platform/db.ts';
import type { Ctx } from '../platform/services.ts';
import { readConfirmation } from '../stores/signin/sessions.ts';

/**
 * Refuses with `confirmation_requise` unless this session was confirmed recently (ACC-100). Call it
 * last before the change, so that nobody is asked to confirm a change that another rule refuses. A
 * session that has just been opened is not confirmed: the sign-in does not prove who uses the
 * browser, because a passkey or a stored password may have been used without any action of the
 * owner.
 */
export async function demandConfirmation(tx: Tx, ctx: Pick<Ctx, 'session' | 'now'>): Promise<void> {
  if (!isRecent(await readConfirmation(tx, ctx), ctx.now()))
    throw new Refus('confirmation_requise');
}

/**
 * Also false for an instant that is as far in the future, so that a wrong clock cannot extend the
 * confirmation.
 */
function isRecent(confirme_at: Date | null, now: Date): boolean {
  return (
    confirme_at !== null &&
    Math.abs(now.getTime() - confirme_at.getTime()) < CONFIRMATION_SECONDS * 1000
  );
}
