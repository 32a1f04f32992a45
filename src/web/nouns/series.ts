// chunk: desk-dialogs
/** Repeating lessons, for administrators (SERIE-01 to SERIE-05). */
import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { Rythme } from '#domain/lessons/changement.ts';
import { client } from '../data/client.ts';
import { findBy } from '../data/ecritures.ts';
import { orpc } from '../data/queries.ts';
import { sure, useSurely } from '../data/surely.ts';
import { findChanged } from './lessons/reservationsWrites.ts';

/** The dates on which a lesson could be repeated. Nothing is read without a last day. */
export const useDatesDeSerie = (id: string, rythme: Rythme, jusque: string | null) =>
  useQuery(
    orpc.series.dates.queryOptions({
      input: jusque ? { id, rythme: rythme === 7 ? '7' : '14', jusque } : skipToken,
      gcTime: 0,
      retry: false,
    }),
  );

/** The future lessons of a series, and its last day. Nothing is read without a series. */
export const useSerie = (id: string | null | undefined) =>
  useQuery(
    orpc.series.list.queryOptions({
      input: id ? { id } : skipToken,
      refetchOnMount: 'always',
      gcTime: 0,
    }),
  );

/** `id`: of the attempt (UI-113); `lecon`: what is repeated. */
type Repetition = Omit<Parameters<typeof client.series.repeat>[0], 'ecriture'> & { lecon: string };
const repeat = ({ id: ecriture, lecon: id, ...asked }: Repetition) =>
  client.series.repeat({ ...asked, id, ecriture });
const REPEAT = sure({ write: repeat, find: findBy(repeat) });

const UPDATE = sure({
  write: client.series.update,
  // All are stored or none, and the edited one says which: others may keep what they had.
  find: async ({
    id,
    lecon,
    lecons,
    ecarts: _,
    ...asked
  }: Parameters<typeof client.series.update>[0]) => {
    const version = lecons.find((one) => one.id === lecon)?.version;
    const found = await findChanged({ id: lecon, version, ...asked });
    if (!found) return null;
    const { lecons: now } = await client.series.list({ id });
    const unchanged = lecons.filter((sent) =>
      now.some((one) => one.id === sent.id && one.version === sent.version),
    );
    return { lecons: lecons.length - unchanged.length, lecon: found };
  },
  ended: ['serie_changee'],
});
const REMOVAL = sure({
  write: client.series.remove,
  find: async ({ id, lecons }: Parameters<typeof client.series.remove>[0]) => {
    const { lecons: now } = await client.series.list({ id });
    return lecons.some((lecon) => now.some((one) => one.id === lecon.id))
      ? null
      : { lecons: lecons.length };
  },
  ended: ['serie_changee'],
});

export const useRepeat = () =>
  useSurely(REPEAT, { call: api.series.repeat, once: true, wait: true });
export const useUpdateSerie = () =>
  useSurely(UPDATE, { call: api.series.update, once: true, wait: true });
export const useRemoveSerie = () =>
  useSurely(REMOVAL, { call: api.series.remove, once: true, wait: true });
