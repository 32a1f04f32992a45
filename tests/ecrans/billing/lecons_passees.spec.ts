/**
 * 'Mes leçons passées', with the keyboard: by month and year, with prices if the centre shows them
 * (RIDE-50 to RIDE-55).
 */
import {
  announceParametres,
  BUREAU,
  enter,
  expect,
  resetParametres,
  tabTo,
  test,
} from '../../parcours/fixtures.ts';
import { PRICE_SEATS, pricing } from '../../support/prix.ts';

test.afterEach(async ({ manege }) => {
  await manege.sql('delete from prix_valables');
  await resetParametres(manege);
});

test(
  "relire ses leçons passées, par mois et par année, et ce qu'elles coûtent",
  BUREAU,
  async ({ page, manege }) => {
    const rider = await manege.person({ prenom: 'Élise', nom: 'Maes' });
    await manege.sql(pricing({ collective: 22.35 }));
    await enter(page, manege, rider);
    await page.goto('/app/reservation');
    await tabTo(
      page,
      page
        .getByRole('region', { name: 'Mes réservations' })
        .getByRole('link', { name: 'Mes leçons passées' }),
    );
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Mes leçons passées' })).toBeFocused();
    await expect(page.getByText('Aucune leçon passée')).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: 'Menu principal' }).locator('[aria-current]'),
    ).toHaveText('Mes leçons passées'); // UI-03

    // The centre enters past lessons, and the page is updated without a reload.
    await manege.sql(
      `with stored as (
      select id from importer_lecons((select jsonb_agg(l) from (
      select $1, noms::text[], 'Élise Maes', jour::date, '10:00', '11:00', 'interieure', 'collective', array_length(noms::text[], 1), statut
      from (values ('2016-03-05', '{Élise Maes}', 'confirmee'), ('2017-05-06', '{Élise Maes,Léa Maes}', 'confirmee'),
        ('2017-05-13', '{Élise Maes}', 'annulee'), ('2017-06-03', '{Élise Maes}', 'en_attente')) as given (jour, noms, statut)
      ) as l (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut))) as id)
    select pg_notify('manege_changes', '{"changed":["reservations"]}') from stored`,
      [rider.id],
    );
    const mois = (name: string) => page.getByRole('region', { name });
    await expect(mois('mai 2017').getByRole('article')).toHaveCount(2);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['juin 2017', 'mai 2017']);
    await expect(mois('mai 2017').getByRole('article').first()).toContainText('Annulée');
    await expect(mois('mai 2017').getByRole('article').last()).toContainText(
      /Élise Maes,\s*Léa Maes/,
    );
    await expect(page.locator('main')).not.toContainText('€');

    await manege.sql(`${PRICE_SEATS} update parametres set "showPrices" = true`);
    await announceParametres(manege);
    await expect(mois('mai 2017').getByText(/^Total\s: 44,70\s€$/)).toBeVisible();
    await expect(
      mois('juin 2017').getByText(/^Total\s: 0,00\s€ \(en attente\s: 22,35\s€\)$/),
    ).toBeVisible();
    // RIDE-54
    await expect(page.getByText('Montants au prix gardé avec chaque place.')).toBeVisible();

    const years = page.getByRole('navigation', { name: 'Années' });
    await tabTo(page, years.getByRole('button', { name: 'Année précédente' }));
    await page.keyboard.press('Enter');
    await expect(mois('mars 2016').getByText(/^Total\s: 22,35\s€$/)).toBeVisible();
    await expect(years.getByText('2016')).toBeVisible();
    await expect(years.getByRole('button', { name: 'Année précédente' })).toBeDisabled();
    await tabTo(page, years.getByRole('button', { name: 'Année suivante' }));
    await page.keyboard.press('Enter');
    await expect(mois('mai 2017')).toBeVisible();
  },
);
