/** Free lines, payments and their counter-movements (REL-04, REL-06, REL-21 to REL-25). */
import { desc, eq, sql } from 'drizzle-orm';
import type { Moyen } from '#domain/billing/facturation.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { lignesLibres, mouvements } from '#server/platform/schema/schema.ts';
import { nomDe } from '../people/noms.ts';
import { keyOfName } from '../people/noms.ts';

export type MouvementStocke = typeof mouvements.$inferSelect;

/** Stores a free line or a correction; false if its id, or the corrected line, is there already. */
export async function insertLigneLibre(
  tx: Tx,
  ligne: typeof lignesLibres.$inferInsert,
): Promise<boolean> {
  const rows = await tx
    .insert(lignesLibres)
    .values(ligne)
    .onConflictDoNothing()
    .returning({ id: lignesLibres.id });
  return rows.length > 0;
}

/** The stored line with an id; null if there is none. */
export async function getLigneLibre(
  reader: Reader,
  id: string,
): Promise<typeof lignesLibres.$inferSelect | null> {
  const [row] = await reader.select().from(lignesLibres).where(eq(lignesLibres.id, id));
  return row ?? null;
}

/** Stores a movement; false if its id is there already, or if the payment is undone already. */
export async function insertMouvement(
  tx: Tx,
  mouvement: typeof mouvements.$inferInsert,
): Promise<boolean> {
  const rows = await tx
    .insert(mouvements)
    .values(mouvement)
    .onConflictDoNothing()
    .returning({ id: mouvements.id });
  return rows.length > 0;
}

export async function getMouvement(reader: Reader, id: string): Promise<MouvementStocke | null> {
  const [row] = await reader.select().from(mouvements).where(eq(mouvements.id, id));
  return row ?? null;
}

/** The movements of an account, latest first; `annule`: it was undone. */
export const listMouvements = (
  reader: Reader,
  payeur: string,
): Promise<(MouvementStocke & { annule: boolean })[]> =>
  reader
    .select({
      id: mouvements.id,
      payeur_id: mouvements.payeur_id,
      jour: mouvements.jour,
      moyen: mouvements.moyen,
      centimes: mouvements.centimes,
      arrondi: mouvements.arrondi,
      note: mouvements.note,
      annule_id: mouvements.annule_id,
      created_at: mouvements.created_at,
      cree_par: mouvements.cree_par,
      annule: sql<boolean>`exists (select from mouvements c where c.annule_id = "mouvements"."id")`,
    })
    .from(mouvements)
    .where(eq(mouvements.payeur_id, payeur))
    .orderBy(desc(mouvements.jour), desc(mouvements.created_at), desc(mouvements.id));

/** A line of the journal of receipts, in cents. */
export type RecetteRow = {
  id: string;
  jour: string;
  client: string;
  /** The account's last statement when it was entered; null if there was none. */
  releve: { mois: string; numero: number } | null;
  moyen: Moyen;
  centimes: number;
  arrondi: number;
  note: string | null;
  annulation: boolean;
  created_at: string;
};

/** The movements of some days, by day, then as they were entered (REL-25). */
export async function listRecettes(
  reader: Reader,
  { du, au }: { du: string; au: string },
): Promise<RecetteRow[]> {
  const { rows } = await reader.execute<RecetteRow>(sql`
    select m.id, m.jour, coalesce(${nomDe('u', 'k')}, y.nom, '') as client, m.moyen,
      (select json_build_object('mois', v.mois, 'numero', v.numero) from releves v where v.payeur_id = m.payeur_id and v.created_at <= m.created_at
        order by v.created_at desc, v.au desc, v.numero desc limit 1) as releve, m.centimes, m.arrondi, m.note, m.annule_id is not null as annulation, m.created_at
    from mouvements m join payeurs y on y.id = m.payeur_id left join clients k on k.id = y.id left join users u on u.id = y.id
    where m.jour between ${du} and ${au} order by m.jour, m.created_at, ${keyOfName(sql`coalesce(${nomDe('u', 'k')}, y.nom, '')`)}, m.id`);
  return rows.map((row) => ({ ...row, created_at: new Date(row.created_at).toISOString() }));
}
