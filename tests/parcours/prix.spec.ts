/**
 * The tariffs (PRICE-01 to PRICE-04): typed with a comma or a point, stored to the cent, never
 * changed during typing.
 */
import type { Page } from '@playwright/test';
import { REFUS } from '#domain/errors/errors.ts';
import {
  BUREAU,
  enter,
  expect,
  expectAccessible,
  expectGoodAtBothWidths,
  expectNoSidewaysScroll,
  type Manege,
  tabTo,
  TELEPHONE,
  test,
} from './fixtures.ts';

const SUCCESS = 'Les prix ont été sauvegardés avec succès';

const priceField = (page: Page, lecon: string) =>
  page.getByRole('spinbutton', { name: new RegExp(`^Tarif ${lecon}`) });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Sauvegarder les prix' });

/** Every test starts with the price 20,00. */
async function open(page: Page, manege: Manege): Promise<void> {
  await manege.sql('update prix set prix = 20');
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.goto('/app/prix');
  await expect(priceField(page, 'Liberté')).toHaveValue('20,00');
}

const stored = async (manege: Manege) =>
  Object.fromEntries(
    (await manege.sql('select type_lecon, prix::text as prix from prix')).map(
      ({ type_lecon, prix }) => [type_lecon, prix],
    ),
  );

/** Stores a price as another screen does. */
async function changeElsewhere(manege: Manege, type: string, prix: string): Promise<void> {
  await manege.sql('update prix set prix = $2, version = version + 1 where type_lecon = $1', [
    type,
    prix,
  ]);
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["prix"]}')`);
}

test(
  'chaque leçon a son tarif : virgule, point, texte et clavier, enregistrés au centime',
  BUREAU,
  async ({ page, manege }) => {
    // PRICE-01, PRICE-02, PRICE-12
    await open(page, manege);
    await expect(page.getByRole('link', { name: 'Retour au Webmaster' })).toHaveAttribute(
      'href',
      '/webmaster',
    );
    await expect(page.getByRole('list', { name: 'Tarifs' }).getByRole('listitem')).toHaveCount(6);
    await expect(page.getByRole('listitem').filter({ hasText: 'Travail à pied' })).toContainText(
      '60 minutes',
    );
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await priceField(page, 'Leçon particulière').fill('38,5');
    await priceField(page, 'Leçon collective').fill('22.10');
    await priceField(page, 'Longe').fill('vingt');
    await priceField(page, 'Liberté').fill('0,999');
    await priceField(page, 'Leçon de saut').press('ArrowUp');
    await priceField(page, 'Travail à pied').fill('0');
    await priceField(page, 'Travail à pied').press('ArrowDown');
    // Before the save, the page shows the value that will be stored, and the reason.
    await expect(priceField(page, 'Longe')).toHaveValue('0,00');
    await expect(priceField(page, 'Longe')).toHaveAccessibleDescription(
      "« vingt » n'est pas un nombre : le prix devient 0,00 €.",
    );
    await page.clock.install();
    await tabTo(page, saveButton(page));
    await page.keyboard.press('Enter');
    // One question for both prices that become zero.
    const question = page.getByRole('alertdialog', { name: 'Mettre à zéro ?' });
    await expect(question.getByRole('listitem')).toHaveText([
      'Travail à pied : 20,00 € → 0,00 €',
      'Longe : 20,00 € → 0,00 €',
    ]);
    await question.getByRole('button', { name: 'Annuler' }).click();
    await expect(priceField(page, 'Longe')).toHaveValue('0,00');
    expect((await stored(manege))['longe']).toBe('20.00');
    await saveButton(page).click();
    await question.getByRole('button', { name: 'Mettre à zéro' }).click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect(await stored(manege)).toEqual({
      particuliere: '38.50',
      collective: '22.10',
      travail_pied: '0.00',
      longe: '0.00',
      saut: '20.01',
      liberte: '1.00',
    });
    await expectGoodAtBothWidths(page);
    await page.clock.fastForward(3_000);
    await expect(page.getByText(SUCCESS)).toBeHidden({ timeout: 1_000 });
    await expect(priceField(page, 'Leçon particulière')).toHaveValue('38,50');
  },
);

