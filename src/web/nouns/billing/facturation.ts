/** Statements, payments and what is owed, for administrators (REL-50). */
import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '#web/data/client.ts';
import { findBy } from '#web/data/ecritures.ts';
import { orpc } from '#web/data/queries.ts';
import { sure, useSurely } from '#web/data/surely.ts';

const calls = client.facturation;

export const useEtat = () => useQuery(orpc.facturation.etat.queryOptions());

export const useDoit = () => useQuery(orpc.facturation.doit.queryOptions());

export const usePreparation = (mois: string) =>
  useQuery(orpc.facturation.prepare.queryOptions({ input: { mois } }));

/** One page of the statements of a month; the previous page stays until the next one arrives. */
export const useReleves = (mois: string, page: number) =>
  useQuery(
    orpc.facturation.releves.queryOptions({
      input: { mois, page },
      placeholderData: keepPreviousData,
    }),
  );

/** Every statement of a month, for one document. */
export async function readReleves(mois: string) {
  const first = await calls.releves({ mois, page: 1 });
  const releves = [...first.releves];
  for (let page = 2; releves.length < first.total; page += 1) {
    const next = await calls.releves({ mois, page });
    if (next.releves.length === 0) break;
    releves.push(...next.releves);
  }
  return { centre: first.centre, releves };
}

/** One statement as it was made. Nothing is read for null. */
export const useReleve = (id: string | null) =>
  useQuery(orpc.facturation.releve.queryOptions({ input: id === null ? skipToken : { id } }));

export type Trouves = Awaited<ReturnType<typeof calls.chercher>>;

/** The accounts that a text finds; nothing is asked for ''. */
export const useComptesTrouves = (q: string) =>
  useQuery(orpc.facturation.chercher.queryOptions({ input: q === '' ? skipToken : { q } }));

/** The same at once, before the hook has asked. */
export function useReadTrouves(): (q: string) => Promise<Trouves> {
  const queries = useQueryClient();
  return (q) => queries.fetchQuery(orpc.facturation.chercher.queryOptions({ input: { q } }));
}

/** The receipts of the previous period stay until the next ones arrive. */
export const useRecettes = (period: { du: string; au: string } | null) =>
  useQuery(
    orpc.facturation.recettes.queryOptions({
      input: period ?? skipToken,
      placeholderData: keepPreviousData,
    }),
  );

export const useEffaces = () => useQuery(orpc.facturation.effaces.queryOptions());

/** An account, read when it is opened. */
export const useCompteEfface = (id: string) =>
  useQuery(orpc.facturation.compte.queryOptions({ input: { id } }));

/** An account as it is now. */
export const readCompte = (id: string) => calls.compte({ id });

/** The statement of an account, to be printed. */
export const readReleve = (id: string) => calls.releve({ id });

export type Paiement = Parameters<typeof calls.pay>[0];

const PAIEMENT = sure<Paiement, { solde: number }>({
  write: calls.pay,
  find: findBy(calls.pay),
});

type Annulation = { id: string; client: string };

const ANNULATION = sure<Annulation, { solde: number }>({
  write: ({ id }) => calls.undo({ id }),
  find: async ({ id, client: payeur }) => {
    const { solde, mouvements } = await readCompte(payeur);
    return mouvements.find((one) => one.id === id)?.annule ? { solde } : null;
  },
  ended: ['paiement_annule'],
});

/** `attendus`: the accounts that should get one, and the last one of each; used to look it up. */
type Rappels = { client?: string; attendus: readonly { id: string; rappel: string | null }[] };
type Rappeles = Awaited<ReturnType<typeof calls.relancer>>;

const RAPPELS = sure<Rappels, Rappeles>({
  write: ({ client: one }) => calls.relancer(one === undefined ? {} : { client: one }),
  find: async ({ attendus }) => {
    const comptes = await calls.doit();
    // An account that owes nothing any more has paid: that says nothing of a reminder.
    const faits = comptes.filter((now) =>
      attendus.some((one) => one.id === now.id && one.rappel !== now.rappel),
    ).length;
    const sans = comptes.filter(({ rappelable, email }) => rappelable && email === null);
    return faits === 0 ? null : { faits, sans_email: sans.map(({ id, nom }) => ({ id, nom })) };
  },
  ended: ['rappel_trop_tot'],
});

/** `attendus`: the payers whose statement is not made yet; used to look a call up. */
type Envoi = { mois: string; clients?: string[]; attendus: readonly string[] };

const RELEVES = sure<Envoi, { faits: number; restent: number }>({
  write: async ({ mois, clients }) => {
    const { faits, restent } = await calls.make({ mois, ...(clients && { clients }) });
    return { faits: faits.length, restent };
  },
  find: async ({ mois, attendus }) => {
    const now = new Set((await calls.prepare({ mois })).clients.map(({ id }) => id));
    const gone = attendus.filter((id) => !now.has(id));
    if (gone.length === 0) return null;
    // One that has nothing to bill any more is gone too, without a statement.
    const made = new Set((await readReleves(mois)).releves.map(({ payeur }) => payeur));
    const faits = gone.filter((id) => made.has(id)).length;
    return faits === 0 ? null : { faits, restent: attendus.length - gone.length };
  },
});

/** These end once the lists have been read again, because the focus returns to a row of one. */
export const usePay = () =>
  useSurely(PAIEMENT, { call: api.facturation.pay, once: true, wait: true });
export const useUndoPaiement = () =>
  useSurely(ANNULATION, { call: api.facturation.undo, once: true, wait: true });
export const useRelancer = () =>
  useSurely(RAPPELS, { call: api.facturation.relancer, once: true, wait: true });
export const useMakeReleves = () =>
  useSurely(RELEVES, { call: api.facturation.make, once: true, wait: true });
