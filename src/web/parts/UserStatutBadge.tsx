import { Check, CircleSlash, Hourglass, X } from 'lucide-react';
import type { StatutUser } from '#domain/users.ts';
import { Badge, type BadgeProps } from '../ui/Badge.tsx';

const STATUTS: Record<StatutUser, BadgeProps> = {
  actif: { nom: 'Actif', Signe: Check, ton: 'vert' },
  inactif: { nom: 'Inactif', Signe: CircleSlash, ton: 'neutre' },
  en_attente: { nom: 'En attente', Signe: Hourglass, ton: 'orange' },
  refuse: { nom: 'Refusé', Signe: X, ton: 'rouge' },
};

/** The status of an account (ACC-09). */
export function UserStatutBadge({ statut }: { statut: StatutUser }) {
  return <Badge {...STATUTS[statut]} />;
}
