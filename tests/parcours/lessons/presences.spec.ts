/** Noting who was present (PRES-07). */
import type { Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { BUREAU, enter, expect, type Manege, tabTo, TELEPHONE, test } from '../fixtures.ts';
import { book, button, card, dialog, elsewhere, openDesk } from '../modification.ts';
import { answered } from '../../support/answered.ts';
import { jourOf, today } from '../../support/jours.ts';

const present = (nom: string) => `Présence de ${nom}\u202f: Présent(e)`;
const absent = (nom: string) => `Présence de ${nom}\u202f: Absent(e)`;
const excused = (nom: string) => `Présence de ${nom}\u202f: Excusé(e)`;

test(
  'une absence se note au doigt dans la journée, et le cavalier la lit dans « Mes leçons passées »',
  TELEPHONE,
  async ({ page, manege }) => {
    // DESK-22, PRES-01, PRES-03, PRES-05, PRES-07, RIDE-02
    await openDesk(page, manege);
    await test.step('dans la journée, une pression note « absent », une autre « excusé », et une de plus « présent »', () =>
      noteInDay(page, manege));
    await test.step('« Mes leçons passées » dit au cavalier ses absences, sans celles des autres', () =>
      readOwn(page, manege));
  },
);

test(
  '« Tous présents » note une journée par le clavier, ailleurs aussitôt, et s’annule',
  BUREAU,
  async ({ page, manege, context }) => {
    // PRES-09, DESK-50
    await openDesk(page, manege);
    const jour = addDays(today(), -1);
    const coming = await book(manege, { date_reservation: jourOf(12, 60) });
    const lecon = await elsewhere(manege, 'PUT', coming, { date_reservation: jour });
    const noted = () =>
      manege.sql('select nom from participants where reservation_id = $1 and notee', [lecon.id]);
    await page.goto(`/app/webmaster?jour=${jour}`);
    const other = await context.newPage();
    await other.goto(`/app/webmaster?jour=${jour}`);
    const press = (on: Page) => on.getByRole('button', { name: 'Tous présents', exact: true });
    await expect(press(other)).toBeVisible();
    await tabTo(page, press(page));
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^\d+ présences notées\.$/)).toBeVisible();
    await expect(press(page)).toHaveCount(0);
    await expect(press(other)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Vue du jour' })).toBeFocused();
    expect(await noted()).toHaveLength(2);
    await page.keyboard.press('Control+z');
    await expect(page.getByText('Les présents ne sont plus notés.')).toBeVisible();
    await expect(press(page)).toBeVisible();
    expect(await noted()).toEqual([]);
  },
);

async function noteInDay(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 60);
  const lecon = await book(manege, { date_reservation: jour });
  const seats = () =>
    manege.sql(
      'select nom, presence, facturee from participants where reservation_id = $1 order by position',
      [lecon.id],
    );
  await page.goto(`/app/webmaster?jour=${jour}`);
  const lesson = card(page, /^10:00/);
  const mark = (name: string) => lesson.getByRole('button', { name, exact: true });
  await expect(mark(present('Zoé Willems'))).toBeVisible();
  const box = await mark(present('Léa Martens')).boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await mark(present('Léa Martens')).focus();
  await page.keyboard.press('Enter');
  await expect(mark(absent('Léa Martens'))).toBeFocused();
  await expect(mark(absent('Léa Martens'))).toHaveText('Absent(e)');
  await expect(lesson.getByRole('status').filter({ hasText: 'Absent(e)' })).toHaveText(
    'Léa Martens\u202f: Absent(e)',
  );
  await page.keyboard.press('Space');
  await expect(mark(excused('Léa Martens'))).toBeFocused();
  await expect.poll(seats).toEqual([
    { nom: 'Zoé Willems', presence: null, facturee: true },
    { nom: 'Léa Martens', presence: 'excusee', facturee: false },
  ]);
  await mark(present('Zoé Willems')).click();
  await expect(mark(absent('Zoé Willems'))).toBeVisible();
  await page.reload();
  await expect(mark(absent('Zoé Willems'))).toBeVisible();
  await expect(mark(excused('Léa Martens'))).toBeVisible();
  await mark(excused('Léa Martens')).click();
  await expect(mark(present('Léa Martens'))).toBeVisible();
  await expect.poll(seats).toEqual([
    { nom: 'Zoé Willems', presence: 'absente', facturee: true },
    { nom: 'Léa Martens', presence: null, facturee: true },
  ]);
  // An older lesson and a cancelled one only show what was noted.
  await elsewhere(manege, 'PUT', { ...lecon, version: 4 }, { statut: 'annulee' });
  await expect(lesson.getByRole('button', { name: /^Présence/ })).toHaveCount(0);
  await expect(lesson.getByText('Absent(e)', { exact: true })).toBeVisible();
  await page.goto('/app/journal');
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: 'a noté une présence dans la leçon du ' + formatJour(jour, 'long') })
      .filter({ hasText: 'présences : 1 excusé' }),
  ).toBeVisible();
}

