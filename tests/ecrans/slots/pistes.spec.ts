/** The arenas on /app/webmastersettings (SET-44), and every screen with one, three or eight of them (BOOK-03). */
import { addDays } from '../../../src/domain/core/calendrier.ts';
import { DEFAULT_PISTES } from '../../../src/domain/slots/pistes.ts';
import { MAX_PISTES } from '../../../src/domain/slots/regles_pistes.ts';
import type { Browser, Locator, Page } from '@playwright/test';
import {
  answerNextWrite,
  BUREAU,
  enter,
  expect,
  type Manege,
  tabTo,
  TELEPHONE,
  test,
  expectNoSidewaysScroll,
} from '../../parcours/fixtures.ts';
import { store } from '../../parcours/planning.ts';
import {
  choosePersonnes,
  confirmButton,
  goToJour,
  radio,
  SUCCESS,
} from '../../parcours/reservation.ts';
import { button, newNom, question } from '../../parcours/utilisateurs.ts';
import { mondayIn, today } from '../../support/jours.ts';

const announce = ({ sql }: Manege) =>
  sql(`select pg_notify('manege_changes', '{"changed":["pistes","reservations"]}')`);

test.afterEach(async ({ manege }) => {
  await manege.sql('delete from reservations');
  await manege.sql("delete from ressources where id not in ('interieure', 'exterieure')");
  for (const { id, nom, note, dessin, ordre } of DEFAULT_PISTES)
    await manege.sql(
      'update ressources set nom = $2, note = $3, dessin = $4, ordre = $5, actif = true where id = $1',
      [id, nom, note, dessin, ordre],
    );
  await announce(manege);
});

const table = (page: Page): Locator => page.getByRole('table', { name: 'Pistes' });
const row = (page: Page, text: string): Locator =>
  table(page).getByRole('row').filter({ hasText: text });
const add = (page: Page): Locator => page.getByRole('button', { name: 'Ajouter une piste' });
const dialogOf = (page: Page): Locator => page.getByRole('dialog');
const cards = (page: Page): Locator =>
  page
    .getByRole('group', { name: 'Type de piste' })
    .getByRole('radio', { name: /^(?!Peu importe)/ });

async function open(page: Page, manege: Manege): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie' }));
  await page.goto('/app/webmastersettings');
  await expect(row(page, 'Piste Intérieure')).toBeVisible();
}

/** Another person's screen. */
async function elsewhere(
  browser: Browser,
  manege: Manege,
  path: string,
  role: 'admin' | 'utilisateur' = 'utilisateur',
): Promise<Page> {
  const other = await (await browser.newContext({ baseURL: manege.server.url })).newPage();
  await enter(other, manege, await manege.person({ role }));
  await other.goto(path);
  return other;
}

const stored = async (manege: Manege, nom: string) =>
  (await manege.sql('select * from ressources where nom = $1', [nom]))[0];
const insert = (manege: Manege, n: number) =>
  manege.sql(
    "insert into ressources (id, genre, nom, note, dessin, ordre, actif) values ($1, 'piste', $2, '', 'rond', $3, true)",
    [`essai_${n}`, `Essai ${n}`, n],
  );

