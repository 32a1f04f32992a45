/** The landing page and the page of unknown addresses. */
import { NOT_FOUND_TITLE, PATHS } from './paths/paths.ts';
import { Accueil } from './screens/accueil/Accueil.tsx';
import { PageNonTrouvee } from './screens/page-non-trouvee/PageNonTrouvee.tsx';
import { Page } from './shell/Page.tsx';
import { PublicShell } from './shell/PublicShell.tsx';
import { useLocation } from './ui/navigation.tsx';

export default function Public() {
  const accueil = useLocation().pathname === PATHS.accueil.path;
  return (
    <PublicShell>
      {accueil ? (
        <Page key="accueil" titre={PATHS.accueil.titre}>
          <Accueil />
        </Page>
      ) : (
        <Page key="*" titre={NOT_FOUND_TITLE}>
          <PageNonTrouvee />
        </Page>
      )}
    </PublicShell>
  );
}
