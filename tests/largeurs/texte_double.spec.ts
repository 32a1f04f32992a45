/** Text of twice the size, which is 200 % zoom at 1280 px and 400 % at 640 px as well: no screen scrolls sideways (UI-53). */
import { PATHS } from '../../src/web/paths.ts';
import { enter, expect, expectNoSidewaysScroll, test } from '../parcours/fixtures.ts';

test.use({
  launchOptions: [async ({ launchOptions }, use) => use({ ...launchOptions, args: [...launchOptions.args ?? [], '--blink-settings=defaultFontSize=32'] }), { scope: 'worker' }],
});

test('avec un texte de taille double, aucun écran ne défile de côté', async ({ page, manege }) => { // UI-53
  test.slow();
  const look = async (path: string) => {
    await page.goto(path);
    await expect(page.locator('main')).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    for (const width of [1280, 640, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), `${path} à ${width} px`).toBeLessThanOrEqual(width);
    }
  };
  const paths = Object.values(PATHS);
  for (const { path } of paths.filter(({ access }) => access === 'tous' || access === 'visiteur')) await look(path);
  await enter(page, manege, await manege.person({ role: 'admin' }));
  for (const { path } of paths.filter(({ access }) => access === 'connecte' || access === 'admin')) await look(path);
  await expectNoSidewaysScroll(page);
});
