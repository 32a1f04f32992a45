/** The landing page and the page of unknown addresses. */
import { Route, Routes } from 'react-router';
import { NOT_FOUND_TITLE, PATHS } from './paths/paths.ts';
import { Accueil } from './screens/accueil/Accueil.tsx';
import { PageNonTrouvee } from './screens/page-non-trouvee/PageNonTrouvee.tsx';
import { Page } from './shell/Page.tsx';
import { PublicShell } from './shell/PublicShell.tsx';

export default function Public() {
  const { path, titre } = PATHS.accueil;
  return (
    <PublicShell>
      <Routes>
        <Route
          path={path}
          element={
            <Page key="accueil" titre={titre}>
              <Accueil />
            </Page>
          }
        />
        <Route
          path="*"
          element={
            <Page key="*" titre={NOT_FOUND_TITLE}>
              <PageNonTrouvee />
            </Page>
          }
        />
      </Routes>
    </PublicShell>
  );
}
