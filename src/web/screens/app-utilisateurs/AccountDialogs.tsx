import type { RefObject } from 'react';
import { displayName, type User } from '#domain/people/users.ts';
import { useOuvert } from '#web/nouns/billing/comptes.ts';
import { AccountCorrection, type Correction } from '#web/nouns/people/AccountCorrection.tsx';
import { AccountQuestion } from '#web/nouns/people/AccountQuestion.tsx';
import { AdresseDite } from '#web/nouns/people/AdresseDite.tsx';
import { OuvertDit } from '#web/nouns/billing/OuvertDit.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { ApprobationDialog } from './ApprobationDialog.tsx';
import { PayeurDit, PayeurForm } from './PayeurForm.tsx';
import { PAYEUR } from './textes.clients.ts';
import {
  ACTIONS,
  type ActionUser,
  type AtOnce,
  CONFIRMATIONS,
  type Decision,
  DUREE,
  type RoleDonne,
} from './textes.ts';
import type { Say } from './useDecisions.tsx';

/** What a button asks first, and of whom. */
export type Asked = { action: Exclude<ActionUser, AtOnce>; user: User };

type AccountDialogsProps = {
  asked: Asked | null;
  /** The rows of the list, as read last. */
  users: readonly User[] | undefined;
  /** Whether emails can be sent (MAIL-03). */
  envoi: boolean;
  busy: boolean;
  /** A decision is being looked up: its question is closed. */
  unsure: boolean;
  heading: RefObject<HTMLElement | null>;
  onDecide: (action: Decision, user: User, role?: RoleDonne) => void;
  /** `changes` null: withdraws the new address. Returns the sentence of the refusal, or null. */
  onCorrect: (user: User, changes: Correction | null) => Promise<string | null>;
  say: Say;
  onClose: () => void;
};

type Question = { action: keyof typeof CONFIRMATIONS; user: User };
const isQuestion = (asked: Asked): asked is Question => asked.action in CONFIRMATIONS;

/** What the buttons of an account ask before anything is done. */
export function AccountDialogs({
  asked,
  users,
  envoi,
  busy,
  unsure,
  heading,
  onDecide,
  onCorrect,
  say,
  onClose,
}: AccountDialogsProps) {
  /** As read last: somebody may correct the address while the question is open. */
  const known = (user: User): User => users?.find(({ id }) => id === user.id) ?? user;
  const subjectOf = (action: Asked['action']) => (asked?.action === action ? asked.user : null);
  const [toApprove, toCorrect, paid] = [
    subjectOf('approuver'),
    subjectOf('corriger'),
    subjectOf('payer'),
  ];
  const last = useLast(paid);
  const ouvert = useOuvert((subjectOf('supprimer') ?? subjectOf('refuser'))?.id ?? null);
  const correct = async (changes: Correction | null) =>
    toCorrect ? onCorrect(toCorrect, changes) : null;

  return (
    <>
      <ApprobationDialog
        user={unsure || !toApprove ? null : known(toApprove)}
        busy={busy}
        envoi={envoi}
        fallback={heading}
        onChoose={(role) => toApprove && onDecide('approuver', toApprove, role)}
        onClose={onClose}
      />
      <AccountCorrection
        user={toCorrect}
        own={false}
        envoi={envoi}
        deciding={busy}
        fallback={heading}
        onSave={correct}
        onWithdraw={() => correct(null)}
        onClose={onClose}
      />
      <FormDialog title={PAYEUR.titre} open={paid !== null} fallback={heading} onClose={onClose}>
        {last && (
          <PayeurForm
            client={{
              id: last.id,
              nom: displayName(last),
              email: last.email,
              compte: true,
              payeur: users?.find(({ id }) => id === last.id)?.payeur ?? last.payeur ?? null,
            }}
            onDone={(payeur) => {
              onClose();
              say({
                kind: 'success',
                text: (
                  <>
                    <bdi>{displayName(last)}</bdi>
                    <PayeurDit payeur={payeur} />
                  </>
                ),
                ms: DUREE.message,
              });
            }}
            onClose={onClose}
          />
        )}
      </FormDialog>
      <AccountQuestion
        question={!unsure && asked && isQuestion(asked) ? asked : null}
        textOf={({ action }) => ({ ...CONFIRMATIONS[action], bouton: ACTIONS[action].bouton })}
        detailsOf={({ action, user }) => (
          <>
            {CONFIRMATIONS[action].suite.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            {action === 'promouvoir' && <AdresseDite user={known(user)} />}
            {(action === 'supprimer' || action === 'refuser') && <OuvertDit ouvert={ouvert} />}
          </>
        )}
        ready={ouvert.ready}
        busy={busy}
        fallback={heading}
        onConfirm={({ action, user }) => onDecide(action, user)}
        onClose={onClose}
      />
    </>
  );
}
