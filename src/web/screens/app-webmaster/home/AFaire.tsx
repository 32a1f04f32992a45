import { Hourglass, type LucideIcon, MailWarning, UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { retardInWords } from '#domain/emails/retard.ts';
import { useNow } from '#web/data/horloge.ts';
import { useResumeCourriels } from '#web/nouns/emails/courrielsQueries.ts';
import { useResumeReservations } from '#web/nouns/lessons/reservations.ts';
import { useResumeUsers } from '#web/nouns/people/users.ts';
import { FAILED_COURRIELS, LATE_COURRIELS, PATHS } from '#web/paths/paths.ts';
import { leconLink } from '#web/paths/reservation.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { SansClient } from '../withdraw/SansClient.tsx';
import { A_FAIRE } from '../shared/textes.ts';

/**
 * What waits for the desk, each with the way to it, and nothing while nothing waits: accounts
 * (DESK-01), lessons (DESK-35), late emails (MAIL-22), unseen failures (MAIL-10), seats without a
 * customer (CLI-09).
 */
export function AFaire() {
  const { jour } = useNow();
  const accounts = useResumeUsers().data?.en_attente ?? 0;
  const { en_attente: lessons = 0, premiere = null } = useResumeReservations().data ?? {};
  const { echoue_non_vus: failed = 0, retard = null } = useResumeCourriels().data ?? {};
  return (
    <div className="flex flex-wrap items-start gap-1.5 sm:gap-2">
      <div role="status" className="contents">
        {accounts > 0 && (
          <ToDo to={PATHS.utilisateurs.path} Icon={UserRoundPlus} way="Voir les demandes">
            {A_FAIRE.comptes(accounts)}
          </ToDo>
        )}
      </div>
      <div role="status" className="contents">
        {premiere && (
          <ToDo to={leconLink(premiere)} Icon={Hourglass} way="Voir la première">
            {A_FAIRE.lecons(lessons)}
          </ToDo>
        )}
      </div>
      <div role="status" className="contents">
        {retard && (
          <ToDo to={LATE_COURRIELS} Icon={MailWarning} way="Voir pourquoi" bad>
            {retardInWords(retard, jour)}.
          </ToDo>
        )}
        {failed > 0 && (
          <ToDo to={FAILED_COURRIELS} Icon={MailWarning} way="Voir pourquoi" bad>
            {A_FAIRE.courriels(failed)}
          </ToDo>
        )}
      </div>
      <SansClient />
    </div>
  );
}

type ToDoProps = {
  to: string;
  Icon: LucideIcon;
  /** Where the link leads. */
  way: string;
  bad?: boolean;
  children: ReactNode;
};

function ToDo({ to, Icon, way, bad = false, children }: ToDoProps) {
  return (
    <Link
      to={to}
      className={cx(
        'inline-flex min-h-11 items-center gap-1.5 rounded-field border px-2 text-fine font-medium sm:gap-2 sm:px-2.5 sm:text-sm pointer-fine:min-h-7',
        bad ? 'border-danger-line bg-danger-soft text-danger' : 'border-cognac bg-cognac-soft',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {children} <span className="sr-only">{way}</span>
      </span>
    </Link>
  );
}
