import { and, desc, eq, gt, lt, ne, sql, type SQLWrapper } from 'drizzle-orm';
import type { Personne } from '#domain/users.ts';
import { type Db, prepareOnce, type Reader, type Tx } from '../platform/db.ts';
import { sessions, users, verifications } from '../platform/schema.ts';

/** A person's columns under the names of the API; the properties of the schema bear the names that Better Auth asks for. */
export const PERSONNE = {
  id: users.id,
  email: users.email,
  prenom: users.prenom,
  nom: users.nom,
  full_name: users.name,
  role: users.role,
  statut: users.statut,
};

export type SessionRow = Personne & { token: string; expires_at: Date };

const sessionsByToken = prepareOnce((db: Db) => db
  .select({ ...PERSONNE, token: sessions.token, expires_at: sessions.expiresAt })
  .from(sessions)
  .innerJoin(users, eq(users.id, sessions.userId))
  .where(sql`${sessions.token} = any(${sql.placeholder('tokens')})`)
  .prepare('sessions_by_token'));

/** Sessions and their persons by token, in one prepared statement; also those that are over. Unknown tokens are left out. */
export async function getSessions(db: Db, tokens: readonly string[]): Promise<Map<string, SessionRow>> {
  const rows = await sessionsByToken(db).execute({ tokens });
  return new Map(rows.map((row) => [row.token, row]));
}

/** Moves the end of a session (ACC-27). */
export async function extendSession(reader: Reader, token: string, expiresAt: Date): Promise<void> {
  await reader.update(sessions).set({ expiresAt }).where(eq(sessions.token, token));
}

export async function deleteSession(reader: Reader, token: string): Promise<void> {
  await reader.delete(sessions).where(eq(sessions.token, token));
}

export type OpenSession = { id: string; user_agent: string; created_at: string; expires_at: string; courante: boolean };

/** The sessions of an account that are open at `now`, the latest first; `token` is the session that makes the call (PEOPLE-17). */
export async function listSessions(reader: Reader, userId: string, token: string | null, now: Date): Promise<OpenSession[]> {
  const rows = await reader.select().from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id));
  return rows.map((row) => ({
    id: row.id, user_agent: row.userAgent ?? '', created_at: row.createdAt.toISOString(), expires_at: row.expiresAt.toISOString(),
    courante: row.token === token,
  }));
}

/** Ends one session of an account; false when it has none of that id. */
export async function deleteSessionOf(reader: Reader, userId: string, id: string): Promise<boolean> {
  const rows = await reader.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, id))).returning({ id: sessions.id });
  return rows.length > 0;
}

/** Ends the sessions of an account, all but the one of a token where one is given. */
export async function deleteSessionsOf(reader: Reader, userId: string, exceptToken: string | null = null): Promise<void> {
  await reader.delete(sessions).where(and(eq(sessions.userId, userId), exceptToken === null ? undefined : ne(sessions.token, exceptToken)));
}

/** Key of the row that is kept of a session whose account was deleted (ACC-29): a hash, so that only the holder of the token can find it. */
const endKeyOf = (token: SQLWrapper) => sql`'compte_supprime:' || encode(sha256(convert_to(${token}, 'UTF8')), 'hex')`;

/** Records, until the sessions of an account would have expired, that they ended with the account. */
export async function insertAccountEnds(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`insert into ${verifications} (identifier, value, expires_at)
    select ${endKeyOf(sessions.token)}, '', ${sessions.expiresAt} from ${sessions} where ${sessions.userId} = ${userId}`);
}

/** True for the token of a session whose account was deleted. */
export async function endedWithAccount(reader: Reader, token: string): Promise<boolean> {
  const rows = await reader.select({ id: verifications.id }).from(verifications).where(eq(verifications.identifier, endKeyOf(sql`${token}`))).limit(1);
  return rows.length > 0;
}

export async function deleteSessionsBefore(reader: Reader, instant: Date): Promise<void> {
  await reader.delete(sessions).where(lt(sessions.expiresAt, instant));
}

export async function getPersonne(reader: Reader, id: string): Promise<Personne | null> {
  const [row] = await reader.select(PERSONNE).from(users).where(eq(users.id, id));
  return row ?? null;
}