test(
  'une piste ajoutée, renommée, redessinée et rangée se voit aussitôt chez un cavalier',
  BUREAU,
  async ({ page, manege, browser }) => {
    await open(page, manege);
    const cavalier = await elsewhere(browser, manege, '/app/reservation');
    await expect(cards(cavalier)).toHaveCount(2);

    await add(page).click();
    const dialog = dialogOf(page);
    await expect(dialog.getByLabel('Nom', { exact: true })).toBeFocused();
    await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await expect(dialog.getByLabel('Nom', { exact: true })).toHaveAccessibleDescription(
      /1 à 40 caractères/,
    );
    await dialog.getByLabel('Nom', { exact: true }).fill('piste  INTÉRIEURE');
    await dialog.getByLabel('Ligne sous le nom').fill('x'.repeat(81));
    await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await expect(dialog.getByLabel('Nom', { exact: true })).toHaveAccessibleDescription(
      /porte déjà ce nom/,
    );
    await expect(dialog.getByLabel('Nom', { exact: true })).toBeFocused();
    await expect(dialog.getByLabel('Ligne sous le nom')).toHaveAccessibleDescription(
      /80 caractères au plus\.$/,
    );
    await dialog.getByLabel('Nom', { exact: true }).fill('Rond couvert');
    await dialog.getByLabel('Ligne sous le nom').fill('Couvert');
    await dialog.getByRole('radio', { name: 'Rond de longe' }).check();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Piste ajoutée avec succès')).toBeVisible();
    await expect(add(page)).toBeFocused();
    await expect(cards(cavalier)).toHaveCount(3);
    await expect(cards(cavalier).last()).toHaveAccessibleName(/^Rond couvert Couvert/);
    expect(await stored(manege, 'Rond couvert')).toMatchObject({
      id: 'rond_couvert',
      dessin: 'rond',
      ordre: 3,
      actif: true,
    });

    await button(row(page, 'Rond couvert'), 'Modifier').click();
    await dialog.getByLabel('Nom', { exact: true }).fill('Petit rond');
    await dialog.getByLabel('Ligne sous le nom').fill('Sans toit');
    await dialog.getByRole('radio', { name: 'Autre' }).check();
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText('Piste modifiée avec succès')).toBeVisible();
    await expect(button(row(page, 'Petit rond'), 'Modifier')).toBeFocused();
    await expect(cards(cavalier).last()).toHaveAccessibleName(/^Petit rond Sans toit/);
    expect(await stored(manege, 'Petit rond')).toMatchObject({
      id: 'rond_couvert',
      dessin: 'autre',
    });

    const moveUp = button(row(page, 'Petit rond'), 'Monter');
    await moveUp.focus();
    for (const place of [2, 1]) {
      await page.keyboard.press('Enter');
      await expect(page.getByText(`Petit rond : place ${place} sur 3`)).toBeAttached();
      await expect(moveUp).toBeFocused();
    }
    await expect(moveUp).toHaveAttribute('aria-disabled', 'true');
    await expect(cards(cavalier).first()).toHaveAccessibleName(/^Petit rond/);

    // Nothing refers to it, so it can be deleted, here with the keyboard.
    await tabTo(page, button(row(page, 'Petit rond'), 'Supprimer'));
    await page.keyboard.press('Enter');
    await expect(question(page)).toHaveAccessibleName('Supprimer cette piste ?');
    await expect(question(page).getByRole('button', { name: 'Annuler' })).toBeFocused();
    await tabTo(page, question(page).getByRole('button', { name: 'Supprimer' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Piste supprimée avec succès')).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Pistes' })).toBeFocused();
    await expect(cards(cavalier)).toHaveCount(2);
  },
);

test(
  'désactiver une piste qui a des leçons à venir le demande, et mène à elles ; elles restent au planning',
  TELEPHONE,
  async ({ page, manege, browser }) => {
    const nom = `Pistard ${newNom()}`;
    const jour = addDays(today(), 300);
    await store(manege, { jour, piste: 'exterieure', noms: [nom] });
    await open(page, manege);
    const cavalier = await elsewhere(browser, manege, '/app/reservation');
    await expect(cards(cavalier)).toHaveCount(2);
    const outdoor = row(page, 'Piste Extérieure');
    const toggle = button(outdoor, 'Désactiver');
    await expect(button(outdoor, 'Modifier')).toBeVisible();
    await expect(button(outdoor, 'Supprimer')).toHaveCount(0);
    await toggle.focus();
    await page.keyboard.press('Enter');
    await expect(question(page)).toHaveAccessibleName('Désactiver cette piste ?');
    await expect(question(page)).toHaveAccessibleDescription(/leçons? à venir .* cette piste/);
    await expect(question(page).getByRole('button', { name: 'Annuler' })).toBeFocused();
    const link = question(page).getByRole('link', { name: new RegExp(nom) });
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await page.keyboard.press('Escape');
    await expect(toggle).toBeFocused();

    // The question opens again before the browser has reported that it was closed.
    await page.keyboard.press('Enter');
    await expect(question(page)).toBeVisible();
    await toggle.evaluate((again: HTMLButtonElement) => {
      document.querySelector<HTMLDialogElement>('dialog:modal')!.requestClose();
      again.click();
    });
    await question(page).getByRole('button', { name: 'Désactiver' }).click();
    await expect(page.getByText('Piste modifiée avec succès')).toBeVisible();
    await expect(outdoor.getByText('Inactive')).toBeVisible();
    await expect(button(outdoor, 'Activer')).toBeFocused();
    await expect(cards(cavalier)).toHaveCount(1);

    // The last arena cannot be switched off, and the page gives the reason.
    const only = button(row(page, 'Piste Intérieure'), 'Désactiver');
    await expect(only).toHaveAttribute('aria-disabled', 'true');
    await expect(only).toHaveAccessibleDescription(/Seule piste qui se réserve/);

    await button(outdoor, 'Activer').click();
    await expect(outdoor.getByText('Active', { exact: true })).toBeVisible();
    await expect(cards(cavalier)).toHaveCount(2);
    await toggle.click();
    await link.click();
    await expect(page).toHaveURL(new RegExp(`/app/webmaster\\?jour=${jour}&lecon=`));
    await expect(page.getByText(nom).first()).toBeVisible();
  },
);

