import { Menu as MenuIcon, WifiOff } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { displayName, isAdmin, type Personne } from '#domain/people/users.ts';
import { CENTRE, centreInfoOf } from '#web/data/centre.ts';
import { useCentre } from '#web/data/queries.ts';
import { Pistes } from '#web/nouns/slots/pistes.ts';
import { Pill } from '#web/ui/messages/Badge.tsx';
import { IconButton } from '#web/ui/overlays/IconButton.tsx';
import { LeftOut } from '#web/ui/messages/partsLeftOut.tsx';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { useTopModal } from '#web/ui/overlays/openModals.ts';
import { AccountMenu } from './frame/AccountMenu.tsx';
import { ErrorBoundary } from './guard/ErrorBoundary.tsx';
import { BAR, COLUMN, HEADER, MAIN, PAGE } from './frame/frame.ts';
import { MobileMenu } from './frame/MobileMenu.tsx';
import { NewVersion } from './banners/NewVersion.tsx';
import { CONTENT, SkipLink } from './frame/SkipLink.tsx';
import { Sidebar } from './frame/Sidebar.tsx';
import { useSidebar } from './frame/useSidebar.ts';

const { Part: AdminBanners, load } = lazyPart('part', () => import('./banners/AdminBanners.tsx'));
const { Part: RechercheButton, load: loadButton } = lazyPart(
  'part',
  async () => ({ default: (await import('./banners/AdminBanners.tsx')).RechercheButton }),
  LeftOut,
);
/** What only administrators have on every screen. */
export const loadAdminParts = () => Promise.all([load(), loadButton()]);

type AppShellProps = { user: Personne; lost: boolean; children: ReactNode };

/**
 * Menu, header and the screen. `lost`: the server does not answer, and the screen may be outdated
 * (UI-12).
 */
export function AppShell({ user, lost, children }: AppShellProps) {
  const { large, open, toggle, menu, setMenu } = useSidebar();
  const centre = useCentre();
  const modal = useTopModal();
  const affiche = centre.data ? centreInfoOf(centre.data) : CENTRE;
  return (
    <div className={PAGE}>
      <SkipLink />
      {large && <Sidebar role={user.role} affiche={affiche} open={open} onToggle={toggle} />}
      <MobileMenu role={user.role} affiche={affiche} open={menu} onClose={() => setMenu(false)} />
      <div className={COLUMN}>
        <header className={HEADER}>
          <div className={BAR}>
            <IconButton
              bordered
              Icon={MenuIcon}
              label="Ouvrir le menu"
              onClick={() => setMenu(true)}
              aria-expanded={menu}
              className="md:hidden"
            />
            <p className="min-w-0 flex-1 truncate text-muted">
              <span className="max-sm:sr-only">Bonjour </span>
              <bdi className="font-semibold text-ink">{displayName(user)}</bdi>
            </p>
            {isAdmin(user.role) && (
              <span className="@max-2xs:sr-only">
                <Pill tone="cognac">Admin</Pill>
              </span>
            )}
            {isAdmin(user.role) && (
              <ErrorBoundary of="part">
                <Suspense fallback={<span className="size-11 shrink-0" />}>
                  <Pistes value={affiche.pistes}>
                    <RechercheButton />
                  </Pistes>
                </Suspense>
              </ErrorBoundary>
            )}
            <AccountMenu user={user} />
          </div>
          <div role="status">
            {lost && <Lost />}
            <NewVersion lost={lost} />
          </div>
        </header>
        <main id={CONTENT} tabIndex={-1} className={MAIN}>
          {isAdmin(user.role) && (
            <ErrorBoundary of="part">
              <Suspense>
                <AdminBanners />
              </Suspense>
            </ErrorBoundary>
          )}
          <Pistes value={affiche.pistes}>{children}</Pistes>
        </main>
      </div>
      {/* The header is inert behind a modal panel (UI-41). */}
      {modal &&
        createPortal(
          <div role="status" className="sticky top-0 z-40">
            {lost && <Lost />}
          </div>,
          modal,
        )}
    </div>
  );
}

export function Lost() {
  return (
    <p className="flex items-center justify-center gap-2 bg-partiel px-4 py-2 text-sm font-semibold text-partiel-ink">
      <WifiOff aria-hidden className="size-4 shrink-0" />
      <span>Connexion perdue</span>
      <span className="font-normal max-sm:sr-only">· nouvel essai en cours…</span>
    </p>
  );
}
