import { Check, Hourglass, X } from 'lucide-react';
import { NOMS_STATUT, type StatutReservation } from '#domain/reservations.ts';
import { Badge, type BadgeProps } from '../ui/Badge.tsx';

const STATUTS: Record<StatutReservation, BadgeProps> = {
  confirmee: { nom: NOMS_STATUT.confirmee, Signe: Check, ton: 'vert' },
  en_attente: { nom: NOMS_STATUT.en_attente, Signe: Hourglass, ton: 'orange' },
  annulee: { nom: NOMS_STATUT.annulee, Signe: X, ton: 'rouge' },
};

/** DESK-18: check, hourglass and cross. */
export function StatutBadge({ statut }: { statut: StatutReservation }) {
  return <Badge {...STATUTS[statut]} />;
}
