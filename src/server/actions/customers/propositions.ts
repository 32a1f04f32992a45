/** Whom the fast entry proposes (DESK-72). */
import { PROPOSES_MAX, type Propositions, propositionsOf } from '#domain/customers/propositions.ts';
import type { Ctx } from '#server/platform/services.ts';
import { searchClients } from '#server/stores/customers/clients.ts';
import { lastDeskType, listHabitudes } from '#server/stores/customers/propositions.ts';

/**
 * The first customers that a text finds, as CLI-04 says, and one more if there are more, which is not
 * shown: its lessons are not read.
 */
export async function propose(ctx: Ctx, { q }: { q: string }): Promise<Propositions> {
  if (q.trim() === '') return { clients: [], dernier: await lastDeskType(ctx.db) };
  const found = await searchClients(ctx.db, q, PROPOSES_MAX + 1);
  const habits = await listHabitudes(
    ctx.db,
    found.slice(0, PROPOSES_MAX).map(({ id }) => id),
  );
  return { clients: propositionsOf(found, habits, q), dernier: null };
}
