/**
 * `/` of a person who is signed in. A rider's is counted in taps at 390 × 844 (an action: a tap or a
 * typed word). Before, from `/`: the usual lesson 7, two children again 9, a cancellation 3 after 2.5
 * screens of scrolling, the next lesson told nowhere.
 */
import type { Locator, Page } from '@playwright/test';
import { addDays, formatJour, instantOf } from '../../../src/domain/core/calendrier.ts';
import { bookFor } from '../reservation.ts';
import {
  announceParametres,
  answerNextWrite,
  enter,
  expect,
  type Manege,
  REFUSED,
  retry,
  serveAt,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { answered } from '../../support/answered.ts';
import { jourOf, mondayIn } from '../../support/jours.ts';

type Rider = { page: Page; manege: Manege };
type Person = Awaited<ReturnType<Manege['person']>>;

test.use({ viewport: { width: 390, height: 844 } });
test.beforeEach(({ manege }) =>
  manege.sql(`update parametres set "riderCancellation" = true, "riderChanges" = true, "showPrices" = true,
    "contactTelephone" = '081 22 33 44'`),
);

/** Stores a lesson of one hour, also of the past. */
const store = (manege: Manege, { id }: Person, jour: string, heure: string, noms: string[]) =>
  manege.sql(
    `select importer_lecons((select jsonb_agg(l) from (
      values ($1, $2::text[], 'Accueil', $3, $4, $5, 'exterieure', 'collective', $6::int, 'confirmee', 'accueil')
    ) as l (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut, remarques)))`,
    [
      id,
      noms,
      jour,
      heure,
      `${String(Number(heure.slice(0, 2)) + 1).padStart(2, '0')}${heure.slice(2)}`,
      noms.length,
    ],
  );

/** Taps, counted. */
function counter() {
  let taps = 0;
  return {
    tap: async (target: Locator) => {
      taps += 1;
      await target.click();
    },
    count: () => taps,
  };
}

const next = (page: Page) => page.getByRole('region', { name: 'Ma prochaine leçon' });
const again = (page: Page) => page.getByRole('region', { name: 'Reprendre' });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Réserver cette leçon' });

async function expectInView(page: Page, ...targets: Locator[]): Promise<void> {
  for (const target of targets) {
    const box = await target.boundingBox();
    expect(box!.y).toBeGreaterThanOrEqual(0);
    expect(box!.y + box!.height).toBeLessThanOrEqual(page.viewportSize()!.height);
  }
}

test(
  "la prochaine leçon se lit sans toucher, s'annule en deux touches, et dit qui joindre et comment venir ; commencée, elle ne l'est plus",
  TELEPHONE,
  async ({ page, manege }) => {
    // UI-100, ACC-02, BOOK-33
    const rider = await manege.person({ prenom: 'Accueil', nom: 'Prochaine' });
    const jour = jourOf(7, 3);
    expect(await bookFor(manege, rider, { date_reservation: jour, heure_debut: '08:00' })).toBe(
      201,
    );
    expect(
      await bookFor(manege, rider, { date_reservation: addDays(jour, 1), heure_debut: '08:00' }),
    ).toBe(201);
    await enter(page, manege, rider);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bonjour Accueil Prochaine');
    await expect(page.getByRole('link', { name: 'Accéder à mon espace' })).toBeVisible();
    const hours = next(page).getByText('8h00 – ').first();
    const cancel = next(page).getByRole('button', { name: /^Annuler/ });
    await expect(next(page)).toContainText(formatJour(jour, 'long'));
    await expect(next(page)).toContainText('2 personnes');
    await expect(next(page)).toContainText('Piste Intérieure');
    await expect(next(page).getByRole('list', { name: 'Participants' })).toContainText('Zoé');
    await expect(next(page).getByRole('button', { name: /^Changer/ })).toBeVisible();
    await expect(next(page).getByRole('link', { name: '081 22 33 44' })).toHaveAttribute(
      'href',
      'tel:081223344',
    );
    await expect(next(page).getByRole('link', { name: /^Itinéraire/ })).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/directions?to=Gembloux%2C+Belgique',
    );
    await expectInView(page, hours, cancel);
    await expect(
      page.getByRole('region', { name: 'Mes autres leçons' }).getByRole('listitem'),
    ).toHaveCount(1);

    const { tap, count } = counter();
    await tap(cancel);
    await tap(
      page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Annuler ma leçon|^Oui|^Annuler la/ }),
    );
    await expect(next(page).getByText(/est annulée\.$/)).toBeVisible();
    expect(count()).toBe(2);
    await expect(next(page)).toContainText(formatJour(addDays(jour, 1), 'long'));
    await lireUneFoisCommencee({ page, manege });
  },
);

