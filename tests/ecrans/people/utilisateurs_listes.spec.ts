/**
 * The three tables of /app/utilisateurs: first load, empty, search, pages, live updates, and typed
 * text (PEOPLE-01, UI-09).
 */
import { markFailuresSeen } from '../../parcours/courriels.ts';
import {
  BUREAU,
  expect,
  expectNoSidewaysScroll,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';
import {
  act,
  APPROVED,
  button,
  DEMANDES,
  dialog,
  headingOf,
  newNom,
  openUtilisateurs,
  question,
  REFUSED,
  rowNamed,
  search,
  table,
} from '../../parcours/utilisateurs.ts';

const EMPTY = 'Aucun compte ne correspond à cette recherche';

test(
  'trois tables de huit lignes attendent, puis viennent compteurs et comptes, chaque table vide le dit, et les liens mènent où ils disent',
  TELEPHONE,
  async ({ page, manege }) => {
    await test.step('en premier on voit trois tables de huit lignes qui attendent, puis les compteurs et les comptes', async () => {
      // PEOPLE-01, UI-09, LIM-23
      const nom = newNom();
      await manege.person({ nom });
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\/api\/users(\/resume)?(\?|$)/, async (route) => {
        await gate;
        await route.continue();
      });
      await openUtilisateurs(page, manege);
      for (const heading of [DEMANDES, APPROVED, REFUSED]) {
        await expect(table(page, heading)).toHaveAttribute('aria-busy', 'true');
        await expect(table(page, heading).locator('tbody tr')).toHaveCount(8);
      }
      release();
      await expect(rowNamed(page, APPROVED, nom)).toBeVisible();
      await expect(table(page, APPROVED)).toHaveAttribute('aria-busy', 'false');
      await expect(table(page, APPROVED).getByRole('columnheader')).toHaveText([
        'Utilisateur',
        'Rôle',
        'Téléphone',
        'Adresse',
        'Inscription',
        'Actions',
      ]);
      const [expected] = await manege.sql(
        "select count(*)::int as n from users where statut in ('actif', 'inactif') and role <> 'admin'",
      );
      await expect(
        page.getByRole('list', { name: 'Compteurs' }).getByRole('link', { name: /^Approuvés/ }),
      ).toHaveText(`Approuvés${String(expected?.['n'])}`);
    });
    await test.step("les liens mènent au tableau de bord, à l'aperçu des emails et aux emails ; un compteur à sa table", async () => {
      // UI-16, MAIL-14
      await markFailuresSeen(manege);
      await page.goto('/app/utilisateurs');
      for (const [nom, path] of [
        ['Aperçu des emails', '/app/previewemail'],
        ['Importer un fichier', '/app/import'],
        ['Emails', '/app/courriels'],
        ['Retour au Webmaster', '/app/webmaster'],
      ] as const) {
        await page.getByRole('main').getByRole('link', { name: nom, exact: true }).click();
        await expect(page).toHaveURL(path);
        await page.goto('/app/utilisateurs');
      }
      await expect(headingOf(page, REFUSED)).toBeVisible();
      // Then everything above the table has its final height.
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
      await page.getByRole('link', { name: /^Refusés/ }).click();
      await expect(headingOf(page, REFUSED)).toBeInViewport();
    });
    await test.step('sans demande ni refus, chaque table le dit ; une recherche sans réponse aussi', async () => {
      await manege.sql("delete from users where statut in ('en_attente', 'refuse')");
      await page.goto('/app/utilisateurs');
      await expect(page.getByText('Aucune demande en attente')).toBeVisible();
      await expect(page.getByText('Aucun utilisateur refusé')).toBeVisible();
      await expect(table(page, DEMANDES)).toHaveCount(0);
      await search(page).fill('zzz introuvable');
      await expect(page.getByRole('status').filter({ hasText: EMPTY })).toBeVisible();
      await expect(page.getByText(EMPTY)).toHaveCount(4);
      await expectNoSidewaysScroll(page);
      await page.getByRole('button', { name: 'Effacer la recherche' }).click();
      await expect(search(page)).toBeFocused();
      await expect(page.getByText('Aucune demande en attente')).toBeVisible();
    });
  },
);

