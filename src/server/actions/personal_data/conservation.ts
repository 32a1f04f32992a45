/**
 * Removes names and remarks from lessons after some time (SET-42), if an administrator wants it
 * (SET-43).
 */
import { momentAt } from '#domain/core/calendrier.ts';
import { bornesOf, type ConservationLecons } from '#domain/core/conservation_lecons.ts';
import { Refus } from '#domain/errors/errors.ts';
import { isDoubtful } from '#domain/health/horloge.ts';
import { CONSERVATION_LEGALE_ANS } from '#domain/billing/facturation.ts';
import { changementsOf } from '#domain/journal/journal.ts';
import {
  attenteOf,
  avantOf,
  champsRaccourcis,
  conservationOf,
  type DureesEnAttente,
} from '#domain/settings/durees.ts';
import type { Parametres } from '#domain/settings/parametres.ts';
import { tellReglages } from '#server/checks/alerte_admins.ts';
import { demandConfirmation } from '#server/checks/confirmation.ts';
import { transact, type Tx } from '#server/platform/db.ts';
import { lockOrthographes, tryKeys } from '#server/platform/locks.ts';
import type { Ctx, Services } from '#server/platform/services.ts';
import {
  countDue,
  deleteCourrielsOfDue,
  deleteRetiresOfDue,
  deleteUnusedClients,
  deleteUnusedOrthographes,
  hasOrthographes,
  PLACES,
  removeNames,
} from '#server/stores/personal_data/conservation.ts';
import { deleteOldComptes, removeNamesOfReleves } from '#server/stores/billing/releves.ts';
import { removeNamesOfLignes } from '#server/stores/billing/lignes.ts';
import { getLastSign } from '#server/stores/health/horloge.ts';
import { insertJournal } from '#server/stores/journal.ts';
import {
  avantColumns,
  avantDe,
  getDurees,
  getParametres,
  isRetentionAnswered,
  lockParametres,
  updateParametres,
} from '#server/stores/settings.ts';

/**
 * Lessons of one transaction. It takes a fraction of a second, so that an edit of one of them
 * hardly waits.
 */
const BATCH = 500;

type Needs = Pick<Services, 'db' | 'now'>;

/**
 * Housekeeping: removes names batch by batch until none is left; returns how many lessons changed.
 * Only one of several instances works. Before each batch the setting and the clock are read again,
 * because removed names cannot be restored (SET-16). `stop`: aborted when the service ends.
 */
export async function sweep({ db, now }: Needs, stop?: AbortSignal): Promise<number> {
  const batch = <T>(
    work: (tx: Tx, bornes: ReturnType<typeof bornesOf>) => Promise<T>,
  ): Promise<T | null> =>
    transact(db, [], async (tx) => {
      if (stop?.aborted || !(await tryKeys(tx, ['conservation des leçons']))) return null;
      const at = now();
      const periods = conservationOf(await getDurees(tx, at));
      if (!periods || isDoubtful(at, await getLastSign(tx))) return null;
      return work(tx, bornesOf(momentAt(at).jour, periods));
    });
  let lessons = 0;
  for (const place of PLACES) {
    for (let n: number | null = BATCH; n === BATCH; lessons += n ?? 0)
      n = await batch(async (tx, bornes) => {
        const changed = await removeNames(tx, place, bornes, BATCH);
        // In the same transaction: a sent line without its seat would be a credit.
        if (changed > 0) await removeNamesOfReleves(tx, bornes.lecons);
        return changed;
      });
  }
  const emails = await batch(deleteCourrielsOfDue);
  const retires = await batch(deleteRetiresOfDue);
  const lignes = await batch(
    async (tx, { lecons }) =>
      (await removeNamesOfLignes(tx, lecons)) + (await removeNamesOfReleves(tx, lecons)),
  );
  const clients = await batch(deleteUnusedClients);
  if (emails === null || retires === null || lignes === null || clients === null) return lessons;
  const names = (await hasOrthographes(db))
    ? await transact(db, [], async (tx) => {
        await lockOrthographes(tx);
        return deleteUnusedOrthographes(tx);
      })
    : 0;
  if (lessons + emails + retires + lignes + clients + names > 0)
    await transact(
      db,
      ['reservations', 'courriels', 'orthographes', 'users', 'facturation'],
      async () => undefined,
    );
  return lessons;
}

/**
 * Housekeeping, whatever the settings: deletes the statements and payments of erased customers after
 * the legal period (REL-38).
 */
export async function sweepEffaces({ db, now }: Needs): Promise<void> {
  const before = `${Number(momentAt(now()).jour.slice(0, 4)) - CONSERVATION_LEGALE_ANS}-01-01`;
  await transact(db, [], (tx) => deleteOldComptes(tx, before));
}

type Proposition = ConservationLecons & { lecons: number; annulees: number };

/**
 * The proposal of the banner: the periods, and how many lessons would lose their names now; null
 * once an administrator has answered. `attente`: the shorter periods that wait (SET-51).
 */
export async function get({
  db,
  now,
}: Needs): Promise<{ proposition: Proposition | null; attente: DureesEnAttente | null }> {
  const parametres = await getParametres(db);
  const attente = attenteOf(parametres, avantDe(parametres), now());
  if (await isRetentionAnswered(db)) return { proposition: null, attente };
  const { lessonMonths: mois, cancelledDays: annuleesJours } = parametres;
  const periods = { mois, annuleesJours };
  return {
    attente,
    proposition: { ...periods, ...(await countDue(db, bornesOf(momentAt(now()).jour, periods))) },
  };
}

/**
 * An administrator accepts or declines (SET-43). The first answer counts; afterwards the retention
 * is an ordinary setting. To accept needs a confirmation and waits like any shorter period.
 */
export async function answer(
  ctx: Ctx,
  { accepter }: { accepter: boolean },
): Promise<{ proposition: null }> {
  return ctx.transaction(async (tx) => {
    const stored = await lockParametres(tx);
    if (await isRetentionAnswered(tx)) throw new Refus('conservation_repondue');
    const wanted = { ...stored, lessonRetention: accepter };
    const avant = avantOf(stored, avantDe(stored), wanted, ctx.now());
    if (accepter) {
      await demandConfirmation(tx, ctx);
      await tellReglages(tx, ctx, 'durees_raccourcies', {
        reglages: champsRaccourcis(stored, wanted),
        des: avant?.jusque.toISOString(),
      });
    }
    await insertJournal(tx, ctx, {
      action: accepter ? 'conservation.acceptee' : 'conservation.refusee',
      details: {
        changements: changementsOf<Partial<Parametres>>(stored, { lessonRetention: accepter }),
      },
    });
    await updateParametres(tx, {
      lessonRetention: accepter,
      lessonRetentionAnswered: true,
      ...avantColumns(avant),
    });
    return { proposition: null };
  });
}
