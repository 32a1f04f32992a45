/** The daily view and the edit dialog of the administrator's desk, on a phone and at a desk, with other administrators about (§2, §5, §8). */
import type { Page } from '@playwright/test';
import { addDays, daysBetween, formatJour, lundiOf, momentAt } from '#domain/calendrier.ts';
import { PASSWORD } from '../support/people.ts';
import { callWith, tokenFor } from '../support/server.ts';
import { enter, expect, expectAccessible, expectNoSidewaysScroll, type Manege, tabTo, test } from './fixtures.ts';

type Stored = Record<string, unknown> & { id: string };

const FIN_IMPOSSIBLE = "Erreur lors du calcul de l'heure de fin. Veuillez choisir un autre créneau.";
const CHANGEE = "Cette réservation vient d'être modifiée par quelqu'un d'autre. Rechargez-la avant de l'enregistrer.";

/** Each test has a day of its own, well ahead of what the others book. */
const jourOf = (n: number): string => addDays(lundiOf(momentAt(new Date()).jour), 70 + n);

const vue = (page: Page) => page.getByRole('region', { name: 'Vue du jour' });
const carte = (page: Page, name: string | RegExp) => vue(page).getByRole('article', { name });
const dialogue = (page: Page) => page.getByRole('dialog', { name: 'Modifier la réservation' });
const champ = (page: Page, name: string) => dialogue(page).getByLabel(name, { exact: true });
const choix = (page: Page, name: string | RegExp) => dialogue(page).getByRole('radio', { name });
const bouton = (page: Page, name: string) => dialogue(page).getByRole('button', { name });
const personnes = (page: Page) => dialogue(page).getByRole('group', { name: 'Nombre de personnes' }).getByRole('radio');

/** Books as another program would, in the name of a rider. */
async function book(manege: Manege, demande: Record<string, unknown>, rider = { prenom: 'Zoé', nom: 'Willems' }): Promise<Stored> {
  const { email } = await manege.person(rider);
  const token = await tokenFor(manege.server.url, email, PASSWORD);
  const { status, body } = await callWith(token, `${manege.server.url}/api/reservations`, {
    type_lecon: 'collective', nombre_personnes: 2, noms_participants: ['Zoé Willems', 'Léa Martens'], type_piste: 'interieure', heure_debut: '10:00', ...demande,
  });
  expect(status, body.message).toBe(201);
  return body;
}

