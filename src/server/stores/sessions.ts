import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Personne } from '#domain/users.ts';
import { type Db, prepareOnce, type Reader } from '../platform/db.ts';
import { sessions, users } from '../platform/schema.ts';

/** How the specification names a person's columns, over the names Better Auth gives them. */
const PERSONNE = {
  id: users.id,
  email: users.email,
  prenom: users.prenom,
  nom: users.nom,
  full_name: users.name,
  role: users.role,
  statut: users.statut,
};

export type SessionRow = Personne & { expires_at: Date };

const sessionByToken = prepareOnce((db: Db) => db
  .select({ ...PERSONNE, expires_at: sessions.expiresAt })
  .from(sessions)
  .innerJoin(users, eq(users.id, sessions.userId))
  .where(and(eq(sessions.token, sql.placeholder('token')), gt(sessions.expiresAt, sql.placeholder('now'))))
  .prepare('session_by_token'));

/** Session and person in one prepared statement; null when the session is unknown or over at `now`. */
export async function getSession(db: Db, token: string, now: Date): Promise<SessionRow | null> {
  const [row] = await sessionByToken(db).execute({ token, now });
  return row ?? null;
}

/** Moves the end of a session (decision 18: sliding). */
export async function extendSession(reader: Reader, token: string, expiresAt: Date): Promise<void> {
  await reader.update(sessions).set({ expiresAt }).where(eq(sessions.token, token));
}

export async function deleteSession(reader: Reader, token: string): Promise<void> {
  await reader.delete(sessions).where(eq(sessions.token, token));
}

export async function deleteSessionsBefore(reader: Reader, instant: Date): Promise<void> {
  await reader.delete(sessions).where(lt(sessions.expiresAt, instant));
}

export async function getPersonne(reader: Reader, id: string): Promise<Personne | null> {
  const [row] = await reader.select(PERSONNE).from(users).where(eq(users.id, id));
  return row ?? null;
}
