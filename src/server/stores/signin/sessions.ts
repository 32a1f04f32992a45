/** Sessions: the fingerprint of a token, and its account (ACC-27, ACC-49). */
import { and, desc, eq, gt, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { Refus } from '#domain/errors/errors.ts';
import type { Etape, Personne } from '#domain/people/users.ts';
import { ETAPE_SECONDS, SESSION_SECONDS } from '#server/platform/secrets/cookies.ts';
import { type Db, prepareOnce, type Reader, type Tx } from '#server/platform/db.ts';
import { drawJeton } from '#server/platform/secrets/jetons.ts';
import {
  clesAcces,
  parametres,
  secondsFacteurs,
  sessions,
  users,
  verifications,
} from '#server/platform/schema/schema.ts';
import type { Attente, Caller } from '#server/platform/services.ts';
import { PERSONNE } from '../people/users.ts';

/** A session and its person; `session`: its id. */
export type SessionRow = Personne & {
  session: string;
  empreinte: string;
  etape: Etape;
  expires_at: Date;
};

const withPersons = (name: string, where: SQL) =>
  prepareOnce((db: Db) =>
    db
      .select({
        ...PERSONNE,
        session: sessions.id,
        empreinte: sessions.empreinte,
        etape: sessions.etape,
        expires_at: sessions.expires_at,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.user_id))
      .where(where)
      .prepare(name),
  );

// PostgreSQL keeps the plan of `=`. For `any`, it plans each execution, because the number of
// fingerprints decides.
const byEmpreinte = withPersons(
  'session_by_empreinte',
  eq(sessions.empreinte, sql.placeholder('empreinte')),
);
const byEmpreintes = withPersons(
  'sessions_by_empreinte',
  sql`${sessions.empreinte} = any(${sql.placeholder('empreintes')})`,
);

/**
 * Sessions and their persons by fingerprint, in one prepared statement; also sessions that have
 * ended. Unknown ones are left out.
 */
export async function getSessions(
  db: Db,
  empreintes: readonly string[],
): Promise<Map<string, SessionRow>> {
  const [empreinte, ...others] = empreintes;
  const rows =
    others.length === 0
      ? await byEmpreinte(db).execute({ empreinte })
      : await byEmpreintes(db).execute({ empreintes });
  return new Map(rows.map((row) => [row.empreinte, row]));
}

/**
 * Where and when a session is opened, and the earlier session of the browser. The context of an
 * action has these fields.
 */
type Place = Pick<Caller, 'ip' | 'userAgent' | 'session' | 'attente'> & { now: () => Date };

/**
 * The step of a session after a right password (ACC-50, ACC-62): the account must use its second
 * factor if it has one, or set one up if it must have one.
 */
const etapeAfterPassword = (user_id: string): SQL<Etape> => sql`case
  when exists (select 1 from ${secondsFacteurs} where user_id = ${user_id} and actif_at is not null) then 'second_facteur'
  when (select role from ${users} where id = ${user_id}) <> 'admin' or not (select "secondFacteurAdmins" from ${parametres}) then 'ouverte'
  when exists (select 1 from ${clesAcces} where user_id = ${user_id}) then 'second_facteur'
  else 'enrolement' end`;

/**
 * Stores a session, which replaces the one that the browser had (ACC-28), and returns its token,
 * which only the cookie contains. An incomplete step ends after minutes (ACC-50). `proof`: the
 * password alone, or both factors. The statement that stores the session decides its step: it runs
 * after the lock on the account, so it sees a second factor that was switched on meanwhile.
 */
export async function openSession(
  tx: Tx,
  user_id: string,
  proof: 'password' | 'both',
  { ip, userAgent, now, session, attente }: Place,
): Promise<{ jeton: string; etape: Etape }> {
  const earlier = session?.id ?? attente?.session;
  if (earlier) await deleteSession(tx, earlier);
  const { jeton, empreinte } = drawJeton();
  const created_at = now();
  const after = (seconds: number): SQL =>
    sql`${new Date(created_at.getTime() + seconds * 1000).toISOString()}::timestamptz`;
  const etape = proof === 'both' ? sql<Etape>`'ouverte'` : etapeAfterPassword(user_id);
  const expires_at = sql`case when (${etape}) = 'ouverte' then ${after(SESSION_SECONDS)} else ${after(ETAPE_SECONDS)} end`;
  // A person who must set up a second factor has just given the password, and is not asked for it
  // again (ACC-102).
  const confirme_at = sql`case when (${etape}) = 'enrolement' then ${after(0)} end`;
  const [row] = await tx
    .insert(sessions)
    .values({
      empreinte,
      user_id,
      etape,
      confirme_at,
      created_at,
      updated_at: created_at,
      expires_at,
      ip_address: ip,
      user_agent: userAgent,
    })
    .returning({ etape: sessions.etape });
  return { jeton, etape: row?.etape ?? 'second_facteur' };
}

/**
 * Opens the session of a sign-in whose second step is done, under a new token (ACC-50); null if
 * that sign-in has ended meanwhile.
 */
export async function completeSession(
  tx: Tx,
  { session, user_id }: Attente,
  place: Place,
): Promise<string | null> {
  const waiting = await tx
    .delete(sessions)
    .where(and(eq(sessions.id, session), ne(sessions.etape, 'ouverte')))
    .returning({ id: sessions.id });
  return waiting.length === 0
    ? null
    : (await openSession(tx, user_id, 'both', { ...place, attente: null })).jeton;
}

/**
 * Called when the setting demands a second factor: open sessions of administrators without one
 * return to the step `enrolement` (ACC-102); those of all administrators, or of one account, which
 * the caller has locked. The accounts are locked, so that a running sign-in is finished first.
 */
export async function demandEnrolment(
  tx: Tx,
  now: Date,
  user_id: string | null = null,
): Promise<void> {
  if (user_id === null)
    await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.role, 'admin'))
      .orderBy(users.id)
      .for('no key update');
  const end = new Date(now.getTime() + ETAPE_SECONDS * 1000);
  await tx
    .update(sessions)
    .set({
      etape: 'enrolement',
      expires_at: sql`least(${sessions.expires_at}, ${end.toISOString()}::timestamptz)`,
    })
    .where(
      and(
        eq(sessions.etape, 'ouverte'),
        sql`(select "secondFacteurAdmins" from ${parametres})`,
        sql`${sessions.user_id} in (
      select u.id from ${users} u where u.role = 'admin' and (${user_id}::uuid is null or u.id = ${user_id}::uuid)
        and not exists (select from ${secondsFacteurs} f where f.user_id = u.id and f.actif_at is not null)
        and not exists (select from ${clesAcces} c where c.user_id = u.id))`,
      ),
    );
}

