/**
 * The journal for an administrator (ACC-74), a deleted lesson that is restored (DESK-30, DESK-31), a
 * participant who was removed by mistake (DESK-33).
 */
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import type { Page } from '@playwright/test';
import {
  BUREAU,
  confirmSessions,
  enter,
  expect,
  type Manege,
  REFUSED,
  retry,
  tabTo,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';
import { book, dialog, openDialog, button } from '../../parcours/modification.ts';
import { jourOf, today } from '../../support/jours.ts';

const JOUR = addDays(today(), 611);
const LE_JOUR = formatJour(JOUR, 'long');
const LECON = {
  date_reservation: JOUR,
  type_piste: 'interieure',
  type_lecon: 'collective',
  nombre_personnes: 1,
  noms_participants: ['Zoé'],
  remarques: null,
};

test.beforeEach(async ({ manege }) => {
  await manege.sql('delete from journal');
  await manege.sql('delete from reservations_supprimees');
  await manege.sql('delete from reservations where date_reservation = $1', [JOUR]);
});

const call = (
  page: Page,
  { server }: Manege,
  method: 'post' | 'put' | 'delete' | 'patch',
  path: string,
  data?: object,
) =>
  page.request[method](`${server.url}/api${path}`, {
    headers: { origin: server.url },
    ...(data && { data }),
  });

/** Books for a name without an account. */
async function bookFor(page: Page, manege: Manege, heure_debut: string): Promise<{ id: string }> {
  const answer = await call(page, manege, 'post', '/reservations', {
    ...LECON,
    heure_debut,
    pour: { nom: 'Zoé Willems' },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

test(
  'le journal se lit en français, se filtre et se cherche, et mène à la journée',
  BUREAU,
  async ({ page, manege }) => {
    // ACC-74
    const admin = await manege.person({ role: 'admin', prenom: 'Élise', nom: 'Maes' });
    const rider = await manege.person({ prenom: 'Yvette', nom: 'Dumont' });
    await enter(page, manege, admin);
    await confirmSessions(manege);
    await page.goto('/app/webmastersettings');
    await page.getByRole('main').getByRole('link', { name: 'Journal' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Journal' })).toBeFocused();
    const rows = page
      .getByRole('table', { name: 'Journal' })
      .getByRole('row')
      .filter({ has: page.getByRole('cell') });
    await expect(rows).toHaveCount(1); // the sign-in of the administrator

    // Lines of others appear without a reload.
    await confirmSessions(manege);
    const lecon = await bookFor(page, manege, '10:00');
    await call(page, manege, 'put', `/reservations/${lecon.id}`, {
      ...lecon,
      ...LECON,
      heure_debut: '11:00',
      statut: 'confirmee',
      remarques: 'Poney vif',
    });
    await call(page, manege, 'patch', `/users/${rider.id}`, { role: 'admin' });
    await expect(rows.first()).toContainText(
      "Élise Maes a changé le rôle : le compte d'Yvette Dumont",
    );
    await expect(rows.first()).toContainText('rôle : Utilisateur → Administrateur');
    await expect(rows.nth(1)).toContainText(
      `Élise Maes a déplacé la leçon du ${LE_JOUR}, 10h00, Piste Intérieure, Leçon collective`,
    );
    for (const text of [
      'heure : 10h00 → 11h00',
      'remarques',
      '127.0.0.1',
      'Chrome sur Windows',
      'Réservations',
    ])
      await expect(rows.nth(1)).toContainText(text);
    await expect(rows.nth(1)).not.toContainText('Poney');
    await expect(rows.nth(2)).toContainText(`Élise Maes a réservé la leçon du ${LE_JOUR}, 10h00`);

    // Lessons that one act deleted are one line, which opens by the keyboard (ACC-76).
    const dates = [7, 14].map((days) => addDays(JOUR, days));
    const { serie_id } = await (
      await call(page, manege, 'post', `/reservations/${lecon.id}/repetition`, {
        version: 1,
        rythme: 7,
        dates: dates.map((date) => ({ date, type_piste: 'interieure' })),
      })
    ).json();
    const serie = await (
      await page.request.get(`${manege.server.url}/api/series/${serie_id}`)
    ).json();
    const copies = serie.lecons
      .slice(1)
      .map(({ id, version }: { id: string; version: number }) => ({ id, version }));
    await call(page, manege, 'post', `/series/${serie_id}/suppression`, { lecons: copies });
    await expect(rows.first()).toContainText('Élise Maes a supprimé 2 leçons');
    await tabTo(page, rows.first().locator('summary', { hasText: 'Voir 2 leçons' }));
    await page.keyboard.press('Enter');
    await expect(rows.first().getByRole('listitem')).toContainText(
      dates.map((date) => `Élise Maes a supprimé la leçon du ${formatJour(date, 'long')}, 11h00`),
    );
    await manege.sql(
      "delete from journal where action in ('serie.creee', 'reservation.supprimee')",
    );

    await page.getByLabel('Catégorie').selectOption('Réservations');
    await expect(rows).toHaveCount(2);
    await page.getByLabel('Catégorie').selectOption('Toutes');
    await page.getByRole('main').getByLabel('Rechercher').fill('dumont');
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL('/app/journal?q=dumont');
    await page.getByRole('main').getByLabel('Rechercher').fill('personne de ce nom');
    await expect(page.getByText('Rien ne correspond')).toBeVisible();
    await page.getByRole('button', { name: 'Réinitialiser' }).click();
    await page.getByLabel('Fait par').selectOption('Élise Maes');
    await expect(rows).toHaveCount(4);
    await rows.nth(1).getByRole('link', { name: 'Voir la journée' }).click();
    await expect(page).toHaveURL(`/app/webmaster?jour=${JOUR}&lecon=${lecon.id}`);
    await expect(page.getByRole('article', { name: /^11:00/ })).toBeFocused();
  },
);

test(
  "leçons supprimées, participants retirés, administrateurs : la page est dans l'adresse, un rechargement et le retour la gardent",
  BUREAU,
  async ({ page, manege }) => {
    // DESK-31, PEOPLE-10, LIM-39
    const nom = `Pages${Date.now()}`;
    await manege.sql(
      `insert into reservations_supprimees (date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, noms_participants, nom_client, statut, supprimee_at)
        select $1, '10:00', '11:00', 'interieure', 'collective', 1, array[$2], $2 || ' ' || n, 'confirmee', now() - n * interval '1 second' from generate_series(1, 101) n`,
      [JOUR, nom],
    );
    await manege.sql(
      "insert into participants_retires (reservation_id, position, nom, retire_at) select gen_random_uuid(), 1, $1 || ' ' || n, now() + interval '1 hour' - n * interval '1 second' from generate_series(1, 101) n",
      [nom],
    );
    await manege.sql(
      `insert into users (email, prenom, nom, full_name, role, statut, created_at)
        select 'page' || n || '.' || lower($1) || '@essai.example', 'Zoé', $1, 'Zoé ' || $1, 'admin', 'actif', now() from generate_series(1, 101) n`,
      [nom],
    );
    try {
      await enter(page, manege, await manege.person({ role: 'admin' }));
      const turned = async (table: string, pages: string) => {
        const nav = page.getByRole('navigation', { name: pages, exact: true });
        const rows = page
          .getByRole('table', { name: table })
          .getByRole('row')
          .filter({ hasText: nom });
        await nav.getByRole('button', { name: 'Suivant' }).click();
        const stands = async () => {
          await expect(nav).toContainText('page 2');
          await expect(nav.getByRole('button', { name: 'Suivant' })).toBeDisabled();
          await expect(rows.first()).toBeVisible();
        };
        await stands();
        return stands;
      };
      await page.goto('/app/leconssupprimees');
      const lessons = await turned('Leçons supprimées', 'Pages');
      const participants = await turned('Participants retirés', 'Pages des participants retirés');
      await lessons();
      await page.reload();
      await lessons();
      await participants();
      await page.goto('/app/webmastersettings?onglet=securite');
      const admins = await turned('Administrateurs du site', 'Pages : Administrateurs du site');
      await page.reload();
      await admins();
      await page.goBack();
      await lessons();
      await participants();
      // The last row of a page is deleted: the previous page is shown, not an empty list.
      await manege.sql('delete from reservations_supprimees');
      await page.reload();
      await expect(page.getByText('Aucune leçon supprimée')).toBeVisible();
      await expect(page).not.toHaveURL(/[?&]page=/);
      await participants();
    } finally {
      await manege.sql('delete from users where nom = $1', [nom]);
      await manege.sql('delete from participants_retires where nom like $1', [`${nom}%`]);
    }
  },
);

test(
  'un journal illisible le dit et se recharge ; une leçon supprimée se restaure par le clavier, ou dit quelle leçon tient sa piste',
  TELEPHONE,
  async ({ page, manege }) => {
    await test.step('un journal illisible le dit, et se recharge', async () => {
      await enter(
        page,
        manege,
        await manege.person({ role: 'admin', prenom: 'Élise', nom: 'Maes' }),
      );
      // The failure lasts until it has been checked: when the live stream opens, the page reads again.
      await page.route('**/api/journal*', (route) => route.fulfill(REFUSED));
      await page.goto('/app/journal');
      await expect(page.getByText("Le journal n'a pas pu être chargé.")).toBeVisible();
      await retry(page.getByRole('button', { name: 'Réessayer' }), () =>
        page.unroute('**/api/journal*'),
      );
      await expect(page.getByRole('table', { name: 'Journal' })).toBeVisible();
    });
    await test.step('une leçon supprimée se restaure par le clavier, ou dit quelle leçon tient sa piste', async () => {
      // DESK-30, DESK-31
      await page.goto('/app/webmaster');
      await page.getByRole('main').getByRole('link', { name: 'Leçons supprimées' }).click();
      await expect(page.getByText('Aucune leçon supprimée')).toBeVisible();
      const [first, second] = [
        await bookFor(page, manege, '10:00'),
        await bookFor(page, manege, '15:00'),
      ];
      for (const { id } of [first, second])
        await call(page, manege, 'delete', `/reservations/${id}`);
      await bookFor(page, manege, '15:30');

      const restore = (heure: string) =>
        page.getByRole('button', { name: `Restaurer la leçon du ${LE_JOUR}, ${heure}` });
      await expect(restore('15:00')).toBeVisible();
      await expect(page.getByRole('table')).toContainText('par Élise Maes');
      await restore('15:00').click();
      await expect(
        page.getByText(
          'Ce créneau est déjà réservé. Veuillez en choisir un autre. Une leçon tient la piste de 15h30 à 16h30.',
        ),
      ).toBeVisible();
      await tabTo(page, restore('10:00'));
      await page.keyboard.press('Enter');
      await expect(page.getByText(`Leçon restaurée : ${LE_JOUR}, 10h00.`)).toBeVisible();
      await expect(restore('10:00')).toHaveCount(0);
      await expect(
        page.getByRole('heading', { level: 1, name: 'Leçons supprimées' }),
      ).toBeFocused();
      await page.getByRole('link', { name: 'Voir la journée' }).click();
      await expect(page.getByRole('article', { name: /^10:00/ })).toBeFocused();
    });
  },
);

test(
  'retirer un participant, puis le remettre ; et sans place, une phrase',
  TELEPHONE,
  async ({ page, manege }) => {
    const jour = jourOf(10, 60);
    const { id } = await book(manege, {
      date_reservation: jour,
      noms_participants: ['Zoé Willems', 'Léa Martens', 'Hugo Dubois'],
      nombre_personnes: 3,
    });
    await openDialog(page, manege, jour);
    await button(page, 'Retirer Léa Martens').click();
    await button(page, 'Enregistrer').click();
    await expect(dialog(page)).toBeHidden();
    await page.getByRole('main').getByRole('link', { name: 'Leçons supprimées' }).click();
    const table = page.getByRole('table', { name: 'Participants retirés' });
    const row = table
      .getByRole('row')
      .filter({ hasText: 'Léa Martens' })
      .filter({ hasText: formatJour(jour, 'complet') });
    await expect(row).toContainText('Zoé Willems'); // the account of the participant
    // Somebody else takes the last place: the page reports it, and the row stays.
    await manege.sql(`update types_lecons set max_personnes = 2 where value = 'collective'`);
    await row.getByRole('button', { name: /^Remettre Léa Martens/ }).click();
    await expect(page.getByRole('alert')).toHaveText(
      "Cette leçon n'a plus de place. Réservez-lui une autre leçon, ou retirez d'abord quelqu'un.",
    );
    await manege.sql(`update types_lecons set max_personnes = 6 where value = 'collective'`);
    await row.getByRole('button', { name: /^Remettre Léa Martens/ }).click();
    await expect(
      page.getByText(`Participant remis : ${formatJour(jour, 'long')}, 10h00.`),
    ).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(row).toHaveCount(0);
    const [stored] = await manege.sql('select noms_participants from reservations where id = $1', [
      id,
    ]);
    expect(stored?.['noms_participants']).toEqual(['Zoé Willems', 'Léa Martens', 'Hugo Dubois']);
  },
);
