// chunk: app
/** The signed-in part: live stream, admission, shell and screens. */
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { CENTRE, mayWorkOffline } from './data/centre.ts';
import { askedSince } from './data/early.ts';
import { Offline, useLive, useOnLine } from './data/live.ts';
import { forgetOffline } from './data/offline.ts';
import { createQueryClient, prefetchShell, useCentre } from './data/queries.ts';
import { getSession, useSession, useUser } from './data/session.ts';
import {
  type Access,
  comparable,
  homeOf,
  mayEnter,
  NOT_FOUND_TITLE,
  NOWHERE,
  pageAt,
  PATHS,
  type PathName,
} from './paths/paths.ts';
import { Pistes } from './nouns/slots/pistes.ts';
import { NotFound } from './notFound.tsx';
import { AlerteAlerts, LeconAlerts } from './shell/banners/LeconAlerts.tsx';
import { AppShell, loadAdminParts, Lost } from './shell/AppShell.tsx';
import { ErrorBoundary } from './shell/guard/ErrorBoundary.tsx';
import { Page } from './shell/frame/Page.tsx';
import { useEmailAlerts } from './shell/useEmailAlerts.ts';
import { ProofGate } from './shell/guard/ProofGate.tsx';
import { Pending } from './shell/guard/Pending.tsx';
import { Verification } from './shell/guard/Verification.tsx';
import { lazyPart } from './ui/pages/lazyPart.tsx';
import { Navigate, useLocation } from './ui/hooks/navigation.tsx';
import { LeftOut } from './ui/messages/partsLeftOut.tsx';
import { toast } from './ui/hooks/toasts.ts';

const loadReservation = () => import('./screens/app-reservation/index.tsx');

/** Each screen is loaded when it is opened. */
const PARTS = {
  reservation: lazyPart('screen', loadReservation),
  client: lazyPart('screen', () => import('./screens/app-client/index.tsx')),
  mesLecons: lazyPart('screen', () => import('./screens/app-mes-lecons/index.tsx')),
  mesReleves: lazyPart('screen', () => import('./screens/app-mes-releves/index.tsx')),
  monprofil: lazyPart('screen', () => import('./screens/app-monprofil/index.tsx')),
  webmaster: lazyPart('screen', () => import('./screens/app-webmaster/index.tsx')),
  utilisateurs: lazyPart('screen', () => import('./screens/app-utilisateurs/index.tsx')),
  averifier: lazyPart('screen', () => import('./screens/app-averifier/index.tsx')),
  statistiques: lazyPart('screen', () => import('./screens/app-statistiques/index.tsx')),
  prix: lazyPart('screen', () => import('./screens/app-prix/index.tsx')),
  facturation: lazyPart('screen', () => import('./screens/app-facturation/index.tsx')),
  webmastersettings: lazyPart('screen', () => import('./screens/app-webmastersettings/index.tsx')),
  courriels: lazyPart('screen', () => import('./screens/app-courriels/index.tsx')),
  journal: lazyPart('screen', () => import('./screens/app-journal/index.tsx')),
  supprimees: lazyPart('screen', () => import('./screens/app-supprimees/index.tsx')),
  imports: lazyPart('screen', () => import('./screens/app-imports/index.tsx')),
  previewemail: lazyPart('screen', () => import('./screens/app-previewemail/index.tsx')),
} satisfies Partial<Record<PathName, ReturnType<typeof lazyPart>>>;

/** What an account that is not active sees: few people ever load it. */
const { Part: GuardScreen } = lazyPart('page', async () => ({
  default: (await import('./shell/guard/GuardScreens.tsx')).GuardScreen,
}));

/** Replaces every screen if the server does not answer at the start (UI-56). */
const { Part: HorsConnexion } = lazyPart(
  'screen',
  () => import('./screens/hors-connexion/index.tsx'),
);

/** The same below the greeting of `/`. */
const { Part: OfflineLessons } = lazyPart('part', async () => ({
  default: (await import('./screens/hors-connexion/index.tsx')).KeptHere,
}));

const { Part: AccueilCavalier, load: loadCavalier } = lazyPart(
  'part',
  () => import('./screens/app-reservation/accueil/index.tsx'),
);
const { Part: AccueilAdmin, load: loadAdmin } = lazyPart(
  'part',
  () => import('./screens/app-webmaster/home/AccueilAdmin.tsx'),
);

const isPart = (name: PathName): name is keyof typeof PARTS => name in PARTS;

