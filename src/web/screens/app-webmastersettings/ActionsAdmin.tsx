import { Power, Trash2, UserRound } from 'lucide-react';
import type { User } from '#domain/users.ts';
import { BoutonAction } from '#web/parts/BoutonAction.tsx';
import { type ActionAdmin, ACTIONS, TEXTES } from './textes.ts';

const SIGNES = { desactiver: Power, activer: Power, retrograder: UserRound, supprimer: Trash2 } as const;

type ActionsAdminProps = { user: User; onPress: (action: ActionAdmin) => void };

/** Deactivate or activate, demote, delete (PEOPLE-10). */
export function ActionsAdmin({ user, onPress }: ActionsAdminProps) {
  const actions: ActionAdmin[] = [user.statut === 'actif' ? 'desactiver' : 'activer', 'retrograder', 'supprimer'];
  return (
    <div className="flex flex-wrap gap-2 pt-2 @4xl:pt-0">
      {actions.map((action) => (
        <BoutonAction
          key={action}
          user={user}
          Signe={SIGNES[action]}
          nom={ACTIONS[action].bouton}
          court={action === 'retrograder' ? TEXTES.retrograder : ACTIONS[action].bouton}
          discret={action === 'supprimer'}
          onPress={() => onPress(action)}
        />
      ))}
    </div>
  );
}
