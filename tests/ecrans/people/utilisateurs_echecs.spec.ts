/** /app/utilisateurs when a call fails, is slow, or the session has ended (PEOPLE-08, ACC-07). */
import type { Page } from '@playwright/test';
import { PASSWORD } from '../../support/people.ts';
import {
  BUREAU,
  enter,
  expect,
  expectNoSidewaysScroll,
  TELEPHONE,
  stopClock,
  test,
} from '../../parcours/fixtures.ts';
import {
  act,
  APPROVED,
  button,
  DEMANDES,
  dialog,
  newNom,
  openUtilisateurs,
  question,
  rowNamed,
  stored,
} from '../../parcours/utilisateurs.ts';

/** Answers writes with an error page of a proxy instead of an answer of the application. */
const failWrites = (page: Page, url: string) =>
  page.route(url, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 404, body: '<html>' }),
  );
const alert = (page: Page) => page.getByRole('alert');

test(
  "pendant une action rien ne se ferme et rien ne part deux fois ; chaque échec a sa phrase, et ne change rien à l'écran",
  TELEPHONE,
  async ({ page, manege }) => {
    await test.step('pendant une action rien ne se ferme et rien ne part deux fois', async () => {
      // UI-17
      const nom = newNom();
      const person = await manege.person({ statut: 'en_attente', nom });
      await openUtilisateurs(page, manege);
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      let sent = 0;
      await page.route('**/api/users/*/refus', async (route) => {
        sent += 1;
        await gate;
        await route.continue();
      });
      await act(rowNamed(page, DEMANDES, nom), 'Refuser');
      await question(page).getByRole('button', { name: 'Refuser' }).click();
      const busy = question(page).getByRole('button', { name: 'Refus en cours…' });
      await expect(busy).toHaveAttribute('aria-busy', 'true');
      await busy.click({ force: true });
      for (let i = 0; i < 3; i += 1) await page.keyboard.press('Escape');
      await page.mouse.click(5, 5);
      await expect(question(page)).toBeVisible();
      await expect(question(page).getByRole('button', { name: 'Annuler' })).toBeDisabled();
      release();
      await expect(question(page)).toBeHidden();
      await expect(page.getByText(`Camille ${nom} a été refusé.`)).toBeVisible();
      expect(sent).toBe(1);
      expect(await stored(manege, person)).toBeUndefined();
    });
    await test.step("chaque échec a sa phrase, et ne change rien à l'écran", async () => {
      // PEOPLE-08
      const [waiting, active, inactive] = [newNom(), newNom(), newNom()];
      await manege.person({ statut: 'en_attente', nom: waiting });
      await manege.person({ nom: active });
      await manege.person({ statut: 'inactif', nom: inactive });
      await page.goto('/app/utilisateurs');
      await failWrites(page, '**/api/users/**');

      const approveButton = button(rowNamed(page, DEMANDES, waiting), 'Approuver');
      await approveButton.click();
      await dialog(page)
        .getByRole('button', { name: /^Utilisateur/ })
        .click();
      await expect(alert(page)).toHaveText("Erreur lors de l'approbation de l'utilisateur");
      await expect(approveButton).toBeFocused();
      await expectNoSidewaysScroll(page);

      const NO_ANSWER = 'le serveur ne répond pas. Vérifiez votre connexion.';
      const confirmAction = async (
        heading: string,
        nom: string,
        action: string,
        sentence: string,
      ) => {
        await act(rowNamed(page, heading, nom), action);
        await question(page).getByRole('button', { name: action }).click();
        await expect(alert(page)).toHaveText(sentence);
        await expect(rowNamed(page, heading, nom)).toBeVisible();
      };
      await confirmAction(DEMANDES, waiting, 'Refuser', `Erreur lors du refus : ${NO_ANSWER}`);
      await confirmAction(
        APPROVED,
        active,
        'Promouvoir administrateur',
        'Erreur lors du changement de rôle',
      );
      await confirmAction(
        APPROVED,
        active,
        'Supprimer',
        `Erreur lors de la suppression : ${NO_ANSWER}`,
      );
      await button(rowNamed(page, APPROVED, inactive), 'Activer').click();
      await expect(alert(page)).toHaveText('Erreur lors du changement de statut');
    });
  },
);

