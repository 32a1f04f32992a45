/** Helpers of the end-to-end tests about a person's own profile. */
import type { Page } from '@playwright/test';
import { enter, expect, type Manege } from './fixtures.ts';

export type Someone = Awaited<ReturnType<Manege['person']>>;

export const card = (page: Page, name: string) => page.getByRole('region', { name });

/** Signs in, and opens the person's own profile. */
export async function openProfil(page: Page, manege: Manege, person: Someone): Promise<void> {
  await enter(page, manege, person);
  await page.goto('/app/monprofil');
  await expect(card(page, 'Identité')).toBeVisible();
  await expect(page.getByText('Cette session')).toBeVisible();
}

/** The stored row. */
export const stored = async (manege: Manege, { id }: Someone) =>
  (
    await manege.sql(
      'select prenom, nom, full_name, telephone, adresse, profile_image_url from users where id = $1',
      [id],
    )
  )[0];
