/**
 * Text of twice the size, also for 200 % zoom at 1280 px and 400 % at 640 px: no screen scrolls
 * sideways, and the dialogs and opened parts fit in 320 px (UI-53).
 */
import type { Locator, Page } from '@playwright/test';
import { begin, load, test } from '../etats/begin.ts';
import type { Etat } from '../etats/etat.ts';
import { GROUPES } from '../etats/groupes.ts';
import { enter, expect, type Manege } from '../parcours/fixtures.ts';

test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'],
      }),
    { scope: 'worker' },
  ],
});

const PANEL = '[popover], dialog';
/** What contains a state that is opened in the page itself. */
const PART = 'details, section, form';

/**
 * The errors of the panel around an element: content that is wider than the panel, cut off, under
 * the cross, or out of reach. Runs in the page.
 */
function faultsOfPanel(inside: Element, [selector, part]: readonly [string, string]): string[] {
  const panel = inside.closest(selector) ?? inside.closest(part) ?? document.body;
  const faults: string[] = [];
  const nameOf = (element: Element) =>
    `${element.tagName} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`;
  const seen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.matches('.sr-only, .sr-only *');
  const { left, right } = panel.getBoundingClientRect();
  if (left < 0 || right > window.innerWidth)
    faults.push(`the panel goes from ${left} to ${right} px`);
  const beyond = panel.scrollWidth - panel.clientWidth;
  if (beyond > 0) {
    const end = (element: Element) => element.getBoundingClientRect().right;
    const [widest] = [...panel.querySelectorAll('*')]
      .filter(seen)
      .toSorted((a, b) => end(b) - end(a));
    // In a page, which does not scroll for it, an element may have an empty edge outside of its part.
    const edge = panel.matches(selector) ? 0 : parseFloat(getComputedStyle(widest!).paddingRight);
    if (beyond > edge)
      faults.push(`the panel scrolls sideways by ${beyond} px: ${nameOf(widest!)}`);
  }

  /** The lines of an element's own text. */
  const linesOf = (element: Element): DOMRect[] =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
      .flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      });
  /** The cross of a panel. In a page it is one of a message, which floats above the rest. */
  const cross = panel.matches(selector)
    ? panel.querySelector('button[aria-label="Fermer"]')?.getBoundingClientRect()
    : null;
  const truncated = (element: Element) => element.closest('.truncate') !== null;
  for (const element of panel.querySelectorAll('*')) {
    if (!seen(element)) continue;
    for (const line of linesOf(element)) {
      if ((line.left < left - 1 || line.right > right + 1) && !truncated(element))
        faults.push(`its text is wider than the panel: ${nameOf(element)}`);
      if (
        cross &&
        line.right > cross.left &&
        line.left < cross.right &&
        line.bottom > cross.top &&
        line.top < cross.bottom
      )
        faults.push(`it lies under the cross: ${nameOf(element)}`);
      const button = element.closest('button, a, label')?.getBoundingClientRect();
      if (
        button &&
        (line.left < button.left - 1 ||
          line.right > button.right + 1 ||
          line.top < button.top - 1 ||
          line.bottom > button.bottom + 1)
      )
        faults.push(`its text is larger than its control: ${nameOf(element)}`);
    }
  }

  for (const control of panel.querySelectorAll<HTMLElement>(
    'button, a[href], input, select, textarea, summary, [tabindex="0"]',
  )) {
    const place = control.closest('label') ?? (control as HTMLInputElement).labels?.[0] ?? control;
    if (
      control.matches(':disabled, .sr-only:not(input), [href="#contenu"]') ||
      !place.checkVisibility({ visibilityProperty: true })
    )
      continue;
    place.scrollIntoView({ block: 'center', behavior: 'instant' });
    // The first line of a link that has several.
    const box = place.getClientRects()[0]!;
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    // A message above it can be closed.
    if (at?.closest('[class*=shadow-float]')?.querySelector('button[aria-label="Fermer"]'))
      continue;
    if (!at || !(place.contains(at) || at.closest('label')?.control === control))
      faults.push(
        `it cannot be reached: ${nameOf(control)} at ${Math.round(box.x)}, ${Math.round(box.y)}, under ${at ? nameOf(at) : 'nothing'}`,
      );
  }
  return [...new Set(faults)];
}

