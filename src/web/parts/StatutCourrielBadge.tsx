import { CalendarClock, CircleAlert, Clock, Hourglass, MailCheck } from 'lucide-react';
import type { EtatCourriel } from '#domain/courriels.ts';
import { Badge, type BadgeProps } from '../ui/Badge.tsx';

const STATUTS: Record<EtatCourriel, BadgeProps> = {
  en_attente: { nom: 'En attente', Signe: Hourglass, ton: 'orange' },
  planifie: { nom: 'Planifié', Signe: CalendarClock, ton: 'neutre' },
  envoye: { nom: 'Envoyé', Signe: MailCheck, ton: 'vert' },
  echoue: { nom: 'Échoué', Signe: CircleAlert, ton: 'rouge' },
  perime: { nom: 'Périmé', Signe: Clock, ton: 'neutre' },
};

/** The state of an email (MAIL-10). */
export function StatutCourrielBadge({ statut }: { statut: EtatCourriel }) {
  return <Badge {...STATUTS[statut]} />;
}
