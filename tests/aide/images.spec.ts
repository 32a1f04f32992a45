/**
 * Takes the pictures of the help from the demonstration, and writes them beside the tasks
 * (docs/aide/images, UI-93); and the two of the README (docs/images). Not a test: `playwright test --project images`, after a change of a
 * screen that they show. Then look at them.
 */
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { addDays } from '#domain/core/calendrier.ts';
import { choosePersonnes, goToJour } from '../parcours/reservation.ts';
import { createDatabase } from '../support/postgres.ts';
import { startServer } from '../support/server.ts';
import { answered, watchRequests } from '../support/answered.ts';
import { jourOf, today } from '../support/jours.ts';

const FOLDER = fileURLToPath(new URL('../../docs/aide/images/', import.meta.url));
/** High enough that nothing sticky covers what is shown. */
const PHONE = { width: 390, height: 1300 };
/** With the narrow menu: wide enough for the tables, and letters that can be read in the page. */
const DESK = { width: 860, height: 760 };
const SOPHIE = 'sophie.delvaux@demo.example';
const CAMILLE = 'camille.lambert@demo.example';

test.describe.configure({ timeout: 120_000 });

let url: string;
let end: () => Promise<unknown>;
test.beforeAll(async () => {
  const database = await createDatabase();
  const server = await startServer({
    DATABASE_URL: database.url,
    DEMO: '1',
    SECRET: 'un-secret-pour-les-images-de-l-aide',
  });
  url = server.url;
  end = async () => {
    await server.stop();
    await database.drop();
  };
});
test.afterAll(() => end());

/** A Wednesday that has not begun. */
const jour = jourOf(1, 2);

async function enter(page: Page, email: string, size: { width: number; height: number }) {
  await page.setViewportSize(size);
  const answer = await page.request.post(`${url}/api/auth/sign-in/email`, {
    headers: { origin: url },
    data: { email, password: 'manege-demo' },
  });
  expect(answer.status()).toBe(200);
  await page.context().addCookies([{ name: 'sidebar_state', value: 'false', url }]);
}

async function open(page: Page, path: string): Promise<void> {
  watchRequests(page);
  await page.goto(url + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await answered(page);
  await page.evaluate(() => document.fonts.ready);
}

type Box = { x: number; y: number; width: number; height: number };

/** Writes a picture of the page, of a part of it or of an element. */
async function shoot(page: Page, name: string, what?: Locator | Box): Promise<void> {
  const png = what
    ? 'x' in what
      ? await page.screenshot({ clip: what })
      : await what.screenshot()
    : await page.screenshot();
  await sharp(png).webp({ quality: 58, effort: 6 }).toFile(`${FOLDER}${name}.webp`);
}

const radio = (page: Page, name: RegExp | string) => page.getByRole('radio', { name });
const button = (page: Page | Locator, name: RegExp | string) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });

/** A part of the window that begins above an element. */
async function below(page: Page, top: Locator, height: number, above = 12): Promise<Box> {
  await top.evaluate((element, px) => {
    scrollTo(0, element.getBoundingClientRect().top + scrollY - px);
  }, above + 64);
  const main = (await page.getByRole('main').boundingBox())!;
  const x = Math.max(0, main.x);
  const { y } = (await top.boundingBox())!;
  const width = Math.min(main.width, page.viewportSize()!.width - x);
  return { x, y: Math.max(0, y - above), width, height };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const lessons = (page: Page) =>
  section(page, 'Planning du jour')
    .getByRole('grid')
    .getByRole('button', { name: /inscrit/ });

test('les cavaliers', async ({ page }) => {
  await enter(page, CAMILLE, PHONE);
  await open(page, '/app/reservation');
  await radio(page, /^Leçon collective/).check();
  await choosePersonnes(page, 1);
  await goToJour(page, jour);
  await radio(page, /^Piste Extérieure/).check();
  await radio(page, /^\d\d:\d\d, disponible/)
    .nth(2)
    .check();
  await shoot(
    page,
    'cavaliers-reserver',
    await below(page, heading(page, "La piste et l'heure"), 560),
  );

  // The first day with a lesson that can be joined.
  const joined = radio(page, /Rejoindre/);
  for (let n = 1; n < 20 && (await joined.count()) === 0; n += 1) {
    await goToJour(page, addDays(jour, n));
    await radio(page, n % 2 ? /^Piste Intérieure/ : /^Piste Extérieure/).check();
    await expect(radio(page, /^\d\d:\d\d, disponible/).first()).toBeVisible();
  }
  await shoot(page, 'cavaliers-rejoindre', await below(page, joined.first(), 300, 150));

  await page
    .getByTitle(/^pris par/)
    .first()
    .click({ force: true });
  const offer = button(page, 'Prévenez-moi si ce créneau se libère').first();
  await expect(offer).toBeVisible();
  await shoot(page, 'cavaliers-prevenu', await below(page, offer, 340, 240));

  await open(page, '/app/reservation');
  await button(page, /^Annuler/)
    .first()
    .click();
  await shoot(page, 'cavaliers-annuler', page.getByRole('alertdialog'));

  await open(page, '/app/monprofil');
  await shoot(page, 'cavaliers-famille', section(page, 'Mes cavaliers'));
});

test('sans réseau', async ({ browser }) => {
  const context = await browser.newContext({
    deviceScaleFactor: 1.5,
    locale: 'fr-BE',
    reducedMotion: 'reduce',
    serviceWorkers: 'allow',
  });
  const page = await context.newPage();
  await enter(page, CAMILLE, PHONE);
  await open(page, '/app/reservation');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('horsConnexion.1') ?? ''), {
      timeout: 30_000,
    })
    .toContain('"miennes":');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Ma prochaine leçon')).toBeVisible();
  await shoot(page, 'cavaliers-telephone', { x: 0, y: 0, width: PHONE.width, height: 600 });
  await context.close();
});

