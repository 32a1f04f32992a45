/**
 * A new email address, in the profile and by an administrator; a corrected account; "Désactiver"
 * (PEOPLE-40 to PEOPLE-42).
 */
import { PASSWORD } from '../../support/people.ts';
import {
  BUREAU,
  enter,
  expect,
  serveAt,
  signIn,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';
import { card, openProfil } from '../../parcours/profil.ts';
import {
  act,
  APPROVED,
  button,
  menuOf,
  newNom,
  openUtilisateurs,
  question,
  rowNamed,
  stored,
} from '../../parcours/utilisateurs.ts';

test(
  "on change d'adresse dans son profil : chaque faute se dit à son champ ; sans serveur d'emails, elle change aussitôt",
  TELEPHONE,
  async ({ page, manege }) => {
    // PEOPLE-40, PEOPLE-42
    const person = await manege.person();
    await openProfil(page, manege, person);
    const account = card(page, 'Informations du compte');
    const open = account.getByRole('button', { name: "Changer d'adresse email" });
    await open.click();
    const dialog = page.getByRole('dialog', { name: "Changer d'adresse email" });
    const [email, password] = [
      dialog.getByLabel('Nouvelle adresse email'),
      dialog.getByLabel('Mot de passe actuel', { exact: true }),
    ];
    const send = dialog.getByRole('button', { name: 'Demander le changement' });
    await send.click();
    await expect(dialog.getByText('Veuillez saisir une adresse email valable.')).toBeVisible();
    await expect(dialog.getByText('Veuillez saisir votre mot de passe actuel.')).toBeVisible();
    await expect(email).toBeFocused();
    await email.fill(person.email);
    await password.fill('pas le mien');
    await send.click();
    await expect(dialog.getByText("C'est déjà l'adresse de votre compte.")).toBeVisible();
    const other = `nouvelle.${person.email}`;
    await email.fill(other);
    await send.click();
    await expect(dialog.getByRole('alert')).toHaveText('Le mot de passe actuel est incorrect.');
    await expect(email).toHaveValue(other);
    await password.fill(PASSWORD);
    await send.click();
    await expect(dialog).toBeHidden();
    await expect(
      page.getByRole('status').filter({ hasText: `Votre adresse est maintenant ${other}.` }),
    ).toBeVisible();
    await expect(open).toBeFocused();
    await expect(account.getByText(other, { exact: true })).toBeVisible();
  },
);

test(
  "une adresse qui attend se lit dans le profil et chez l'administrateur, et s'y retire",
  BUREAU,
  async ({ page, manege, browser }) => {
    // PEOPLE-40, PEOPLE-41
    const nom = newNom();
    const person = await manege.person({ nom });
    const waiting = `attend.${person.email}`;
    const ask = () =>
      manege.sql('update users set email_demande = $2 where id = $1', [person.id, waiting]);
    await ask();
    await openProfil(page, manege, person);
    const account = card(page, 'Informations du compte');
    await expect(account.getByText(`${waiting} : en attente de confirmation`)).toBeVisible();
    await account.getByRole('button', { name: 'Retirer la demande' }).click();
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: 'La demande est retirée : votre adresse reste la même.' }),
    ).toBeVisible();
    await expect(account.getByText('en attente de confirmation')).toHaveCount(0);
    await expect(account.getByRole('button', { name: "Changer d'adresse email" })).toBeFocused();

    await ask();
    const desk = await (await browser.newContext({ baseURL: manege.server.url })).newPage();
    await openUtilisateurs(desk, manege);
    const row = rowNamed(desk, APPROVED, nom);
    await expect(row.getByText('(en attente de confirmation)')).toBeVisible();
    await act(row, 'Corriger');
    await desk
      .getByRole('dialog', { name: 'Corriger ce compte' })
      .getByRole('button', { name: 'Retirer la demande' })
      .click();
    await expect(row.getByText('(en attente de confirmation)')).toHaveCount(0);
    expect(await manege.sql('select email_demande from users where id = $1', [person.id])).toEqual([
      { email_demande: null },
    ]);
    await desk.context().close();
  },
);

