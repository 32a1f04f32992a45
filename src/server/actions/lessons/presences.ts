/** Noting who was present at a lesson (PRES-01 to PRES-05), or on a day (PRES-09). */
import { isDeepStrictEqual } from 'node:util';
import { momentAt } from '#domain/core/calendrier.ts';
import { premierJour } from '#domain/lessons/apres_coup.ts';
import { Refus } from '#domain/errors/errors.ts';
import { leconJournalOf } from '#domain/journal/journal.ts';
import {
  comptesPresences,
  type Presence,
  refusePresences,
  withPresences,
} from '#domain/lessons/presences.ts';
import { several } from '#server/checks/several.ts';
import { announce } from '#server/platform/db.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { insertJournal, journalOf } from '#server/stores/journal.ts';
import type { Reservation } from '#server/stores/lessons/columns.ts';
import { readEditFacts } from '#server/stores/lessons/facts.ts';
import { getReservationWithPhone } from '#server/stores/lessons/reservations.ts';
import { concerned } from '#server/stores/lessons/afterwards.ts';
import { storePresents } from '#server/stores/lessons/participants.ts';
import { storeEdit, untilStored } from '#server/stores/lessons/writes.ts';

/**
 * Notes the presence of some seats. Whether an absence is billed is decided by the setting at this
 * moment, so it is stored only if the rules have not changed since it was read (PRES-03).
 */
export async function set(
  ctx: Ctx,
  { id, presences }: { id: string; presences: readonly { place: string; presence: Presence }[] },
): Promise<Reservation> {
  await untilStored(async () => {
    const facts = await readEditFacts(ctx.db, id, null);
    if (!facts) throw new Refus('reservation_introuvable');
    const { current, parametres, rules } = facts;
    const refus = refusePresences(current, presences, momentAt(ctx.now()).jour);
    if (refus) throw new Refus(refus);
    const participants = withPresences(current.participants, presences, parametres.absencesBilled);
    if (isDeepStrictEqual(participants, current.participants)) return current;
    return storeEdit(ctx.db, current, [], {
      apres: { ...current, participants },
      at: ctx.now(),
      par: personneOf(ctx).id,
      raison: null,
      courriels: [],
      rules,
      announcement: ctx.announcement(...concerned(current)),
      ligne: journalOf(ctx, {
        action: 'presence.notee',
        objet_id: current.id,
        details: {
          lecon: leconJournalOf(current),
          presences: comptesPresences(current.participants, participants),
        },
      }),
    });
  });
  const stored = await getReservationWithPhone(ctx.db, id);
  if (!stored) throw new Refus('reservation_introuvable');
  return stored;
}

/**
 * Notes seats of a day as present, or takes this back. Left as they are: a seat about which something
 * else is noted, and lessons that are cancelled or have not begun (PRES-09).
 */
export async function notePresents(
  ctx: Ctx,
  { jour, places, notee }: { jour: string; places: readonly string[]; notee: boolean },
): Promise<{ places: string[] }> {
  if (jour < premierJour(momentAt(ctx.now()).jour)) throw new Refus('presence_ancienne');
  return several(ctx, async (tx, at) => {
    const noted = await storePresents(tx, momentAt(ctx.now()), { jour, places, notee });
    if (noted.length > 0) {
      await insertJournal(tx, at, {
        action: notee ? 'presences.notees' : 'presences.retirees',
        details: { jour, presences: { presente: noted.length } },
      });
      await announce(tx, ctx.announcement({ date_reservation: jour, user_id: null }));
    }
    return { places: noted };
  });
}
