/**
 * The tabs of /app/webmastersettings (SET-01, SET-45): address, draft and save of each tab; the state of
 * the service.
 */
import { ADMIN_REFUS } from '../../../src/domain/errors/admin.ts';
import type { Page } from '@playwright/test';
import {
  announceParametres,
  answerNextWrite,
  BUREAU,
  confirmSessions,
  enter,
  expect,
  type Manege,
  resetParametres,
  tab,
  tabTo,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';
import { saveElsewhere } from '../../parcours/parametres.ts';

const SUCCESS = 'Paramètres sauvegardés avec succès';

/**
 * Name in the address, title, titles of the sections, maximum height in pixels in a window of 390
 * px.
 */
const ONGLETS = [
  ['pistes', 'Pistes et horaires', ['Pistes', 'Horaires et créneaux', 'Jours et saisons'], 2_200],
  ['types', 'Types de leçon', ['Types de leçon'], 2_700],
  ['cavaliers', 'Règles des cavaliers', ['Paramètres système', 'Droits des cavaliers'], 2_900],
  [
    'facturation',
    'Facturation',
    ['Relevés et paiements', 'Compte en banque', 'Mentions du centre'],
    2_400,
  ],
  ['emails', 'Emails', ['Notifications par email', 'Joindre le centre'], 1_900],
  [
    'securite',
    'Sécurité',
    ['Administrateurs du site', 'Sécurité', 'Conservation des leçons'],
    // The list of administrators may have any length.
    Infinity,
  ],
  [
    'service',
    'Service',
    ['État du service', 'Informations système', 'Sauvegardes', 'Conservation des sauvegardes'],
    2_400,
  ],
] as const;

test.afterEach(({ manege }) => resetParametres(manege));

const field = (page: Page, nom: string) => page.getByRole('main').getByLabel(nom, { exact: true });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Sauvegarder les paramètres' });
const current = (page: Page) =>
  page.getByRole('navigation', { name: 'Onglets des paramètres' }).locator('[aria-current=page]');
const stored = async (manege: Manege) => (await manege.sql('select * from parametres'))[0];

async function open(page: Page, manege: Manege, search = ''): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await confirmSessions(manege);
  await page.goto(`/app/webmastersettings${search}`);
  await expect(current(page)).toHaveCount(1);
}

test(
  'chaque onglet a son adresse, que gardent le rechargement et Retour, et ses sections',
  TELEPHONE,
  async ({ page, manege }) => {
    // SET-01
    await open(page, manege);
    const links = page
      .getByRole('navigation', { name: 'Onglets des paramètres' })
      .getByRole('link');
    await expect(links).toHaveText(ONGLETS.map(([, titre]) => titre));
    await expect(current(page)).toHaveText('Pistes et horaires');
    for (const [nom, titre, sections, height] of ONGLETS) {
      await tab(page, titre).click();
      await expect(page).toHaveURL(`/app/webmastersettings?onglet=${nom}`);
      await expect(current(page)).toHaveText(titre);
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
        ...sections,
      ]);
      await expect(saveButton(page)).toHaveCount(nom === 'types' ? 0 : 1);
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      expect(await page.evaluate(() => document.body.scrollHeight)).toBeLessThan(height);
      for (const link of await links.all()) {
        expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
        await expect(link).toBeInViewport();
      }
    }
    await page.reload();
    await expect(current(page)).toHaveText('Service');
    await page.goBack();
    await expect(current(page)).toHaveText('Sécurité');
    await expect(page.getByRole('heading', { name: 'Administrateurs du site' })).toBeVisible();
    await page.goForward();
    await expect(current(page)).toHaveText('Service');
    await page.goto('/app/webmastersettings?onglet=inconnu');
    await expect(current(page)).toHaveText('Pistes et horaires');
    await test.step("les liens d'ailleurs mènent à l'onglet, l'ancienne adresse aussi", async () => {
      // SET-45, SET-43, ACC-05
      await manege.sql('update parametres set "lessonRetentionAnswered" = false');
      await announceParametres(manege);
      await page.goto('/webmaster/settings?onglet=types');
      await expect(page).toHaveURL('/app/webmastersettings?onglet=types');
      await page.getByRole('link', { name: 'paramètres', exact: true }).click();
      await expect(page).toHaveURL('/app/webmastersettings?onglet=securite');
      await expect(page.getByRole('heading', { name: 'Conservation des leçons' })).toBeVisible();
    });
  },
);