/** Changes or removes a reservation as an administrator elsewhere does. */
async function elsewhere(manege: Manege, method: 'PUT' | 'DELETE', stored: Stored, change: Record<string, unknown> = {}): Promise<Stored> {
  const { email } = await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Delvaux' });
  const token = await tokenFor(manege.server.url, email, PASSWORD);
  const response = await fetch(`${manege.server.url}/api/reservations/${stored.id}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(method === 'PUT' && { 'content-type': 'application/json' }) },
    ...(method === 'PUT' && { body: JSON.stringify({ ...stored, ...change }) }),
  });
  expect(response.status).toBe(200);
  return await response.json() as Stored;
}

async function openDesk(page: Page, manege: Manege): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.goto('/app/webmaster');
  await expect(vue(page)).toBeVisible();
}

/** Leafs to a day in the calendar of a date field, and takes it. */
async function chooseJour(page: Page, jour: string, within = vue(page)): Promise<void> {
  await within.getByRole('button', { name: /^Date, / }).click();
  const calendrier = within.getByRole('dialog', { name: 'Date, calendrier' });
  const cible = calendrier.getByRole('button', { name: formatJour(jour, 'long') });
  await expect(calendrier.getByRole('grid')).toBeVisible();
  while (await cible.count() === 0) await calendrier.getByRole('button', { name: 'Aller au mois suivant' }).click();
  await cible.click();
  await expect(calendrier).toBeHidden();
}

async function openDialog(page: Page, manege: Manege, jour: string, name: string | RegExp = /^10:00/): Promise<void> {
  await openDesk(page, manege);
  await chooseJour(page, jour);
  await carte(page, name).getByRole('button', { name: /^Modifier/ }).click();
  await expect(dialogue(page)).toBeVisible();
}

const stored = async (manege: Manege, { id }: Stored) =>
  (await manege.sql('select type_lecon, noms_participants, date_reservation::text as jour, type_piste, heure_debut::text, heure_fin::text, statut, remarques from reservations where id = $1', [id]))[0];

test('la vue du jour invite, dit qu\'il n\'y a rien, et range les leçons par piste et par heure', async ({ page, manege }) => {
  const jour = jourOf(0);
  await openDesk(page, manege);
  await expect(vue(page).getByText('Sélectionnez une date pour voir les réservations')).toBeVisible();
  await expectAccessible(page);
  await chooseJour(page, jour);
  await expect(vue(page).getByText(`Aucune réservation pour le ${formatJour(jour, 'long')}`)).toBeVisible();

  // Booked and cancelled elsewhere, shown here without a reload.
  await book(manege, { date_reservation: jour, heure_debut: '14:00', remarques: 'Poney calme' });
  await book(manege, { date_reservation: jour, heure_debut: '09:00', type_lecon: 'longe', type_piste: 'interieure' });
  const annulee = await book(manege, { date_reservation: jour, heure_debut: '11:00', type_piste: 'exterieure' });
  await elsewhere(manege, 'PUT', annulee, { statut: 'annulee' });
  const interieure = vue(page).getByRole('region', { name: /^Piste Intérieure/ });
  await expect(interieure.getByRole('article')).toHaveCount(2);
  await expect(interieure.getByRole('article').first()).toHaveAccessibleName('09:00, Longe');
  const premiere = carte(page, '14:00, Leçon collective');
  for (const texte of ['14:00 – 15:00', '2/6', 'Confirmée', '2 personnes', 'Léa Martens', 'Réservé par Zoé Willems', 'Poney calme']) await expect(premiere).toContainText(texte);
  await expect(vue(page).getByRole('region', { name: /^Piste Extérieure/ }).getByText('Annulée')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await vue(page).getByRole('button', { name: "Aujourd'hui" }).click();
  await expect(vue(page).getByRole('button', { name: `Date, ${formatJour(momentAt(new Date()).jour, 'long')}` })).toBeVisible();
});

test('chaque champ se modifie, et la page montre ce qui est enregistré', async ({ page, manege }) => {
  const jour = jourOf(1);
  const lecon = await book(manege, { date_reservation: jour });
  await openDialog(page, manege, jour);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await champ(page, 'Type de leçon').selectOption('Travail à pied');
  await choix(page, '3').check();
  await dialogue(page).getByLabel('Participant 3').fill('Jules Renard');
  await chooseJour(page, addDays(jour, 1), dialogue(page));
  await choix(page, /^Piste Extérieure/).check();
  await champ(page, 'Heure de début').selectOption('16:30');
  await expect(champ(page, 'Heure de fin')).toHaveText('17:30');
  await choix(page, 'En attente').check();
  await dialogue(page).getByLabel('Remarques').fill('Déplacée à la demande de Zoé');
  await bouton(page, 'Enregistrer').click();
  await expect(dialogue(page)).toBeHidden();
  await expect(page.getByText('Réservation mise à jour')).toBeVisible();
  // It left this day: the focus is on the view's title, and the day is empty.
  await expect(vue(page).getByText(`Aucune réservation pour le ${formatJour(jour, 'long')}`)).toBeVisible();
  await expect(vue(page).getByRole('heading', { name: 'Vue du jour' })).toBeFocused();
  expect(await stored(manege, lecon)).toEqual({
    type_lecon: 'travail_pied', noms_participants: ['Zoé Willems', 'Léa Martens', 'Jules Renard'], jour: addDays(jour, 1), type_piste: 'exterieure',
    heure_debut: '16:30:00', heure_fin: '17:30:00', statut: 'en_attente', remarques: 'Déplacée à la demande de Zoé',
  });
});

test('le type plafonne le nombre, la liste suit, les noms restent ; il en faut un par personne', async ({ page, manege }) => {
  const jour = jourOf(2);
  const lecon = await book(manege, { date_reservation: jour, nombre_personnes: 4, noms_participants: ['Zoé', 'Léa', 'Hugo', 'Jules'] });
  await openDialog(page, manege, jour);
  await expect(personnes(page)).toHaveCount(6);
  await champ(page, 'Type de leçon').selectOption('Longe');
  await expect(personnes(page)).toHaveCount(2);
  await expect(choix(page, '2')).toBeChecked();
  await expect(dialogue(page).getByLabel('Participant 3')).toHaveCount(0);
  await expect(champ(page, 'Heure de fin')).toHaveText('10:30');
  await champ(page, 'Type de leçon').selectOption('Leçon particulière');
  await expect(choix(page, '1')).toBeChecked();
  await champ(page, 'Type de leçon').selectOption('Leçon collective');
  await choix(page, '5').check();
  await expect(dialogue(page).getByLabel('Participant 4')).toHaveValue('Jules');
  await bouton(page, 'Enregistrer').click();
  await expect(dialogue(page).getByText('Veuillez remplir tous les noms des participants')).toBeVisible();
  await expect(dialogue(page).getByLabel('Participant 5')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('Élise Maes');
  await page.keyboard.press('Enter');
  await expect(dialogue(page)).toBeHidden();
  await expect(carte(page, /^10:00/).getByRole('button', { name: /^Modifier/ })).toBeFocused();
  expect(await stored(manege, lecon)).toMatchObject({ noms_participants: ['Zoé', 'Léa', 'Hugo', 'Jules', 'Élise Maes'] });
});

test('une leçon qui finirait après 20:00 n\'a pas d\'heure de fin et ne s\'enregistre pas', async ({ page, manege }) => {
  const jour = jourOf(3);
  const lecon = await book(manege, { date_reservation: jour });
  await openDialog(page, manege, jour);
  await expect(champ(page, 'Heure de début').getByRole('option')).toHaveCount(25);
  await champ(page, 'Heure de début').selectOption('19:30');
  await expect(dialogue(page).getByText(FIN_IMPOSSIBLE)).toBeVisible();
  await expect(champ(page, 'Heure de fin')).toHaveText('');
  // Said also beside another fault.
  await dialogue(page).getByLabel('Participant 1').fill('');
  await bouton(page, 'Enregistrer').click();
  await expect(dialogue(page).getByText('Veuillez remplir tous les noms des participants')).toBeVisible();
  await expect(dialogue(page).getByText(FIN_IMPOSSIBLE)).toBeVisible();
  await dialogue(page).getByLabel('Participant 1').fill('Zoé');
  await bouton(page, 'Enregistrer').click();
  await expect(champ(page, 'Heure de début')).toBeFocused();
  await expectAccessible(page);
  await champ(page, 'Heure de début').selectOption('19:00');
  await expect(dialogue(page).getByText(FIN_IMPOSSIBLE)).toBeHidden();
  await bouton(page, 'Annuler').click();
  await expect(dialogue(page)).toBeHidden();
  expect(await stored(manege, lecon)).toMatchObject({ heure_debut: '10:00:00' });
});

test('une piste tenue est refusée avec le nom de qui la tient, aussi en rétablissant une leçon annulée', async ({ page, manege }) => {
  const jour = jourOf(4);
  const annulee = await book(manege, { date_reservation: jour });
  await elsewhere(manege, 'PUT', annulee, { statut: 'annulee' });
  await book(manege, { date_reservation: jour, heure_debut: '10:30', type_lecon: 'saut' }, { prenom: 'Hugo', nom: 'Dubois' });
  await openDialog(page, manege, jour);
  await dialogue(page).getByLabel('Remarques').fill('Rétablie');
  await choix(page, 'Confirmée').check();
  await bouton(page, 'Enregistrer').click();
  await expect(dialogue(page).getByText('La piste est tenue par Hugo Dubois, de 10:30 à 11:00.')).toBeVisible();
  await expect(dialogue(page).getByLabel('Remarques')).toHaveValue('Rétablie');
  await expectAccessible(page);
  await champ(page, 'Heure de début').selectOption('11:00');
  await bouton(page, 'Enregistrer').click();
  await expect(dialogue(page)).toBeHidden();
  await expect(carte(page, /^11:00/)).toContainText('Confirmée');
});

test('changée entre-temps par quelqu\'un d\'autre : rien de ce qui est tapé ne se perd, et on peut recharger', async ({ page, manege }) => {
  const jour = jourOf(5);
  const lecon = await book(manege, { date_reservation: jour });
  await openDialog(page, manege, jour);
  await dialogue(page).getByLabel('Remarques').fill('Tapé ici');
  await elsewhere(manege, 'PUT', lecon, { heure_debut: '15:00' });
  await expect(dialogue(page).getByText(CHANGEE)).toBeVisible();
  await expect(champ(page, 'Heure de début')).toHaveValue('10:00');
  await expect(dialogue(page).getByLabel('Remarques')).toHaveValue('Tapé ici');
  await bouton(page, 'Enregistrer').click();
  await expect(dialogue(page).getByText(CHANGEE)).toBeVisible();
  await expect(dialogue(page).getByLabel('Remarques')).toHaveValue('Tapé ici');
  expect(await stored(manege, lecon)).toMatchObject({ heure_debut: '15:00:00', remarques: null });
  await expectAccessible(page);
  await bouton(page, 'Recharger').click();
  await expect(champ(page, 'Heure de début')).toHaveValue('15:00');
  await expect(dialogue(page).getByText("Changé entre-temps : l'heure.")).toBeVisible();
  await expect(champ(page, 'Type de leçon')).toBeFocused();
  await dialogue(page).getByLabel('Remarques').fill('Tapé après');
  await bouton(page, 'Enregistrer').click();
  await expect(dialogue(page)).toBeHidden();
  expect(await stored(manege, lecon)).toMatchObject({ heure_debut: '15:00:00', remarques: 'Tapé après' });
});

test('le refus du serveur seul suffit : la phrase, ce qui est tapé, et Recharger', async ({ page, manege }) => {
  const jour = jourOf(6);
  const lecon = await book(manege, { date_reservation: jour });
  await openDialog(page, manege, jour);
  await champ(page, 'Heure de début').selectOption('13:00');
  // The change lands between the press and the server.
  await page.route(`**/api/reservations/${lecon.id}`, async (route) => {
    await elsewhere(manege, 'PUT', lecon, { remarques: 'Autre écran' });
    await route.continue();
  }, { times: 1 });
  await bouton(page, 'Enregistrer').click();
  await expect(dialogue(page).getByText(CHANGEE)).toBeVisible();
  await expect(champ(page, 'Heure de début')).toHaveValue('13:00');
  await bouton(page, 'Recharger').click();
  await expect(dialogue(page).getByLabel('Remarques')).toHaveValue('Autre écran');
});

test('ce qui se passe ailleurs ne dérange pas le dialogue ouvert', async ({ page, manege }) => {
  const jour = jourOf(7);
  await book(manege, { date_reservation: jour });
  await openDialog(page, manege, jour);
  await dialogue(page).getByLabel('Participant 2').fill('Léa Marte');
  await book(manege, { date_reservation: jour, heure_debut: '16:00' });
  await expect(carte(page, /^16:00/)).toHaveCount(1);
  await expect(dialogue(page).getByLabel('Participant 2')).toBeFocused();
  await page.keyboard.type('ns');
  await expect(dialogue(page).getByLabel('Participant 2')).toHaveValue('Léa Martens');
  await expect(dialogue(page).getByRole('alert')).toHaveCount(0);
});

test('supprimée entre-temps : la phrase, et plus rien à enregistrer', async ({ page, manege }) => {
  const jour = jourOf(8);
  const lecon = await book(manege, { date_reservation: jour });
  await openDialog(page, manege, jour);
  await elsewhere(manege, 'DELETE', lecon);
  await expect(dialogue(page).getByText("Cette réservation n'existe pas.")).toBeVisible();
  await expect(bouton(page, 'Enregistrer')).toHaveCount(0);
  await expectAccessible(page);
  await dialogue(page).getByRole('button', { name: 'Fermer' }).last().click();
  await expect(dialogue(page)).toBeHidden();
  await expect(vue(page).getByRole('heading', { name: 'Vue du jour' })).toBeFocused();
});

test('une panne se dit et garde tout', async ({ page, manege }) => {
  const jour = jourOf(9);
  const lecon = await book(manege, { date_reservation: jour });
  await openDialog(page, manege, jour);
  await dialogue(page).getByLabel('Remarques').fill('À garder');
  await page.route(`**/api/reservations/${lecon.id}`, (route) => (route.request().method() === 'PUT' ? route.abort('aborted') : route.continue()));
  await bouton(page, 'Enregistrer').click();
  await expect(dialogue(page).getByText('Erreur lors de la mise à jour de la réservation')).toBeVisible();
  await expect(dialogue(page).getByLabel('Remarques')).toHaveValue('À garder');
});

test('supprimer demande, échoue avec sa phrase, puis supprime', async ({ page, manege }) => {
  const jour = jourOf(10);
  const lecon = await book(manege, { date_reservation: jour });
  await openDesk(page, manege);
  await chooseJour(page, jour);
  const supprimer = carte(page, /^10:00/).getByRole('button', { name: /^Supprimer/ });
  await supprimer.click();
  const question = page.getByRole('alertdialog', { name: 'Êtes-vous sûr de vouloir supprimer cette réservation ?' });
  await expect(question.getByRole('button', { name: 'Annuler' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(supprimer).toBeFocused();
  await supprimer.click();
  await page.route(`**/api/reservations/${lecon.id}`, (route) => route.abort('aborted'), { times: 1 });
  await question.getByRole('button', { name: 'Supprimer' }).click();
  await expect(question.getByText('Erreur lors de la suppression de la réservation')).toBeVisible();
  await question.getByRole('button', { name: 'Supprimer' }).click();
  await expect(question).toBeHidden();
  await expect(vue(page).getByText(`Aucune réservation pour le ${formatJour(jour, 'long')}`)).toBeVisible();
  await expect(vue(page).getByRole('heading', { name: 'Vue du jour' })).toBeFocused();
  expect(await stored(manege, lecon)).toBeUndefined();
});

test('le clavier seul choisit un jour, ouvre le dialogue, y change la date et l\'enregistre', async ({ page, manege }) => {
  const jour = jourOf(11);
  const aujourdhui = momentAt(new Date()).jour;
  const lecon = await book(manege, { date_reservation: jour });
  await openDesk(page, manege);
  const date = vue(page).getByRole('button', { name: /^Date, / });
  await tabTo(page, date);
  await page.keyboard.press('Enter');
  const calendrier = vue(page).getByRole('dialog', { name: 'Date, calendrier' });
  await expect(calendrier.getByRole('button', { name: /^Aujourd'hui/ })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(calendrier).toBeHidden();
  await expect(date).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(calendrier.getByRole('button', { name: /^Aujourd'hui/ })).toBeFocused();
  // By the week, then by the day.
  for (let day = aujourdhui; day !== jour;) {
    const semaine = daysBetween(day, jour) >= 7;
    day = addDays(day, semaine ? 7 : 1);
    await page.keyboard.press(semaine ? 'ArrowDown' : 'ArrowRight');
    await expect(calendrier.getByRole('button', { name: formatJour(day, 'long') })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(date).toBeFocused();
  await expect(date).toHaveAccessibleName(`Date, ${formatJour(jour, 'long')}`);

  await tabTo(page, carte(page, /^10:00/).getByRole('button', { name: /^Modifier/ }));
  await page.keyboard.press('Enter');
  await tabTo(page, dialogue(page).getByRole('button', { name: /^Date, / }));
  await page.keyboard.press('Enter');
  await expect(dialogue(page).getByRole('button', { name: `${formatJour(jour, 'long')}, sélectionné` })).toBeFocused();
  // Escape closes the calendar, not the dialog.
  await page.keyboard.press('Escape');
  await expect(dialogue(page).getByRole('grid')).toBeHidden();
  await expect(dialogue(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialogue(page).getByRole('button', { name: `${formatJour(jour, 'long')}, sélectionné` })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await tabTo(page, bouton(page, 'Enregistrer'));
  await page.keyboard.press('Enter');
  await expect(dialogue(page)).toBeHidden();
  expect(await stored(manege, lecon)).toMatchObject({ jour: addDays(jour, 1) });
});

test('une leçon dont le type a disparu garde sa valeur et sa durée', async ({ page, manege }) => {
  const jour = jourOf(13);
  const lecon = await book(manege, { date_reservation: jour });
  await manege.sql("update reservations set type_lecon = 'poney_games', heure_fin = '11:30' where id = $1", [lecon.id]);
  await openDialog(page, manege, jour, '10:00, poney_games');
  await expect(champ(page, 'Type de leçon').locator('option:checked')).toHaveText('poney_games (type supprimé)');
  await expect(personnes(page)).toHaveCount(6);
  await champ(page, 'Heure de début').selectOption('14:00');
  await expect(champ(page, 'Heure de fin')).toHaveText('15:30');
  await bouton(page, 'Enregistrer').click();
  await expect(dialogue(page)).toBeHidden();
  await expect(carte(page, '14:00, poney_games')).toContainText('14:00 – 15:30');
});
