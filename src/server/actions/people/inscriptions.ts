/** Creation of accounts: sign-up (ACC-17 to ACC-22) and the first administrator (ACC-38). */
import { LIEN_MS } from '#domain/emails/courriels.ts';
import { envoiLien } from '#domain/emails/envois.ts';
import {
  dueForReminder,
  notifiedOf,
  envoisAttente,
  envoisInscription,
  digestWith,
} from '#domain/emails/inscriptions.ts';
import { REFUS, Refus } from '#domain/errors/errors.ts';
import {
  SIGN_UP_EMAILS,
  SIGN_UP_DIGESTS,
  type Count,
  FAILURES_PER_NETWORK,
  OPEN_DAY,
  SIGN_UPS_ON_OPEN_DAY,
  SIGN_UPS_PER_NETWORK,
  countsPerNetwork,
} from '#domain/core/limits.ts';
import { refuseNewPassword } from '#domain/signin/mots_de_passe.ts';
import {
  DEMO_DOMAIN,
  type Inscription,
  normalizeEmail,
  refuseInscription,
} from '#domain/people/users.ts';
import {
  type RememberByVisitor,
  storeOnceByVisitor,
  type WithEcriture,
} from '#server/checks/ecritures.ts';
import { hashLimitsOf } from '#server/platform/passwords.ts';
import { type Reader, transact, type Tx } from '#server/platform/db.ts';
import { drawJeton } from '#server/platform/secrets/jetons.ts';
import { lockKeys } from '#server/platform/locks.ts';
import { withinLimits } from '#server/platform/queue.ts';
import type { Ctx, Services } from '#server/platform/services.ts';
import { StartError } from '#server/platform/start_error.ts';
import { insertCourriels, lockGroupees, updateCourriel } from '#server/stores/emails/courriels.ts';
import { deleteEssaisOf, insertEssais, listWaits } from '#server/stores/signin/essais.ts';
import { insertEcriture } from '#server/stores/lessons/ecritures.ts';
import { byServer, getDelaiApprobation, insertJournal } from '#server/stores/journal.ts';
import { replaceLien } from '#server/stores/signin/liens.ts';
import { getParametres } from '#server/stores/settings.ts';
import {
  countUsers,
  getUserByEmail,
  hasAdmin,
  hasUnreminded,
  insertAccount,
  listActiveAdmins,
  markReminded,
} from '#server/stores/people/users.ts';

/** The lock under which sign-ups are announced. */
const ANNOUNCEMENTS = "annonces d'inscription";

/**
 * Stores account and profile in one transaction, with status `en_attente` (ACC-17). The same sent
 * again is answered as the first one (API-29). If the address is taken, nothing changes, and it
 * throws `email_pris`.
 */
export async function signUp(
  ctx: Ctx,
  { ecriture, ...inscription }: Inscription & WithEcriture,
): Promise<{ statut: 'en_attente'; confirmation_envoyee: boolean; delai_jours: number | null }> {
  const profil = accept(inscription);
  const { password } = inscription;
  const now = ctx.now();
  const limit =
    (await readOpenDay(ctx.db, now)) === null ? SIGN_UPS_PER_NETWORK : SIGN_UPS_ON_OPEN_DAY;
  const signUps = countsPerNetwork(ctx.ip, limit, (reseau) => `inscriptions reseau ${reseau}`);
  const failures = countsPerNetwork(ctx.ip, FAILURES_PER_NETWORK, (reseau) => `reseau ${reseau}`);
  const keysOf = (counts: readonly Count[]): string[] => counts.map(({ cle }) => cle);
  // Checked before the costly hash, so that a flood is cheap to refuse, and again under the locks.
  await refuseBeyond(ctx.db, failures, now);
  try {
    await storeOnceByVisitor(
      ctx,
      'users.signUp',
      { ...profil, password, ecriture },
      async (remember) => {
        await refuseBeyond(ctx.db, signUps, now);
        await withinLimits(hashLimitsOf(ctx.ip, 'trop_d_inscriptions'), async () => {
          const passwordHash = await ctx.auth.hashPassword(password);
          await ctx.transaction(async (tx) => {
            await lockKeys(tx, ...keysOf([...signUps, ...failures]));
            await refuseBeyond(tx, [...signUps, ...failures], now);
            const id = await insertAccount(tx, {
              ...profil,
              role: 'utilisateur',
              statut: 'en_attente',
              passwordHash,
              confirmed: !ctx.canSend,
              consentement_at: now,
            });
            // rolled back: nothing changed, nothing is announced
            if (id === null) throw new Refus('email_pris');
            await insertEcriture(tx, remember(id, passwordHash));
            await insertEssais(tx, keysOf(signUps), now);
            await writeCourriels(ctx, tx, {
              ...profil,
              id,
              full_name: `${profil.prenom} ${profil.nom}`,
            });
          });
        });
      },
      () => undefined,
    );
  } catch (error) {
    // Counted as a failure of the network, so that the refusal cannot be used to test a list of
    // addresses.
    if (error instanceof Refus && error.code === 'email_pris')
      await insertEssais(ctx.db, keysOf(failures), now);
    throw error;
  }
  return {
    statut: 'en_attente',
    confirmation_envoyee: ctx.canSend,
    delai_jours: await getDelaiApprobation(ctx.db),
  };
}