/** The next lesson once one has begun, for a rider with a cancelled one too. */
async function lireUneFoisCommencee({ page, manege }: Rider): Promise<void> {
  const rider = await manege.person({ prenom: 'Accueil', nom: 'Commence' });
  const jour = jourOf(10, 2);
  const now = instantOf(jour, '10:15');
  for (const [days, heure] of [
    [0, '10:00'],
    [0, '15:00'],
    [1, '10:00'],
    [2, '10:00'],
    [3, '10:00'],
    [4, '10:00'],
  ] as const)
    await store(manege, rider, addDays(jour, days), heure, ['Zoé']);
  await manege.sql(
    `with gone as (update reservations set statut = 'annulee', annulee_at = $1 where nom_client = 'Accueil' and date_reservation = $2 returning id)
      delete from occupations where reservation_id in (select id from gone)`,
    [now, addDays(jour, 1)],
  );
  await serveAt(page, now.toISOString());
  await enter(page, manege, rider);
  await page.goto('/');
  await expect(next(page)).toContainText('15h00 – 16h00');
  const others = page.getByRole('region', { name: 'Mes autres leçons' });
  await expect(others.getByRole('listitem').first()).toContainText('10h00');
  await expect(others.getByRole('button', { name: 'Voir les 4 autres leçons' })).toBeVisible();
  await page.goto('/app/reservation');
  await expect(
    page.getByRole('region', { name: 'Mes prochaines leçons' }).getByRole('listitem').first(),
  ).toContainText('15h00');
}

test(
  'la leçon habituelle se réserve en deux touches, à deux enfants aussi ; ce qui est refusé le dit',
  TELEPHONE,
  async ({ page, manege }) => {
    // RIDE-70, RIDE-71, RIDE-73
    const rider = await manege.person({ prenom: 'Accueil', nom: 'Reprend' });
    for (const weeks of [-1, -2, -3])
      await store(manege, rider, addDays(mondayIn(weeks), 2), '08:00', [
        'Léa Reprend',
        'Tom Reprend',
      ]);
    for (const weeks of [-1, -2])
      await store(manege, rider, addDays(mondayIn(weeks), 3), '18:30', ['Léa Reprend']);
    await announceParametres(manege);
    await enter(page, manege, rider);
    await page.goto('/');
    await expect(next(page)).toContainText('Aucune leçon à venir');
    const offers = again(page).getByRole('button');
    await expect(offers).toHaveCount(2);
    await expect(offers.first()).toContainText('Léa Reprend, Tom Reprend');
    await expect(offers.first()).toContainText('8h00 – ');

    // two children again
    const children = counter();
    await children.tap(offers.first());
    await expectInView(
      page,
      question(page).getByRole('button', { name: 'Confirmer la réservation' }),
    );
    await expect(question(page)).toContainText('Piste Extérieure');
    await children.tap(question(page).getByRole('button', { name: 'Confirmer la réservation' }));
    await expect(next(page).getByText(/^Leçon réservée/)).toBeVisible();
    expect(children.count()).toBe(2);
    await expect(next(page).getByRole('list', { name: 'Participants' })).toContainText(
      'Tom Reprend',
    );
    const stored = () =>
      manege.sql(
        'select count(*)::int as n from reservations where user_id = $1 and date_reservation >= current_date',
        [rider.id],
      );
    expect(await stored()).toEqual([{ n: 1 }]);

    // the usual lesson; another rider is faster the first time
    const usual = counter();
    const one = again(page).getByRole('button').filter({ hasText: '18h30' });
    await answerNextWrite(page, '**/api/reservations', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/json',
        body: JSON.stringify({
          code: 'creneau_pris',
          status: 409,
          message: "Ce créneau vient d'être réservé. Veuillez en choisir un autre.",
        }),
      }),
    );
    await one.click();
    await question(page).getByRole('button', { name: 'Confirmer la réservation' }).click();
    await expect(question(page).getByRole('alert')).toHaveText(
      "Ce créneau vient d'être réservé. Veuillez en choisir un autre.",
    );
    await question(page).getByRole('button', { name: 'Annuler' }).click();
    await expect(question(page)).toBeHidden();
    expect(await stored()).toEqual([{ n: 1 }]);
    await usual.tap(one);
    await usual.tap(question(page).getByRole('button', { name: 'Confirmer la réservation' }));
    await expect(question(page)).toBeHidden();
    await expect(next(page).getByText(/^Leçon réservée/)).toBeVisible();
    expect(usual.count()).toBe(2);
    expect(await stored()).toEqual([{ n: 2 }]);
  },
);

