/**
 * The ways to use an account besides its password: they are listed before a new password, and ended
 * with it (ACC-69).
 */
import { type Acces, refuseRetrait } from '#domain/signin/second_facteur.ts';
import type { Role } from '#domain/people/users.ts';
import type { Reader, Tx } from '../platform/db.ts';
import { countCles, deleteClesOf } from '../stores/signin/cles_acces.ts';
import { deleteFluxOf, listFlux } from '../stores/feeds.ts';
import { isExige, readFacteur } from '../stores/signin/seconds_facteurs.ts';

type Account = { id: string; role: Role };

/**
 * True if the passkeys are the second factor that is demanded of this administrator: they then stay
 * (ACC-62).
 */
const keepsCles = async (reader: Reader, { id, role }: Account): Promise<boolean> =>
  refuseRetrait({
    role,
    exige: await isExige(reader),
    reste: (await readFacteur(reader, id)).actif_at !== null,
  }) !== null;

/** How many passkeys and calendar addresses an account has. */
export async function readAcces(
  reader: Reader,
  account: Account,
): Promise<{ cles: number; calendriers: number; cles_exigees: boolean }> {
  const cles = await countCles(reader, account.id);
  return {
    cles,
    calendriers: (await listFlux(reader, account.id)).length,
    cles_exigees: cles > 0 && (await keepsCles(reader, account)),
  };
}

/** Removes both from an account that is locked, except those in `garder`. */
export async function endAcces(tx: Tx, account: Account, garder: readonly Acces[]): Promise<void> {
  if (!garder.includes('cles') && !(await keepsCles(tx, account)))
    await deleteClesOf(tx, account.id);
  // RIDE-42
  if (!garder.includes('calendriers')) await deleteFluxOf(tx, account.id, { arenas: false });
}
