import { Check, Hourglass, X } from 'lucide-react';
import type { StatutReservation } from '#domain/reservations.ts';
import { Badge, type BadgeProps } from '../ui/Badge.tsx';

const STATUTS: Record<StatutReservation, BadgeProps> = {
  confirmee: { nom: 'Confirmée', Signe: Check, ton: 'vert' },
  en_attente: { nom: 'En attente', Signe: Hourglass, ton: 'orange' },
  annulee: { nom: 'Annulée', Signe: X, ton: 'rouge' },
};

/** §4: check, hourglass, cross. */
export function StatutBadge({ statut }: { statut: StatutReservation }) {
  return <Badge {...STATUTS[statut]} />;
}
