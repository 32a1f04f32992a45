/** The riders whom the person books for (RIDE-20). */
import { useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '../client.ts';
import { orpc } from '../queries.ts';
import { isTyped, removal, sure, useSurely } from '../surely.ts';

const findCavalier = async (asked: object) =>
  (await client.cavaliers.list()).find((one) => isTyped(one, asked)) ?? null;
const ADDITION = sure({
  write: client.cavaliers.create,
  find: findCavalier,
  ended: ['cavalier_existe'],
});
const UPDATE = sure({ write: client.cavaliers.update, find: findCavalier });
const REMOVAL = removal(client.cavaliers.remove, client.cavaliers.list);

export const useMesCavaliers = (enabled = true) =>
  useQuery(orpc.cavaliers.list.queryOptions({ enabled }));

export const useAddCavalier = () =>
  useSurely(ADDITION, { call: api.cavaliers.create, once: true, wait: true });
export const useUpdateCavalier = () =>
  useSurely(UPDATE, { call: api.cavaliers.update, once: true, wait: true });
export const useRemoveCavalier = () =>
  useSurely(REMOVAL, { call: api.cavaliers.remove, wait: true });