test(
  "ce que l'on écrit reste dans son onglet, marqué ; chaque onglet n'enregistre que le sien",
  BUREAU,
  async ({ page, manege }) => {
    // SET-45, SET-03, UI-21
    await open(page, manege, '?onglet=emails');
    await confirmSessions(manege);
    const mark = /modifications non sauvegardées/;
    await field(page, 'Téléphone du centre').fill('081 61 23 45');
    await expect(tab(page, 'Emails')).toHaveAccessibleName(mark);
    await tabTo(page, tab(page, 'Règles des cavaliers'));
    await page.keyboard.press('Enter');
    await expect(tab(page, 'Règles des cavaliers')).toBeFocused();
    await expect(page.getByText('Modifications non sauvegardées.')).toHaveCount(0);
    await field(page, 'Réservations par jour').fill('7');
    await expect(tab(page, 'Règles des cavaliers')).toHaveAccessibleName(mark);
    // If a tab has a draft, another person's change to it waits for a choice.
    await saveElsewhere(page, manege, { contactTelephone: '010 22 33 44', riderChanges: true });
    await expect(
      page.getByText(
        'Modifié ailleurs entre-temps : Changement par le cavalier (oui). Ce que vous avez saisi est gardé.',
      ),
    ).toBeVisible();
    await saveButton(page).click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect(await stored(manege)).toMatchObject({
      maxBookingsPerDay: 7,
      contactTelephone: '010 22 33 44',
      riderChanges: true,
    });
    await expect(tab(page, 'Règles des cavaliers')).not.toHaveAccessibleName(mark);
    await expect(tab(page, 'Emails')).toHaveAccessibleName(mark);

    await page.reload();
    await page.getByRole('link', { name: 'Prix' }).click();
    await page.goBack();
    await tab(page, 'Emails').click();
    await expect(field(page, 'Téléphone du centre')).toHaveValue('081 61 23 45');
    await page.getByRole('button', { name: 'Garder 081 61 23 45' }).click();
    await saveButton(page).click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect(await stored(manege)).toMatchObject({
      maxBookingsPerDay: 7,
      contactTelephone: '081 61 23 45',
    });
    await expect(tab(page, 'Emails')).not.toHaveAccessibleName(mark);
  },
);

test(
  "un refus qui arrive après que l'on a changé d'onglet se dit, et l'onglet reste marqué",
  TELEPHONE,
  async ({ page, manege }) => {
    // SET-45, SET-03
    await open(page, manege, '?onglet=cavaliers');
    const late = Promise.withResolvers<void>();
    const refus = ADMIN_REFUS.quota_invalide;
    await answerNextWrite(page, '**/api/parametres', async (route) => {
      await late.promise;
      await route.fulfill({
        status: 400,
        json: { code: 'quota_invalide', status: 400, message: refus.message },
      });
    });
    await field(page, 'Réservations par jour').fill('7');
    await saveButton(page).click();
    await tab(page, 'Emails').click();
    await expect(page.getByRole('heading', { name: 'Joindre le centre' })).toBeVisible();
    late.resolve();
    await expect(page.getByRole('alert')).toHaveText(refus.message);
    await expect(tab(page, 'Règles des cavaliers')).toHaveAccessibleName(/non sauvegardées/);
  },
);

test(
  "l'onglet « Service » dit l'état de chaque point et ce qu'il faut faire, la version et l'heure",
  TELEPHONE,
  async ({ page, manege }) => {
    await test.step("« Vérifier maintenant » dit l'état de chaque point et ce qu'il faut faire, et rien ne se vérifie tout seul", async () => {
      // OPS-68
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/controles')) asked.push(request.method());
      });
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.goto('/app/webmastersettings?onglet=service');
      const card = page.getByRole('region', { name: 'État du service' });
      const button = card.getByRole('button', { name: 'Vérifier maintenant' });
      await expect(button).toBeVisible();
      expect(asked).toEqual([]);
      await button.focus();
      await page.keyboard.press('Enter');
      const lignes = card.getByRole('listitem');
      const base = lignes.filter({ has: page.getByRole('heading', { name: 'Base de données' }) });
      await expect(base).toContainText(
        /OK\s*Base de données\s*Les réservations sont enregistrées et se relisent\./,
      );
      // What is to be done stands first.
      const states = (await lignes.allInnerTexts()).map((text) => /^\S+/.exec(text)?.[0]);
      expect(states).toEqual(
        states.toSorted((a, b) => 'EAO'.indexOf(a![0]!) - 'EAO'.indexOf(b![0]!)),
      );
      expect(states[0]).toBe('En');
      // Each point is said in plain words; those of whoever installs unfold.
      await expect(lignes.locator('h3 + div > p:empty')).toHaveCount(0);
      const list = card.getByRole('list');
      expect(await list.innerText()).not.toMatch(/btree_gist|npm|_URL|PostgreSQL|sslmode|CREATE/);
      // The address that the tests use differs from the configured one.
      await expect(
        lignes.filter({ has: page.getByRole('heading', { name: 'Adresse du site' }) }),
      ).toContainText(/En panne.*À faire\s:/s);
      await expect(card.getByRole('status')).toContainText('1 point est en panne.');
      await expect(button).toBeFocused();
      await base.getByText('Détails pour qui installe Manège').click();
      await expect(base.getByText(/PostgreSQL \d+/)).toBeVisible();
      await card.scrollIntoViewIfNeeded();
      expect(asked).toEqual(['POST']);
    });
    await test.step("les informations système disent la version et l'heure, qui avance", async () => {
      // SET-15
      const systemCard = page.getByRole('region', { name: 'Informations système' });
      await expect(systemCard.getByText('1.0.0')).toBeVisible();
      await expect(systemCard.getByText(/^PostgreSQL/)).toBeVisible();
      await expect(systemCard.getByText('Développement')).toBeVisible();
      const heure = systemCard.getByRole('time');
      await expect(heure).toHaveText(/^\w+ \d+ \S+ \d{4}, \d\d:\d\d:\d\d$/);
      const before = await heure.textContent();
      await expect(heure).not.toHaveText(before ?? '');
    });
  },
);
