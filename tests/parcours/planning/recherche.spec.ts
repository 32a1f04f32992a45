/**
 * The search of administrators: shortcut, keys, pointer, results, failures (DESK-60, DESK-65,
 * DESK-66).
 */
import type { Locator, Page } from '@playwright/test';
import {
  BUREAU,
  enter,
  expect,
  type Manege,
  REFUSED,
  retry,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { storeClient } from '../utilisateurs.ts';
import { answered } from '../../support/answered.ts';
import { chunkUrl } from '../../support/chunks.ts';

/** Names that no other test has. */
let n = 0;
const newNom = (): string => {
  n += 1;
  return `Cherche${n}x${process.pid}`;
};

const openButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Rechercher', exact: true });
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Rechercher' });
const field = (page: Page): Locator =>
  dialog(page).getByRole('combobox', { name: 'Nom, téléphone, leçon ou écran' });
const option = (page: Page, nom: string | RegExp): Locator =>
  dialog(page).getByRole('option', { name: nom });
const active = (page: Page): Locator => dialog(page).locator('[role=option][aria-selected=true]');
const says = (page: Page): Locator => page.getByRole('search').getByRole('status').last();

async function openAs(page: Page, manege: Manege, path: string): Promise<void> {
  await enter(
    page,
    manege,
    await manege.person({ role: 'admin', prenom: 'Sophie', nom: newNom() }),
  );
  await page.goto(path);
  await expect(openButton(page)).toBeVisible();
}

/** Stores a lesson whose only participant has no customer. Returns its id. */
async function storeLesson(
  manege: Manege,
  nom: string,
  jour: string,
  statut = 'confirmee',
): Promise<string> {
  const [row] = await manege.sql(
    `select id from importer_lecons(jsonb_build_array(jsonb_build_object('nom_client', $1::text, 'noms_participants', jsonb_build_array($1::text),
      'date_reservation', $2::text, 'heure_debut', '07:00', 'heure_fin', '07:30', 'type_piste', 'interieure', 'type_lecon', 'particuliere',
      'nombre_personnes', 1, 'statut', $3::text))) as id`,
    [nom, jour, statut],
  );
  return String(row?.['id']);
}

test(
  "au clavier seul : Ctrl+K, un nom, les flèches, Entrée ; dans un champ, Ctrl+K reste au navigateur ; un cavalier n'a pas la recherche",
  BUREAU,
  async ({ page, manege }) => {
    // DESK-60, DESK-61, DESK-65
    await openAs(page, manege, '/app/statistiques');
    await test.step('Ctrl+K, un nom, les flèches, Entrée ; Échap rend le clavier où il était', () =>
      chooseByKey(page, manege));
    await test.step("aucune touche seule n'ouvre rien", () => openByShortcutOnly(page));
    await test.step("un cavalier n'a ni le bouton, ni le raccourci", async () => {
      await enter(page, manege, await manege.person());
      await page.goto('/app/reservation');
      await expect(page.getByRole('button', { name: 'Mon compte' })).toBeVisible();
      await page.keyboard.press('Control+k');
      await expect(openButton(page)).toHaveCount(0);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  },
);

async function chooseByKey(page: Page, manege: Manege): Promise<void> {
  const nom = newNom();
  const person = await manege.person({ prenom: 'Élise', nom });
  await storeClient(manege, `Jeanne ${nom}`, '0477 55 66 77');
  const link = page.getByRole('link', { name: 'Prix' });
  await tabTo(page, link);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(active(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(link).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type(nom.toUpperCase());
  await expect(says(page)).toHaveText('2 résultats');
  await expect(dialog(page).getByRole('group', { name: 'Clients' })).toBeVisible();
  await expect(active(page)).toHaveText(new RegExp(`^Élise ${nom}.*essai.example$`));
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await active(page).getAttribute('id')) ?? '',
  );
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toHaveText(`Jeanne ${nom}0477 55 66 77 · sans compte`);
  // From the last to the first, and back.
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toContainText('Élise');
  await page.keyboard.press('ArrowUp');
  await expect(active(page)).toContainText('Jeanne');
  await page.keyboard.press('ArrowUp');
  // Home and End move in the text.
  await page.keyboard.press('Home');
  expect(await field(page).evaluate((input) => (input as HTMLInputElement).selectionStart)).toBe(0);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/app/clients/${person.id}$`));
}

async function openByShortcutOnly(page: Page): Promise<void> {
  await page.goto('/app/utilisateurs');
  const search = page.getByLabel(/^Rechercher un compte/);
  await search.focus();
  const prevented = await search.evaluate(
    (input) =>
      !input.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'k',
          ctrlKey: true,
          bubbles: true,
          cancelable: true,
        }),
      ),
  );
  expect(prevented).toBe(false);
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    heading.tabIndex = -1;
    heading.focus();
  });
  for (const key of ['k', 'K', '/', 's', 'Control+Shift+K', 'Control+Alt+k', 'Meta+k']) {
    await page.keyboard.press(key);
    await expect(dialog(page)).toHaveCount(0);
  }
  // Not behind another dialog.
  await page.getByRole('button', { name: 'Ajouter un client' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).focus();
  await page.keyboard.press('Control+k');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test(
  'au doigt : un prénom et un jour mènent à la leçon, un nom sans client à ses leçons ; une recherche qui échoue se dit, et se refait',
  TELEPHONE,
  async ({ page, manege }) => {
    // DESK-62, DESK-63, DESK-65
    await openAs(page, manege, '/app/prix');
    await test.step('un prénom et un jour, un nom sans client', () => chooseByFinger(page, manege));
    await test.step('une recherche qui échoue se dit, et se refait', () =>
      searchAgain(page, manege));
  },
);

async function chooseByFinger(page: Page, manege: Manege): Promise<void> {
  const nom = newNom();
  const id = await storeLesson(manege, `Théo ${nom}`, '2027-05-12');
  await storeLesson(manege, `Théo ${nom}`, '2027-05-13');
  await openButton(page).tap();
  await expect(field(page)).toBeFocused();
  await field(page).fill(`theo ${nom} mercredi`);
  const lesson = dialog(page).getByRole('group', { name: 'Leçons' }).getByRole('option');
  await expect(lesson).toHaveText([
    `Théo ${nom}mer. 12 mai 2027 à 7h00 · Piste Intérieure · Leçon particulière`,
  ]);
  await lesson.tap();
  await expect(dialog(page)).toBeHidden();
  const { searchParams, pathname } = new URL(page.url());
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/app/webmaster',
    { jour: '2027-05-12', lecon: id },
  ]);
  await expect(page.locator(`#lecon-${id}`)).toBeFocused();

  await openButton(page).tap();
  await field(page).fill(nom);
  const named = dialog(page).getByRole('group', { name: 'Noms sans client' }).getByRole('option');
  await expect(named).toHaveText([`Théo ${nom}2 places · prochaine leçon le mer. 12 mai 2027`]);
  await named.tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Statistiques' })).toBeFocused();
  await expect(page.getByRole('main')).toContainText(`Théo ${nom}`);
  expect(new URL(page.url()).search).toBe(`?du=&au=&cavalier=Th%C3%A9o+${nom}`);
  // The button keeps the focus that the keyboard left there.
  await openButton(page).tap();
  await page.mouse.click(5, 5);
  await expect(dialog(page)).toBeHidden();
  await expect(openButton(page)).toBeFocused();
}

test(
  'à côté des résultats, les leçons du client actif ; rien de trouvé, trop de résultats, et une réponse tardive',
  BUREAU,
  async ({ page, manege }) => {
    // DESK-64, DESK-65, DESK-81, PEOPLE-48
    await openAs(page, manege, '/app/prix');
    await test.step('les flèches changent de client, Tabulation mène à ses leçons', () =>
      readBeside(page, manege));
    await test.step('rien de trouvé, trop de résultats, et une réponse tardive pour un texte de tout à l’heure', () =>
      searchLate(page, manege));
  },
);

async function readBeside(page: Page, manege: Manege): Promise<void> {
  const nom = newNom();
  const { id: client } = await manege.person({ prenom: 'Aline', nom });
  await manege.sql('insert into cavaliers (user_id, nom) values ($1, $2)', [client, `Ida ${nom}`]);
  const ids = [
    await storeLesson(manege, `Ida ${nom}`, '2027-06-02', 'annulee'),
    await storeLesson(manege, `Max ${nom}`, '2027-06-03'),
  ];
  await manege.sql('update participants set user_id = $1 where reservation_id = any($2)', [
    client,
    ids,
  ]);
  await storeLesson(manege, `Bob ${nom}`, '2027-06-04');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/recherche/lecons')) asked.push(request.url());
  });
  const shown = dialog(page).getByRole('region', { name: 'Leçons du résultat choisi' });
  const rows = shown.getByRole('list', { name: 'Leçons' }).getByRole('listitem');
  await page.keyboard.press('Control+k');
  await expect(shown).toHaveText(
    'Les leçons du client ou du nom choisi dans la liste se lisent ici.',
  );
  expect(asked).toEqual([]);
  await page.keyboard.type(`ida ${nom}`);
  await expect(shown.getByRole('heading')).toHaveText(`Ida ${nom}`);
  await expect(shown.getByRole('status')).toHaveText(
    '1 leçon à venir, 0 passée, dont 1 annulée ou supprimée.',
  );
  await expect(rows).toHaveText([
    'mer. 2 juin 2027, 7h00 – 7h30Leçon particulière · Piste Intérieure · Annulée',
  ]);
  // The rest of the text names no rider of hers: all her lessons, then a name without customer.
  await field(page).fill(nom);
  await expect(shown.getByRole('heading')).toHaveText(`Ida ${nom}, Max ${nom}`);
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toContainText(`Bob ${nom}`);
  await expect(shown.getByRole('heading')).toHaveText(`Bob ${nom}`);
  await expect(shown.getByRole('link', { name: 'Voir dans les statistiques' })).toBeVisible();
  // A lesson has none beside it.
  await page.keyboard.press('ArrowDown');
  await expect(shown).toHaveText(/se lisent ici\.$/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(shown.getByRole('heading')).toHaveText(`Ida ${nom}, Max ${nom}`);
  await page.keyboard.press('Tab');
  await expect(rows.nth(0).getByRole('link')).toBeFocused();
  await expect(active(page)).toContainText('Aline');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`jour=2027-06-03&lecon=${ids[1]}$`));
  await page.goto('/app/prix');
  await page.route('**/api/recherche/lecons**', (route) => route.fulfill(REFUSED));
  await openButton(page).click();
  await field(page).fill(nom);
  await expect(shown.getByText("Les leçons n'ont pas pu être chargées.")).toBeVisible();
  await retry(shown.getByRole('button', { name: 'Réessayer' }), () =>
    page.unroute('**/api/recherche/lecons**'),
  );
  await expect(shown.getByRole('heading')).toHaveText(`Ida ${nom}, Max ${nom}`);
  await shown.getByRole('link', { name: 'Ouvrir la fiche' }).click();
  await expect(page).toHaveURL(new RegExp(`/app/clients/${client}$`));
}

