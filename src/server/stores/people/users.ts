/**
 * Accounts: lists, locks, changes, and the data that a sign-in reads and locks, including the
 * password (`getCredential`, `lockEntrant`). Sessions, second factors and links are in
 * `../accounts`.
 */
import { and, asc, desc, eq, isNull, like, lte, ne, notLike, type SQL, sql } from 'drizzle-orm';
import {
  CODES_PER_ACCOUNT_AND_DAY,
  dayCodesOf,
  FAILURES_PER_ACCOUNT_AND_DAY,
  failuresOf,
  type Limit,
  windowStart,
} from '#domain/core/limits.ts';
import {
  DEMO_DOMAIN,
  normalizeEmail,
  type UserFilter,
  type Personne,
  type Role,
  type StatutUser,
  type User,
} from '#domain/people/users.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import {
  clesAcces,
  essais,
  motsDePasse,
  secondsFacteurs,
  users,
} from '#server/platform/schema/schema.ts';
import { adressePar } from './adresses.ts';
import { nomDe } from './noms.ts';
import { isFound } from './noms.ts';

/** A person's columns. */
export const PERSONNE = {
  id: users.id,
  email: users.email,
  prenom: users.prenom,
  nom: users.nom,
  full_name: users.full_name,
  role: users.role,
  statut: users.statut,
};

export type NewAccount = {
  email: string;
  /** Null if they are not known. */
  prenom: string | null;
  nom: string | null;
  telephone?: string | null;
  adresse?: string | null;
  role: Role;
  statut: StatutUser;
  passwordHash: string;
  /** False if the address must still be confirmed (ACC-22). */
  confirmed?: boolean;
  /** When the person signed up and accepted the privacy page (ACC-81). */
  consentement_at?: Date;
  /** When it was created, if not now. */
  created_at?: Date;
};

/** Stores account and profile; returns the id, or null if the address is taken. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<string | null> {
  const { passwordHash, prenom, nom, confirmed = true, ...profil } = account;
  const [user] = await tx
    .insert(users)
    .values({
      ...profil,
      prenom,
      nom,
      full_name: [prenom, nom].filter(Boolean).join(' '),
      email_confirme: confirmed,
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (!user) return null;
  await tx.insert(motsDePasse).values({ user_id: user.id, hachage: passwordHash });
  return user.id;
}

/**
 * Stores an active account for a customer, with the customer's id and without a password; false if
 * the address is taken (CLI-10).
 */
export async function insertInvited(
  tx: Tx,
  {
    nom: full_name,
    ...account
  }: { id: string; nom: string; email: string; telephone: string | null; adresse: string | null },
): Promise<boolean> {
  const rows = await tx
    .insert(users)
    .values({ ...account, full_name, role: 'utilisateur', statut: 'actif' })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return rows.length > 0;
}

/** An account's columns. */
const USER = {
  id: users.id,
  email: users.email,
  prenom: users.prenom,
  nom: users.nom,
  full_name: users.full_name,
  telephone: users.telephone,
  adresse: users.adresse,
  email_confirme: users.email_confirme,
  email_demande: users.email_demande,
  role: users.role,
  is_approved: users.is_approved,
  statut: users.statut,
  profile_image_url: users.profile_image_url,
  second_facteur: sql<boolean>`exists (select from ${secondsFacteurs} f where f.user_id = "users"."id" and f.actif_at is not null)
    or exists (select from ${clesAcces} c where c.user_id = "users"."id")`,
  consentement_at: users.consentement_at,
  created_at: users.created_at,
  updated_at: users.updated_at,
};

