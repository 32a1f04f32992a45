/**
 * The edit dialog, on a phone and at a desk, while other administrators also work (DESK-13 to
 * DESK-20).
 */
import type { Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { BUREAU, expect, expectAccessible, type Manege, TELEPHONE, test } from '../fixtures.ts';
import {
  book,
  button,
  card,
  field,
  choice,
  chooseJour,
  dialog,
  elsewhere,
  openDesk,
  openDialogOn,
  personnes,
  stored,
  dayView,
} from '../modification.ts';
import { jourOf } from '../../support/jours.ts';

const IMPOSSIBLE_END =
  "Erreur lors du calcul de l'heure de fin. Veuillez choisir un autre créneau.";
const CHANGED =
  "Cette réservation vient d'être modifiée sur un autre écran. Rechargez-la avant de l'enregistrer.";

test(
  'chaque champ se modifie, le type plafonne le nombre, et la page montre ce qui est enregistré',
  BUREAU,
  async ({ page, manege }) => {
    // DESK-13, DESK-14, DESK-21
    await openDesk(page, manege);
    await test.step('chaque champ se modifie, et la page montre ce qui est enregistré', () =>
      changeEach(page, manege));
    await test.step('le type plafonne le nombre, la liste suit, les noms restent ; il en faut un par personne', () =>
      capByType(page, manege));
  },
);

async function changeEach(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 1);
  const lecon = await book(manege, { date_reservation: jour });
  await openDialogOn(page, jour);
  await expect(field(page, 'Type de leçon')).toBeFocused();
  await field(page, 'Type de leçon').selectOption('Travail à pied');
  await choice(page, '3').check();
  await dialog(page).getByLabel('Participant 3').fill('Jules Renard');
  await chooseJour(page, addDays(jour, 1), dialog(page));
  await choice(page, /^Piste Extérieure/).check();
  await field(page, 'Heure de début').selectOption('16:30');
  await expect(field(page, 'Heure de fin')).toHaveText('17:30');
  await choice(page, 'En attente').check();
  await dialog(page).getByLabel('Remarques').fill('Déplacée à la demande de Zoé');
  await button(page, 'Enregistrer').click();
  await expect(dialog(page)).toBeHidden();
  // The result of an action is a banner of the screen, always visible. Toasts are outside of the
  // screen (UI-06).
  const notice = page
    .getByRole('main')
    .getByText(
      `Réservation mise à jour. La leçon est maintenant le ${formatJour(addDays(jour, 1), 'long')} à 16h30, Piste Extérieure.`,
    );
  await expect(notice).toBeInViewport();
  // The lesson is now on another day: the focus is on the title of the view, and this day is
  // empty.
  await expect(
    dayView(page).getByText(`Aucune réservation pour le ${formatJour(jour, 'long')}`),
  ).toBeVisible();
  await expect(dayView(page).getByRole('heading', { name: 'Vue du jour' })).toBeFocused();
  expect(await stored(manege, lecon)).toEqual({
    type_lecon: 'travail_pied',
    noms_participants: ['Zoé Willems', 'Léa Martens', 'Jules Renard'],
    jour: addDays(jour, 1),
    type_piste: 'exterieure',
    heure_debut: '16:30:00',
    heure_fin: '17:30:00',
    statut: 'en_attente',
    remarques: 'Déplacée à la demande de Zoé',
  });
  // The banner links to the lesson's new place, and disappears when the link is followed.
  await page.getByRole('main').getByRole('link', { name: 'Voir ce jour' }).click();
  await expect(card(page, '16:30, Travail à pied')).toBeVisible();
  await expect(dayView(page).getByRole('heading', { name: 'Vue du jour' })).toBeFocused();
  await expect(notice).toBeHidden();
}

