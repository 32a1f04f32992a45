/**
 * The dashboard and its weekly planning: counts, cells, links of free half hours, other weeks,
 * sign-out (DESK-01 to DESK-10).
 */
import type { Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { weekNumber } from '../../../src/domain/planning/planning.ts';
import { PASSWORD } from '../../support/people.ts';
import { callWith, tokenFor } from '../../support/server.ts';
import {
  BUREAU,
  enter,
  expect,
  expectNoSidewaysScroll,
  type Manege,
  REFUSED,
  retry,
  serveAt,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { cell, chooseJour, freeSlot, open, rememberType, store, weekOf } from '../planning.ts';
import { mondayIn, today } from '../../support/jours.ts';

const printButton = (page: Page) => page.getByRole('button', { name: 'Imprimer la semaine' });

test(
  'le planning suit ce qui change, va de semaine en semaine, et un créneau libre mène au formulaire',
  BUREAU,
  async ({ page, manege }) => {
    // DESK-02, DESK-04, DESK-05, DESK-06, DESK-07, DESK-75, UI-11
    await open(page, manege, mondayIn(0));
    await test.step("les trois compteurs disent le total, aujourd'hui et les confirmées, et suivent", () =>
      count(page, manege));
    await test.step("la réservation d'un cavalier paraît sans recharger, une annulée ne paraît pas", () =>
      follow(page, manege));
    await test.step('on va de semaine en semaine, et le numéro suit', () => turnWeeks(page));
    await test.step("un créneau libre mène par « Plus de détails » au formulaire, jour, piste et heure choisis, et l'heure survit au type", () =>
      bookFree(page, manege));
  },
);

async function count(page: Page, manege: Manege): Promise<void> {
  const [before] = await manege.sql(
    `select count(*)::int as total, count(*) filter (where statut = 'confirmee')::int as confirmees,
    count(*) filter (where statut <> 'annulee' and date_reservation = $1)::int as jour from reservations`,
    [today()],
  );
  const { total, confirmees, jour } = before as Record<string, number>;
  await page.goto(`/app/webmaster?semaine=${mondayIn(0)}`);
  const counter = (nom: string) =>
    page
      .getByRole('list', { name: 'Compteurs' })
      .getByRole('listitem')
      .nth(['total', 'jour', 'confirmees'].indexOf(nom))
      .locator('strong');
  await expect(counter('total')).toHaveText(String(total));
  await store(manege, {
    jour: today(),
    heure: '19:00',
    fin: '19:30',
    piste: 'exterieure',
    type: 'longe',
    noms: ['Zoé'],
    statut: 'en_attente',
  });
  await store(manege, { jour: mondayIn(30) });
  await store(manege, { jour: mondayIn(30), statut: 'annulee' });
  await expect(counter('total')).toHaveText(String(total! + 3));
  await expect(counter('jour')).toHaveText(String(jour! + 1));
  await expect(counter('confirmees')).toHaveText(String(confirmees! + 1));
}

async function follow(page: Page, manege: Manege): Promise<void> {
  const jour = addDays(mondayIn(2), 1);
  await store(manege, { jour, statut: 'annulee', noms: ['Noah Janssens'] });
  await page.goto(`/app/webmaster?semaine=${jour}`);
  await expect(page.getByText('Aucune réservation cette semaine')).toBeVisible();
  await expect(freeSlot(page, jour, '10:00')).toBeVisible();
  await expect(printButton(page)).toBeDisabled();
  const { email } = await manege.person();
  const token = await tokenFor(manege.server.url, email, PASSWORD);
  const { status } = await callWith(token, `${manege.server.url}/api/reservations`, {
    type_lecon: 'collective',
    nombre_personnes: 2,
    noms_participants: ['Élise Maes', 'Jules Renard'],
    type_piste: 'interieure',
    heure_debut: '10:00',
    date_reservation: jour,
  });
  expect(status).toBe(201);
  const lecon = cell(
    page,
    /Élise M\., Jules R\. ?2 inscrits sur 6, places restantes, ?10:00 – 11:00 ?Leçon collective$/,
  );
  await expect(lecon).toBeVisible();
  await expect(lecon).toContainText('Élise M.');
  await expect(lecon.locator('xpath=..')).toHaveAttribute('rowspan', '2');
  await expect(weekOf(page).getByText('Noah')).toHaveCount(0);
  await expect(page.getByText('Aucune réservation cette semaine')).toBeHidden();
  await expect(printButton(page)).toBeEnabled();
}

async function bookFree(page: Page, manege: Manege): Promise<void> {
  const jour = addDays(mondayIn(9), 2);
  await store(manege, { jour, heure: '14:30', fin: '15:00', type: 'longe', noms: ['Zoé'] });
  await rememberType(manege, 'collective');
  await page.goto(`/app/webmaster?semaine=${jour}`);
  const radio = (name: string | RegExp) => page.getByRole('radio', { name });
  await freeSlot(page, jour, '14:00').click();
  // The fast entry has read the last type of the desk, of one hour: it does not fit there.
  await expect(page.getByText('La dernière réservée au bureau.')).toBeVisible();
  await page.getByRole('button', { name: 'Plus de détails' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Réserver une leçon' })).toBeFocused();
  await expect(radio(formatJour(jour, 'long'))).toBeChecked();
  await expect(radio(/^Piste Intérieure/)).toBeChecked();
  await expect(radio('14:00, disponible')).toBeChecked();
  await expect(page).toHaveURL('/app/reservation');
  await radio(/^Leçon particulière/).check();
  await expect(radio('14:00, disponible')).toBeChecked();
  await page.getByLabel('Participant 1').fill('Camille Lambert');
  await page.getByRole('button', { name: 'Confirmer la réservation' }).click();
  await expect(page.getByText('Votre réservation a été confirmée avec succès !')).toBeVisible();
  // Back leads to the previous week.
  await page.goBack();
  await expect(page).toHaveURL(`/app/webmaster?semaine=${jour}`);
  // If the lesson does not fit at the hour, the hour is cleared.
  await page.goto(`/app/reservation?jour=${jour}&heure=13:30&piste=interieure`);
  await expect(radio('13:30, disponible')).toBeChecked();
  await radio(/^Leçon collective/).check();
  await expect(radio(/^13:30/)).not.toBeChecked();
  await page.evaluate(() => sessionStorage.clear());
  for (const wrong of [
    'jour=2026-02-31&heure=10:00&piste=interieure',
    `jour=${jour}&heure=10:15&piste=interieure`,
    `jour=${jour}&heure=10:00&piste=lune`,
  ]) {
    await page.goto(`/app/reservation?${wrong}`);
    await expect(radio(/^Piste Intérieure/)).not.toBeChecked();
  }
}

test(
  "sur un téléphone : le passé s’enregistre après coup, une autre semaine s'ouvre sur le même jour, et Paramètres mène aux paramètres",
  TELEPHONE,
  async ({ page, manege }) => {
    // BOOK-02, DESK-01, DESK-04, DESK-06, DESK-10
    await open(page, manege, mondayIn(-1));
    await test.step('le passé ne se réserve pas, il s’enregistre après coup ; 20:00 est fermé', () =>
      readPast(page));
    await test.step("une autre semaine s'ouvre sur le même jour, et la vue du jour ne retient pas le défilement", () =>
      keepDay(page, manege));
    await test.step('Paramètres mène aux paramètres', () => openSettings(page));
  },
);

async function readPast(page: Page): Promise<void> {
  const jour = mondayIn(-1);
  await page.goto(`/app/webmaster?semaine=${jour}`);
  await expect(page.getByText(`Semaine ${weekNumber(jour)}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Libre/ })).toHaveCount(0);
  await expect(
    page.getByRole('link', { name: /^Passé, .*19:30, enregistrer après coup$/ }).first(),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: /^Passé, .*20:00/ })).toHaveCount(0);
  await page.goto(`/app/webmaster?semaine=${mondayIn(10)}`);
  await chooseJour(page, mondayIn(10), true);
  await expect(freeSlot(page, mondayIn(10), '19:30')).toBeVisible();
  await expect(page.getByRole('link', { name: /20:00, réserver$/ })).toHaveCount(0);
  await expect(page.getByRole('rowheader', { name: '20:00' }).first()).toBeVisible();
}

async function turnWeeks(page: Page): Promise<void> {
  const [ici, next] = [mondayIn(0), mondayIn(1)];
  await page.goto(`/app/webmaster?semaine=${ici}`);
  await expect(page.getByText(`Semaine ${weekNumber(ici)}`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Semaine suivante' }).click();
  await expect(page.getByText(`Semaine ${weekNumber(next)}`, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`/app/webmaster?jour=${next}`);
  await page.getByRole('button', { name: 'Semaine précédente' }).click();
  await page.getByRole('button', { name: 'Semaine précédente' }).click();
  await expect(
    page.getByText(`Semaine ${weekNumber(mondayIn(-1))}`, { exact: true }),
  ).toBeVisible();
  await page
    .getByRole('region', { name: 'Planning de la semaine' })
    .getByRole('button', { name: "Aujourd'hui" })
    .click();
  await expect(page).toHaveURL('/app/webmaster');
  await expect(page.locator('[aria-current="date"]').first()).toBeVisible();
}

async function keepDay(page: Page, manege: Manege): Promise<void> {
  const thursday = addDays(mondayIn(13), 3);
  for (let n = 0; n < 6; n += 1)
    await store(manege, { jour: thursday, heure: `${10 + n}:00`, fin: `${11 + n}:00` });
  await page.goto(`/app/webmaster?semaine=${mondayIn(12)}`);
  await page
    .getByRole('radio', { name: new RegExp(`^${formatJour(addDays(mondayIn(12), 3), 'long')}`) })
    .check();
  await page.getByRole('button', { name: 'Semaine suivante' }).click();
  await expect(
    page.getByRole('radio', { name: new RegExp(`^${formatJour(thursday, 'long')}`) }),
  ).toBeChecked();
  await expect(page.getByRole('grid').getByRole('button')).toHaveCount(6);
  await page
    .getByRole('region', { name: 'Planning de la semaine' })
    .getByRole('button', { name: "Aujourd'hui" })
    .click();
  await expect(
    page.getByRole('radio', { name: new RegExp(`^${formatJour(today(), 'long')}`) }),
  ).toBeChecked();

  await page.goto(`/app/webmaster?jour=${thursday}`);
  const list = page.getByRole('region', {
    name: `Réservations du ${formatJour(thursday, 'long')}`,
  });
  await expect(list.getByRole('article')).toHaveCount(6);
  expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(
    0,
  );
  expect(await list.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(600);
}

async function fitColumn(page: Page, manege: Manege): Promise<void> {
  await page.setViewportSize({ width: 820, height: 1180 });
  // On a Sunday, the column of today is the last one.
  await serveAt(page, `${addDays(mondayIn(1), 6)}T10:00:00Z`);
  await open(page, manege, mondayIn(1));
  const heads = page.getByRole('columnheader', { name: /aujourd'hui/ });
  await expect(heads).toHaveCount(2);
  for (const head of await heads.all()) {
    expect(
      await head.evaluate((headCell) => {
        const [ici, box] = [
          headCell.getBoundingClientRect(),
          headCell.closest('table')!.parentElement!.getBoundingClientRect(),
        ];
        return ici.left >= box.left && Math.floor(ici.right) <= box.right;
      }),
    ).toBe(true);
  }
  await expectNoSidewaysScroll(page);
  await page.goto(`/app/webmaster?semaine=${mondayIn(-70)}`);
  const box = weekOf(page).locator('div:has(> [role=grid])').first();
  await expect(box).toHaveAttribute('tabindex', '0');
  await page.setViewportSize({ width: 1280, height: 800 });
  // everything is visible, so no tab stop is needed
  await expect(box).not.toHaveAttribute('tabindex');
}

test(
  'un planning illisible se relit ; Déconnexion vide les deux mémoires ; à 820 px la colonne du jour est en vue',
  BUREAU,
  async ({ page, manege }) => {
    // ACC-28, DESK-01, UI-18, UI-71
    await test.step('un planning illisible le dit, et se relit', () => readAgain(page, manege));
    await test.step('Déconnexion vide les deux mémoires, finit la session et recharge la racine', () =>
      signOut(page));
    await test.step('à 820 px, où la semaine ne tient pas, la colonne du jour est en vue, et le clavier fait défiler une semaine sans rien à presser', () =>
      fitColumn(page, manege));
  },
);

async function readAgain(page: Page, manege: Manege): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.route('**/api/planning?*', (route) => route.fulfill(REFUSED));
  await page.goto('/app/webmaster');
  await expect(page.getByText("Le planning n'a pas pu être chargé.")).toBeVisible();
  await retry(page.getByRole('button', { name: 'Réessayer' }).first(), () =>
    page.unroute('**/api/planning?*'),
  );
  await expect(page.getByRole('grid').first()).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`/app/webmaster?semaine=${mondayIn(0)}`);
  await page.evaluate(() => {
    localStorage.setItem('autre', '1');
    sessionStorage.setItem('autre', '1');
  });
  await page.getByRole('main').getByRole('button', { name: 'Déconnexion' }).click();
  await expect(page).toHaveURL('/?logout=1');
  await expect(page.getByRole('link', { name: /Se connecter/ }).first()).toBeVisible();
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  await page.goto('/app/webmaster');
  await expect(page).toHaveURL('/login');
}

async function openSettings(page: Page): Promise<void> {
  await page.goto(`/app/webmaster?semaine=${mondayIn(0)}`);
  await page.getByRole('main').getByRole('link', { name: 'Paramètres' }).click();
  await expect(page).toHaveURL('/app/webmastersettings');
}
