/** The occupations of the arenas, for the grid of riders (BOOK-08). */
import type { Disponibilite } from '#domain/slots/creneaux.ts';
import { refusePeriode } from '#domain/lessons/reservations.ts';
import { Refus } from '#domain/errors/errors.ts';
import type { Ctx } from '#server/platform/services.ts';
import type { Reading } from '#server/platform/shared.ts';
import { listDisponibilites, stampDisponibilites } from '#server/stores/lessons/reservations.ts';

/**
 * Occupations over a range of days, both ends included. They are the same for everyone, so
 * simultaneous requests share a read. `ouvertes`: only lessons that can be joined (RIDE-75).
 */
export function list(
  _: Ctx,
  { du, au, ouvertes }: { du: string; au: string; ouvertes?: '1' | undefined },
): Reading<Disponibilite[]> {
  const refus = refusePeriode(du, au);
  if (refus) throw new Refus(refus);
  const ouvertesSeules = ouvertes === '1';
  return {
    key: `disponibilites ${du} ${au}${ouvertesSeules ? ' ouvertes' : ''}`,
    stamp: (reader) => stampDisponibilites(reader, { du, au }),
    read: (reader) => listDisponibilites(reader, { du, au, ouvertesSeules }),
  };
}
