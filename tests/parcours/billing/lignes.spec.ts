/**
 * Seats that leave after the deadline: the question of the desk, the statistics and the rider's own
 * page (LIG-01 to LIG-06).
 */
import type { Page, Route } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { PASSWORD } from '../../support/people.ts';
import { callWith, tokenFor } from '../../support/server.ts';
import {
  announceParametres,
  BUREAU,
  confirmSessions,
  enter,
  expect,
  type Manege,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { book, button, card, choice, dialog, openDesk } from '../modification.ts';
import { looseSigns } from '../signs.ts';
import { jourOf, today } from '../../support/jours.ts';

/** Each test has its own day; the deadline of all of them has passed. */
const soon = (n: number): string => addDays(today(), n);

async function settings(manege: Manege, retard: string): Promise<void> {
  await manege.sql(`update parametres set "lateCharge" = '${retard}', "cancellationHours" = 336`);
  await announceParametres(manege);
}

/** A lesson at 18:00 with seats of Zoé Willems and Léa Martens at these prices, in cents. */
async function lesson(manege: Manege, jour: string, prices = [2500, 1235], change: object = {}) {
  const stored = await book(manege, { date_reservation: jour, heure_debut: '18:00', ...change });
  for (const [n, centimes] of prices.entries())
    await manege.sql(
      'update participants set centimes = $2 where reservation_id = $1 and position = $3',
      [stored.id, centimes, n + 1],
    );
  return stored;
}

const lines = (manege: Manege, { id }: { id: string }) =>
  manege.sql('select nom, centimes, motif from lignes where reservation_id = $1 order by nom', [
    id,
  ]);
const asked = (page: Page) => page.getByRole('alertdialog', { name: 'Facturer quand même\u202f?' });
const answer = (page: Page, name: string) => asked(page).getByRole('button', { name, exact: true });
const deletion = (page: Page) =>
  page.getByRole('alertdialog', {
    name: 'Êtes-vous sûr de vouloir supprimer cette réservation ?',
  });
const part = (page: Page) => page.getByRole('group').filter({ hasText: 'Places facturées après' });

test(
  'trop tard : le réglage se choisit près du délai d’annulation, puis le bureau facture, ou non',
  BUREAU,
  async ({ page, manege }) => {
    // LIG-01, LIG-02, LIG-03, SET-03
    await settings(manege, 'rien');
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await test.step('rien n’est demandé sans réglage', async () => {
      await lesson(manege, soon(5));
      await removeUnasked(page, soon(5));
    });
    await test.step('le réglage se choisit', () => chooseSetting(page, manege));
    await test.step('rien n’est demandé pour une place sans prix, ou avant le délai', async () => {
      await lesson(manege, soon(6), [0, 0]);
      await removeUnasked(page, soon(6));
      await lesson(manege, jourOf(10, 64));
      await removeUnasked(page, jourOf(10, 64));
    });
    await test.step('retirer quelqu’un', () => removeLate(page, manege));
  },
);

async function removeLate(page: Page, manege: Manege): Promise<void> {
  const lecon = await lesson(manege, soon(3));
  await page.goto(`/app/webmaster?jour=${soon(3)}`);
  const lessonCard = card(page, /^18:00/);
  await lessonCard.getByRole('button', { name: /^Modifier/ }).press('Enter');
  await button(page, 'Retirer Léa Martens').press('Enter');
  await button(page, 'Enregistrer').press('Enter');
  await expect(
    asked(page).getByText('Le délai pour annuler est passé\u202f: 1 place, 6,18 €.'),
  ).toBeVisible();
  await expect(answer(page, 'Annuler')).toBeFocused();
  expect(await looseSigns(page)).toEqual([]);
  // Nothing is stored, and nothing is lost.
  await page.keyboard.press('Escape');
  await expect(asked(page)).toBeHidden();
  await expect(button(page, 'Enregistrer')).toBeFocused();
  await expect(dialog(page).getByLabel(/^Nom complet du participant/)).toHaveCount(1);
  expect(await lines(manege, lecon)).toEqual([]);
  await page.keyboard.press('Enter');
  await tabTo(page, answer(page, 'Facturer'));
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText('Réservation mise à jour')).toBeVisible();
  expect(await lines(manege, lecon)).toEqual([
    { nom: 'Léa Martens', centimes: 618, motif: 'retrait' },
  ]);

  // The cancellation of the rest is not billed.
  await lessonCard.getByRole('button', { name: /^Modifier/ }).press('Enter');
  await choice(page, 'Annulée').press('Space');
  await expect(choice(page, 'Annulée')).toBeChecked();
  await button(page, 'Enregistrer').press('Enter');
  await expect(asked(page)).toContainText('1 place, 12,50 €');
  await tabTo(page, answer(page, 'Ne pas facturer'));
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(lessonCard.getByText('Annulée', { exact: true })).toBeVisible();
  expect(await lines(manege, lecon)).toHaveLength(1);
  // A cancelled lesson asks nothing more.
  await lessonCard.getByRole('button', { name: /^Supprimer/ }).press('Enter');
  await deletion(page).getByRole('button', { name: 'Supprimer', exact: true }).press('Enter');
  await expect(page.getByText('Réservation supprimée')).toBeVisible();
  await expect(asked(page)).toBeHidden();
  expect(await lines(manege, lecon)).toHaveLength(1);
}

