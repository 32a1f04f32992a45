import type { ReactNode } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { useCentreInfo } from '#web/data/centre.ts';
import { PATHS } from '#web/paths/paths.ts';
import { Brand } from '#web/ui/pages/Brand.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { Arena } from '#web/ui/drawings/Arena.tsx';
import { useMedia } from '#web/ui/hooks/useMedia.ts';
import { CookieNotice } from './CookieNotice.tsx';

type EntryShellProps = {
  /** For long forms: wider, with a smaller picture on a phone. */
  long?: boolean;
  children: ReactNode;
};

/**
 * The frame of sign-in, sign-up and link pages: the arena beside the form, above it on a small
 * screen.
 */
export function EntryShell({ long = false, children }: EntryShellProps) {
  const { nom, ville, ouverture, pistesEnMots } = useCentreInfo();
  const large = useMedia('(min-width: 64rem)');
  return (
    <div className="grid min-h-dvh grid-cols-1 grid-rows-[auto_1fr] lg:grid-rows-1 lg:grid-cols-[minmax(0,11fr)_minmax(0,10fr)]">
      <header
        className={cx(
          'relative overflow-hidden lg:sticky lg:top-0 lg:h-dvh',
          long ? 'h-28' : 'h-[max(7rem,min(50vw,32dvh))]',
        )}
      >
        <Arena view={large ? 'portrait' : 'landscape'} className="absolute inset-0 size-full" />
        <div className="relative hidden max-w-xl p-12 xl:p-16 lg:block">
          <p className="font-title text-5xl leading-[1.12] font-semibold text-on-sky">
            Votre prochaine leçon, réservée en quelques gestes.
          </p>
          <p className="mt-5 max-w-sm text-lg text-on-sky">
            {pistesEnMots.entree}
            {ouverture.tousLesJours && `, tous les jours ${ouverture.heures}`} à <bdi>{ville}</bdi>.
            {!ouverture.tousLesJours && (
              <span className="mt-2 block">
                {ouverture.titre} {ouverture.heures}
              </span>
            )}
          </p>
        </div>
      </header>
      <main className="grid grid-cols-1 justify-items-center px-edge py-8 sm:px-8 lg:place-items-center lg:py-12">
        <div className={cx('flex w-full flex-col', long ? 'max-w-lg' : 'max-w-sm')}>
          <Link to={PATHS.accueil.path} className="mb-8 self-start rounded-field">
            <Brand name={nom} town={ville} note="Accueil" />
          </Link>
          <CookieNotice className="mb-6" />
          {children}
        </div>
      </main>
    </div>
  );
}
