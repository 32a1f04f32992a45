/**
 * The authenticator application and its recovery codes, in the profile and at the sign-in (ACC-61
 * to ACC-63, ACC-66, ACC-68).
 */
import type { EvenementDeCompte } from '#domain/emails/courriels.ts';
import { envoiCompte } from '#domain/emails/envois.ts';
import { Refus } from '#domain/errors/errors.ts';
import {
  CODE_LENGTH,
  CODES_SECOURS,
  codeOf,
  readCode,
  refuseRetrait,
  type SecondFacteur,
} from '#domain/signin/second_facteur.ts';
import { isAdmin, type Personne, refuseStatut } from '#domain/people/users.ts';
import { randomBytes } from 'node:crypto';
import { acceptCode, withFacteur } from '#server/checks/codes.ts';
import { demandConfirmation } from '#server/checks/confirmation.ts';
import { checkOwnPassword, confirmOwnPassword } from '#server/checks/mot_de_passe.ts';
import type { Tx } from '#server/platform/db.ts';
import { empreinteOf } from '#server/platform/secrets/jetons.ts';
import { type Attente, type Ctx, personneOf } from '#server/platform/services.ts';
import { drawSecret, uriOf } from '#server/platform/secrets/totp.ts';
import { keepAppareil } from '#server/stores/signin/appareils.ts';
import { countCles, listCles } from '#server/stores/signin/cles_acces.ts';
import { insertCourriels } from '#server/stores/emails/courriels.ts';
import { insertJournal } from '#server/stores/journal.ts';
import {
  activateFacteur,
  deleteFacteur,
  type Facteur,
  isExige,
  lockFacteur,
  putFacteur,
  readFacteur,
  replaceCodes,
} from '#server/stores/signin/seconds_facteurs.ts';
import {
  completeSession,
  confirmSession,
  deleteSession,
  deleteSessionsOf,
  storeConfirmation,
} from '#server/stores/signin/sessions.ts';
import { getUser, lockEntrant, lockUser } from '#server/stores/people/users.ts';

/** The data for an application: the secret in base32, and the address that contains it. */
export type Cle = { cle: string; uri: string };

export async function get(ctx: Ctx): Promise<SecondFacteur> {
  const { id, role } = personneOf(ctx);
  const { actif_at, codes_restants } = await readFacteur(ctx.db, id);
  return {
    actif_at: actif_at?.toISOString() ?? null,
    codes_restants,
    exige: isAdmin(role) && (await isExige(ctx.db)),
    cles: await listCles(ctx.db, id),
  };
}

/** Draws a secret. Sign-ins require it only once a code of it was given (ACC-61). */
export async function start(ctx: Ctx, { password }: { password: string }): Promise<Cle> {
  await checkOwnPassword(ctx, personneOf(ctx), password);
  const { id, email } = personneOf(ctx);
  return ctx.transaction(async (tx) => {
    await lockUser(tx, id);
    if ((await lockFacteur(tx, id))?.actif_at) throw new Refus('second_facteur_deja_actif');
    return draw(ctx, tx, { id, email });
  });
}

/**
 * Makes the application required from now on, draws the recovery codes and ends every other session
 * of the account (ACC-68).
 */
export async function confirm(ctx: Ctx, { code }: { code: string }): Promise<{ codes: string[] }> {
  const { id } = personneOf(ctx);
  return withCode(ctx, { user_id: id, code, session: null, waiting: true }, async (tx) => {
    await deleteSessionsOf(tx, id, ctx.session?.id);
    return { codes: await activate(ctx, tx, id) };
  });
}

/**
 * Ends every other session of the account, because another person who found the telephone may have
 * opened it.
 */
export async function disable(
  ctx: Ctx,
  { password, code }: { password: string; code: string },
): Promise<{ success: true }> {
  await checkOwnPassword(ctx, personneOf(ctx), password);
  const { id, role } = personneOf(ctx);
  return withCode(ctx, { user_id: id, code, session: null }, async (tx) => {
    const refus = refuseRetrait({
      role,
      exige: await isExige(tx),
      reste: (await countCles(tx, id)) > 0,
    });
    if (refus) throw new Refus(refus);
    await deleteFacteur(tx, id);
    await deleteSessionsOf(tx, id, ctx.session?.id);
    await insertJournal(tx, ctx, { action: 'facteur.retire', objet_id: id });
    await tell(ctx, tx, id, 'application_retiree');
    return { success: true };
  });
}

export async function renewCodes(
  ctx: Ctx,
  { password, code }: { password: string; code: string },
): Promise<{ codes: string[] }> {
  await checkOwnPassword(ctx, personneOf(ctx), password);
  const { id } = personneOf(ctx);
  return withCode(ctx, { user_id: id, code, session: null }, async (tx) => {
    await insertJournal(tx, ctx, { action: 'facteur.codes', objet_id: id });
    await tell(ctx, tx, id, 'codes_secours');
    return { codes: await drawCodes(tx, id) };
  });
}

/** Which second factors the account of a waiting sign-in has. */
export async function etape(ctx: Ctx): Promise<{ application: boolean; cles: boolean }> {
  const { user_id } = attenteOf(ctx);
  const { actif_at } = await readFacteur(ctx.db, user_id);
  return { application: actif_at !== null, cles: (await countCles(ctx.db, user_id)) > 0 };
}

type Opened = { user: Personne; cookies: string[] };

