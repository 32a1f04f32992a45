/** Notifications, hours, rules and system information on /app/webmastersettings (SET-01 to SET-07, SET-15). */
import type { Page } from '@playwright/test';
import { addDays, formatJour, mondayOf, momentAt } from '#domain/calendrier.ts';
import { REFUS } from '#domain/errors.ts';
import { answerNextWrite, BUREAU, enter, expect, expectAccessible, expectNoSidewaysScroll, type Manege, tabTo, TELEPHONE, test } from './fixtures.ts';

const SUCCES = 'Paramètres sauvegardés avec succès';

// The settings are shared by the tests of a worker: each leaves them as it found them.
test.afterEach(async ({ manege }) => {
  await manege.sql('delete from parametres');
  await manege.sql('insert into parametres (id) values (1)');
});

const champ = (page: Page, nom: string) => page.getByRole('main').getByLabel(nom, { exact: true });
const sauvegarder = (page: Page) => page.getByRole('button', { name: 'Sauvegarder les paramètres' });
const stored = async (manege: Manege) => (await manege.sql('select * from parametres'))[0];

async function open(page: Page, manege: Manege): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie' }));
  await page.goto('/app/webmastersettings');
  await expect(sauvegarder(page)).toBeVisible();
}

test('les heures enregistrées ferment la grille ouverte d\'un cavalier, paraissent sur l\'accueil et survivent', async ({ page, manege, browser }) => { // SET-02, SET-04, BOOK-18
  // Lessons of other journeys outside these hours would cause a question.
  await manege.sql('delete from reservations');
  const cavalier = await (await browser.newContext({ baseURL: manege.server.url })).newPage();
  await enter(cavalier, manege, await manege.person());
  await cavalier.goto('/app/reservation');
  await cavalier.getByRole('radio', { name: /^Leçon particulière/ }).check();
  const jour = cavalier.getByRole('radio', { name: formatJour(addDays(mondayOf(momentAt(new Date()).jour), 8), 'long') });
  await cavalier.getByRole('button', { name: 'Semaine suivante' }).click();
  await jour.check();
  await cavalier.getByRole('radio', { name: /^Piste Intérieure/ }).check();
  await expect(cavalier.getByRole('radio', { name: '08:00, disponible' })).toBeEnabled();

  await open(page, manege);
  await champ(page, "Heure d'ouverture").selectOption('9h30');
  await champ(page, 'Heure de fermeture').selectOption('18h00');
  await sauvegarder(page).click();
  const dit = page.getByText(SUCCES);
  await expect(dit).toBeInViewport();
  await expect(sauvegarder(page)).toBeFocused();
  await expect(cavalier.getByRole('radio', { name: '08:00, fermé' })).toBeDisabled();
  await expect(cavalier.getByRole('radio', { name: '09:30, disponible' })).toBeEnabled();
  await expect(dit).toBeHidden({ timeout: 4_000 });
  await page.reload();
  await expect(champ(page, "Heure d'ouverture")).toHaveValue('09:30');
  await cavalier.goto('/');
  await expect(cavalier.getByText(/9h30.*18h00/).first()).toBeVisible();
});

