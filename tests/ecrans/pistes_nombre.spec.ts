/** A centre with one, three or eight arenas: every screen adapts (BOOK-03, SET-44). */
import { addDays } from '#domain/core/calendrier.ts';
import {
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  expectNoSidewaysScroll,
  type Manege,
  test,
} from '../parcours/fixtures.ts';
import { mondayIn, store } from '../parcours/planning.ts';
import {
  choosePersonnes,
  confirmButton,
  goToJour,
  radio,
  SUCCESS,
} from '../parcours/reservation.ts';

/** The arenas after the first two. */
const OTHERS = [
  ['rond', 'Rond de longe', 'Couvert, pour la longe et le travail à pied', 'rond'],
  ['grande', 'Grande carrière de saut d’obstacles', '', 'carriere'],
  ['manege_poneys', 'Manège des poneys', 'Réservé aux plus jeunes', 'manege'],
  ['paddock', 'Paddock', 'Par temps sec', 'autre'],
  ['marcheur', 'Marcheur', '', 'autre'],
  ['cross', 'Terrain de cross', 'Sur demande', 'carriere'],
] as const;

const announce = ({ sql }: Manege) =>
  sql(`select pg_notify('manege_changes', '{"changed":["pistes"]}')`);

async function setPistes(manege: Manege, n: number): Promise<string[]> {
  await manege.sql(`update ressources set actif = false where id = 'exterieure' and $1 = 1`, [n]);
  for (const [i, piste] of OTHERS.slice(0, Math.max(0, n - 2)).entries())
    await manege.sql(
      `insert into ressources (id, genre, nom, note, dessin, ordre) values ($1, 'piste', $2, $3, $4, $5)`,
      [...piste, i + 3],
    );
  await announce(manege);
  return (await manege.sql('select nom from ressources where actif order by ordre')).map(
    ({ nom }) => String(nom),
  );
}

test.afterEach(async ({ manege }) => {
  await manege.sql('delete from reservations');
  await manege.sql(`delete from ressources where id not in ('interieure', 'exterieure')`);
  await manege.sql('update ressources set actif = true');
  await announce(manege);
});

for (const [n, accueil] of [
  [1, 'Réservez la piste intérieure du centre équestre'],
  [3, 'Réservez une piste du centre équestre'],
  [8, 'Réservez une piste du centre équestre'],
] as const)
  test(
    `avec ${n} piste${n > 1 ? 's' : ''}, on réserve, le planning et l'accueil suivent`,
    BUREAU,
    async ({ page, manege }) => {
      const noms = await setPistes(manege, n);
      expect(noms).toHaveLength(n);
      const jour = addDays(mondayIn(6), 2);

      await page.goto('/');
      await expect(page.getByText(accueil)).toBeVisible();

      const cavalier = await manege.person();
      await enter(page, manege, cavalier);
      await page.goto('/app/reservation');
      await radio(page, /^Longe/).check();
      await choosePersonnes(page, 1);
      await page.getByLabel('Participant 1').fill('Zoé Willems');
      await goToJour(page, jour);
      const cards = page
        .getByRole('group', { name: 'Type de piste' })
        .getByRole('radio', { name: /^(?!Peu importe)/ });
      await expect(cards).toHaveCount(n);
      // BOOK-39
      await expect(radio(page, /^Peu importe/)).toHaveCount(n > 1 ? 1 : 0);
      const last = radio(page, new RegExp(`^${noms.at(-1)}`));
      if (n > 1) await last.check();
      await expect(last).toBeChecked(); // a single arena is chosen automatically
      await expectGoodAtBothWidths(page);
      await radio(page, '10:00, disponible').check();
      await confirmButton(page).click();
      await expect(page.getByText(SUCCESS)).toBeVisible();
      const [booked] = await manege.sql(
        'select nom from ressources join reservations on type_piste = ressources.id where user_id = $1',
        [cavalier.id],
      );
      expect(booked?.['nom']).toBe(noms.at(-1));

      const { sql } = manege;
      for (const { id } of await sql('select id from ressources where actif'))
        await store(manege, { jour, heure: '14:00', fin: '15:00', piste: String(id) });
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.setViewportSize({ width: 1280, height: 844 });
      await page.goto(`/app/webmaster?semaine=${jour}&jour=${jour}`);
      for (const nom of noms) {
        await expect(page.getByRole('grid', { name: nom })).toBeVisible();
        await expect(page.getByRole('region', { name: nom })).toBeVisible();
      }
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(page.getByRole('grid')).toHaveCount(1);
      for (const nom of noms)
        await expect(
          page.getByRole('columnheader', { name: new RegExp(`^${nom}`) }),
        ).toBeAttached();
      await expectNoSidewaysScroll(page);
      await page.goto('/app/reservation');
      await expect(page.getByRole('heading', { name: 'La semaine' })).toBeVisible();
      await expectNoSidewaysScroll(page);
    },
  );
