/** Customers without an account on /app/utilisateurs (CLI-07). */
import type { Page } from '@playwright/test';
import {
  BUREAU,
  expect,
  type Manege,
  REFUSED as REFUSED_READ,
  retry,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { store } from '../planning.ts';
import {
  APPROVED,
  button,
  chooseEntry,
  CLIENTS,
  headingOf,
  menuOf,
  newNom,
  openUtilisateurs,
  question,
  rowNamed,
  search,
  storeClient,
  table,
} from '../utilisateurs.ts';
import { jourOf } from '../../support/jours.ts';

type Desk = { page: Page; manege: Manege };

const addButton = (page: Page) => page.getByRole('button', { name: 'Ajouter un client' });
const form = (page: Page, name: string) => page.getByRole('dialog', { name });
const told = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const stored = (manege: { sql: (query: string, values: unknown[]) => unknown }, nom: string) =>
  manege.sql('select nom, telephone, email, adresse, note from clients where nom = $1', [nom]);

async function ajouter({ page, manege }: Desk): Promise<void> {
  const nom = `Jeanne ${newNom()}`;
  await storeClient(manege, nom, '0475 10 22 33');
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);
  await addButton(page).click();
  const dialog = form(page, 'Ajouter un client');
  await expect(dialog.getByLabel('Nom')).toBeFocused();
  await dialog.getByLabel('Email').fill('pas une adresse');
  await dialog.getByLabel('Note pour le bureau').fill('n'.repeat(301));
  await expect(dialog.getByText('301 / 300 caractères')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByLabel('Nom')).toHaveAccessibleDescription(
    'Veuillez saisir le nom du client (100 caractères au plus).',
  );
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(
    /Veuillez saisir une adresse email valable\.$/,
  );
  await expect(dialog.getByLabel('Note pour le bureau')).toHaveAccessibleDescription(
    /La note doit compter 300 caractères au plus\.$/,
  );
  await expect(dialog.getByLabel('Nom')).toBeFocused();

  // The same name and telephone, written otherwise.
  await dialog.getByLabel('Nom').fill(`  ${nom.toUpperCase()} `);
  await dialog.getByLabel('Téléphone').fill('0475/10.22.33');
  await dialog.getByLabel('Email').fill(' Jeanne@Essai.example ');
  await dialog.getByLabel('Adresse').fill('Rue du Manège 1');
  await dialog.getByLabel('Note pour le bureau').fill('Préfère le matin');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByLabel('Nom')).toHaveAccessibleDescription(
    'Un client a déjà ce nom et ce téléphone.',
  );
  await expect(dialog.getByLabel('Nom')).toBeFocused();
  await expect(dialog.getByLabel('Nom')).toHaveValue(`  ${nom.toUpperCase()} `);
  await expect(dialog.getByLabel('Note pour le bureau')).toHaveValue('Préfère le matin');

  // Unsent input is not lost without a question (UI-40).
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveAccessibleName('Quitter sans enregistrer ?');
  await question(page).getByRole('button', { name: 'Annuler' }).click();

  await dialog.getByLabel('Téléphone').fill('081 61 23 45');
  await expect(dialog.getByText('Un client a déjà ce nom et ce téléphone.')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toBeHidden();
  await expect(told(page, `${nom.toUpperCase()} : client ajouté.`)).toBeVisible();
  await expect(addButton(page)).toBeFocused();
  const row = rowNamed(page, CLIENTS, 'Préfère le matin').filter({ hasText: nom.toUpperCase() });
  await expect(row).toContainText('jeanne@essai.example');
  await expect(row).toContainText('Préfère le matin');
  await expect(row).toContainText('Aucune place');
  expect(await stored(manege, nom.toUpperCase())).toEqual([
    {
      nom: nom.toUpperCase(),
      telephone: '081 61 23 45',
      email: 'jeanne@essai.example',
      adresse: 'Rue du Manège 1',
      note: 'Préfère le matin',
    },
  ]);
}