test('le bureau : le planning', async ({ page }) => {
  await enter(page, SOPHIE, DESK);
  await open(page, `/app/webmaster?jour=${jour}`);
  await section(page, 'Planning du jour')
    .getByRole('grid')
    .getByRole('link', { name: /^Libre/ })
    .nth(5)
    .click();
  const entry = page.getByRole('dialog', { name: 'Nouvelle leçon' });
  await entry.getByRole('combobox', { name: 'Pour qui' }).fill('dubois');
  await entry
    .getByRole('option', { name: /Dubois/ })
    .first()
    .click();
  await shoot(page, 'bureau-reserver', entry);

  await open(page, `/app/webmaster?jour=${jour}`);
  await lessons(page).first().click();
  const card = page.getByRole('dialog');
  await button(card, 'Déplacer').click();
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowDown');
  await shoot(page, 'bureau-deplacer', { x: 0, y: 200, width: DESK.width, height: 560 });
  await page.keyboard.press('Escape');

  await lessons(page).first().click();
  await button(card, 'Annuler la leçon').click();
  const question = page.getByRole('alertdialog');
  await button(question, 'Mauvais temps').click();
  await shoot(page, 'bureau-annuler', question);
  await open(page, `/app/webmaster?jour=${jour}`);

  await lessons(page).first().click();
  await button(card, 'Répéter').click();
  const repeat = page.getByRole('dialog', { name: 'Répéter la leçon' });
  await repeat.getByRole('group', { name: 'Derniers jours' }).getByRole('button').first().click();
  await answered(page);
  await shoot(page, 'bureau-repeter', repeat);
  await open(page, `/app/webmaster?jour=${jour}`);

  await section(page, 'Planning de la semaine').getByRole('button', { name: 'Fermer' }).click();
  const close = page.getByRole('dialog', { name: 'Fermer des pistes' });
  await close.getByRole('checkbox', { name: 'Piste Extérieure' }).check();
  await button(close, 'Gel').click();
  await answered(page);
  await shoot(page, 'bureau-fermer', close);
  await open(page, `/app/webmaster?jour=${jour}`);

  await shoot(page, 'bureau-imprimer', await below(page, heading(page, 'Vue du jour'), 520));
});