type Row = Omit<User, 'is_approved' | 'consentement_at' | 'created_at' | 'updated_at'> & {
  is_approved: boolean | null;
  consentement_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

const toUser = ({ is_approved, consentement_at, created_at, updated_at, ...rest }: Row): User => ({
  ...rest,
  is_approved: is_approved ?? false,
  consentement_at: consentement_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

export async function getUser(reader: Reader, id: string): Promise<User | null> {
  const [row] = await reader.select(USER).from(users).where(eq(users.id, id));
  return row ? toUser(row) : null;
}

/**
 * Locks an account until the transaction ends, so that two decisions on it run one after the other.
 * Rows that refer to the account can still be inserted meanwhile, unless it is locked for deletion
 * (`deletion`).
 */
export async function lockUser(
  tx: Tx,
  id: string,
  purpose: 'change' | 'deletion' = 'change',
): Promise<User | null> {
  const [row] = await tx
    .select(USER)
    .from(users)
    .where(eq(users.id, id))
    .for(purpose === 'change' ? 'no key update' : 'update');
  return row ? toUser(row) : null;
}

export async function getUserByEmail(reader: Reader, email: string): Promise<User | null> {
  const [row] = await reader.select(USER).from(users).where(eq(users.email, email));
  return row ? toUser(row) : null;
}

/** Locks the account of an address, in any notation, until the transaction ends. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<User | null> {
  const [row] = await tx
    .select(USER)
    .from(users)
    .where(eq(users.email, normalizeEmail(email)))
    .for('no key update');
  return row ? toUser(row) : null;
}

/** The names of the riders whom an account keeps. */
const ridersOf = sql`(select string_agg(c.nom, ' · ') from cavaliers c where c.user_id = "users"."id")`;

function conditionsOf({ statut, role, q }: UserFilter): SQL | undefined {
  return and(
    statut === 'approuve'
      ? eq(users.is_approved, true)
      : statut
        ? eq(users.statut, statut)
        : undefined,
    role === 'admin' ? eq(users.role, 'admin') : role ? ne(users.role, 'admin') : undefined,
    isFound(
      q ?? '',
      sql`concat_ws(' ', ${users.prenom}, ${users.nom}, ${users.full_name}, ${users.email}, ${users.telephone}, ${ridersOf})`,
      sql`${users.telephone}`,
    ),
  );
}

/**
 * Whether the account has reached its daily limit of passwords or codes (ACC-58); two index
 * look-ups for each row of the page.
 */
const isBlocked = (now: Date): SQL<boolean> => {
  const reached = (cle: SQL, limit: Limit): SQL => sql`exists (
    select from ${essais} where ${essais.cle} = ${cle} and ${essais.survenu_at} > ${windowStart(limit, now).toISOString()}::timestamptz offset ${limit.max - 1})`;
  const [passwords, codes] = [
    sql`${failuresOf('')} || ${users.email}`,
    sql`${dayCodesOf('')} || ${users.id}`,
  ];
  return sql<boolean>`(${reached(passwords, FAILURES_PER_ACCOUNT_AND_DAY)} or ${reached(codes, CODES_PER_ACCOUNT_AND_DAY)})`;
};

/** Who pays for the account of the row (CLI-05). */
const payeur = sql<User['payeur']>`(
  select json_build_object('id', p.id, 'nom', ${nomDe('u', 'p')}) from clients c join clients p on p.id = c.paye_par left join users u on u.id = p.id
  where c.id = "users"."id")`;

/** Newest first (API-07); at most `nombre` rows, after `offset`. */
export async function listUsers(
  reader: Reader,
  filter: UserFilter,
  { nombre, offset }: { nombre: number; offset: number },
  now: Date,
): Promise<User[]> {
  const rows = await reader
    .select({ ...USER, bloque: isBlocked(now), adresse_par: adressePar(now), payeur })
    .from(users)
    .where(conditionsOf(filter))
    .orderBy(desc(users.created_at), asc(users.id))
    .limit(nombre)
    .offset(offset);
  return rows.map(toUser);
}

export async function countUsersLike(reader: Reader, filter: UserFilter): Promise<number> {
  const [row] = await reader
    .select({ n: sql<number>`count(*)::int` })
    .from(users)
    .where(conditionsOf(filter));
  return row?.n ?? 0;
}

/** The counters of the user page: administrators are left out (PEOPLE-01). */
export async function resumeUsers(
  reader: Reader,
  q: string | undefined,
): Promise<{ en_attente: number; approuves: number; refuses: number }> {
  const [row] = await reader
    .select({
      en_attente: sql<number>`(count(*) filter (where ${users.statut} = 'en_attente'))::int`,
      approuves: sql<number>`(count(*) filter (where ${users.is_approved}))::int`,
      refuses: sql<number>`(count(*) filter (where ${users.statut} = 'refuse'))::int`,
    })
    .from(users)
    .where(conditionsOf({ role: 'utilisateur', q }));
  return row ?? { en_attente: 0, approuves: 0, refuses: 0 };
}

/** The active accounts among some ids. */
export const listActive = (reader: Reader, ids: readonly string[]) =>
  reader
    .select(PERSONNE)
    .from(users)
    .where(and(eq(users.statut, 'actif'), sql`${users.id} = any(${sql.param([...ids])}::uuid[])`));

/** Active administrators, to whom a sign-up is announced. */
export async function listActiveAdmins(reader: Reader): Promise<Personne[]> {
  const rows = await reader
    .select(USER)
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.statut, 'actif')))
    .orderBy(asc(users.created_at));
  return rows.map(toUser);
}

/**
 * Records the reminder about the sign-ups up to `until` that wait for an answer, each only once
 * (RIDE-60); returns those recorded now, earliest first.
 */
export async function markReminded(
  tx: Tx,
  until: Date,
  now: Date,
): Promise<
  (Pick<Personne, 'id' | 'email' | 'prenom' | 'nom' | 'full_name'> & { created_at: Date })[]
