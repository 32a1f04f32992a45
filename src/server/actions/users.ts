/** How accounts come to be: sign-up, and the first administrator (§4; decisions 9, 11, 13). */
import { Refus } from '#domain/errors.ts';
import { attenteOf, debutOf, ECHECS_PAR_RESEAU, INSCRIPTIONS_PAR_RESEAU, type Limite, reseauOf } from '#domain/limites.ts';
import { type Inscription, normalizeEmail, refuserInscription } from '#domain/users.ts';
import { transact, type Tx } from '../platform/db.ts';
import type { Ctx, Services } from '../platform/services.ts';
import { insertEssais, listEssais, lockCle } from '../stores/essais.ts';
import { countUsers, insertCompte } from '../stores/users.ts';

/** Account and profile in one transaction, waiting for an administrator. An address that is taken changes nothing. */
export async function signUp(ctx: Ctx, inscription: Inscription): Promise<{ statut: 'en_attente' }> {
  const profil = accept(inscription);
  const reseau = `reseau ${reseauOf(ctx.ip)}`;
  const now = ctx.now();
  const refuseNetwork = async (tx: Tx): Promise<void> => {
    await refuseBeyond(tx, `inscriptions ${reseau}`, INSCRIPTIONS_PAR_RESEAU, now);
    await refuseBeyond(tx, reseau, ECHECS_PAR_RESEAU, now);
  };
  // Asked before the costly hash, so that a flood is cheap to refuse; and again under the locks that make it true.
  await transact(ctx.db, [], refuseNetwork);
  const passwordHash = await ctx.auth.hashPassword(inscription.password);
  await ctx.transaction(async (tx) => {
    await refuseNetwork(tx);
    const created = await insertCompte(tx, { ...profil, role: 'utilisateur', statut: 'en_attente', passwordHash });
    if (created === null) throw new Refus('email_pris'); // rolled back: nothing changed, nothing is announced
    await insertEssais(tx, [`inscriptions ${reseau}`], now);
  }).catch(async (error: unknown) => {
    // Counted among the network's failures: the sentence must not serve to try out a list of addresses.
    if (error instanceof Refus && error.code === 'email_pris') await insertEssais(ctx.db, [reseau], now);
    throw error;
  });
  return { statut: 'en_attente' };
}

/** True while the one-time link opens: there is no administrator, and the token is ours. */
export async function canInstall(ctx: Ctx, { jeton }: { jeton: string }): Promise<{ ouverte: boolean }> {
  return { ouverte: jeton === ctx.auth.installationToken && (await countUsers(ctx.db)).admins === 0 };
}

/** The first administrator, by the one-time link printed at start; of simultaneous ones, one is created. */
export async function install(ctx: Ctx, { jeton, ...inscription }: Inscription & { jeton: string }): Promise<{ statut: 'actif' }> {
  const profil = accept(inscription);
  if (!(await canInstall(ctx, { jeton })).ouverte) throw new Refus('installation_close');
  const passwordHash = await ctx.auth.hashPassword(inscription.password);
  return ctx.transaction(async (tx) => {
    await lockCle(tx, 'installation');
    if ((await countUsers(tx)).admins > 0) throw new Refus('installation_close');
    const id = await insertCompte(tx, { ...profil, role: 'admin', statut: 'actif', passwordHash });
    if (id === null) throw new Refus('email_pris');
    return { statut: 'actif' };
  });
}

/** The administrator named by the environment; an account that exists is left as it is. */
export async function createFirstAdmin(services: Services, { email, password }: { email: string; password: string }): Promise<void> {
  const passwordHash = await services.auth.hashPassword(password);
  await transact(services.db, [], (tx) => insertCompte(tx, {
    email, prenom: 'Premier', nom: 'Administrateur', role: 'admin', statut: 'actif', passwordHash,
  }));
}

/** The profile to store, or the refusal of its first fault. */
function accept({ password, ...profil }: Inscription): Omit<Inscription, 'password'> {
  const email = normalizeEmail(profil.email);
  const refus = refuserInscription({ ...profil, email, password });
  if (refus) throw new Refus(refus);
  return { ...profil, email };
}

async function refuseBeyond(tx: Tx, cle: string, limite: Limite, now: Date): Promise<void> {
  await lockCle(tx, cle);
  const retryAfter = attenteOf(limite, await listEssais(tx, cle, debutOf(limite, now)), now);
  if (retryAfter !== null) throw new Refus('trop_d_inscriptions', { retryAfter });
}