test(
  "un prix négatif est refusé à son champ, et reste tel qu'on l'a écrit ; rien n'est enregistré",
  BUREAU,
  async ({ page, manege }) => {
    // PRICE-02, PRICE-13
    await open(page, manege);
    await priceField(page, 'Longe').fill('-3');
    await priceField(page, 'Liberté').fill('25');
    await saveButton(page).click();
    await expect(priceField(page, 'Longe')).toHaveValue('-3');
    await expect(priceField(page, 'Longe')).toBeFocused();
    await expect(priceField(page, 'Longe')).toHaveAccessibleDescription(
      /Un prix va de 0 à 99 999,99 euros/,
    );
    expect((await stored(manege))['liberte']).toBe('20.00');
    await expectAccessible(page);
  },
);

test('la page dit de quels mois un prix change les montants', BUREAU, async ({ page, manege }) => {
  // PRICE-17
  await manege.sql('delete from reservations');
  await manege.sql(`select id from importer_lecons((select jsonb_agg(l) from (
    values ('{Zoé}', 'Zoé', '2025-03-04', '10:00', '10:30', 'interieure', 'longe', 1, 'confirmee'), ('{Zoé}', 'Zoé', '2026-12-24', '10:00', '10:30', 'interieure', 'longe', 1, 'confirmee'),
      ('{Zoé}', 'Zoé', '2026-05-04', '10:00', '10:30', 'interieure', 'saut', 1, 'confirmee'), ('{Zoé}', 'Zoé', '2026-05-05', '10:00', '10:30', 'interieure', 'liberte', 1, 'annulee')
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut))) as id`);
  await open(page, manege);
  await expect(priceField(page, 'Longe')).toHaveAccessibleDescription(
    'Change les montants de mars 2025 à décembre 2026.',
  );
  await expect(priceField(page, 'Leçon de saut')).toHaveAccessibleDescription(
    'Change les montants de mai 2026.',
  );
  await expect(priceField(page, 'Liberté')).toHaveAccessibleDescription(
    'Aucune leçon : rien à recompter.',
  );
});

test(
  "pendant l'envoi le bouton le dit, et un double appui n'envoie qu'une fois",
  BUREAU,
  async ({ page, manege }) => {
    // PRICE-01, UI-17
    await open(page, manege);
    let answer = () => {};
    const gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let envois = 0;
    await page.route('**/api/prix', async (route) => {
      if (route.request().method() === 'PUT') {
        envois += 1;
        await gate;
      }
      await route.continue();
    });
    await priceField(page, 'Longe').fill('25');
    await saveButton(page).click();
    const saving = page.getByRole('button', { name: 'Sauvegarde en cours...' });
    await expect(saving).toBeVisible();
    // A busy button keeps the focus and ignores further presses.
    await saving.press('Enter');
    // Text typed during the save is not lost when the answer arrives.
    await priceField(page, 'Liberté').fill('18');
    answer();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect(envois).toBe(1);
    await expect(priceField(page, 'Liberté')).toHaveValue('18');
    expect((await stored(manege))['liberte']).toBe('20.00');
  },
);

test(
  'un changement fait ailleurs se montre, sauf sous les doigts de qui écrit',
  BUREAU,
  async ({ page, manege }) => {
    // UI-11
    await open(page, manege);
    await priceField(page, 'Longe').fill('25,5');
    await changeElsewhere(manege, 'liberte', '17');
    await expect(priceField(page, 'Liberté')).toHaveValue('17,00');
    await changeElsewhere(manege, 'longe', '31');
    await expect(page.getByText('Modifié ailleurs entre-temps : 31,00 €.')).toBeVisible();
    await expect(priceField(page, 'Longe')).toHaveValue('25,5');
    // The other person's change is not overwritten before this person has chosen.
    await saveButton(page).click();
    await expect(page.getByRole('alert')).toHaveText(REFUS.prix_changes.message);
    const choice = page.getByRole('group', { name: 'Tarif Longe, modifié ailleurs' });
    await expect(choice.getByRole('button', { name: 'Garder 25,50 €' })).toBeFocused();
    expect(await stored(manege)).toMatchObject({ longe: '31.00' });
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(priceField(page, 'Longe')).toBeFocused();
    await expect(page.getByText('Modifié ailleurs')).toBeHidden();
    await saveButton(page).click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect(await stored(manege)).toMatchObject({ longe: '25.50', liberte: '17.00', saut: '20.00' });
  },
);