> {
  const { id, email, prenom, nom, full_name, created_at } = users;
  const rows = await tx
    .update(users)
    .set({ attente_rappelee_at: now })
    .where(waitsSince(until))
    .returning({ id, email, prenom, nom, full_name, created_at });
  return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

/**
 * Whether a sign-up waits about which the administrators were not reminded. Checked first, so that
 * no change is announced if there is none.
 */
export async function hasUnreminded(reader: Reader, until: Date): Promise<boolean> {
  const [row] = await reader.select({ id: users.id }).from(users).where(waitsSince(until)).limit(1);
  return row !== undefined;
}

const waitsSince = (until: Date) =>
  and(
    eq(users.statut, 'en_attente'),
    isNull(users.attente_rappelee_at),
    lte(users.created_at, until),
  );

/** How many other active administrators there are. */
export async function countOtherActiveAdmins(tx: Tx, id: string): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.statut, 'actif'), ne(users.id, id)));
  return row?.n ?? 0;
}

type Field = 'prenom' | 'nom' | 'telephone' | 'adresse' | 'role' | 'statut' | 'profile_image_url';
type UserChange = { [field in Field]?: User[field] | undefined } & { full_name?: string };

/** Changes an account; fields that are not given stay. null if it no longer exists. */
export async function updateUser(
  tx: Tx,
  id: string,
  change: UserChange,
  now: Date,
): Promise<User | null> {
  const [row] = await tx
    .update(users)
    .set({ ...change, updated_at: now })
    .where(eq(users.id, id))
    .returning(USER);
  return row ? toUser(row) : null;
}

/**
 * Removes the row of an account and the rows that a cascading foreign key deletes with it. For
 * `eraseAccount`, which first decides what remains.
 */
export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, id));
}

/**
 * The data that a sign-in checks: the password's hash, and whether the address is confirmed; null
 * if the address has no account.
 */
export async function getCredential(
  reader: Reader,
  email: string,
): Promise<{ user_id: string; hachage: string; email_confirme: boolean } | null> {
  const [row] = await reader
    .select({
      user_id: users.id,
      hachage: motsDePasse.hachage,
      email_confirme: users.email_confirme,
    })
    .from(users)
    .innerJoin(motsDePasse, eq(motsDePasse.user_id, users.id))
    .where(eq(users.email, email));
  return row ?? null;
}

/** The hash of an account's password; null if it has none, or if the account is gone. */
export async function getHachage(reader: Reader, user_id: string): Promise<string | null> {
  const [row] = await reader
    .select({ hachage: motsDePasse.hachage })
    .from(motsDePasse)
    .where(eq(motsDePasse.user_id, user_id));
  return row?.hachage ?? null;
}

/** The person who signs in. */
export type Entrant = { personne: Personne; hachage: string; email_confirme: boolean };

/**
 * A person and the password's hash, read after any running change of them, and locked until the
 * transaction ends. A transaction that blocks the account or changes the password meanwhile waits,
 * and then ends the session that is stored (ADR-014).
 */
export async function lockEntrant(tx: Tx, id: string): Promise<Entrant | null> {
  const [row] = await tx
    .select({
      personne: PERSONNE,
      hachage: motsDePasse.hachage,
      email_confirme: users.email_confirme,
    })
    .from(users)
    .innerJoin(motsDePasse, eq(motsDePasse.user_id, users.id))
    .where(eq(users.id, id))
    .for('share', { of: [users, motsDePasse] });
  return row ?? null;
}

/**
 * Stores a new password. It may be the first one: an account that was created in another way may
 * have none.
 */
export async function setPassword(tx: Tx, user_id: string, hachage: string): Promise<void> {
  await tx
    .insert(motsDePasse)
    .values({ user_id, hachage })
    .onConflictDoUpdate({ target: motsDePasse.user_id, set: { hachage, updated_at: sql`now()` } });
}

export async function confirmAddress(tx: Tx, id: string): Promise<void> {
  await tx.update(users).set({ email_confirme: true }).where(eq(users.id, id));
}

/** `demo`: whether there are accounts of the demonstration. */
export async function countUsers(
  reader: Reader,
): Promise<{ total: number; admins: number; demo: boolean }> {
  const [row] = await reader
    .select({
      total: sql<number>`count(*)::int`,
      admins: sql<number>`count(*) filter (where ${users.role} = 'admin')::int`,
      demo: sql<boolean>`coalesce(bool_or(${like(users.email, `%@${DEMO_DOMAIN}`)}), false)`,
    })
    .from(users);
  return row ?? { total: 0, admins: 0, demo: false };
}

/** True while there is an administrator whose address is not in this email domain. */
export async function hasAdmin(reader: Reader, exceptDomain: string): Promise<boolean> {
  const [row] = await reader
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), notLike(users.email, `%@${exceptDomain}`)))
    .limit(1);
  return row !== undefined;
}
