import { type ReactNode, useState } from 'react';
import { failureCauseOf } from '#domain/emails/failures.ts';
import { displayName, type User } from '#domain/people/users.ts';
import { codeOf, isUnknown, reasonOf, sentenceOf, statusOf } from '#web/data/client.ts';
import { useCourriel } from '#web/nouns/emails/courrielsQueries.ts';
import {
  type Decided,
  useApproveUser,
  useApproveUsers,
  useCorrectUser,
  useRefuseUser,
  useRemoveUser,
  useResendConfirmation,
  useResetSecondFactor,
  useUnlockUser,
  useUpdateUser,
  useWithdrawUserEmail,
} from '#web/nouns/people/usersWrites.ts';
import { UNSURE } from '#web/data/surely.ts';
import type { Correction } from '#web/nouns/people/AccountCorrection.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import {
  type Action,
  ACTIONS,
  CHOIX_MULTIPLE,
  type Decision,
  DUREE,
  type RoleDonne,
  TEXTES,
} from './textes.ts';

/** Shows the message about the last action. */
export type Say = ReturnType<typeof useBanner>[1];
/** Performs a decision on an account. True if it succeeded. The banner shows the outcome. */
export type Decide = (action: Decision, user: User, role?: RoleDonne) => Promise<boolean>;
/** Approves several sign-ups as `utilisateur`. True if it succeeded. */
export type ApproveAll = (users: readonly User[]) => Promise<boolean>;
/**
 * Corrects an account, or withdraws its new address (null). Returns the sentence of the refusal, or
 * null.
 */
export type Correct = (user: User, changes: Correction | null) => Promise<string | null>;

/**
 * The decisions of this page on accounts; `say` shows the outcome. `unsure`: the answer to one was
 * lost, and it is being looked up. No question blocks the page meanwhile.
 */
