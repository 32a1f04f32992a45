/** The price of one seat in the edit dialog (PRICE-22). */
import type { Page } from '@playwright/test';
import { addDays } from '../../../src/domain/core/calendrier.ts';
import { PASSWORD } from '../../support/people.ts';
import { callWith, tokenFor } from '../../support/server.ts';
import { BUREAU, expect, type Manege, test } from '../fixtures.ts';
import {
  book,
  button,
  choice,
  dialog,
  elsewhere,
  field,
  openDialog,
  openDialogOn,
} from '../modification.ts';
import { jourOf } from '../../support/jours.ts';

const CHANGED =
  "Cette réservation vient d'être modifiée sur un autre écran. Rechargez-la avant de l'enregistrer.";

test(
  'changer le prix d’une place, avec sa raison, sans rien perdre de ce qui est écrit',
  BUREAU,
  async ({ page, manege }) => {
    // PRICE-22, DESK-13, DESK-19
    const jour = jourOf(10, 67);
    const lecon = await book(manege, { date_reservation: jour });
    const seats = () =>
      manege.sql(
        'select nom, centimes from participants where reservation_id = $1 order by position',
        [lecon.id],
      );
    await manege.sql(
      "update participants set centimes = case nom when 'Zoé Willems' then 2200 end where reservation_id = $1",
      [lecon.id],
    );
    await openDialog(page, manege, jour);
    await test.step('un prix qui n’en est pas un, puis une raison qui manque', () =>
      writePrice(page));
    await test.step('le prix d’une autre place change ailleurs : ce qui est écrit reste', () =>
      changeElsewhere(page, manege, lecon));

    const { price, reason, change } = onPrices(page);
    await change('Léa Martens').press('Enter');
    await page.keyboard.type('0');
    await reason('Léa Martens').press('L');
    await choice(page, '3').press('Space');
    await expect(field(page, 'Nom complet du participant 3')).toHaveAccessibleDescription(
      'Place sans client Au prix de la leçon',
    );
    await choice(page, '2').press('Space');
    await button(page, 'Enregistrer').press('Enter');
    await expect(dialog(page)).toBeHidden();
    expect(await seats()).toEqual([
      { nom: 'Zoé Willems', centimes: 2000 },
      { nom: 'Léa Martens', centimes: 0 },
    ]);
    await page.goto('/app/journal');
    const line = page.getByRole('row').filter({ hasText: "a changé le prix d'une place dans" });
    await expect(line.first()).toContainText(
      "prix d'une place : sans prix → 0,00 € (leçon d'essai)",
    );

    // Another type gives each seat its price, so nothing can be typed.
    await page.goto(`/app/webmaster?jour=${jour}&lecon=${lecon.id}`);
    const lesson = page.getByRole('article', { name: /^10:00/ });
    // The page scrolls to the lesson in its address and focuses it.
    await expect(lesson).toBeFocused();
    await lesson.getByRole('button', { name: /^Modifier/ }).press('Enter');
    await change('Zoé Willems').press('Enter');
    await page.keyboard.type('1');
    await field(page, 'Type de leçon').selectOption('Travail à pied');
    for (const n of [1, 2])
      await expect(field(page, `Nom complet du participant ${n}`)).toHaveAccessibleDescription(
        'Au prix du nouveau type de leçon',
      );
    await expect(price('Zoé Willems')).toHaveCount(0);
    await expect(button(page, 'Changer le prix')).toHaveCount(0);
    await field(page, 'Type de leçon').selectOption('Leçon collective');
    await expect(change('Zoé Willems')).toBeVisible();
    await expect(price('Zoé Willems')).toHaveCount(0);
  },
);

const onPrices = (page: Page) => ({
  price: (nom: string) => field(page, `Nouveau prix de ${nom}, en euros`),
  reason: (nom: string) => field(page, `Raison du prix de ${nom}`),
  change: (nom: string) => button(page, `Changer le prix de ${nom}`),
});

async function writePrice(page: Page): Promise<void> {
  const { price, reason, change } = onPrices(page);
  await expect(field(page, 'Nom complet du participant 1')).toHaveAccessibleDescription(
    'Prix : 22,00 €',
  );
  await expect(field(page, 'Nom complet du participant 2')).toHaveAccessibleDescription(
    'Sans prix',
  );

  // What was only opened changes nothing and asks for nothing.
  await change('Zoé Willems').press('Enter');
  await expect(price('Zoé Willems')).toBeFocused();
  await expect(price('Zoé Willems')).toHaveValue('22,00');
  await button(page, 'Garder le prix de Zoé Willems').press('Enter');
  await expect(change('Zoé Willems')).toBeFocused();

  // A price that is none, then a reason that is missing.
  await change('Léa Martens').press('Enter');
  await page.keyboard.type('cent mille');
  await price('Léa Martens').press('Enter');
  await expect(price('Léa Martens')).toBeFocused();
  await expect(price('Léa Martens')).toHaveAccessibleDescription(
    'Un prix va de 0 à 99 999,99 euros, avec deux décimales au plus.',
  );
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('12.5');
  await price('Léa Martens').press('Enter');
  await expect(reason('Léa Martens')).toBeFocused();
  await expect(reason('Léa Martens')).toHaveAccessibleDescription(
    'Veuillez choisir la raison de ce prix.',
  );
  expect(await reason('Léa Martens').locator('option:not([hidden])').allTextContents()).toEqual([
    "Leçon d'essai",
    'Geste commercial',
    'Correction',
    'Autre raison',
  ]);
  await page.keyboard.type('Geste');
  await expect(reason('Léa Martens')).toHaveValue('geste');
}

