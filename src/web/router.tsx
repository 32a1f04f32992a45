import './ui/hooks/backGuard.ts';
// Shared by the landing page and the part behind the guard: too small for a file of their own.
import './nouns/people/Contact.tsx';
import './notFound.tsx';
import './shell/frame/SkipLink.tsx';
import './ui/basics/sharedIcons.ts';
import { Suspense } from 'react';
import { lazyPart } from './ui/pages/lazyPart.tsx';
import { Navigate, Navigation, useLocation } from './ui/hooks/navigation.tsx';
import { isFrugal } from './data/frugal.ts';
import { getSession } from './data/session.ts';
import { comparable, NOWHERE, pageAt, type PathName, PATHS, REDIRECTIONS } from './paths/paths.ts';
import { Login } from './screens/login/Login.tsx';
import { EntryShell } from './shell/EntryShell.tsx';
import { ErrorBoundary } from './shell/guard/ErrorBoundary.tsx';
import { RequireSession, VisitorOnly } from './shell/guard/Guard.tsx';
import { Page } from './shell/frame/Page.tsx';
import { Pending } from './shell/guard/Pending.tsx';
import { Scroll } from './shell/frame/Scroll.tsx';
import { Verification } from './shell/guard/Verification.tsx';
import { Toaster } from './ui/overlays/Toaster.tsx';

/** Everything behind the guard, with the calls and their cache. */
const {
  Part: App,
  load: loadApp,
  Arrived,
} = lazyPart('page', async () => {
  const app = await import('./app.tsx');
  await app.prepareScreen(location.pathname);
  return app;
});
/** The landing page, and the forms before the sign-in. */
const { Part: Public, load: loadPublic } = lazyPart('page', () => import('./public.tsx'));
const { Part: Entree, load: loadEntrees } = lazyPart('page', () => import('./publicForms.tsx'));
/** Pages that few people open. */
const SELDOM = {
  aide: lazyPart('page', () => import('./aide.tsx')),
  confidentialite: lazyPart('page', () => import('./confidentialite.tsx')),
};

const seldomAt = (pathname: string) => {
  const name = pageAt(pathname)?.[0];
  return name === 'aide' || name === 'confidentialite' ? name : null;
};

/** The page of `publicForms` at a path. */
function entreeAt(pathname: string): PathName | null {
  const [name, { access }] = pageAt(pathname) ?? NOWHERE;
  return name &&
    (access === 'tous' || access === 'visiteur') &&
    !['accueil', 'login', 'aide', 'confidentialite'].includes(name)
    ? name
    : null;
}

/**
 * How long the frame that the server sent stays (UI-80) while code, session and readings are
 * awaited, in milliseconds. Without them the page can only state that it waits.
 */
const PATIENCE = 1_000;

/**
 * Starts loading the code that an address needs, and resolves when something can be rendered.
 * Behind the guard, the first drawing waits for the code, the session and the first readings,
 * because everything drawn without them must be drawn again. A failure is shown when the code is
 * rendered.
 */
export async function prepare(
  pathname: string,
  session: Promise<void> = Promise.resolve(),
): Promise<void> {
  if (pathname === PATHS.login.path) return;
  // A remembered person sees their lessons on the landing page (UI-102).
  if (pathname === PATHS.accueil.path && getSession().user) loadApp().catch(() => {});
  if (pathname.startsWith('/app')) {
    // Once the screens are drawn, they read by themselves, into a cache of their own.
    let drawn = false;
    await Promise.race([
      Promise.allSettled([loadApp(), session])
        .then(() => import('./app.tsx'))
        .then((app) => (drawn ? undefined : app.readAhead(pathname)))
        .catch(() => {}),
      new Promise((resolve) => {
        setTimeout(resolve, PATIENCE);
      }),
    ]);
    drawn = true;
  } else {
    const seldom = seldomAt(pathname);
    const load = seldom ? SELDOM[seldom].load : entreeAt(pathname) ? loadEntrees : loadPublic;
    await load().catch(() => {});
  }
}

const prepareScreen = (pathname: string): Promise<void> =>
  import('./app.tsx').then(
    (app) => app.prepareScreen(pathname),
    () => {},
  );

/**
 * UI-46: when the pointer or the focus reaches a link, the code and data of its page are loaded,
 * except on a slow or metered network.
 */
export function prepareOnIntent({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.origin !== location.origin || isFrugal()) return;
  const pathname = REDIRECTIONS.find(({ de }) => de === link.pathname)?.vers ?? link.pathname;
  if (pathname.startsWith('/app')) void prepareScreen(pathname);
  else void prepare(pathname);
}

const PENDING = <Pending alone />;

/** Who types into /login comes in soon, mostly to book. */
const prepareApp = () => {
  loadApp().then(
    () => prepareScreen(PATHS.reservation.path),
    () => {},
  );
};

/** ACC-05: query and fragment are kept. */
function Redirection({ to }: { to: string }) {
  const { search, hash } = useLocation();
  return <Navigate to={to + search + hash} replace />;
}

function Pages() {
  const { pathname } = useLocation();
  const path = comparable(pathname);
  if (path === PATHS.login.path)
    return (
      <VisitorOnly>
        <EntryShell>
          <Page titre={PATHS.login.titre}>
            <Login prepare={prepareApp} />
          </Page>
        </EntryShell>
      </VisitorOnly>
    );
  const moved = REDIRECTIONS.find(({ de }) => de === path);
  if (moved) return <Redirection key={path} to={moved.vers} />;
  if (path === '/app' || path.startsWith('/app/'))
    return (
      <RequireSession>
        <Arrived otherwise={<Verification alone />}>
          <Suspense>
            <App />
          </Suspense>
        </Arrived>
      </RequireSession>
    );
  const entree = entreeAt(path);
  if (entree)
    return (
      <Suspense key="publicForms" fallback={PENDING}>
        <Entree name={entree} />
      </Suspense>
    );
  const seldom = seldomAt(path);
  const Part = seldom ? SELDOM[seldom].Part : Public;
  return (
    <Suspense key={seldom ?? '*'} fallback={PENDING}>
      <Part />
    </Suspense>
  );
}

export function Router() {
  return (
    <Navigation>
      <Scroll />
      <ErrorBoundary of="page">
        <Pages />
      </ErrorBoundary>
      <Toaster />
    </Navigation>
  );
}
