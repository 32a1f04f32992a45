import { lazy, Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { PATHS, REDIRECTIONS } from './paths.ts';
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
/** The public pages besides /login are another: who comes to sign in does not wait for them. */
const loadPublic = () => import('./public.tsx');
const Public = lazy(() => loadPublic().catch(reload));

/** Begins to fetch the part of the application an address needs. A failure shows when the part is rendered. */
export function prepare(pathname: string): void {
  if (pathname === PATHS.login.path) return;
  void (pathname.startsWith('/app') ? loadApp() : loadPublic()).catch(() => {});
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
          <Route path="*" element={<Suspense><Public /></Suspense>} />
        </Routes>
      </ErrorBoundary>
      <Toaster />
    </BrowserRouter>
  );
}
