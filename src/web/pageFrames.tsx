/**
 * The frame of each screen behind the guard: its title, the place of the menu and a skeleton
 * (UI-80, ADR-030). It is in the page that the server sends, so that the first drawing needs no
 * script, and it is the same for everyone. The scripts replace it.
 */
import { Menu as MenuIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { JOUR } from './data/prerendered.ts';
import { BACK_LINKS, type PathName, PATHS } from './paths/paths.ts';
import { TEXTES as A_VERIFIER } from './screens/app-averifier/textes.ts';
import { TEXTES as CLIENT } from './screens/app-client/textes.ts';
import { TEXTES as FACTURATION } from './screens/app-facturation/textes.ts';
import { TEXTES as IMPORTS } from './screens/app-imports/textes.ts';
import { TEXTES as COURRIELS } from './screens/app-courriels/textes.ts';
import { TEXTES as JOURNAL } from './screens/app-journal/textes.ts';
import { TEXTES as LECONS } from './screens/app-mes-lecons/textes.ts';
import { TEXTES as RELEVES } from './screens/app-mes-releves/textes.ts';
import { TEXTES as PROFIL } from './screens/app-monprofil/textes.ts';
import { TEXTES as APERCU } from './screens/app-previewemail/textes.ts';
import { TEXTES as PRIX } from './screens/app-prix/textes.ts';
import { TEXTES as RESERVATION } from './screens/app-reservation/textes.ts';
import { TEXTES as STATISTIQUES } from './screens/app-statistiques/textes.ts';
import { TEXTES as SUPPRIMEES } from './screens/app-supprimees/textes.ts';
import { TEXTES as UTILISATEURS } from './screens/app-utilisateurs/textes.ts';
import { DeskHeading } from './screens/app-webmaster/DeskHeading.tsx';
import { TEXTES as DESK } from './screens/app-webmaster/shared/textes.ts';
import { TEXTES as PARAMETRES } from './screens/app-webmastersettings/shared/textes.ts';
import { BAR, COLUMN, HEADER, MAIN, PAGE, SIDEBAR } from './shell/frame/frame.ts';
import { CONTENT, SkipLink } from './shell/frame/SkipLink.tsx';
import { Brand } from './ui/pages/Brand.tsx';
import { buttonStyle } from './ui/basics/buttonStyle.ts';
import { cx } from './ui/basics/cx.ts';
import { PageHeading } from './ui/pages/PageHeading.tsx';
import { Skeleton } from './ui/messages/Skeleton.tsx';

/** The title and the sentence below it, and where the link above them leads. */
type Heading = {
  titre?: string;
  intro: string;
  retour?: [to: string, label: string];
  className?: string;
};

const HEADINGS: Partial<Record<PathName, Heading>> = {
  reservation: {
    titre: RESERVATION.titre,
    intro: RESERVATION.intro,
    // one line, also in the wider letters of a system font, until the fonts are there
    className: '[&_h1+p]:truncate max-sm:[&_h1+p]:hidden',
  },
  mesLecons: {
    intro: LECONS.intro,
    retour: [PATHS.reservation.path, LECONS.retour],
    className: 'mx-auto max-w-3xl',
  },
  mesReleves: {
    intro: RELEVES.intro,
    retour: [PATHS.reservation.path, RELEVES.retour],
    className: 'mx-auto max-w-3xl',
  },
  monprofil: { intro: PROFIL.intro },
  utilisateurs: { intro: UTILISATEURS.intro, retour: [BACK_LINKS.webmaster, UTILISATEURS.retour] },
  client: { intro: CLIENT.intro, retour: [PATHS.utilisateurs.path, CLIENT.retour] },
  averifier: { intro: A_VERIFIER.intro, retour: [PATHS.utilisateurs.path, A_VERIFIER.retour] },
  imports: { intro: IMPORTS.intro, retour: [PATHS.utilisateurs.path, IMPORTS.retour] },
  statistiques: { intro: STATISTIQUES.intro },
  prix: { intro: PRIX.intro, retour: [BACK_LINKS.webmaster, PRIX.retour] },
  facturation: { intro: FACTURATION.intro, className: 'mx-auto max-w-6xl' },
  webmastersettings: {
    intro: PARAMETRES.intro,
    retour: [BACK_LINKS.webmaster, PARAMETRES.retour],
  },
  courriels: { intro: COURRIELS.intro, retour: [PATHS.utilisateurs.path, COURRIELS.retour] },
  journal: { intro: JOURNAL.intro, retour: [PATHS.webmastersettings.path, JOURNAL.retour] },
  supprimees: { intro: SUPPRIMEES.intro, retour: [BACK_LINKS.webmaster, SUPPRIMEES.retour] },
  previewemail: { intro: APERCU.intro, retour: [PATHS.utilisateurs.path, APERCU.retour] },
};

/** The forms of the booking screen, as high as its own. */
function BookingSkeleton() {
  return (
    <div className="@container">
      <div className="mt-3 flex flex-col gap-3 @4xl:mt-6 @4xl:grid @4xl:grid-cols-[minmax(0,1fr)_18rem] @4xl:gap-x-6 @5xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-3 @4xl:gap-6">
          <Skeleton card className="h-99 @lg:h-64" />
          <Skeleton card className="h-48 @lg:h-52" />
          <Skeleton card className="h-96" />
        </div>
        <Skeleton card className="h-98 max-sm:hidden" />
      </div>
    </div>
  );
}

/** The dashboard: its heading too is its own. On a phone it has no table of the day. */
function DeskSkeleton() {
  return (
    <>
      <DeskHeading
        buttons={['parametres', 'deconnexion'].map((button) => (
          <Skeleton key={button} className="h-11 w-16 @min-[30rem]:w-36 pointer-fine:h-9" />
        ))}
        counters={
          <div className="grid grid-cols-3 gap-1.5">
            {['total', 'aujourdhui', 'confirmees'].map((cle) => (
              <Skeleton key={cle} className="h-13.5 @min-[58rem]:h-11" />
            ))}
          </div>
        }
      />
      <div className="mt-1.5 max-md:hidden">
        <div className="mb-0.5 flex min-h-9 items-center">
          <h2 className="first-letter:uppercase">{JOUR}</h2>
        </div>
        <Skeleton className="h-[59.5rem] pointer-fine:h-[37.75rem]" />
      </div>
      <div className="mt-1.5 rounded-card border border-hairline bg-card p-4 shadow-card max-sm:px-3 max-sm:pt-1.5 sm:p-6 md:hidden">
        <h2 className="max-sm:text-lg">{DESK.planning}</h2>
        <Skeleton className="mt-3 h-150" />
      </div>
    </>
  );
}

/** The counters, the search with its label, and the first list. */
function AccountsSkeleton() {
  return (
    <>
      <Skeleton card className="mt-6 h-24" />
      <div className="mt-6 w-full max-w-md">
        <span className="font-medium">
          {UTILISATEURS.recherche}{' '}
          <span className="text-sm font-normal text-muted">({UTILISATEURS.rechercheAide})</span>
        </span>
        <Skeleton className="mt-1.5 h-11" />
      </div>
      <Skeleton card className="mt-6 h-96" />
    </>
  );
}

const SKELETONS: Partial<Record<PathName, ReactNode>> = {
  reservation: <BookingSkeleton />,
  utilisateurs: <AccountsSkeleton />,
  webmaster: <DeskSkeleton />,
};

const OTHER = (
  <>
    <Skeleton card className="mt-6 h-24" />
    <Skeleton card className="mt-6 h-96" />
  </>
);

/** Null: an address below `/app` that may lead to any screen. */
export function Frame({ name, nom, ville }: { name: PathName | null; nom: string; ville: string }) {
  const heading = name && HEADINGS[name];
  return (
    <div id="cadre" className={PAGE}>
      <SkipLink />
      {/* As wide as the sidebar was left (first-paint.js). */}
      <div
        aria-hidden
        className={cx(
          SIDEBAR,
          'w-64 px-3 max-md:hidden in-data-[menu=reduit]:invisible in-data-[menu=reduit]:w-12',
        )}
      >
        <Brand name={nom} town={ville} />
      </div>
      <div className={COLUMN}>
        <div aria-hidden className={HEADER}>
          <div className={BAR}>
            <span className={cx(buttonStyle('secondary', '', 'icon'), 'shrink-0 md:hidden')}>
              <MenuIcon className="size-5 shrink-0" />
            </span>
            <span className="flex-1" />
            <span className="size-11 shrink-0 rounded-full bg-sand" />
          </div>
        </div>
        <main id={CONTENT} tabIndex={-1} aria-busy className={MAIN}>
          <div className={heading?.className}>
            {name && heading && (
              <PageHeading
                title={heading.titre ?? PATHS[name].titre}
                intro={heading.intro}
                {...(heading.retour && {
                  back: { to: heading.retour[0], label: heading.retour[1] },
                })}
              />
            )}
            {(name && SKELETONS[name]) ?? OTHER}
          </div>
        </main>
      </div>
    </div>
  );
}
