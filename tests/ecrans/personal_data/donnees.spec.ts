/**
 * A person's own data: the page that explains them, the file, the end of the account (PEOPLE-30 to
 * PEOPLE-35, ACC-81).
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { PASSWORD } from '../../support/people.ts';
import {
  announceParametres,
  BUREAU,
  expect,
  type Manege,
  resetParametres,
  tabTo,
  test,
} from '../../parcours/fixtures.ts';
import { openProfil, type Someone } from '../../parcours/profil.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Supprimer votre compte ?' });
const DELETED = 'Votre compte a été supprimé. Pour toute question, contactez le centre.';

async function book(manege: Manege, person: Someone, jour: string): Promise<void> {
  await manege.sql(
    `select id from importer_lecons((select jsonb_agg(l) from (
    values ($1, '{Camille Lambert}', 'Camille Lambert', $2, '10:00', '11:00', 'interieure', 'longe', 1, 'Poney calme')
    ) as l (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, remarques))) as id`,
    [person.id, jour],
  );
}

const lessons = (manege: Manege, jour: string) =>
  manege.sql('select statut, user_id, remarques from reservations where date_reservation = $1', [
    jour,
  ]);

test('on télécharge ses données et sa photo depuis le profil', BUREAU, async ({ page, manege }) => {
  // PEOPLE-34
  const person = await manege.person({ prenom: 'Zoé', nom: 'Willems' });
  await manege.sql("update users set consentement_at = '2026-11-30T23:30:00Z' where id = $1", [
    person.id,
  ]);
  await book(manege, person, '2028-03-06');
  await openProfil(page, manege, person);
  await expect(
    page.getByText('Accord', { exact: true }).locator('xpath=following-sibling::dd'),
  ).toContainText('1er décembre 2026 à 00:30');
  await expect(page.getByRole('link', { name: 'Télécharger ma photo' })).toHaveCount(0);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Télécharger mes données' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('mes-donnees.json');
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown>;
  expect(data).toMatchObject({
    centre: 'Manège',
    compte: { email: person.email, prenom: 'Zoé' },
    reservations: [{ date_reservation: '2028-03-06', remarques: 'Poney calme' }],
  });
  await manege.sql(
    "update users set profile_image_url = '/storage/profile-images/x/1.webp' where id = $1",
    [person.id],
  );
  await page.route('**/storage/**', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect(page.getByRole('link', { name: 'Télécharger ma photo' })).toHaveAttribute(
    'download',
    'ma-photo.webp',
  );
});

test(
  'supprimer son compte au clavier : les leçons à venir sont montrées, le choix et le mot de passe sont demandés',
  BUREAU,
  async ({ page, manege }) => {
    const jour = '2028-03-07';
    const person = await manege.person();
    await book(manege, person, jour);
    await openProfil(page, manege, person);
    await tabTo(page, page.getByRole('button', { name: 'Supprimer mon compte' }));
    await page.keyboard.press('Enter');
    await expect(
      dialog(page).getByText('mardi 7 mars 2028, de 10h00 à 11h00, piste intérieure'),
    ).toBeVisible();
    const confirm = dialog(page).getByRole('button', { name: 'Supprimer mon compte' });
    await tabTo(page, confirm);
    await page.keyboard.press('Enter');
    await expect(
      dialog(page).getByText('Veuillez choisir ce que deviennent vos leçons à venir.'),
    ).toBeVisible();
    await expect(dialog(page).getByText('Veuillez saisir votre mot de passe.')).toBeVisible();
    await page.keyboard.press('Space');
    await expect(dialog(page).getByRole('radio', { name: /Garder mes leçons/ })).toBeChecked();
    await page.keyboard.press('ArrowDown');
    await expect(dialog(page).getByRole('radio', { name: /Annuler mes leçons/ })).toBeChecked();
    await dialog(page).getByLabel('Mot de passe actuel').fill('pas le bon');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('Le mot de passe actuel est incorrect.')).toBeVisible();
    await dialog(page).getByLabel('Mot de passe actuel').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(DELETED)).toBeVisible();
    expect(await lessons(manege, jour)).toEqual([
      { statut: 'annulee', user_id: null, remarques: null },
    ]);
    expect(await manege.sql('select 1 from users where id = $1', [person.id])).toEqual([]);
  },
);

test(
  "garder ses leçons ; les autres écrans ouverts l'apprennent, et le navigateur ne garde rien du compte",
  BUREAU,
  async ({ page, manege, browser }) => {
    const jour = '2028-03-08';
    const person = await manege.person();
    await book(manege, person, jour);
    const elsewhere = await browser.newPage({ baseURL: manege.server.url });
    await openProfil(elsewhere, manege, person);
    await openProfil(page, manege, person);
    const beside = await page.context().newPage();
    await beside.goto('/app/reservation');
    await expect(beside.getByRole('heading', { level: 1 })).toBeVisible();
    await beside.evaluate(() => sessionStorage.setItem('manege:ecrit:essai', '{}'));
    await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
    await dialog(page)
      .getByRole('radio', { name: /Garder mes leçons/ })
      .check({ force: true });
    await dialog(page).getByLabel('Mot de passe actuel').fill(PASSWORD);
    await dialog(page).getByRole('button', { name: 'Supprimer mon compte' }).click();
    for (const open of [page, beside, elsewhere]) {
      await expect(open.getByText(DELETED)).toBeVisible();
      expect(
        await open.evaluate(() => [
          localStorage.length,
          Object.keys(sessionStorage).filter((key) => key.startsWith('manege:')).length,
        ]),
      ).toEqual([0, 0]);
    }
    expect(await lessons(manege, jour)).toEqual([
      { statut: 'confirmee', user_id: null, remarques: null },
    ]);
    await elsewhere.close();
  },
);

test(
  "la page « Vos données » se lit sans compte, avec les durées, et le formulaire d'inscription y mène",
  BUREAU,
  async ({ page, manege }) => {
    await manege.sql(
      `update parametres set "journalMois" = 7, "contactTelephone" = '081 61 23 45'`,
    );
    await announceParametres(manege);
    await page.goto('/');
    await page.getByRole('link', { name: 'Vos données' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Vos données' })).toBeFocused();
    for (const period of [
      '90 jours',
      '30 jours',
      '400 jours',
      '365 jours',
      '24 heures',
      '7 jours',
      '7 mois',
    ])
      await expect(page.getByText(new RegExp(`(^|[^0-9])${period}`)).first()).toBeVisible();
    await expect(page.getByRole('link', { name: '081 61 23 45' })).toBeVisible();
    // CLI-01: also people without an account.
    const clients = page.locator('section', {
      has: page.getByRole('heading', { name: 'Si vous réservez par téléphone, sans compte' }),
    });
    await expect(
      clients.getByText(
        "Votre nom ; votre téléphone, votre email et votre adresse si vous les donnez ; une note du centre, et qui paie vos leçons si c'est quelqu'un d'autre. Vos cavaliers, si le centre les a repris d'un fichier : leur nom, leur année de naissance et une note.",
      ),
    ).toBeVisible();
    await expect(clients.getByText("Jusqu'à ce que le centre les efface")).toBeVisible();
    // RIDE-64: a request stays in the list after its notification.
    await expect(
      page.getByText("Jusqu'à l'heure du créneau, ou jusqu'à ce que vous y renonciez."),
    ).toBeVisible();
    await page.goto('/register');
    await expect(
      page.getByText(
        "En créant un compte, vous acceptez que le centre garde vos données comme l'explique la page « Vos données ».",
      ),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: '« Vos données »' })).toHaveAttribute(
      'href',
      '/confidentialite',
    );
    await resetParametres(manege);
  },
);
