/**
 * Without a network: the last data read on this device, no booking, a sign-out that stays
 * effective, and the service worker that removes itself (UI-55 to UI-59, ADR-029).
 */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { addDays } from '../../../src/domain/core/calendrier.ts';
import {
  announceParametres,
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  test,
} from '../fixtures.ts';
import { closeArena } from '../planning.ts';
import { bookFor, confirmButton } from '../reservation.ts';
import { today } from '../../support/jours.ts';
import { chunkUrl } from '../../support/chunks.ts';

test.use({ reseauCoupe: true, serviceWorkers: 'allow' });

const demain = () => addDays(today(), 1);
const DIST = fileURLToPath(new URL('../../../dist/web/', import.meta.url));
const OFF = readFileSync(`${DIST}sw-off.js`, 'utf8');
const PARTS = readdirSync(`${DIST}assets`).filter((name) => /\.(?:js|css)$/.test(name));
const IMAGES = readdirSync(`${DIST}assets`).filter((name) => name.endsWith('.webp'));
/**
 * A file of the build as in the next version: each script and style sheet has a new name, and the
 * worker has a new version.
 */
const ofNext = (words: string) =>
  PARTS.reduce((all, name) => all.replaceAll(name, name.replace('.', '.suite.')), words).replace(
    /(VERSION = ')\w+/,
    '$1suite',
  );
/** A past day is shown too: the test may run over midnight. */
const LU = /^Lu (le .+ )?à \d\d:\d\d, hors connexion$/;

/** Waits until the worker controls the page and the device has stored what it needs. */
async function expectKept(page: Page, part: 'miennes' | 'planning'): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(
          (name) =>
            navigator.serviceWorker.controller !== null &&
            (localStorage.getItem('horsConnexion.1') ?? '').includes(`"${name}":`),
          part,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
}

/** The addresses of all files in the caches of the worker. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/**
 * Ends the old worker once its replacement is installed. Chromium ends it as soon as it is idle.
 * Under DevTools it keeps running without answering, and the new worker waits.
 */
async function endReplaced(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        async () => (await navigator.serviceWorker.getRegistration())?.installing ?? null,
      ),
    )
    .toBe(null);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await devtools.detach();
}

/**
 * Waits until the cache of a version is complete and its worker is active. The cache exists as soon
 * as the worker begins to install, and is deleted if the network fails during that time.
 */
async function expectInCharge(page: Page, version: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        async (name) => (await caches.match('/app', { cacheName: name })) !== undefined,
        version,
      ),
    )
    .toBe(true);
  await endReplaced(page);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { waiting, active } = await navigator.serviceWorker.ready;
        return [waiting, active?.state];
      }),
    )
    .toEqual([null, 'activated']);
}

/**
 * `next`: it serves the next version, without the files of this one. `ill`: it answers pages with
 * 503. `down`: it cuts connections.
 */
type Front = {
  server: Server;
  url: string;
  worker: string | null;
  next: boolean;
  ill: boolean;
  down: boolean;
};

/**
 * The server behind a separate address, where /sw.js answers `worker` if it is set: Playwright
 * cannot intercept the update of a worker.
 */
async function startFront(target: string): Promise<Front> {
  const front: Front = {
    server: createServer(),
    url: '',
    worker: null,
    next: false,
    ill: false,
    down: false,
  };
  front.server.on('connection', (socket) => front.down && socket.destroy());
  front.server.on('request', (from, to) => {
    if (front.worker !== null && from.url === '/sw.js') {
      to.setHeader('content-type', 'text/javascript').end(front.worker);
      return;
    }
    const path = from.url!;
    if (front.next && PARTS.some((name) => path === `/assets/${name}`)) {
      to.writeHead(404).end();
      return;
    }
    if (front.ill && path.startsWith('/app')) {
      to.writeHead(503).end();
      return;
    }
    const { hostname, port } = new URL(target);
    const headers = front.next
      ? { ...from.headers, 'accept-encoding': 'identity', 'if-none-match': '' }
      : from.headers;
    const onward = request(
      { hostname, port, path: path.replace('.suite.', '.'), method: from.method, headers },
      (answer) => {
        if (front.next && /html|javascript|css/.test(answer.headers['content-type'] ?? '')) {
          const { 'content-length': _, etag: _etag, ...kept } = answer.headers;
          void text(answer).then(
            (words) => to.writeHead(answer.statusCode ?? 502, kept).end(ofNext(words)),
            () => to.destroy(),
          );
          return;
        }
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
      },
    );
    onward.on('error', () => to.destroy());
    to.on('close', () => onward.destroy());
    from.pipe(onward);
  });
  await once(front.server.listen(0, '127.0.0.1'), 'listening');
  const address = new URL(target);
  address.port = String((front.server.address() as AddressInfo).port);
  front.url = address.origin;
  return front;
}

