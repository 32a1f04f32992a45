/**
 * Every screen and the main dialogs at four widths in both themes: axe finds nothing, and nothing is wider than its window (UI-14, UI-37).
 * One run names all faults: the expectations are soft. `npm run test:engines` runs this, `npm test` does not.
 */
import type { Locator, Page } from '@playwright/test';
import { PAGES } from '../../src/web/paths.ts';
import { axe, enter, expect, type Manege, test } from '../parcours/fixtures.ts';
import { insert } from '../parcours/courriels.ts';
import { card, dialog, jourOf } from '../parcours/modification.ts';
import { store } from '../parcours/planning.ts';
import { bookFor, fillForm } from '../parcours/reservation.ts';

const WIDTHS = [320, 390, 768, 1280];
const THEMES = { clair: 'light', sombre: 'dark' } as const;
const JOUR = jourOf(2);

/** axe on the page as it stands, at each width in each theme. `open`: what must still be open then; it is opened again where a resize closes it. */
async function sweep(page: Page, title: string, { widths = WIDTHS, open, reopen }: { widths?: number[]; open?: Locator; reopen?: () => Promise<void> } = {}): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const [theme, colorScheme] of Object.entries(THEMES)) {
      // While a colour fades, its contrast is not the final one.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      if (open && reopen && !await open.isVisible()) await reopen();
      if (open) await expect(open).toBeVisible();
      await page.evaluate(() => Promise.allSettled(document.getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity).map(({ finished }) => finished)));
      const { violations } = await axe(page).exclude('iframe[sandbox=""]').analyze();
      const faults = violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (excess > 0) faults.push(`${excess} px wider than the window`);
      expect.soft(faults, `${title}, ${width} px, ${theme}`).toEqual([]);
    }
  }
}

/** Loads an address and waits until its screen has what it reads. */
async function load(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

async function sweepPages(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await load(page, path);
    await sweep(page, path);
  }
}

const pathsFor = (...access: string[]) => PAGES.filter(([, one]) => access.includes(one.access)).map(([, { path }]) => path);

async function seed(manege: Manege): Promise<void> {
  for (const [heure, fin, statut, type] of [['10:00', '11:00', 'confirmee', 'collective'], ['11:00', '11:30', 'en_attente', 'longe'], ['14:00', '15:00', 'annulee', 'saut']] as const) {
    await store(manege, { jour: JOUR, heure, fin, statut, type, remarques: 'Poney calme, merci' });
  }
  await store(manege, { jour: JOUR, heure: '16:00', fin: '17:00', piste: 'exterieure', noms: ['Wilhelmina-Maximiliane Van den Broeck-Vandenbussche'] });
  await manege.person({ statut: 'en_attente', prenom: 'Élise', nom: 'Maes' });
  await manege.person({ statut: 'refuse', prenom: 'Hugo', nom: 'Dubois' });
  await insert(manege, { contenu: { sorte: 'refus', nom: 'Élise Maes' }, destinataire: 'elise@exemple.be', statut: 'echoue', essais: 4, erreur: '550 boîte inconnue' });
  await insert(manege, { contenu: { sorte: 'approbation', nom: 'Hugo Dubois', role: 'utilisateur' }, destinataire: 'hugo@exemple.be', statut: 'envoye', essais: 1 });
}

test.describe.configure({ mode: 'parallel', timeout: 600_000 });

test.beforeAll(({ manege }) => seed(manege));

test('un visiteur', async ({ page }) => {
  await sweepPages(page, [...pathsFor('tous', 'visiteur'), '/nulle-part', '/confirm-email#token=inconnu', '/reset-password#token=inconnu']);
});

test('un cavalier', async ({ page, manege }) => {
  const rider = await manege.person({ prenom: 'Camille', nom: 'Lambert' });
  expect(await bookFor(manege, rider, { date_reservation: jourOf(3) })).toBe(201);
  await enter(page, manege, rider);
  await sweepPages(page, ['/', ...pathsFor('connecte'), '/app/webmaster', '/app/nulle-part']);

  await load(page, '/app/reservation');
  await fillForm(page, JOUR, { heure: '18:00' });
  await sweep(page, 'la demande remplie');
});

test('un administrateur', async ({ page, manege }) => {
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Delvaux' }));
  await sweepPages(page, [...pathsFor('connecte', 'admin'), `/app/webmaster?semaine=${JOUR}&jour=${JOUR}`]);
});

test('les fenêtres', async ({ page, manege }) => {
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Delvaux' }));
  /** Presses what opens a dialog, and sweeps it. */
  const opened = async (title: string, path: string, open: Locator, press: () => Promise<void>, widths?: number[]) => {
    await load(page, path);
    if (widths) await page.setViewportSize({ width: widths[0]!, height: 844 });
    await press();
    await expect(open).toBeVisible();
    await sweep(page, title, { open, reopen: press, ...(widths && { widths }) });
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  const desk = `/app/webmaster?semaine=${JOUR}&jour=${JOUR}`;
  await opened('le menu', '/app/prix', page.getByRole('dialog', { name: 'Menu' }), () => button('Ouvrir le menu').click(), [320, 390]);
  await opened('le menu de compte', '/app/prix', page.getByRole('radio', { name: 'Système' }), () => button('Mon compte').click());
  await opened('la modification', desk, dialog(page), () => card(page, /^10:00/).getByRole('button', { name: /^Modifier/ }).click());
  await opened('la modification et son calendrier', desk, dialog(page).getByRole('grid'), async () => {
    if (!await dialog(page).isVisible()) await card(page, /^10:00/).getByRole('button', { name: /^Modifier/ }).click();
    await dialog(page).getByRole('button', { name: /^Date, / }).click();
  });
  await opened('la suppression', desk, page.getByRole('alertdialog'), () => card(page, /^10:00/).getByRole('button', { name: /^Supprimer/ }).click());
  await opened('le type de leçon', '/app/webmastersettings', page.getByRole('dialog', { name: 'Ajouter un type de leçon' }), () => button('Ajouter un type').click());
  await opened("l'approbation", '/app/utilisateurs', page.getByRole('dialog', { name: 'Approuver cette demande' }), () => button(/^Approuver/).click());
  await opened("l'email", '/app/courriels', page.getByRole('dialog', { name: 'Demande refusée' }), () => button('Votre demande de compte').click());
});
