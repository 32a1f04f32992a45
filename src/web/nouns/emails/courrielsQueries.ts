// chunk: admin-first
/** Emails, for administrators: the log, the previews and the actions. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { EtatCourriel } from '#domain/emails/courriels.ts';
import { orpc, useReadAgainAfter } from '#web/data/queries.ts';

/** An email becomes late without any change that the live stream announces. */
const LOOK_AGAIN_MS = 5 * 60_000;

/** The number of emails in each state, and whether this server sends emails (MAIL-10). */
export const useResumeCourriels = () =>
  useQuery({ ...orpc.courriels.resume.queryOptions(), refetchInterval: LOOK_AGAIN_MS });

/** One page of the log, of one state or of all states. */
export const useCourriels = (statut: EtatCourriel | null, page: number) =>
  useQuery(orpc.courriels.list.queryOptions({ input: statut ? { statut, page } : { page } }));

export const useCourriel = (id: string) =>
  useQuery(orpc.courriels.get.queryOptions({ input: { id } }));

/** MAIL-11: each kind of email with a sample name. */
export const useApercuCourriels = () => useQuery(orpc.courriels.preview.queryOptions());

/**
 * MAIL-21: the link of a waiting email, if no email can be sent. It is kept only while the screen
 * shows it.
 */
export const useShowLien = () =>
  useMutation(orpc.courriels.showLien.mutationOptions({ gcTime: 0 }));

export const useResendCourriel = () =>
  useMutation(
    orpc.courriels.resend.mutationOptions({ onSettled: useReadAgainAfter(api.courriels.resend) }),
  );
export const useResendFailed = () =>
  useMutation(
    orpc.courriels.resendFailed.mutationOptions({
      onSettled: useReadAgainAfter(api.courriels.resendFailed),
    }),
  );
export const useMarkSeen = () =>
  useMutation(
    orpc.courriels.markSeen.mutationOptions({
      onSettled: useReadAgainAfter(api.courriels.markSeen),
    }),
  );
export const useSendTest = () =>
  useMutation(
    orpc.courriels.sendTest.mutationOptions({
      onSettled: useReadAgainAfter(api.courriels.sendTest),
    }),
  );
