/**
 * The week on the desk's screen: with the keyboard and a screen reader (UI-76, UI-14), its reads after a
 * change elsewhere and the copy that the browser keeps (UI-11, API-22), riders who are in two
 * lessons at the same time (DESK-32).
 */
import { addDays } from '../../../src/domain/core/calendrier.ts';
import type { Page } from '@playwright/test';
import { BUREAU, expect, test, enter, TELEPHONE } from '../../parcours/fixtures.ts';
import { book, card, dialog, openDesk, elsewhere } from '../../parcours/modification.ts';
import { open, store, cell, card as weekCard, chooseJour, press } from '../../parcours/planning.ts';
import { jourOf, mondayIn } from '../../support/jours.ts';

test(
  'Page suivante et Page précédente changent de semaine sans perdre la place ; la colonne dit ses leçons, une phrase dit les touches',
  BUREAU,
  async ({ page, manege }) => {
    const lundi = mondayIn(46);
    for (const heure of ['10:00', '14:00'])
      await store(manege, {
        jour: addDays(lundi, 2),
        heure,
        fin: heure.replace(':00', ':30'),
        piste: 'exterieure',
      });
    await open(page, manege, lundi);
    await expect(
      page.getByText(
        "Dans les tableaux, les flèches vont d'une case à l'autre ; Page précédente et Page suivante changent de jour ou de semaine.",
      ),
    ).toBeAttached();
    const outdoor = page.getByRole('grid', { name: 'Piste Extérieure' });
    await expect(outdoor.getByRole('columnheader', { name: /, 2 leçons$/ })).toHaveCount(1);
    await expect(
      page
        .getByRole('grid', { name: 'Piste Intérieure' })
        .getByRole('columnheader', { name: /, aucune leçon$/ }),
    ).toHaveCount(7);
    const place = () =>
      page.evaluate(() => {
        const { dataset, isConnected } = document.activeElement as HTMLElement;
        return (
          isConnected && {
            row: dataset['row'],
            column: dataset['column'],
            table: document.activeElement?.closest('[role=grid]')?.getAttribute('aria-label'),
          }
        );
      });
    await outdoor.locator('[data-row="6"][data-column="4"]').focus();
    const there = { row: '6', column: '4', table: 'Piste Extérieure' };
    await page.keyboard.press('PageDown');
    await expect(page).toHaveURL(new RegExp(`jour=${addDays(lundi, 7)}`));
    await expect.poll(place).toEqual(there);
    await page.keyboard.press('PageUp');
    await page.keyboard.press('PageUp');
    await expect(page).toHaveURL(new RegExp(`jour=${addDays(lundi, -7)}`));
    await expect.poll(place).toEqual(there);
  },
);

test(
  'dans la modification, aucun arrêt du clavier ne reste sous les boutons du bas',
  BUREAU,
  async ({ page, manege }) => {
    // UI-14
    const jour = jourOf(10, 222);
    await book(manege, { date_reservation: jour });
    await openDesk(page, manege, jour);
    await card(page, /^10:00/)
      .getByRole('button', { name: /^Modifier/ })
      .click();
    await expect(dialog(page).getByLabel('Remarques')).toBeVisible();
    const covered: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      await page.keyboard.press('Tab');
      const found = await page.evaluate(() => {
        const active = document.activeElement as HTMLElement;
        const seen = active.closest('label') ?? active;
        const { left, top, width, height } = seen.getBoundingClientRect();
        const foot = document.querySelector('dialog[open] .sticky, dialog[open] [class*="sticky"]');
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        return foot && !foot.contains(active) && foot.contains(above)
          ? seen.outerHTML.slice(0, 120)
          : null;
      });
      if (found) covered.push(found);
    }
    expect(covered).toEqual([]);
  },
);

/** Each period of the planning that the page reads from now on, as 'du..au'. */
function readings(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/planning')
      asked.push(`${searchParams.get('du')}..${searchParams.get('au')}`);
  });
  return asked;
}

const day = (jour: string) => `${jour}..${jour}`;
const week = (lundi: string) => `${lundi}..${addDays(lundi, 6)}`;

