/** Helpers of the tests about the settings. */
import type { Page } from '@playwright/test';
import { expect, type Manege } from './fixtures.ts';

/** Saves a change as another open screen does. */
export async function saveElsewhere(
  page: Page,
  { server: { url } }: Manege,
  change: object,
): Promise<void> {
  const read = (await (await page.request.get(`${url}/api/parametres`)).json()) as object;
  const response = await page.request.put(`${url}/api/parametres`, {
    headers: { origin: url },
    data: { ...read, ...change },
  });
  expect(response.status()).toBe(200);
}
