/** Customers, for the desk (CLI-01 to CLI-13). */
import { sliceOf } from '#domain/core/pages.ts';
import { Refus } from '#domain/errors/errors.ts';
import {
  A_VERIFIER_MAX,
  type Client,
  type ClientSaisi,
  type ClientTrouve,
  refuseClient,
  tidyClient,
} from '#domain/customers/clients.ts';
import { isEmail, normalizeEmail } from '#domain/people/users.ts';
import { holdReleves, makeLastReleve } from '#server/checks/releves.ts';
import { queueLien } from '#server/checks/demandes_de_lien.ts';
import type { Tx } from '#server/platform/db.ts';
import type { Ctx } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { mergeComptes } from '#server/stores/billing/releves.ts';
import {
  insertClient,
  isPayeur,
  listClients,
  listSemblables,
  lockClient,
  lockClients,
  mergeClients,
  searchClients,
  setPayeur as storePayeur,
  updateClient,
} from '#server/stores/customers/clients.ts';
import { insertInvited, lockUser } from '#server/stores/people/users.ts';
import {
  eraseClient,
  keepErasedIds,
  lockClientToErase,
  lockSeatsOf,
} from '#server/stores/personal_data/effacement.ts';

/** The customers of one page, and the total number of matches. */
export function list(
  ctx: Ctx,
  { page, q }: { page: number; q?: string | undefined },
): Promise<{ page: Client[]; total: number }> {
  return listClients(ctx.db, { q }, sliceOf(page));
}

/** Customers without an account, each with another one who may be the same person (CLI-13). */
export const semblables = (ctx: Ctx): ReturnType<typeof listSemblables> =>
  listSemblables(ctx.db, A_VERIFIER_MAX);

export function search(ctx: Ctx, { q }: { q: string }): Promise<ClientTrouve[]> {
  return searchClients(ctx.db, q);
}

export async function create(ctx: Ctx, saisi: ClientSaisi): Promise<Client> {
  const client = checked(saisi);
  return ctx.transaction(async (tx) => {
    const id = await insertClient(tx, client, ctx.now());
    if (id === null) throw new Refus('client_existe');
    await insertJournal(tx, ctx, { action: 'client.cree', objet_id: id });
    return getClient(tx, id);
  });
}

/**
 * Replaces the fields of a customer without an account, if nobody has changed it since `version`
 * (CLI-26).
 */
export async function update(
  ctx: Ctx,
  { id, version, ...saisi }: ClientSaisi & { id: string; version?: number | undefined },
): Promise<Client> {
  const client = checked(saisi);
  return ctx.transaction(async (tx) => {
    const found = await lockClient(tx, id);
    if (!found) throw new Refus('client_inconnu');
    if (found.nom === null) throw new Refus('client_a_un_compte');
    if (version === undefined) throw new Refus('page_ancienne');
    if (found.version !== version) throw new Refus('client_change');
    if (!(await updateClient(tx, id, client))) throw new Refus('client_existe');
    await insertJournal(tx, ctx, { action: 'client.modifie', objet_id: id });
    return getClient(tx, id);
  });
}

/**
 * Makes an active account for a customer, under the customer's id, so that its lessons are there, and
 * queues a link to choose a password (CLI-10).
 */
export async function invite(
  ctx: Ctx,
  { id, email: given }: { id: string; email: string },
): Promise<{ email_envoye: boolean; courriel: string | null }> {
  const email = normalizeEmail(given);
  if (!isEmail(email)) throw new Refus('email_invalide');
  return ctx.transaction(async (tx) => {
    const client = await lockClient(tx, id);
    if (!client) throw new Refus('client_inconnu');
    if (client.nom === null) throw new Refus('client_deja_invite');
    const { nom, telephone, adresse } = client;
    if (!(await insertInvited(tx, { id, nom, email, telephone, adresse })))
      throw new Refus('email_pris');
    await insertJournal(tx, ctx, { action: 'client.invite', objet_id: id });
    const user = await lockUser(tx, id);
    if (!user) throw new Error('the account was not stored');
    return {
      email_envoye: ctx.canSend,
      courriel: await queueLien(ctx, tx, user, 'invitation', true),
    };
  });
}

/**
 * Gives everything of a customer without an account to another customer. Nobody is told: the lessons
 * stay as they are (CLI-11).
 */
export async function merge(
  ctx: Ctx,
  { id, vers }: { id: string; vers: string },
): Promise<{ success: boolean }> {
  return ctx.transaction(async (tx) => {
    // In the order of an erasure (ADR-014): the lessons, the account, the customers.
    await lockSeatsOf(tx, id);
    const user = await lockUser(tx, vers);
    await lockClients(tx, [id, vers]);
    const [from, to] = [await lockClient(tx, id), await lockClient(tx, vers)];
    if (!from || !to) throw new Refus('client_inconnu');
    if (from.nom === null) throw new Refus('client_a_un_compte');
    if (id === vers || (to.nom === null && user?.statut !== 'actif'))
      throw new Refus('client_regroupe_ici');
    await mergeComptes(tx, id, vers);
    await mergeClients(tx, id, vers);
    await insertJournal(tx, ctx, { action: 'client.regroupe', objet_id: vers });
    return { success: true };
  });
}

/**
 * Stores who pays for a customer, if `avant` still pays (CLI-28). Payers are one level deep: who pays
 * for another is paid for by nobody (CLI-05).
 */
export async function setPayeur(
  ctx: Ctx,
  { id, payeur, avant }: { id: string; payeur: string | null; avant?: string | null | undefined },
): Promise<{ success: boolean }> {
  return ctx.transaction(async (tx) => {
    await lockClients(tx, payeur === null ? [id] : [id, payeur]);
    const found = await lockClient(tx, id);
    if (!found) throw new Refus('client_inconnu');
    if (avant !== undefined && found.paye_par !== avant) throw new Refus('client_change');
    if (payeur !== null) {
      const paying = await lockClient(tx, payeur);
      if (!paying) throw new Refus('client_inconnu');
      if (payeur === id || paying.paye_par !== null) throw new Refus('payeur_invalide');
      if (await isPayeur(tx, id)) throw new Refus('payeur_paye');
    }
    await storePayeur(tx, id, payeur);
    await insertJournal(tx, ctx, { action: 'client.payeur', objet_id: id });
    return { success: true };
  });
}

export async function remove(ctx: Ctx, { id }: { id: string }): Promise<{ success: boolean }> {
  await ctx.transaction(async (tx) => {
    await holdReleves(tx);
    const client = await lockClientToErase(tx, id);
    if (!client) throw new Refus('client_inconnu');
    const details = await makeLastReleve(tx, ctx, id);
    await eraseClient(tx, client, ctx.now());
    await insertJournal(tx, ctx, { action: 'client.efface', objet_id: id, details });
  });
  await keepErasedIds(ctx);
  return { success: true };
}

function checked(saisi: ClientSaisi): ClientSaisi {
  const refus = refuseClient(saisi);
  if (refus) throw new Refus(refus);
  return tidyClient(saisi);
}

async function getClient(tx: Tx, id: string): Promise<Client> {
  const {
    page: [client],
  } = await listClients(tx, { id }, { nombre: 1, offset: 0 });
  if (!client) throw new Refus('client_inconnu');
  return client;
}