test('le téléphone et l\'email du centre paraissent sur l\'accueil et sous « Mes réservations », où l\'on appelle et écrit', async ({ page, manege, browser }) => { // SET-20, ACC-02, BOOK-22
  const cavalier = await (await browser.newContext({ baseURL: manege.server.url, viewport: page.viewportSize() })).newPage();
  await enter(cavalier, manege, await manege.person());
  await cavalier.goto('/app/reservation');
  const mesReservations = cavalier.getByRole('region', { name: 'Mes réservations' });
  await expect(mesReservations).toContainText('Une erreur ? Adressez-vous au centre.');

  await open(page, manege);
  await champ(page, 'Email du centre').fill('Accueil@Essai.example ');
  await sauvegarder(page).click();
  await expect(page.getByText(SUCCES)).toBeVisible();
  // The live stream updates the page without a reload.
  await expect(mesReservations).toContainText('Une erreur ? Écrivez au centre : accueil@essai.example');
  await champ(page, 'Téléphone du centre').fill('+32 (0)81 61 23 45');
  await sauvegarder(page).click();
  await expect(mesReservations).toContainText('Une erreur ? Appelez le centre : +32 (0)81 61 23 45, ou écrivez à accueil@essai.example');
  await expect(mesReservations.getByRole('link', { name: '+32 (0)81 61 23 45' })).toHaveAttribute('href', 'tel:+3281612345');
  await expectAccessible(cavalier);
  await expectNoSidewaysScroll(cavalier);

  await cavalier.goto('/');
  const contact = cavalier.getByRole('region', { name: 'Nous trouver' });
  await expect(contact.getByRole('link', { name: '+32 (0)81 61 23 45' })).toHaveAttribute('href', 'tel:+3281612345');
  await expect(contact.getByRole('link', { name: 'accueil@essai.example' })).toHaveAttribute('href', 'mailto:accueil@essai.example');
  await expect(contact).toContainText('Appelez-nous, ou passez nous voir.');
  await expectAccessible(cavalier);
  await expectNoSidewaysScroll(cavalier);
  await cavalier.context().close();
});

test('tous les champs s\'enregistrent et reviennent ; les règles disent qui elles tiennent', async ({ page, manege }) => { // SET-02, SET-03, SET-05
  await open(page, manege);
  await expect(page.getByText('Les règles à appliquer valent pour les cavaliers, pas pour les administrateurs ; les heures valent pour toute réservation.')).toBeVisible();
  const titres = await page.getByRole('heading', { level: 2 }).allTextContents();
  const ordre = ['Notifications par email', 'Types de leçon', 'Horaires et créneaux', 'Paramètres système', 'Administrateurs du site', 'Informations système'];
  expect(titres.filter((titre) => ordre.includes(titre))).toEqual(ordre);
  await expect(page.getByRole('link', { name: 'Voir les emails envoyés' })).toHaveAttribute('href', '/app/courriels');
  await champ(page, 'Envoyer les notifications par email').uncheck();
  await expect(page.getByText('Sans effet tant que les notifications sont éteintes.')).toBeVisible();
  await champ(page, 'Rappel 24 h avant la leçon').uncheck();
  // The save button is in view, however long the form is.
  await expect(sauvegarder(page)).toBeInViewport();
  await champ(page, "Email de l'administrateur").fill(' Centre@Essai.example ');
  await champ(page, 'Durée des leçons').fill('90');
  await champ(page, 'Pause entre les leçons').fill('0');
  await champ(page, 'Appliquer la pause entre les leçons').check();
  await champ(page, 'Réservations par jour').fill('2');
  await champ(page, 'Appliquer le nombre de réservations par jour').check();
  await champ(page, "Jours de réservation à l'avance").fill('730');
  await champ(page, "Appliquer les jours de réservation à l'avance").check();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await sauvegarder(page).click();
  await expect(page.getByText(SUCCES)).toBeVisible();
  const attendu = {
    emailNotifications: false, sendConfirmation: true, sendReminders: false, adminEmail: 'centre@essai.example', lessonDuration: 90, breakBetweenLessons: 0,
    breakBetweenLessonsApplied: true, maxBookingsPerDay: 2, maxBookingsPerDayApplied: true, advanceBookingDays: 730, advanceBookingDaysApplied: true,
  };
  expect(await stored(manege)).toMatchObject(attendu);
  await page.reload();
  await expect(champ(page, "Email de l'administrateur")).toHaveValue('centre@essai.example');
  await expect(champ(page, 'Durée des leçons')).toHaveValue('90');
  await expect(champ(page, 'Rappel 24 h avant la leçon')).not.toBeChecked();
  await expect(champ(page, 'Appliquer la pause entre les leçons')).toBeChecked();
  // SET-06: the setting is the duration proposed for a new type.
  await page.getByRole('button', { name: 'Ajouter un type' }).click();
  await expect(page.getByRole('dialog').getByLabel('Durée')).toHaveValue('90');
});

