/**
 * Customers (CLI-01 to CLI-11). The name and the ways to reach a customer that has an account are
 * those of the account (ADR-041).
 */
import { and, asc, eq, inArray, isNotNull, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  type Client,
  type ClientRecherche,
  CLIENTS_TROUVES_MAX,
  type ClientSaisi,
  type ClientTrouve,
} from '#domain/customers/clients.ts';
import { CHIFFRES } from '#domain/people/telephone.ts';
import { type Reader, sqlStateOf, type Tx } from '#server/platform/db.ts';
import { clients, users } from '#server/platform/schema/schema.ts';
import { bestFirst, hasWords, isFound, keyOfName, plainText, nomDe } from '../people/noms.ts';

/** A customer without an account, by its name. */
export type Nomme = { id: string; nom: string };

/** The customers without an account among some ids, as JSON. `ids`: an array or a query. */
export const nommesAmong = (ids: SQLWrapper): SQL<Nomme[]> => sql`(
  select coalesce(json_agg(json_build_object('id', c.id, 'nom', c.nom)), '[]') from clients c where c.nom is not null and c.id = any(${ids}))`;

/** Names of riders that a customer keeps. */
const ridersOf = sql`(select string_agg(k.nom, ' · ') from cavaliers k where k.user_id = "clients"."id")`;

/** Whether a text finds a customer by name, email, telephone or a rider (PEOPLE-19). */
const isClient = (q: string): SQL | undefined =>
  isFound(
    q,
    sql`concat_ws(' ', ${users.prenom}, ${users.nom}, ${users.full_name}, ${users.email}, ${users.telephone}, ${clients.nom}, ${clients.email}, ${clients.telephone}, ${ridersOf})`,
    sql`coalesce(${users.telephone}, ${clients.telephone})`,
  );

/** The order of the customers that a text finds (PEOPLE-48). */
const inOrder = (q: string): SQL[] => {
  const nom = nomDe('users', 'clients');
  const rider = (condition: SQL): SQL =>
    sql`exists (select from cavaliers k where k.user_id = "clients"."id" and ${condition})`;
  const noms = sql`concat_ws(' ', ${nom}, ${ridersOf})`;
  const emails = sql`concat_ws(' ', ${users.email}, ${clients.email})`;
  return [bestFirst(q, { nom, rider, noms, emails }), plainText(nom), sql`${clients.id}`];
};

/**
 * The customers that a text finds: active accounts and people without an account; at most
 * `CLIENTS_TROUVES_MAX`.
 */
export async function searchClients(
  reader: Reader,
  q: string,
  nombre = CLIENTS_TROUVES_MAX,
): Promise<ClientTrouve[]> {
  const nom = sql<string>`${nomDe('users', 'clients')}`;
  return reader
    .select({
      id: clients.id,
      nom,
      email: sql<string | null>`coalesce(${users.email}, ${clients.email})`,
      telephone: sql<string | null>`coalesce(${users.telephone}, ${clients.telephone})`,
      compte: sql<boolean>`${users.id} is not null`,
    })
    .from(clients)
    .leftJoin(users, eq(users.id, clients.id))
    .where(and(or(isNotNull(clients.nom), eq(users.statut, 'actif')), isClient(q)))
    .orderBy(...inOrder(q))
    .limit(nombre);
}

/**
 * All customers that a text finds, with any account, whatever its status, for the search of
 * administrators (DESK-61).
 */
export async function searchAllClients(
  reader: Reader,
  q: string,
  nombre: number,
): Promise<ClientRecherche[]> {
  const nom = sql<string>`${nomDe('users', 'clients')}`;
  return reader
    .select({
      id: clients.id,
      nom,
      email: sql<string | null>`coalesce(${users.email}, ${clients.email})`,
      telephone: sql<string | null>`coalesce(${users.telephone}, ${clients.telephone})`,
      statut: users.statut,
      cavaliers: sql<
        string[]
      >`(select coalesce(json_agg(k.nom order by k.nom), '[]') from cavaliers k
        where k.user_id = "clients"."id" and ${hasWords(plainText(sql`k.nom`), q, 'some')})`,
    })
    .from(clients)
    .leftJoin(users, eq(users.id, clients.id))
    .where(isClient(q))
    .orderBy(...inOrder(q))
    .limit(nombre);
}

const payeur = alias(clients, 'payeur');
const comptePayeur = alias(users, 'compte_payeur');

const places = sql<number>`(select count(*)::int from participants s where s.user_id = "clients"."id")`;

