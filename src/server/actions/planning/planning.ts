/** The administrators' week (API-21). */
import type { Journee } from '#domain/planning/planning.ts';
import { refusePeriode } from '#domain/lessons/reservations.ts';
import { Refus } from '#domain/errors/errors.ts';
import type { Ctx } from '#server/platform/services.ts';
import type { Reading } from '#server/platform/shared.ts';
import { listPlanning } from '#server/stores/planning/planning.ts';
import { stampReservations } from '#server/stores/lessons/reservations.ts';

/**
 * The lessons of a range of days, both ends included. They are the same for every administrator, so
 * simultaneous requests share a read.
 */
export function list(_: Ctx, { du, au }: { du: string; au: string }): Reading<Journee[]> {
  const refus = refusePeriode(du, au);
  if (refus) throw new Refus(refus);
  return {
    key: `planning ${du} ${au}`,
    stamp: (reader) => stampReservations(reader, { du, au }),
    read: (reader) => listPlanning(reader, { du, au }),
  };
}
