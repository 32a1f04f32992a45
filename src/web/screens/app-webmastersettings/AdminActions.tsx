import { LockOpen, Pencil, Power, ShieldOff, Trash2, UserRound } from 'lucide-react';
import { displayName, type User } from '#domain/people/users.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { type ActionAdmin, ACTIONS, TEXTES } from './shared/textes.ts';

const SIGNES = {
  desactiver: Power,
  activer: Power,
  debloquer: LockOpen,
  retrograder: UserRound,
  corriger: Pencil,
  facteur: ShieldOff,
  supprimer: Trash2,
} as const;

type AdminActionsProps = {
  user: User;
  /** The administrator who reads the table. */
  own: boolean;
  onPress: (action: ActionAdmin | 'corriger') => void;
};

/**
 * Unlock another administrator (ACC-58), deactivate or activate, demote, correct (PEOPLE-41), reset the second factor of
 * another administrator (ACC-65), delete (PEOPLE-10).
 */
export function AdminActions({ user, own, onPress }: AdminActionsProps) {
  const actions: (ActionAdmin | 'corriger')[] = [
    ...(user.bloque && !own ? ['debloquer' as const] : []),
    user.statut === 'actif' ? 'desactiver' : 'activer',
    'retrograder',
    'corriger',
    ...(user.second_facteur && !own ? ['facteur' as const] : []),
    'supprimer',
  ];
  return (
    <div className="flex flex-wrap gap-2 pt-2 @4xl:pt-0">
      {actions.map((action) => (
        <ActionButton
          key={action}
          nom={displayName(user)}
          Icon={SIGNES[action]}
          label={action === 'corriger' ? TEXTES.corriger : ACTIONS[action].bouton}
          shortLabel={
            action === 'retrograder'
              ? TEXTES.retrograder
              : action === 'corriger'
                ? TEXTES.corriger
                : ACTIONS[action].bouton
          }
          iconOnly={!['debloquer', 'activer', 'desactiver'].includes(action)}
          onPress={() => onPress(action)}
        />
      ))}
    </div>
  );
}
