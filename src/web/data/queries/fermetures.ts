/** Closures of arenas, which every rider may read. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { orpc } from '../queries.ts';

/** The closures on some days. Nothing is read without a day. */
export const useFermetures = (du: string | null, au = du) =>
  useQuery(orpc.fermetures.list.queryOptions({ input: du && au ? { du, au } : skipToken }));
