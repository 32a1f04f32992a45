import type { Ctx } from '#server/platform/services.ts';
import { getEcriture } from '#server/stores/reservations/ecritures.ts';

/** What a write whose answer was lost has stored; null if it is not stored (API-28). */
export async function get(ctx: Ctx, { id }: { id: string }): Promise<{ objet_id: string | null }> {
  return { objet_id: (await getEcriture(ctx.db, id))?.objet_id ?? null };
}