export function useDecisions(say: Say): {
  decide: Decide;
  approveAll: ApproveAll;
  correct: Correct;
  unsure: boolean;
} {
  const [unsure, setUnsure] = useState(false);
  const onUnsure = () => {
    setUnsure(true);
    say({ kind: 'info', text: UNSURE });
  };
  const approve = useApproveUser(onUnsure).mutateAsync;
  const approveMany = useApproveUsers(onUnsure).mutateAsync;
  const refuse = useRefuseUser(onUnsure).mutateAsync;
  const update = useUpdateUser(onUnsure).mutateAsync;
  const resend = useResendConfirmation().mutateAsync;
  const unlock = useUnlockUser(onUnsure).mutateAsync;
  const remove = useRemoveUser(onUnsure).mutateAsync;
  const reset = useResetSecondFactor(onUnsure).mutateAsync;
  const correcting = useCorrectUser().mutateAsync;
  const withdraw = useWithdrawUserEmail().mutateAsync;

  /** Makes the call. Returns the text that follows the name in the banner. */
  const actions: Record<
    Decision,
    (user: Pick<User, 'id' | 'email'>, role: RoleDonne) => Promise<ReactNode>
  > = {
    approuver: async (user, role) =>
      withEmailState(' a été approuvé.', await approve({ ...user, role })),
    refuser: async (user) => withEmailState(' a été refusé.', await refuse(user)),
    confirmer: async ({ id }) =>
      withEmailState(TEXTES.emailConfirmation, { email_envoye: true, ...(await resend({ id })) }),
    promouvoir: async (user) => {
      await update({ ...user, role: 'admin' });
      return ' est maintenant administrateur.';
    },
    activer: async (user) => {
      await update({ ...user, statut: 'actif' });
      return ' est de nouveau actif.';
    },
    desactiver: async (user) => {
      await update({ ...user, statut: 'inactif' });
      return ' ne peut plus se connecter.';
    },
    facteur: async (user) => {
      await reset(user);
      return ' se connecte de nouveau sans double authentification.';
    },
    debloquer: async (user) => {
      await unlock(user);
      return ' est débloqué.';
    },
    supprimer: async (user) => {
      await remove(user);
      return ' a été supprimé.';
    },
  };

  const decide: Decide = async (action, user, role = 'utilisateur') => {
    const ms = action === 'supprimer' ? DUREE.suppression : DUREE.message;
    say(null);
    try {
      const rest = await actions[action]({ id: user.id, email: user.email }, role);
      say({
        kind: 'success',
        text: (
          <>
            <bdi>{displayName(user)}</bdi>
            {rest}
          </>
        ),
        ms,
      });
      return true;
    } catch (error) {
      say({ kind: 'error', text: failureOf(ACTIONS[action], error), ms });
      return false;
    } finally {
      setUnsure(false);
    }
  };

  const approveAll: ApproveAll = async (users) => {
    const ms = DUREE.message;
    say(null);
    try {
      const ids = users.map(({ id }) => id);
      const { approuves, email_envoye } = await approveMany({ ids });
      if (approuves === 0) say({ kind: 'info', text: CHOIX_MULTIPLE.aucune, ms });
      else if (approuves === null)
        say({ kind: 'success', text: CHOIX_MULTIPLE.retrouve(ids.length), ms });
      else
        say({
          kind: 'success',
          text:
            CHOIX_MULTIPLE.fait(approuves, ids.length - approuves) +
            (email_envoye ? CHOIX_MULTIPLE.enFile : CHOIX_MULTIPLE.sansEmail),
          ms,
        });
      return true;
    } catch (error) {
      say({ kind: 'error', text: failureOf({ echec: CHOIX_MULTIPLE.echec }, error), ms });
      return false;
    } finally {
      setUnsure(false);
    }
  };

  const correct: Correct = async ({ id, email }, changes) => {
    try {
      if (!changes) await withdraw({ id, email });
      else {
        const corrected = await correcting({ id, connu: email, ...changes });
        const waits = changes.email !== undefined && corrected.email_demande !== null;
        say({
          kind: 'success',
          text: (
            <>
              <bdi>{displayName(corrected)}</bdi>
              {waits ? TEXTES.corrigeEmail : TEXTES.corrige}
            </>
          ),
          ms: DUREE.message,
        });
      }
      return null;
    } catch (error) {
      return sentenceOf(error, ACTIONS.corriger.echec);
    }
  };
  return { decide, approveAll, correct, unsure };
}

/** What was done, and the state of its email (PEOPLE-07). */
function withEmailState(done: string, { email_envoye, courriel }: Decided): ReactNode {
  if (email_envoye === null) return done;
  return (
    <>
      {done}
      {email_envoye && courriel !== null ? <EmailState id={courriel} /> : TEXTES.sansEmail}
    </>
  );
}

/** The state of an email that was just queued, updated live (PEOPLE-07). */
function EmailState({ id }: { id: string }) {
  const { data } = useCourriel(id);
  const cause = data?.derniere_erreur ? failureCauseOf(data.derniere_erreur).cause : null;
  const isEnded = data?.statut === 'echoue' || data?.statut === 'perime';
  return (
    <>
      {data?.statut === 'envoye'
        ? TEXTES.parti
        : isEnded
          ? `${TEXTES.pasParti}${cause ?? ''}`
          : cause
            ? `${TEXTES.enRetard}${cause}`
            : TEXTES.enFile}
    </>
  );
}

/**
 * The sentence of a failure (PEOPLE-08), with a reason if the specification requires one or the
 * server sent one.
 */
function failureOf({ echec, raison }: Action, error: unknown): ReactNode {
  if (isUnknown(error) || statusOf(error) === 401 || codeOf(error) === 'confirmation_requise')
    return sentenceOf(error, echec);
  const isRefusal = codeOf(error) !== null && (statusOf(error) ?? 500) < 500;
  return raison || isRefusal ? `${echec}\u202f: ${reasonOf(error)}` : echec;
}