test(
  "deux sauvegardes au même instant : la seconde apprend le prix de la première, garde ce qu'on a saisi et laisse choisir",
  TELEPHONE,
  async ({ page, manege }) => {
    // PRICE-04, PRICE-13
    await open(page, manege);
    // Another person saves during this save.
    await page.route('**/api/prix', async (route) => {
      if (route.request().method() === 'PUT')
        await manege.sql(
          `update prix set prix = 31, version = version + 1 where type_lecon = 'longe' and prix <> 31`,
        );
      await route.continue();
    });
    await priceField(page, 'Longe').fill('25,5');
    await priceField(page, 'Liberté').fill('18');
    await saveButton(page).click();
    await expect(page.getByRole('alert')).toHaveText(
      `${REFUS.prix_changes.message} Longe : 31,00 €.`,
    );
    await expect(priceField(page, 'Longe')).toHaveValue('25,50');
    expect(await stored(manege)).toMatchObject({ longe: '31.00', liberte: '20.00' });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Prendre 31,00 €' }).press('Enter');
    await expect(priceField(page, 'Longe')).toHaveValue('31,00');
    await expect(priceField(page, 'Longe')).toBeFocused();
    await saveButton(page).click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect(await stored(manege)).toMatchObject({ longe: '31.00', liberte: '18.00' });
  },
);

test(
  "ce qui n'est pas sauvegardé survit à un détour par le menu, se dit et s'annule",
  TELEPHONE,
  async ({ page, manege }) => {
    // UI-10, UI-21
    await open(page, manege);
    const message = page.getByText('Modifications non sauvegardées.');
    await expect(message).toHaveCount(0);
    await priceField(page, 'Longe').fill('31');
    await expect(message).toBeVisible();
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    await page.getByRole('link', { name: 'Statistiques' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Statistiques' })).toBeVisible();
    await page.goBack();
    await expect(priceField(page, 'Longe')).toHaveValue('31,00');
    await page.reload();
    await expect(priceField(page, 'Longe')).toHaveValue('31,00');
    await expect(message).toBeVisible();
    await expectGoodAtBothWidths(page);
    await page.getByRole('button', { name: 'Annuler les modifications' }).press('Enter');
    await expect(priceField(page, 'Longe')).toHaveValue('20,00');
    await expect(message).toHaveCount(0);
    await expect(saveButton(page)).toBeFocused();
    // Unchanged prices can be saved too, so the button does not move when the field loses the
    // focus.
    await priceField(page, 'Liberté').fill('20');
    await saveButton(page).click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Fermer' }).press('Enter');
    await expect(page.getByText(SUCCESS)).toBeHidden();
    await expect(saveButton(page)).toBeFocused();
    await page.reload();
    await expect(priceField(page, 'Longe')).toHaveValue('20,00');
    expect(await stored(manege)).toMatchObject({ longe: '20.00' });
  },
);

test(
  'un prix trop élevé est refusé dans son champ, un refus du serveur dans sa phrase',
  TELEPHONE,
  async ({ page, manege }) => {
    // PRICE-13, LIM-16
    await open(page, manege);
    await priceField(page, 'Longe').fill('100000');
    await saveButton(page).click();
    await expect(page.getByText(REFUS.prix_invalide.message)).toBeVisible();
    await expect(priceField(page, 'Longe')).toBeFocused();
    await expectAccessible(page);

    await priceField(page, 'Longe').fill('30');
    await page.route('**/api/prix', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 404,
            json: {
              code: 'type_introuvable',
              status: 404,
              message: REFUS.type_introuvable.message,
            },
          })
        : route.continue(),
    );
    await saveButton(page).click();
    await expect(page.getByRole('alert')).toHaveText(REFUS.type_introuvable.message);
    await expect(priceField(page, 'Longe')).toHaveValue('30,00');
    expect((await stored(manege))['longe']).toBe('20.00');
  },
);

test('sans type de leçon, la page mène aux paramètres', BUREAU, async ({ page, manege }) => {
  // PRICE-01
  await enter(page, manege, await manege.person({ role: 'admin' }));
  for (const calls of ['**/api/types-lecons*', '**/api/prix'])
    await page.route(calls, (route) => route.fulfill({ json: [] }));
  await page.goto('/app/prix');
  await expect(page.getByText('Aucun type de leçon configuré')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Ouvrir les paramètres' }).click();
  await expect(page).toHaveURL('/app/webmastersettings?onglet=types');
});

test("des prix illisibles ramènent à l'accueil", TELEPHONE, async ({ page, manege }) => {
  // ACC-07
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.route('**/api/prix', (route) =>
    route.fulfill({
      status: 401,
      json: { code: 'session_absente', status: 401, message: 'Connectez-vous.' },
    }),
  );
  await page.goto('/app/prix');
  await expect(page).toHaveURL('/');
});
