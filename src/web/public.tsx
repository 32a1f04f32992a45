// chunk: public
/** The landing page and the page of unknown addresses. */
import { Suspense } from 'react';
import { NOT_FOUND_TITLE, PATHS } from './paths/paths.ts';
import { Accueil } from './screens/accueil/Accueil.tsx';
import { NotFound } from './notFound.tsx';
import { Page } from './shell/frame/Page.tsx';
import { PublicShell } from './shell/PublicShell.tsx';
import { lazyPart } from './ui/pages/lazyPart.tsx';
import { useLocation } from './ui/hooks/navigation.tsx';

/** Only loaded if somebody is signed in: it comes with the part behind the guard. */
const { Part: Espace, Arrived } = lazyPart('part', async () => ({
  default: (await import('./app.tsx')).Espace,
}));

/**
 * As high as a rider's next lesson. It looks as `Skeleton`, which every screen would load with the
 * landing page if it were used here (ADR-030).
 */
const WAITING = (
  <>
    <div aria-hidden className="h-96 animate-pulse rounded-card bg-sand" />
    <div aria-hidden className="h-64 animate-pulse rounded-card bg-sand" />
  </>
);

export default function Public() {
  const accueil = useLocation().pathname === PATHS.accueil.path;
  return (
    <PublicShell>
      {accueil ? (
        <Page key="accueil" titre={PATHS.accueil.titre}>
          <Accueil
            espace={
              <Arrived otherwise={WAITING}>
                <Suspense fallback={WAITING}>
                  <Espace waiting={WAITING} />
                </Suspense>
              </Arrived>
            }
          />
        </Page>
      ) : (
        <Page key="*" titre={NOT_FOUND_TITLE}>
          <NotFound />
        </Page>
      )}
    </PublicShell>
  );
}