async function capByType(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 2);
  const lecon = await book(manege, {
    date_reservation: jour,
    nombre_personnes: 4,
    noms_participants: ['Zoé', 'Léa', 'Hugo', 'Jules'],
  });
  await openDialogOn(page, jour);
  await expect(personnes(page)).toHaveCount(6);
  await field(page, 'Type de leçon').selectOption('Longe');
  await expect(personnes(page)).toHaveCount(2);
  await expect(choice(page, '2')).toBeChecked();
  await expect(dialog(page).getByLabel('Participant 3')).toHaveCount(0);
  await expect(field(page, 'Heure de fin')).toHaveText('10:30');
  await field(page, 'Type de leçon').selectOption('Leçon particulière');
  await expect(choice(page, '1')).toBeChecked();
  await field(page, 'Type de leçon').selectOption('Leçon collective');
  await choice(page, '5').check();
  await expect(dialog(page).getByLabel('Participant 4')).toHaveValue('Jules');
  await button(page, 'Enregistrer').click();
  await expect(
    dialog(page).getByText('Veuillez remplir tous les noms des participants'),
  ).toBeVisible();
  await expect(dialog(page).getByLabel('Participant 5')).toBeFocused();
  await page.keyboard.type('Élise Maes');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(card(page, /^10:00/).getByRole('button', { name: /^Modifier/ })).toBeFocused();
  expect(await stored(manege, lecon)).toMatchObject({
    noms_participants: ['Zoé', 'Léa', 'Hugo', 'Jules', 'Élise Maes'],
  });
}

test(
  "sur un téléphone : une fin impossible, un changement venu d'ailleurs et une touche de trop ne perdent rien de ce qui est tapé",
  TELEPHONE,
  async ({ page, manege }) => {
    // BOOK-14, DESK-15, DESK-19
    await openDesk(page, manege);
    await test.step("une leçon qui finirait après 20:00 n'a pas d'heure de fin et ne s'enregistre pas", () =>
      endTooLate(page, manege));
    await test.step("changée entre-temps par quelqu'un d'autre : rien de ce qui est tapé ne se perd, et on peut recharger", () =>
      changedMeanwhile(page, manege));
    await test.step('ce qui se passe ailleurs ne dérange pas le dialogue ouvert', () =>
      undisturbed(page, manege));
  },
);

async function endTooLate(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 3);
  const lecon = await book(manege, { date_reservation: jour });
  await openDialogOn(page, jour);
  await expect(field(page, 'Heure de début').getByRole('option')).toHaveCount(25);
  await field(page, 'Heure de début').selectOption('19:30');
  await expect(dialog(page).getByText(IMPOSSIBLE_END)).toBeVisible();
  await expect(field(page, 'Heure de fin')).toHaveText('');
  // Also shown beside another error.
  await dialog(page).getByLabel('Participant 1').fill('');
  await button(page, 'Enregistrer').click();
  await expect(
    dialog(page).getByText('Veuillez remplir tous les noms des participants'),
  ).toBeVisible();
  await expect(dialog(page).getByText(IMPOSSIBLE_END)).toBeVisible();
  await dialog(page).getByLabel('Participant 1').fill('Zoé');
  await button(page, 'Enregistrer').click();
  await expect(field(page, 'Heure de début')).toBeFocused();
  await field(page, 'Heure de début').selectOption('19:00');
  await expect(dialog(page).getByText(IMPOSSIBLE_END)).toBeHidden();
  await button(page, 'Annuler').click();
  await expect(dialog(page)).toBeHidden();
  expect(await stored(manege, lecon)).toMatchObject({ heure_debut: '10:00:00' });
}

test(
  'refusée par une piste tenue, un autre écran ou une panne, une modification garde ce qui est tapé',
  BUREAU,
  async ({ page, manege }) => {
    // BOOK-06, DESK-19, DESK-20, DESK-25
    await openDesk(page, manege);
    await test.step('une piste tenue est refusée avec le nom de qui la tient, aussi en rétablissant une leçon annulée', () =>
      heldArena(page, manege));
    await test.step('le refus du serveur seul suffit : la phrase, ce qui est tapé, et Recharger', () =>
      refusedByServer(page, manege));
    await test.step("supprimée entre-temps : la phrase, tout se lit encore, et plus rien ne se change ni ne s'enregistre", () =>
      deletedMeanwhile(page, manege));
    await test.step('une panne se dit et garde tout', () => failure(page, manege));
  },
);

