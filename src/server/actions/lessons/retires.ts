/**
 * Participants whom the centre took out of a lesson: their list, and putting one back (DESK-33).
 */
import { envoisDesComptes } from '#domain/emails/comptes.ts';
import { Refus } from '#domain/errors/errors.ts';
import { leconJournalOf } from '#domain/journal/journal.ts';
import { editedSize } from '#domain/lessons/reservations.ts';
import { sliceOf } from '#domain/core/pages.ts';
import { seated, withPutBack } from '#domain/lessons/participants.ts';
import type { Ctx } from '#server/platform/services.ts';
import { personneOf } from '#server/platform/services.ts';
import { journalOf } from '#server/stores/journal.ts';
import {
  countRetires,
  getRetire,
  listRetires,
  type RetireLu,
} from '#server/stores/lessons/participants_retires.ts';
import type { Reservation } from '#server/stores/lessons/columns.ts';
import { labelIn, nameIn, readEditFacts } from '#server/stores/lessons/facts.ts';
import { concerned } from '#server/stores/lessons/afterwards.ts';
import { storeEdit, untilStored } from '#server/stores/lessons/writes.ts';

/** One page, latest first, and the total number. */
export async function list(
  ctx: Ctx,
  { page }: { page: number },
): Promise<{ page: (Omit<RetireLu, 'retire_at'> & { retire_at: string })[]; total: number }> {
  const rows = await listRetires(ctx.db, sliceOf(page));
  return {
    page: rows.map(({ retire_at, ...row }) => ({ ...row, retire_at: retire_at.toISOString() })),
    total: await countRetires(ctx.db),
  };
}

/**
 * Puts a participant back at the former position, if the lesson has a place. Of simultaneous calls,
 * as many succeed as there are places (DESK-33).
 */
export async function putBack(ctx: Ctx, { id }: { id: string }): Promise<Reservation> {
  return untilStored(async () => {
    const found = await getRetire(ctx.db, id);
    if (!found) throw new Refus('participant_introuvable');
    const facts = await readEditFacts(ctx.db, found.reservation_id, null);
    if (!facts) throw new Refus('lecon_supprimee');
    const { current, type, comptes } = facts;
    if (current.statut === 'annulee') throw new Refus('lecon_deja_annulee');
    if (current.nombre_personnes >= (editedSize(current, { current, type })?.max_personnes ?? 0))
      throw new Refus('plus_de_place');
    const after = seated(current, withPutBack(current, found.retire), nameIn(facts));
    // The account may have had no seat when the accounts of the lesson were read.
    const told = {
      ...facts,
      comptes: [
        ...comptes.filter((one) => one.id !== found.compte?.id),
        ...(found.compte ? [found.compte] : []),
      ],
      labelOf: labelIn(facts),
      now: ctx.now(),
    };
    const courriels = envoisDesComptes(
      { avant: current, apres: after, version: current.version + 1 },
      told,
    );
    return storeEdit(ctx.db, current, [], {
      apres: after,
      at: ctx.now(),
      par: personneOf(ctx).id,
      raison: null,
      courriels,
      remis: [id],
      announcement: ctx.announcement(...concerned(current), ...concerned(after)),
      ligne: journalOf(ctx, {
        action: 'place.remise',
        objet_id: current.id,
        details: { lecon: leconJournalOf(current) },
      }),
    });
  });
}
