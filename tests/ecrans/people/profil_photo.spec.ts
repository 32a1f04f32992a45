/**
 * A person's own photo: shown immediately, stored by the server, or the previous one restored if
 * the new one is refused (PEOPLE-15, PEOPLE-16).
 */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  BUREAU,
  expect,
  expectNoSidewaysScroll,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';
import { card, openProfil, stored } from '../../parcours/profil.ts';

// Recording a trace fetches the previews. The content security policy refuses this and writes it
// into the console.
test.use({ trace: 'off' });

const file = (page: Page) => page.locator('input[type=file]');
const image = async () => ({
  name: 'moi.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1f4d3a' } })
    .png()
    .toBuffer(),
});
const photo = (page: Page) => card(page, 'Identité').locator('img');

test(
  'la photo se choisit, se montre aussitôt, et se retire ; une qui ne se charge plus cède la place aux initiales',
  TELEPHONE,
  async ({ page, manege }) => {
    await test.step('la photo se choisit, se montre aussitôt, et se retire', async () => {
      // PEOPLE-11, PEOPLE-15
      const person = await manege.person();
      await openProfil(page, manege, person);
      await expect(file(page)).toHaveAttribute('accept', 'image/*');
      await expect(page.getByRole('button', { name: 'Retirer la photo' })).toHaveCount(0);
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Changer la photo' }).click();
      let answer = () => {};
      const gate = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(
        '**/api/profil/photo',
        async (route) => {
          await gate;
          await route.continue();
        },
        { times: 1 },
      );
      await (await chooser).setFiles(await image());
      await expect(photo(page)).toHaveAttribute('src', /^blob:/);
      await expect(page.getByRole('button', { name: 'Envoi en cours…' })).toBeVisible();
      answer();
      await expect(
        page.getByRole('status').filter({ hasText: 'Photo de profil mise à jour avec succès' }),
      ).toBeVisible();
      const url = (await stored(manege, person))?.['profile_image_url'];
      expect(url).toMatch(new RegExp(`^/storage/profile-images/${person.id}/\\d+\\.webp$`));
      await expect(photo(page)).toHaveAttribute('src', String(url));
      await expect(
        page.getByRole('button', { name: 'Mon compte', exact: true }).locator('img'),
      ).toHaveAttribute('src', String(url));
      expect(await photo(page).evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(512);
      await page.getByRole('button', { name: 'Retirer la photo' }).click();
      await expect(page.getByText('Photo de profil retirée')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Changer la photo' })).toBeFocused();
      await expect(photo(page)).toHaveCount(0);
      expect((await stored(manege, person))?.['profile_image_url']).toBeNull();
    });
    await test.step('une photo qui ne se charge plus cède la place aux initiales', async () => {
      const person = await manege.person();
      await manege.sql('update users set profile_image_url = $1 where id = $2', [
        `/storage/profile-images/${person.id}/1.webp`,
        person.id,
      ]);
      await openProfil(page, manege, person);
      await expect(card(page, 'Identité').getByText('CL')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Mon compte', exact: true })).toHaveText(/^CL/);
    });
  },
);

test(
  "ce qui n'est pas une image, ou pèse trop, ne part pas ; un envoi refusé ou manqué rend l'ancienne photo",
  BUREAU,
  async ({ page, manege }) => {
    // PEOPLE-15
    const person = await manege.person();
    await openProfil(page, manege, person);
    let sent = 0;
    page.on('request', (request) => {
      sent += Number(request.url().endsWith('/api/profil/photo'));
    });
    const alert = page.getByRole('alert');
    await file(page).setInputFiles({
      name: 'cv.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF'),
    });
    await expect(alert).toHaveText('Veuillez sélectionner une image valide');
    await file(page).setInputFiles({
      name: 'grande.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
    });
    await expect(alert).toHaveText("La taille de l'image ne doit pas dépasser 5MB");
    expect(sent).toBe(0);
    await expectNoSidewaysScroll(page);

    await file(page).setInputFiles({
      name: 'fausse.png',
      mimeType: 'image/png',
      buffer: Buffer.from('pas une image'),
    });
    await expect(alert).toHaveText('Veuillez sélectionner une image valide');
    expect(sent).toBe(1);
    await expect(photo(page)).toHaveCount(0);
    await expect(card(page, 'Identité').getByText('CL')).toBeVisible();

    await page.route('**/api/profil/photo', (route) => route.abort('aborted'), { times: 1 });
    await file(page).setInputFiles(await image());
    await expect(alert).toHaveText(/^La photo n'a pas pu être enregistrée.*espace de stockage/);
    await expect(photo(page)).toHaveCount(0);
    expect((await stored(manege, person))?.['profile_image_url']).toBeNull();
  },
);

test(
  'une photo de téléphone couchée de plusieurs MB part allégée, et se range debout',
  TELEPHONE,
  async ({ page, manege }) => {
    const person = await manege.person();
    await openProfil(page, manege, person);
    const [width, height] = [2400, 1800];
    const noiseImage = sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 60, sigma: 30 },
      },
    });
    const red = await sharp({
      create: { width, height: height / 2, channels: 3, background: '#c00' },
    })
      .png()
      .toBuffer();
    const buffer = await noiseImage
      .composite([{ input: red, top: 0, left: 0, blend: 'add' }])
      .jpeg({ quality: 98 })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(buffer.length).toBeGreaterThan(2_000_000);
    const request = page.waitForRequest('**/api/profil/photo');
    await file(page).setInputFiles({ name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer });
    expect(Number((await (await request).allHeaders())['content-length'])).toBeLessThan(
      buffer.length / 4,
    );
    await expect(page.getByText('Photo de profil mise à jour avec succès')).toBeVisible();
    const [row] = await manege.sql('select webp from photos where user_id = $1', [person.id]);
    const webp = row!['webp'] as Buffer;
    const redOf = async (left: number): Promise<number> =>
      (
        await sharp(
          await sharp(webp).extract({ left, top: 64, width: 128, height: 384 }).toBuffer(),
        ).stats()
      ).channels[0]!.mean;
    // After the rotation, the top of the picture is at the right.
    expect(await redOf(320)).toBeGreaterThan((await redOf(64)) + 100);
  },
);
