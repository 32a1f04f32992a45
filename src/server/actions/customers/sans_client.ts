/** Seats without a customer: the desk sees them, and says whose they are (CLI-09, CLI-12). */
import { randomUUID } from 'node:crypto';
import { addDays, momentAt } from '#domain/core/calendrier.ts';
import { Refus } from '#domain/errors/errors.ts';
import { A_VERIFIER_MAX, refuseClient, tidyClient } from '#domain/customers/clients.ts';
import { modificationIn } from '#domain/lessons/modification.ts';
import { storeChange } from '#server/checks/changes.ts';
import { several } from '#server/checks/several.ts';
import type { Tx } from '#server/platform/db.ts';
import { lockDays } from '#server/platform/locks.ts';
import type { Ctx } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { findNamed, insertClient } from '#server/stores/customers/clients.ts';
import { readEditFacts } from '#server/stores/lessons/facts.ts';
import {
  listNomsSansClient,
  listSansClient,
  lockLecons,
  readSansClient,
} from '#server/stores/lessons/sans_client.ts';
import { daysOf } from '#server/stores/lessons/writes.ts';

/** How many seats are listed. */
const SANS_CLIENT_MAX = 50;
/** How many lessons are changed at once, which takes about 2 ms each; others wait for their days. */
const LECONS_DONNEES_MAX = 1_000;

/** The seats without a customer from the first day of the month before on (CLI-09). */
export function list(ctx: Ctx): ReturnType<typeof listSansClient> {
  const du = firstDay(ctx);
  return ctx.shared.share(`sans client ${du}`, () => listSansClient(ctx.db, du, SANS_CLIENT_MAX));
}

/** The names of all seats without a customer, and who has these names (CLI-12). */
export function noms(ctx: Ctx): ReturnType<typeof listNomsSansClient> {
  const du = firstDay(ctx);
  return ctx.shared.share(`noms sans client ${du}`, () =>
    listNomsSansClient(ctx.db, du, A_VERIFIER_MAX),
  );
}

/**
 * Gives all these seats of one name to a customer; null: to the one of that name without an account
 * and telephone, who is found or made. An account is told of its coming lessons in one message; of
 * lessons that have begun nobody is told (MAIL-02, MAIL-26).
 */
export function give(
  ctx: Ctx,
  { nom, client }: { nom: string; client: string | null },
): Promise<{ places: number }> {
  const groupe = randomUUID();
  return several(ctx, async (tx, at) => {
    const before = await readSansClient(tx, nom, LECONS_DONNEES_MAX);
    await lockDays(
      tx,
      before.flatMap((lecon) => daysOf(lecon)),
    );
    await lockLecons(
      tx,
      before.map(({ id }) => id),
    );
    const lecons = await readSansClient(tx, nom, LECONS_DONNEES_MAX);
    if (lecons.length === 0) throw new Refus('places_attribuees');
    const user_id = client ?? (await namedClient(ctx, tx, nom));
    let given = 0;
    // Of those whose days are locked: a lesson that came meanwhile stays in the list.
    for (const { id, places } of lecons.filter((one) =>
      before.some((known) => known.id === one.id),
    )) {
      const facts = await readEditFacts(tx, id, null, { desk: true, choisis: [user_id] });
      const stored =
        facts &&
        (await storeChange(
          at,
          tx,
          facts,
          { ...modificationIn(facts.current), heure_fin: facts.current.heure_fin },
          {
            raison: null,
            attribution: {
              ids: facts.current.participants.map((seat) => seat.id),
              comptes: facts.current.participants.map((seat) =>
                places.includes(seat.id) ? user_id : undefined,
              ),
            },
            groupe,
          },
        ));
      if (!stored) throw new Refus('service_occupe');
      given += places.length;
    }
    return { places: given };
  });
}

/** The customer without an account and telephone that has a name; made if there is none. */
async function namedClient(ctx: Ctx, tx: Tx, nom: string): Promise<string> {
  const saisi = { nom, telephone: null, email: null, adresse: null, note: null };
  const refus = refuseClient(saisi);
  if (refus) throw new Refus(refus);
  const made = await insertClient(tx, tidyClient(saisi), ctx.now());
  if (made !== null) await insertJournal(tx, ctx, { action: 'client.cree', objet_id: made });
  const id = made ?? (await findNamed(tx, nom));
  if (id === null) throw new Refus('service_occupe');
  return id;
}

/** The first day of the month before. */
const firstDay = (ctx: Ctx): string =>
  startOfMonth(addDays(startOfMonth(momentAt(ctx.now()).jour), -1));
const startOfMonth = (jour: string): string => `${jour.slice(0, 8)}01`;
