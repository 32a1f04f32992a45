/** Names that the statistics count as one rider (RIDE-25 to RIDE-28). */
import { BUREAU, enter, expect, tabTo, TELEPHONE, test } from '../../parcours/fixtures.ts';
import { store } from '../../parcours/planning.ts';

test.afterEach(({ manege }) => manege.sql('delete from orthographes'));

test(
  'au clavier : deux noms se regroupent et se défont, sur tous les écrans ; un nom connu mène à son compte',
  BUREAU,
  async ({ page, manege, browser }) => {
    // RIDE-25, RIDE-27, RIDE-28
    const camille = await manege.person({ prenom: 'Camille', nom: 'Orthez' });
    await manege.sql(
      "insert into cavaliers (user_id, nom, annee_naissance) values ($1, 'Yse', 2015)",
      [camille.id],
    );
    const id = await store(manege, { jour: '2015-03-02', noms: ['Yse'] });
    await manege.sql(
      'update participants set user_id = $2, cavalier_id = (select id from cavaliers where user_id = $2) where reservation_id = $1',
      [id, camille.id],
    );
    await store(manege, { jour: '2015-03-03', noms: ['Yseult Orthez', 'Hugo'] });
    // In another year, because a name may count as a name of any date.
    for (const n of [1, 2])
      await store(manege, {
        jour: `2014-03-0${n}`,
        noms: [1, 2, 3, 4, 5].map((i) => `Ancien Voltigeur ${'ABCDEFGHIJ'[5 * n - i]}`),
      });
    const period = '/app/statistiques?du=2015-03-01&au=2015-03-31';
    const other = await (await browser.newContext({ baseURL: manege.server.url })).newPage();
    for (const screen of [other, page]) {
      await enter(
        screen,
        manege,
        await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Delvaux' }),
      );
      await screen.goto(period);
    }
    const names = (screen: typeof page) => screen.locator('summary');
    await expect(names(other)).toHaveText([/^Hugo/, /^Yse1 leçon/, /^Yseult Orthez/]);

    const yse = names(page).filter({ hasText: /^Yse1 leçon/ });
    await tabTo(page, yse);
    await page.keyboard.press('Enter');
    await expect(
      page.getByText('Cavalier enregistré par Camille Orthez · année de naissance 2015'),
    ).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Regrouper avec un autre nom' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Regrouper deux noms' });
    const choice = dialog.getByLabel('Compte comme');
    await expect(choice).toBeFocused();
    await tabTo(page, dialog.getByRole('button', { name: 'Regrouper', exact: true }));
    await page.keyboard.press('Enter');
    await expect(choice).toHaveAccessibleDescription(
      'Écrivez une partie du nom. Choisissez le nom avec lequel compter ces leçons.',
    );
    await expect(choice).toBeFocused();
    // A part of the name finds it, without regard to case or accents. The name itself is never
    // listed.
    const options = dialog.getByRole('listbox', { name: 'Noms' }).getByRole('option');
    await expect(choice).toHaveRole('combobox');
    await page.keyboard.type('voltigéur');
    await expect(options).toHaveCount(8);
    await expect(
      dialog.getByText("D'autres noms correspondent : écrivez-en davantage."),
    ).toBeVisible();
    await expect(dialog.getByRole('status').filter({ hasText: '10 noms trouvés' })).toBeAttached();
    await choice.fill('zzz');
    await expect(options).toHaveCount(0);
    await expect(dialog.getByText('Aucun nom ne correspond.')).toBeVisible();
    await choice.fill('');
    await page.keyboard.type('YSE');
    await expect(options).toHaveText(['Yseult Orthez']);
    // Escape closes the list, not the dialog.
    await page.keyboard.press('Escape');
    await expect(options).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('ArrowDown');
    expect(await choice.getAttribute('aria-activedescendant')).toBe(
      await options.getAttribute('id'),
    );
    await page.keyboard.press('Enter');
    await expect(choice).toHaveValue('Yseult Orthez');
    await expect(choice).toBeFocused();
    await tabTo(page, dialog.getByRole('button', { name: 'Regrouper', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('« Yse » compte désormais comme « Yseult Orthez ».')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Détail par cavalier' })).toBeFocused();
    for (const screen of [page, other])
      await expect(names(screen)).toHaveText([/^Hugo/, /^Yseult Orthez2 leçons/]);

    await names(page).filter({ hasText: 'Yseult Orthez' }).click();
    await expect(
      page
        .getByRole('table', { name: "Leçons d'Yseult Orthez" })
        .getByRole('row')
        .filter({ hasText: '2 mars 2015' }),
    ).toContainText('écrit « Yse »');
    const merges = page.getByRole('region', { name: 'Noms regroupés' });
    await expect(merges.getByRole('listitem')).toContainText(
      /Yse \(Camille Orthez\) compte comme Yseult Orthez\s*Sophie Delvaux, le \d+ \S+ 20\d\d à \d\d:\d\d/,
    );
    await tabTo(page, merges.getByRole('button', { name: 'Défaire : Yse' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('« Yse » compte de nouveau à part.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Détail par cavalier' })).toBeFocused();
    for (const screen of [page, other])
      await expect(names(screen)).toHaveText([/^Hugo/, /^Yse1 leçon/, /^Yseult Orthez/]);
    await expect(merges).toHaveCount(0);

    // The name links to its account.
    await yse.press('Enter');
    await page.getByRole('link', { name: 'Camille Orthez' }).press('Enter');
    await expect(page.getByRole('search').getByRole('textbox')).toHaveValue('Camille Orthez');
    await expect(page.getByText('1 compte trouvé')).toBeVisible();
  },
);

test(
  'au clavier : un nom de plusieurs clients se sépare ; chacun se regroupe, se lit et se défait avec son client',
  BUREAU,
  async ({ page, manege }) => {
    // RIDE-25, RIDE-27, PRICE-11
    const [camille, nadia] = [
      await manege.person({ prenom: 'Camille', nom: 'Homonyme' }),
      await manege.person({ prenom: 'Nadia', nom: 'Homonyme' }),
    ];
    for (const [n, person] of [camille, nadia, camille].entries()) {
      const id = await store(manege, { jour: `2013-05-0${n + 1}`, noms: ['Lou'] });
      await manege.sql('update participants set user_id = $2 where reservation_id = $1', [
        id,
        person.id,
      ]);
    }
    await store(manege, { jour: '2013-05-04', noms: ['Louise'] });
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/statistiques?du=2013-05-01&au=2013-05-31');
    const names = page.locator('summary');
    await expect(names).toHaveText([/^Lou3 leçons/, /^Louise1 leçon/]);
    await tabTo(page, names.first());
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Séparer par client' }));
    await page.keyboard.press('Enter');
    await expect(
      page.getByText('Les leçons de « Lou » comptent désormais séparément pour chaque client.'),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Détail par cavalier' })).toBeFocused();
    await expect(names).toHaveText([
      /^Lou · Camille Homonyme2 leçons/,
      /^Lou · Nadia Homonyme1 leçon/,
      /^Louise1 leçon/,
    ]);
    // A rider with one customer is not split, and is merged under its customer.
    await names.filter({ hasText: 'Nadia' }).click();
    await expect(page.getByRole('button', { name: 'Séparer par client' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Regrouper avec un autre nom' }).click();
    const dialog = page.getByRole('dialog', { name: 'Regrouper deux noms' });
    await dialog.getByLabel('Compte comme').fill('lou');
    await expect(dialog.getByRole('option')).toHaveText(['Lou, Camille Homonyme', 'Louise']);
    await dialog.getByRole('option', { name: 'Louise' }).click();
    await dialog.getByRole('button', { name: 'Regrouper', exact: true }).click();
    await expect(names).toHaveText([/^Lou2 leçons/, /^Louise2 leçons/]);
    const merges = page.getByRole('region', { name: 'Noms regroupés' });
    await expect(merges.getByRole('listitem')).toContainText([
      'Lou (Nadia Homonyme) compte comme Louise',
      'Lou compte séparément pour chaque client',
    ]);
    // The split takes the merge of its part with it.
    await merges.getByRole('button', { name: 'Défaire : Lou' }).last().click();
    await expect(page.getByText('« Lou » compte de nouveau pour un seul cavalier.')).toBeVisible();
    await expect(names).toHaveText([/^Lou3 leçons/, /^Louise1 leçon/]);
    await expect(merges).toHaveCount(0);
  },
);

test(
  "au téléphone : ce qu'un autre a regroupé entre-temps se dit, et le choix reste",
  TELEPHONE,
  async ({ page, manege }) => {
    // RIDE-26
    await store(manege, { jour: '2015-04-02', noms: ['Tom', 'Tom Orthez'] });
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/statistiques?du=2015-04-01&au=2015-04-30');
    await page.locator('summary').filter({ hasText: /^Tom1/ }).tap();
    await page.getByRole('button', { name: 'Regrouper avec un autre nom' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Regrouper deux noms' });
    await dialog.getByLabel('Compte comme').fill('orthez');
    await dialog.getByRole('option', { name: 'Tom Orthez' }).tap();
    await manege.sql(
      "insert into orthographes (cle, nom, vers_cle, vers_nom) values ('tom', 'Tom', 'tom orthez', 'Tom Orthez')",
    );
    await dialog.getByRole('button', { name: 'Regrouper', exact: true }).tap();
    await expect(dialog.getByRole('alert')).toHaveText(
      'Ces deux noms comptent déjà pour le même cavalier.',
    );
    await expect(dialog.getByLabel('Compte comme')).toHaveValue('Tom Orthez');
    await dialog.getByRole('button', { name: 'Annuler' }).tap();
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["orthographes"]}')`);
    const merges = page.getByRole('region', { name: 'Noms regroupés' });
    await expect(merges).toContainText('Un compte supprimé');
    await merges.getByRole('button', { name: 'Défaire : Tom' }).tap();
    await expect(page.getByText('« Tom » compte de nouveau à part.')).toBeVisible();
    await expect(page.locator('summary')).toHaveCount(2);
  },
);
