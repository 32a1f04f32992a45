/** Emailed links: how many may be requested (ACC-34), and how a new one is stored. */
import { LIEN_MS, LIENS_DE_MOT_DE_PASSE, type UsageDeLien } from '#domain/emails/courriels.ts';
import { envoiLien, type Recipient } from '#domain/emails/envois.ts';
import { Refus } from '#domain/errors/errors.ts';
import {
  type Count,
  LIENS_AT_ONCE,
  LIENS_PER_ADDRESS,
  LIENS_PER_NETWORK,
  countsPerNetwork,
} from '#domain/core/limits.ts';
import { isAdmin, type User } from '#domain/people/users.ts';
import type { Reader, Tx } from '../platform/db.ts';
import { drawJeton } from '../platform/secrets/jetons.ts';
import { withinLimits } from '../platform/queue.ts';
import type { Ctx, Services } from '../platform/services.ts';
import { insertCourriels } from '../stores/emails/courriels.ts';
import { holdKeys, insertEssais, listWaits } from '../stores/signin/essais.ts';
import { deleteLiens, deleteWaitingLiens, replaceLien } from '../stores/signin/liens.ts';
import type { Auteur } from '../stores/journal.ts';

export type Demande = { email: string; usage: UsageDeLien };

/**
 * Counts a request against the limits of the address and, unless the caller is exempt, of its
 * networks, and runs `store` in the same transaction. If a limit is reached, returns the seconds to
 * wait and stores nothing. `also`: further counts.
 */
export async function takeShares(
  ctx: Ctx,
  { email, usage }: Demande,
  store: (tx: Tx) => Promise<void> = async () => {},
  also: readonly Count[] = [],
): Promise<number | null> {
  const now = ctx.now();
  const parts = [
    { cle: `lien ${usage} ${email}`, limit: LIENS_PER_ADDRESS },
    ...also,
    ...(isExempt(ctx, email)
      ? []
      : countsPerNetwork(ctx.ip, LIENS_PER_NETWORK, (reseau) => `liens reseau ${reseau}`)),
  ];
  const cles = parts.map(({ cle }) => cle);
  const readWait = async (reader: Reader): Promise<number | null> =>
    (await listWaits(reader, parts, now)).find((wait) => wait !== null) ?? null;
  const early = await readWait(ctx.db); // without a lock, so that a flood is cheap to answer
  if (early !== null) return early;
  const refusal = (): Refus => new Refus('service_occupe', { retryAfter: 1 });
  const taken = await withinLimits([{ group: 'liens', max: LIENS_AT_ONCE, refusal }], () =>
    holdKeys(ctx.db, cles, async (tx) => {
      const retryAfter = await readWait(tx);
      if (retryAfter === null) {
        await insertEssais(tx, cles, now);
        await store(tx);
      }
      return { retryAfter };
    }),
  );
  if (!taken) throw refusal();
  return taken.retryAfter;
}

/**
 * The limit of networks does not apply to a request for the caller's own address, nor to
 * administrators.
 */
const isExempt = ({ personne }: Ctx, email: string): boolean =>
  personne !== null && (personne.email === email || isAdmin(personne.role));

/**
 * Whether a link is asked for by an administrator for another account, which is none: it does not open
 * once the account is an administrator (ACC-105).
 */
export const isParAdmin = (
  { personne }: Pick<Auteur, 'personne'>,
  { id, role }: Pick<User, 'id' | 'role'>,
): boolean => personne !== null && personne.id !== id && !isAdmin(role);

/**
 * Draws a link for an account that is locked. Earlier links for the same purpose stop working, and
 * emails that wait with one are deleted (ACC-31).
 */
export async function drawLien(
  tx: Tx,
  user_id: string,
  usage: UsageDeLien,
  now: Date,
  par_admin = false,
): Promise<{ jeton: string; empreinte: string }> {
  const lien = drawJeton();
  await replaceLien(tx, {
    usage,
    empreinte: lien.empreinte,
    user_id,
    expire: new Date(now.getTime() + LIEN_MS[usage]),
    par_admin,
  });
  await deleteWaitingLiens(tx, user_id, usage);
  return lien;
}

/**
 * Ends the links with which the password of a locked account could be chosen, and the emails that wait
 * with one: the person has chosen a password.
 */
export async function endPasswordLinks(tx: Tx, user_id: string): Promise<void> {
  for (const usage of LIENS_DE_MOT_DE_PASSE) {
    await deleteLiens(tx, user_id, usage);
    await deleteWaitingLiens(tx, user_id, usage);
  }
}

/**
 * Queues a new link to an account that is locked, at the address of `user`. Returns the id of the
 * email; null if it is already stored.
 */
export async function queueLien(
  { coffres, now }: Pick<Services, 'coffres' | 'now'>,
  tx: Tx,
  user: Recipient,
  usage: UsageDeLien,
  par_admin = false,
): Promise<string | null> {
  const lien = await drawLien(tx, user.id, usage, now(), par_admin);
  const [courriel = null] = await insertCourriels(tx, [
    envoiLien(usage, user, { ...lien, seal: coffres.liens.seal }, now()),
  ]);
  return courriel;
}