/** The instant until which sign-ups are open for a day (ACC-82); null if they are not. */
export async function getOpenDay(ctx: Ctx): Promise<{ jusque: string | null }> {
  return { jusque: (await readOpenDay(ctx.db, ctx.now()))?.toISOString() ?? null };
}

/** Opens a day of sign-ups from now on, or closes it. */
export async function setOpenDay(
  ctx: Ctx,
  { ouverte }: { ouverte: boolean },
): Promise<{ jusque: string | null }> {
  return ctx.transaction(async (tx) => {
    await deleteEssaisOf(tx, OPEN_DAY.cle);
    if (ouverte) await insertEssais(tx, [OPEN_DAY.cle], ctx.now());
    await insertJournal(tx, ctx, {
      action: ouverte ? 'inscriptions.ouvertes' : 'inscriptions.fermees',
    });
    return { jusque: (await readOpenDay(tx, ctx.now()))?.toISOString() ?? null };
  });
}

/**
 * The open day is stored like an attempt that lasts as long: every instance sees it, it ends by
 * itself, and no backup restores it.
 */
async function readOpenDay(reader: Reader, now: Date): Promise<Date | null> {
  const [seconds = null] = await listWaits(reader, [OPEN_DAY], now);
  return seconds === null ? null : new Date(now.getTime() + seconds * 1000);
}

/** How many whole days an approval usually takes; null while there were too few (RIDE-61). */
export const readDelai = (ctx: Ctx): Promise<number | null> => getDelaiApprobation(ctx.db);

type NewUser = Omit<Inscription, 'password'> & { id: string; full_name: string };

/**
 * Stores the emails to the administrators (MAIL-04), and to the person if the address must be
 * confirmed (ACC-22).
 */
async function writeCourriels(ctx: Ctx, tx: Tx, user: NewUser): Promise<void> {
  const now = ctx.now();
  await announce(tx, user, now);
  if (!ctx.canSend) return;
  const lien = drawJeton();
  await replaceLien(tx, {
    usage: 'confirmation_adresse',
    empreinte: lien.empreinte,
    user_id: user.id,
    expire: new Date(now.getTime() + LIEN_MS.confirmation_adresse),
  });
  await insertCourriels(tx, [
    envoiLien('confirmation_adresse', user, { ...lien, seal: ctx.coffres.liens.seal }, now),
  ]);
}

/**
 * Announces a sign-up to the administrators: the first few of an hour one by one, the others in one
 * email (MAIL-04). Announcements run one after the other, so that none is lost; an email that is
 * being sent is not extended.
 */
async function announce(tx: Tx, user: NewUser, now: Date): Promise<void> {
  const recipients = notifiedOf(await listActiveAdmins(tx), await getParametres(tx));
  if (recipients.length === 0) return;
  const single = { cle: ANNOUNCEMENTS, limit: SIGN_UP_EMAILS };
  await lockKeys(tx, single.cle);
  const [beyond] = await listWaits(tx, [single], now);
  if (beyond === null) {
    await insertEssais(tx, [single.cle], now);
    await insertCourriels(tx, envoisInscription(user, recipients, now));
    return;
  }
  const openDigests = await lockGroupees(tx, now);
  // At most one per hour. If a digest is still open, the limit is one higher, because the open
  // digest is already counted.
  const digest = {
    cle: 'annonces groupées',
    limit: { ...SIGN_UP_DIGESTS, max: SIGN_UP_DIGESTS.max + (openDigests.size > 0 ? 1 : 0) },
  };
  const [wait] = await listWaits(tx, [digest], now);
  if (openDigests.size === 0) await insertEssais(tx, [digest.cle], now);
  const notBefore = new Date(now.getTime() + (wait ?? 0) * 1000);
  for (const { key, adresse } of recipients) {
    const open = openDigests.get(adresse.destinataire);
    const outcome = digestWith(open?.contenu ?? null, user, { notBefore, now });
    if (open) await updateCourriel(tx, open.id, outcome);
    else
      await insertCourriels(tx, [
        { ...adresse, ...outcome, cause: `inscriptions_groupees ${user.id} ${key}` },
      ]);
  }
}

/**
 * Housekeeping: reminds the administrators once of each sign-up that has waited for two days, in
 * one email (RIDE-60).
 */
