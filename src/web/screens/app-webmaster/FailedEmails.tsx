import { MailWarning } from 'lucide-react';
import { Link } from 'react-router';
import { useResumeCourriels } from '#web/data/queriesCourriels.ts';
import { FAILED_COURRIELS } from '#web/paths.ts';

/** The number of failed emails that nobody has seen, with a link to them (MAIL-10). */
export function FailedEmails() {
  const count = useResumeCourriels().data?.echoue_non_vus ?? 0;
  return (
    <div role="status">
      {count > 0 && (
        <Link to={FAILED_COURRIELS} className="mt-4 flex min-h-11 items-center gap-3 rounded-field border border-danger-line bg-danger-soft px-4 py-2.5 font-medium text-danger">
          <MailWarning aria-hidden className="size-5 shrink-0" />
          <span>
            {count === 1 ? "Un email n'a pas pu être envoyé." : `${count} emails n'ont pas pu être envoyés.`} <span className="whitespace-nowrap underline underline-offset-4">Voir pourquoi</span>
          </span>
        </Link>
      )}
    </div>
  );
}
