import { MailWarning } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '#web/ui/navigation.tsx';
import { retardInWords } from '#domain/emails/retard.ts';
import { useNow } from '#web/data/horloge.ts';
import { useResumeCourriels } from '#web/data/queries/courriels.ts';
import { FAILED_COURRIELS, LATE_COURRIELS } from '#web/paths/paths.ts';

/** Late emails (MAIL-22) and unseen failures (MAIL-10), with a link to them. */
export function FailedEmails() {
  const { jour } = useNow();
  const { echoue_non_vus: failed = 0, retard = null } = useResumeCourriels().data ?? {};
  return (
    <div role="status">
      {retard && <Warning to={LATE_COURRIELS}>{retardInWords(retard, jour)}.</Warning>}
      {failed > 0 && (
        <Warning to={FAILED_COURRIELS}>
          {failed === 1
            ? "Un email n'a pas pu être envoyé."
            : `${failed} emails n'ont pas pu être envoyés.`}
        </Warning>
      )}
    </div>
  );
}

function Warning({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="mt-4 flex min-h-11 items-center gap-3 rounded-field border border-danger-line bg-danger-soft px-4 py-2.5 font-medium text-danger"
    >
      <MailWarning aria-hidden className="size-5 shrink-0" />
      <span>
        {children}{' '}
        <span className="whitespace-nowrap underline underline-offset-4">Voir pourquoi</span>
      </span>
    </Link>
  );
}
