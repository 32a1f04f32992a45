import { CalendarClock, CircleAlert, Clock, Hourglass, MailCheck } from 'lucide-react';
import type { EtatCourriel } from '#domain/emails/courriels.ts';
import { badgesOf } from '#web/ui/messages/Badge.tsx';

/** The state of an email (MAIL-10). */
export const StatutCourrielBadge = badgesOf<EtatCourriel>({
  en_attente: { label: 'En attente', Icon: Hourglass, tone: 'orange' },
  planifie: { label: 'Planifié', Icon: CalendarClock, tone: 'neutral' },
  envoye: { label: 'Envoyé', Icon: MailCheck, tone: 'green' },
  echoue: { label: 'Échoué', Icon: CircleAlert, tone: 'red' },
  perime: { label: 'Périmé', Icon: Clock, tone: 'neutral' },
});
