// chunk: people-lists
import { Check, CircleSlash, Hourglass, X } from 'lucide-react';
import type { StatutUser } from '#domain/people/users.ts';
import { badgesOf } from '#web/ui/messages/Badge.tsx';

/** The status of an account (ACC-09). */
export const UserStatutBadge = badgesOf<StatutUser>({
  actif: { label: 'Actif', Icon: Check, tone: 'green' },
  inactif: { label: 'Inactif', Icon: CircleSlash, tone: 'neutral' },
  en_attente: { label: 'En attente', Icon: Hourglass, tone: 'orange' },
  refuse: { label: 'Refusé', Icon: X, tone: 'red' },
});
