/** The journal (ACC-70): who did what, when, from where. */
import type { ActionJournal } from '#domain/journal.ts';
import type { Reader } from '../platform/db.ts';
import { journal } from '../platform/schema.ts';

/** `objet`: a noun and its id. `details`: ids and names of changed fields, never names, addresses, remarks or tokens of people. */
export type LigneJournal = { action: ActionJournal; objet?: string; objet_id?: string; details?: Record<string, unknown> };

/** Who is recorded. An action's context is one. */
export type Auteur = { personne: { id: string } | null; ip: string; userAgent: string; now: () => Date };

/** Records one line, in the transaction of what it records. */
export async function insertJournal(reader: Reader, { personne, ip, userAgent, now }: Auteur, ligne: LigneJournal): Promise<void> {
  await reader.insert(journal).values({ ...ligne, acteur_id: personne?.id ?? null, survenu_at: now(), ip, user_agent: userAgent });
}