/** The screen of a page below `/app`. */
function Screen({ name, titre }: { name: keyof typeof PARTS; titre: string }) {
  const { Part, Arrived } = PARTS[name];
  return (
    <Arrived otherwise={<Pending />}>
      <Suspense>
        <Page titre={titre}>
          <ErrorBoundary of="screen">
            <Part />
          </ErrorBoundary>
        </Page>
      </Suspense>
    </Arrived>
  );
}

/** The data that some screens read first, loaded together with their code. */
const FIRST_READINGS: Partial<
  Record<PathName, (queries: QueryClient, pathname: string) => Promise<unknown>>
> = {
  reservation: async (queries) => (await loadReservation()).readFirst(queries),
  monprofil: async (queries) =>
    (await import('./screens/app-monprofil/index.tsx')).readFirst(queries),
  webmaster: async (queries) =>
    (await import('./screens/app-webmaster/index.tsx')).readFirst(queries),
  utilisateurs: async (queries) =>
    (await import('./screens/app-utilisateurs/index.tsx')).readFirst(queries),
  client: async (queries, pathname) =>
    (await import('./screens/app-client/index.tsx')).readFirst(queries, pathname),
  prix: async (queries) => (await import('./screens/app-prix/index.tsx')).readFirst(queries),
};

/** The cache of a person, and what nothing in it is older than. */
const cacheOf = (id: string) => ({ id, queries: createQueryClient(), since: askedSince() });

/** The cache that is filled before anything is drawn. */
let ahead: ReturnType<typeof cacheOf> | null = null;

/**
 * Reads what the first drawing of an address shows, mostly what its page has asked for already
 * (ADR-030): drawn at once, it need not be drawn again.
 */
export async function readAhead(pathname: string): Promise<void> {
  const { status, user } = getSession();
  const [name, { access }] = pageAt(pathname) ?? NOWHERE;
  if (!name || status !== 'read' || user?.statut !== 'actif') return;
  if (!mayEnter(access, user.role)) return;
  ahead = cacheOf(user.id);
  await Promise.all([
    prefetchShell(ahead.queries),
    FIRST_READINGS[name]?.(ahead.queries, pathname),
    prepareSmallParts(name, access),
  ]);
}

/** Whose data is read ahead, and into which cache. Null before the session is read. */
let reader: { queries: QueryClient; role: Parameters<typeof mayEnter>[1] } | null = null;

/** The small parts of a first drawing. A screen is drawn without them if they are late. */
const prepareSmallParts = (name: PathName | null, access: Access) =>
  Promise.allSettled([
    name === 'reservation' && loadReservation().then((screen) => screen.prepareReservation()),
    access === 'admin' && loadAdminParts(),
  ]);

/**
 * Loads the screen of an address while the session is being read. Before a link is followed, also
 * loads the data that its screen reads first (UI-46).
 */
export async function prepareScreen(pathname: string): Promise<void> {
  const [name, { access }] = pageAt(pathname) ?? NOWHERE;
  void prepareSmallParts(name, access);
  const { user } = getSession();
  if (name === 'accueil' && user)
    void (mayEnter('admin', user.role) ? loadAdmin : loadCavalier)().catch(() => {});
  if (!name || !isPart(name)) return;
  try {
    await PARTS[name].load();
    if (reader && mayEnter(access, reader.role))
      await FIRST_READINGS[name]?.(reader.queries, pathname);
  } catch {
    // The screen reports the failure when it is opened.
  }
}

/**
 * Keyed by person: after another account signs in, nothing that was read for the first one is
 * shown.
 */
export default function App() {
  const user = useUser();
  return (
    <PersonCache key={user.id} id={user.id}>
      {(since) => <Admission since={since} />}
    </PersonCache>
  );
}

/**
 * `/` of a person who is signed in, below the greeting (UI-100, UI-101): the same admission without
 * the frame. `waiting`: shown until the session is read.
 */
export function Espace({ waiting }: { waiting: ReactNode }) {
  const user = useUser();
  return (
    <PersonCache key={user.id} id={user.id}>
      {(since) => <Home since={since} waiting={waiting} />}
    </PersonCache>
  );
}

/**
 * The cache that `/` hands over to the screens and back. What has changed since the page was loaded
 * is read again.
 */
let current: ReturnType<typeof cacheOf> | null = null;

function PersonCache({ id, children }: { id: string; children: (since: number) => ReactNode }) {
  const [cache] = useState(() => [ahead, current].find((one) => one?.id === id) ?? cacheOf(id));
  useEffect(() => {
    ahead = null;
    current = cache;
    return () => {
      if (getSession().user?.id !== id) current = null;
    };
  }, [cache, id]);
  return <QueryClientProvider client={cache.queries}>{children(cache.since)}</QueryClientProvider>;
}

