/** The account of a customer (REL-19), for administrators. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '#web/data/client.ts';
import { findBy } from '#web/data/ecritures.ts';
import { orpc, useCentre } from '#web/data/queries.ts';
import { sure, useSurely } from '#web/data/surely.ts';

export const useCompte = (id: string) =>
  useQuery(orpc.facturation.compte.queryOptions({ input: { id } }));

/**
 * What is open on the account of a customer who is to be erased (REL-35). Nothing is read for null, or
 * while 'Facturation' is switched off. `ready`: nothing has to be waited for.
 */
export function useOuvert(id: string | null) {
  const facturation = useCentre().data?.facturation === true;
  const read = useQuery(
    orpc.facturation.ouvert.queryOptions({
      input: facturation && id !== null ? { id } : skipToken,
    }),
  );
  const needed = facturation && id !== null;
  return { read, needed, ready: !needed || read.data !== undefined };
}

/** `payeur`: whose account the line is on. Open tabs have kept it with what they sent. */
type Addition = Parameters<typeof client.facturation.addLigne>[0] & { payeur: string };
type Correction = Parameters<typeof client.facturation.correct>[0] & { payeur: string };

const add = ({ payeur: _, ...ligne }: Addition) => client.facturation.addLigne(ligne);
const correct = ({ payeur: _, ...ligne }: Correction) => client.facturation.correct(ligne);

const ADDITION = sure({ write: add, find: findBy(add) });
const CORRECTION = sure({
  write: correct,
  find: findBy(correct),
  own: ['ligne_corrigee'],
});

/** Both end once the account has been read again, because the focus returns to it. */
export const useAddLigne = () =>
  useSurely(ADDITION, { call: api.facturation.addLigne, once: true, wait: true });
export const useCorrectLigne = () =>
  useSurely(CORRECTION, { call: api.facturation.correct, once: true, wait: true });
