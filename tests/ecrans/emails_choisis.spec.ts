/**
 * The emails that a person wants, and the state of those that the centre sends (MAIL-22, MAIL-24).
 */
import {
  BUREAU,
  enter,
  expect,
  expectAccessible,
  expectGoodAtBothWidths,
  REFUSED,
  tabTo,
  TELEPHONE,
  test,
} from '../parcours/fixtures.ts';
import { card, openProfil } from '../parcours/profil.ts';

test(
  "au clavier, on éteint les rappels dans son profil : c'est enregistré, et c'est encore là au retour",
  TELEPHONE,
  async ({ page, manege }) => {
    // MAIL-24
    const person = await manege.person({ prenom: 'Élise', nom: 'Maes' });
    await openProfil(page, manege, person);
    const [rappels, places] = [
      card(page, 'Emails que je reçois').getByRole('switch', { name: 'Rappel la veille' }),
      card(page, 'Emails que je reçois').getByRole('switch', { name: 'Créneau libre' }),
    ];
    await expect(rappels).toBeChecked();
    await tabTo(page, rappels);
    await page.keyboard.press('Space');
    await expect(page.getByText('Votre choix est enregistré.')).toBeVisible();
    await expect(rappels).not.toBeChecked();
    expect(
      await manege.sql('select email_rappels, email_places from users where id = $1', [person.id]),
    ).toEqual([{ email_rappels: false, email_places: true }]);
    await page.reload();
    await expect(rappels).not.toBeChecked();
    await expect(places).toBeChecked();
    await expectGoodAtBothWidths(page);
  },
);

test(
  "un choix qui ne s'enregistre pas se dit, et l'interrupteur revient",
  BUREAU,
  async ({ page, manege }) => {
    // MAIL-24
    await openProfil(page, manege, await manege.person({}));
    const places = card(page, 'Emails que je reçois').getByRole('switch', {
      name: 'Créneau libre',
    });
    await expect(places).toBeChecked();
    await page.route('**/api/profil/emails', (route) =>
      route.request().method() === 'PUT' ? route.fulfill(REFUSED) : route.continue(),
    );
    await places.click();
    await expect(card(page, 'Emails que je reçois').getByRole('alert')).toBeVisible();
    await expect(places).toBeChecked();
    await expectAccessible(page);
  },
);

test(
  "le tableau de bord dit combien d'emails attendent et depuis quand, et y mène",
  TELEPHONE,
  async ({ page, manege }) => {
    // MAIL-22
    const depuis = '2026-11-20T13:05:00.000Z';
    await page.route('**/api/courriels/resume', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...(await response.json()), envoi: true, retard: { nombre: 12, depuis } },
      });
    });
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/webmaster');
    const told = page.getByRole('link', {
      name: /^12 emails attendent depuis le vendredi 20 novembre à 14h05\./,
    });
    await expect(told).toBeVisible();
    await expectGoodAtBothWidths(page);
    await told.click();
    await expect(page).toHaveURL('/app/courriels?statut=en_attente');
  },
);
