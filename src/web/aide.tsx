/** The help: the list of tasks and the page of each one, in a separate chunk (UI-90). */
import { comparable, NOT_FOUND_TITLE, PATHS } from './paths/paths.ts';
import { Aide } from './screens/aide/Aide.tsx';
import { Tache } from './screens/aide/Tache.tsx';
import { TACHES } from './screens/aide/taches.ts';
import { NotFound } from './notFound.tsx';
import { Page } from './shell/frame/Page.tsx';
import { PublicShell } from './shell/PublicShell.tsx';
import { useLocation } from './ui/hooks/navigation.tsx';

export default function AidePage() {
  const path = comparable(useLocation().pathname);
  const list = path === PATHS.aide.path;
  const tache = TACHES.find(({ nom }) => path === `${PATHS.aide.path}/${nom}`);
  const titre = list ? PATHS.aide.titre : (tache?.titre ?? NOT_FOUND_TITLE);
  return (
    <PublicShell>
      <Page key={path} titre={titre}>
        {list ? <Aide /> : tache ? <Tache tache={tache} /> : <NotFound />}
      </Page>
    </PublicShell>
  );
}
