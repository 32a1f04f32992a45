/** Sign-in, sign-out, refusals, guards, and the files that the browser has to load. */
import type { Locator, Request } from '@playwright/test';
import type { Role } from '../../../src/domain/people/users.ts';
import { PAGES } from '../../../src/web/paths/paths.ts';
import { startServer } from '../../support/server.ts';
import { SCRIPT_BOUNDS, weighScripts } from '../../support/weights.ts';
import { BUREAU, enter, expect, signIn, serveThisWeek, TELEPHONE, test } from '../fixtures.ts';
import { bookElsewhere, goToJour, radio } from '../reservation.ts';
import { answered } from '../../support/answered.ts';
import { jourOf } from '../../support/jours.ts';
import { chunkUrl } from '../../support/chunks.ts';

test(
  'la page de connexion dit ce qui manque et chaque refus par sa phrase ; le mot de passe se montre et se cache',
  TELEPHONE,
  async ({ page, manege }) => {
    // ACC-24, ACC-39, UI-14
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Se connecter' })).toBeVisible();
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByText('Veuillez saisir votre email.')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    const field = page.getByLabel('Mot de passe', { exact: true });
    await field.fill('selle');
    await page.getByRole('button', { name: 'Afficher le mot de passe' }).click();
    await expect(field).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Masquer le mot de passe' }).click();
    await expect(field).toHaveAttribute('type', 'password');

    const refusals = [
      ['refuse', 'Votre compte a été refusé. Contactez un administrateur.'],
      ['en_attente', 'Votre compte est en attente de validation par un administrateur.'],
      ['inactif', "Votre compte n'est pas actif. Contactez un administrateur."],
    ] as const;
    for (const [statut, sentence] of refusals) {
      await signIn(page, await manege.person({ statut }));
      await expect(page.getByRole('alert')).toHaveText(sentence);
      await expect(page).toHaveURL('/login');
    }
    await signIn(page, { id: '', email: 'inconnu@essai.example' });
    await expect(page.getByRole('alert')).toHaveText('Email ou mot de passe incorrect.');
  },
);

test(
  "l'accueil salue la personne et la mène à son espace ; se déconnecter ramène à la connexion ; un cavalier est ramené à ses réservations, un chemin inconnu se dit",
  TELEPHONE,
  async ({ page, manege }) => {
    // ACC-02, ACC-04, ACC-05, ACC-28
    const rider = await manege.person({ prenom: 'Élise', nom: 'Maes' });
    await page.goto('/');
    await expect(page.getByRole('link', { name: "Se connecter / S'inscrire" })).toBeVisible();
    await signIn(page, rider);
    await expect(page).toHaveURL('/');
    await expect(page.getByText('Élise Maes').first()).toBeVisible();
    await page.getByRole('link', { name: 'Accéder à mon espace' }).click();
    await expect(page).toHaveURL('/app/reservation');
    await page
      .getByRole('button', { name: /compte/i })
      .last()
      .click();
    await page
      .getByRole('button', { name: 'Se déconnecter' })
      .or(page.getByRole('menuitem', { name: 'Se déconnecter' }))
      .click();
    await expect(page).toHaveURL('/login');
    await page.goto('/app/reservation');
    await expect(page).toHaveURL('/login');

    await signIn(page, rider, '/app/statistiques');
    await expect(page).toHaveURL('/app/reservation');
    await page.goto('/app/nulle-part');
    await expect(page.getByText('Page non trouvée')).toBeVisible();
    await page.goto('/nulle-part');
    await expect(page.getByText('Page non trouvée')).toBeVisible();
    await page.goto('/lien-coupé%');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Accéder à mon espace' })).toBeVisible();
  },
);