async function modifier({ page, manege }: Desk): Promise<void> {
  const nom = `Jeanne ${newNom()}`;
  const id = await storeClient(manege, nom, '0477 10 22 33');
  for (const heure of ['10:00', '11:00'])
    await store(manege, {
      jour: jourOf(10, 250),
      heure,
      fin: heure.replace(/\d\d/, (h) => String(Number(h) + 1)),
      noms: [nom],
      compte: id,
    });
  await page.reload();
  const row = rowNamed(page, CLIENTS, nom);
  await expect(row).toContainText('2 places');
  await button(row, 'Modifier').click();
  const dialog = form(page, 'Modifier ce client');
  await expect(dialog.getByLabel('Nom')).toHaveValue(nom);
  await expect(dialog.getByLabel('Téléphone')).toHaveValue('0477 10 22 33');
  // Meanwhile somebody else writes the note.
  await manege.sql("update clients set note = 'Écrite ailleurs' where id = $1", [id]);
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);
  await expect(dialog.getByLabel('Note pour le bureau')).toHaveValue('Écrite ailleurs');
  await expect(dialog.getByRole('form').getByRole('status')).toHaveText(
    /^Modifié sur un autre écran, et repris ici\..*la note\s: Écrite ailleurs \(avant\s: rien\)/,
  );
  await dialog.getByLabel('Téléphone').fill('');
  await dialog.getByLabel('Nom').fill(`${nom} Petit`);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toBeHidden();
  await expect(told(page, `${nom} Petit : client modifié.`)).toBeVisible();
  await expect(button(row, 'Modifier')).toBeFocused();
  expect(await stored(manege, `${nom} Petit`)).toEqual([
    { nom: `${nom} Petit`, telephone: null, email: null, adresse: null, note: 'Écrite ailleurs' },
  ]);
  // Erased on another screen: the dialog says so.
  await button(row, 'Modifier').click();
  await dialog.getByLabel('Adresse').fill('Rue du Manège 1');
  await manege.sql('delete from clients where id = $1', [id]);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByRole('alert')).toHaveText("Ce client n'existe plus.");
  await expect(dialog.getByLabel('Adresse')).toHaveValue('Rue du Manège 1');
  await page.keyboard.press('Escape');
  await question(page).getByRole('button', { name: 'Quitter' }).click();
}

async function modifierADeux({ page, manege }: Desk): Promise<void> {
  const nom = `Jeanne ${newNom()}`;
  const id = await storeClient(manege, nom, '0477 10 22 33');
  await page.reload();
  await button(rowNamed(page, CLIENTS, nom), 'Modifier').press('Enter');
  const dialog = form(page, 'Modifier ce client');
  const note = dialog.getByLabel('Note pour le bureau');
  await note.fill('Préfère le matin');
  // Nobody has told this screen yet.
  await manege.sql(
    "update clients set note = 'Allergique', adresse = 'Rue Basse 1' where id = $1",
    [id],
  );
  const save = dialog.getByRole('button', { name: 'Enregistrer' });
  await save.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    /^Ce client vient d'être modifié sur un autre écran\. Rien n'est encore enregistré\..*l'adresse\s: Rue Basse 1 \(avant\s: rien\).*la note\s: Allergique \(avant\s: rien\)/,
  );
  await expect(note).toHaveValue('Préfère le matin');
  await save.press('Enter');
  const keep = dialog.getByRole('button', { name: "Garder ce que j'ai écrit" });
  await expect(keep).toBeEnabled();
  await keep.press('Enter');
  await expect(note).toBeFocused();
  await expect(note).toHaveValue('Préfère le matin');
  await expect(dialog.getByLabel('Adresse')).toHaveValue('Rue Basse 1');
  await note.fill('Allergique. Préfère le matin');
  await save.press('Enter');
  await expect(dialog).toBeHidden();
  expect(await stored(manege, nom)).toEqual([
    {
      nom,
      telephone: '0477 10 22 33',
      email: null,
      adresse: 'Rue Basse 1',
      note: 'Allergique. Préfère le matin',
    },
  ]);
}