/**
 * Extends a session (ACC-27) by `step` milliseconds or more; false if it no longer exists, or was
 * extended meanwhile.
 */
export async function extendSession(
  reader: Reader,
  id: string,
  expires_at: Date,
  step: number,
): Promise<boolean> {
  const rows = await reader
    .update(sessions)
    .set({ expires_at })
    .where(and(eq(sessions.id, id), lt(sessions.expires_at, new Date(expires_at.getTime() - step))))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/**
 * Refuses a call whose session has ended since it was checked (a new password, a reset of the
 * second factor). For changes that outlive the session: a passkey, an application, a calendar feed.
 * Call it with the account locked, because transactions that end its sessions lock the account too.
 */
export async function confirmSession(
  tx: Tx,
  { session }: { session: { id: string } | null },
): Promise<void> {
  const rows =
    session &&
    (await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.id, session.id))
      .for('share'));
  if (!rows?.length) throw new Refus('session_absente');
}

/**
 * When the person last gave password and code again in this session (ACC-100); null if never.
 * Refuses like `confirmSession`.
 */
export async function readConfirmation(
  tx: Tx,
  { session }: { session: { id: string } | null },
): Promise<Date | null> {
  const rows =
    session &&
    (await tx
      .select({ confirme_at: sessions.confirme_at })
      .from(sessions)
      .where(eq(sessions.id, session.id))
      .for('share'));
  if (!rows?.[0]) throw new Refus('session_absente');
  return rows[0].confirme_at;
}

/**
 * Records that the person has given password and code again; false if the session has ended
 * meanwhile.
 */
