/** The pages that anyone may see, besides /login. */
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { PAGE_NON_TROUVEE, PAGES, PATHS, type PathName } from './paths.ts';
import { Accueil } from './screens/accueil/Accueil.tsx';
import { Bientot } from './screens/bientot/Bientot.tsx';
import { PageNonTrouvee } from './screens/page-non-trouvee/PageNonTrouvee.tsx';
import { VisitorOnly } from './shell/Guard.tsx';
import { Page } from './shell/Page.tsx';
import { PublicShell } from './shell/PublicShell.tsx';

/** Those that are built; the others of the table are announced. */
const SCREENS: Partial<Record<PathName, ReactNode>> = {
  accueil: <Accueil />,
};

const PUBLIQUES = PAGES.filter(([, { path, acces }]) => (acces === 'tous' || acces === 'visiteur') && path !== PATHS.login.path);

export default function Public() {
  return (
    <Routes>
      <Route element={<PublicShell />}>
        {PUBLIQUES.map(([name, { path, titre, acces }]) => {
          const page = <Page key={name} titre={titre}>{SCREENS[name] ?? <Bientot name={name} />}</Page>;
          return <Route key={name} path={path} element={acces === 'visiteur' ? <VisitorOnly>{page}</VisitorOnly> : page} />;
        })}
        <Route path="*" element={<Page key="*" titre={PAGE_NON_TROUVEE}><PageNonTrouvee /></Page>} />
      </Route>
    </Routes>
  );
}