test(
  "encore la semaine prochaine, depuis une leçon à venir et une leçon passée ; prise, la suivante est proposée ; au même moment qu'une autre, c'est dit",
  TELEPHONE,
  async ({ page, manege }) => {
    // RIDE-72, RIDE-73, BOOK-23, UI-72
    const rider = await manege.person({ prenom: 'Accueil', nom: 'Encore' });
    const other = await manege.person({ prenom: 'Accueil', nom: 'Autre' });
    // The free moment two weeks later is within the eight weeks that are searched.
    const jour = jourOf(4, 4);
    const at = { heure_debut: '08:00', type_piste: 'exterieure' };
    expect(await bookFor(manege, rider, { date_reservation: jour, ...at })).toBe(201);
    expect(await bookFor(manege, other, { date_reservation: addDays(jour, 7), ...at })).toBe(201);
    await store(manege, rider, addDays(mondayIn(-2), 4), '19:00', ['Zoé']);
    await enter(page, manege, rider);
    await page.goto('/');
    await next(page)
      .getByRole('link', { name: /^Encore la semaine prochaine/ })
      .click();
    await expect(question(page)).toContainText(formatJour(addDays(jour, 7), 'long'));
    await expect(question(page)).toContainText("Ce créneau vient d'être réservé.");
    await expect(question(page)).toContainText('Le prochain moment libre');
    await expect(question(page)).toContainText(
      formatJour(addDays(jour, 14), 'long').replace(/ \d{4}$/, ''),
    );
    await question(page).getByRole('button', { name: 'Annuler' }).click();
    await expect(page).toHaveURL('/');

    await page.goto('/app/mes-lecons');
    await page.getByRole('link', { name: /^Encore la semaine prochaine/ }).click();
    await expect(question(page)).toContainText('19h00 – 20h00');
    await question(page).getByRole('button', { name: 'Confirmer la réservation' }).click();
    await expect(next(page).getByText(/^Leçon réservée/)).toBeVisible();
    await expect(page).toHaveURL('/');
    await reserverAuMemeMoment({ page, manege });
  },
);

/** The rider has a lesson then; the answer that comes after the page was left does not bring it back. */
async function reserverAuMemeMoment({ page, manege }: Rider): Promise<void> {
  const rider = await manege.person({ prenom: 'Accueil', nom: 'Parti' });
  await store(manege, rider, addDays(mondayIn(-2), 5), '19:00', ['Zoé']);
  // This week's day may be over; then only the next one is booked.
  for (const week of [0, 1])
    await bookFor(manege, rider, {
      date_reservation: addDays(mondayIn(week), 5),
      heure_debut: '19:00',
      noms_participants: ['Max', 'Luc'],
    });
  await enter(page, manege, rider);
  await page.goto('/app/mes-lecons');
  await page.getByRole('link', { name: /^Encore la semaine prochaine/ }).click();
  await expect(question(page)).toContainText('Vous avez déjà une leçon à ce moment');
  const leaves = Promise.withResolvers<void>();
  await answerNextWrite(page, '**/api/reservations', async (route) => {
    await leaves.promise;
    await route.continue();
  });
  await question(page).getByRole('button', { name: 'Confirmer la réservation' }).click();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/app/mes-lecons');
  leaves.resolve();
  await expect(page.getByText(/^Leçon réservée/)).toBeVisible();
  await expect(page).toHaveURL('/app/mes-lecons');
}

test(
  "la page d'accueil demande d'avance, et une fois, ce qu'un cavalier y lit ; un visiteur ne demande rien",
  TELEPHONE,
  async ({ page, manege }) => {
    // UI-102, UI-80
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (/^\/api\/(reservations|types-lecons|planning)/.test(pathname))
        asked.push(pathname + search.replace(/du=[\d-]+/, 'du='));
    });
    await page.goto('/');
    await answered(page);
    expect(asked).toEqual([]);
    await enter(page, manege, await manege.person({ prenom: 'Accueil', nom: 'Souvenir' }));
    await page.goto('/');
    await answered(page);
    await expect(next(page)).toContainText('Aucune leçon à venir');
    asked.length = 0;
    // the browser remembers the person from here on
    await page.reload();
    await answered(page);
    await expect(next(page)).toContainText('Aucune leçon à venir');
    expect(asked.toSorted()).toEqual([
      '/api/reservations/reprises',
      '/api/reservations?miennes=1&du=&sort=date_reservation',
      '/api/types-lecons',
      '/api/types-lecons/miens',
    ]);
  },
);

