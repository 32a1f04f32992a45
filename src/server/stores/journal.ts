/** The journal (ACC-70): who did what, when, from where. */
import { sql } from 'drizzle-orm';
import { type ActionJournal, type DetailsJournal, entreeOf } from '#domain/journal.ts';
import type { Reader } from '../platform/db.ts';
import { journal } from '../platform/schema.ts';

/** `objet_id`: the id of what the action is done to. `details`: ids, and names of changed fields; nothing personal (ACC-72). */
export type LigneJournal = { action: ActionJournal; objet_id?: string | null; details?: DetailsJournal };

/** Who is recorded. An action's context is one. */
export type Auteur = { personne: { id: string } | null; ip: string; userAgent: string; now: () => Date };

const SERVEUR = 'serveur';

/** The server itself, at its start or by a command. */
export const byServer = (now: () => Date): Auteur => ({ personne: null, ip: SERVEUR, userAgent: '', now });

const rowOf = ({ personne, ip, userAgent, now }: Auteur, { action, objet_id = null, details = {} }: LigneJournal): typeof journal.$inferInsert => ({
  survenu_at: now(), action, acteur_id: personne?.id ?? null, objet: entreeOf(action).objet ?? null, objet_id, details, ip, user_agent: userAgent,
});

/** Records one line, in the transaction of what it records: `await insertJournal(tx, ctx, { action: 'compte.role', objet_id: id })`. */
export async function insertJournal(reader: Reader, auteur: Auteur, ligne: LigneJournal): Promise<void> {
  await reader.insert(journal).values(rowOf(auteur, ligne));
}

/**
 * Records a refused sign-in, at most one a minute for an account, and one for all unknown addresses together, so that a flood
 * does not fill the table (ACC-73). `compte`: null for an unknown address, of which nothing is kept.
 */
export async function insertRefusedSignIn(reader: Reader, auteur: Auteur, compte: string | null, code: string): Promise<void> {
  const row = rowOf({ ...auteur, personne: null }, { action: 'connexion.refusee', objet_id: compte, details: { code } });
  const since = new Date(row.survenu_at.getTime() - 60_000);
  await reader.execute(sql`
    insert into ${journal} (survenu_at, action, objet, objet_id, details, ip, user_agent)
    select ${row.survenu_at}::timestamptz, ${row.action}, ${row.objet}, ${compte}::text, ${JSON.stringify(row.details)}::jsonb, ${row.ip}, ${row.user_agent}
    where not exists (
      select from ${journal} where ${compte === null ? sql`objet_id is null` : sql`objet_id = ${compte}`} and action = ${row.action} and survenu_at > ${since}::timestamptz
    )`);
}
