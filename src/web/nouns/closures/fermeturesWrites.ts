/**
 * What the dialogs of closures read and write. Apart from `fermetures.ts`, because the planning is
 * loaded without its dialogs.
 */
import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { Concernee } from '#contract/fermetures.ts';
import type { PlageFermee } from '#domain/closures.ts';
import { client, codeOf } from '#web/data/client.ts';
import { findBy } from '#web/data/ecritures.ts';
import { orpc } from '#web/data/queries.ts';
import { isTyped, sure, useSurely } from '#web/data/surely.ts';

/** The lessons that a closure would affect. Nothing is read for null. */
export const useConcernees = (plage: PlageFermee | null) =>
  useQuery(
    orpc.fermetures.affected.queryOptions({
      input: plage ? { ...plage, ...hoursOf(plage) } : skipToken,
      gcTime: 0,
    }),
  );

/** The lessons that a closure cancelled, never from the cache. */
export const useAnnulees = (id: string | null) =>
  useQuery(
    orpc.fermetures.cancelled.queryOptions({
      input: id ? { id } : skipToken,
      refetchOnMount: 'always',
      gcTime: 0,
    }),
  );

type Asked = Parameters<typeof client.fermetures.create>[0];
/** A lesson, and the decision about it. */
type LeconDecidee = Asked['lecons'][number];
/**
 * `id`: of the attempt (UI-113). `decided`: the lessons as they were shown, and the decision about
 * each; `annonce`: what is said of them.
 */
export type Closing = Omit<Asked, 'id' | 'encore' | 'ecriture' | 'lecons'> & {
  id: string;
  decided: readonly { lecon: Concernee; sort: string }[];
  annonce: string;
};
/** The hours under the names of the contract. */
export const hoursOf = ({
  heure_debut,
  heure_fin,
}: Pick<PlageFermee, 'heure_debut' | 'heure_fin'>) =>
  ({ heure_debut, heure_fin }) as Pick<Asked, 'heure_debut' | 'heure_fin'>;

const sentOf = ({ lecon: { id, version }, sort }: Closing['decided'][number]): LeconDecidee =>
  sort === 'garder' || sort === 'annuler'
    ? { id, version, sort }
    : { id, version, sort: 'deplacer', piste: sort };
const close = ({ id: ecriture, decided, annonce: _, ...asked }: Closing) =>
  client.fermetures.create({ ...asked, lecons: decided.map(sentOf), ecriture });
const CLOSING = sure({ write: close, find: findBy(close) });

/** A closure that was reopened comes back under its own id (DESK-53). */
const CLOSING_AGAIN = sure({
  write: client.fermetures.create,
  find: async ({ id, du }: Asked) => {
    // A closure is longer than what may be listed at once: its first day is enough.
    const known = await client.fermetures.list({ du, au: du });
    return known.find((one) => one.id === id) ?? null;
  },
  ended: ['fermeture_changee', 'fermeture_lecons_changees'],
});
/** `du`: its first day, used to look it up. */
type Change = Parameters<typeof client.fermetures.update>[0] & { du: string };
const CHANGE = sure({
  write: ({ du: _, ...change }: Change) => client.fermetures.update(change),
  find: async ({ du, avant: _, ...change }: Change) => {
    const known = await client.fermetures.list({ du, au: du });
    return known.find((one) => isTyped(one, change)) ?? null;
  },
});
const REOPENING = sure({
  write: client.fermetures.reopen,
  find: async ({ id, lecons }: Parameters<typeof client.fermetures.reopen>[0]) =>
    client.fermetures.cancelled({ id }).then(
      () => null,
      (error: unknown) => {
        if (codeOf(error) !== 'fermeture_introuvable') throw error;
        return { remises: lecons.length };
      },
    ),
  ended: ['fermeture_introuvable'],
});

export const useFermer = () =>
  useSurely(CLOSING, { call: api.fermetures.create, once: true, wait: true });
export const useRefermer = () =>
  useSurely(CLOSING_AGAIN, { call: api.fermetures.create, once: true, wait: true });
export const useUpdateFermeture = () =>
  useSurely(CHANGE, { call: api.fermetures.update, once: true });
export const useRouvrir = () =>
  useSurely(REOPENING, { call: api.fermetures.reopen, once: true, wait: true });