test(
  "un administrateur lit les leçons du jour qui ne sont pas finies, et ce qui l'attend",
  TELEPHONE,
  async ({ page, manege }) => {
    // UI-101
    const rider = await manege.person({ prenom: 'Accueil', nom: 'Du Jour' });
    const jour = jourOf(9, 2);
    for (const [heure, nom] of [
      ['11:00', 'Deuxième'],
      ['08:00', 'Finie'],
      ['09:30', 'Première'],
    ] as const)
      await store(manege, rider, jour, heure, [nom]);
    await manege.person({ statut: 'en_attente', prenom: 'Accueil', nom: 'Attend' });
    await serveAt(page, `${jour}T09:00:00Z`);
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/');
    const today = page.getByRole('region', { name: "Aujourd'hui" });
    await expect(today.getByRole('listitem')).toHaveText([/9h30.*Première/, /11h00.*Deuxième/]);
    await expect(
      page.getByRole('region', { name: 'À faire' }).getByRole('link', { name: /à approuver/ }),
    ).toBeVisible();
    await today.getByRole('link', { name: /Deuxième/ }).click();
    await expect(page).toHaveURL(/^[^?]*\/app\/webmaster/);
  },
);

test.describe('sans réseau', () => {
  test.use({ reseauCoupe: true, serviceWorkers: 'allow' });

  test(
    "sans réponse, la lecture de l'accueil le dit et se reprend ; une réponse perdue est cherchée ; sans réseau, la prochaine leçon se lit",
    TELEPHONE,
    async ({ page, context, manege }) => {
      // UI-18, BOOK-29, UI-56, UI-100, UI-102
      const rider = await manege.person({ prenom: 'Accueil', nom: 'Perdue' });
      await store(manege, rider, addDays(mondayIn(-1), 5), '09:00', ['Léa Perdue']);
      await enter(page, manege, rider);
      await page.route('**/api/reservations/reprises', (route) => route.fulfill(REFUSED));
      await page.goto('/');
      await expect(page.getByText("Vos leçons habituelles n'ont pas pu être lues.")).toBeVisible();
      await retry(again(page).getByRole('button', { name: 'Réessayer' }), () =>
        page.unroute('**/api/reservations/reprises'),
      );
      await again(page).getByRole('button').first().click();
      await answerNextWrite(page, '**/api/reservations', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await question(page).getByRole('button', { name: 'Confirmer la réservation' }).click();
      await expect(next(page).getByText(/^Leçon réservée/)).toBeVisible();
      await expect(next(page)).toContainText('Léa Perdue');

      const other = await manege.person({ prenom: 'Accueil', nom: 'Hors Ligne' });
      const jour = jourOf(8, 3);
      expect(await bookFor(manege, other, { date_reservation: jour })).toBe(201);
      await enter(page, manege, other);
      await page.goto('/');
      await expect(next(page)).toContainText(formatJour(jour, 'long'));
      await expect
        .poll(
          () =>
            page.evaluate(
              () =>
                navigator.serviceWorker.controller !== null &&
                (localStorage.getItem('horsConnexion.1') ?? '').includes('"miennes":'),
            ),
          { timeout: 30_000 },
        )
        .toBe(true);
      await context.setOffline(true);
      // an open page keeps what it shows, and says when it was read
      await expect(next(page).getByText(/hors connexion$/)).toBeVisible();
      await expect(page.getByText('Connexion perdue')).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Bonjour Accueil Hors Ligne',
      );
      await expect(page.getByText('Ma prochaine leçon')).toBeVisible();
      await expect(page.getByText(/hors connexion$/)).toBeVisible();
      await expect(page.getByText('Zoé, Léa').or(page.getByText('Zoé')).first()).toBeVisible();
      await context.setOffline(false);
      await expect(next(page)).toContainText(formatJour(jour, 'long'), { timeout: 20_000 });
    },
  );
});
