import { Suspense, useEffect, useRef, useState } from 'react';
import type { User } from '#domain/people/users.ts';
import type { Correction } from '#web/nouns/people/AccountCorrection.tsx';
import { ADRESSE, INSCRIPTION, ROLE, TELEPHONE } from '#web/nouns/people/accountColumns.tsx';
import { Halter } from '#web/ui/drawings/Halter.tsx';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import type { Column } from '#web/ui/pages/Table.tsx';
import { usePrepared } from '#web/ui/hooks/useUsed.ts';
import type { Asked } from './AccountDialogs.tsx';
import { Actions } from './Actions.tsx';
import { Empty } from './Empty.tsx';
import { Listing } from './Listing.tsx';
import { ACCOUNT, ApproveTicked, tickable, useSelected } from './Selection.tsx';
import {
  type ActionUser,
  type Decision,
  isAtOnce,
  type RoleDonne,
  type SectionUsers,
  TEXTES,
} from './textes.ts';
import type { ApproveAll, Correct, Decide, Say } from './useDecisions.tsx';
import type { UserList } from './useUserList.ts';

const { Part: AccountDialogs, load } = lazyPart('part', async () => ({
  default: (await import('./dialogues.tsx')).AccountDialogs,
}));

type Pending = { action: ActionUser; id: string } | 'ensemble';

type SectionProps = {
  section: SectionUsers;
  liste: UserList;
  searching: boolean;
  /** Whether emails can be sent (MAIL-03). */
  envoi: boolean;
  decide: Decide;
  approveAll: ApproveAll;
  correct: Correct;
  say: Say;
  /**
   * A decision is being looked up: its question is closed, and its button still shows that it is
   * under way.
   */
  unsure: boolean;
};

/** One of the three tables (PEOPLE-01), and what its buttons do. */
export function Section({
  section: { cle, titre, vide, aide },
  liste,
  searching,
  envoi,
  decide,
  approveAll,
  correct,
  say,
  unsure,
}: SectionProps) {
  usePrepared(load);
  /** Undefined: never opened, so the code of the dialogs is not loaded. */
  const [asked, ask] = useState<Asked | null>();
  const [pending, setPending] = useState<Pending | null>(null);
  const [done, setDone] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const { users, total, page, turnTo } = liste;
  const rows = users.data ?? [];
  const selected = useSelected(rows);

  // The row or its button is gone after a decision: the focus moves to the table's title.
  useEffect(() => {
    if (done > 0) heading.current?.focus({ preventScroll: true });
  }, [done]);

  const act = async (action: Decision, user: User, role?: RoleDonne) => {
    if (pending) return;
    setPending({ action, id: user.id });
    const succeeded = await decide(action, user, role);
    setPending(null);
    // Not a form that was opened meanwhile: it keeps what is typed.
    ask((opened) => (opened?.action === action ? null : opened));
    if (succeeded && action !== 'confirmer') setDone((n) => n + 1);
  };
  const press = (action: ActionUser, user: User) => {
    if (isAtOnce(action)) void act(action, user);
    else ask({ action, user });
  };
  /** Closed once it is stored: the pressed button still exists and gets the focus back. */
  const store = async (user: User, changes: Correction | null): Promise<string | null> => {
    if (pending) return null;
    setPending({ action: 'corriger', id: user.id });
    const refus = await correct(user, changes);
    setPending(null);
    if (refus === null)
      ask(changes ? null : { action: 'corriger', user: { ...user, email_demande: null } });
    return refus;
  };

  const approveTicked = async () => {
    if (pending) return;
    setPending('ensemble');
    const succeeded = await approveAll(selected.ticked);
    setPending(null);
    if (succeeded) setDone((n) => n + 1);
  };

  const actions: Column<User> = {
    header: 'Actions',
    bare: true,
    cell: (user) => (
      <Actions
        user={user}
        envoi={envoi}
        pending={pending !== 'ensemble' && pending?.id === user.id ? pending.action : undefined}
        onPress={(action) => press(action, user)}
      />
    ),
  };
  const columns = [
    placed(cle === 'en_attente' ? tickable(selected) : ACCOUNT, CARD.user),
    ...(cle === 'approuve' ? [placed(ROLE, CARD.role)] : []),
    placed(TELEPHONE, CARD.telephone),
    placed(ADRESSE, CARD.adresse),
    placed(INSCRIPTION, CARD.inscription),
    placed(actions, CARD.actions),
  ];

  return (
    <Listing
      cle={cle}
      titre={titre}
      query={users}
      illisible={TEXTES.illisible}
      columns={columns}
      cardClass={CARD.row}
      above={
        cle === 'en_attente' &&
        rows.length > 1 && (
          <ApproveTicked
            selected={selected}
            busy={pending === 'ensemble'}
            onApprove={() => void approveTicked()}
          />
        )
      }
      empty={
        <Empty
          titre={searching ? null : vide}
          aide={searching ? TEXTES.sansResultat : aide}
          brief={cle === 'refuse'}
          illustration={cle === 'en_attente' && <Halter className="size-28" />}
        />
      }
      total={total}
      page={page}
      onPage={turnTo}
      heading={heading}
    >
      {asked !== undefined && (
        <Suspense>
          <AccountDialogs
            asked={asked}
            users={users.data}
            envoi={envoi}
            busy={pending !== null}
            unsure={unsure}
            heading={heading}
            onDecide={(...decision) => void act(...decision)}
            onCorrect={store}
            say={say}
            onClose={() => ask(null)}
          />
        </Suspense>
      )}
    </Listing>
  );
}

/**
 * A card on a phone: name and email with the menu beside them, then telephone and date, then the
 * address, with the button beside these. It shows no headers, and the role, which is the same for
 * all, is only read out. On a card that is too narrow, all is below each other.
 */
const CARD = {
  row: '@xs:@max-4xl:grid @xs:@max-4xl:grid-cols-[auto_minmax(0,1fr)_auto] @xs:@max-4xl:gap-x-3 @max-4xl:py-2',
  user: '@xs:@max-4xl:col-span-3 @max-4xl:pe-8 @4xl:w-full',
  role: '@max-4xl:sr-only',
  telephone: '@xs:@max-4xl:order-1 @max-4xl:py-0 @max-4xl:text-sm',
  adresse: '@xs:@max-4xl:order-3 @xs:@max-4xl:col-span-2 @max-4xl:py-0 @max-4xl:text-sm',
  inscription: '@xs:@max-4xl:order-2 @max-4xl:py-0 @max-4xl:text-sm @max-4xl:text-muted',
  actions:
    '@xs:@max-4xl:col-start-3 @xs:@max-4xl:row-span-2 @xs:@max-4xl:row-start-2 @xs:@max-4xl:self-end @max-4xl:py-0',
} as const;

const placed = (column: Column<User>, card: string): Column<User> => ({
  ...column,
  bare: true,
  className: `${column.className ?? ''} ${card}`,
});
