/** What is behind the guard: the stream of changes, who may come in, the shell and its screens. */
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { useLive } from './data/live.ts';
import { createQueryClient } from './data/queries.ts';
import { useSession, useUser } from './data/session.ts';
import { espaceOf, mayEnter, PAGE_NON_TROUVEE, PAGES, PATHS, type PathName } from './paths.ts';
import { reload } from './reload.ts';
import Reservation from './screens/app-reservation/index.tsx';
import { PageNonTrouvee } from './screens/page-non-trouvee/PageNonTrouvee.tsx';
import { AppShell } from './shell/AppShell.tsx';
import { GuardScreen } from './shell/GuardScreens.tsx';
import { Page } from './shell/Page.tsx';
import { useAlerteEmails } from './shell/useAlerteEmails.ts';
import { Verification } from './shell/Verification.tsx';
import { toast } from './ui/toasts.ts';

/** Booking is what one comes for; each other screen is a part of its own, fetched when it is opened. */
const Courriels = lazy(() => import('./screens/app-courriels/index.tsx').catch(reload));
const MonProfil = lazy(() => import('./screens/app-monprofil/index.tsx').catch(reload));
const Prix = lazy(() => import('./screens/app-prix/index.tsx').catch(reload));
const Statistiques = lazy(() => import('./screens/app-statistiques/index.tsx').catch(reload));
const PreviewEmail = lazy(() => import('./screens/app-previewemail/index.tsx').catch(reload));
const Utilisateurs = lazy(() => import('./screens/app-utilisateurs/index.tsx').catch(reload));
const Webmaster = lazy(() => import('./screens/app-webmaster/index.tsx').catch(reload));
const WebmasterSettings = lazy(() => import('./screens/app-webmastersettings/index.tsx').catch(reload));

/** What stands at each address; those before the guard stand in the public part. */
const SCREENS: Partial<Record<PathName, ReactNode>> = {
  reservation: <Reservation />,
  monprofil: <MonProfil />,
  webmaster: <Webmaster />,
  utilisateurs: <Utilisateurs />,
  statistiques: <Statistiques />,
  prix: <Prix />,
  webmastersettings: <WebmasterSettings />,
  courriels: <Courriels />,
  previewemail: <PreviewEmail />,
};

const PREFIX = '/app/';

/** Another person signed in elsewhere gets an application of their own: nothing read for one is shown to the other. */
export default function App() {
  const user = useUser();
  return <Inside key={user.id} />;
}

function Inside() {
  const [queries] = useState(createQueryClient);
  return <QueryClientProvider client={queries}><Admission /></QueryClientProvider>;
}

/** Decision 6: only who is `actif` comes in; the stream goes on for the others, so that a change reaches them too. */
function Admission() {
  const perdue = useLive();
  const { etat } = useSession();
  const user = useUser();
  const wasLost = useRef(false);
  useEffect(() => {
    if (wasLost.current && !perdue) toast('success', 'Connexion rétablie');
    wasLost.current = perdue;
  }, [perdue]);
  if (user.statut !== 'actif') return etat === 'lue' ? <GuardScreen statut={user.statut} /> : <Verification seule />;
  return (
    <AppShell user={user} perdue={perdue}>
      {etat === 'lue' ? <Screens /> : <Verification />}
    </AppShell>
  );
}

/** §6: an administrator's page leads anyone else to the reservations. */
function Screens() {
  const { role } = useUser();
  useAlerteEmails(role);
  return (
    <Routes>
      <Route index element={<Navigate to={espaceOf(role)} replace />} />
      {PAGES.filter(([, { path }]) => path.startsWith(PREFIX)).map(([name, { path, titre, acces }]) => (
        <Route
          key={name}
          path={path.slice(PREFIX.length)}
          element={mayEnter(acces, role)
            ? <Suspense><Page key={name} titre={titre}>{SCREENS[name]}</Page></Suspense>
            : <Navigate to={PATHS.reservation.path} replace />}
        />
      ))}
      <Route path="*" element={<Page titre={PAGE_NON_TROUVEE}><PageNonTrouvee /></Page>} />
    </Routes>
  );
}
