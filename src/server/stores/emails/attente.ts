/** The emails of changes that wait for further changes of their lesson (MAIL-41, ADR-043). */
import { and, asc, eq, gt, inArray, min, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/platform/db.ts';
import { courriels } from '#server/platform/schema/schema.ts';
import { type Courriel, type CourrielWithLesson, sameLecon, withLesson } from './courriels.ts';

/**
 * A waiting email of a change, with its lesson as it is now; `ensemble`: those that it is one of.
 */
export type Attendu = CourrielWithLesson & { ensemble: string; nombre: number };

/**
 * The emails to unite: those that wait with another one about their lesson to their recipient, and
 * those due at `now` whose lesson has changed since without another email. In the order of their
 * versions; locked until the transaction ends. An email that is locked elsewhere is left out:
 * `nombre` counts it.
 */
const toUnite = (now: Date) => sql`
  with attendus as (
    select c.id, c.reservation_id, c.envoyer_apres, c.contenu ? 'attend' as attend, (c.contenu -> 'lecon' ->> 'version')::int as version,
      concat_ws(' ', c.reservation_id, coalesce(c.user_id::text, c.destinataire)) as ensemble
    from courriels c
    where c.statut = 'en_attente' and c.essais = 0 and (c.tenu_jusque is null or c.tenu_jusque <= now())
      and (c.contenu ? 'attend' or exists (
        select from courriels as avant
        where avant.statut = 'en_attente' and avant.essais = 0 and avant.contenu ? 'attend' and ${sameLecon('avant', 'c')}
          and (avant.contenu -> 'lecon' ->> 'version')::int < (c.contenu -> 'lecon' ->> 'version')::int))
  ), comptes as (select a.*, count(*) over (partition by ensemble)::int as nombre from attendus a)
  select a.id, a.ensemble, a.nombre from comptes a left join reservations r on r.id = a.reservation_id
  where a.nombre > 1 or (a.attend and a.envoyer_apres <= ${now.toISOString()}::timestamptz and a.version is distinct from r.version)`;

/** Whether there are such emails. Checked first, without a transaction. */
export async function hasAttendus(db: Db, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`${toUnite(now)} limit 1`);
  return rows.length > 0;
}

/** The emails to unite, by lesson and recipient. */
export async function lockAttendus(tx: Tx, now: Date): Promise<Attendu[][]> {
  const { rows } = await tx.execute<Pick<Attendu, 'ensemble' | 'nombre'> & { id: string }>(
    toUnite(now),
  );
  if (rows.length === 0) return [];
  const locked = await withLesson(tx)
    .where(
      and(
        inArray(
          courriels.id,
          rows.map(({ id }) => id),
        ),
        eq(courriels.statut, 'en_attente'),
        eq(courriels.essais, 0),
      ),
    )
    .orderBy(asc(sql`(${courriels.contenu} -> 'lecon' ->> 'version')::int`))
    .for('update', { of: courriels, skipLocked: true });
  const found = locked.flatMap((one) => {
    const row = rows.find(({ id }) => id === one.courriel.id);
    return row ? [{ ...row, ...one }] : [];
  });
  return [...Map.groupBy(found, ({ ensemble }) => ensemble).values()];
}

/** Stores the email that says what all of them said, in the row of the last one. */
export async function storeUni(
  tx: Tx,
  { id }: Pick<Courriel, 'id'>,
  uni: Pick<Courriel, 'contenu' | 'envoyer_apres' | 'perime_apres'>,
): Promise<void> {
  await tx
    .update(courriels)
    .set({ ...uni, sorte: uni.contenu.sorte })
    .where(eq(courriels.id, id));
}

/** Deletes emails that this transaction has locked. */
export async function deleteCourriels(
  tx: Tx,
  rows: readonly Pick<Courriel, 'id'>[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await tx.delete(courriels).where(inArray(courriels.id, ids));
}

/** When the next email is due after `now`; null if none waits for its time. */
export async function getNextDue(db: Db, now: Date): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(courriels.envoyer_apres) })
    .from(courriels)
    .where(and(eq(courriels.statut, 'en_attente'), gt(courriels.envoyer_apres, now)));
  return row?.at ?? null;
}