test('un jour, un écran, un réglage', BUREAU, async ({ page, manege }) => {
  // DESK-66
  await openAs(page, manege, '/app/journal');
  const choose = async (text: string, titre: string | RegExp) => {
    await page.keyboard.press('Control+k');
    await field(page).fill(text);
    await expect(active(page)).toHaveText(titre);
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeHidden();
  };
  const address = () => {
    const { pathname, search } = new URL(page.url());
    return pathname + search;
  };
  await choose('17 mars 2027', 'Aller au mercredi 17 mars 2027Planning et vue du jour');
  await expect(page.getByText('Aucune réservation pour le mercredi 17 mars 2027')).toBeVisible();
  expect(address()).toBe('/app/webmaster?jour=2027-03-17');
  for (const [text, titre, to] of [
    ['stat', 'Aller à Statistiques', '/app/statistiques'],
    ['UTILIS', 'Aller à Utilisateurs', '/app/utilisateurs'],
    ['plann', /^Aller à Webmaster|^Fermer une piste/, '/app/webmaster'],
    ['mon profil', 'Aller à Mon profil', '/app/monprofil'],
    ['réserver', /^Réserver/, '/app/reservation'],
    ['fermer piste', /^Fermer une piste/, '/app/webmaster'],
    ['param types', /^Paramètres\s: Types de leçon/, '/app/webmastersettings?onglet=types'],
  ] as const) {
    await choose(text, titre);
    await expect.poll(address, text).toBe(to);
  }
  // Every section of the settings, by its title on the screen.
  for (const [onglet, sections] of [
    ['pistes', ['Pistes', 'Horaires et créneaux', 'Jours et saisons']],
    ['cavaliers', ['Paramètres système', 'Droits des cavaliers']],
    ['emails', ['Notifications par email', 'Joindre le centre']],
    ['securite', ['Administrateurs du site', 'Conservation des leçons']],
    ['service', ['État du service', 'Informations système', 'Sauvegardes']],
  ] as const) {
    for (const section of sections) {
      await page.keyboard.press('Control+k');
      await field(page).fill(section);
      await option(page, /^Paramètres\s: /)
        .filter({ hasText: section })
        .first()
        .click();
      await expect(dialog(page)).toBeHidden();
      await expect.poll(address).toBe(`/app/webmastersettings?onglet=${onglet}`);
      await expect(
        page.getByRole('heading', { level: 2, name: section, exact: true }),
      ).toBeVisible();
    }
  }
  await page.keyboard.press('Control+k');
  await field(page).fill('imprimer demain');
  await option(page, /^Imprimer la journée de demain/).click();
  await expect(page.getByRole('button', { name: 'Imprimer la journée' })).toBeVisible();
  await expect.poll(address).toMatch(/^\/app\/webmaster\?jour=\d{4}-\d\d-\d\d$/);
});