test(
  "un compte bloqué pendant sa session voit l'écran d'attente sans rien faire, et revient de même",
  BUREAU,
  async ({ page, manege }) => {
    // ACC-11, ACC-12
    const person = await manege.person();
    await signIn(page, person, '/app/reservation');
    await expect(page.getByRole('heading', { level: 1, name: 'Réserver une leçon' })).toBeVisible();
    const set = async (statut: string) => {
      await manege.sql('update users set statut = $1 where id = $2', [statut, person.id]);
      await manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);
    };
    await manege.sql(
      "insert into journal (survenu_at, action, objet, objet_id) select created_at + interval '50 hours', 'compte.approuve', 'compte', id::text from users, generate_series(1, 5) where id = $1",
      [person.id],
    );
    await set('en_attente');
    await expect(page.getByRole('heading', { name: 'Compte en attente' })).toBeVisible();
    await expect(
      page.getByText("Votre compte est en attente d'approbation par un administrateur."),
    ).toBeVisible();
    await expect(
      page.getByText('Vous recevrez un email dès que votre compte sera activé.'),
    ).toBeVisible();
    await expect(page.getByText('La réponse vient en 2 jours environ.')).toBeVisible(); // RIDE-62
    await set('refuse');
    await expect(page.getByRole('heading', { name: 'Compte refusé' })).toBeVisible();
    await expect(page.getByText('La réponse vient')).toHaveCount(0);
    await set('actif');
    await expect(page.getByRole('heading', { level: 1, name: 'Réserver une leçon' })).toBeVisible();
    await set('inactif');
    await expect(
      page.getByText("Votre compte n'est pas actif. Contactez un administrateur."),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(page).toHaveURL('/login');
  },
);

/** What a page names, so that the browser, or the first script, asks for it at once. */
const linksOf = (html: string): string[] => [
  ...new Set(
    [
      ...html.matchAll(
        /<(?:link rel="(?:module)?preload"[^>]* href|script type="module"[^>]* src|meta name="lecture" content)="([^"]*)"/g,
      ),
    ].map(([, address = '']) => address.replaceAll('&amp;', '&')),
  ),
];

/** What a screen asks for although its page does not name it: it depends on an earlier answer. */
const ASKED_LATER: Record<string, readonly RegExp[]> = {
  '/app/reservation': [/^\/api\/alertes$/],
  '/app/monprofil': [/^\/api\/profil\/calendriers$/],
  '/app/statistiques': [/^\/api\/statistiques(\/cavaliers|\/lignes)?\?/],
  '/app/webmastersettings': [/^\/api\/pistes\/\w+\/usage$/],
};

test(
  'chaque écran demande ce que sa page demande d’avance, et au premier affichage rien d’autre',
  TELEPHONE,
  async ({ page, manege }) => {
    // UI-80
    test.slow();
    const screens = PAGES.map(([, one]) => one).filter(({ path }) => path.startsWith('/app/'));
    const booking = screens.findIndex(({ path }) => path === '/app/reservation');
    // The last one, because the time of the page is set by a script, which the frame of an email refuses.
    screens.push(...screens.splice(booking, 1));
    for (const { path, access } of screens) {
      await enter(
        page,
        manege,
        await manege.person({ role: access === 'admin' ? 'admin' : 'utilisateur' }),
      );
      // Without its links, the page shows what the screen asks for by itself.
      let named: string[] = [];
      await page.route(`**${path}`, async (route) => {
        const response = await route.fetch();
        const html = await response.text();
        named = linksOf(html).filter((link) => link.startsWith('/api/'));
        await route.fulfill({
          response,
          body: html.replaceAll(
            /<(?:link rel="preload" as="fetch"|meta name="lecture")[^>]*>/g,
            '',
          ),
        });
      });
      if (path === '/app/reservation') await serveThisWeek(page);
      await page.goto('about:blank'); // the screen before may still read something again
      const asked: string[] = [];
      const note = (request: Request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname.startsWith('/api/') && pathname !== '/api/live') asked.push(pathname + search);
      };
      page.on('request', note);
      const stream = page.waitForResponse('**/api/live');
      await page.goto(path);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await stream;
      await page.evaluate(() => fetch('/api/health'));
      page.off('request', note);
      await page.unrouteAll();
      const later = ASKED_LATER[path] ?? [];
      expect(
        asked
          .filter((one) => one !== '/api/health' && !later.some((rule) => rule.test(one)))
          .toSorted(),
        path,
      ).toEqual(named.toSorted());
    }
  },
);