test(
  "après un changement ailleurs, seul le jour concerné est relu, et l'écran le montre",
  BUREAU,
  async ({ page, manege }) => {
    // UI-11
    const [lundi, next] = [mondayIn(14), mondayIn(15)];
    const [tuesday, thursday] = [addDays(lundi, 1), addDays(lundi, 3)];
    const stays = await book(manege, {
      date_reservation: thursday,
      heure_debut: '17:00',
      noms_participants: ['Hugo', 'Léa'],
    });
    await open(page, manege, lundi);
    await expect(cell(page, /Hugo, Léa/)).toBeVisible();
    const asked = readings(page);

    const lecon = await book(manege, {
      date_reservation: tuesday,
      noms_participants: ['Zoé Willems', 'Noah Janssens'],
    });
    await expect(cell(page, /Zoé W\., Noah J\./)).toBeVisible();
    expect(asked).toEqual([day(tuesday)]);
    await expect(cell(page, /Hugo, Léa/)).toBeVisible();

    // A move within the week: the page reads the old day and the new day.
    const moved = await elsewhere(manege, 'PUT', lecon, {
      date_reservation: addDays(lundi, 4),
      heure_debut: '11:00',
    });
    await expect(cell(page, /Zoé W\., Noah J\..*11:00 – 12:00/)).toBeVisible();
    await expect(cell(page, /Zoé W\., Noah J\./)).toHaveCount(1);
    expect(asked.slice(1).toSorted()).toEqual([day(tuesday), day(addDays(lundi, 4))]);
    asked.length = 0;

    // A change in another week that was shown before is read when the person returns to it.
    await page.getByRole('button', { name: 'Semaine suivante' }).click();
    await expect.poll(() => asked).toEqual([week(next)]);
    await expect(page.getByText('Aucune réservation cette semaine')).toBeVisible();
    asked.length = 0;
    const away = await elsewhere(manege, 'PUT', moved, {
      date_reservation: addDays(next, 2),
      version: moved['version'],
    });
    await expect(cell(page, /Zoé W\., Noah J\./)).toBeVisible();
    expect(asked).toEqual([day(addDays(next, 2))]);
    await page.getByRole('button', { name: 'Semaine précédente' }).click();
    await expect(cell(page, /Hugo, Léa/)).toBeVisible();
    await expect(cell(page, /Zoé W\., Noah J\./)).toHaveCount(0);
    expect(asked.slice(1)).toEqual([day(addDays(lundi, 4))]);
    asked.length = 0;

    // A change outside all shown weeks causes no read. The read after the next change proves that
    // this one was received.
    await elsewhere(manege, 'PUT', away, { date_reservation: addDays(next, 21) });
    await elsewhere(manege, 'DELETE', stays);
    await expect(cell(page, /Hugo, Léa/)).toHaveCount(0);
    expect(asked).toEqual([day(thursday)]);

    // A notification without days, as from an older version, causes a full read.
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
    await expect.poll(() => asked.slice(1)).toEqual([week(lundi)]);
  },
);

test(
  'ce que le navigateur garde du planning ne sert à personne après la déconnexion',
  BUREAU,
  async ({ page, manege }) => {
    // API-22
    const lundi = mondayIn(16);
    await book(manege, {
      date_reservation: lundi,
      noms_participants: ['Zoé Willems', 'Noah Janssens'],
    });
    await open(page, manege, lundi);
    await expect(cell(page, /Zoé W\., Noah J\./)).toBeVisible();
    /** Reads the copy that the browser keeps, as a script may do. */
    const kept = (cache: 'no-cache' | 'force-cache') =>
      page.evaluate(
        async ([address, mode]) => {
          const response = await fetch(address, { cache: mode });
          return { status: response.status, text: await response.text() };
        },
        [`/api/planning?du=${lundi}&au=${addDays(lundi, 6)}`, cache] as const,
      );
    // With `no-cache`, the browser asks the server whether the copy is still valid.
    const answer = page.waitForResponse('**/api/planning?*');
    expect((await kept('no-cache')).text).toContain('Noah Janssens');
    const [sent, received] = [
      await (await answer).request().allHeaders(),
      await (await answer).allHeaders(),
    ];
    expect([sent['if-none-match'], received['content-type']]).toEqual([
      received['etag'],
      undefined,
    ]);
    await page.getByRole('main').getByRole('button', { name: 'Déconnexion' }).click();
    await expect(page).toHaveURL('/?logout=1');
    await expect(page.getByRole('link', { name: /Se connecter/ }).first()).toBeVisible();
    for (const cache of ['force-cache', 'no-cache'] as const) {
      const { status, text } = await kept(cache);
      expect([cache, status, text.includes('Noah')]).toEqual([cache, 401, false]);
    }
  },
);

