/**
 * Every screen, dialog and state of the groups (etat.ts): axe finds nothing, nothing is announced
 * twice or wider than its window, no text is too small, no punctuation can start a line (UI-14,
 * UI-37, UI-42, UI-78, UI-110, UI-111, UI-120). One run reports all faults, because the expectations
 * are soft. `npm test` reads two widths, `npm run test:engines` four widths in both themes.
 */
import type { Page } from '@playwright/test';
import { expect, type Manege } from '../parcours/fixtures.ts';
import type { Seen } from '../parcours/axe.ts';
import { begin, load, test } from './begin.ts';
import type { Etat } from './etat.ts';
import { GROUPES } from './groupes.ts';
import { brief, faultsOf, type Reading, setUp, thorough } from './lecteur.ts';

test.describe.configure({ mode: 'parallel', timeout: 600_000 });

/** What the groups of this worker have shown: axe reads a look once. */
const seen: Seen = new Set();

async function read(page: Page, manege: Manege, etat: Etat, readings: Reading[]): Promise<void> {
  await setUp(page, readings[0]!);
  await load(page, manege, etat);
  for (const reading of readings) {
    await setUp(page, reading);
    await expect(page.locator('html')).toHaveAttribute('data-theme', reading.theme);
    const open = etat.open?.(page);
    const closed = open !== undefined && !(await open.isVisible());
    if (reading === readings[0] || closed) await etat.press?.(page, manege);
    if (open) {
      await expect(open).toBeVisible();
      await open.evaluate((one) => one.scrollIntoView({ block: 'nearest', behavior: 'instant' }));
    }
    expect
      .soft(
        await faultsOf(page, reading, seen),
        `${etat.title}, ${reading.width} px, ${reading.theme}`,
      )
      .toEqual([]);
  }
}

for (const groupe of GROUPES)
  test(groupe.title, async ({ page, manege, complet }) => {
    if (complet) test.setTimeout(1_800_000);
    await begin(page, manege, groupe);
    for (const etat of groupe.etats)
      await test.step(etat.title, () =>
        read(page, manege, etat, (complet ? thorough : brief)(etat.only)),
      );
  });
