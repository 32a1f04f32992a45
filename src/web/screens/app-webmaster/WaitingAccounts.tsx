import { UserRoundPlus } from 'lucide-react';
import { Link } from '#web/ui/navigation.tsx';
import { useResumeUsers } from '#web/data/queries/users.ts';
import { PATHS } from '#web/paths/paths.ts';

/** How many accounts wait for a decision, with a link to them (DESK-01). */
export function WaitingAccounts() {
  const count = useResumeUsers().data?.en_attente ?? 0;
  return (
    <div role="status">
      {count > 0 && (
        <Link
          to={PATHS.utilisateurs.path}
          className="mt-4 flex min-h-11 items-center gap-3 rounded-field border border-cognac bg-cognac-soft px-4 py-2.5 font-medium"
        >
          <UserRoundPlus aria-hidden className="size-5 shrink-0 text-cognac" />
          <span className="min-w-0 wrap-anywhere">
            {count === 1
              ? 'Un compte attend votre décision.'
              : `${count} comptes attendent votre décision.`}{' '}
            <span className="underline underline-offset-4">Voir les demandes</span>
          </span>
        </Link>
      )}
    </div>
  );
}