test(
  "sur l'écran des comptes on corrige, on désactive et on rend un compte, et on ouvre une journée d'inscriptions",
  BUREAU,
  async ({ page, manege, browser }) => {
    await test.step('un administrateur corrige un compte : nom, téléphone, adresse, email ; ce qui est refusé se dit au champ et reste écrit', async () => {
      // PEOPLE-41
      const nom = newNom();
      const person = await manege.person({ nom });
      const taken = await manege.person();
      await openUtilisateurs(page, manege);
      const open = button(rowNamed(page, APPROVED, nom), 'Corriger');
      await open.click();
      const dialog = page.getByRole('dialog', { name: 'Corriger ce compte' });
      await dialog.getByLabel('Prénom').fill('123');
      await dialog.getByLabel('Téléphone').fill('0470 12 34 56');
      await dialog.getByLabel('Email').fill('pas une adresse');
      await dialog.getByRole('button', { name: 'Enregistrer' }).click();
      await expect(
        dialog.getByText('Veuillez saisir votre prénom (100 caractères au plus).'),
      ).toBeVisible();
      await expect(dialog.getByText('Veuillez saisir une adresse email valable.')).toBeVisible();
      await expect(dialog.getByLabel('Prénom')).toBeFocused();
      await dialog.getByLabel('Prénom').fill('Zoé');
      await dialog.getByLabel('Email').fill(taken.email);
      await dialog.getByRole('button', { name: 'Enregistrer' }).click();
      await expect(dialog.getByRole('alert')).toHaveText('Cet email est déjà utilisé.');
      await expect(dialog.getByLabel('Téléphone')).toHaveValue('0470 12 34 56');
      const other = `corrige.${person.email}`;
      await dialog.getByLabel('Email').fill(other);
      await dialog.getByRole('button', { name: 'Enregistrer' }).click();
      await expect(dialog).toBeHidden();
      await expect(
        page.getByRole('status').filter({ hasText: `Zoé ${nom} : le compte est corrigé.` }),
      ).toBeVisible();
      const row = rowNamed(page, APPROVED, nom);
      await expect(row.getByText(`Zoé ${nom}`)).toBeVisible();
      await expect(row.getByText(other)).toBeVisible();
      expect(
        await manege.sql('select prenom, telephone, email from users where id = $1', [person.id]),
      ).toEqual([{ prenom: 'Zoé', telephone: '0470 12 34 56', email: other }]);
    });
    await test.step("on désactive un cavalier après une question : il n'entre plus, et « Activer » lui rend son compte", async () => {
      // PEOPLE-02, PEOPLE-05
      const nom = newNom();
      const person = await manege.person({ nom });
      await page.reload();
      const row = rowNamed(page, APPROVED, nom);
      await act(row, 'Désactiver');
      await expect(question(page)).toContainText(
        `Camille ${nom} ne pourra plus se connecter tant que son compte ne sera pas réactivé.`,
      );
      await question(page).getByRole('button', { name: 'Désactiver' }).click();
      await expect(
        page.getByRole('status').filter({ hasText: `Camille ${nom} ne peut plus se connecter.` }),
      ).toBeVisible();
      expect(await stored(manege, person)).toEqual({ role: 'utilisateur', statut: 'inactif' });
      const other = await (await browser.newContext({ baseURL: manege.server.url })).newPage();
      await other.goto('/login');
      await signIn(other, person);
      await expect(other.getByRole('alert')).toHaveText(
        "Votre compte n'est pas actif. Contactez un administrateur.",
      );
      await other.context().close();
      await button(row, 'Activer').click();
      await expect(button(row, 'Activer')).toHaveCount(0);
      await menuOf(row).click();
      await expect(row.getByRole('menuitem', { name: 'Désactiver' })).toBeVisible();
    });
    await test.step("on ouvre une journée d'inscriptions, qui dit jusqu'à quand, et on la ferme", async () => {
      // ACC-82
      const day = page.getByRole('region', { name: "Journée d'inscriptions" });
      await day.getByRole('button', { name: 'Ouvrir pour 12 heures' }).click();
      await expect(day.getByRole('status')).toHaveText(
        /^Ouverte jusqu'(à|au \d+(er)? \S+ à) \d{1,2}h\d\d\.$/,
      );
      await day.getByRole('button', { name: 'Fermer' }).click();
      await expect(day.getByRole('status')).toHaveText('');
      await expect(day.getByRole('button', { name: 'Ouvrir pour 12 heures' })).toBeVisible();
    });
  },
);