export async function remind({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const at = now();
  const until = dueForReminder(at);
  if (!(await hasUnreminded(db, until))) return;
  const recipients = notifiedOf(await listActiveAdmins(db), await getParametres(db));
  if (recipients.length === 0) return;
  await transact(db, ['courriels'], async (tx) => {
    await lockKeys(tx, ANNOUNCEMENTS);
    await insertCourriels(tx, envoisAttente(await markReminded(tx, until, at), recipients, at));
  });
}

/** The set-up link works while there is no administrator and the token is right. */
async function isOpen(ctx: Ctx, jeton: string): Promise<boolean> {
  return jeton === ctx.auth.installationToken && (await countUsers(ctx.db)).admins === 0;
}

/**
 * Creates the first administrator by the set-up link that is printed at start; of simultaneous
 * calls one succeeds (ACC-38), and the same sent again is answered as the first one (API-29).
 */
export async function install(
  ctx: Ctx,
  { jeton, ecriture, ...inscription }: Inscription & WithEcriture & { jeton: string },
): Promise<{ statut: 'actif' }> {
  const profil = accept(inscription);
  const { password } = inscription;
  const content = { ...profil, jeton, password, ecriture };
  const answer = (): { statut: 'actif' } => ({ statut: 'actif' });
  const store = async (remember: RememberByVisitor): Promise<{ statut: 'actif' }> => {
    if (!(await isOpen(ctx, jeton))) throw new Refus('installation_close');
    const refus = await refuseFirstPassword(ctx, password, {
      nom: `${profil.prenom} ${profil.nom}`,
      email: profil.email,
    });
    if (refus) throw new Refus(refus);
    const passwordHash = await ctx.auth.hashPassword(password);
    return ctx.transaction(async (tx) => {
      await lockKeys(tx, 'installation');
      if ((await countUsers(tx)).admins > 0) throw new Refus('installation_close');
      const account = { ...profil, role: 'admin', statut: 'actif', passwordHash } as const;
      const id = await insertAccount(tx, account);
      if (id === null) throw new Refus('email_pris');
      await insertEcriture(tx, remember(id, passwordHash));
      await insertJournal(
        tx,
        { ...ctx, personne: { id } },
        { action: 'compte.premier_admin', objet_id: id },
      );
      return answer();
    });
  };
  return storeOnceByVisitor(ctx, 'users.install', content, store, answer);
}

/**
 * Creates the administrator of the environment, while there is none except that of the
 * demonstration (ACC-38). If that administrator was deleted while others remain, the next start
 * does not create it again. An existing account is not changed. `nom`: first and last name, or ''.
 * Throws the sentence of a refused password, but only if the account would be created.
 */
export async function createFirstAdmin(
  services: Services,
  { email, password, nom: full }: { email: string; password: string; nom: string },
): Promise<void> {
  const isThere = async (reader: Reader): Promise<boolean> =>
    (await hasAdmin(reader, DEMO_DOMAIN)) || (await getUserByEmail(reader, email)) !== null;
  if (await isThere(services.db)) return;
  const refus = await refuseFirstPassword(services, password, { nom: full, email });
  if (refus) throw new StartError(`ADMIN_PASSWORD : ${REFUS[refus].message.replace(/\.?$/, '.')}`);
  const passwordHash = await services.auth.hashPassword(password);
  const [prenom = '', ...rest] = full.split(/\s+/u);
  await transact(services.db, [], async (tx) => {
    await lockKeys(tx, 'installation');
    if (await isThere(tx)) return;
    const id = await insertAccount(tx, {
      email,
      prenom: prenom || null,
      nom: rest.join(' ') || null,
      role: 'admin',
      statut: 'actif',
      passwordHash,
    });
    if (id !== null)
      await insertJournal(tx, byServer(services.now), {
        action: 'compte.premier_admin',
        objet_id: id,
      });
  });
}

/**
 * The strictest rules, because this account has the most rights and nobody approves it: the
 * password must not consist of its names or of the part of its address before the @.
 */
const refuseFirstPassword = (
  { centre }: Pick<Services, 'centre'>,
  password: string,
  { nom, email }: { nom: string; email: string },
) =>
  refuseNewPassword(password, centre, [
    nom,
    nom.replaceAll(/\P{L}/gu, ''),
    email.split('@')[0] ?? '',
  ]);

/** Returns the profile to store; throws the refusal of its first fault. */
function accept({ password, ...profil }: Inscription): Omit<Inscription, 'password'> {
  const email = normalizeEmail(profil.email);
  const refus = refuseInscription({ ...profil, email, password });
  if (refus) throw new Refus(refus);
  return { ...profil, email };
}

async function refuseBeyond(reader: Reader, counts: readonly Count[], now: Date): Promise<void> {
  const retryAfter = (await listWaits(reader, counts, now)).find((wait) => wait !== null);
  if (retryAfter !== undefined) throw new Refus('trop_d_inscriptions', { retryAfter });
}
