import type { Ctx } from '#server/platform/services.ts';
import { getEcriture } from '#server/stores/reservations/ecritures.ts';

/** Whether a write whose answer was lost is stored (API-28). */
export async function get(ctx: Ctx, { id }: { id: string }): Promise<{ enregistree: boolean }> {
  return { enregistree: (await getEcriture(ctx.db, id)) !== null };
}
