/** What the journeys through the emails have in common. */
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll } from './fixtures.ts';

/**
 * What a frame shows, in a page of its own: nothing can look into a frame that runs no script. Here scripts would run,
 * so whatever a person wrote proves here that it is only text.
 */
export async function lettre(page: Page, frame: Locator): Promise<Page> {
  await expect(frame).toHaveAttribute('sandbox', '');
  const sheet = await page.context().newPage();
  await sheet.setContent(await frame.getAttribute('srcdoc') ?? '');
  // The landmarks around a letter are those of the program it is read in.
  const { violations } = await new AxeBuilder({ page: sheet }).disableRules(['landmark-one-main', 'region']).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await expectNoSidewaysScroll(sheet);
  return sheet;
}
