/** Passkeys: managed in the profile, and used to sign in without a password (ACC-64). */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { envoiCompte } from '#domain/emails/envois.ts';
import { Refus } from '#domain/errors/errors.ts';
import {
  type CleAcces,
  CLES_MAX,
  refuseNomCle,
  refuseRetrait,
} from '#domain/signin/second_facteur.ts';
import { displayName, type Personne, refuseStatut } from '#domain/people/users.ts';
import { demandCode } from '#server/checks/codes.ts';
import { checkOwnPassword } from '#server/checks/mot_de_passe.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import {
  creationOptions,
  readAssertion,
  readCreation,
  requestOptions,
  siteOf,
} from '#server/platform/secrets/webauthn.ts';
import { keepAppareil } from '#server/stores/signin/appareils.ts';
import {
  deleteCle,
  getCleOwner,
  insertCle,
  listCles,
  lockCle,
  updateCle,
  useDefi,
} from '#server/stores/signin/cles_acces.ts';
import { insertCourriels } from '#server/stores/emails/courriels.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { isExige, readFacteur } from '#server/stores/signin/seconds_facteurs.ts';
import { confirmSession, openSession } from '#server/stores/signin/sessions.ts';
import { lockEntrant, lockUser } from '#server/stores/people/users.ts';

/** `code`: required if an authenticator application is active. */
type Proof = { password: string; code?: string | undefined };

/**
 * Returns the data that the browser needs to make a key. Password and code are demanded here,
 * because a key then signs in without them. Throws the refusals of `checkOwnPassword` and
 * `demandCode`.
 */
export async function start(ctx: Ctx, { password, code }: Proof): Promise<Record<string, unknown>> {
  await checkOwnPassword(ctx, personneOf(ctx), password);
  const personne = personneOf(ctx);
  await demandCode(ctx, personne.id, code);
  const cles = await listCles(ctx.db, personne.id);
  if (cles.length >= CLES_MAX) throw new Refus('trop_de_cles');
  return creationOptions(ctx.coffres.defis, siteOf(ctx.publicUrl), {
    centre: ctx.centre.nom,
    person: { ...personne, nom: displayName(personne) },
    cles: cles.map(({ id }) => id),
    now: ctx.now(),
  });
}

export async function add(
  ctx: Ctx,
  { nom, reponse }: { nom: string; reponse: RegistrationResponseJSON },
): Promise<CleAcces[]> {
  const { id } = personneOf(ctx);
  const refus = refuseNomCle(nom);
  if (refus) throw new Refus(refus);
  const now = ctx.now();
  const made = await readCreation(ctx.coffres.defis, siteOf(ctx.publicUrl), { id, reponse, now });
  if (!made) throw new Refus('cle_invalide');
  return ctx.transaction(async (tx) => {
    const user = await lockUser(tx, id);
    await confirmSession(tx, ctx);
    if (!(await useDefi(tx, made))) throw new Refus('cle_invalide');
    if ((await listCles(tx, id)).length >= CLES_MAX) throw new Refus('trop_de_cles');
    if (!(await insertCle(tx, { ...made.cle, user_id: id, nom: nom.trim(), created_at: now })))
      throw new Refus('cle_existe');
    await insertJournal(tx, ctx, { action: 'cle.ajoutee', objet_id: id });
    if (user) await insertCourriels(tx, [envoiCompte(user, 'cle_ajoutee', now)]);
    return listCles(tx, id);
  });
}

export async function remove(
  ctx: Ctx,
  { id: cle, password, code }: Proof & { id: string },
): Promise<CleAcces[]> {
  await checkOwnPassword(ctx, personneOf(ctx), password);
  const { id, role } = personneOf(ctx);
  await demandCode(ctx, id, code);
  return ctx.transaction(async (tx) => {
    const user = await lockUser(tx, id);
    if (!(await deleteCle(tx, id, cle))) throw new Refus('cle_introuvable');
    const cles = await listCles(tx, id);
    const refus = refuseRetrait({
      role,
      exige: await isExige(tx),
      reste: cles.length > 0 || (await readFacteur(tx, id)).actif_at !== null,
    });
    if (refus) throw new Refus(refus);
    await insertJournal(tx, ctx, { action: 'cle.supprimee', objet_id: id });
    if (user) await insertCourriels(tx, [envoiCompte(user, 'cle_retiree', ctx.now())]);
    return cles;
  });
}

export function signInOptions(ctx: Ctx): Promise<Record<string, unknown>> {
  return requestOptions(ctx.coffres.defis, siteOf(ctx.publicUrl), ctx.now());
}

/**
 * Opens a session: the authenticator has verified its holder, so a key counts as both factors. The
 * account is refused as at a sign-in by password.
 */
export async function signIn(
  ctx: Ctx,
  { reponse }: { reponse: AuthenticationResponseJSON },
): Promise<{ user: Personne; cookies: string[] }> {
  const owner = await getCleOwner(ctx.db, reponse.id);
  if (owner === null) throw new Refus('cle_inconnue');
  return ctx.transaction(async (tx) => {
    const entrant = await lockEntrant(tx, owner);
    const cle = await lockCle(tx, owner, reponse.id);
    if (!entrant || !cle) throw new Refus('cle_inconnue');
    const now = ctx.now();
    const proven = await readAssertion(ctx.coffres.defis, siteOf(ctx.publicUrl), {
      cle,
      reponse,
      now,
    });
    if (!proven || !(await useDefi(tx, proven))) throw new Refus('cle_inconnue');
    if (ctx.canSend && !entrant.email_confirme) throw new Refus('email_non_confirme');
    const refus = refuseStatut(entrant.personne.statut);
    if (refus) throw new Refus(refus);
    await updateCle(tx, reponse.id, { compteur: proven.compteur, utilise_at: now });
    const { jeton } = await openSession(tx, owner, 'both', ctx);
    await insertJournal(
      tx,
      { ...ctx, personne: entrant.personne },
      { action: 'connexion.ouverte', details: { moyen: 'cle_acces' } },
    );
    return {
      user: entrant.personne,
      cookies: [...ctx.auth.sessionCookies(jeton), ...(await keepAppareil(tx, owner, ctx))],
    };
  });
}
