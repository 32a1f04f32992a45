/**
 * Before a change of a rule, the page lists the booked lessons that it affects: the duration and
 * maximum of a type, the opening hours.
 */
import type { Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { BUREAU, enter, expect, type Manege, test } from '../fixtures.ts';
import { question } from '../utilisateurs.ts';
import { today } from '../../support/jours.ts';

const SUCCESS = 'Paramètres sauvegardés avec succès';
const within = (jours: number) => addDays(today(), jours);
const field = (page: Page, nom: string) => page.getByRole('main').getByLabel(nom, { exact: true });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Sauvegarder les paramètres' });

type Lecon = { date?: string; debut: string; fin: string; type?: string; noms?: string[] };

async function storeLesson(
  manege: Manege,
  { date = within(200), debut, fin, type = 'collective', noms = ['Zoé'] }: Lecon,
): Promise<void> {
  await manege.sql(
    `select id from importer_lecons((select jsonb_agg(l) from (
    values ($1::text[], 'Leçon à venir', $2, $3, $4, 'interieure', $5, cardinality($1::text[]))
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes))) as id`,
    [noms, date, debut, fin, type],
  );
}

test(
  "une règle qui change dit les leçons à venir qu'elle touche, et demande",
  BUREAU,
  async ({ page, manege }) => {
    // SET-04, SET-13
    await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie' }));
    await test.step('la durée et le maximum d’un type', () => changeType(page, manege));
    await test.step('resserrer les heures dit combien de leçons restent dehors', () =>
      tighten(page, manege));
  },
);

async function changeType(page: Page, manege: Manege): Promise<void> {
  const [nom, value] = ['Stage', 'stage'];
  await manege.sql(
    "insert into types_lecons (value, label, icon, color, max_personnes, duree_minutes, ordre, actif) values ($1, $2, '🐴', 'from-sky-600 to-sky-700', 3, 30, 7, true)",
    [value, nom],
  );
  await storeLesson(manege, { type: value, debut: '10:00', fin: '10:30' });
  await storeLesson(manege, {
    type: value,
    debut: '11:00',
    fin: '11:30',
    noms: ['Zoé', 'Léa', 'Hugo'],
  });
  await page.goto('/app/webmastersettings?onglet=types');
  const editButton = page.getByRole('button', { name: `Modifier ${nom}` });
  await editButton.click();
  const dialog = page.getByRole('dialog', { name: 'Modifier le type de leçon' });
  const stored = async () =>
    (
      await manege.sql('select duree_minutes, max_personnes from types_lecons where value = $1', [
        value,
      ])
    )[0];
  await expect(dialog.getByLabel('Libellé')).toBeFocused();
  const saveButton = dialog.getByRole('button', { name: 'Enregistrer' });
  await dialog.getByLabel('Durée').selectOption('60 minutes');
  await dialog.getByLabel('Personnes au plus').fill('2');
  await saveButton.click();
  await expect(question(page)).toHaveAccessibleName('Enregistrer ce changement ?');
  await expect(question(page)).toHaveAccessibleDescription(
    "2 leçons à venir ont ce type. 2 gardent leur durée : les 60 minutes valent pour les nouvelles réservations. 1 compte plus de 2 personnes : elle garde ses participants, et personne ne peut s'y ajouter.",
  );
  await expect(question(page).getByRole('button', { name: 'Annuler' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(saveButton).toBeFocused();
  expect(await stored()).toEqual({ duree_minutes: 30, max_personnes: 3 });
  await page.keyboard.press('Enter');
  await question(page).getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Type de leçon modifié avec succès')).toBeVisible();
  expect(await stored()).toEqual({ duree_minutes: 60, max_personnes: 2 });
  // A change that affects no lesson asks nothing.
  await editButton.click();
  await dialog.getByLabel('Libellé').fill(`${nom} bis`);
  await saveButton.click();
  await expect(dialog).toBeHidden();
  expect(
    await manege.sql(
      'select heure_fin::text, nombre_personnes from reservations where type_lecon = $1 order by 2',
      [value],
    ),
  ).toEqual([
    { heure_fin: '10:30:00', nombre_personnes: 1 },
    { heure_fin: '11:30:00', nombre_personnes: 3 },
  ]);
}

async function tighten(page: Page, manege: Manege): Promise<void> {
  const [jour, nextDay] = [within(30), within(31)];
  for (const [date, debut, fin] of [
    [nextDay, '08:30', '09:30'],
    [jour, '17:30', '18:30'],
    [jour, '12:00', '13:00'],
  ] as const) {
    await storeLesson(manege, { date, debut, fin });
  }
  await page.goto('/app/webmastersettings?onglet=pistes');
  const stored = async () =>
    (await manege.sql('select "openingTime", "closingTime" from parametres'))[0];
  const question = page.getByRole('alertdialog', { name: "Resserrer les heures d'ouverture ?" });
  await field(page, 'Heure de fermeture').selectOption('19h00');
  await saveButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await field(page, "Heure d'ouverture").selectOption('9h00');
  await field(page, 'Heure de fermeture').selectOption('18h00');
  await saveButton(page).click();
  await expect(question).toContainText(
    `2 leçons à venir seraient hors des heures d'ouverture, la première le ${formatJour(jour, 'long')} :`,
  );
  await expect(question).toContainText(
    'Elles restent réservées ; déplacez-les ou supprimez-les depuis le planning si elles ne doivent pas avoir lieu.',
  );
  await expect(question.getByRole('link')).toHaveText([/17h30 – 18h30/, /8h30 – 9h30/]);
  await page.keyboard.press('Escape');
  await expect(saveButton(page)).toBeFocused();
  expect(await stored()).toEqual({ openingTime: '08:00:00', closingTime: '19:00:00' });
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Resserrer' }).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(await stored()).toEqual({ openingTime: '09:00:00', closingTime: '18:00:00' });
}