async function pictures(page: Page, who: string) {
  if (!process.env['PICTURES']) return;
  for (const theme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({
        path: `${process.env['PICTURES']}/${who}-${theme}-${width}.png`,
        fullPage: true,
      });
    }
}

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Mon compte' }).click();
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
};

test(
  'hors connexion : ses leçons se lisent, rien ne se réserve, la déconnexion tient et finit la session au retour ; un fichier qui a manqué une fois est repris',
  BUREAU,
  async ({ page, context, manege }) => {
    // UI-33, UI-55, UI-56, UI-57
    test.slow();
    const rider = await manege.person({ prenom: 'Odile', nom: 'Renard' });
    expect(
      await bookFor(manege, rider, {
        date_reservation: demain(),
        type_piste: 'exterieure',
        heure_debut: '17:00',
        noms_participants: ['Odile Renard', 'Basile Renard'],
      }),
    ).toBe(201);
    expect(
      await bookFor(manege, rider, {
        date_reservation: demain(),
        type_piste: 'exterieure',
        heure_debut: '15:00',
      }),
    ).toBe(201);
    await manege.sql(
      `with cancelled as (update reservations set statut = 'annulee', annulee_at = now() where user_id = $1 and heure_debut = '15:00' returning id)
      delete from occupations where reservation_id in (select id from cancelled)`,
      [rider.id],
    );
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8])
      expect(
        await bookFor(manege, rider, {
          date_reservation: addDays(demain(), n),
          type_piste: 'exterieure',
          heure_debut: '17:30',
        }),
      ).toBe(201);
    await manege.sql(`update parametres set "contactTelephone" = '081 11 11 11'`);
    await announceParametres(manege);
    // The file that prepares it is missing once.
    let failed = 0;
    await page.route(chunkUrl('offline'), (route) => {
      failed += 1;
      return route.abort('internetdisconnected');
    });
    await enter(page, manege, rider);
    await page.goto('/app/reservation');
    await expect.poll(() => failed).toBeGreaterThan(0);
    await page.unroute(chunkUrl('offline'));
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      expect(await page.evaluate(() => localStorage.getItem('horsConnexion.1'))).toContain(
        '"miennes":',
      );
    }).toPass({ timeout: 15_000 });
    await expectKept(page, 'miennes');
    // The centre gets a new number after the worker has stored its page.
    await manege.sql(`update parametres set "contactTelephone" = '081 22 33 44'`);
    await announceParametres(manege);
    await expect(page.getByRole('link', { name: '081 22 33 44' }).first()).toBeVisible();
    expect(await keptFiles(page)).toContain('/app');
    expect(
      (await keptFiles(page)).filter((path) => !/^\/(app|favicon\.svg|assets\/[^/]+)$/.test(path)),
    ).toEqual([]);
    // UI-94: then the pictures of the help for riders, and no others.
    const wanted = IMAGES.filter((name) => name.startsWith('cavaliers-'));
    expect(wanted.length).toBeGreaterThan(4);
    await expect
      .poll(async () => (await keptFiles(page)).filter((path) => path.endsWith('.webp')).toSorted())
      .toEqual(wanted.map((name) => `/assets/${name}`).toSorted());

    await context.setOffline(true);
    await expect(
      page.getByText('Hors connexion : réserver attend le retour du réseau.'),
    ).toBeVisible();
    await expect(confirmButton(page)).toBeDisabled();
    await expect(page.getByText(LU)).toBeVisible();

    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Hors connexion' })).toBeVisible();
    await expect(page.getByText(LU)).toBeVisible();
    await expect(page.getByText('17h00 – 18h00')).toBeVisible();
    await expect(page.getByText('Basile Renard')).toBeVisible();
    await expect(
      page.getByRole('main').getByRole('link', { name: '081 22 33 44' }),
    ).toHaveAttribute('href', 'tel:081223344');
    // The mark is on the first future lesson that takes place, not on the cancelled one before it.
    // The first three are shown, and the cancelled one among them.
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(4);
    await expect(
      page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ma prochaine leçon' }),
    ).toHaveText(/17h00 – 18h00/);
    await expect(page.getByRole('button', { name: 'Réserver une leçon' })).toBeDisabled();
    await expect(
      page.getByRole('button', { name: 'Réserver une leçon' }),
    ).toHaveAccessibleDescription(/Réserver demande une connexion/);
    await expectGoodAtBothWidths(page);
    await pictures(page, 'cavalier');
    await page.getByRole('button', { name: 'Voir les 9 réservations' }).click();
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(10);
    await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toHaveText(
      /^\p{L}+ \d{4}$/u,
    );

    // UI-94: the help, with its pictures.
    await page.goto('/aide');
    await page.getByRole('link', { name: 'Réserver une leçon' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Réserver une leçon' })).toBeVisible();
    await expect
      .poll(() =>
        page.getByRole('img').evaluate((image) => (image as HTMLImageElement).naturalWidth),
      )
      .toBeGreaterThan(300);

    // /login shows a remembered person the same stored data.
    await page.goto('/login');
    await expect(page.getByText('17h00 – 18h00')).toBeVisible();

    // Counted before: while a page is being loaded, a call may get through although the context is
    // offline.
    const sessions = async () =>
      (await manege.sql('select 1 from sessions where user_id = $1', [rider.id])).length;
    const open = await sessions();
    await signOut(page);
    await expect(page.getByLabel('Email')).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['deconnexion']);
    await page.goto('/app/reservation');
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.getByText('Renard')).toHaveCount(0);

    await context.setOffline(false);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('deconnexion'))).toBe(null);
    await page.goto('/app/reservation');
    await expect(page).toHaveURL(/\/login$/);
    expect(await sessions()).toBe(open - 1);
  },
);

