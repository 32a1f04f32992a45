/** What every change of a lesson by an administrator stores: seats, emails, a line of the journal. */
import { randomUUID } from 'node:crypto';
import { momentAt } from '#domain/core/calendrier.ts';
import { type Change, envoisDesComptes } from '#domain/emails/comptes.ts';
import { comptesParticipants, ligneModification } from '#domain/journal/journal.ts';
import { hasBegun } from '#domain/reservations/apres_coup.ts';
import { type Modification, modificationIn } from '#domain/reservations/modification.ts';
import { edited, retiredSeats } from '#domain/reservations/participants.ts';
import type { Reader } from '#server/platform/db.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { journalOf } from '#server/stores/journal.ts';
import type { Reservation } from '#server/stores/reservations/columns.ts';
import {
  type EditFacts,
  labelIn,
  nameIn,
  type SeatedReservation,
} from '#server/stores/reservations/facts.ts';
import { concerned } from '#server/stores/reservations/told.ts';
import { daysOf, storeEdit } from '#server/stores/reservations/writes.ts';

/** The emails of a change by the centre. */
export const tell = (
  ctx: Ctx,
  facts: EditFacts,
  change: Change,
  raison: string | null,
): ReturnType<typeof envoisDesComptes> =>
  envoisDesComptes(change, { ...facts, labelOf: labelIn(facts), now: ctx.now(), raison });

/**
 * Stores a change that was decided on these facts; null if the lesson or its new arena has changed
 * since. A change that changes nothing stores nothing (DESK-26). `ids`: the seat of each name
 * (RIDE-03). `groupe`: its emails leave with those of other lessons that have the same (MAIL-26).
 */
export async function storeChange(
  ctx: Ctx,
  reader: Reader,
  facts: EditFacts,
  modification: Modification & { heure_fin: string },
  {
    raison,
    ids,
    groupe,
  }: {
    raison: string | null;
    ids?: readonly (string | null)[] | undefined;
    groupe?: string;
  },
): Promise<Reservation | null> {
  const { current } = facts;
  const change = { ...modificationIn(modification), heure_fin: modification.heure_fin };
  const after = edited(current, change, { ids, nameOf: nameIn(facts), newId: randomUUID });
  if (JSON.stringify(after) === JSON.stringify(current)) return unseated(current);
  const { courriels, comptes } = tell(
    ctx,
    facts,
    { avant: current, apres: after, version: current.version + 1 },
    raison,
  );
  const maintenant = momentAt(ctx.now());
  return storeEdit(reader, current, daysOf(current, after), {
    apres: after,
    at: ctx.now(),
    par: personneOf(ctx).id,
    raison,
    courriels:
      groupe === undefined
        ? courriels
        : courriels.map((one) => (one.contenu.sorte === 'rappel' ? one : { ...one, groupe })),
    comptes,
    announcement: ctx.announcement(...concerned(current), ...concerned(after)),
    retires: retiredSeats(current, after),
    ligne: journalOf(ctx, {
      ...ligneModification(
        current,
        change,
        comptesParticipants(current.participants, after.participants),
        hasBegun(current, maintenant) && hasBegun(after, maintenant),
      ),
      objet_id: current.id,
    }),
  });
}

const unseated = ({ participants: _, ...reservation }: SeatedReservation): Reservation =>
  reservation;
