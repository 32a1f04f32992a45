import { statusOf } from '#web/data/client.ts';
import { useProfil } from '#web/data/queries.ts';
import { PATHS } from '#web/paths/paths.ts';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { useLeave } from '#web/ui/pages/useLeave.ts';
import { CalendarFeeds } from './CalendarFeeds.tsx';
import { ContactDetails } from './ContactDetails.tsx';
import { Donnees } from './Donnees.tsx';
import { EmailChoices } from './EmailChoices.tsx';
import { Identity } from './Identity.tsx';
import { AccountInfo } from './AccountInfo.tsx';
import { MesCavaliers } from './MesCavaliers.tsx';
import { OpenSessions } from './OpenSessions.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { TEXTES } from './textes.ts';

export { prefetchSessions as readFirst } from '#web/nouns/people/profil.ts';

/**
 * /app/monprofil. A failed reading leads to the landing page, which reports it. The guard handles a
 * session that is over (ACC-06).
 */
export default function MonProfil() {
  const { data: profil, isError, error } = useProfil();
  useLeave(isError && !profil && statusOf(error) !== 401, PATHS.accueil.path, TEXTES.illisible);

  return (
    <div className="@container mx-auto max-w-5xl" aria-busy={!profil}>
      <PageHeading title={PATHS.monprofil.titre} intro={TEXTES.intro} />
      <div className="mt-4 grid grid-cols-1 gap-4 @4xl:mt-6 @4xl:grid-cols-2 @4xl:gap-6">
        {profil ? (
          <>
            <div className="@4xl:col-span-2">
              <Identity profil={profil} />
            </div>
            <ContactDetails profil={profil} />
            <AccountInfo profil={profil} />
            <div className="@4xl:col-span-2">
              <EmailChoices />
            </div>
            <div className="@4xl:col-span-2">
              <MesCavaliers />
            </div>
            <div className="@4xl:col-span-2">
              <SecondFactor profil={profil} />
            </div>
            <div className="@4xl:col-span-2">
              <OpenSessions />
            </div>
            <div className="empty:hidden @4xl:col-span-2">
              <CalendarFeeds profil={profil} />
            </div>
            <div className="@4xl:col-span-2">
              <Donnees profil={profil} />
            </div>
          </>
        ) : (
          <>
            <Skeleton className="h-40 @4xl:col-span-2" />
            <Skeleton className="h-72" />
            <Skeleton className="h-72" />
          </>
        )}
      </div>
    </div>
  );
}