async function heldArena(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 4);
  const cancelled = await book(manege, { date_reservation: jour });
  await elsewhere(manege, 'PUT', cancelled, { statut: 'annulee' });
  await book(
    manege,
    { date_reservation: jour, heure_debut: '10:30', type_lecon: 'saut' },
    { prenom: 'Hugo', nom: 'Dubois' },
  );
  await openDialogOn(page, jour);
  await dialog(page).getByLabel('Remarques').fill('Rétablie');
  await choice(page, 'Confirmée').check();
  await button(page, 'Enregistrer').click();
  await expect(
    dialog(page).getByText('La piste est tenue par Hugo Dubois, de 10h30 à 11h00.'),
  ).toBeVisible();
  await expect(dialog(page).getByLabel('Remarques')).toHaveValue('Rétablie');
  await field(page, 'Heure de début').selectOption('11:00');
  await button(page, 'Enregistrer').click();
  await expect(dialog(page)).toBeHidden();
  await expect(card(page, /^11:00/)).toContainText('Confirmée');
}

async function changedMeanwhile(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 5);
  const lecon = await book(manege, { date_reservation: jour });
  await openDialogOn(page, jour);
  await dialog(page).getByLabel('Remarques').fill('Tapé ici');
  await elsewhere(manege, 'PUT', lecon, { heure_debut: '15:00' });
  await expect(dialog(page).getByText(CHANGED)).toBeVisible();
  await expect(dialog(page).getByText("l'heure : 15:00 (avant : 10:00)")).toBeVisible();
  await expect(field(page, 'Heure de début')).toHaveValue('10:00');
  await expect(dialog(page).getByLabel('Remarques')).toHaveValue('Tapé ici');
  await button(page, 'Enregistrer').click();
  await expect(dialog(page).getByText(CHANGED)).toBeVisible();
  await expect(dialog(page).getByLabel('Remarques')).toHaveValue('Tapé ici');
  expect(await stored(manege, lecon)).toMatchObject({ heure_debut: '15:00:00', remarques: null });
  await expectAccessible(page);
  // What was typed is discarded only after a confirmation.
  const question = page.getByRole('alertdialog', { name: 'Recharger la réservation ?' });
  await button(page, 'Recharger').click();
  await expect(question).toHaveAccessibleDescription(
    "Ce que vous avez saisi sera remplacé : les remarques. Changé entre-temps : l'heure : 15:00 (avant : 10:00)",
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Recharger')).toBeFocused();
  await expect(dialog(page).getByLabel('Remarques')).toHaveValue('Tapé ici');
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Recharger' }).click();
  await expect(field(page, 'Heure de début')).toHaveValue('15:00');
  await expect(dialog(page).getByText("l'heure : 15:00 (avant : 10:00)")).toBeVisible();
  await expect(field(page, 'Type de leçon')).toBeFocused();
  await dialog(page).getByLabel('Remarques').fill('Tapé après');
  await button(page, 'Enregistrer').click();
  await expect(dialog(page)).toBeHidden();
  expect(await stored(manege, lecon)).toMatchObject({
    heure_debut: '15:00:00',
    remarques: 'Tapé après',
  });
}

async function refusedByServer(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 6);
  const lecon = await book(manege, { date_reservation: jour });
  await openDialogOn(page, jour);
  await field(page, 'Heure de début').selectOption('13:00');
  // The other change is stored after the press of the button and before the request reaches the
  // server.
  await page.route(
    `**/api/reservations/${lecon.id}`,
    async (route) => {
      await elsewhere(manege, 'PUT', lecon, { remarques: 'Autre écran' });
      await route.continue();
    },
    { times: 1 },
  );
  await button(page, 'Enregistrer').click();
  await expect(dialog(page).getByText(CHANGED)).toBeVisible();
  await expect(field(page, 'Heure de début')).toHaveValue('13:00');
  // While the lesson is read again because of another change, the button is not deaf.
  const read = Promise.withResolvers<void>();
  await page.route(`**/api/reservations/${lecon.id}`, async (route) => {
    await read.promise;
    await route.fallback();
  });
  const asked = page.waitForRequest(`**/api/reservations/${lecon.id}`);
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
  await asked;
  await button(page, 'Recharger').click();
  const question = page.getByRole('alertdialog').getByRole('button', { name: 'Recharger' });
  await expect(question).toBeVisible();
  read.resolve();
  await question.click();
  await expect(dialog(page).getByLabel('Remarques')).toHaveValue('Autre écran');
}

