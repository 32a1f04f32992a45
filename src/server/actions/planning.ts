/** The administrators' week (API-21). */
import type { Journee } from '#domain/planning.ts';
import { refusePeriode } from '#domain/reservations.ts';
import { Refus } from '#domain/errors.ts';
import type { Ctx } from '../platform/services.ts';
import { listPlanning } from '../stores/planning.ts';

/**
 * The lessons of a range of days, both ends included: the same for every administrator, so
 * simultaneous requests share a read.
 */
export async function list(ctx: Ctx, { du, au }: { du: string; au: string }): Promise<Journee[]> {
  const refus = refusePeriode(du, au);
  if (refus) throw new Refus(refus);
  return ctx.shared.share(`planning ${du} ${au}`, () => listPlanning(ctx.db, { du, au }));
}