test(
  '230 comptes tiennent en trois pages, et se cherchent sans accent ni casse',
  BUREAU,
  async ({ page, manege }) => {
    // PEOPLE-19, LIM-39
    const nom = newNom();
    await manege.sql(`insert into users (email, prenom, nom, full_name, role, statut, telephone, created_at)
    select 'foule' || i || '.${nom.toLowerCase()}@essai.example', 'Zoé', '${nom} ' || i, 'Zoé ${nom} ' || i, 'utilisateur', 'actif', '+32 470 ' || i, now() - i * interval '1 minute'
    from generate_series(1, 230) i`);
    await openUtilisateurs(page, manege);
    await search(page).fill(`ZOE ${nom.toLowerCase()}`);
    await expect(page.getByText('230 comptes trouvés')).toBeVisible();
    const pages = page.getByRole('navigation', { name: `Pages : ${APPROVED}` });
    await expect(pages).toHaveText(/page 1 sur 3/);
    await expect(table(page, APPROVED).locator('tbody tr')).toHaveCount(100);
    await expect(pages.getByRole('button', { name: 'Précédent' })).toBeDisabled();
    await expectNoSidewaysScroll(page);
    await pages.getByRole('button', { name: 'Suivant' }).click();
    await expect(pages).toHaveText(/page 2 sur 3/);
    await expect(headingOf(page, APPROVED)).toBeFocused();
    await expect(table(page, APPROVED).locator('tbody tr').first()).toContainText(`${nom} 101`);

    // After a visit of another screen, and after a reload, the search and the page are unchanged.
    const kept = async () => {
      await expect(search(page)).toHaveValue(`ZOE ${nom.toLowerCase()}`);
      await expect(pages).toHaveText(/page 2 sur 3/);
      await expect(table(page, APPROVED).locator('tbody tr').first()).toContainText(`${nom} 101`);
    };
    await page.getByRole('main').getByRole('link', { name: 'Aperçu des emails' }).click();
    await expect(page).toHaveURL('/app/previewemail');
    await page.goBack();
    await kept();
    await page.reload();
    await kept();
    await pages.getByRole('button', { name: 'Suivant' }).click();
    await expect(table(page, APPROVED).locator('tbody tr')).toHaveCount(30);
    await expect(pages.getByRole('button', { name: 'Suivant' })).toBeDisabled();

    // The last page becomes empty while it is shown, so the previous one is shown.
    await manege.sql(
      `delete from users where nom in (select '${nom} ' || i from generate_series(201, 230) i)`,
    );
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);
    await expect(pages).toHaveText(/page 2 sur 2/);
    await expect(table(page, APPROVED).locator('tbody tr')).toHaveCount(100);

    await search(page).fill(`foule77.${nom}`);
    await expect(page.getByText('1 compte trouvé')).toBeVisible();
    await expect(table(page, APPROVED).locator('tbody tr')).toHaveCount(1);
    await expect(pages).toHaveCount(0);
  },
);

test(
  "l'écran ouvert d'un second administrateur suit, sans recharger",
  BUREAU,
  async ({ page, manege, browser }) => {
    // UI-11
    const nom = newNom();
    await manege.person({ statut: 'en_attente', nom });
    const other = await (await browser.newContext()).newPage();
    await openUtilisateurs(other, manege);
    await openUtilisateurs(page, manege);
    await expect(rowNamed(other, DEMANDES, nom)).toBeVisible();
    await button(rowNamed(page, DEMANDES, nom), 'Approuver').click();
    await dialog(page)
      .getByRole('button', { name: /^Utilisateur/ })
      .click();
    await expect(rowNamed(other, APPROVED, nom)).toBeVisible();
    await expect(rowNamed(other, DEMANDES, nom)).toHaveCount(0);
    // And in the other direction.
    await act(rowNamed(other, APPROVED, nom), 'Supprimer');
    await question(other).getByRole('button', { name: 'Supprimer' }).click();
    await expect(page.getByRole('row').filter({ hasText: nom })).toHaveCount(0);
  },
);

test(
  "ce qu'une personne a écrit reste du texte, et tient dans l'écran",
  TELEPHONE,
  async ({ page, manege }) => {
    // UI-10
    const nom = newNom();
    const person = await manege.person({
      statut: 'en_attente',
      prenom: `<script>document.title = 'pris'</script>`,
      nom,
    });
    await manege.sql('update users set telephone = $2, adresse = $3 where id = $1', [
      person.id,
      `<img src=x onerror="document.title = 'pris'">`,
      `"><svg onload="document.title = 'pris'">\n${'a'.repeat(200)}`,
    ]);
    const longName = await manege.person({
      prenom: 'M'.repeat(100),
      nom: `${nom}${'i'.repeat(80)}`,
    });
    await manege.sql(
      "update users set telephone = $2, adresse = $3, profile_image_url = '/storage/profile-images/rien/0.webp' where id = $1",
      [longName.id, '0'.repeat(40), 'ق'.repeat(300)],
    );
    await openUtilisateurs(page, manege);
    const row = rowNamed(page, DEMANDES, nom);
    await expect(row).toContainText(`<script>document.title = 'pris'</script> ${nom}`);
    await expect(row).toContainText('<img src=x onerror=');
    await expect(rowNamed(page, APPROVED, nom)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await act(row, 'Refuser');
    await expect(question(page)).toContainText('<script>');
    await expectNoSidewaysScroll(page);
    await question(page).getByRole('button', { name: 'Refuser' }).click();
    await expect(page.getByText('a été refusé.')).toBeVisible();
    await act(rowNamed(page, APPROVED, nom), 'Supprimer');
    await expect(question(page)).toBeInViewport({ ratio: 1 });
    await expect(page).toHaveTitle('Gestion des Utilisateurs · Manège');
  },
);
