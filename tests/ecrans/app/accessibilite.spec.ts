/** Accessibility with an old browser, with forced colours, and with only a keyboard. */
import { formatJour } from '../../../src/domain/core/calendrier.ts';
import {
  BUREAU,
  enter,
  expect,
  expectNoSidewaysScroll,
  serveAt,
  test,
} from '../../parcours/fixtures.ts';
import { goToJour, radio } from '../../parcours/reservation.ts';
import { jourOf } from '../../support/jours.ts';

test(
  "sans popover ni placement, menus et calendriers s'ouvrent et se ferment quand même",
  BUREAU,
  async ({ page, manege }) => {
    // UI-50 The name of the popover feature is replaced in the code, so the browser behaves like
    // one without it.
    await page.route(/\/assets\/.*\.(?:js|css)$/, async (route) => {
      const response = await route.fetch({
        url: route.request().url().replaceAll('popovex', 'popover'),
      });
      const body = (await response.text())
        .replaceAll('popover', 'popovex')
        .replaceAll('Popover', 'Popovex')
        .replaceAll('position-area', 'position-arex');
      await route.fulfill({ response, body });
    });
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/statistiques');
    const account = page.getByRole('button', { name: 'Mon compte' });
    const leave = page.getByRole('button', { name: 'Se déconnecter' });
    await expect(account).toBeVisible();
    await expect(leave).toBeHidden();
    await account.click();
    await expect(leave).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(leave).toBeHidden();
    await expect(account).toBeFocused();

    await page.getByRole('button', { name: /^Du, / }).click();
    const calendar = page.getByRole('dialog', { name: 'Du, calendrier' });
    await expect(calendar.getByRole('grid')).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 320, height: 700 });
    await expect(calendar).toBeInViewport({ ratio: 1 }); // UI-53
    await page.mouse.click(2, 690);
    await expect(calendar).toBeHidden();
  },
);

test(
  'au clavier on va de ligne en ligne, en couleurs imposées on reconnaît les jours passés',
  BUREAU,
  async ({ page, manege }) => {
    // UI-51, UI-52, UI-54
    const extended: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('latin-ext')) extended.push(request.url());
    });
    await serveAt(page, `${jourOf(1, 2)}T10:00:00Z`); // a Wednesday: two days of its week are past
    await enter(page, manege, await manege.person());
    await page.goto('/app/reservation');
    await goToJour(page, jourOf(2, 3));
    await radio(page, /^Longe/).check();
    await radio(page, /^Piste Intérieure/).check();
    await radio(page, '08:30, disponible').check();
    // Eight columns: the morning fills one row, the afternoon one and a half.
    for (const [key, heure] of [
      ['ArrowDown', '12:30'],
      ['End', '15:30'],
      ['ArrowUp', '11:30'],
      ['Home', '08:00'],
      ['Control+End', '19:30'],
      ['Control+Home', '08:00'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole('radio', { name: new RegExp(`^${heure}`) })).toBeFocused();
    }
    const slot = page.getByRole('radio', { name: /^08:00/ }).locator('..');
    await expect(slot).toHaveCSS('outline-width', '3px');
    await expect(slot).toHaveCSS('box-shadow', /^rgb\(255, 255, 255\) 0px 0px 0px 6px/);

    expect(extended).toEqual([]);
    await page.getByRole('heading', { level: 1 }).evaluate((title) => title.append(' Wiśniewski'));
    await expect.poll(() => extended.length).toBe(1);

    await page.emulateMedia({ forcedColors: 'active' });
    const lookOf = (name: string | RegExp) =>
      radio(page, name)
        .locator('..')
        .evaluate((day) => getComputedStyle(day).borderStyle);
    expect(await lookOf(formatJour(jourOf(2, 4), 'long'))).toBe('solid');
    await page.getByRole('button', { name: 'Semaine précédente' }).click();
    for (const past of [jourOf(1, 0), jourOf(1, 1)]) {
      await expect(radio(page, formatJour(past, 'long'))).toBeDisabled();
      expect(await lookOf(formatJour(past, 'long'))).toBe('dashed');
    }
    expect(await lookOf(formatJour(jourOf(1, 3), 'long'))).toBe('solid');
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
  },
);
