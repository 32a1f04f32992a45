/** Password and code, asked again of who is signed in before what would outlive a stolen session: once for ten minutes (ACC-100). */
import { Refus } from '#domain/errors.ts';
import { CONFIRMATION_SECONDS } from '../platform/auth.ts';
import type { Tx } from '../platform/db.ts';
import { type Ctx, personneOf } from '../platform/services.ts';
import { readConfirmation, storeConfirmation } from '../stores/sessions.ts';
import { insertJournal } from '../stores/journal.ts';
import { demandCode } from './codes.ts';
import { checkOwnPassword, confirmOwnPassword } from './mot_de_passe.ts';

/**
 * Refuses with `confirmation_requise` unless this session was confirmed a moment ago. Call it last before the change, so that nobody is
 * asked for what another rule refuses. A session that has just been opened is not confirmed: the browser that has signed
 * in is not proof of who sits there, and a passkey or a stored password may have done it without a thought.
 */
export async function demandConfirmation(tx: Tx, ctx: Pick<Ctx, 'session' | 'now'>): Promise<void> {
  if (!isRecent(await readConfirmation(tx, ctx), ctx.now())) throw new Refus('confirmation_requise');
}

/** Also false for an instant in the future, as far: a clock that was wrong must not confirm for longer. */
function isRecent(confirme_at: Date | null, now: Date): boolean {
  return confirme_at !== null && Math.abs(now.getTime() - confirme_at.getTime()) < CONFIRMATION_SECONDS * 1000;
}

/** Confirms the session of the call, with the password, and with a code where the account has an application. Wrong ones are counted (ACC-67, ACC-80). */
export async function confirmHolder(ctx: Ctx, { password, code }: { password: string; code?: string | undefined }): Promise<void> {
  const personne = personneOf(ctx);
  const hachage = await checkOwnPassword(ctx, personne, password);
  await demandCode(ctx, personne.id, code);
  await ctx.transaction(async (tx) => {
    await confirmOwnPassword(tx, personne, hachage);
    if (!ctx.session || !await storeConfirmation(tx, ctx.session.id, ctx.now())) throw new Refus('session_absente');
    await insertJournal(tx, ctx, { action: 'session.confirmee' });
  });
}