export async function storeConfirmation(tx: Tx, id: string, confirme_at: Date): Promise<boolean> {
  const rows = await tx
    .update(sessions)
    .set({ confirme_at })
    .where(eq(sessions.id, id))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/** Ends one session; false if it had ended. */
export async function deleteSession(reader: Reader, id: string): Promise<boolean> {
  const rows = await reader
    .delete(sessions)
    .where(eq(sessions.id, id))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

export type OpenSession = {
  id: string;
  user_agent: string;
  created_at: string;
  expires_at: string;
  courante: boolean;
};

/**
 * The sessions of an account that are open at `now`, latest first; `current` is the one that makes
 * the call (PEOPLE-17).
 */
export async function listSessions(
  reader: Reader,
  userId: string,
  current: string | null,
  now: Date,
): Promise<OpenSession[]> {
  const rows = await reader
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.user_id, userId),
        eq(sessions.etape, 'ouverte'),
        gt(sessions.expires_at, now),
      ),
    )
    .orderBy(desc(sessions.created_at), desc(sessions.id));
  return rows.map(({ id, user_agent, created_at, expires_at }) => ({
    id,
    user_agent: user_agent ?? '',
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    courante: id === current,
  }));
}

/** Ends one session of an account; false if the account has none with that id. */
export async function deleteSessionOf(
  reader: Reader,
  userId: string,
  id: string,
): Promise<boolean> {
  return (await endSessions(reader, and(eq(sessions.user_id, userId), eq(sessions.id, id)))) > 0;
}

/** Ends the sessions of an account, except one if it is given. */
export async function deleteSessionsOf(
  reader: Reader,
  userId: string,
  except: string | null = null,
): Promise<void> {
  await endSessions(
    reader,
    and(eq(sessions.user_id, userId), except === null ? undefined : ne(sessions.id, except)),
  );
}

/**
 * The prefixes of keys for ended sessions, which are kept until the sessions would have expired:
 * the account was deleted (ACC-29); the session was ended elsewhere (ACC-92).
 */
const ACCOUNT_DELETED = 'compte_supprime:';
const ENDED_ELSEWHERE = 'session_terminee:';

/** Why a session ended, if that is recorded. */
export type Fin = 'compte_supprime' | 'session_terminee';

/** Ends sessions and records it; returns how many there were. */
async function endSessions(reader: Reader, where: SQL | undefined): Promise<number> {
  const { rowCount } = await reader.execute(sql`
    with gone as (delete from ${sessions} where ${where} returning empreinte, expires_at)
    insert into ${verifications} (identifier, value, expires_at) select ${ENDED_ELSEWHERE}::text || empreinte, '', expires_at from gone`);
  return rowCount ?? 0;
}

/**
 * Records that the sessions of an account ended with the account, until they would have expired.
 */
export async function insertAccountEnds(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`insert into ${verifications} (identifier, value, expires_at)
    select ${ACCOUNT_DELETED}::text || ${sessions.empreinte}, '', ${sessions.expires_at} from ${sessions} where ${sessions.user_id} = ${userId}`);
}

/** Why the session with a fingerprint ended; null if nothing is recorded about it. */
export async function finOf(reader: Reader, empreinte: string): Promise<Fin | null> {
  const rows = await reader
    .select({ identifier: verifications.identifier })
    .from(verifications)
    .where(
      inArray(verifications.identifier, [
        `${ACCOUNT_DELETED}${empreinte}`,
        `${ENDED_ELSEWHERE}${empreinte}`,
      ]),
    )
    .limit(2);
  if (rows.length === 0) return null;
  return rows.some(({ identifier }) => identifier.startsWith(ACCOUNT_DELETED))
    ? 'compte_supprime'
    : 'session_terminee';
}

export async function deleteSessionsBefore(reader: Reader, instant: Date): Promise<void> {
  await reader.delete(sessions).where(lt(sessions.expires_at, instant));
}

/**
 * Removes the network addresses of sessions opened before `instant` (PEOPLE-36); the sessions stay
 * open.
 */
export async function forgetAddressesBefore(reader: Reader, instant: Date): Promise<void> {
  await reader
    .update(sessions)
    .set({ ip_address: null })
    .where(and(lt(sessions.created_at, instant), isNotNull(sessions.ip_address)));
}