test(
  "chaque page nomme ce qu'elle va demander, chaque chose n'est demandée qu'une fois, et aucun script ne pèse moins de 2 kB",
  TELEPHONE,
  async ({ page, manege }) => {
    // UI-12
    const shared = ['/api/auth/get-session', '/api/centre'];
    const pages: readonly {
      path: string;
      role?: Role;
      names: readonly string[];
      /** Files that it must not load: only another first screen, or a dialog, needs them. */
      never?: readonly string[];
      shown?: () => Locator;
    }[] = [
      { path: '/', names: [...shared, '/assets/public-'] },
      { path: '/login', names: shared },
      {
        path: '/app/reservation',
        role: 'utilisateur',
        names: [...shared, '/assets/app-reservation-', '/assets/riders-', '/api/profil'],
        never: ['admin-frame', 'admin-first', 'admin', 'app-webmaster'],
        shown: () => radio(page, /^Longe/),
      },
      {
        path: '/app/webmaster',
        role: 'admin',
        names: [...shared, '/assets/app-webmaster-', '/assets/admin-first-', '/api/planning?'],
        never: ['app-reservation', 'riders'],
        shown: () => page.getByRole('grid'),
      },
      {
        path: '/app/utilisateurs',
        role: 'admin',
        names: [
          ...shared,
          '/assets/app-utilisateurs-',
          '/assets/people-lists-',
          '/assets/admin-first-',
        ],
        never: ['dialogues', 'desk-dialogs', 'forms', 'admin'],
        shown: () => page.getByRole('table', { name: 'Utilisateurs approuvés' }),
      },
    ];
    for (const { path, role, names, never, shown } of pages) {
      if (role) await enter(page, manege, await manege.person({ role }));
      const stream = role ? page.waitForResponse('**/api/live') : null;
      const html = (await (await page.goto(path))?.text()) ?? '';
      await answered(page);
      // The landing page names a rider's readings, which a visitor does not ask for (UI-102).
      const links = linksOf(role ? html : html.replaceAll(/<meta name="lecture"[^>]*>/g, ''));
      for (const name of names)
        expect(
          links.filter((link) => link.startsWith(name)),
          `${path} nomme ${name}`,
        ).toHaveLength(1);
      if (stream && shown) {
        await expect(shown()).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        await stream;
        // The first message of the stream comes together with its answer. After one more call, the
        // page has handled it.
        await page.evaluate(() => fetch('/api/health'));
      }
      const requested = await page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
          ({ name, encodedBodySize }) => ({
            address: name.slice(location.origin.length),
            bytes: encodedBodySize,
          }),
        ),
      );
      const addresses = requested.map(({ address }) => address);
      expect(
        addresses.filter((one) => never?.some((name) => chunkUrl(name).test(one))),
        path,
      ).toEqual([]);
      for (const link of links)
        expect(
          addresses.filter((one) => one === link),
          `${path} demande ${link}`,
        ).toHaveLength(1);
      const calls = addresses.filter((one) => one.startsWith('/api/'));
      expect(calls.toSorted(), `${path} ne lit rien deux fois`).toEqual(
        [...new Set(calls)].toSorted(),
      );
      if (role) expect(calls.length, calls.join(' ')).toBeGreaterThanOrEqual(6);
      // The script for offline use is loaded 2 s after the first paint, which may be after the end
      // of the test on a busy machine (UI-55).
      const scripts = requested.filter(
        ({ address }) => address.endsWith('.js') && !address.startsWith('/assets/offline-'),
      );
      expect(
        scripts.filter(({ bytes }) => bytes < 2000),
        path,
      ).toEqual([]);
      expect(
        links.filter((link) => link.endsWith('.js')),
        `${path} nomme chaque script`,
      ).toHaveLength(scripts.length);
    }
  },
);

