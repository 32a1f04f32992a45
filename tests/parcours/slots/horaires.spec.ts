/**
 * Weekdays and seasons on /app/webmastersettings, and the screens that show them (SET-46, BOOK-36).
 */
import type { Locator, Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { BUREAU, enter, expect, type Manege, tabTo, TELEPHONE, test } from '../fixtures.ts';
import { saveElsewhere } from '../parametres.ts';
import { goToJour, radio } from '../reservation.ts';
import { jourOf } from '../../support/jours.ts';

const section = (page: Page): Locator => page.getByRole('region', { name: 'Jours et saisons' });
const dialogOf = (page: Page): Locator => page.getByRole('dialog');
const question = (page: Page, name: string): Locator => page.getByRole('alertdialog', { name });
const save = (page: Page): Locator =>
  dialogOf(page).getByRole('button', { name: 'Enregistrer', exact: true });
const hours = (page: Page, jour: string): Locator =>
  dialogOf(page).getByLabel(`Heures du ${jour}`, { exact: true });
const bound = (page: Page, which: 'De' | 'À', jour: string, n: number): Locator =>
  dialogOf(page).getByLabel(`${which}, ${jour}, Période ${n}`, { exact: true });

async function open(page: Page, manege: Manege): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie' }));
  await page.goto('/app/webmastersettings?onglet=pistes');
  await expect(section(page)).toBeVisible();
}

const stored = async (manege: Manege) =>
  (await manege.sql('select horaires from parametres'))[0]!['horaires'];

const storeLesson = (manege: Manege, date: string, debut: string, fin: string, nom: string) =>
  manege.sql(
    `select importer_lecons(jsonb_build_array(jsonb_build_object('noms_participants', '["Zoé"]'::jsonb, 'nom_client', $4::text, 'date_reservation', $1::text,
      'heure_debut', $2::text, 'heure_fin', $3::text, 'type_piste', 'interieure', 'type_lecon', 'collective')))`,
    [date, debut, fin, nom],
  );

/** A Wednesday of a later week. */
const MERCREDI = jourOf(5, 2);

test(
  'un jour reçoit deux périodes : ce qui en sort est listé et demandé, et la grille du cavalier suit',
  BUREAU,
  async ({ page, manege, browser }) => {
    // SET-04, SET-46
    await storeLesson(manege, MERCREDI, '12:00', '13:00', 'Horaire Zoé');
    await open(page, manege);
    await expect(section(page)).toContainText('Chaque jour suit les heures habituelles');

    const cavalier = await (await browser.newContext({ baseURL: manege.server.url })).newPage();
    await enter(cavalier, manege, await manege.person());
    await cavalier.goto('/app/reservation');
    await radio(cavalier, /^Leçon collective/).check();
    await radio(cavalier, /^Piste Extérieure/).check();
    await goToJour(cavalier, MERCREDI);
    await expect(radio(cavalier, /^08:30, disponible/)).toBeVisible();

    await section(page).getByRole('button', { name: 'Modifier la semaine' }).click();
    await expect(hours(page, 'lundi')).toBeFocused();
    await hours(page, 'mercredi').selectOption('Ses propres heures');
    await bound(page, 'De', 'mercredi', 1).selectOption('9h00');
    await bound(page, 'À', 'mercredi', 1).selectOption('12h00');
    await dialogOf(page).getByRole('button', { name: 'Ajouter une période, mercredi' }).click();
    await bound(page, 'De', 'mercredi', 2).selectOption('11h00');
    await hours(page, 'dimanche').selectOption('Fermé');
    await save(page).click();
    await expect(hours(page, 'mercredi')).toHaveAccessibleDescription(
      /^Les périodes d'un jour vont de 06:00 à 23:00/,
    );
    await expect(hours(page, 'mercredi')).toBeFocused();
    await bound(page, 'De', 'mercredi', 2).selectOption('13h30');
    await bound(page, 'À', 'mercredi', 2).selectOption('22h00');
    await save(page).click();

    const asked = question(page, "Resserrer les heures d'ouverture ?");
    await expect(asked).toContainText("1 leçon à venir serait hors des heures d'ouverture");
    await expect(asked.getByRole('link')).toHaveText(/12h00 – 13h00/);
    await expect(asked.getByRole('link')).toHaveAttribute('href', new RegExp(MERCREDI));
    await page.keyboard.press('Escape');
    await expect(save(page)).toBeFocused();
    expect(await stored(manege)).toMatchObject({
      semaine: [null, null, null, null, null, null, null],
    });
    await save(page).click();
    await asked.getByRole('button', { name: 'Resserrer' }).click();
    await expect(page.getByText('Heures de la semaine enregistrées avec succès')).toBeVisible();
    await expect(section(page)).toContainText('9h00 – 12h00 et 13h30 – 22h00');
    await expect(section(page)).toContainText('Les autres jours suivent les heures habituelles.');

    // The rider's open screen is updated, also with the longer hours.
    await expect(radio(cavalier, /^09:00/)).toBeVisible();
    await expect(radio(cavalier, /^08:30/)).toHaveCount(0);
    await cavalier.getByRole('button', { name: 'Afficher toutes les heures' }).click();
    await expect(radio(cavalier, '08:30, fermé')).toBeVisible();
    await expect(radio(cavalier, '11:30, complet, trop tard pour cette leçon')).toBeVisible();
    await expect(radio(cavalier, '21:00, disponible')).toBeEnabled();
    await expect(radio(cavalier, /^22:00/)).toBeDisabled();
    await expect(
      radio(cavalier, `${formatJour(addDays(MERCREDI, 4), 'long')}, fermé`),
    ).toBeVisible();
    await cavalier.context().close();
  },
);