/** Deletes the lesson of a day, of which nothing is billed. */
async function removeUnasked(page: Page, jour: string): Promise<void> {
  await page.goto(`/app/webmaster?jour=${jour}`);
  await card(page, /^18:00/)
    .getByRole('button', { name: /^Supprimer/ })
    .click();
  await deletion(page).getByRole('button', { name: 'Supprimer', exact: true }).click();
  await expect(page.getByText('Réservation supprimée')).toBeVisible();
  await expect(asked(page)).toHaveCount(0);
}

test(
  'demandé aussi si la leçon n’est pas encore lue, et d’une série, pour les leçons dont le délai est passé',
  BUREAU,
  async ({ page, manege }) => {
    // LIG-02, LIG-03, LIG-05, SERIE-04
    await settings(manege, 'tout');
    await openDesk(page, manege, soon(8));
    await test.step('rien n’est enregistré si la leçon ne peut pas être lue', () =>
      removeUnread(page, manege));
    await test.step('d’une série, et un autre écran suit', () => removeFromSeries(page, manege));
  },
);

async function removeUnread(page: Page, manege: Manege): Promise<void> {
  const lecon = await lesson(manege, soon(8));
  /** The next reading of the lesson waits until `go` is called. */
  const hold = async (answer: (route: Route) => Promise<void>) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const path = `**/api/reservations/${lecon.id}`;
    await page.route(path, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      await promise;
      await answer(route);
    });
    return async () => {
      const answered = page.waitForResponse(path);
      resolve();
      await answered;
      await page.unroute(path);
    };
  };
  const removeOne = async () => {
    await card(page, /^18:00/)
      .getByRole('button', { name: /^Modifier/ })
      .click();
    await button(page, 'Retirer Léa Martens').click();
    await button(page, 'Enregistrer').click();
    await expect(button(page, 'Enregistrement en cours…')).toBeVisible();
  };
  const refusal = {
    code: 'donnees_invalides',
    status: 400,
    message: 'Illisible pour le moment.',
  };
  const fail = await hold((route) => route.fulfill({ status: 400, json: refusal }));
  await removeOne();
  await fail();
  const failure = dialog(page).getByText(refusal.message);
  await expect(failure).toBeVisible();
  // A press that failed is over, also if the lesson is read later.
  const read = page.waitForResponse(`**/api/reservations/${lecon.id}`);
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
  await (await read).finished();
  await expect(dialog(page).getByText('25,00 €')).toBeVisible();
  await expect(failure).toBeVisible();
  await expect(asked(page)).toBeHidden();
  await button(page, 'Enregistrer').click();
  await expect(asked(page)).toContainText('1 place, 12,35 €');
  await page.keyboard.press('Escape');
  await button(page, 'Annuler').click();
  await expect(dialog(page)).toBeHidden();

  const answer = await hold((route) => route.continue());
  await removeOne();
  await answer();
  await expect(asked(page)).toContainText('1 place, 12,35 €');
  await asked(page).getByRole('button', { name: 'Facturer', exact: true }).click();
  await expect(dialog(page)).toBeHidden();
  expect(await lines(manege, lecon)).toEqual([
    { nom: 'Léa Martens', centimes: 1235, motif: 'retrait' },
  ]);
}