async function searchLate(page: Page, manege: Manege): Promise<void> {
  const nom = newNom();
  for (const digit of '12345678') await storeClient(manege, `${nom} Q${digit}`);
  await page.goto('/app/prix');
  await openButton(page).click();
  await field(page).fill(`${nom} introuvable`);
  await expect(says(page)).toHaveText(`Aucun résultat pour « ${nom} introuvable »`);
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
  await field(page).fill(nom);
  await expect(says(page)).toHaveText("6 résultats. D'autres correspondent : écrivez davantage.");
  await expect(dialog(page).getByRole('option')).toHaveCount(6);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let late: Promise<unknown> = Promise.resolve();
  await page.route(/recherche\?q=.*\+Q2$/, async (route) => {
    await held;
    late = route.continue().catch(() => {});
  });
  await field(page).fill(`${nom} Q2`);
  // The results of the earlier text stay, and Enter chooses none of them.
  await page.waitForRequest(/recherche\?q=.*\+Q2$/);
  await expect(dialog(page).getByRole('option')).toHaveCount(6);
  await page.keyboard.press('Enter');
  await expect(says(page)).toHaveText('Recherche en cours…');
  await expect(dialog(page)).toBeVisible();
  await field(page).fill(`${nom} Q3`);
  await expect(dialog(page).getByRole('option')).toHaveText([`${nom} Q3sans compte`]);
  release();
  await late;
  await answered(page);
  await expect(dialog(page).getByRole('option')).toHaveText([`${nom} Q3sans compte`]);
  await expect(says(page)).toHaveText('1 résultat');

  // PEOPLE-48: Enter before the answer follows the first result of this text.
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/recherche\?q=.*\+Q4$/, (route) => asked.then(() => route.fallback()));
  await field(page).fill(`${nom} Q4`);
  await page.keyboard.press('Enter');
  await expect(says(page)).toHaveText('Recherche en cours…');
  answer();
  await expect(page.getByRole('heading', { level: 1, name: `${nom} Q4` })).toBeVisible();
}