/** Screenshots from the beginning to the end of a panel, for inspection. */
async function pictures(page: Page, title: string, inside: Locator): Promise<void> {
  if (!process.env['PICTURES']) return;
  for (let n = 0; n < 6; n += 1) {
    const more = await inside.evaluate(
      (element, [selector, part]) => {
        const panel = element.closest(selector) ?? document.documentElement;
        panel.scrollTop = part * panel.clientHeight * 0.8;
        return panel.scrollTop + panel.clientHeight < panel.scrollHeight - 1;
      },
      [PANEL, n] as const,
    );
    await page.screenshot({
      path: `${process.env['PICTURES']}/${title.replaceAll(/[^\p{L}]+/gu, '-')}-${n}.png`,
    });
    if (!more) return;
  }
}

/** Reads one state: what is open in it fits in 320 px, and no state scrolls sideways. */
async function look(page: Page, manege: Manege, etat: Etat): Promise<void> {
  const { title, open, press } = etat;
  // A small phone.
  await page.setViewportSize({ width: 320, height: 640 });
  await load(page, manege, etat);
  await press?.(page, manege);
  if (press && open) {
    await expect(open(page)).toBeVisible();
    await expect(page.locator('dialog:modal [aria-busy=true]')).toHaveCount(0);
    const faults = await open(page).evaluate(faultsOfPanel, [PANEL, PART] as const);
    expect.soft(faults, title).toEqual([]);
    await pictures(page, title, open(page));
  }
  for (const width of press ? [320] : [320, 390, 640, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect
      .soft(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${title}, ${width} px`,
      )
      .toBeLessThanOrEqual(width);
  }
}

for (const groupe of GROUPES.filter(({ simple }) => !simple))
  test(`avec un texte de taille double : ${groupe.title}`, async ({ page, manege }) => {
    // UI-53
    test.setTimeout(300_000);
    page.setDefaultTimeout(10_000);
    await begin(page, manege, groupe);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const etat of groupe.etats)
      if (etat.only !== 'wide' && !etat.simple) await look(page, manege, etat);
  });

/** The errors of the password fields: no room to type, or something over them. Runs in the page. */
function faultsOfPasswords(): string[] {
  const faults: string[] = [];
  for (const field of document.querySelectorAll<HTMLInputElement>('input[type=password]')) {
    field.scrollIntoView({ block: 'center', behavior: 'instant' });
    const name = field.labels?.[0]?.textContent ?? '';
    const { left, right, top, bottom, width } = field.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(field);
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    if (room < width * 0.6)
      faults.push(`${name}: ${Math.round(room)} of ${Math.round(width)} px for what is typed`);
    const walker = document.createTreeWalker(field.closest('dialog, main')!, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (!text.parentElement?.checkVisibility() || text.parentElement.closest('.sr-only'))
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const over = [...range.getClientRects()].some(
        (line) => line.left < right && line.right > left && line.top < bottom && line.bottom > top,
      );
      if (over) faults.push(`${name}: “${text.textContent}” lies over it`);
    }
  }
  return faults;
}

test('avec un texte de taille double, les mots de passe se saisissent à 320 px', async ({
  page,
  manege,
}) => {
  // UI-53
  await page.setViewportSize({ width: 320, height: 640 });
  const look = async (where: string, count: number) => {
    await expect(page.locator('input[type=password]')).toHaveCount(count);
    expect.soft(await page.evaluate(faultsOfPasswords), where).toEqual([]);
  };
  for (const [path, count] of [
    ['/login', 1],
    ['/register', 2],
  ] as const) {
    await page.goto(path);
    await look(path, count);
  }
  await enter(page, manege, await manege.person());
  await page.goto('/app/monprofil');
  await page.getByRole('button', { name: 'Mot de passe' }).click();
  await look('le mot de passe', 3);
});

test("avec un texte de taille double, aucun mot d'un message ne se coupe à 320 px", async ({
  page,
  manege,
}) => {
  // UI-53
  await page.setViewportSize({ width: 320, height: 640 });
  await manege.sql('update parametres set "calendarFeeds" = true');
  await enter(page, manege, await manege.person());
  await page.goto('/app/monprofil');
  await page.getByRole('button', { name: "Créer l'adresse : Mes leçons" }).click();
  // refused: the page has no right to the clipboard
  await page.getByRole('button', { name: 'Copier' }).click();
  const message = page.getByText("L'adresse n'a pas pu être copiée. Sélectionnez-la.");
  await expect(message).toBeVisible();
  // The number of lines that each word takes.
  expect(
    await message.evaluate((element) =>
      [...element.textContent.matchAll(/[^\s-]+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(element.firstChild!, index);
        range.setEnd(element.firstChild!, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
      }),
    ),
  ).toEqual([]);
});
