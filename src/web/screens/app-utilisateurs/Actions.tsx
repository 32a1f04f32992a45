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
import { displayName, type User } from '#domain/people/users.ts';
import { ActionMenu } from '#web/ui/overlays/ActionMenu.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { ACTIONS, type ActionUser } from './textes.ts';

type ActionsProps = {
  user: User;
  /** Whether emails can be sent (MAIL-03). */
  envoi: boolean;
  /** The action under way on this account. */
  pending: ActionUser | undefined;
  onPress: (action: ActionUser) => void;
};

/** The main action on an account as a button, and the others in a menu (PEOPLE-45). */
export function Actions({ user, envoi, pending, onPress }: ActionsProps) {
  const nom = displayName(user);
  const [main = 'corriger', ...others] = actionsOf(user, envoi);
  // On a card the correction is an entry of the menu, as most accounts need no decision.
  const folded = main === 'corriger';
  const entry = (action: ActionUser) => ({
    label: ACTIONS[action].bouton,
    Icon: SIGNES[action],
    danger: action === 'supprimer' || action === 'refuser',
    onPress: () => onPress(action),
  });
  return (
    <div className="flex items-center justify-end gap-1">
      <Button
        variant="secondary"
        size="small"
        className={folded ? '@max-4xl:hidden' : ''}
        busy={pending === main}
        onClick={() => onPress(main)}
        aria-label={`${ACTIONS[main].bouton} ${nom}`}
      >
        {ACTIONS[main].bouton}
      </Button>
      <div className="@max-4xl:absolute @max-4xl:end-1 @max-4xl:top-1.5">
        <ActionMenu
          nom={nom}
          busy={pending !== undefined && pending !== main}
          actions={[
            ...(folded ? [{ ...entry(main), className: '@4xl:hidden' }] : []),
            ...others.map(entry),
          ]}
        />
      </div>
    </div>
  );
}

/** The actions that the status of an account allows, the main one first (PEOPLE-02). */
function actionsOf(
  { statut, email_confirme, second_facteur, bloque }: User,
  envoi: boolean,
): ActionUser[] {
  const confirmer = !email_confirme && envoi ? ['confirmer' as const] : [];
  if (statut === 'en_attente') return ['approuver', ...confirmer, 'corriger', 'refuser'];
  if (statut === 'refuse') return ['approuver', 'corriger', 'supprimer'];
  return [
    ...(statut === 'inactif' ? ['activer' as const] : []),
    ...(bloque ? ['debloquer' as const] : []),
    'corriger',
    'payer',
    ...confirmer,
    ...(second_facteur ? ['facteur' as const] : []),
    'promouvoir',
    ...(statut === 'inactif' ? [] : ['desactiver' as const]),
    'supprimer',
  ];
}

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