test(
  'un cavalier dans deux leçons à la fois : marqué sur le planning, la carte et la vue du jour ; dit quand le bureau réserve et modifie, sans refuser',
  TELEPHONE,
  async ({ page, manege, isMobile }) => {
    await test.step('marqué sur le planning, sur la carte et dans la vue du jour', async () => {
      const jour = mondayIn(22);
      await store(manege, { jour, noms: ['Camille Lambert', 'Théo Willems'] });
      const dehors = await store(manege, {
        jour,
        heure: '10:30',
        fin: '11:30',
        piste: 'exterieure',
        noms: ['théo willems'],
      });
      await open(page, manege, jour);
      await chooseJour(page, jour, isMobile);
      const marked = cell(page, /un participant est aussi dans une autre leçon/);
      await expect(marked).toHaveCount(2);
      await press(marked.first(), isMobile);
      await expect(weekCard(page).getByText('Aussi à 10h30, Piste Extérieure')).toBeVisible();
      // Once the other lesson is deleted, the mark disappears without a reload.
      await manege.sql('delete from reservations where id = $1', [dehors]);
      await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
      await expect(marked).toHaveCount(0);
      await store(manege, {
        jour,
        heure: '10:30',
        fin: '11:30',
        piste: 'exterieure',
        noms: ['théo willems'],
      });
      await page.goto(`/app/webmaster?jour=${jour}`);
      const day = page.getByRole('region', { name: 'Vue du jour' });
      await expect(
        day.getByText('Théo Willems est aussi à 10h30, Piste Extérieure.'),
      ).toBeVisible();
      await expect(
        day.getByText('théo willems est aussi à 10h00, Piste Intérieure.'),
      ).toBeVisible();
    });
    await test.step('dit quand le bureau réserve et quand il modifie, sans refuser', async () => {
      const jour = mondayIn(24);
      await store(manege, { jour, noms: ['Camille Lambert', 'Théo Willems'] });
      await page.goto(`/app/webmaster?semaine=${jour}`);
      await chooseJour(page, jour, isMobile);
      await page.goto(`/app/reservation?jour=${jour}&piste=exterieure&heure=10:00`);
      await page.getByRole('radio', { name: /^Longe/ }).check();
      await page
        .getByRole('group', { name: 'Nombre de personnes' })
        .getByRole('radio', { name: '1', exact: true })
        .check();
      await page.getByLabel(/^Réserver pour/).fill('Marie Stage');
      await page.getByRole('option', { name: /Marie Stage/ }).click();
      await page.getByLabel('Participant 1').fill('Théo Willems');
      const warning = 'Théo Willems est aussi à 10h00, Piste Intérieure.';
      await expect(page.getByText(`${warning} Vous pouvez continuer.`)).toBeVisible();
      await page.getByRole('button', { name: 'Confirmer la réservation' }).click();
      await expect(page.getByText('Votre réservation a été confirmée avec succès !')).toBeVisible();
      await page.goto(`/app/webmaster?jour=${jour}`);
      const day = page.getByRole('region', { name: 'Vue du jour' });
      await day
        .getByRole('article', { name: /Longe/ })
        .getByRole('button', { name: /^Modifier/ })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Modifier la réservation' });
      await expect(dialog.getByText(warning)).toBeVisible();
      await dialog.getByLabel('Heure de début').selectOption({ value: '14:00' });
      await expect(dialog.getByText(warning)).toBeHidden();
      await dialog.getByLabel('Heure de début').selectOption({ value: '10:00' });
      await dialog.getByLabel(/^Remarques/).fill('Poney calme');
      await dialog.getByRole('button', { name: 'Enregistrer' }).click();
      await expect(page.getByText('Réservation mise à jour')).toBeVisible();
    });
  },
);

test("un cavalier n'apprend rien des autres", BUREAU, async ({ page, manege }) => {
  // BOOK-08
  const jour = mondayIn(1);
  await store(manege, { jour, heure: '18:00', fin: '19:00', noms: ['Théo Willems'] });
  await enter(page, manege, await manege.person());
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/api\/reservations\?(?!.*\bmiennes=1\b)/.test(request.url())) asked.push(request.url());
  });
  await page.goto(`/app/reservation?jour=${jour}&piste=exterieure&heure=18:00`);
  await page.getByRole('radio', { name: /^Longe/ }).check();
  await page
    .getByRole('group', { name: 'Nombre de personnes' })
    .getByRole('radio', { name: '1', exact: true })
    .check();
  await page.getByLabel('Participant 1').fill('Théo Willems');
  await expect(page.getByRole('button', { name: 'Confirmer la réservation' })).toBeEnabled();
  await expect(page.getByText(/est aussi à/)).toHaveCount(0);
  expect(asked).toEqual([]);
});
