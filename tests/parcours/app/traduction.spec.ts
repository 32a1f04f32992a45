/** The main journeys in a browser that translates every page (UI-120). */
import type { Page } from '@playwright/test';
import { PASSWORD } from '../../support/people.ts';
import { owe, sendAll, switchOnBilling } from '../facturation.ts';
import {
  announceParametres,
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  type Manege,
  signIn,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { book, button, choice, dialog, field, openDialog, stored } from '../modification.ts';
import { cell, open, weekOf } from '../planning.ts';
import {
  bookElsewhere,
  choosePersonnes,
  confirmButton,
  goToJour,
  radio,
  SUCCESS,
} from '../reservation.ts';
import { jourOf } from '../../support/jours.ts';

test.use({ traduit: true });

/** The page stands in the words of the browser: without that, these tests would find nothing. */
const expectTranslated = (page: Page) =>
  expect(page.getByRole('heading', { level: 1 }).locator('font font')).not.toHaveCount(0);

test(
  "on s'inscrit, on demande un mot de passe, on se connecte ; on réserve, on cherche un créneau, on annule, on change son profil",
  TELEPHONE,
  async ({ page, manege }) => {
    // UI-120
    await test.step("on s'inscrit, on demande un mot de passe, on se trompe, on se connecte", () =>
      register(page, manege));
    await test.step('on réserve de trois personnes à une, on cherche le prochain créneau libre, on annule, on change son profil', () =>
      bookAndCancel(page, manege));
  },
);

async function register(page: Page, manege: Manege): Promise<void> {
  const person = await manege.person({ prenom: 'Élise', nom: 'Maes' });
  await page.goto('/register');
  await expectTranslated(page);
  await page.getByLabel('Prénom').fill('Zélie');
  await page.getByLabel('Nom', { exact: true }).fill("D'Hondt");
  await page.getByLabel('Email').fill(`traduite.${process.pid}@essai.example`);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirmer le mot de passe').fill('autre chose');
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(page.getByLabel('Confirmer le mot de passe')).toBeFocused();
  await page.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(page.getByText('Un administrateur va valider votre compte')).toBeVisible();

  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Envoyer' }).click();
  await expect(page.getByRole('status')).toContainText(person.email);

  await signIn(page, { ...person, email: 'inconnue@essai.example' });
  await expect(page.getByRole('alert')).toHaveText('Email ou mot de passe incorrect.');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL('/');
  await expectTranslated(page);
  await expect(page.getByText('Élise Maes').first()).toBeVisible();
}

async function bookAndCancel(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(26, 2);
  expect(await bookElsewhere(manege, { date_reservation: jour })).toBe(201);
  await manege.sql('update parametres set "riderCancellation" = true');
  await announceParametres(manege);
  await enter(page, manege, await manege.person({ prenom: 'Camille', nom: 'Lambert' }));
  await page.goto('/app/reservation');
  await radio(page, /^Leçon collective/).check();
  await choosePersonnes(page, 3);
  for (const [n, nom] of ['Un', 'Deux', 'Trois'].entries())
    await page.getByLabel(`Participant ${n + 1}`).fill(nom);
  await choosePersonnes(page, 1);
  await expect(page.getByLabel('Participant 2')).toHaveCount(0);
  await page.getByLabel('Participant 1').fill('Camille Lambert');
  await goToJour(page, jour);
  await radio(page, /^Piste Intérieure/).check();
  await page.getByRole('button', { name: 'Prochain créneau libre' }).click();
  await radio(page, '14:00, disponible').check();
  const summary = page.getByRole('region', { name: 'Votre réservation' });
  await expect(summary).toContainText('14h00 – 15h00');
  await radio(page, '15:00, disponible').check();
  await expect(summary).toContainText('15h00 – 16h00');
  await expect(summary).not.toContainText('14h00');
  await confirmButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await expectGoodAtBothWidths(page);

  const lecons = page.getByRole('region', { name: 'Mes réservations' });
  await lecons.getByRole('button', { name: 'Annuler' }).click();
  await page.getByRole('button', { name: 'Annuler la leçon' }).click();
  await expect(lecons.getByRole('article').first()).toContainText('Annulée');

  await page.goto('/app/monprofil');
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.getByLabel('Prénom', { exact: true }).fill('Zélie');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByText('Profil mis à jour avec succès')).toBeVisible();
  await expect(page.getByRole('banner').locator('bdi')).toHaveText('Zélie Lambert');
}

/** A common reason is stored in the words of the centre, and not in those of the translation. */
async function cancelForWeather(page: Page, manege: Manege, lecon: string): Promise<void> {
  await cell(page, /Zoé W\., Léa M\./).click();
  await page
    .getByRole('dialog', { name: /^Leçon collective/ })
    .getByRole('button', { name: 'Annuler la leçon' })
    .click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Mauvais temps' }).evaluate((one) => {
    document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode()!.nodeValue = 'Bad weather';
  });
  const common = question.getByRole('button', { name: 'Bad weather' });
  await common.click();
  await expect(common).toHaveAttribute('aria-pressed', 'true');
  await question.getByRole('button', { name: 'Annuler la leçon', exact: true }).click();
  await expect(question).toBeHidden();
  expect(await manege.sql('select raison from reservations where id = $1', [lecon])).toEqual([
    { raison: 'Mauvais temps' },
  ]);
}

test(
  'on lit le planning, on modifie une leçon, on l’annule, on cherche, on enregistre un paiement',
  BUREAU,
  async ({ page, manege }) => {
    // UI-120
    await switchOnBilling(manege);
    const jour = jourOf(25, 3);
    const lecon = await book(manege, { date_reservation: jour });
    await open(page, manege, jourOf(25, 0));
    await expectTranslated(page);
    await expect(cell(page, /Zoé W\., Léa M\./)).toContainText('10:00 – 11:00');
    await expect(weekOf(page)).toContainText('1 leçon');

    await openDialog(page, manege, jour);
    await choice(page, '3').check();
    await dialog(page).getByLabel('Participant 3').fill('Jules Renard');
    await field(page, 'Heure de début').selectOption('16:30');
    await expect(field(page, 'Heure de fin')).toHaveText('17:30');
    await field(page, 'Heure de début').selectOption('15:00');
    await expect(field(page, 'Heure de fin')).toHaveText('16:00');
    await button(page, 'Enregistrer').click();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('main')).toContainText('Réservation mise à jour.');
    expect(await stored(manege, lecon)).toMatchObject({ heure_debut: '15:00:00' });
    await cancelForWeather(page, manege, lecon.id);

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: /^Nom, téléphone/ })).toBeFocused();
    await page.keyboard.type('factur');
    const found = page.getByRole('option', { selected: true });
    await expect(found).toHaveText(/^Aller à Facturation/);
    await found.click();

    await owe(manege, 'Anne Vantraduite', 12_050);
    await owe(manege, 'Bart Vantraduite', 6_600);
    await sendAll(manege);
    await page.goto('/app/facturation');
    await expect(page.getByText('2 clients doivent 186,50 € en tout.')).toBeVisible();
    await page.getByRole('button', { name: /^Payé 120,50.€ par Anne/ }).click();
    await expect(page.getByText('1 client doit 66,00 € en tout.')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'paiement de 120,50' })).toBeVisible();
    await page.getByRole('button', { name: /^Annuler le paiement/ }).click();
    await expect(page.getByText('2 clients doivent 186,50 € en tout.')).toBeVisible();
  },
);
