import type { Ctx } from '#server/platform/services.ts';
import { getLigneLibre, getMouvement } from '#server/stores/billing/mouvements.ts';
import { getEcriture } from '#server/stores/lessons/ecritures.ts';

/**
 * What a write whose answer was lost has stored; null if it is not stored (API-28). A line or a
 * payment is stored under the id of its write.
 */
export async function get(
  { db }: Ctx,
  { id }: { id: string },
): Promise<{ objet_id: string | null }> {
  const ecriture = await getEcriture(db, id);
  if (ecriture) return { objet_id: ecriture.objet_id };
  const stored = (await getLigneLibre(db, id)) ?? (await getMouvement(db, id));
  return { objet_id: stored && id };
}