test(
  'un client s’ajoute et se modifie, à deux bureaux aussi : un refus garde ce qui est écrit, et rien ne se perd sans un mot',
  BUREAU,
  async ({ page, manege }) => {
    // CLI-02, CLI-07, CLI-26, CLI-27
    await openUtilisateurs(page, manege);
    await test.step('seul le nom est nécessaire ; un refus se dit au champ', () =>
      ajouter({ page, manege }));
    await test.step("ce qui n'est pas touché reste comme il est enregistré", () =>
      modifier({ page, manege }));
    await test.step('deux bureaux écrivent la note du même client, au clavier', () =>
      modifierADeux({ page, manege }));
  },
);

/** Another customer pays for one without an account. */
async function payerPourClient({ page, manege }: Desk): Promise<void> {
  const nom = newNom();
  const payeur = await manege.person({ prenom: 'Marc', nom });
  await storeClient(manege, `Éloïse ${nom}`);
  const paid = await storeClient(manege, `Tom ${nom}`, '0476 44 55 66');
  await manege.sql('update clients set paye_par = $2 where id = $1', [paid, payeur.id]);
  await page.reload();
  const row = rowNamed(page, CLIENTS, `Éloïse ${nom}`);
  await tabTo(page, button(row, `Qui paie pour Éloïse ${nom}`));
  await page.keyboard.press('Enter');
  const dialog = form(page, 'Qui paie pour ce client ?');
  const field = dialog.getByRole('combobox', { name: 'Client qui paie' });
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/Veuillez choisir un client dans la liste\.$/);
  await page.keyboard.type(nom.toUpperCase());
  // The customer itself is not offered.
  const options = dialog.getByRole('listbox', { name: 'Clients' }).getByRole('option');
  await expect(options).toHaveText([
    `Marc ${nom}${payeur.email}`,
    `Tom ${nom}0476 44 55 66 · sans compte`,
  ]);
  await expect(dialog.getByText('2 clients trouvés')).toBeAttached();
  // Somebody pays for Tom already.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(`Tom ${nom}`);
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(
    /Ce client ne peut pas payer ici : quelqu'un paie déjà pour lui, ou c'est le client lui-même\.$/,
  );
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(`Tom ${nom}`);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(`marc ${nom}`);
  await expect(options).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(`Marc ${nom}`);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(told(page, `Éloïse ${nom} : payé par Marc ${nom}.`)).toBeVisible();
  await expect(row.getByRole('cell', { name: `Marc ${nom}`, exact: true })).toBeVisible();
  await expect(button(row, 'Qui paie')).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByText(`Payé par Marc ${nom}`)).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Paie pour soi-même' }));
  await page.keyboard.press('Space');
  await expect(dialog).toBeHidden();
  await expect(told(page, `Éloïse ${nom} : personne d'autre ne paie.`)).toBeVisible();
  await expect(button(row, 'Qui paie')).toBeFocused();
  expect(
    await manege.sql('select paye_par from clients where nom = $1', [`Éloïse ${nom}`]),
  ).toEqual([{ paye_par: null }]);
}

