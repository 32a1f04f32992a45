import { Check, Hourglass, X } from 'lucide-react';
import { NOMS_STATUT, type StatutReservation } from '#domain/lessons/reservations.ts';
import { badgesOf } from '#web/ui/messages/Badge.tsx';

/** DESK-18: check, hourglass and cross. */
export const StatutBadge = badgesOf<StatutReservation>({
  confirmee: { label: NOMS_STATUT.confirmee, Icon: Check, tone: 'green' },
  en_attente: { label: NOMS_STATUT.en_attente, Icon: Hourglass, tone: 'orange' },
  annulee: { label: NOMS_STATUT.annulee, Icon: X, tone: 'red' },
});
