/** The rows of /app/utilisateurs: their height, and the menu of their actions (PEOPLE-45). */
import {
  BUREAU,
  expect,
  expectNoSidewaysScroll,
  tabTo,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';
import {
  APPROVED,
  button,
  DEMANDES,
  menuOf,
  newNom,
  openUtilisateurs,
  question,
  rowNamed,
  storeClient,
} from '../../parcours/utilisateurs.ts';

/** Accounts with everything that a row may show, and long texts. */
async function seed(manege: Parameters<typeof storeClient>[0]): Promise<string> {
  const nom = newNom();
  for (const statut of ['en_attente', 'actif', 'inactif'] as const) {
    for (const prenom of ['Léa', 'Wilhelmina-Maximiliane-Bénédicte-Alexandrine']) {
      const { id, email } = await manege.person({ statut, prenom, nom });
      await manege.sql(
        `update users set telephone = '+32 475 10 22 33', adresse = $2, email_confirme = false, email_demande = $3 where id = $1`,
        [
          id,
          `Rue du Manège de la Vieille Ferme 125, boîte 4\n5030 Gembloux\nBelgique`,
          `nouvelle.${email}`,
        ],
      );
    }
    await manege.person({ statut, prenom: 'Tom', nom });
  }
  const payeur = await storeClient(manege, `Odette ${nom}`);
  await manege.sql(
    'update clients set paye_par = $1 where id in (select id from users where nom = $2)',
    [payeur, nom],
  );
  return nom;
}

test(
  'à 1280 px chaque ligne compte 56 px au plus, aux cibles de 44 px',
  BUREAU,
  async ({ page, manege }) => {
    // PEOPLE-45, UI-14
    const nom = await seed(manege);
    await openUtilisateurs(page, manege);
    for (const heading of [DEMANDES, APPROVED]) {
      const rows = rowNamed(page, heading, nom);
      await expect(rows.first()).toBeVisible();
      const measured = await rows.evaluateAll((all) =>
        all.map((row) => ({
          row: row.getBoundingClientRect().height,
          targets: [...row.querySelectorAll('button, label')].map((one) => {
            const { width, height } = one.getBoundingClientRect();
            return Math.min(width, height);
          }),
        })),
      );
      expect(measured).toHaveLength(heading === DEMANDES ? 3 : 6);
      for (const { row, targets } of measured) {
        expect(row).toBeLessThanOrEqual(56);
        expect(Math.min(...targets)).toBeGreaterThanOrEqual(44);
      }
    }
    await expectNoSidewaysScroll(page);
  },
);

test(
  "sur un téléphone une carte ordinaire compte 130 px au plus ; son menu au doigt tient dans l'écran, suit sa ligne, et un appui à côté le ferme",
  TELEPHONE,
  async ({ page, manege }) => {
    await test.step('sur un téléphone une carte ordinaire compte 130 px au plus', async () => {
      // PEOPLE-45
      const nom = newNom();
      for (const statut of ['en_attente', 'actif', 'inactif'] as const) {
        const { id } = await manege.person({ statut, prenom: 'Léa', nom });
        await manege.sql(
          "update users set email = $2 || '@exemple.be', telephone = '0475 10 22 33', adresse = 'Rue du Manège 12' where id = $1",
          [id, `lea${statut.length}.${process.pid}`],
        );
      }
      await openUtilisateurs(page, manege);
      for (const heading of [DEMANDES, APPROVED]) {
        const rows = rowNamed(page, heading, nom);
        await expect(rows.first()).toBeVisible();
        for (const height of await rows.evaluateAll((all) =>
          all.map((row) => row.getBoundingClientRect().height),
        ))
          expect(height).toBeLessThanOrEqual(130);
      }
      await expectNoSidewaysScroll(page);
    });
    await test.step("le menu au doigt : il tient dans l'écran, suit sa ligne, et un appui à côté le ferme", async () => {
      // PEOPLE-45
      const nom = newNom();
      await manege.person({ statut: 'inactif', nom });
      await page.goto('/app/utilisateurs');
      const row = rowNamed(page, APPROVED, nom);
      const menu = page.getByRole('menu', { name: `Plus d'actions pour Camille ${nom}` });
      await expect(button(row, 'Activer')).toBeVisible();
      const open = async () => {
        await menuOf(row).click();
        await expect(menu).toBeInViewport({ ratio: 1 });
      };
      await open();
      await expect(menu.getByRole('menuitem')).toHaveText([
        'Corriger',
        'Qui paie',
        'Promouvoir administrateur',
        'Supprimer',
      ]);
      for (const one of await menu.getByRole('menuitem').all())
        expect((await one.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await menuOf(row).click();
      await expect(menu).toBeHidden();
      await open();
      await page.mouse.click(5, 5);
      await expect(menu).toBeHidden();
      await open();
      const apart = async () => {
        const [one, other] = [await menu.boundingBox(), await menuOf(row).boundingBox()];
        return Math.min(
          Math.abs(one!.y - other!.y - other!.height),
          Math.abs(other!.y - one!.y - one!.height),
        );
      };
      expect(await apart()).toBeLessThanOrEqual(1);
      const before = await menuOf(row).boundingBox();
      await page.evaluate(() => window.scrollBy({ top: -60, behavior: 'instant' }));
      await expect(async () =>
        expect((await menuOf(row).boundingBox())!.y).not.toBe(before!.y),
      ).toPass();
      await expect(async () => expect(await apart()).toBeLessThanOrEqual(1)).toPass();
    });
  },
);

test(
  'le menu au clavier : flèches, Début, Fin, Échap, Tab ; la question rend le clavier au bouton',
  BUREAU,
  async ({ page, manege }) => {
    // PEOPLE-45, UI-14
    const nom = newNom();
    await manege.person({ nom });
    await openUtilisateurs(page, manege);
    const row = rowNamed(page, APPROVED, nom);
    const opener = menuOf(row);
    await expect(opener).toHaveAccessibleName(`Plus d'actions pour Camille ${nom}`);
    await expect(opener).toHaveAttribute('aria-haspopup', 'menu');
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await expect(button(row, 'Promouvoir')).toHaveCount(0);
    const menu = page.getByRole('menu', { name: `Plus d'actions pour Camille ${nom}` });
    const entry = (name: string) => menu.getByRole('menuitem', { name, exact: true });

    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Qui paie',
      'Promouvoir administrateur',
      'Désactiver',
      'Supprimer',
    ]);
    await expect(entry('Qui paie')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(entry('Promouvoir administrateur')).toBeFocused();
    await page.keyboard.press('End');
    await expect(entry('Supprimer')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(entry('Qui paie')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(entry('Supprimer')).toBeFocused();
    await page.keyboard.press('Home');
    await expect(entry('Qui paie')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(opener).toHaveAttribute('aria-expanded', 'false');

    await page.keyboard.press('ArrowUp');
    await expect(entry('Supprimer')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(menu).toBeHidden();
    await page.keyboard.press('Shift+Tab');
    await expect(opener).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(entry('Qui paie')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(menu).toBeHidden();
    await expect(question(page)).toHaveAccessibleName('Désactiver ce compte ?');
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeHidden();
    await expect(opener).toBeFocused();
  },
);
