/** Until when emails wait: those that an earlier version wrote with a shorter limit (MAIL-02). */
import { outdatedAt } from '#domain/emails/courriels.ts';
import { transact } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';
import { extendCourriel, lockWaiting } from '#server/stores/emails/courriels.ts';

/**
 * At start: what waits gets the limit of today's rule where that is later. Once that is done it
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
