// chunk: public
import type { ReactNode } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { useCentreInfo } from '#web/data/centre.ts';
import { useSession } from '#web/data/session.ts';
import { homeOf, PATHS } from '#web/paths/paths.ts';
import { Brand } from '#web/ui/pages/Brand.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { CookieNotice } from './CookieNotice.tsx';
import { CONTENT, SkipLink } from './frame/SkipLink.tsx';

/** The frame of the landing page and of unknown addresses. */
export function PublicShell({ children }: { children: ReactNode }) {
  const { nom, ville } = useCentreInfo();
  const { user } = useSession();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-4 px-edge py-4 md:px-8 print:hidden">
        <Link to={PATHS.accueil.path} className="min-w-0 rounded-field">
          <Brand name={nom} town={ville} note="Accueil" />
        </Link>
        <Link to={user ? homeOf(user.role) : PATHS.login.path} className={buttonStyle('secondary')}>
          {user ? 'Mon espace' : 'Se connecter'}
        </Link>
      </header>
      <main id={CONTENT} tabIndex={-1} className="flex flex-1 flex-col">
        <CookieNotice className="mx-4 md:mx-8" />
        {children}
      </main>
    </div>
  );
}
