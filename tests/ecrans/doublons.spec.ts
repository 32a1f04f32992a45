/**
 * A rider who is in two lessons at the same time: on the planning, in the daily view, and when the
 * desk books or edits (DESK-32).
 */
import { BUREAU, enter, expect, expectAccessible, test } from '../parcours/fixtures.ts';
import { card, cell, chooseJour, mondayIn, open, press, store } from '../parcours/planning.ts';

test('marqué sur le planning, sur la carte et dans la vue du jour', async ({
  page,
  manege,
  isMobile,
}) => {
  const jour = mondayIn(isMobile ? 22 : 23);
  await store(manege, { jour, noms: ['Camille Lambert', 'Théo Willems'] });
  const dehors = await store(manege, {
    jour,
    heure: '10:30',
    fin: '11:30',
    piste: 'exterieure',
    noms: ['théo willems'],
  });
  await open(page, manege, jour);
  await chooseJour(page, jour, isMobile);
  const marked = cell(page, /un participant est aussi dans une autre leçon/);
  await expect(marked).toHaveCount(2);
  await press(marked.first(), isMobile);
  await expect(card(page).getByText('Aussi à 10h30, Piste Extérieure')).toBeVisible();
  await expectAccessible(page);
  // Once the other lesson is deleted, the mark disappears without a reload.
  await manege.sql('delete from reservations where id = $1', [dehors]);
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
  await expect(marked).toHaveCount(0);
  await store(manege, {
    jour,
    heure: '10:30',
    fin: '11:30',
    piste: 'exterieure',
    noms: ['théo willems'],
  });
  await page.goto(`/app/webmaster?jour=${jour}`);
  const day = page.getByRole('region', { name: 'Vue du jour' });
  await expect(day.getByText('Théo Willems est aussi à 10h30, Piste Extérieure.')).toBeVisible();
  await expect(day.getByText('théo willems est aussi à 10h00, Piste Intérieure.')).toBeVisible();
});

test(
  'dit quand le bureau réserve et quand il modifie, sans refuser',
  BUREAU,
  async ({ page, manege, isMobile }) => {
    const jour = mondayIn(24);
    await store(manege, { jour, noms: ['Camille Lambert', 'Théo Willems'] });
    await open(page, manege, jour);
    await chooseJour(page, jour, isMobile);
    await page.goto(`/app/reservation?jour=${jour}&piste=exterieure&heure=10:00`);
    await page.getByRole('radio', { name: /^Longe/ }).check();
    await page
      .getByRole('group', { name: 'Nombre de personnes' })
      .getByRole('radio', { name: '1', exact: true })
      .check();
    await page.getByLabel(/^Réserver pour/).fill('Marie Stage');
    await page.getByRole('option', { name: /Marie Stage/ }).click();
    await page.getByLabel('Participant 1').fill('Théo Willems');
    const warning = 'Théo Willems est aussi à 10h00, Piste Intérieure.';
    await expect(page.getByText(`${warning} Vous pouvez continuer.`)).toBeVisible();
    await page.getByRole('button', { name: 'Confirmer la réservation' }).click();
    await expect(page.getByText('Votre réservation a été confirmée avec succès !')).toBeVisible();
    await page.goto(`/app/webmaster?jour=${jour}`);
    const day = page.getByRole('region', { name: 'Vue du jour' });
    await day
      .getByRole('article', { name: /Longe/ })
      .getByRole('button', { name: /^Modifier/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Modifier la réservation' });
    await expect(dialog.getByText(warning)).toBeVisible();
    await dialog.getByLabel('Heure de début').selectOption({ value: '14:00' });
    await expect(dialog.getByText(warning)).toBeHidden();
    await dialog.getByLabel('Heure de début').selectOption({ value: '10:00' });
    await dialog.getByLabel(/^Remarques/).fill('Poney calme');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText('Réservation mise à jour')).toBeVisible();
  },
);

test("un cavalier n'apprend rien des autres", BUREAU, async ({ page, manege }) => {
  // BOOK-08
  const jour = mondayIn(1);
  await store(manege, { jour, heure: '18:00', fin: '19:00', noms: ['Théo Willems'] });
  await enter(page, manege, await manege.person());
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/api\/reservations\?(?!.*\bmiennes=1\b)/.test(request.url())) asked.push(request.url());
  });
  await page.goto(`/app/reservation?jour=${jour}&piste=exterieure&heure=18:00`);
  await page.getByRole('radio', { name: /^Longe/ }).check();
  await page
    .getByRole('group', { name: 'Nombre de personnes' })
    .getByRole('radio', { name: '1', exact: true })
    .check();
  await page.getByLabel('Participant 1').fill('Théo Willems');
  await expect(page.getByRole('button', { name: 'Confirmer la réservation' })).toBeEnabled();
  await expect(page.getByText(/est aussi à/)).toHaveCount(0);
  expect(asked).toEqual([]);
});