test(
  'une demande traitée entre-temps se dit, et le clavier trouve une place ; une session finie se dit deux secondes, puis mène à la connexion, qui ramène ici',
  BUREAU,
  async ({ page, manege }) => {
    await test.step('une demande traitée entre-temps se dit, et le clavier trouve une place quand sa ligne a disparu', async () => {
      // PEOPLE-20
      const nom = newNom();
      const person = await manege.person({ statut: 'en_attente', nom });
      await openUtilisateurs(page, manege);
      await act(rowNamed(page, DEMANDES, nom), 'Refuser');
      await manege.sql("update users set statut = 'actif' where id = $1", [person.id]);
      await question(page).getByRole('button', { name: 'Refuser' }).click();
      await expect(alert(page)).toHaveText(
        'Erreur lors du refus : Cette demande a déjà été traitée.',
      );
      await expect(rowNamed(page, DEMANDES, nom)).toHaveCount(0);
      await expect(rowNamed(page, APPROVED, nom)).toBeVisible();

      await act(rowNamed(page, APPROVED, nom), 'Supprimer');
      await manege.sql('delete from users where id = $1', [person.id]);
      await manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);
      await expect(rowNamed(page, APPROVED, nom)).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(question(page)).toBeHidden();
      await expect(page.getByRole('heading', { level: 2, name: APPROVED })).toBeFocused();
    });
    await test.step('une session finie se dit pendant deux secondes, puis mène à la connexion, qui ramène ici', async () => {
      // ACC-07, UI-20
      const nom = newNom();
      await manege.person({ statut: 'en_attente', nom });
      const admin = await openUtilisateurs(page, manege);
      await button(rowNamed(page, DEMANDES, nom), 'Approuver').click();
      await manege.sql('delete from sessions where user_id = $1', [admin.id]);
      await page.clock.install();
      await stopClock(page);
      await dialog(page)
        .getByRole('button', { name: /^Utilisateur/ })
        .click();
      await expect(alert(page)).toHaveText('Votre session a expiré. Veuillez vous reconnecter.');
      await page.clock.runFor(1_900);
      await expect(page).toHaveURL('/app/utilisateurs');
      await page.clock.runFor(100);
      await expect(page).toHaveURL('/login');
      await page.clock.resume();
      await page.getByLabel('Email').fill(admin.email);
      await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Se connecter' }).click();
      await expect(page).toHaveURL('/app/utilisateurs');
      await expect(rowNamed(page, DEMANDES, nom)).toBeVisible();
    });
  },
);

test(
  "une lecture sans session, ou que le serveur ne sait faire, mène à l'accueil",
  BUREAU,
  async ({ browser, manege }) => {
    // ACC-07
    // A separate context, because browsers write a 5xx into the console.
    const page = await (await browser.newContext()).newPage();
    const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('alert');
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.route('**/api/users?*statut=approuve*', (route) =>
      route.fulfill({
        status: 503,
        json: {
          code: 'service_occupe',
          status: 503,
          message: 'Le service est momentanément occupé.',
        },
      }),
    );
    await page.goto('/app/utilisateurs');
    await expect(page).toHaveURL('/');
    await expect(toast).toHaveText('Erreur lors du chargement des utilisateurs');
    await expect(toast).toHaveCount(1);
    await page.unrouteAll();

    // No stream opens without a session. The stream of `/`, which may open late, does not count.
    const listening = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/live') && page.url().endsWith('/app/utilisateurs'),
    );
    const admin = await openUtilisateurs(page, manege);
    await expect(
      page.getByRole('heading', { level: 2, name: /^Demandes en attente \d/ }),
    ).toBeVisible();
    await listening;
    // Both the accounts and the session are read again. If the session arrives first, the page
    // redirects to /login.
    let answer = () => {};
    const gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/auth/get-session', async (route) => {
      await gate;
      await route.continue();
    });
    await manege.sql('delete from sessions where user_id = $1', [admin.id]);
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);
    await expect(page).toHaveURL('/');
    // The address changes before the page does. The old page is behind the guard, and would
    // redirect to /login.
    await expect(
      page.getByRole('heading', { level: 1, name: /^(Bonjour|Votre prochaine leçon)/ }),
    ).toBeVisible();
    answer();
    await expect(page.getByRole('link', { name: "Se connecter / S'inscrire" })).toBeVisible();
  },
);
