/** The administrators' week (API-21). */
import type { Journee } from '#domain/reservations/planning.ts';
import { refusePeriode } from '#domain/reservations/reservations.ts';
import { Refus } from '#domain/errors/errors.ts';
import type { Ctx } from '#server/platform/services.ts';
import { listPlanning } from '#server/stores/reservations/planning.ts';

/**
 * The lessons of a range of days, both ends included. They are the same for every administrator, so
 * simultaneous requests share a read.
 */
export async function list(ctx: Ctx, { du, au }: { du: string; au: string }): Promise<Journee[]> {
  const refus = refusePeriode(du, au);
  if (refus) throw new Refus(refus);
  return ctx.shared.share(`planning ${du} ${au}`, () => listPlanning(ctx.db, { du, au }));
}
