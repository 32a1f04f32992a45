/** The outbox (decision 38): every email is a row, written in the transaction that causes it. */
import { and, asc, desc, eq, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { ContenuCourriel, NouveauCourriel, SorteCourriel, StatutCourriel } from '#domain/courriels.ts';
import type { Db, Reader, Tx } from '../platform/db.ts';
import { courriels } from '../platform/schema.ts';

export type Courriel = typeof courriels.$inferSelect;

/** Stores emails to send; one whose cause is stored already changes nothing. The ids of those that are new. */
export async function insertCourriels(tx: Tx, nouveaux: readonly NouveauCourriel[]): Promise<string[]> {
  if (nouveaux.length === 0) return [];
  const rows = await tx
    .insert(courriels)
    .values(nouveaux.map((courriel) => ({ ...courriel, sorte: courriel.contenu.sorte })))
    .onConflictDoNothing({ target: courriels.cause })
    .returning({ id: courriels.id });
  return rows.map(({ id }) => id);
}

/** Takes back what still waits for an account, or of one kind about a reservation: a reminder that has moved. */
export async function deleteCourrielsEnAttente(tx: Tx, quoi: { user_id: string } | { reservation_id: string; sorte: SorteCourriel }): Promise<void> {
  await tx.delete(courriels).where(and(
    eq(courriels.statut, 'en_attente'),
    'user_id' in quoi ? eq(courriels.user_id, quoi.user_id) : and(eq(courriels.reservation_id, quoi.reservation_id), eq(courriels.sorte, quoi.sorte)),
  ));
}

/** A link that has been replaced must not be sent any more (decision 14). */
export async function deleteLiensEnAttente(tx: Tx, user_id: string, sorte: 'mot_de_passe' | 'confirmation_adresse'): Promise<void> {
  await tx.delete(courriels).where(and(eq(courriels.statut, 'en_attente'), eq(courriels.user_id, user_id), eq(courriels.sorte, sorte)));
}

/** Waiting, and held by nobody at `now`. */
const libre = (now: Date) => and(eq(courriels.statut, 'en_attente'), or(isNull(courriels.tenu_jusque), lte(courriels.tenu_jusque, now)));

/**
 * Takes the email that has been due longest and holds it until `jusque`: nobody else sends it meanwhile, and whoever
 * dies holding it leaves it to the others. null when none is due.
 */
export async function claimCourriel(db: Db, now: Date, jusque: Date): Promise<Courriel | null> {
  const due = db.select({ id: courriels.id }).from(courriels)
    .where(and(libre(now), lte(courriels.envoyer_apres, now), sql`${courriels.perime_apres} > ${now}`))
    .orderBy(asc(courriels.envoyer_apres)).limit(1).for('update', { skipLocked: true });
  const [row] = await db.update(courriels)
    .set({ tenu_jusque: jusque, essais: sql`${courriels.essais} + 1` })
    .where(eq(courriels.id, due)).returning();
  return row ?? null;
}

/** When the next one is due that nobody holds; null when none waits. */
export async function nextDue(db: Db, now: Date): Promise<Date | null> {
  const [row] = await db.select({ envoyer_apres: courriels.envoyer_apres }).from(courriels).where(libre(now)).orderBy(asc(courriels.envoyer_apres)).limit(1);
  return row?.envoyer_apres ?? null;
}

type Suite = Partial<Pick<Courriel, 'statut' | 'envoyer_apres' | 'perime_apres' | 'derniere_erreur' | 'envoye_at' | 'essais'>> & { contenu?: ContenuCourriel };

/** What has become of an email that was held; it is held no more. A row that was taken back meanwhile stays away. */
export async function settleCourriel(tx: Tx, id: string, suite: Suite): Promise<void> {
  await tx.update(courriels).set({ ...suite, tenu_jusque: null }).where(eq(courriels.id, id));
}

/** Decision 38: what has waited too long is outdated, or given up where it had been tried. How many there were. */
export async function outdateCourriels(tx: Tx, now: Date): Promise<number> {
  const rows = await tx.update(courriels)
    .set({ statut: sql`case when ${courriels.essais} > 0 then 'echoue' else 'perime' end` })
    .where(and(libre(now), lte(courriels.perime_apres, now)))
    .returning({ id: courriels.id });
  return rows.length;
}

/** True when something waits that is outdated: asked first, so that nothing is announced when nothing is. */
export async function hasOutdated(db: Db, now: Date): Promise<boolean> {
  const [row] = await db.select({ id: courriels.id }).from(courriels).where(and(libre(now), lte(courriels.perime_apres, now))).limit(1);
  return row !== undefined;
}

export async function lockCourriel(tx: Tx, id: string): Promise<Courriel | null> {
  const [row] = await tx.select().from(courriels).where(eq(courriels.id, id)).for('update');
  return row ?? null;
}

export async function getCourriel(reader: Reader, id: string): Promise<Courriel | null> {
  const [row] = await reader.select().from(courriels).where(eq(courriels.id, id));
  return row ?? null;
}

/** The newest first; a page of at most `nombre`, after `saut`. */
export async function listCourriels(reader: Reader, statut: StatutCourriel | undefined, { nombre, saut }: { nombre: number; saut: number }): Promise<Courriel[]> {
  return reader.select().from(courriels).where(statut && eq(courriels.statut, statut))
    .orderBy(desc(courriels.created_at), desc(courriels.id)).limit(nombre).offset(saut);
}

/** How many stand in each state. */
export async function countCourriels(reader: Reader): Promise<Record<StatutCourriel, number>> {
  const rows = await reader.select({ statut: courriels.statut, n: sql<number>`count(*)::int` }).from(courriels).groupBy(courriels.statut);
  return { en_attente: 0, envoye: 0, echoue: 0, perime: 0, ...Object.fromEntries(rows.map(({ statut, n }) => [statut, n])) };
}

/** The log forgets: people's addresses are not kept for ever. What waits stays. */
export async function deleteCourrielsBefore(reader: Reader, instant: Date): Promise<void> {
  await reader.delete(courriels).where(and(ne(courriels.statut, 'en_attente'), lt(courriels.created_at, instant)));
}