test(
  "hors connexion : le planning de deux jours pour un administrateur, sans rien du compte d'avant ; le travailleur qui se retire",
  BUREAU,
  async ({ page, context, manege }) => {
    // UI-56, UI-59
    test.slow();
    const rider = await manege.person({ prenom: 'Odile', nom: 'Renard' });
    expect(
      await bookFor(manege, rider, {
        date_reservation: demain(),
        type_piste: 'exterieure',
        heure_debut: '18:00',
        noms_participants: ['Odile Renard', 'Basile Renard'],
      }),
    ).toBe(201);
    await closeArena(manege, {
      jour: demain(),
      piste: 'exterieure',
      debut: '08:00',
      fin: '09:00',
      motif: 'Gel',
    });
    const front = await startFront(manege.server.url);
    try {
      await page.goto(`${front.url}/login`);
      await page.evaluate(() =>
        localStorage.setItem(
          'horsConnexion.1',
          '{"compte":"un-autre","role":"admin","miennes":{"at":0,"lu":{},"lecons":[{"remarques":"secret"}]}}',
        ),
      );
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.goto(`${front.url}/app/webmaster`);
      await expectKept(page, 'planning');
      expect(await page.evaluate(() => localStorage.getItem('horsConnexion.1'))).not.toMatch(
        /un-autre|secret/,
      );
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('horsConnexion.1')))
        .toContain('"motif":"Gel"');
      await context.setOffline(true);
      await page.reload();
      const planning = page.getByRole('region', { name: "Planning d'aujourd'hui et de demain" });
      await expect(planning.getByText(LU)).toBeVisible();
      await expect(planning.getByText('18h00 – 19h00').first()).toBeVisible();
      await expect(planning.getByText('Réservé par Odile Renard').last()).toBeVisible();
      await expect(
        planning.getByText('Piste fermée de 8h00 à 9h00\u202f: Gel', { exact: true }),
      ).toBeVisible();
      await expect(
        page.getByRole('region', { name: 'Mes réservations' }).getByText('Aucune leçon à venir.'),
      ).toBeVisible();
      await expectGoodAtBothWidths(page);
      await pictures(page, 'admin');
      await context.setOffline(false);
      await expect(
        page.getByRole('heading', { level: 1, name: 'Espace administrateur' }),
      ).toBeVisible();

      await page.goto(`${front.url}/`); // a page behind the guard would register the worker again
      front.worker = OFF; // the answer with OFFLINE=0 (tests/api/app/pages.test.ts)
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
      // Its activation may end together with the worker before.
      await expect(async () => {
        await endReplaced(page);
        await page.goto(`${front.url}/login`, { timeout: 5_000 });
        expect(
          await page.evaluate(async () => [
            await caches.keys(),
            navigator.serviceWorker.controller,
            (await navigator.serviceWorker.getRegistrations()).length,
          ]),
        ).toEqual([[], null, 0]);
      }).toPass({ timeout: 60_000 });
    } finally {
      await page.close();
      front.server.closeAllConnections();
      front.server.close();
    }
  },
);