test(
  "ce qu'un autre administrateur change se voit aussitôt, et ce qu'on écrit reste",
  BUREAU,
  async ({ page, manege, browser }) => {
    // Other tests leave future lessons, for which switching off would first ask.
    await manege.sql("delete from reservations where type_piste = 'exterieure'");
    await open(page, manege);
    const autre = await elsewhere(browser, manege, '/app/webmastersettings', 'admin');
    await button(row(page, 'Piste Extérieure'), 'Modifier').click();
    await dialogOf(page).getByLabel('Nom', { exact: true }).fill('Grand carré');
    await button(row(autre, 'Piste Extérieure'), 'Modifier').click();
    await dialogOf(autre).getByLabel('Ligne sous le nom').fill('Sable neuf');
    await dialogOf(autre).getByRole('button', { name: 'Enregistrer' }).click();
    await expect(table(page)).toContainText('Sable neuf');
    await expect(dialogOf(page).getByLabel('Nom', { exact: true })).toHaveValue('Grand carré');
    await dialogOf(page).getByRole('button', { name: 'Enregistrer' }).click();
    await expect(row(autre, 'Grand carré')).toContainText('Sable neuf');

    // The server refuses because of a change that this screen does not know yet.
    await answerNextWrite(page, '**/api/pistes/exterieure', async (route) => {
      await manege.sql("update ressources set actif = false where id = 'interieure'");
      await route.continue();
    });
    await button(row(page, 'Grand carré'), 'Désactiver').click();
    await expect(page.getByRole('alert')).toHaveText('Il faut au moins une piste qui se réserve.');
    await expect(row(page, 'Piste Intérieure').getByText('Inactive')).toBeVisible();
    await expect(button(row(page, 'Grand carré'), 'Désactiver')).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  },
);

