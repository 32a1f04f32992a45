/**
 * Until when emails wait: corrects emails that an earlier version wrote with a shorter limit
 * (MAIL-02).
 */
import { outdatedAt } from '#domain/emails/courriels.ts';
import { transact } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';
import { extendCourriel, lockWaiting } from '#server/stores/emails/courriels.ts';

/**
 * At start: waiting emails get the limit of the present rule if it is later. Once this is done, it
 * changes nothing.
 */
export async function extendWaiting({ db }: Pick<Services, 'db'>): Promise<void> {
  await transact(db, [], async (tx) => {
    for (const { id, contenu, created_at, perime_apres } of await lockWaiting(tx)) {
      const end = outdatedAt(created_at, contenu);
      if (end > perime_apres) await extendCourriel(tx, id, end);
    }
  });
}
