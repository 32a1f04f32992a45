/** The week with the keyboard and a screen reader (UI-76), and a long dialog with Tab (UI-14). */
import { addDays } from '#domain/core/calendrier.ts';
import { BUREAU, expect, expectGoodAtBothWidths, test } from '../parcours/fixtures.ts';
import { book, card, dialog, jourOf, openDesk } from '../parcours/modification.ts';
import { mondayIn, open, store } from '../parcours/planning.ts';

test(
  'Page suivante et Page précédente changent de semaine sans perdre la place ; la colonne dit ses leçons, une phrase dit les touches',
  BUREAU,
  async ({ page, manege }) => {
    const lundi = mondayIn(46);
    for (const heure of ['10:00', '14:00'])
      await store(manege, {
        jour: addDays(lundi, 2),
        heure,
        fin: heure.replace(':00', ':30'),
        piste: 'exterieure',
      });
    await open(page, manege, lundi);
    await expect(
      page.getByText(
        "Dans les tableaux, les flèches vont d'une case à l'autre ; Page précédente et Page suivante changent de jour ou de semaine.",
      ),
    ).toBeAttached();
    const outdoor = page.getByRole('grid', { name: 'Piste Extérieure' });
    await expect(outdoor.getByRole('columnheader', { name: /, 2 leçons$/ })).toHaveCount(1);
    await expect(
      page
        .getByRole('grid', { name: 'Piste Intérieure' })
        .getByRole('columnheader', { name: /, aucune leçon$/ }),
    ).toHaveCount(7);
    const place = () =>
      page.evaluate(() => {
        const { dataset, isConnected } = document.activeElement as HTMLElement;
        return (
          isConnected && {
            row: dataset['row'],
            column: dataset['column'],
            table: document.activeElement?.closest('[role=grid]')?.getAttribute('aria-label'),
          }
        );
      });
    await outdoor.locator('[data-row="6"][data-column="4"]').focus();
    const there = { row: '6', column: '4', table: 'Piste Extérieure' };
    await page.keyboard.press('PageDown');
    await expect(page).toHaveURL(new RegExp(`jour=${addDays(lundi, 7)}`));
    await expect.poll(place).toEqual(there);
    await page.keyboard.press('PageUp');
    await page.keyboard.press('PageUp');
    await expect(page).toHaveURL(new RegExp(`jour=${addDays(lundi, -7)}`));
    await expect.poll(place).toEqual(there);
    await expectGoodAtBothWidths(page);
  },
);

test(
  'dans la modification, aucun arrêt du clavier ne reste sous les boutons du bas',
  BUREAU,
  async ({ page, manege }) => {
    // UI-14
    const jour = jourOf(222);
    await book(manege, { date_reservation: jour });
    await openDesk(page, manege, jour);
    await card(page, /^10:00/)
      .getByRole('button', { name: /^Modifier/ })
      .click();
    await expect(dialog(page).getByLabel('Remarques')).toBeVisible();
    const covered: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      await page.keyboard.press('Tab');
      const found = await page.evaluate(() => {
        const active = document.activeElement as HTMLElement;
        const seen = active.closest('label') ?? active;
        const { left, top, width, height } = seen.getBoundingClientRect();
        const foot = document.querySelector('dialog[open] .sticky, dialog[open] [class*="sticky"]');
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        return foot && !foot.contains(active) && foot.contains(above)
          ? seen.outerHTML.slice(0, 120)
          : null;
      });
      if (found) covered.push(found);
    }
    expect(covered).toEqual([]);
  },
);
