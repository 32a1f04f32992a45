/** Deleted reservations: their list, and restoring one (DESK-30, DESK-31). */
import { keptSince } from '#domain/core/conservation.ts';
import { detailOf, placeObstacle } from '#domain/slots/creneaux.ts';
import { envoisDesComptes } from '#domain/emails/comptes.ts';
import { Refus } from '#domain/errors/errors.ts';
import { leconJournalOf } from '#domain/journal/journal.ts';
import { sliceOf } from '#domain/core/pages.ts';
import type { Ctx, Services } from '#server/platform/services.ts';
import { journalOf } from '#server/stores/journal.ts';
import { deleteEcrituresBefore } from '#server/stores/lessons/ecritures.ts';
import { deleteRetiresBefore } from '#server/stores/lessons/participants_retires.ts';
import type { Reservation } from '#server/stores/lessons/columns.ts';
import {
  countSupprimees,
  deleteSupprimeesBefore,
  listSupprimees,
  readRestoreFacts,
  storeRestored,
} from '#server/stores/lessons/supprimees.ts';
import { labelIn } from '#server/stores/lessons/facts.ts';
import { concerned } from '#server/stores/lessons/afterwards.ts';
import { untilStored } from '#server/stores/lessons/writes.ts';

type Supprimee = Reservation & { supprimee_at: string; par: string | null; raison: string | null };

/** One page of the deleted reservations, latest deletion first, and the total number. */
export async function list(
  ctx: Ctx,
  { page }: { page: number },
): Promise<{ page: Supprimee[]; total: number }> {
  const rows = await listSupprimees(ctx.db, sliceOf(page));
  return {
    page: rows.map(({ supprimee_at, ...row }) => ({
      ...row,
      supprimee_at: supprimee_at.toISOString(),
    })),
    total: await countSupprimees(ctx.db),
  };
}

/**
 * Restores a deleted reservation if its arena is free, with its id and status (DESK-30). The rider
 * gets the emails of a booking, unless the lesson is cancelled or over.
 */
export async function restore(
  ctx: Ctx,
  { id, version }: { id: string; version?: number | undefined },
): Promise<Reservation> {
  return untilStored(async () => {
    const facts = await readRestoreFacts(ctx.db, id);
    if (!facts) throw new Refus('reservation_introuvable');
    const { current, occupations } = facts;
    // Restored, changed and deleted again by somebody else.
    if (version !== undefined && version !== current.version)
      throw new Refus('reservation_changee');
    const obstacle =
      current.statut === 'annulee' ? null : placeObstacle(current, occupations, null);
    if (obstacle) {
      const code = obstacle.reason === 'creneau_ferme' ? obstacle.reason : 'creneau_deja_reserve';
      throw new Refus(code, { detail: detailOf(code, obstacle.holds[0]) });
    }
    const courriels = envoisDesComptes(
      { avant: null, apres: current, version: current.version + 1 },
      { ...facts, labelOf: labelIn(facts), now: ctx.now() },
    );
    return storeRestored(ctx.db, current, {
      at: ctx.now(),
      courriels,
      announcement: ctx.announcement(...concerned(current)),
      ligne: journalOf(ctx, {
        action: 'reservation.restauree',
        objet_id: id,
        details: { lecon: leconJournalOf(current) },
      }),
    });
  });
}

/**
 * Housekeeping: a deleted reservation is kept for 30 days, and so is a participant who was taken
 * out. So is the id of a write, which is answered again by these rows (API-27).
 */
export async function sweep({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const since = keptSince('reservation_supprimee', now());
  await deleteSupprimeesBefore(db, since);
  await deleteRetiresBefore(db, since);
  await deleteEcrituresBefore(db, since);
}
