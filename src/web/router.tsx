import { lazy, Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { PAGES, PATHS, REDIRECTIONS } from './paths.ts';
import { reload } from './reload.ts';
import { Login } from './screens/login/Login.tsx';
import { EntryShell } from './shell/EntryShell.tsx';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { RequireSession, VisitorOnly } from './shell/Guard.tsx';
import { Page } from './shell/Page.tsx';
import { Verification } from './shell/Verification.tsx';
import { Toaster } from './ui/Toaster.tsx';

/** Everything behind the guard is one part, fetched when it is needed: the calls, their cache, the screens. */
const loadApp = () => import('./app.tsx');
const App = lazy(() => loadApp().catch(reload));
/** The landing page is another, and the forms by which one comes in a third: nobody waits for what they did not open. */
const loadPublic = () => import('./public.tsx');
const Public = lazy(() => loadPublic().catch(reload));
const loadEntrees = () => import('./entrees.tsx');
const Entree = lazy(() => loadEntrees().catch(reload));

const ENTREES = PAGES.filter(([name, { acces }]) => (acces === 'tous' || acces === 'visiteur') && name !== 'accueil' && name !== 'login');

/** Begins to fetch the part of the application an address needs. A failure shows when the part is rendered. */
export function prepare(pathname: string): void {
  if (pathname === PATHS.login.path) return;
  const load = pathname.startsWith('/app') ? loadApp : ENTREES.some(([, { path }]) => path === pathname) ? loadEntrees : loadPublic;
  void load().catch(() => {});
}

const prepareNext = () => prepare('/app');

export function Router() {
  return (
    <BrowserRouter>
      <ErrorBoundary>
        <Routes>
          <Route
            path={PATHS.login.path}
            element={<VisitorOnly><EntryShell><Page titre={PATHS.login.titre}><Login prepare={prepareNext} /></Page></EntryShell></VisitorOnly>}
          />
          {REDIRECTIONS.map(({ de, vers }) => <Route key={de} path={de} element={<Navigate to={vers} replace />} />)}
          <Route path="/app/*" element={<RequireSession><Suspense fallback={<Verification seule />}><App /></Suspense></RequireSession>} />
          {ENTREES.map(([name, { path }]) => <Route key={name} path={path} element={<Suspense><Entree name={name} /></Suspense>} />)}
          <Route path="*" element={<Suspense><Public /></Suspense>} />
        </Routes>
      </ErrorBoundary>
      <Toaster />
    </BrowserRouter>
  );
}