/** The grandmother without an account pays for an account. */
async function payerPourCompte({ page, manege }: Desk): Promise<void> {
  const nom = newNom();
  await manege.person({ prenom: 'Anne', nom });
  await storeClient(manege, `Odette ${nom}`, '0476 44 55 66');
  await page.reload();
  await search(page).fill(nom);
  const row = rowNamed(page, APPROVED, `Anne ${nom}`);
  await tabTo(page, menuOf(row));
  const open = async () => {
    await page.keyboard.press('Enter');
    await chooseEntry(page, 'Qui paie');
  };
  await open();
  const dialog = form(page, 'Qui paie pour ce client ?');
  const field = dialog.getByRole('combobox', { name: 'Client qui paie' });
  await expect(field).toBeFocused();
  await page.keyboard.type(nom);
  // The account itself is not offered.
  await expect(dialog.getByRole('option')).toHaveText([`Odette ${nom}0476 44 55 66 · sans compte`]);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(`Odette ${nom}`);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(told(page, `Anne ${nom} : payé par Odette ${nom}.`)).toBeVisible();
  await expect(row).toContainText(`Payé par Odette ${nom}`);
  await expect(menuOf(row)).toBeFocused();

  await open();
  await expect(dialog.getByText(`Payé par Odette ${nom}`)).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Paie pour soi-même' }));
  await page.keyboard.press('Space');
  await expect(told(page, `Anne ${nom} : personne d'autre ne paie.`)).toBeVisible();
  await expect(row).not.toContainText('Payé par');
}

test(
  "au clavier seul : un autre paie, avec ou sans compte, puis plus personne d'autre",
  BUREAU,
  async ({ page, manege }) => {
    // CLI-05, CLI-07
    await openUtilisateurs(page, manege);
    await test.step('pour un client sans compte', () => payerPourClient({ page, manege }));
    await test.step('pour un compte', () => payerPourCompte({ page, manege }));
  },
);

