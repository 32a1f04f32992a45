// chunk: people-lists
/**
 * Administrators' decisions about accounts: a separate file, so that the other screens do not load
 * it.
 */
import { useMutation } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { PER_PAGE } from '#domain/core/pages.ts';
import { isAdmin, normalizeEmail, type User } from '#domain/people/users.ts';
import { client } from '#web/data/client.ts';
import { orpc, useReadAgainAfter } from '#web/data/queries.ts';
import { isStored, isTyped, sure, useSurely } from '#web/data/surely.ts';

/** `email`: used to look the account up. */
type Asked = { id: string; email: string };

/** The stored account. Null if it is gone. */
const findUser = async ({ id, email }: Asked) =>
  (await client.users.list({ q: email })).find((user) => user.id === id) ?? null;
const findGone = async (asked: Asked) => ((await findUser(asked)) ? null : { success: true });

/**
 * `email_envoye`: null if the decision was looked up; it is then unknown whether its email was
 * sent.
 */
export type Decided = { email_envoye: boolean | null; courriel: string | null };
const UNKNOWN_EMAIL: Decided = { email_envoye: null, courriel: null };

const APPROVAL = sure<Asked & { role: 'utilisateur' | 'admin' }, Decided>({
  write: ({ id, role }) => client.users.approve({ id, role }),
  find: async (asked) => {
    const user = await findUser(asked);
    return user?.statut === 'actif' && isAdmin(user.role) === isAdmin(asked.role)
      ? UNKNOWN_EMAIL
      : null;
  },
  ended: ['demande_traitee'],
});
/** `approuves`: null if the approval was looked up: somebody else may have decided on some. */
type ApprovedTogether = { approuves: number | null; email_envoye: boolean | null };
const APPROVAL_TOGETHER = sure<{ ids: string[] }, ApprovedTogether>({
  write: client.users.approveAll,
  // All or none: it is not stored if one of them waits.
  find: async ({ ids }) => {
    for (let page = 1; ; page += 1) {
      const waiting = await client.users.list({ statut: 'en_attente', page });
      if (waiting.some(({ id }) => ids.includes(id))) return null;
      if (waiting.length < PER_PAGE) return { approuves: null, email_envoye: null };
    }
  },
});
const REFUSAL = sure<Asked, Decided>({
  write: ({ id }) => client.users.refuse({ id }),
  find: async (asked) => ((await findUser(asked)) ? null : UNKNOWN_EMAIL),
  ended: ['utilisateur_introuvable'],
});
const UPDATE = sure<Asked & { role?: 'utilisateur' | 'admin'; statut?: 'actif' | 'inactif' }, User>(
  {
    write: ({ email: _, ...change }) => client.users.update(change),
    find: async ({ id, email, ...change }) => {
      const user = await findUser({ id, email });
      return user && isStored(user, change) ? user : null;
    },
  },
);
const REMOVAL = sure<Asked, { success: boolean }>({
  write: ({ id }) => client.users.remove({ id }),
  find: findGone,
  ended: ['utilisateur_introuvable'],
});
const RESET = sure<Asked, User>({
  write: ({ id }) => client.users.resetSecondFactor({ id }),
  find: async (asked) => {
    const user = await findUser(asked);
    return user?.second_facteur === false ? user : null;
  },
});
const UNLOCKING = sure<Asked, { success: boolean }>({
  write: ({ id }) => client.users.unlock({ id }),
  find: async (asked) => ((await findUser(asked))?.bloque ? null : { success: true }),
});

/** `connu`: the address by which the account is looked up. `email`: the requested one. */
type Corrected = Parameters<typeof client.users.correct>[0] & { connu: string };

const CORRECTION = sure<Corrected, User>({
  write: ({ connu: _, ...asked }) => client.users.correct(asked),
  find: async ({ id, connu, email, ...fields }) => {
    const user =
      (await findUser({ id, email: connu })) ?? (email ? await findUser({ id, email }) : null);
    const addressed =
      email === undefined || [user?.email, user?.email_demande].includes(normalizeEmail(email));
    return user && addressed && isTyped(user, fields) ? user : null;
  },
});
const WITHDRAWAL = sure<Asked, User>({
  write: ({ id }) => client.users.withdrawEmail({ id }),
  find: async (asked) => {
    const user = await findUser(asked);
    return user?.email_demande === null ? user : null;
  },
});
const OPENING = sure({
  write: client.users.setOpenDay,
  find: async ({ ouverte }: { ouverte: boolean }) => {
    const day = await client.users.openDay();
    return (day.jusque !== null) === ouverte ? day : null;
  },
});

export const useApproveUser = (onUnsure: () => void) =>
  useSurely(APPROVAL, { call: api.users.approve, onUnsure });
export const useApproveUsers = (onUnsure: () => void) =>
  useSurely(APPROVAL_TOGETHER, { call: api.users.approveAll, onUnsure });
export const useRefuseUser = (onUnsure: () => void) =>
  useSurely(REFUSAL, { call: api.users.refuse, onUnsure });
export const useUpdateUser = (onUnsure: () => void) =>
  useSurely(UPDATE, { call: api.users.update, onUnsure });
export const useRemoveUser = (onUnsure: () => void) =>
  useSurely(REMOVAL, { call: api.users.remove, onUnsure });
export const useResetSecondFactor = (onUnsure: () => void) =>
  useSurely(RESET, { call: api.users.resetSecondFactor, onUnsure });
export const useUnlockUser = (onUnsure: () => void) =>
  useSurely(UNLOCKING, { call: api.users.unlock, onUnsure });
export const useResendConfirmation = () =>
  useMutation(
    orpc.users.resendConfirmation.mutationOptions({
      onSettled: useReadAgainAfter(api.users.resendConfirmation),
    }),
  );
export const useCorrectUser = () => useSurely(CORRECTION, { call: api.users.correct, once: true });
export const useWithdrawUserEmail = () =>
  useSurely(WITHDRAWAL, { call: api.users.withdrawEmail, once: true, wait: true });
/** Opens and closes a day of sign-ups (ACC-82). */
export const useSetOpenDay = () =>
  useSurely(OPENING, { call: api.users.setOpenDay, once: true, wait: true });