/** The second step of a sign-in: opens the session (ACC-63). */
export async function verify(ctx: Ctx, { code }: { code: string }): Promise<Opened> {
  const attente = attenteOf(ctx);
  return withCode(ctx, { user_id: attente.user_id, code, session: attente.session }, (tx) =>
    open(ctx, tx, attente, readCode(code)?.sorte === 'secours' ? 'code_secours' : 'application'),
  );
}

/**
 * Draws a secret for an administrator who must have one (ACC-62). After a sign-in the password was
 * just given. For a session that was already open, it is demanded here, because a person who has
 * stolen the session would otherwise set up their own application (ACC-102).
 */
export async function startEnrolment(
  ctx: Ctx,
  { password }: { password?: string | undefined },
): Promise<Cle> {
  const { user_id, session } = attenteOf(ctx);
  const known = password === undefined ? null : await getUser(ctx.db, user_id);
  const hachage =
    known && password !== undefined ? await checkOwnPassword(ctx, known, password) : null;
  return ctx.transaction(async (tx) => {
    const user = await lockUser(tx, user_id);
    if (!user || (await lockFacteur(tx, user_id))?.actif_at) throw new Refus('etape_expiree');
    if (hachage !== null) {
      await confirmOwnPassword(tx, user, hachage);
      await storeConfirmation(tx, session, ctx.now());
    }
    await demandConfirmation(tx, { session: { id: session, empreinte: null }, now: ctx.now });
    return draw(ctx, tx, user);
  });
}

/** Makes the application required from now on, and opens the session (ACC-62). */
export async function enrol(
  ctx: Ctx,
  { code }: { code: string },
): Promise<Opened & { codes: string[] }> {
  const attente = attenteOf(ctx);
  return withCode(
    ctx,
    { user_id: attente.user_id, code, session: attente.session, waiting: true },
    async (tx) => {
      const opened = await open(ctx, tx, attente, 'application');
      return { ...opened, codes: await activate(ctx, tx, attente.user_id) };
    },
  );
}

function attenteOf(ctx: Ctx): Attente {
  if (!ctx.attente) throw new Refus('etape_expiree');
  return ctx.attente;
}

type Demande = {
  user_id: string;
  code: string;
  session: string | null;
  /** The application waits for its first code. */ waiting?: boolean;
};

/** Runs `work` in a transaction that has used a code. A refused code is stored as a failure. */
async function withCode<T extends object>(
  ctx: Ctx,
  { user_id, code, session, waiting = false }: Demande,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const outcome = await withFacteur(ctx, user_id, async (tx, { user, facteur, appareil }) => {
    if (session === null) await confirmSession(tx, ctx);
    if (!user || !facteur || (facteur.actif_at === null) !== waiting)
      throw new Refus(refusOfState(facteur, session));
    const refus = await acceptCode(ctx, tx, { user, facteur, appareil, code, session });
    if (refus?.code === 'etape_expiree' && session !== null) await deleteSession(tx, session);
    return refus ?? { result: await work(tx) };
  });
  if (outcome instanceof Refus) throw outcome;
  return outcome.result;
}

/** The refusal if another session has switched the application on or off meanwhile. */
function refusOfState(
  facteur: Facteur | null,
  session: string | null,
): 'etape_expiree' | 'second_facteur_deja_actif' | 'second_facteur_absent' {
  if (session !== null) return 'etape_expiree';
  return facteur?.actif_at ? 'second_facteur_deja_actif' : 'second_facteur_absent';
}

async function tell({ now }: Ctx, tx: Tx, id: string, evenement: EvenementDeCompte): Promise<void> {
  const user = await getUser(tx, id);
  if (user) await insertCourriels(tx, [envoiCompte(user, evenement, now())]);
}

async function draw(ctx: Ctx, tx: Tx, { id, email }: { id: string; email: string }): Promise<Cle> {
  const cle = drawSecret();
  await putFacteur(tx, id, ctx.coffres.totp.seal(cle, id));
  return { cle, uri: uriOf(cle, { centre: ctx.centre.nom, email }) };
}

async function activate(ctx: Ctx, tx: Tx, id: string): Promise<string[]> {
  await activateFacteur(tx, id, ctx.now());
  await insertJournal(tx, { ...ctx, personne: { id } }, { action: 'facteur.active', objet_id: id });
  await tell(ctx, tx, id, 'application_activee');
  return drawCodes(tx, id);
}

/** The codes are shown only once, because only their fingerprints are stored. */
async function drawCodes(tx: Tx, id: string): Promise<string[]> {
  const codes = Array.from({ length: CODES_SECOURS }, () => codeOf(randomBytes(CODE_LENGTH)));
  await replaceCodes(
    tx,
    id,
    codes.map((code) => empreinteOf(code.replaceAll('-', ''))),
  );
  return codes;
}

/**
 * Opens the session of a waiting sign-in, if neither the sign-in nor the account has ended
 * meanwhile (ACC-23).
 */
async function open(ctx: Ctx, tx: Tx, attente: Attente, moyen: string): Promise<Opened> {
  const entrant = await lockEntrant(tx, attente.user_id);
  if (!entrant) throw new Refus('etape_expiree');
  const refus = refuseStatut(entrant.personne.statut);
  if (refus) throw new Refus(refus);
  const jeton = await completeSession(tx, attente, ctx);
  if (jeton === null) throw new Refus('etape_expiree');
  await insertJournal(
    tx,
    { ...ctx, personne: entrant.personne },
    { action: 'connexion.ouverte', details: { moyen } },
  );
  return {
    user: entrant.personne,
    cookies: [...ctx.auth.sessionCookies(jeton), ...(await keepAppareil(tx, attente.user_id, ctx))],
  };
}
