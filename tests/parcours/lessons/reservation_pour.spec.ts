/**
 * An administrator books for somebody else: for an account that is found by its name, or for a name
 * without an account.
 */
import type { Page } from '@playwright/test';
import { REFUS } from '../../../src/domain/errors/errors.ts';
import {
  answerNextWrite,
  BUREAU,
  enter,
  expect,
  type Manege,
  REFUSED,
  retry,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { confirmButton, fillForm, SUCCESS } from '../reservation.ts';
import { jourOf } from '../../support/jours.ts';

const field = (page: Page) => page.getByRole('combobox', { name: /^Réserver pour/ });
const option = (page: Page, nom: string | RegExp) =>
  page.getByRole('listbox', { name: 'Clients' }).getByRole('option', { name: nom });

test(
  "pour un compte, cherché sans accents ni majuscules et choisi au clavier : le cavalier voit la leçon et reçoit l'email",
  BUREAU,
  async ({ page, manege, browser }) => {
    // BOOK-26, BOOK-31
    const jour = jourOf(15, 2);
    const [eloise, namesake] = [
      await manege.person({ prenom: 'Éloïse', nom: 'Özdemir' }),
      await manege.person({ prenom: 'Anaïs', nom: 'Özdemir' }),
    ];
    await manege.person({ prenom: 'Élise', nom: 'Özdemir', statut: 'en_attente' });
    await enter(
      page,
      manege,
      await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Maes' }),
    );
    await page.goto('/app/reservation');
    await field(page).pressSequentially('OZDEM');
    // Only active accounts, in the order of their names, then a new customer.
    await expect(page.getByRole('option')).toHaveText([
      `Anaïs Özdemir${namesake.email}`,
      `Éloïse Özdemir${eloise.email}`,
      '« OZDEM », nouveau client',
    ]);
    await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByText('2 clients trouvés')).toBeAttached();
    await expect(option(page, /^Anaïs/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(option(page, /^Éloïse/)).toHaveAttribute('aria-selected', 'true');
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(
      await option(page, /^Éloïse/).getAttribute('id'),
    );
    await page.keyboard.press('Enter');
    await expect(field(page)).toHaveValue('Éloïse Özdemir');
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveAccessibleDescription(
      `${eloise.email}. La leçon sera dans ses réservations.`,
    );
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await fillForm(page, jour, { noms: [''] });
    await page.getByRole('button', { name: 'Son nom : Éloïse Özdemir' }).click();
    await expect(page.getByLabel('Participant 1')).toHaveValue('Éloïse Özdemir');
    await confirmButton(page).click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await expect(page.getByText(/^Éloïse Özdemir, .*10h00 – 11h00$/)).toBeVisible();
    await expect(field(page)).toHaveValue('');
    expect(
      await manege.sql('select user_id, nom_client from reservations where date_reservation = $1', [
        jour,
      ]),
    ).toEqual([{ user_id: eloise.id, nom_client: 'Éloïse Özdemir' }]);
    expect(
      await manege.sql(
        "select destinataire from courriels where user_id = $1 and sorte = 'reservation_confirmee'",
        [eloise.id],
      ),
    ).toEqual([{ destinataire: eloise.email }]);

    // The lesson does not belong to the administrator, so the success message links to its day.
    await page.getByRole('link', { name: 'Voir dans la vue du jour' }).click();
    await expect(page).toHaveURL(new RegExp(`/app/webmaster\\?jour=${jour}&lecon=`));
    await expect(page.getByRole('article', { name: '10:00, Leçon collective' })).toBeFocused();
    await expect(page.getByRole('article', { name: '10:00, Leçon collective' })).toBeInViewport();

    const cavaliere = await (await browser.newContext({ baseURL: manege.server.url })).newPage();
    await enter(cavaliere, manege, eloise);
    await cavaliere.goto('/app/reservation');
    await expect(
      cavaliere.getByRole('region', { name: 'Mes réservations' }).getByRole('article'),
    ).toHaveCount(1);
    await expect(field(cavaliere)).toHaveCount(0);
  },
);

test(
  'pour un nom seul ; ce qui est écrit sans être choisi ne réserve pas pour soi, et une réponse perdue se retrouve',
  TELEPHONE,
  async ({ page, manege }) => {
    // BOOK-26, BOOK-29, BOOK-31
    const jour = jourOf(15, 3);
    await enter(
      page,
      manege,
      await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Maes' }),
    );
    await page.goto('/app/reservation');
    await fillForm(page, jour, { noms: ['Jeanne Dupont'] });
    await field(page).fill('Jeanne  Dupont');
    await field(page).press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await field(page).blur();
    await expect(field(page)).toHaveAccessibleDescription(
      new RegExp(REFUS.client_manquant.message),
    );
    await expect(confirmButton(page)).toBeDisabled();
    await page.reload();
    await expect(field(page)).toHaveValue('Jeanne  Dupont');
    await field(page).press('ArrowDown');
    await option(page, '« Jeanne Dupont », nouveau client').tap();
    await expect(field(page)).toHaveValue('Jeanne Dupont');
    await expect(field(page)).toHaveAccessibleDescription(
      "Sans compte : aucun email n'est envoyé à cette personne.",
    );
    await page.getByLabel('Son téléphone (facultatif)').fill('0475 10 22 33');
    await answerNextWrite(page, '**/api/reservations', async (route) => {
      await route.fetch();
      await route.abort('aborted');
    });
    await confirmButton(page).tap();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await expect(field(page)).toHaveValue('');
    expect(
      await manege.sql(
        'select nom_client, c.nom, c.telephone from reservations r join clients c on c.id = r.user_id where date_reservation = $1',
        [jour],
      ),
    ).toEqual([{ nom_client: 'Jeanne Dupont', nom: 'Jeanne Dupont', telephone: '0475 10 22 33' }]);
  },
);

test(
  'pour plusieurs familles, au clavier : un nom a un autre client, un autre un nouveau ; un rechargement ne perd rien, une réponse perdue se retrouve',
  BUREAU,
  async ({ page, manege }) => {
    // BOOK-29, BOOK-37
    await test.step('un nom a un autre client, un autre un nouveau', () =>
      bookFamilies(page, manege));
    await test.step('la recherche d’un autre client ne répond pas : le nom garde le client de la réservation', () =>
      searchUnanswered(page));
  },
);

async function bookFamilies(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(15, 5);
  const father = await manege.person({ prenom: 'Marc', nom: 'Lenoir' });
  const rider = 'Ysaline Renard';
  await manege.sql('insert into cavaliers (user_id, nom) values ($1, $2)', [father.id, rider]);
  const admin = await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Maes' });
  await enter(page, manege, admin);
  await page.goto('/app/reservation');
  await fillForm(page, jour, { noms: ['Sophie Maes', 'Ysaline', 'Zoé'] });
  const name = (n: number) => page.getByLabel(`Nom complet du participant ${n}`);
  const other = (who: string) => page.getByRole('button', { name: `Autre client ${who}` });
  const search = (who: string) =>
    page.getByRole('combobox', { name: `À qui est cette place ${who}` });
  // Quiet at first.
  await expect(page.getByRole('combobox')).toHaveCount(1);
  await expect(name(2)).toHaveAccessibleDescription('');
  await other("d'Ysaline").press('Enter');
  await expect(search("d'Ysaline")).toBeFocused();
  await search("d'Ysaline").fill(rider.toLowerCase());
  await expect(page.getByRole('option', { name: 'Marc Lenoir' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(other("d'Ysaline")).toBeFocused();
  await expect(name(2)).toHaveAccessibleDescription('Place de Marc Lenoir');
  await other('de Zoé').press('Enter');
  // PEOPLE-48: neither a new customer nor an answer that did not come is taken by Enter alone.
  const unreadable = page.getByText("Les clients n'ont pas pu être cherchés.");
  await page.route('**/api/clients/recherche?q=Odette*', (route) => route.fulfill(REFUSED));
  await search('de Zoé').fill('Odette  Lenoir');
  await page.keyboard.press('Enter');
  await expect(unreadable).toBeVisible();
  await expect(page.getByRole('option', { name: /nouveau client/ })).toHaveCount(0);
  await retry(page.getByRole('button', { name: 'Réessayer' }), () =>
    page.unroute('**/api/clients/recherche?q=Odette*'),
  );
  await expect(unreadable).toBeHidden();
  await search('de Zoé').press('Enter');
  await expect(page.getByText('Aucun client trouvé')).toBeVisible();
  await page.getByRole('option', { name: '« Odette Lenoir », nouveau client' }).click();
  await expect(name(3)).toHaveAccessibleDescription("Place d'Odette Lenoir, nouveau client");
  // Chosen by mistake, and taken back.
  await other('de Sophie Maes').press('Enter');
  await search('de Sophie Maes').fill('odette lenoir');
  await page.getByRole('option', { name: /nouveau client/ }).click();
  await other('de Sophie Maes').press('Enter');
  await expect(search('de Sophie Maes')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Comme la réservation' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(name(1)).toHaveAccessibleDescription('');
  await page.reload();
  await expect(name(2)).toHaveAccessibleDescription('Place de Marc Lenoir');
  await expect(name(3)).toHaveAccessibleDescription("Place d'Odette Lenoir, nouveau client");
  expect(await manege.sql('select 1 from clients where nom = $1', ['Odette Lenoir'])).toEqual([]);
  await answerNextWrite(page, '**/api/reservations', async (route) => {
    await route.fetch();
    await route.abort('aborted');
  });
  await confirmButton(page).press('Enter');
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(
    await manege.sql(
      `select s.nom, coalesce(c.nom, s.user_id::text) as qui from participants s join reservations r on r.id = s.reservation_id
        join clients c on c.id = s.user_id where date_reservation = $1 order by position`,
      [jour],
    ),
  ).toEqual([
    { nom: 'Sophie Maes', qui: admin.id },
    { nom: 'Ysaline', qui: father.id },
    { nom: 'Zoé', qui: 'Odette Lenoir' },
  ]);
  // Her own lesson, with her own name.
  await expect(
    page.getByRole('region', { name: 'Mes réservations' }).getByRole('article').first(),
  ).toContainText('Sophie Maes');
  await expect(page.getByRole('region', { name: 'Mes réservations' })).not.toContainText('Ysaline');
}

async function searchUnanswered(page: Page): Promise<void> {
  const jour = jourOf(15, 6);
  await page.goto('/app/reservation');
  await fillForm(page, jour, { noms: ['Zoé', 'Tom'] });
  await page.route('**/api/clients/recherche**', (route) => route.fulfill(REFUSED));
  await page.getByRole('button', { name: 'Autre client de Tom' }).click();
  const search = page.getByRole('combobox', { name: 'À qui est cette place de Tom' });
  await search.fill('Marc');
  // A new customer can still be named, and it can be closed.
  await expect(page.getByRole('option')).toHaveText(['« Marc », nouveau client']);
  await page.getByRole('button', { name: 'Fermer de Tom' }).click();
  await expect(search).toHaveCount(0);
  await expect(confirmButton(page)).toBeEnabled();
}