test(
  'une nouvelle version sous un travailleur en place : rien ne se recharge, elle vient à la navigation suivante, et vaut hors connexion',
  BUREAU,
  async ({ page, manege }) => {
    // UI-34, UI-55
    test.slow();
    const front = await startFront(manege.server.url);
    const entry = () => page.locator('script[type=module]').first().getAttribute('src');
    const refresh = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    // Playwright's own offline mode notifies each worker, and an ended worker never answers. So the
    // connections are cut here.
    const cutNetwork = () => {
      front.down = true;
      front.server.closeAllConnections();
    };
    try {
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.goto(`${front.url}/app/webmastersettings?onglet=types`);
      await expectKept(page, 'planning');
      const old = await entry();

      // The page of the previous version still works although the server no longer has its files.
      Object.assign(front, { next: true, ill: true });
      await page.reload();
      await page.getByRole('button', { name: 'Ajouter un type' }).click();
      expect(await entry()).toBe(old);
      front.ill = false;

      const dialog = page.getByRole('dialog', { name: 'Ajouter un type de leçon' });
      await dialog.getByLabel('Libellé').fill('Voltige');
      await refresh();
      await expectInCharge(page, 'suite');
      cutNetwork();
      await expect(dialog.getByText('Connexion perdue')).toBeVisible();
      front.down = false;
      await expect(page.getByText('Une nouvelle version est prête.')).toBeVisible();
      await expect(dialog.getByLabel('Libellé')).toHaveValue('Voltige');
      expect(
        await page.evaluate(
          async (part) => (await fetch(part)).status,
          `/assets/${PARTS.find((name) => name.startsWith('Calendar'))}`,
        ),
      ).toBe(200);
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Quitter' }).click();
      expect(await entry()).toBe(old);
      await expectGoodAtBothWidths(page);

      await page.getByRole('link', { name: 'Statistiques' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Statistiques' })).toBeVisible();
      await expect.poll(entry).toMatch(/\.suite\.js$/);
      cutNetwork();
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'Hors connexion' })).toBeVisible();
      expect(await entry()).toMatch(/\.suite\.js$/);
    } finally {
      await page.close();
      front.server.closeAllConnections();
      front.server.close();
    }
  },
);

test(
  "l'heure d'une lecture reste dite telle quelle, tant que le réseau manque",
  BUREAU,
  async ({ page, context, manege }) => {
    // UI-56
    const rider = await manege.person();
    expect(await bookFor(manege, rider, { date_reservation: demain() })).toBe(201);
    await page.clock.install();
    await enter(page, manege, rider);
    await page.goto('/app/reservation');
    await expect(
      page.getByRole('region', { name: 'Mes réservations' }).getByRole('article'),
    ).toBeVisible();
    await context.setOffline(true);
    const read = page.getByText(LU);
    const words = await read.innerText();
    // The second run begins once the minutes of the first are drawn.
    for (let n = 0; n < 2; n += 1) await page.clock.runFor(120_000);
    await expect(read).toHaveText(words);
  },
);
