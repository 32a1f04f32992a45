/**
 * The HTML that the server sends before any script runs (ADR-030). vite.config.ts calls this at
 * build time; data/prerendered.ts then replaces the session and the data about the centre.
 */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { EMAIL, MEMBRE, shown, TELEPHONE } from './data/prerendered.ts';
import { Frame } from './pageFrames.tsx';
import { ReachCentre, Telephone } from './nouns/people/Contact.tsx';
import { NOT_FOUND_TITLE, PAGES, type PathName, PATHS, REDIRECTIONS } from './paths/paths.ts';
import Public from './public.tsx';
import { Brand } from './ui/pages/Brand.tsx';
import { buttonStyle } from './ui/basics/buttonStyle.ts';
import { StaticNavigation } from './ui/hooks/navigation.tsx';

const TEXTES = {
  titre: 'La réservation en ligne a besoin de JavaScript',
  activer: 'Activez JavaScript dans votre navigateur pour réserver une leçon en ligne.',
  autrement: 'Vous pouvez aussi réserver auprès du centre.',
  retard: 'La page ne se charge pas. Rechargez-la',
  sinon: '\u202f; si cela revient, appelez le centre\u202f: ',
  recharger: 'Recharger la page',
};

/**
 * The whole page of a browser without JavaScript, at addresses for which the server writes no other
 * content.
 */
function SansScript() {
  const { nom, ville, contact, ouverture } = shown.centre;
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center gap-5 px-4 py-10">
      <Brand name={nom} town={ville} />
      {/* Removed by first-paint.js if scripts run, except in a browser that is too old. */}
      <h1 data-scripts>{TEXTES.titre}</h1>
      <p data-scripts>
        {TEXTES.activer} {TEXTES.autrement}
      </p>
      <div className="rounded-card border border-hairline bg-card p-5 shadow-card">
        <p className="font-semibold">
          <bdi>{nom}</bdi>, <bdi>{ville}</bdi>
        </p>
        <p>
          {ouverture.titre} {ouverture.heures}
        </p>
        <p>
          <ReachCentre contact={contact} />
        </p>
      </div>
      <p>
        <a href={PATHS.accueil.path} className="link inline-flex min-h-11 items-center">
          {PATHS.accueil.titre}
        </a>
      </p>
    </main>
  );
}

/**
 * Shown by style alone if the program has not replaced the page after 10 s (UI-122, `.late` in
 * styles.css). The link leads to the same address.
 */
function Retard() {
  const { telephone } = shown.centre.contact;
  return (
    <div
      id="retard"
      role="alert"
      className="late fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-xl flex-col items-start gap-3 rounded-card border border-danger-line bg-card p-4 text-ink shadow-float print:hidden"
    >
      <p className="font-medium">
        {TEXTES.retard}
        {telephone !== null && (
          <>
            {TEXTES.sinon}
            <Telephone number={telephone} />
          </>
        )}
        .
      </p>
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty address is this one */}
      <a href="" className={buttonStyle('secondary')}>
        {TEXTES.recharger}
      </a>
    </div>
  );
}

/** Markup with tokens: each value of the server is a name in double braces. */
function render(element: ReactNode): string {
  return renderToStaticMarkup(
    <StaticNavigation pathname={PATHS.accueil.path}>{element}</StaticNavigation>,
  )
    .replaceAll(`mailto:${encodeURIComponent(EMAIL)}`, '{{emailHref}}')
    .replaceAll(`tel:${TELEPHONE}`, '{{telephoneHref}}')
    .replaceAll(TELEPHONE, '{{telephone}}');
}

/**
 * The parts of the pages, for a centre that has given a telephone number, an email address, both or
 * neither.
 */
function renderParts(contact: { telephone: boolean; email: boolean }) {
  shown.centre.contact = {
    telephone: contact.telephone ? TELEPHONE : null,
    email: contact.email ? EMAIL : null,
  };
  const accueil = (user: typeof shown.user): string => {
    shown.user = user;
    return render(<Public />);
  };
  return {
    accueil: accueil(null),
    membre: accueil(MEMBRE).replaceAll(`href="${PATHS.reservation.path}"`, 'href="/app"'),
    sansScript: render(<SansScript />),
    retard: render(<Retard />),
    avis: render(<p className="bg-sand px-4 py-3 text-center">{TEXTES.activer}</p>),
  };
}

/** The frame of each path behind the guard, and of `/app`, which leads to one of them (UI-80). */
function renderFrames() {
  const { nom, ville } = shown.centre;
  const frameOf = (name: PathName | null) => render(<Frame name={name} nom={nom} ville={ville} />);
  return Object.fromEntries([
    ['/app', frameOf(null)],
    ...PAGES.filter(([, { path }]) => path.startsWith('/app/')).map(([name, { path }]) => [
      path,
      frameOf(name),
    ]),
  ]) as Record<string, string>;
}

/** Everything that the server needs to fill the pages (server/http/pages.ts). */
export function renderModel() {
  return {
    /** The title of each address. */
    titres: Object.fromEntries([
      ...PAGES.map(([, { path, titre }]) => [path, titre]),
      ...REDIRECTIONS.map(({ de, vers }) => [
        de,
        PAGES.find(([, { path }]) => path === vers)?.[1].titre,
      ]),
    ]),
    inconnue: NOT_FOUND_TITLE,
    cadres: renderFrames(),
    parts: [false, true].flatMap((telephone) =>
      [false, true].map((email) => ({ telephone, email, ...renderParts({ telephone, email }) })),
    ),
  };
}