async function searchAgain(page: Page, manege: Manege): Promise<void> {
  const nom = newNom();
  await storeClient(manege, `Jeanne ${nom}`);
  await page.goto('/app/prix');
  await page.route('**/api/recherche**', (route) => route.fulfill(REFUSED));
  await openButton(page).tap();
  await field(page).fill(nom);
  await expect(
    dialog(page).getByText(
      "La recherche n'a pas abouti. Vérifiez votre connexion, puis réessayez.",
    ),
  ).toBeVisible();
  // Screens are found all the same.
  await field(page).fill('statis');
  await expect(option(page, 'Aller à Statistiques')).toBeVisible();
  await field(page).fill(nom);
  await retry(dialog(page).getByRole('button', { name: 'Réessayer' }), () =>
    page.unroute('**/api/recherche**'),
  );
  await expect(option(page, `Jeanne ${nom}`)).toBeVisible();
}

test.describe('sans réseau', () => {
  test.use({ reseauCoupe: true });
  test(
    "si son code n'arrive pas, une phrase le dit, et le bouton sert encore",
    BUREAU,
    async ({ page, manege }) => {
      // DESK-60, UI-33
      await openAs(page, manege, '/app/prix');
      await page.route(chunkUrl('Recherche'), (route) => route.abort());
      await openButton(page).focus();
      await page.keyboard.press('Enter');
      await expect(
        page.getByText(
          "Cette partie de la page n'a pas pu être chargée. Vérifiez votre connexion.",
        ),
      ).toBeVisible();
      await page.unroute(chunkUrl('Recherche'));
      await expect(async () => {
        await page.keyboard.press('Enter');
        await expect(field(page)).toBeFocused({ timeout: 1_000 });
      }).toPass();
    },
  );
});