test('ce qui ne convient pas se dit à son champ, tout à la fois, et rien n\'est enregistré', TELEPHONE, async ({ page, manege }) => { // SET-21, SET-07
  await open(page, manege);
  const avant = await stored(manege);
  await champ(page, 'Modification de réservation').uncheck();
  const faux = [
    ["Email de l'administrateur", 'centre', /adresse email valable/], ['Durée des leçons', '20', /de 15 à 240 minutes/], ['Pause entre les leçons', '', /de 0 à 120 minutes/],
    ['Réservations par jour', '0', /de 1 à 100/], ["Jours de réservation à l'avance", '1.5', /de 1 à 730 jours/],
    ['Téléphone du centre', 'appelez-nous', /au moins 6 chiffres/], ['Email du centre', 'accueil', /email valable, ou vide/],
  ] as const;
  for (const [nom, valeur] of faux) await champ(page, nom).fill(valeur);
  await champ(page, "Heure d'ouverture").selectOption('14h00');
  await champ(page, 'Heure de fermeture').selectOption('10h00');
  await sauvegarder(page).click();
  await expect(champ(page, "Email de l'administrateur")).toBeFocused();
  for (const [nom, , phrase] of faux) await expect(champ(page, nom)).toHaveAccessibleDescription(phrase);
  for (const nom of ["Heure d'ouverture", 'Heure de fermeture']) await expect(champ(page, nom)).toHaveAccessibleDescription(/l'ouverture avant la fermeture/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await champ(page, "Heure d'ouverture").selectOption('8h00');
  await expect(champ(page, 'Heure de fermeture')).toHaveAccessibleDescription('');
  expect(await stored(manege)).toEqual(avant);
});

test('ce qu\'un autre enregistre n\'écrase pas ce que l\'on saisit, et se dit ; au clavier seul on sauvegarde', BUREAU, async ({ page, manege }) => { // SET-03
  await open(page, manege);
  const quota = champ(page, 'Réservations par jour');
  await tabTo(page, quota);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('7');
  await saveElsewhere(page, manege, { maxBookingsPerDay: 5, openingTime: '10:00' });
  await expect(page.getByText("Modifié ailleurs entre-temps : Heure d'ouverture (10h00), Réservations par jour (5). Ce que vous avez saisi est gardé.")).toBeVisible();
  await expect(quota).toHaveValue('7');
  await expect(quota).toBeFocused();
  await expect(champ(page, "Heure d'ouverture")).toHaveValue('10:00');
  await expectAccessible(page);
  const appliquer = champ(page, 'Appliquer le nombre de réservations par jour');
  await tabTo(page, appliquer);
  await page.keyboard.press('Space');
  await tabTo(page, sauvegarder(page));
  await page.keyboard.press('Enter');
  // Nothing is stored over the other person's change until one has chosen.
  await expect(page.getByRole('alert')).toHaveText(REFUS.parametres_changes.message);
  await expect(page.getByRole('group', { name: 'Réservations par jour, modifié ailleurs' }).getByRole('button', { name: 'Garder 7' })).toBeFocused();
  expect(await stored(manege)).toMatchObject({ maxBookingsPerDay: 5 });
  await page.keyboard.press('Enter');
  await expect(quota).toBeFocused();
  await tabTo(page, sauvegarder(page));
  await page.keyboard.press('Enter');
  await expect(page.getByText(SUCCES)).toBeVisible();
  await expect(page.getByText(/Modifié ailleurs/)).toHaveCount(0);
  expect(await stored(manege)).toMatchObject({ maxBookingsPerDay: 7, maxBookingsPerDayApplied: true, openingTime: '10:00:00' });
});

test('deux sauvegardes au même instant : la seconde apprend ce que la première a changé, garde la saisie et laisse choisir', TELEPHONE, async ({ page, manege }) => { // SET-03
  await open(page, manege);
  // Another person saves while this save is under way.
  await answerNextWrite(page, '**/api/parametres', async (route) => {
    await manege.sql(`update parametres set "maxBookingsPerDay" = 5, "openingTime" = '10:00', version = version + 1`);
    await route.continue();
  });
  await champ(page, 'Réservations par jour').fill('7');
  await champ(page, 'Pause entre les leçons').fill('30');
  await sauvegarder(page).click();
  await expect(page.getByRole('alert')).toHaveText(REFUS.parametres_changes.message);
  await expect(page.getByText("Modifié ailleurs entre-temps : Heure d'ouverture (10h00), Réservations par jour (5). Ce que vous avez saisi est gardé.")).toBeVisible();
  await expect(champ(page, 'Réservations par jour')).toHaveValue('7');
  expect(await stored(manege)).toMatchObject({ maxBookingsPerDay: 5, breakBetweenLessons: 15 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('group', { name: 'Réservations par jour, modifié ailleurs' }).getByRole('button', { name: 'Prendre 5' }).click();
  await expect(champ(page, 'Réservations par jour')).toHaveValue('5');
  await sauvegarder(page).click();
  await expect(page.getByText(SUCCES)).toBeVisible();
  expect(await stored(manege)).toMatchObject({ maxBookingsPerDay: 5, breakBetweenLessons: 30, openingTime: '10:00:00' });
});

test('ce qui n\'est pas sauvegardé se retrouve au retour, et s\'annule avec ses fautes', TELEPHONE, async ({ page, manege }) => { // UI-21
  await open(page, manege);
  await champ(page, 'Réservations par jour').fill('0');
  await page.reload();
  await expect(champ(page, 'Réservations par jour')).toHaveValue('0');
  await expect(page.getByText('Modifications non sauvegardées.')).toBeVisible();
  await sauvegarder(page).click();
  await expect(champ(page, 'Réservations par jour')).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Annuler les modifications' }).click();
  await expect(champ(page, 'Réservations par jour')).toHaveValue('10');
  await expect(champ(page, 'Réservations par jour')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Modifications non sauvegardées.')).toHaveCount(0);
});

test('une panne se dit par sa phrase et garde la saisie ; pendant la sauvegarde le bouton le dit', BUREAU, async ({ page, manege }) => { // SET-03, UI-17
  await open(page, manege);
  await answerNextWrite(page, '**/api/parametres', async (route) => {
    await new Promise((resolve) => { setTimeout(resolve, 800); });
    await route.fulfill({ status: 404, body: '<html>' });
  });
  await champ(page, 'Réservations par jour').fill('4');
  await sauvegarder(page).click();
  await expect(page.getByRole('button', { name: 'Sauvegarde en cours...' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Erreur lors de la sauvegarde des paramètres.');
  await expect(champ(page, 'Réservations par jour')).toHaveValue('4');
});

test('les informations système disent la version et l\'heure, qui avance', TELEPHONE, async ({ page, manege }) => { // SET-15
  await open(page, manege);
  const systeme = page.getByRole('region', { name: 'Informations système' });
  await expect(systeme.getByText('1.0.0')).toBeVisible();
  await expect(systeme.getByText(/^PostgreSQL/)).toBeVisible();
  await expect(systeme.getByText('Développement')).toBeVisible();
  const heure = systeme.getByRole('time');
  await expect(heure).toHaveText(/^\w+ \d+ \S+ \d{4}, \d\d:\d\d:\d\d$/);
  const avant = await heure.textContent();
  await expect(heure).not.toHaveText(avant ?? '');
});

/** Saves a change as another open screen would. */
async function saveElsewhere(page: Page, { server: { url } }: Manege, change: object): Promise<void> {
  const lus = await (await page.request.get(`${url}/api/parametres`)).json() as object;
  const response = await page.request.put(`${url}/api/parametres`, { headers: { origin: url }, data: { ...lus, ...change } });
  expect(response.status()).toBe(200);
}