test(
  'un administrateur corrige son propre compte, sauf son adresse',
  BUREAU,
  async ({ page, manege }) => {
    const nom = newNom();
    await enter(page, manege, await manege.person({ role: 'admin', nom }));
    await page.goto('/app/webmastersettings?onglet=securite');
    await page
      .getByRole('row')
      .filter({ hasText: nom })
      .getByRole('button', { name: /^Corriger/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Corriger ce compte' });
    await expect(
      dialog.getByText('Votre propre adresse email se change dans votre profil.'),
    ).toBeVisible();
    await expect(dialog.getByLabel('Email')).toHaveCount(0);
    await dialog.getByLabel('Téléphone').fill('081 61 23 45');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(
      page.getByRole('status').filter({ hasText: 'Administrateur corrigé avec succès' }),
    ).toBeVisible();
    await expect(
      page.getByRole('row').filter({ hasText: nom }).getByText('081 61 23 45'),
    ).toBeVisible();
  },
);

test(
  "le nouveau mot de passe dit ce qui se termine, et garde ce qu'on garde",
  TELEPHONE,
  async ({ page, manege, browser }) => {
    // ACC-69
    const person = await manege.person();
    const elsewhere = await browser.newPage({ baseURL: manege.server.url });
    await enter(elsewhere, manege, person);
    await manege.sql(
      "insert into cles_acces (id, user_id, nom, cle_publique, compteur, transports, created_at) values ($2, $1, 'Téléphone', '\\x00', 0, '{}', now())",
      [person.id, `cle ${person.id}`],
    );
    await openProfil(page, manege, person);
    await page.getByRole('button', { name: 'Mot de passe', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Changer de mot de passe' });
    const switches = dialog.getByRole('switch');
    await expect(switches).toHaveCount(2);
    for (const one of await switches.all()) await expect(one).toBeChecked();
    await dialog.getByRole('switch', { name: 'Terminer mes autres sessions' }).click();
    await dialog.getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
    await dialog.getByLabel('Nouveau mot de passe').fill('une bombe et des guêtres');
    await dialog.getByLabel('Confirmer le mot de passe').fill('une bombe et des guêtres');
    await dialog.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: 'Mot de passe modifié. Vos autres sessions restent ouvertes.' }),
    ).toBeVisible();
    await elsewhere.goto('/app/monprofil');
    await expect(elsewhere).toHaveURL('/app/monprofil');
    expect(await manege.sql('select id from cles_acces where user_id = $1', [person.id])).toEqual(
      [],
    );
    await elsewhere.close();
  },
);

test(
  "le jour où finit la journée d'inscriptions est dit quand ce n'est pas aujourd'hui",
  BUREAU,
  async ({ page, manege }) => {
    // ACC-82
    await serveAt(page, '2027-03-10T16:00:00Z'); // 17:00 in Brussels
    for (const [jusque, words] of [
      ['2027-03-10T21:30:00Z', "Ouverte jusqu'à 22h30."],
      ['2027-03-11T04:34:00Z', "Ouverte jusqu'au 11 mars à 5h34."],
    ] as const) {
      await page.route('**/api/inscriptions/journee', (route) =>
        route.fulfill({ json: { jusque }, headers: { date: 'Wed, 10 Mar 2027 16:00:00 GMT' } }),
      );
      await openUtilisateurs(page, manege);
      await expect(
        page.getByRole('region', { name: "Journée d'inscriptions" }).getByRole('status'),
      ).toHaveText(words);
    }
  },
);
