/** Text that people store stays text on every page that shows it. */
import { BUREAU, enter, expect, test } from '../../parcours/fixtures.ts';
import { store } from '../../parcours/planning.ts';
import { mondayIn } from '../../support/jours.ts';

const HOSTILE = '<img src=x onerror="window.touche=1"><script>window.touche=1</script>';

test(
  "un script enregistré dans les noms et les remarques n'est que du texte, de la réservation aux statistiques",
  BUREAU,
  async ({ page, manege }) => {
    // UI-10
    const rider = await manege.person();
    const admin = await manege.person({ role: 'admin' });
    const jour = mondayIn(9);
    const id = await store(manege, { jour, noms: [`Zoé ${HOSTILE}`], remarques: HOSTILE });
    await manege.sql('update participants set user_id = $1 where reservation_id = $2', [
      rider.id,
      id,
    ]);
    await manege.sql('update reservations set user_id = $1, nom_client = $2 where id = $3', [
      rider.id,
      HOSTILE,
      id,
    ]);
    await manege.sql(
      'update users set prenom = $1, nom = $1, full_name = $1, telephone = $1, adresse = $1 where id = any($2)',
      [`A ${HOSTILE}`, [rider.id, admin.id]],
    );
    const unharmed = async (path: string, shown: RegExp) => {
      await page.goto(path);
      await expect(page.getByText(shown).first()).toBeVisible();
      expect(await page.evaluate(() => 'touche' in window)).toBe(false);
      expect(await page.locator('img[src="x"]').count()).toBe(0);
    };
    await enter(page, manege, rider);
    await unharmed('/', /<script>/);
    await unharmed('/app/reservation', /Zoé <img/);
    await unharmed('/app/monprofil', /<script>/);
    await enter(page, manege, admin);
    await unharmed(`/app/webmaster?semaine=${jour}`, /Zoé/);
    await page.getByRole('grid').getByRole('button').first().click();
    await expect(page.getByText(HOSTILE).first()).toBeVisible();
    expect(await page.evaluate(() => 'touche' in window)).toBe(false);
    await unharmed('/app/utilisateurs', /<script>/);
    await page.goto('/app/statistiques?du=&au=');
    await expect(
      page
        .getByText(/Zoé <img/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    expect(await page.evaluate(() => 'touche' in window)).toBe(false);
  },
);