/** The customers without an account, by name; at most `nombre` rows, after `offset`. */
export async function listClients(
  reader: Reader,
  { q = '', id }: { q?: string | undefined; id?: string },
  { nombre, offset }: { nombre: number; offset: number },
): Promise<{ page: Client[]; total: number }> {
  const rows = await reader
    .select({
      id: clients.id,
      nom: sql<string>`${clients.nom}`,
      telephone: clients.telephone,
      email: clients.email,
      adresse: clients.adresse,
      note: clients.note,
      version: clients.version,
      payeur: sql<Nomme | null>`case when ${payeur.id} is not null then json_build_object('id', ${payeur.id}, 'nom', ${nomDe('compte_payeur', 'payeur')}) end`,
      places,
      created_at: clients.created_at,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(clients)
    .leftJoin(users, eq(users.id, clients.id))
    .leftJoin(payeur, eq(payeur.id, clients.paye_par))
    .leftJoin(comptePayeur, eq(comptePayeur.id, payeur.id))
    .where(and(isNotNull(clients.nom), id === undefined ? isClient(q) : eq(clients.id, id)))
    .orderBy(asc(clients.cle), asc(clients.id))
    .limit(nombre)
    .offset(offset);
  const semblables = await readSemblables(
    reader,
    rows.map((row) => row.id),
  );
  return {
    page: rows.map(({ total: _, created_at, ...row }) => ({
      ...row,
      semblable: semblables.get(row.id) ?? null,
      created_at: created_at.toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  };
}

const chiffres = (telephone: string): SQL =>
  sql.raw(`right(regexp_replace(${telephone}, '\\D', '', 'g'), ${CHIFFRES})`);

/**
 * Parts of a `with`. `known`: customers without an account and active accounts; `same`: two of them who
 * may be the same person, because they have the same name, or the same telephone, and not the same
 * person pays for both (CLI-11). Names are compared once for all.
 */
const SAME: SQL = sql`
  known as materialized (
    select c.id, ${nomDe('u', 'c')} as nom, ${keyOfName(nomDe('u', 'c'))} as cle, coalesce(u.email, c.email) as email, c.created_at,
      coalesce(u.telephone, c.telephone) as telephone, ${chiffres('coalesce(u.telephone, c.telephone)')} as chiffres, u.id is not null as compte, coalesce(c.paye_par, c.id) as payeur
    from clients c left join users u on u.id = c.id where u.id is null or u.statut = 'actif'
  ),
  same as (
    select k.id as of, o.id from known k join known o using (cle) where k.payeur <> o.payeur
    union select k.id, o.id from known k join known o using (chiffres) where length(k.chiffres) = ${CHIFFRES} and k.payeur <> o.payeur
  )`;
const trouve = (known: string): SQL =>
  sql.raw(
    `json_build_object('id', ${known}.id, 'nom', ${known}.nom, 'email', ${known}.email, 'telephone', ${known}.telephone, 'compte', ${known}.compte)`,
  );

/** For each of some customers another one who may be the same person; an account first (CLI-11). */
async function readSemblables(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, ClientTrouve>> {
  const { rows } = await reader.execute<{ of: string; semblable: ClientTrouve }>(sql`
    with ${SAME}
    select distinct on (k.id) k.id as of, ${trouve('o')} as semblable
    from same join known k on k.id = same.of join known o on o.id = same.id
    where k.id = any(${sql.param([...ids])}::uuid[])
    order by k.id, o.compte desc, o.cle = k.cle desc, o.nom, o.id`);
  return new Map(rows.map(({ of, semblable }) => [of, semblable]));
}

/**
 * Customers without an account, by name, each with another one who may be the same person: an account,
 * or else one that is older, so that no two are listed twice (CLI-13).
 */
export async function listSemblables(
  reader: Reader,
  nombre: number,
): Promise<{ client: ClientTrouve; semblable: ClientTrouve }[]> {
  const { rows } = await reader.execute<{ client: ClientTrouve; semblable: ClientTrouve }>(sql`
    with ${SAME}
    select client, semblable from (
      select distinct on (k.id) k.id, k.cle, ${trouve('k')} as client, ${trouve('o')} as semblable
      from same join known k on k.id = same.of join known o on o.id = same.id
      where not k.compte and (o.compte or (o.created_at, o.id) < (k.created_at, k.id))
      order by k.id, o.compte desc, o.cle = k.cle desc, o.nom, o.id
    ) as one order by cle, id limit ${nombre}`);
  return rows;
}

const columnsOf = ({ nom, ...rest }: ClientSaisi) => ({
  ...rest,
  nom,
  cle: keyOfName(sql`${nom}::text`),
});

/** Stores a customer without an account; null if one has this name and telephone. */
export async function insertClient(tx: Tx, client: ClientSaisi, now: Date): Promise<string | null> {
  const [row] = await tx
    .insert(clients)
    .values({ ...columnsOf(client), created_at: now })
    .onConflictDoNothing()
    .returning({ id: clients.id });
  return row?.id ?? null;
}

/** The customer without an account that has a name and no telephone (CLI-02). */
export async function findNamed(tx: Tx, nom: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: clients.id })
    .from(clients)
    .where(
      and(
        eq(clients.cle, keyOfName(sql`${nom}::text`)),
        sql`coalesce(regexp_replace(${clients.telephone}, '\\D', '', 'g'), '') = ''`,
      ),
    );
  return row?.id ?? null;
}

/**
 * Locks a customer until the transaction ends; null if there is none. `nom`: null if it has an
 * account. With `stays`, lessons with its seats are stored meanwhile: they refer to the customer.
 */
export async function lockClient(
  tx: Tx,
  id: string,
  { stays = false } = {},
): Promise<Pick<
  typeof clients.$inferSelect,
  'nom' | 'telephone' | 'email' | 'adresse' | 'paye_par' | 'version'
> | null> {
  const { nom, telephone, email, adresse, paye_par, version } = clients;
  const [row] = await tx
    .select({ nom, telephone, email, adresse, paye_par, version })
    .from(clients)
    .where(eq(clients.id, id))
    .for(stays ? 'no key update' : 'update');
  return row ?? null;
}

/** Locks customers in the order of their ids, so that two changes of the same ones do not deadlock. */
export async function lockClients(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: clients.id })
    .from(clients)
    .where(inArray(clients.id, [...ids]))
    .orderBy(asc(clients.id))
    .for('update');
}

/**
 * Changes a customer without an account; false if another one has this name and telephone. The
 * transaction cannot continue then.
 */
export async function updateClient(tx: Tx, id: string, client: ClientSaisi): Promise<boolean> {
  try {
    await tx.update(clients).set(columnsOf(client)).where(eq(clients.id, id));
    return true;
  } catch (error) {
    if (sqlStateOf(error) === '23505') return false;
    throw error;
  }
}

/**
 * Gives everything of a customer without an account to another customer, and deletes it: lessons
 * and seats, also deleted ones and those that were taken out, whose lessons count a change; lines;
 * riders, of two of one name the other's; whom it pays for, by whoever pays for the other. Seats of
 * both that had no rider take the one of their name. The caller has locked the lessons and both
 * customers (CLI-11).
 */
export async function mergeClients(tx: Tx, from: string, to: string): Promise<void> {
  const mine = (table: string): SQL =>
    sql`(select reservation_id from ${sql.raw(table)} where user_id = ${from})`;
  for (const [lessons, seats] of [
    ['reservations', 'participants'],
    ['reservations_supprimees', 'participants_supprimes'],
  ] as const)
    await tx.execute(sql`
      update ${sql.raw(lessons)} set version = version + 1, user_id = case when user_id = ${from} then ${to}::uuid else user_id end
      where user_id = ${from} or id in ${mine(seats)} or id in ${mine('participants_retires')}`);
  // A rider of both: its seats go to the one that the other keeps.
  const same = sql`${keyOfName(sql`own.nom`)} = ${keyOfName(sql`kept.nom`)}`;
  for (const seats of ['participants', 'participants_supprimes', 'participants_retires', 'lignes'])
    await tx.execute(sql`
      update ${sql.raw(seats)} s set user_id = ${to}, cavalier_id = coalesce(
        (select kept.id from cavaliers own join cavaliers kept on ${same} where own.id = s.cavalier_id and kept.user_id = ${to}), s.cavalier_id)
      where s.user_id = ${from}`);
  await tx.execute(sql`
    update cavaliers own set user_id = ${to} where own.user_id = ${from} and not exists (
      select from cavaliers kept where kept.user_id = ${to} and ${same})`);
  // A seat that had no rider of its name has one now: a rider of the other customer (RIDE-24).
  for (const seats of ['participants', 'participants_supprimes', 'participants_retires'])
    await tx.execute(sql`
      update ${sql.raw(seats)} s set cavalier_id = k.id from cavaliers k
      where s.user_id = ${to} and s.cavalier_id is null and k.user_id = ${to} and ${keyOfName(sql`s.nom`)} = ${keyOfName(sql`k.nom`)}`);
  await tx.execute(sql`
    update clients c set paye_par = nullif(coalesce(nullif((select paye_par from clients where id = ${to}), ${from}), ${to}), c.id) where c.paye_par = ${from}`);
  await tx.execute(sql`
    update clients set note = coalesce(note, (select note from clients where id = ${from})) where id = ${to}`);
  await deleteClient(tx, from);
}

export async function setPayeur(tx: Tx, id: string, paye_par: string | null): Promise<void> {
  await tx.update(clients).set({ paye_par }).where(eq(clients.id, id));
}

/** Whether another customer pays for a customer. */
export const isPaidFor = async (reader: Reader, id: string): Promise<boolean> =>
  (await reader.$count(clients, and(eq(clients.id, id), isNotNull(clients.paye_par)))) > 0;

/** Whether a customer pays for another one. */
export const isPayeur = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.$count(clients, eq(clients.paye_par, id))) > 0;

/** Removes the row of a customer, with its account if it has one. */
export async function deleteClient(tx: Tx, id: string): Promise<void> {
  await tx.delete(clients).where(eq(clients.id, id));
}
