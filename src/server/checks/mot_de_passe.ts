/**
 * The password of a signed-in person, which is asked again before actions that a stolen session
 * must not allow (ACC-80).
 */
import { Refus } from '#domain/errors/errors.ts';
import { WRONG_OWN_PASSWORDS } from '#domain/core/limits.ts';
import type { Personne } from '#domain/people/users.ts';
import { hashLimitsOf } from '../platform/passwords.ts';
import type { Tx } from '../platform/db.ts';
import { withinLimits } from '../platform/queue.ts';
import type { Ctx } from '../platform/services.ts';
import { deleteEssais, holdKeys, insertEssais, listWaits } from '../stores/signin/essais.ts';
import { getCredential, lockEntrant } from '../stores/people/users.ts';

/**
 * Checks the caller's own password and returns the stored hash, which `confirmOwnPassword` compares
 * under a lock. The attempt is counted before the check and removed if the password was right, as
 * at a sign-in (ADR-007). Throws `mot_de_passe_actuel_incorrect`, and `trop_de_mots_de_passe`
 * beyond the limit.
 */
export async function checkOwnPassword(
  { db, auth, ip, now }: Pick<Ctx, 'db' | 'auth' | 'ip' | 'now'>,
  { id, email }: Personne,
  password: string,
): Promise<string> {
  // Counted by the id, not by the address, so that this limit and that of the sign-in page do not
  // affect each other.
  const count = { cle: `mot_de_passe ${id}`, limit: WRONG_OWN_PASSWORDS };
  return withinLimits(hashLimitsOf(ip), async () => {
    const essai = await holdKeys(db, [count.cle], async (tx) => {
      const [retryAfter] = await listWaits(tx, [count], now());
      if (retryAfter) throw new Refus('trop_de_mots_de_passe', { retryAfter });
      return insertEssais(tx, [count.cle], now());
    });
    if (!essai) throw new Refus('service_occupe', { retryAfter: 1 });
    const credential = await getCredential(db, email);
    if (!(await auth.checkPassword(credential?.hachage ?? null, password)) || !credential)
      throw new Refus('mot_de_passe_actuel_incorrect');
    await deleteEssais(db, essai);
    return credential.hachage;
  });
}

/**
 * Refuses a password that was changed since it was checked; no transaction can change it until this
 * one ends.
 */
export async function confirmOwnPassword(
  tx: Tx,
  { id }: Pick<Personne, 'id'>,
  hachage: string,
): Promise<void> {
  if ((await lockEntrant(tx, id))?.hachage !== hachage)
    throw new Refus('mot_de_passe_actuel_incorrect');
}