test('le bureau : les clients, les prix et le service', async ({ page }) => {
  await enter(page, SOPHIE, DESK);
  await open(page, '/app/utilisateurs');
  await page.getByRole('checkbox', { name: 'Tout sélectionner' }).check();
  await shoot(
    page,
    'bureau-approuver',
    await below(page, page.getByRole('heading', { name: /^Demandes en attente/ }), 360),
  );

  await open(page, '/app/import');
  await page.locator('input[type=file]').setInputFiles({
    name: 'clients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Nom;Prénom;Téléphone;Email;Cavalier\nLeroy;Anne;0475 12 34 56;anne.leroy@demo.example;Emma Leroy\nNoël;Paul;081 22 33 44;;Lucie Noël\nPetit;Julie;0486 98 76 54;julie@;\n',
    ),
  });
  await button(page, "Voir l'aperçu").click();
  await expect(heading(page, '3. Aperçu')).toBeVisible();
  await page.getByText('À créer', { exact: true }).click();
  await shoot(page, 'bureau-importer', await below(page, heading(page, '3. Aperçu'), 460));

  await open(page, '/app/prix');
  await shoot(page, 'bureau-prix', await below(page, heading(page, 'Gestion des Prix'), 520));

  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Rechercher' });
  await search.getByRole('combobox').fill('dub');
  await answered(page);
  await expect(search.getByRole('option').first()).toBeVisible();
  await expect(search.getByRole('list', { name: 'Leçons' })).toBeVisible();
  await shoot(page, 'bureau-chercher', search);
  await search
    .getByRole('option', { name: /Dubois/ })
    .first()
    .click();
  await expect(heading(page, 'Coordonnées')).toBeVisible();
  await answered(page);
  await shoot(
    page,
    'bureau-fiche',
    await below(page, page.getByRole('heading', { level: 1 }), 660),
  );

  await open(page, '/app/webmastersettings?onglet=service');
  await button(page, 'Sauvegarder maintenant').click();
  await expect(page.getByText('Télécharger la dernière')).toBeVisible({ timeout: 60_000 });
  // The folder of the machine that takes the pictures.
  await page.getByText(/\/sauvegardes$/).evaluate((folder) => {
    folder.textContent = '/srv/manege/sauvegardes';
  });
  await shoot(page, 'bureau-sauvegarde', await below(page, heading(page, 'Sauvegardes'), 420));
});

test('le README', async ({ browser }) => {
  for (const { name, email, size, scale, path, ready } of [
    {
      name: 'reservation',
      email: CAMILLE,
      size: { width: 390, height: 1060 },
      scale: 2,
      path: '/app/reservation',
      ready: async (page: Page) => {
        await radio(page, /^Leçon collective/).check();
        await choosePersonnes(page, 2);
        for (const [n, nom] of ['Louis Lambert', 'Alice Lambert'].entries())
          await page.getByLabel(`Participant ${n + 1}`).fill(nom);
        await goToJour(page, jour);
        await radio(page, /^Piste Intérieure/).check();
        await radio(page, /^\d\d:\d\d, disponible/)
          .nth(1)
          .check();
        await below(page, heading(page, "La piste et l'heure"), 0);
      },
    },
    {
      name: 'planning',
      email: SOPHIE,
      size: { width: 1280, height: 800 },
      scale: 1,
      path: '/app/webmaster',
      ready: (page: Page) => expect(lessons(page).first()).toBeVisible(),
    },
  ]) {
    const context = await browser.newContext({
      deviceScaleFactor: scale,
      locale: 'fr-BE',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await enter(page, email, size);
    await context.clearCookies({ name: 'sidebar_state' });
    await open(page, path);
    await ready(page);
    await sharp(await page.screenshot())
      .png({ palette: true })
      .toFile(fileURLToPath(new URL(`../../docs/images/${name}.png`, import.meta.url)));
    await context.close();
  }
});

test('la facturation', async ({ page }) => {
  await enter(page, SOPHIE, DESK);
  const mois = today().slice(0, 7);
  await open(page, `/app/facturation?vue=mois&mois=${mois}`);
  await shoot(page, 'bureau-releves', await below(page, heading(page, 'Relevés à faire'), 360));
  for (let restent = 1; restent > 0;) {
    const answer = await page.request.post(`${url}/api/releves`, {
      headers: { origin: url },
      data: { mois },
    });
    ({ restent } = (await answer.json()) as { restent: number });
  }
  await open(page, '/app/facturation');
  await shoot(page, 'bureau-paiement', await below(page, button(page, /^Payé/).first(), 420, 340));
  await enter(page, CAMILLE, PHONE);
  await open(page, '/app/mes-releves');
  await shoot(
    page,
    'cavaliers-releves',
    await below(page, heading(page, 'Ce qui est ouvert'), 380),
  );
});

test('le bureau : défaire', async ({ page }) => {
  await enter(page, SOPHIE, DESK);
  await open(page, `/app/webmaster?jour=${jour}`);
  await lessons(page).first().click();
  await button(page.getByRole('dialog'), 'Supprimer').click();
  const question = page.getByRole('alertdialog');
  await button(question, 'Supprimer').click();
  await expect(question).toBeHidden();
  await expect(button(page, /^Annuler/)).toBeVisible();
  await shoot(page, 'bureau-defaire', { x: 48, y: 0, width: DESK.width - 48, height: 420 });
});
