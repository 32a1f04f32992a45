/** Which emails an account wants (MAIL-24). */
import { eq } from 'drizzle-orm';
import type { ChoixEmails } from '#domain/emails/choix.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { users } from '#server/platform/schema/schema.ts';

/** The choices of an account; null if it no longer exists. */
export async function getChoixEmails(reader: Reader, user_id: string): Promise<ChoixEmails | null> {
  const { email_rappels, email_places } = users;
  const [row] = await reader
    .select({ email_rappels, email_places })
    .from(users)
    .where(eq(users.id, user_id));
  return row ?? null;
}

/** Changes the given choices; the others stay. */
export async function setChoixEmails(
  tx: Tx,
  user_id: string,
  choix: Partial<ChoixEmails>,
): Promise<void> {
  await tx.update(users).set(choix).where(eq(users.id, user_id));
}
