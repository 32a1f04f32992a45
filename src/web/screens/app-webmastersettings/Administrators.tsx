import { useEffect, useRef, useState } from 'react';
import { PER_PAGE } from '#domain/core/pages.ts';
import type { User } from '#domain/people/users.ts';
import { useOuvert } from '#web/nouns/billing/comptes.ts';
import { OuvertDit } from '#web/nouns/billing/OuvertDit.tsx';
import { sentenceOf } from '#web/data/client.ts';
import { useResumeCourriels } from '#web/nouns/emails/courrielsQueries.ts';
import { useUsers } from '#web/nouns/people/users.ts';
import {
  useCorrectUser,
  useRemoveUser,
  useResetSecondFactor,
  useUnlockUser,
  useUpdateUser,
  useWithdrawUserEmail,
} from '#web/nouns/people/usersWrites.ts';
import { useUser } from '#web/data/session.ts';
import { UNSURE } from '#web/data/surely.ts';
import { AccountCorrection, type Correction } from '#web/nouns/people/AccountCorrection.tsx';
import { ACCOUNT, INSCRIPTION, TELEPHONE } from '#web/nouns/people/accountColumns.tsx';
import { AccountQuestion } from '#web/nouns/people/AccountQuestion.tsx';
import { useFirstPageIfEmpty, usePage } from '#web/parts/usePage.ts';
import { UserStatutBadge } from '#web/nouns/people/UserStatutBadge.tsx';
import { Pagination } from '#web/ui/pages/Pagination.tsx';
import { type Column, Table } from '#web/ui/pages/Table.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { AdminActions } from './AdminActions.tsx';
import { type ActionAdmin, ACTIONS, DUREE, TEXTES } from './shared/textes.ts';

type Question = { action: ActionAdmin; user: User };

/** The administrators, with a note on the line of the one who is signed in (PEOPLE-10). */
export function Administrators({ say }: { say: ReturnType<typeof useBanner>[1] }) {
  const own = useUser().id;
  const pages = usePage('administrateurs');
  const [page, turn] = pages;
  const users = useUsers({ role: 'admin', page });
  useFirstPageIfEmpty(users.data, pages);
  const [question, setQuestion] = useState<Question | null>(null);
  const ouvert = useOuvert(question?.action === 'supprimer' ? question.user.id : null);
  const onUnsure = () => {
    setQuestion(null);
    say({ kind: 'info', text: UNSURE });
  };
  const update = useUpdateUser(onUnsure);
  const remove = useRemoveUser(onUnsure);
  const unlock = useUnlockUser(onUnsure);
  const reset = useResetSecondFactor(onUnsure);
  const correct = useCorrectUser();
  const withdraw = useWithdrawUserEmail();
  const envoi = useResumeCourriels().data?.envoi ?? false;
  const busy = update.isPending || unlock.isPending || remove.isPending || reset.isPending;
  const [toCorrect, setToCorrect] = useState<User | null>(null);
  const [done, setDone] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);

  // The pressed button is gone or has another label: the focus moves to the table's title.
  useEffect(() => {
    if (done > 0) heading.current?.focus({ preventScroll: true });
  }, [done]);

  const act = async ({ action, user: { id, email } }: Question) => {
    const user = { id, email };
    const { succes, echec } = ACTIONS[action];
    const ms = action === 'supprimer' ? DUREE.suppression : DUREE.message;
    say(null);
    try {
      if (action === 'supprimer') await remove.mutateAsync(user);
      else if (action === 'facteur') await reset.mutateAsync(user);
      else if (action === 'debloquer') await unlock.mutateAsync(user);
      else
        await update.mutateAsync({
          ...user,
          ...(action === 'retrograder'
            ? { role: 'utilisateur' }
            : { statut: action === 'activer' ? 'actif' : 'inactif' }),
        });
      say({ kind: 'success', text: succes, ms });
      setDone((n) => n + 1);
    } catch (error) {
      say({ kind: 'error', text: sentenceOf(error, echec), ms: DUREE.suppression });
    }
    setQuestion(null);
  };

  /** `changes` null: withdraws the new address. */
  const store = async (changes: Correction | null): Promise<string | null> => {
    if (!toCorrect) return null;
    const { id, email } = toCorrect;
    try {
      if (changes) {
        const { email_demande } = await correct.mutateAsync({
          id,
          connu: email,
          ...changes,
        });
        say({
          kind: 'success',
          text:
            changes.email !== undefined && email_demande !== null
              ? TEXTES.corrigeEmail
              : TEXTES.corrige,
          ms: DUREE.message,
        });
      } else await withdraw.mutateAsync({ id, email });
      setToCorrect(changes ? null : { ...toCorrect, email_demande: null });
      return null;
    } catch (error) {
      return sentenceOf(error, TEXTES.nonCorrige);
    }
  };

  const columns: Column<User>[] = [
    ACCOUNT,
    TELEPHONE,
    {
      header: 'Statut',
      cell: ({ id, statut }) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <UserStatutBadge statut={statut} />
          {id === own && <span className="text-sm text-muted">({TEXTES.vous})</span>}
        </span>
      ),
    },
    INSCRIPTION,
    {
      header: 'Actions',
      bare: true,
      className: '@4xl:w-90',
      cell: (user) => (
        <AdminActions
          user={user}
          own={user.id === own}
          onPress={(action) =>
            action === 'corriger' ? setToCorrect(user) : setQuestion({ action, user })
          }
        />
      ),
    },
  ];
  return (
    <section aria-labelledby="titre-administrateurs">
      <h2 ref={heading} id="titre-administrateurs" tabIndex={-1} className="rounded-field">
        {TEXTES.administrateurs}
      </h2>
      <p className="mb-3 text-muted">{TEXTES.administrateursAide}</p>
      {users.isError && !users.data ? (
        <Unreadable queries={[users]}>{TEXTES.illisible}</Unreadable>
      ) : (
        <Table
          dense
          label={TEXTES.administrateurs}
          columns={columns}
          rows={users.data ?? []}
          keyOf={({ id }) => id}
          loading={!users.data}
          empty={null}
        />
      )}
      <Pagination
        label={`Pages\u202f: ${TEXTES.administrateurs}`}
        page={page}
        pages={null}
        hasNext={users.data?.length === PER_PAGE}
        onPage={turn}
      />
      <AccountCorrection
        user={toCorrect}
        own={toCorrect?.id === own}
        envoi={envoi}
        fallback={heading}
        onSave={store}
        onWithdraw={() => store(null)}
        onClose={() => setToCorrect(null)}
      />
      <AccountQuestion
        question={question}
        textOf={({ action }) => ACTIONS[action]}
        detailsOf={({ action, user }) => (
          <>
            {user.id === own && action !== 'activer' && action !== 'debloquer' && (
              <p className="font-semibold">{TEXTES.vousMeme}</p>
            )}
            {action === 'supprimer' && <OuvertDit ouvert={ouvert} />}
          </>
        )}
        ready={ouvert.ready}
        busy={busy}
        fallback={heading}
        onConfirm={(asked) => void act(asked)}
        onClose={() => setQuestion(null)}
      />
    </section>
  );
}
