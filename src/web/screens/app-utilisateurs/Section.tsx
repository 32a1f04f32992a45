import {
  Check,
  HandCoins,
  LockOpen,
  MailCheck,
  Pencil,
  Power,
  ShieldCheck,
  ShieldOff,
  Trash2,
  X,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { displayName, type User } from '#domain/people/users.ts';
import { AccountCorrection, type Correction } from '#web/parts/AccountCorrection.tsx';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { ADRESSE, ACCOUNT, INSCRIPTION, ROLE, TELEPHONE } from '#web/parts/accountColumns.tsx';
import { AccountQuestion } from '#web/parts/AccountQuestion.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Halter } from '#web/ui/drawings/Halter.tsx';
import type { Column } from '#web/ui/Table.tsx';
import { useLast } from '#web/ui/useLast.ts';
import { ApprobationDialog } from './ApprobationDialog.tsx';
import { Empty } from './Empty.tsx';
import { Listing } from './Listing.tsx';
import { PayeurDit, PayeurForm } from './PayeurForm.tsx';
import { PAYEUR } from './textes.clients.ts';
import {
  ACTIONS,
  type ActionUser,
  CONFIRMATIONS,
  type Decision,
  DUREE,
  type RoleDonne,
  type SectionUsers,
  TEXTES,
} from './textes.ts';
import type { Correct, Decide, Say } from './useDecisions.tsx';
import type { UserList } from './useUserList.ts';

type Question = { action: keyof typeof CONFIRMATIONS; user: User };

type SectionProps = {
  section: SectionUsers;
  liste: UserList;
  searching: boolean;
  /** Whether emails can be sent (MAIL-03). */
  envoi: boolean;
  decide: Decide;
  correct: Correct;
  say: Say;
  /**
   * A decision is being looked up: its question is closed, and its button still shows that it is
   * under way.
   */
  unsure: boolean;
};

/** One of the three tables (PEOPLE-01), and the questions its buttons ask. */
export function Section({
  section: { cle, titre, vide, aide },
  liste,
  searching,
  envoi,
  decide,
  correct,
  say,
  unsure,
}: SectionProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [toApprove, setToApprove] = useState<User | null>(null);
  const [toCorrect, setToCorrect] = useState<User | null>(null);
  const [paid, setPaid] = useState<User | null>(null);
  const last = useLast(paid);
  /** The action under way, as `action user`. */
  const [pending, setPending] = useState<string | null>(null);
  const [done, setDone] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const { users, total, page, turnTo } = liste;

  // The row or its button is gone after a decision: the focus moves to the table's title.
  useEffect(() => {
    if (done > 0) heading.current?.focus({ preventScroll: true });
  }, [done]);

  const act = async (action: Decision, user: User, role?: RoleDonne) => {
    if (pending) return;
    setPending(`${action} ${user.id}`);
    const succeeded = await decide(action, user, role);
    setPending(null);
    setQuestion(null);
    setToApprove(null);
    if (succeeded && action !== 'confirmer') setDone((n) => n + 1);
  };
  const ask = (action: ActionUser, user: User) => {
    if (action === 'approuver') setToApprove(user);
    else if (action === 'corriger') setToCorrect(user);
    else if (action === 'payer') setPaid(user);
    else if (action === 'activer' || action === 'debloquer' || action === 'confirmer')
      void act(action, user);
    else setQuestion({ action, user });
  };
  /** Closed once it is stored: the pressed button still exists and gets the focus back. */
  const store = async (changes: Correction | null): Promise<string | null> => {
    if (!toCorrect || pending) return null;
    setPending(`corriger ${toCorrect.id}`);
    const refus = await correct(toCorrect, changes);
    setPending(null);
    if (refus === null) setToCorrect(changes ? null : { ...toCorrect, email_demande: null });
    return refus;
  };

  const actions: Column<User> = {
    header: 'Actions',
    bare: true,
    className: cle === 'approuve' ? '@4xl:min-w-66' : '@4xl:w-90',
    cell: (user) => (
      <div className="flex flex-wrap gap-2 pt-2 @4xl:gap-1 @4xl:pt-0">
        {actionsOf(user, envoi).map((action) => (
          <ActionButton
            key={action}
            nom={displayName(user)}
            Icon={SIGNES[action]}
            label={action === 'payer' ? `${ACTIONS.payer.bouton} pour` : ACTIONS[action].bouton}
            shortLabel={action === 'promouvoir' ? TEXTES.promouvoir : ACTIONS[action].bouton}
            iconOnly={ICON_ONLY.has(action)}
            variant={
              action === 'approuver' || action === 'activer' || action === 'debloquer'
                ? 'primary'
                : 'secondary'
            }
            busy={pending === `${action} ${user.id}`}
            onPress={() => ask(action, user)}
          />
        ))}
      </div>
    ),
  };
  const columns = [
    ACCOUNT,
    ...(cle === 'approuve' ? [ROLE] : []),
    TELEPHONE,
    ADRESSE,
    INSCRIPTION,
    actions,
  ];

  return (
    <Listing
      cle={cle}
      titre={titre}
      query={users}
      illisible={TEXTES.illisible}
      columns={columns}
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
      <ApprobationDialog
        user={unsure ? null : toApprove}
        busy={pending !== null}
        envoi={envoi}
        fallback={heading}
        onChoose={(role) => toApprove && void act('approuver', toApprove, role)}
        onClose={() => setToApprove(null)}
      />
      <AccountCorrection
        user={toCorrect}
        own={false}
        envoi={envoi}
        deciding={pending !== null}
        fallback={heading}
        onSave={store}
        onWithdraw={() => store(null)}
        onClose={() => setToCorrect(null)}
      />
      <FormDialog
        title={PAYEUR.titre}
        open={paid !== null}
        fallback={heading}
        onClose={() => setPaid(null)}
      >
        {last && (
          <PayeurForm
            client={{
              id: last.id,
              nom: displayName(last),
              email: last.email,
              compte: true,
              payeur: users.data?.find(({ id }) => id === last.id)?.payeur ?? last.payeur ?? null,
            }}
            onDone={(payeur) => {
              setPaid(null);
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
            onClose={() => setPaid(null)}
          />
        )}
      </FormDialog>
      <AccountQuestion
        question={unsure ? null : question}
        textOf={({ action }) => ({ ...CONFIRMATIONS[action], bouton: ACTIONS[action].bouton })}
        detailsOf={({ action }) =>
          CONFIRMATIONS[action].suite.map((sentence) => <p key={sentence}>{sentence}</p>)
        }
        busy={pending !== null}
        fallback={heading}
        onConfirm={({ action, user }) => void act(action, user)}
        onClose={() => setQuestion(null)}
      />
    </Listing>
  );
}

/** The actions that the status of an account allows (PEOPLE-02). */
function actionsOf(
  { statut, email_confirme, second_facteur, bloque }: User,
  envoi: boolean,
): ActionUser[] {
  const confirmer = !email_confirme && envoi ? ['confirmer' as const] : [];
  if (statut === 'en_attente') return ['approuver', 'refuser', ...confirmer, 'corriger'];
  if (statut === 'refuse') return ['approuver', 'corriger', 'supprimer'];
  const [switchOn, switchOff] =
    statut === 'inactif' ? [['activer' as const], []] : [[], ['desactiver' as const]];
  return [
    ...switchOn,
    ...(bloque ? ['debloquer' as const] : []),
    'promouvoir',
    ...confirmer,
    'corriger',
    'payer',
    ...(second_facteur ? ['facteur' as const] : []),
    ...switchOff,
    'supprimer',
  ];
}

/** In a table; a card has room for their labels. */
const ICON_ONLY = new Set<ActionUser>([
  'promouvoir',
  'supprimer',
  'confirmer',
  'facteur',
  'corriger',
  'payer',
  'desactiver',
]);

const SIGNES = {
  approuver: Check,
  refuser: X,
  confirmer: MailCheck,
  promouvoir: ShieldCheck,
  activer: Check,
  desactiver: Power,
  corriger: Pencil,
  payer: HandCoins,
  debloquer: LockOpen,
  facteur: ShieldOff,
  supprimer: Trash2,
} as const;