/** Another administrator changes the price of the other seat: what is typed stays. */
async function changeElsewhere(
  page: Page,
  manege: Manege,
  lecon: Awaited<ReturnType<typeof book>>,
): Promise<void> {
  const { price } = onPrices(page);
  const [zoe] = (await manege.sql(
    "select id from participants where reservation_id = $1 and nom = 'Zoé Willems'",
    [lecon.id],
  )) as { id: string }[];
  await elsewhere(manege, 'PUT', lecon, {
    statut: 'confirmee',
    prix: [{ place: zoe?.id, prix: 20, motif: 'correction' }],
  });
  await expect(dialog(page).getByText(CHANGED)).toBeVisible();
  await expect(
    dialog(page).getByText(
      'les prix : Zoé Willems 20,00 €, Léa Martens sans prix (avant : Zoé Willems 22,00 €, Léa Martens sans prix)',
    ),
  ).toBeVisible();
  await expect(price('Léa Martens')).toHaveValue('12.5');
  await button(page, 'Recharger').press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Recharger la réservation ?' });
  await expect(
    question.getByText('Ce que vous avez saisi sera remplacé : les prix.'),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Recharger' }).press('Enter');
  await expect(field(page, 'Nom complet du participant 1')).toHaveAccessibleDescription(
    'Prix : 20,00 €',
  );
}

/** PRICE-22, SERIE-04 */
async function changeInSeries(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 68);
  const lecon = await book(manege, { date_reservation: jour });
  const { email } = await manege.person({ role: 'admin' });
  const { status } = await callWith(
    await tokenFor(manege.server.url, email, PASSWORD),
    `${manege.server.url}/api/reservations/${lecon.id}/repetition`,
    { version: 0, rythme: 7, dates: [{ date: addDays(jour, 7), type_piste: 'interieure' }] },
  );
  expect(status).toBe(201);
  await manege.sql(
    'update participants set centimes = 2200 where reservation_id in (select id from reservations where date_reservation = any($1))',
    [[jour, addDays(jour, 7)]],
  );
  await openDialog(page, manege, jour);
  const only = dialog(page).getByText('Le nouveau prix vaut pour cette leçon seulement.');
  await button(page, 'Changer le prix de Léa Martens').click();
  await page.keyboard.type('5');
  await field(page, 'Raison du prix de Léa Martens').selectOption('Correction');
  await expect(only).toBeHidden();
  await choice(page, /^Celle-ci et les suivantes/).check();
  await expect(only).toBeVisible();
  await field(page, 'Heure de début').selectOption('16:30');
  await button(page, 'Enregistrer 2 leçons').click();
  await expect(dialog(page)).toBeHidden();
  expect(
    await manege.sql(
      'select r.heure_debut::text as heure, array_agg(s.centimes order by s.position) as prix from reservations r join participants s on s.reservation_id = r.id where r.date_reservation = any($1) group by r.id order by r.date_reservation',
      [[jour, addDays(jour, 7)]],
    ),
  ).toEqual([
    { heure: '16:30:00', prix: [2200, 500] },
    { heure: '16:30:00', prix: [2200, 2200] },
  ]);
}

test.describe('sans réponse', () => {
  test.use({ reseauCoupe: true });

  test(
    'dans une série, le prix change dans cette leçon seulement, et le dialogue le dit ; un prix dont la réponse se perd est retrouvé enregistré',
    BUREAU,
    async ({ page, manege }) => {
      // PRICE-22, SERIE-04, UI-32
      await test.step('dans une série', () => changeInSeries(page, manege));
      const jour = jourOf(10, 69);
      const lecon = await book(manege, { date_reservation: jour });
      await openDialogOn(page, jour);
      await button(page, 'Changer le prix de Léa Martens').click();
      await page.keyboard.type('7,25');
      await field(page, 'Raison du prix de Léa Martens').selectOption('Autre raison');
      let writes = 0;
      await page.route(/\/api\/reservations\/[\w-]+$/, async (route) => {
        if (route.request().method() === 'GET') return route.fallback();
        writes += 1;
        await route.fetch();
        await route.abort('internetdisconnected');
      });
      await button(page, 'Enregistrer').click();
      await expect(page.getByText(/^Réservation mise à jour/).first()).toBeVisible();
      await expect(dialog(page)).toBeHidden();
      expect(writes).toBe(1);
      expect(
        await manege.sql(
          'select nom, centimes, version from participants s join reservations r on r.id = s.reservation_id where r.id = $1 order by position',
          [lecon.id],
        ),
      ).toEqual([
        { nom: 'Zoé Willems', centimes: 0, version: 1 },
        { nom: 'Léa Martens', centimes: 725, version: 1 },
      ]);
    },
  );
});