test(
  'au clavier, une saison s’ajoute, ce qui manque est dit, et ce qui est saisi ne se perd pas sans question',
  BUREAU,
  async ({ page, manege }) => {
    // SET-46, UI-40
    await open(page, manege);
    await tabTo(page, section(page).getByRole('button', { name: 'Ajouter une saison' }));
    await page.keyboard.press('Enter');
    const nom = dialogOf(page).getByLabel('Nom', { exact: true });
    await expect(nom).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(nom).toHaveAccessibleDescription(/1 à 40 caractères/);
    await page.keyboard.type('Été');
    await page.keyboard.press('Escape');
    await expect(question(page, 'Quitter sans enregistrer\u202f?')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(nom).toHaveValue('Été');
    for (const which of ['Premier jour', 'Dernier jour']) {
      await tabTo(page, dialogOf(page).getByRole('button', { name: new RegExp(`^${which}`) }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('grid')).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
    }
    await tabTo(page, dialogOf(page).getByLabel('Chaque année'));
    await page.keyboard.press('Space');
    await tabTo(page, hours(page, 'lundi'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(hours(page, 'lundi')).toHaveValue('propres');
    await tabTo(
      page,
      dialogOf(page).getByRole('button', { name: 'Copier sur les jours suivants, lundi' }),
    );
    await page.keyboard.press('Enter');
    await expect(hours(page, 'dimanche')).toHaveValue('propres');
    await tabTo(page, save(page));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Saison enregistrée avec succès')).toBeVisible();
    await expect(section(page).getByText('Été', { exact: true })).toBeVisible();
    expect(await stored(manege)).toMatchObject({
      saisons: [
        {
          nom: 'Été',
          annuelle: true,
          semaine: Array.from({ length: 7 }, () => [{ debut: '08:00', fin: '20:00' }]),
        },
      ],
    });
    await tabTo(page, section(page).getByRole('button', { name: 'Supprimer Été' }));
    await page.keyboard.press('Enter');
    await question(page, 'Supprimer cette saison ?')
      .getByRole('button', { name: 'Supprimer' })
      .click();
    await expect(page.getByText('Saison supprimée avec succès')).toBeVisible();
    expect(await stored(manege)).toMatchObject({ saisons: [] });
  },
);

test(
  "ce qu'un autre a changé entre-temps n'est pas écrasé ; un administrateur réserve hors des heures d'ouverture, et l'écran le lui dit",
  TELEPHONE,
  async ({ page, manege }) => {
    // BOOK-36, SET-03
    await open(page, manege);
    await section(page).getByRole('button', { name: 'Modifier la semaine' }).click();
    await hours(page, 'jeudi').selectOption('Fermé');
    const autre = { semaine: [[], null, null, null, null, null, null], saisons: [] };
    await saveElsewhere(page, manege, { horaires: autre });
    await expect(section(page)).toContainText('fermé');
    await save(page).click();
    await expect(dialogOf(page).getByRole('alert')).toContainText(
      "Les paramètres viennent d'être modifiés sur un autre écran.",
    );
    expect(await stored(manege)).toEqual(autre);
    await page.keyboard.press('Escape');
    await question(page, 'Quitter sans enregistrer\u202f?')
      .getByRole('button', { name: 'Quitter' })
      .click();

    await saveElsewhere(page, manege, {
      horaires: {
        semaine: [null, null, [{ debut: '09:00', fin: '12:00' }], null, null, null, null],
        saisons: [],
      },
    });
    await page.goto('/app/reservation');
    await radio(page, /^Leçon particulière/).check();
    await page.getByLabel('Participant 1').fill('Horaire Zoé');
    await goToJour(page, MERCREDI);
    await radio(page, /^Piste Intérieure/).check();
    await expect(page.getByText("Hors des heures d'ouverture")).toBeHidden();
    await page.getByRole('button', { name: 'Afficher toutes les heures' }).click();
    await radio(page, "15:00, disponible, hors des heures d'ouverture").check();
    await expect(page.getByText("Hors des heures d'ouverture")).toBeVisible();
    await page.getByRole('button', { name: 'Confirmer la réservation' }).click();
    await expect(page.getByText('Votre réservation a été confirmée avec succès !')).toBeVisible();
  },
);
