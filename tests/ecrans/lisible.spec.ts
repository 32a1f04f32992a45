/**
 * On every screen at both widths: no text below 12 px, and links in sentences that are high enough
 * for a finger without making their line higher (UI-110, UI-111).
 */
import type { Page } from '@playwright/test';
import { ficheLink } from '../../src/web/paths/fiche.ts';
import { PAGES } from '../../src/web/paths/paths.ts';
import { enterAsAdmin, JOUR, ONGLETS, seed } from '../largeurs/fenetres.ts';
import { storeCustomer } from '../parcours/fiche.ts';
import { announceParametres, BUREAU, enter, expect, settled, test } from '../parcours/fixtures.ts';
import { bookFor, goToJour, jourOf, radio } from '../parcours/reservation.ts';
import { answered } from '../support/answered.ts';

/** Runs in the page. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement!;
      const text = texts.currentNode.textContent!.trim();
      if (text === '' || parent.closest('svg, script, style, noscript')) continue;
      const { fontSize } = getComputedStyle(parent);
      const visible = parent.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (visible && Number.parseFloat(fontSize) < 12) found.add(`${fontSize}: ${text}`);
    }
    for (const link of document.querySelectorAll('a')) {
      const parent = link.parentElement!;
      // A text beside an element stands in a span without attributes (UI-120).
      const beside = [...parent.childNodes].some(
        (node) =>
          (node.nodeType === Node.TEXT_NODE ||
            (node instanceof HTMLSpanElement && node.attributes.length === 0)) &&
          /\p{L}{2}/u.test(node.textContent!),
      );
      const [rect] = link.getClientRects();
      if (!beside || !rect || /flex|grid/.test(getComputedStyle(parent).display)) continue;
      const { display } = getComputedStyle(link);
      if (display !== 'inline' || rect.height < 24)
        found.add(`${display}, ${rect.height} px: ${link.textContent}`);
    }
    return [...found];
  });

async function readAtBothWidths(page: Page, title: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await settled(page);
    expect.soft(await faultsOf(page), `${title}, ${width} px`).toEqual([]);
  }
}

async function walk(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await answered(page);
    await readAtBothWidths(page, path);
  }
}

const pathsFor = (...access: string[]) =>
  PAGES.filter(([, one]) => access.includes(one.access)).map(([, { path }]) => path);

test.beforeAll(async ({ manege }, { file }) => {
  await manege.begin(file);
  await seed(manege);
});

test('les fautes cherchées sont trouvées, et rien que celles-là', BUREAU, async ({ page }) => {
  // UI-110, UI-111
  await page.setContent(
    `<!doctype html><title>Essai</title><style>p { font: 16px/24px sans-serif } a { padding-block: 5px }</style>
      <p style="font-size: 11px">petit</p><p style="font-size: 11px" hidden>petit et caché</p>
      <p>Une phrase et <a href="#">un lien</a>.</p>
      <p>Une phrase et <a href="#" style="display: inline-flex; min-height: 44px">un lien haut</a>.</p>
      <p><span>Une phrase et </span><a href="#" style="padding: 0">un lien bas</a>.</p>
      <p><a href="#" style="display: inline-flex; min-height: 44px">Un lien seul</a></p>`,
  );
  expect((await faultsOf(page)).map((fault) => fault.split(': ')[1])).toEqual([
    'petit',
    'un lien haut',
    'un lien bas',
  ]);
});

test('un visiteur lit tout', BUREAU, async ({ page, manege }) => {
  // UI-110, UI-111
  await manege.sql(
    `update parametres set "contactTelephone" = '081 22 33 44', "contactEmail" = 'bonjour@exemple.be'`,
  );
  await announceParametres(manege);
  await walk(page, [
    ...pathsFor('tous', 'visiteur'),
    '/nulle-part',
    '/confirm-email#token=inconnu',
    '/reset-password#token=inconnu',
  ]);
});

test('un cavalier lit tout, la grille des heures aussi', BUREAU, async ({ page, manege }) => {
  // UI-110, UI-111
  test.setTimeout(240_000);
  await manege.sql(
    `update parametres set "riderCancellation" = true, "riderChanges" = true, "slotAlerts" = true, "calendarFeeds" = true`,
  );
  await manege.sql("update types_lecons set ouverte = true where value = 'collective'");
  await announceParametres(manege);
  const rider = await manege.person({ prenom: 'Camille', nom: 'Lambert' });
  expect(await bookFor(manege, rider, { date_reservation: jourOf(27, 2) })).toBe(201);
  await enter(page, manege, rider);
  await walk(page, ['/', ...pathsFor('connecte'), '/app/nulle-part']);
  await page.goto('/app/reservation');
  await radio(page, /^Leçon collective/).check();
  await goToJour(page, JOUR);
  await radio(page, /^Piste Intérieure/).check();
  await expect(radio(page, /^10:00, Rejoindre/)).toBeVisible();
  await readAtBothWidths(page, 'la grille avec une leçon à rejoindre');
  await manege.sql("update types_lecons set ouverte = false where value = 'collective'");
});

test('un administrateur lit tout', BUREAU, async ({ page, manege }) => {
  // UI-110, UI-111
  test.setTimeout(360_000);
  await enterAsAdmin(page, manege);
  await walk(page, [
    ...pathsFor('connecte', 'admin'),
    ...ONGLETS,
    `/app/webmaster?semaine=${JOUR}&jour=${JOUR}`,
    ficheLink((await storeCustomer(manege)).id),
  ]);
});
