/**
 * The call that satisfies `checks/confirmation.ts`: password and code of the signed-in person
 * (ACC-100).
 */
import { Refus } from '#domain/errors/errors.ts';
import { demandCode } from '#server/checks/codes.ts';
import { checkOwnPassword, confirmOwnPassword } from '#server/checks/mot_de_passe.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { storeConfirmation } from '#server/stores/signin/sessions.ts';

/**
 * Confirms the session of the call, with the password, and with a code if the account has an
 * application. Wrong ones are counted (ACC-67, ACC-80).
 */
export async function confirm(
  ctx: Ctx,
  { password, code }: { password: string; code?: string | undefined },
): Promise<void> {
  const personne = personneOf(ctx);
  const hachage = await checkOwnPassword(ctx, personne, password);
  await demandCode(ctx, personne.id, code);
  await ctx.transaction(async (tx) => {
    await confirmOwnPassword(tx, personne, hachage);
    if (!ctx.session || !(await storeConfirmation(tx, ctx.session.id, ctx.now())))
      throw new Refus('session_absente');
    await insertJournal(tx, ctx, { action: 'session.confirmee' });
  });
}
