/** The banner shown if the server's clock may be wrong. */
import { BUREAU, enter, expect, expectGoodAtBothWidths, test } from '../parcours/fixtures.ts';

test.afterEach(({ manege }) => manege.sql('update horloge set battement_at = now()'));

test(
  "une horloge en avance est dite à l'administrateur sur chaque écran, jusqu'à ce qu'il la dise juste",
  BUREAU,
  async ({ page, context, manege }) => {
    // SET-16
    await manege.sql("update horloge set battement_at = '2025-03-01T11:00:00Z'");
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/webmaster');
    const banner = page.getByRole('alert').filter({ hasText: "L'horloge du serveur" });
    await expect(banner).toContainText(
      'bien plus tard que la dernière activité connue (le 1er mars 2025)',
    );
    await expect(banner).toContainText(
      "aucun rappel n'est envoyé, aucun email n'est périmé et rien n'est effacé",
    );
    await expectGoodAtBothWidths(page);

    const other = await context.newPage();
    await other.goto('/app/prix');
    const elsewhere = other.getByRole('alert').filter({ hasText: "L'horloge du serveur" });
    await expect(elsewhere).toBeVisible();
    await page.bringToFront();
    await banner.getByRole('button', { name: "L'horloge est juste" }).click();
    await expect(banner).toHaveCount(0);
    await expect(page.locator('main')).toBeFocused();
    await other.bringToFront();
    await expect(elsewhere).toHaveCount(0);
  },
);

test("un cavalier n'en voit rien", BUREAU, async ({ page, manege }) => {
  await manege.sql("update horloge set battement_at = '2025-03-01T11:00:00Z'");
  await enter(page, manege, await manege.person());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/app/reservation');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText("L'horloge du serveur")).toHaveCount(0);
  expect(asked.filter((url) => url.includes('/api/horloge'))).toEqual([]);
});
