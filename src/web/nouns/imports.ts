/** Imports of customers and riders, for administrators (IMP-01). */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '../data/client.ts';
import { orpc } from '../data/queries.ts';
import { sure, useSurely } from '../data/surely.ts';

export const useImports = () => useQuery(orpc.imports.list.queryOptions());

/** The columns of a file. A mutation, not a query: a file is not cached. */
export const useReadFile = () => useMutation(orpc.imports.read.mutationOptions());
/** What its import would do. */
export const usePlan = () => useMutation(orpc.imports.plan.mutationOptions());
export type Apercu = Awaited<ReturnType<typeof client.imports.plan>>;

const find = async (id: string) => (await client.imports.list()).find((one) => one.id === id);
type Import = Awaited<ReturnType<typeof client.imports.undo>>;

const CREATION = sure<Parameters<typeof client.imports.create>[0], Import>({
  write: client.imports.create,
  find: async ({ id }) => (await find(id)) ?? null,
});
const UNDOING = sure<{ id: string }, Import>({
  write: client.imports.undo,
  find: async ({ id }) => {
    const found = await find(id);
    return found?.defait_at ? found : null;
  },
});

export const useCreateImport = () =>
  useSurely(CREATION, { call: api.imports.create, once: true, wait: true });
export const useUndoImport = () =>
  useSurely(UNDOING, { call: api.imports.undo, once: true, wait: true });
