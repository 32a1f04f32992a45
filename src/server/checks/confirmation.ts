/**
 * Password and code, asked again of who is signed in before what would outlive a stolen session:
 * once for ten minutes (ACC-100).
 */
import { Refus } from '#domain/errors/errors.ts';
import { CONFIRMATION_SECONDS } from '../platform/cookies.ts';
import type { Tx } from '../platform/db.ts';
import type { Ctx } from '../platform/services.ts';
import { readConfirmation } from '../stores/accounts/sessions.ts';

/**
 * Refuses with `confirmation_requise` unless this session was confirmed a moment ago. Call it last
 * before the change, so that nobody is asked for what another rule refuses. A session that has just
 * been opened is not confirmed: the browser that has signed in is not proof of who sits there, and
 * a passkey or a stored password may have done it without a thought.
 */
export async function demandConfirmation(tx: Tx, ctx: Pick<Ctx, 'session' | 'now'>): Promise<void> {
  if (!isRecent(await readConfirmation(tx, ctx), ctx.now()))
    throw new Refus('confirmation_requise');
}

/**
 * Also false for an instant in the future, as far: a clock that was wrong must not confirm for
 * longer.
 */
function isRecent(confirme_at: Date | null, now: Date): boolean {
  return (
    confirme_at !== null &&
    Math.abs(now.getTime() - confirme_at.getTime()) < CONFIRMATION_SECONDS * 1000
  );
}
