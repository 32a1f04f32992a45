/** The menu of a rider leads to the past lessons, the saved riders and the calendar (UI-112). */
import {
  announceParametres,
  enter,
  expect,
  expectGoodAtBothWidths,
  resetParametres,
  test,
} from './fixtures.ts';

test.afterEach(({ manege }) => resetParametres(manege));

test('le menu mène aux leçons passées, aux cavaliers et au calendrier', async ({
  page,
  manege,
  isMobile,
}) => {
  // UI-03, UI-112
  const rider = await manege.person({ prenom: 'Élise', nom: 'Maes' });
  await enter(page, manege, rider);
  await page.goto('/app/reservation');
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  const open = async () => {
    if (isMobile) await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
  };
  await open();
  await expect(menu.getByRole('link')).toHaveText([
    'Réservations',
    'Mes leçons passées',
    'Mes cavaliers',
    'Aide',
  ]);
  // The centre offers calendars: the open menu follows.
  await manege.sql('update parametres set "calendarFeeds" = true');
  await announceParametres(manege);
  await expect(menu.getByRole('link', { name: 'Mon calendrier' })).toBeVisible();
  await expectGoodAtBothWidths(page);
  if (await menu.isHidden()) await open(); // the other width has closed the drawer

  await menu.getByRole('link', { name: 'Mes leçons passées' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mes leçons passées' })).toBeFocused();
  await open();
  await expect(menu.getByRole('link', { name: 'Mes leçons passées' })).toHaveAttribute(
    'aria-current',
    'page',
  );

  for (const [label, hash] of [
    ['Mon calendrier', 'calendrier'],
    ['Mes cavaliers', 'cavaliers'], // from one card to the other, on the same page
  ] as const) {
    await menu.getByRole('link', { name: label }).press('Enter');
    await expect(page).toHaveURL(`/app/monprofil#${hash}`);
    const heading = page.getByRole('heading', { level: 2, name: label });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await open();
    await expect(menu.locator('[aria-current]')).toHaveText([label]);
  }
  await menu.getByRole('link', { name: 'Réservations' }).press('Enter');
  // The address changes before the page does, and Back must leave that page.
  await expect(page).toHaveURL('/app/reservation');
  await expect(page.getByRole('heading', { level: 1, name: 'Réserver une leçon' })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Mon profil' })).toBeFocused();
});
