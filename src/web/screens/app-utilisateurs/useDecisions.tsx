import type { ReactNode } from 'react';
import { failureCauseOf } from '#domain/courriels_failures.ts';
import { displayName, type User } from '#domain/users.ts';
import { codeOf, reasonOf, sentenceOf, statusOf } from '#web/data/client.ts';
import { useCourriel } from '#web/data/queriesCourriels.ts';
import {
  useApproveUser, useCorrectUser, useRefuseUser, useRemoveUser, useResendConfirmation, useResetSecondFactor, useUnlockUser, useUpdateUser, useWithdrawUserEmail,
} from '#web/data/queriesUsers.ts';
import type { Correction } from '#web/parts/AccountCorrection.tsx';
import { useBanner } from '#web/ui/useBanner.ts';
import { ACTIONS, type ActionUser, DUREE, type RoleDonne, TEXTES } from './textes.ts';

/** Carries out a decision on an account; true when it was done. The banner shows the outcome. */
export type Decide = (action: Exclude<ActionUser, 'corriger'>, user: User, role?: RoleDonne) => Promise<boolean>;
/** Corrects an account, or withdraws its new address (null); the sentence of the refusal, or null. */
export type Correct = (user: User, changes: Correction | null) => Promise<string | null>;

/** The decisions of this page and their banner. */
export function useDecisions(): { message: ReturnType<typeof useBanner>[0]; decide: Decide; correct: Correct } {
  const [message, say] = useBanner();
  const approve = useApproveUser().mutateAsync;
  const refuse = useRefuseUser().mutateAsync;
  const update = useUpdateUser().mutateAsync;
  const resend = useResendConfirmation().mutateAsync;
  const unlock = useUnlockUser().mutateAsync;
  const remove = useRemoveUser().mutateAsync;
  const reset = useResetSecondFactor().mutateAsync;
  const correcting = useCorrectUser().mutateAsync;
  const withdraw = useWithdrawUserEmail().mutateAsync;

  /** Makes the call; returns what the banner says after the name. */
  const actions: Record<Exclude<ActionUser, 'corriger'>, (id: string, role: RoleDonne) => Promise<ReactNode>> = {
    approuver: async (id, role) => withEmailState(' a été approuvé.', await approve({ id, role })),
    refuser: async (id) => withEmailState(' a été refusé.', await refuse({ id })),
    confirmer: async (id) => withEmailState(TEXTES.emailConfirmation, { email_envoye: true, ...await resend({ id }) }),
    promouvoir: async (id) => {
      await update({ id, role: 'admin' });
      return ' est maintenant administrateur.';
    },
    activer: async (id) => {
      await update({ id, statut: 'actif' });
      return ' est de nouveau actif.';
    },
    desactiver: async (id) => {
      await update({ id, statut: 'inactif' });
      return ' ne peut plus se connecter.';
    },
    facteur: async (id) => {
      await reset({ id });
      return ' se connecte de nouveau sans double authentification.';
    },
    debloquer: async (id) => {
      await unlock({ id });
      return ' est débloqué.';
    },
    supprimer: async (id) => {
      await remove({ id });
      return ' a été supprimé.';
    },
  };

  const decide: Decide = async (action, user, role = 'utilisateur') => {
    const ms = action === 'supprimer' ? DUREE.suppression : DUREE.message;
    say(null);
    try {
      const rest = await actions[action](user.id, role);
      say({ kind: 'success', text: <><bdi>{displayName(user)}</bdi>{rest}</>, ms });
      return true;
    } catch (error) {
      say({ kind: 'error', text: failureOf(action, error), ms });
      return false;
    }
  };

  const correct: Correct = async ({ id }, changes) => {
    try {
      if (!changes) await withdraw({ id });
      else {
        const corrected = await correcting({ id, ...changes });
        const waits = changes.email !== undefined && corrected.email_demande !== null;
        say({ kind: 'success', text: <><bdi>{displayName(corrected)}</bdi>{waits ? TEXTES.corrigeEmail : TEXTES.corrige}</>, ms: DUREE.message });
      }
      return null;
    } catch (error) {
      return sentenceOf(error, ACTIONS.corriger.echec);
    }
  };
  return { message, decide, correct };
}

/** What was done, and what becomes of its email (PEOPLE-07). */
function withEmailState(done: string, { email_envoye, courriel }: { email_envoye: boolean; courriel: string | null }): ReactNode {
  return <>{done}{email_envoye && courriel !== null ? <EmailState id={courriel} /> : TEXTES.sansEmail}</>;
}

/** The state of an email that was just queued, followed live (PEOPLE-07). */
function EmailState({ id }: { id: string }) {
  const { data } = useCourriel(id);
  const cause = data?.derniere_erreur ? failureCauseOf(data.derniere_erreur).cause : null;
  if (data?.statut === 'envoye') return TEXTES.parti;
  if (data?.statut === 'echoue' || data?.statut === 'perime') return <>{TEXTES.pasParti}{cause}</>;
  return cause ? <>{TEXTES.enRetard}{cause}</> : TEXTES.enFile;
}

/** The sentence of a failure (PEOPLE-08), with a reason where the specification asks for one or the server gave one. */
function failureOf(action: ActionUser, error: unknown): ReactNode {
  const { echec, raison } = ACTIONS[action];
  if (statusOf(error) === 401 || codeOf(error) === 'confirmation_requise') return sentenceOf(error, echec);
  const isRefusal = codeOf(error) !== null && (statusOf(error) ?? 500) < 500;
  return raison || isRefusal ? `${echec} : ${reasonOf(error)}` : echec;
}