async function undisturbed(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 7);
  await book(manege, { date_reservation: jour });
  await openDialogOn(page, jour);
  await dialog(page).getByLabel('Participant 2').fill('Léa Marte');
  await book(manege, { date_reservation: jour, heure_debut: '16:00' });
  await expect(card(page, /^16:00/)).toHaveCount(1);
  await expect(dialog(page).getByLabel('Participant 2')).toBeFocused();
  await page.keyboard.type('ns');
  await expect(dialog(page).getByLabel('Participant 2')).toHaveValue('Léa Martens');
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);

  // Escape asks before it discards what was typed.
  const question = page.getByRole('alertdialog', { name: 'Quitter sans enregistrer ?' });
  await page.keyboard.press('Escape');
  await expect(question.getByRole('button', { name: 'Annuler' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(dialog(page).getByLabel('Participant 2')).toHaveValue('Léa Martens');
  // Also while a tooltip is shown.
  await dialog(page).getByRole('button', { name: 'Fermer' }).hover();
  await expect(dialog(page).getByText('Fermer', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  // The close button asks as well.
  await dialog(page).getByRole('button', { name: 'Fermer' }).click();
  await question.getByRole('button', { name: 'Quitter' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(card(page, /^10:00/).getByRole('button', { name: /^Modifier/ })).toBeFocused();
}

async function deletedMeanwhile(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 8);
  const lecon = await book(manege, { date_reservation: jour });
  await openDialogOn(page, jour);
  await dialog(page).getByLabel('Remarques').fill('Tapé ici');
  await field(page, 'Heure de début').focus();
  await elsewhere(manege, 'DELETE', lecon);
  await expect(dialog(page).getByRole('alert')).toHaveText(
    "Cette réservation vient d'être supprimée. Ce que vous avez saisi reste lisible, mais ne s'enregistre plus.",
  );
  await expect(button(page, 'Enregistrer')).toHaveCount(0);
  // The field that had the focus is disabled.
  const closeButton = dialog(page).getByRole('button', { name: 'Fermer' }).last();
  await expect(closeButton).toBeFocused();
  for (const nom of ['Type de leçon', 'Heure de début'])
    await expect(field(page, nom)).toBeDisabled();
  for (const nom of ['3', /^Piste Extérieure/, 'Annulée'])
    await expect(choice(page, nom)).toBeDisabled();
  await expect(dialog(page).getByRole('button', { name: /^Date, / })).toBeDisabled();
  for (const nom of ['Remarques', 'Participant 1'])
    await expect(dialog(page).getByLabel(nom)).not.toBeEditable();
  await expect(dialog(page).getByLabel('Remarques')).toHaveValue('Tapé ici');
  await expect(dialog(page).getByRole('button', { name: /^Retirer/ })).toHaveCount(0);
  await closeButton.click();
  await expect(dialog(page)).toBeHidden();
  await expect(dayView(page).getByRole('heading', { name: 'Vue du jour' })).toBeFocused();
}

async function failure(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 9);
  const lecon = await book(manege, { date_reservation: jour });
  await openDialogOn(page, jour);
  await dialog(page).getByLabel('Remarques').fill('À garder');
  await page.route(`**/api/reservations/${lecon.id}`, (route) =>
    route.request().method() === 'PUT' ? route.abort('aborted') : route.continue(),
  );
  await button(page, 'Enregistrer').click();
  await expect(
    dialog(page).getByText('Erreur lors de la mise à jour de la réservation'),
  ).toBeVisible();
  await expect(dialog(page).getByLabel('Remarques')).toHaveValue('À garder');
}