test(
  'supprimer trop tard, puis lire et retirer dans les statistiques',
  BUREAU,
  async ({ page, manege }) => {
    // LIG-02, LIG-05, DESK-12
    await settings(manege, 'tout');
    const jour = soon(4);
    const lecon = await lesson(manege, jour);
    await openDesk(page, manege, jour);
    const remove = card(page, /^18:00/).getByRole('button', { name: /^Supprimer/ });
    await remove.press('Enter');
    const confirm = deletion(page).getByRole('button', { name: 'Supprimer', exact: true });
    await confirm.press('Enter');
    await expect(asked(page)).toContainText('2 places, 37,35 €');
    await page.keyboard.press('Escape');
    await expect(asked(page)).toBeHidden();
    await expect(confirm).toBeFocused();
    await confirm.press('Enter');
    await tabTo(page, answer(page, 'Facturer'));
    await page.keyboard.press('Enter');
    await expect(deletion(page)).toBeHidden();
    await expect(page.getByText('Réservation supprimée')).toBeVisible();
    expect(await lines(manege, lecon)).toEqual([
      { nom: 'Léa Martens', centimes: 1235, motif: 'suppression' },
      { nom: 'Zoé Willems', centimes: 2500, motif: 'suppression' },
    ]);
    await page.goto('/app/journal');
    await expect(page.getByText('facturé après le délai : 2 places, 37,35 €')).toBeVisible();

    await page.goto(`/app/statistiques?du=${jour}&au=${jour}`);
    const summary = part(page).locator('summary');
    await expect(summary).toContainText('2 places, 37,35 €');
    await expect(part(page).getByRole('table')).toBeHidden();
    await summary.press('Enter');
    const row = (nom: string) => part(page).getByRole('row').filter({ hasText: nom });
    await expect(row('Léa Martens')).toContainText(
      'Leçon collective, 18h00 – 19h00, Piste Intérieure',
    );
    await expect(row('Léa Martens')).toContainText('Leçon supprimée');
    await expect(row('Léa Martens')).toContainText('12,35 €');
    expect(await looseSigns(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await part(page).getByRole('button', { name: 'Exporter ces places (CSV)' }).press('Enter');
    const file = await (await download).createReadStream();
    let csv = '';
    for await (const chunk of file) csv += String(chunk);
    expect(csv.split('\r\n').slice(0, 4)).toEqual([
      '\uFEFFDate;Client;Cavalier;Leçon;Raison;Montant (€)',
      `${jour};Zoé Willems;Léa Martens;Leçon collective, 18h00 – 19h00, Piste Intérieure;Leçon supprimée;12,35`,
      `${jour};Zoé Willems;Zoé Willems;Leçon collective, 18h00 – 19h00, Piste Intérieure;Leçon supprimée;25,00`,
      'Total;;;;;37,35',
    ]);

    const question = page.getByRole('alertdialog', { name: 'Retirer cette place facturée\u202f?' });
    const first = row('Léa Martens').getByRole('button', { name: /^Retirer/ });
    await first.press('Enter');
    await expect(question.getByText(`Léa Martens, ${formatJour(jour, 'long')}`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(first).toBeFocused();
    for (const nom of ['Léa Martens', 'Zoé Willems']) {
      await row(nom)
        .getByRole('button', { name: /^Retirer/ })
        .press('Enter');
      await question.getByRole('button', { name: 'Retirer', exact: true }).press('Enter');
      await expect(question).toBeHidden();
      await expect(page.getByText("La place n'est plus facturée.")).toBeVisible();
      await expect(row(nom)).toHaveCount(0);
    }
    await expect(part(page).getByText('Aucune sur cette période.')).toBeVisible();
    await expect(part(page).getByRole('heading')).toBeFocused();
    expect(await lines(manege, lecon)).toEqual([]);
  },
);

async function removeFromSeries(page: Page, manege: Manege): Promise<void> {
  const jour = soon(7);
  const lecon = await lesson(manege, jour);
  const { email } = await manege.person({ role: 'admin' });
  const token = await tokenFor(manege.server.url, email, PASSWORD);
  const { status } = await callWith(
    token,
    `${manege.server.url}/api/reservations/${lecon.id}/repetition`,
    {
      version: 0,
      rythme: 7,
      dates: [soon(14), soon(21)].map((date) => ({ date, type_piste: 'interieure' })),
    },
  );
  expect(status).toBe(201);
  // The lesson in 14 days: today at 18:00 its deadline passes. The seats of the others have no price.
  await manege.sql(`update participants set centimes = 1000 where reservation_id in (
      select id from reservations where serie_id is not null and date_reservation = '${soon(14)}')`);
  await manege.sql('update parametres set "cancellationHours" = 300');
  await announceParametres(manege);
  await page.goto(`/app/webmaster?jour=${jour}`);
  await card(page, /^18:00/)
    .getByRole('button', { name: /^Modifier/ })
    .click();
  await dialog(page)
    .getByLabel(/^Toutes à venir|^Celle-ci et les suivantes/)
    .first()
    .check();
  await button(page, 'Retirer Léa Martens').click();
  await button(page, 'Enregistrer 3 leçons').click();
  await expect(asked(page)).toContainText('1 place, 12,35 €');

  const other = await page.context().newPage();
  await other.goto(`/app/statistiques?du=${jour}&au=${soon(21)}`);
  await expect(
    other.getByRole('heading', { name: 'Statistiques', exact: false }).first(),
  ).toBeVisible();
  await answer(page, 'Facturer').click();
  await expect(dialog(page)).toBeHidden();
  await expect(part(other).locator('summary')).toContainText('1 place, 12,35 €', {
    timeout: 15_000,
  });
  await other.close();
}

test(
  'le cavalier lit ce qui lui est facturé dans ses leçons passées',
  TELEPHONE,
  async ({ page, manege }) => {
    // LIG-06
    await manege.sql('update parametres set "showPrices" = true');
    const rider = await manege.person({ prenom: 'Zoé', nom: 'Willems' });
    await manege.sql(
      `insert into lignes (user_id, nom, jour, libelle, centimes, motif, reservation_id, place)
     select id, 'Tom Willems', $2, 'Leçon collective, 10h00 – 11h00, Piste Intérieure', 1250, 'retrait', gen_random_uuid(), gen_random_uuid() from users where email = $1`,
      [rider.email, addDays(today(), -1)],
    );
    await enter(page, manege, rider);
    await page.goto('/app/mes-lecons');
    await expect(page.getByText('(facturé après le délai : 12,50 €)')).toBeVisible();
    await expect(
      page.getByRole('heading', { name: 'Places facturées après le délai' }),
    ).toBeVisible();
    await expect(
      page.getByText('Rendues après le délai pour annuler, et facturées par le centre.'),
    ).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Tom Willems' })).toContainText(
      '12,50 €',
    );
    expect(await looseSigns(page)).toEqual([]);
  },
);

async function chooseSetting(page: Page, manege: Manege): Promise<void> {
  await confirmSessions(manege);
  await page.goto('/app/webmastersettings?onglet=cavaliers');
  const field = page.getByLabel('Une place rendue après le délai est facturée');
  await expect(field).toHaveValue('rien');
  expect(await field.locator('option').allTextContents()).toEqual([
    'Pas du tout',
    'À moitié',
    'Entièrement',
  ]);
  await field.selectOption('À moitié');
  await page.getByRole('button', { name: 'Sauvegarder les paramètres' }).press('Enter');
  await expect(page.getByText('Paramètres sauvegardés avec succès')).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('moitie');
  await page.goto('/app/journal');
  await expect(
    page.getByText('Une place rendue après le délai est facturée : Pas du tout → À moitié').first(),
  ).toBeVisible();
}