test(
  'à huit pistes le bouton dit pourquoi, et le serveur refuse la neuvième',
  TELEPHONE,
  async ({ page, manege }) => {
    // LIM-161
    for (let n = DEFAULT_PISTES.length + 1; n < MAX_PISTES; n += 1) await insert(manege, n);
    await announce(manege);
    await open(page, manege);
    await expect(table(page).getByRole('row')).toHaveCount(MAX_PISTES);
    await add(page).click();
    await dialogOf(page).getByLabel('Nom', { exact: true }).fill('Neuvième');
    // Another arena was added, and this screen was not notified.
    await insert(manege, MAX_PISTES);
    await dialogOf(page).getByRole('button', { name: 'Ajouter', exact: true }).click();
    await expect(dialogOf(page).getByRole('alert')).toHaveText('Un centre a 8 pistes au plus.');
    await expect(dialogOf(page).getByLabel('Nom', { exact: true })).toHaveValue('Neuvième');
    await dialogOf(page).getByRole('button', { name: 'Annuler' }).click();
    await expect(add(page)).toBeFocused();
    await expect(add(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(add(page)).toHaveAccessibleDescription('Un centre a 8 pistes au plus.');
    await add(page).press('Enter');
    await expect(dialogOf(page)).toHaveCount(0);
    await button(row(page, 'Essai 8'), 'Supprimer').click();
    await question(page).getByRole('button', { name: 'Supprimer' }).click();
    await expect(add(page)).not.toHaveAttribute('aria-disabled', 'true');
  },
);

/** The arenas after the first two. */
const OTHERS = [
  ['rond', 'Rond de longe', 'Couvert, pour la longe et le travail à pied', 'rond'],
  ['grande', 'Grande carrière de saut d’obstacles', '', 'carriere'],
  ['manege_poneys', 'Manège des poneys', 'Réservé aux plus jeunes', 'manege'],
  ['paddock', 'Paddock', 'Par temps sec', 'autre'],
  ['marcheur', 'Marcheur', '', 'autre'],
  ['cross', 'Terrain de cross', 'Sur demande', 'carriere'],
] as const;

const announcePistes = ({ sql }: Manege) =>
  sql(`select pg_notify('manege_changes', '{"changed":["pistes"]}')`);

async function setPistes(manege: Manege, n: number): Promise<string[]> {
  await manege.sql(`update ressources set actif = ($1 > 1) where id = 'exterieure'`, [n]);
  for (const [i, piste] of OTHERS.slice(0, Math.max(0, n - 2)).entries())
    await manege.sql(
      `insert into ressources (id, genre, nom, note, dessin, ordre) values ($1, 'piste', $2, $3, $4, $5) on conflict (id) do nothing`,
      [...piste, i + 3],
    );
  await announcePistes(manege);
  return (await manege.sql('select nom from ressources where actif order by ordre')).map(
    ({ nom }) => String(nom),
  );
}

test(
  "avec une, trois ou huit pistes, on réserve, le planning et l'accueil suivent",
  BUREAU,
  async ({ page, manege }) => {
    test.slow();
    for (const [n, accueil] of [
      [1, 'Réservez la piste intérieure du centre équestre'],
      [3, 'Réservez une piste du centre équestre'],
      [8, 'Réservez une piste du centre équestre'],
    ] as const) {
      await page.context().clearCookies();
      const noms = await setPistes(manege, n);
      expect(noms).toHaveLength(n);
      const jour = addDays(mondayIn(6), n > 7 ? 6 : n);

      await page.goto('/');
      await expect(page.getByText(accueil)).toBeVisible();

      const cavalier = await manege.person();
      await enter(page, manege, cavalier);
      await page.goto('/app/reservation');
      await radio(page, /^Longe/).check();
      await choosePersonnes(page, 1);
      await page.getByLabel('Participant 1').fill('Zoé Willems');
      await goToJour(page, jour);
      const cards = page
        .getByRole('group', { name: 'Type de piste' })
        .getByRole('radio', { name: /^(?!Peu importe)/ });
      await expect(cards).toHaveCount(n);
      // BOOK-39
      await expect(radio(page, /^Peu importe/)).toHaveCount(n > 1 ? 1 : 0);
      const last = radio(page, new RegExp(`^${noms.at(-1)}`));
      if (n > 1) await last.check();
      await expect(last).toBeChecked(); // a single arena is chosen automatically
      await expectNoSidewaysScroll(page);
      await radio(page, '10:00, disponible').check();
      await confirmButton(page).click();
      await expect(page.getByText(SUCCESS)).toBeVisible();
      const [booked] = await manege.sql(
        'select nom from ressources join reservations on type_piste = ressources.id where user_id = $1',
        [cavalier.id],
      );
      expect(booked?.['nom']).toBe(noms.at(-1));

      const { sql } = manege;
      for (const { id } of await sql('select id from ressources where actif'))
        await store(manege, { jour, heure: '14:00', fin: '15:00', piste: String(id) });
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.setViewportSize({ width: 1280, height: 844 });
      await page.goto(`/app/webmaster?semaine=${jour}&jour=${jour}`);
      for (const nom of noms) {
        await expect(page.getByRole('grid', { name: nom })).toBeVisible();
        await expect(page.getByRole('region', { name: nom })).toBeVisible();
      }
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(page.getByRole('grid')).toHaveCount(1);
      for (const nom of noms)
        await expect(
          page.getByRole('columnheader', { name: new RegExp(`^${nom}`) }),
        ).toBeAttached();
      await expectNoSidewaysScroll(page);
      await page.goto('/app/reservation');
      await expect(page.getByRole('heading', { name: 'La semaine' })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  },
);