/**
 * ACC-10, ACC-11: only an active account sees the screens. The live stream stays open for the other
 * accounts too, so that they notice a change of their status.
 */
function Admission({ since }: { since: number }) {
  const lost = useLive(since);
  const onLine = useOnLine();
  const { status } = useSession();
  const user = useUser();
  const wasLost = useRef(false);
  useEffect(() => {
    if (wasLost.current && !lost) toast('success', 'Connexion rétablie');
    wasLost.current = lost;
  }, [lost]);
  if (user.statut !== 'actif')
    return status === 'read' ? (
      <Suspense fallback={<Verification alone />}>
        <GuardScreen statut={user.statut} />
      </Suspense>
    ) : (
      <Verification alone />
    );
  const unreachable = status === 'unreachable';
  return (
    <Offline value={lost && !onLine}>
      <ErrorBoundary of="part">
        <ProofGate />
      </ErrorBoundary>
      {/* Keyed: data that the shell could not read is read again once the server answers. */}
      <AppShell key={String(unreachable)} user={user} lost={lost || unreachable}>
        {status === 'read' && (
          <>
            <ErrorBoundary of="part">
              <Alerts />
            </ErrorBoundary>
            <Screens />
            <ErrorBoundary of="part">
              <OfflineLoader />
            </ErrorBoundary>
          </>
        )}
        {status === 'reading' && <Verification />}
        {unreachable && (
          <Suspense>
            <Page titre="Hors connexion">
              <HorsConnexion />
            </Page>
          </Suspense>
        )}
      </AppShell>
    </Offline>
  );
}

/** What `/` shows of a person's own: a rider's lessons, or the day of an administrator. */
function Home({ since, waiting }: { since: number; waiting: ReactNode }) {
  const lost = useLive(since);
  const onLine = useOnLine();
  const { status } = useSession();
  const user = useUser();
  const centre = useCentre();
  if (user.statut !== 'actif') return null;
  const unreachable = status === 'unreachable';
  return (
    <Offline value={lost && !onLine}>
      <div role="status" className="col-span-full empty:hidden">
        {(lost || unreachable) && <Lost />}
      </div>
      {status === 'reading' && waiting}
      {unreachable && (
        <Suspense>
          <OfflineLessons />
        </Suspense>
      )}
      {status === 'read' && (
        <Pistes value={centre.data?.pistes ?? CENTRE.pistes}>
          <ErrorBoundary of="part">
            <Suspense fallback={waiting}>
              {mayEnter('admin', user.role) ? (
                <AccueilAdmin waiting={waiting} />
              ) : (
                <AccueilCavalier waiting={waiting} />
              )}
            </Suspense>
          </ErrorBoundary>
          <ErrorBoundary of="part">
            <Alerts />
            <OfflineLoader />
          </ErrorBoundary>
        </Pistes>
      )}
    </Offline>
  );
}

/** Toasts about changes made elsewhere. */
function Alerts() {
  useEmailAlerts(useUser().role);
  return (
    <>
      <LeconAlerts />
      <AlerteAlerts />
    </>
  );
}

/** Milliseconds after which the page is assumed to be drawn. */
const AFTER_FIRST_DRAWING = 2_000;

const { Part: KeepOffline } = lazyPart(
  'part',
  () => import('./screens/hors-connexion/KeepOffline.tsx'),
  LeftOut,
);

/**
 * The code that makes the page readable without a network is loaded last (UI-55). It is not loaded
 * in development, or if the server forbids it (UI-59).
 */
function OfflineLoader() {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!mayWorkOffline()) return forgetOffline();
    const timer = setTimeout(() => setDrawn(true), AFTER_FIRST_DRAWING);
    return () => clearTimeout(timer);
  }, []);
  return (
    drawn && (
      <Suspense>
        <KeepOffline />
      </Suspense>
    )
  );
}

/**
 * A person without the administrator role who opens an administrator's page is sent to the
 * reservations.
 */
function Screens() {
  const { role } = useUser();
  const queries = useQueryClient();
  useEffect(() => {
    reader = { queries, role };
    return () => {
      reader = null;
    };
  }, [queries, role]);
  const { pathname } = useLocation();
  const [name, { access, titre }] = pageAt(pathname) ?? NOWHERE;
  if (comparable(pathname) === '/app') return <Navigate to={homeOf(role)} replace />;
  if (!name || !isPart(name))
    return (
      <Page key="*" titre={NOT_FOUND_TITLE}>
        <NotFound />
      </Page>
    );
  return mayEnter(access, role) ? (
    <Screen key={comparable(pathname)} name={name} titre={titre} />
  ) : (
    <Navigate to={PATHS.reservation.path} replace />
  );
}