async function refuse(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 61);
  await book(manege, { date_reservation: jour });
  await page.goto(`/app/webmaster?jour=${jour}`);
  const lesson = card(page, /^10:00/);
  // A seat that the lesson does not have any more.
  await page.route(/\/presences$/, (route) =>
    route.continue({
      postData: JSON.stringify({
        presences: [{ place: '11111111-1111-4111-8111-111111111111', presence: 'absente' }],
      }),
    }),
  );
  await lesson.getByRole('button', { name: present('Léa Martens') }).click();
  await expect(
    page
      .getByText(
        "Léa Martens\u202f: Une personne dont la présence est notée n'est pas, ou plus, dans cette leçon.",
      )
      .first(),
  ).toBeVisible();
  await expect(lesson.getByRole('button', { name: present('Léa Martens') })).toBeVisible();
}

test(
  'dans le dialogue, ici ou ailleurs, noter une présence laisse ce qui est écrit et n’empêche pas d’enregistrer ; un refus remet ce qui est enregistré',
  BUREAU,
  async ({ page, manege }) => {
    // PRES-07
    await openDesk(page, manege);
    await test.step('dans le dialogue, ici ou ailleurs, noter une présence laisse ce qui est écrit et n’empêche pas d’enregistrer', () =>
      noteInDialog(page, manege));
    await test.step('un refus remet ce qui est enregistré, et nomme la personne', () =>
      refuse(page, manege));
  },
);

async function noteInDialog(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 62);
  const lecon = await book(manege, { date_reservation: jour });
  await page.goto(`/app/webmaster?jour=${jour}`);
  await card(page, /^10:00/)
    .getByRole('button', { name: /^Modifier/ })
    .click();
  await dialog(page)
    .getByLabel(/^Remarques/)
    .fill('Poney calme');
  await button(page, present('Léa Martens')).press('Enter');
  await expect(button(page, absent('Léa Martens'))).toBeFocused();
  const [zoe] = (await manege.sql(
    "select id from participants where reservation_id = $1 and nom = 'Zoé Willems'",
    [lecon.id],
  )) as { id: string }[];
  await elsewhere(
    manege,
    'PUT',
    { id: `${lecon.id}/presences` },
    {
      id: undefined,
      presences: [{ place: zoe?.id, presence: 'excusee' }],
    },
  );
  await expect(button(page, excused('Zoé Willems'))).toBeVisible();
  await expect(button(page, 'Recharger')).toHaveCount(0);
  await expect(dialog(page).getByLabel(/^Remarques/)).toHaveValue('Poney calme');
  await button(page, 'Enregistrer').click();
  await expect(dialog(page)).toBeHidden();
  expect(
    await manege.sql(
      'select r.remarques, version, array_agg(presence order by position) as presences from reservations r join participants p on p.reservation_id = r.id where r.id = $1 group by 1, 2',
      [lecon.id],
    ),
  ).toEqual([
    {
      remarques: 'Poney calme',
      version: 3,
      presences: ['excusee', 'absente'],
    },
  ]);
}

test.describe('sans réponse', () => {
  test.use({ reseauCoupe: true });

  test('une absence dont la réponse se perd est retrouvée', BUREAU, async ({ page, manege }) => {
    // PRES-07, UI-32
    const jour = jourOf(10, 63);
    const lecon = await book(manege, { date_reservation: jour });
    await openDesk(page, manege, jour);
    let writes = 0;
    await page.route(/\/presences$/, async (route) => {
      writes += 1;
      await route.fetch();
      await route.abort('internetdisconnected');
    });
    const lesson = card(page, /^10:00/);
    await lesson.getByRole('button', { name: present('Léa Martens') }).click();
    await expect
      .poll(() =>
        manege.sql(
          "select nom from participants where presence = 'absente' and reservation_id = $1",
          [lecon.id],
        ),
      )
      .toEqual([{ nom: 'Léa Martens' }]);
    // The look-up has found it: the stored presence stays.
    await answered(page);
    await expect(lesson.getByRole('button', { name: absent('Léa Martens') })).toBeVisible();
    await expect(page.getByText(/Aucune réponse|n'a pas pu être notée/)).toHaveCount(0);
    expect(writes).toBe(1);
  });
});

async function readOwn(page: Page, manege: Manege): Promise<void> {
  const rider = await manege.person({ prenom: 'Camille', nom: 'Lambert' });
  await manege.sql(
    `select importer_lecons(json_build_array(json_build_object('user_id', u.id, 'noms_participants', array['Camille Lambert', 'Tom', 'Autre'], 'nom_client', 'Camille Lambert',
      'date_reservation', current_date - 7, 'heure_debut', '06:00', 'heure_fin', '07:00', 'type_piste', 'exterieure', 'type_lecon', 'collective'))::jsonb) from users u where email = $1`,
    [rider.email],
  );
  await manege.sql(
    "update participants set user_id = null, presence = 'absente' where nom = 'Autre'",
  );
  await manege.sql(
    `update participants set presence = case nom when 'Tom' then 'excusee' else 'absente' end, facturee = nom <> 'Tom'
      where user_id = (select id from users where email = $1)`,
    [rider.email],
  );
  await enter(page, manege, rider);
  await page.goto('/app/mes-lecons');
  await expect(page.getByText('Camille Lambert\u202f: absent(e)', { exact: true })).toBeVisible();
  await expect(page.getByText('Tom\u202f: excusé(e), non facturé', { exact: true })).toBeVisible();
  await expect(page.getByText('Autre')).toHaveCount(0);
}