/** The customer without an account gets one, enters by the link of the email, and finds the lesson. */
async function inviter({ page, manege }: Desk): Promise<void> {
  const nom = `Jeanne ${newNom()}`;
  const id = await storeClient(manege, nom, '0478 10 22 33');
  const other = await manege.person();
  await store(manege, { jour: jourOf(10, 252), noms: [nom], compte: id });
  await page.reload();
  const row = rowNamed(page, CLIENTS, nom);
  await button(row, 'Inviter').click();
  const dialog = form(page, 'Inviter ce client');
  const field = dialog.getByLabel('Email');
  await expect(field).toBeFocused();
  await field.fill('jeanne');
  await dialog.getByRole('button', { name: 'Inviter' }).click();
  await expect(field).toHaveAccessibleDescription('Veuillez saisir une adresse email valable.');
  await field.fill(other.email);
  await dialog.getByRole('button', { name: 'Inviter' }).click();
  await expect(field).toHaveAccessibleDescription('Cet email est déjà utilisé.');
  await expect(field).toBeFocused();
  await field.fill(` Jeanne.${id}@essai.example`);
  await dialog.getByRole('button', { name: 'Inviter' }).click();
  await expect(
    told(page, `${nom} : compte ouvert. L'invitation est dans « Emails ».`),
  ).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(rowNamed(page, APPROVED, nom)).toBeVisible();
  // The link is read where emails are, without a mail server.
  await page.goto('/app/courriels');
  await page
    .getByRole('button', { name: /^Votre compte chez/ })
    .first()
    .click();
  const email = page.getByRole('dialog', { name: 'Invitation' });
  await email.getByRole('tab', { name: 'Texte' }).click();
  await expect(email.getByText(`Bonjour ${nom},`)).toBeVisible();
  await email.getByRole('button', { name: 'Afficher le lien' }).click();
  const link = email.getByRole('link', { name: /\/reset-password#token=/ });
  await expect(link).toBeVisible();
  // The person enters by it, and finds the lesson.
  const path = new URL((await link.getAttribute('href')) ?? '');
  await page.context().clearCookies();
  await page.goto(`${path.pathname}${path.hash}`);
  await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('un premier mot de passe');
  await page.getByLabel('Confirmer le mot de passe').fill('un premier mot de passe');
  await page
    .getByRole('button', { name: /mot de passe/ })
    .last()
    .click();
  await page.waitForURL('/login');
  await page.getByLabel('Email').fill(`jeanne.${id}@essai.example`);
  await page.getByLabel('Mot de passe', { exact: true }).fill('un premier mot de passe');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByRole('link', { name: 'Accéder à mon espace' }).click();
  await expect(
    page.getByRole('region', { name: 'Mes réservations' }).getByRole('article'),
  ).toHaveCount(1);
}

async function effacer({ page, manege }: Desk): Promise<void> {
  const nom = `Jeanne ${newNom()}`;
  const id = await storeClient(manege, nom);
  const lecon = await store(manege, { jour: jourOf(10, 251), noms: [nom], compte: id });
  await page.reload();
  const row = rowNamed(page, CLIENTS, nom);
  await expect(row).toContainText('1 place');
  await button(row, 'Effacer').click();
  await expect(question(page)).toHaveAccessibleName('Effacer ce client ?');
  await expect(question(page)).toHaveAccessibleDescription(
    new RegExp(
      `^Êtes-vous sûr de vouloir effacer ${nom} \\? Ses coordonnées, la note et ses cavaliers seront effacés\\. Ses leçons gardent les noms, mais sans client et sans remarques\\. .*Cette action est irréversible\\.$`,
    ),
  );
  await question(page).getByRole('button', { name: 'Annuler' }).click();
  await expect(button(row, 'Effacer')).toBeFocused();
  await button(row, 'Effacer').click();
  await question(page).getByRole('button', { name: 'Effacer' }).click();
  await expect(told(page, `${nom} : client effacé.`)).toBeVisible();
  await expect(headingOf(page, CLIENTS)).toBeFocused();
  await expect(row).toHaveCount(0);
  expect(await manege.sql('select id from clients where id = $1', [id])).toEqual([]);
  expect(
    await manege.sql('select nom_client, user_id from reservations where id = $1', [lecon]),
  ).toEqual([{ nom_client: nom, user_id: null }]);
}

/** The customer has made an account since. */
async function regrouper({ page, manege }: Desk): Promise<void> {
  const nom = newNom();
  const id = await storeClient(manege, `JEANNE ${nom}`);
  const account = await manege.person({ prenom: 'Jeanne', nom });
  const lecon = await store(manege, {
    jour: jourOf(10, 253),
    noms: ['Tom'],
    compte: id,
  });
  await page.reload();
  const row = rowNamed(page, CLIENTS, `JEANNE ${nom}`);
  await expect(row).toContainText(`Peut-être Jeanne ${nom} ${account.email}`);
  const same = row.getByRole('button', { name: /^C'est la même personne/ });
  await same.press('Enter');
  await expect(question(page)).toHaveAccessibleName('Regrouper ces deux clients ?');
  await expect(question(page)).toHaveAccessibleDescription(
    new RegExp(
      `^Tout ce qui est à JEANNE ${nom} passe à Jeanne ${nom} \\(${account.email}\\)\\. .*Cette action est irréversible\\.$`,
    ),
  );
  await page.keyboard.press('Escape');
  await expect(same).toBeFocused();
  await page.keyboard.press('Enter');
  await question(page).getByRole('button', { name: 'Regrouper' }).press('Enter');
  await expect(told(page, `JEANNE ${nom} : regroupé avec Jeanne ${nom}.`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(headingOf(page, CLIENTS)).toBeFocused();
  expect(
    await manege.sql('select user_id from participants where reservation_id = $1', [lecon]),
  ).toEqual([{ user_id: account.id }]);
}

test(
  'un client s’efface après une question qui dit ce qui reste, se regroupe avec son compte, ou en reçoit un par invitation',
  TELEPHONE,
  async ({ page, manege }) => {
    // CLI-06, CLI-07, CLI-10, CLI-11
    await openUtilisateurs(page, manege);
    await test.step('effacé, ses leçons gardent son nom', () => effacer({ page, manege }));
    await test.step('reconnu, ses leçons passent à son compte', () => regrouper({ page, manege }));
    await test.step('invité, son compte a ses leçons', () => inviter({ page, manege }));
  },
);

test(
  'la recherche de la page trouve aussi les clients ; leurs pages sont dans son adresse',
  BUREAU,
  async ({ page, manege }) => {
    // CLI-04, CLI-07
    const nom = newNom();
    await manege.sql(
      `insert into clients (nom, cle) select '${nom} ' || lpad(i::text, 3, '0'), lower('${nom}') || lpad(i::text, 3, '0') from generate_series(1, 103) i`,
    );
    await storeClient(manege, `Zélie ${nom}`, '0475 99 88 77');
    await manege.person({ prenom: 'Zoé', nom });
    await openUtilisateurs(page, manege);
    await search(page).fill(nom.toUpperCase());
    await expect(
      page.getByText('1 compte trouvé, au moins 100 clients sans compte', { exact: true }),
    ).toBeVisible();
    await expect(table(page, CLIENTS).locator('tbody tr')).toHaveCount(100);
    await expect(table(page, CLIENTS).getByRole('columnheader')).toHaveText([
      'Client',
      'Téléphone',
      'Note',
      'Payé par',
      'Places',
      'Actions',
    ]);
    const pages = page.getByRole('navigation', { name: `Pages : ${CLIENTS}` });
    await pages.getByRole('button', { name: 'Suivant' }).click();
    await expect(headingOf(page, CLIENTS)).toBeFocused();
    await expect(table(page, CLIENTS).locator('tbody tr')).toHaveCount(4);
    await expect(pages.getByRole('button', { name: 'Suivant' })).toBeDisabled();
    await page.reload();
    await expect(table(page, CLIENTS).locator('tbody tr')).toHaveCount(4);
    await expect(search(page)).toHaveValue(nom.toUpperCase());
    // A page that has become empty gives way to the first one.
    await manege.sql(`delete from clients where nom > '${nom} 100' and nom like '${nom} %'`);
    await manege.sql(`delete from clients where nom = 'Zélie ${nom}'`);
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);
    await expect(table(page, CLIENTS).locator('tbody tr')).toHaveCount(100);
    await manege.sql(`delete from clients where nom like '${nom} %'`);

    await storeClient(manege, `Zélie ${nom}`, '0475 99 88 77');
    await search(page).fill('0475/998877');
    await expect(page.getByText('1 client sans compte', { exact: true })).toBeVisible();
    await expect(rowNamed(page, CLIENTS, `Zélie ${nom}`)).toBeVisible();
    await expect(rowNamed(page, APPROVED, nom)).toHaveCount(0);
    await search(page).fill('zzz introuvable');
    await expect(
      page.getByText('Aucun client sans compte ne correspond à cette recherche'),
    ).toBeVisible();
  },
);

test(
  "sans client la table le dit ; illisible, elle propose de réessayer ; un long texte tient dans l'écran",
  TELEPHONE,
  async ({ page, manege }) => {
    // UI-09, UI-10, CLI-07
    await manege.sql('delete from clients where nom is not null');
    await openUtilisateurs(page, manege);
    await expect(page.getByText('Aucun client sans compte', { exact: true })).toBeVisible();
    await expect(table(page, CLIENTS)).toHaveCount(0);

    const nom = newNom();
    const id = await storeClient(manege, `${'M'.repeat(80)} ${nom}`, '0'.repeat(40));
    await manege.sql('update clients set email = $2, note = $3 where id = $1', [
      id,
      `${'e'.repeat(60)}@essai.example`,
      `<b>${'n'.repeat(200)}</b>\nsur deux lignes`,
    ]);
    await page.route('**/api/clients?*', (route) => route.fulfill(REFUSED_READ));
    await page.reload();
    const failure = page.getByText("Les clients sans compte n'ont pas pu être chargés.");
    await expect(failure).toBeVisible();
    await retry(page.getByRole('button', { name: 'Réessayer' }), () =>
      page.unroute('**/api/clients?*'),
    );
    await expect(rowNamed(page, CLIENTS, nom)).toContainText('<b>nnn');
    await expect(failure).toHaveCount(0);
    await button(rowNamed(page, CLIENTS, nom), 'Effacer').click();
    await expect(question(page)).toBeInViewport({ ratio: 1 });
  },
);