test(
  'le centre porte son nom dès le premier affichage, sans attendre un appel',
  BUREAU,
  async ({ page, manege }) => {
    // UI-01, UI-15
    const nom = "L'Écurie <b>d'Été</b> & Fils";
    const server = await startServer({
      DATABASE_URL: manege.server.databaseUrl,
      SECRET: 'un-secret-pour-les-tests-du-navigateur',
      CENTRE_NAME: nom,
      CENTRE_TOWN: 'Liège',
    });
    try {
      await page.route('**/api/centre', () => undefined); // requested, and never answered
      for (const [path, heading] of [
        ['/', 'Accueil'],
        ['/login', 'Se connecter'],
        ['/register', 'Créer un compte'],
        ['/nulle-part', 'Page non trouvée'],
        ['/app/prix', 'Gestion des Prix'],
      ] as const) {
        if (path.startsWith('/app'))
          await enter(page, { ...manege, server }, await manege.person({ role: 'admin' }));
        await page.goto(`${server.url}${path}`, { waitUntil: 'commit' });
        expect(await page.title()).toContain(nom);
        await expect(page).toHaveTitle(`${heading} · ${nom}`);
        await expect(page.getByRole('link', { name: nom }).first()).toContainText('Liège');
        await expect(page.getByText(/Manège|Gembloux/)).toHaveCount(0);
      }
    } finally {
      await page.goto('about:blank'); // otherwise the page would report that the server has stopped
      await server.stop();
    }
  },
);

test(
  "un changement que le fil n'a pas dit apparaît à son ouverture, et lui seul est relu ; après une longue absence, tout l'est",
  BUREAU,
  async ({ page, manege }) => {
    // UI-12, LIM-26
    const jour = jourOf(16, 1);
    await enter(page, manege, await manege.person());
    const readings: string[] = [];
    page.on('request', (request) => readings.push(new URL(request.url()).pathname));
    const counts = () =>
      ['/api/auth/get-session', '/api/types-lecons', '/api/centre'].map(
        (path) => readings.filter((one) => one === path).length,
      );
    const stream = Promise.withResolvers<void>();
    await page.route('**/api/live', async (route) => {
      await stream.promise;
      await route.continue();
    });
    await page.goto('/app/reservation');
    await radio(page, /^Longe/).check();
    await goToJour(page, jour);
    await radio(page, /^Piste Intérieure/).check();
    await expect(radio(page, '10:00, disponible')).toBeEnabled();
    expect(counts()).toEqual([1, 1, 1]);
    expect(await bookElsewhere(manege, { date_reservation: jour })).toBe(201);
    stream.resolve();
    await expect(radio(page, /^10:00, 4 places restantes/)).toBeDisabled();

    const goOffline = () => page.evaluate(() => window.dispatchEvent(new Event('offline')));
    const goOnline = () => page.evaluate(() => window.dispatchEvent(new Event('online')));
    await goOffline();
    expect(await bookElsewhere(manege, { date_reservation: jour, heure_debut: '12:00' })).toBe(201);
    await goOnline();
    await expect(radio(page, /^12:00, 4 places restantes/)).toBeDisabled();
    expect(counts()).toEqual([1, 1, 1]);

    // An instance that has just started has no changes to repeat.
    await goOffline();
    const debut = { changed: [], opening: { memory: 0, ages: [] } };
    await page.route(
      '**/api/live',
      (route) =>
        route.fulfill({
          contentType: 'text/event-stream',
          body: `event: message\ndata: ${JSON.stringify(debut)}\n\n`,
        }),
      { times: 1 },
    );
    await goOnline();
    await expect.poll(counts).toEqual([2, 2, 2]);
  },
);

test(
  'à la première visite, les scripts de chaque écran pèsent au plus ce que sa borne permet',
  TELEPHONE,
  async ({ browser, manege }) => {
    // ADR-030
    for (const [path, bound] of Object.entries(SCRIPT_BOUNDS)) {
      // Nothing is loaded yet in a context of its own.
      const context = await browser.newContext({ baseURL: manege.server.url });
      const page = await context.newPage();
      if (path.startsWith('/app'))
        await enter(
          page,
          manege,
          await manege.person({ role: path === '/app/reservation' ? 'utilisateur' : 'admin' }),
        );
      const { scripts, bytes } = await weighScripts(page, path);
      const total = bytes / 1000;
      process.stdout.write(`  ${path} : ${total.toFixed(1)} kB (${scripts} scripts)\n`);
      expect.soft(total, path).toBeGreaterThan(20);
      expect.soft(total, path).toBeLessThanOrEqual(bound);
      await context.close();
    }
  },
);
