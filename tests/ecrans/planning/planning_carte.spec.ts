/**
 * The card of a lesson on the weekly planning: with the pointer, touch and the keyboard, and its
 * buttons (DESK-08).
 */
import type { Locator, Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { BUREAU, expect, stopClock, tabTo, TELEPHONE, test } from '../../parcours/fixtures.ts';
import { chooseJour as chooseDate } from '../../parcours/modification.ts';
import { card, cell, chooseJour, freeSlot, open, press, store } from '../../parcours/planning.ts';
import { mondayIn } from '../../support/jours.ts';

/**
 * Touches an element, swipes up, and waits until the page stops: a tap on a moving page only stops
 * it.
 */
async function scrollFrom(page: Page, target: Locator): Promise<void> {
  const still = page.evaluate(
    () =>
      new Promise<void>((done) => {
        document.addEventListener('scrollend', () => done(), { capture: true, once: true });
      }),
  );
  const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
  const touch = await page.context().newCDPSession(page);
  const at = (up: number) => [{ x: x + width / 2, y: y + height / 2 - up }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (const up of [10, 20, 30, 40])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(up) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await still;
}

const QUESTION = 'Êtes-vous sûr de vouloir supprimer cette réservation ?';

test(
  "la carte s'ouvre sous le pointeur, tient tant qu'il y est, et se referme",
  BUREAU,
  async ({ page, manege }) => {
    // DESK-08, LIM-21
    const jour = mondayIn(3);
    await store(manege, { jour, remarques: 'Poney calme' });
    await open(page, manege, jour);
    const lecon = cell(page, /10:00 – 11:00/);
    await page.clock.install();
    await stopClock(page);
    await lecon.hover();
    await page.clock.runFor(690);
    await expect(card(page)).toBeHidden();
    await page.clock.runFor(20);
    await expect(card(page)).toBeVisible();
    for (const text of [
      'Participants (2/6)',
      'Hugo Dubois',
      'Réservé par Camille Lambert',
      '10h00 – 11h00',
      'Confirmée',
      'Poney calme',
    ]) {
      await expect(card(page).getByText(text)).toBeVisible();
    }
    await card(page).getByText('Poney calme').hover();
    await page.clock.runFor(600);
    await expect(card(page)).toBeVisible();
    await page.clock.resume();
    // The open card shows the data of the next read.
    await manege.sql(
      `update reservations set remarques = 'Poney vif', version = version + 1 where date_reservation = $1`,
      [jour],
    );
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
    await expect(card(page).getByText('Poney vif')).toBeVisible();
    await page.getByRole('heading', { level: 3, name: 'Piste Intérieure' }).first().hover();
    await expect(card(page)).toBeHidden();
  },
);

test(
  "la carte s'ouvre d'un toucher, prend le foyer et le rend",
  TELEPHONE,
  async ({ page, manege, isMobile }) => {
    // DESK-08
    const jour = mondayIn(4);
    await store(manege, { jour, noms: ['A', 'B', 'C', 'D', 'E', 'F'] });
    await open(page, manege, jour);
    await chooseJour(page, jour, isMobile);
    const lecon = cell(page, /6 inscrits sur 6, complet, ?10:00 – 11:00/);
    await press(lecon, isMobile);
    await expect(card(page)).toBeVisible();
    await expect(card(page)).toBeFocused();
    await expect(lecon).toHaveAttribute('aria-expanded', 'true');
    await expect(card(page).getByRole('button', { name: 'Modifier' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card(page)).toBeHidden();
    await expect(lecon).toBeFocused();
    await press(lecon, isMobile);
    await expect(card(page)).toBeVisible();
    await press(page.getByRole('heading', { level: 1 }), isMobile);
    await expect(card(page)).toBeHidden();
    // A tap beside the card only closes it. The next tap presses.
    const neighbour = freeSlot(page, jour, '09:00');
    await neighbour.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await lecon.tap();
    await expect(card(page)).toBeVisible();
    await neighbour.tap();
    await expect(card(page)).toBeHidden();
    await expect(page).toHaveURL(/webmaster/);
    // Scrolling beside the card closes it too, and the next tap presses.
    await lecon.tap();
    await expect(card(page)).toBeVisible();
    await scrollFrom(page, neighbour);
    await expect(card(page)).toBeHidden();
    await neighbour.tap();
    await expect(page.getByRole('dialog', { name: 'Nouvelle leçon' })).toBeVisible();
  },
);

test(
  'au clavier seul : les flèches, Entrée, la carte, Échap',
  BUREAU,
  async ({ page, manege, isMobile }) => {
    // DESK-08
    const jour = mondayIn(5);
    await store(manege, { jour });
    await page.clock.install();
    await open(page, manege, jour);
    await chooseJour(page, jour, isMobile);
    await tabTo(page, freeSlot(page, jour, '08:00'));
    for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowDown');
    const lecon = cell(page, /10:00 – 11:00/);
    await expect(lecon).toBeFocused();
    // A lesson of one hour counts as one step for the arrow keys.
    await page.keyboard.press('ArrowDown');
    await expect(freeSlot(page, jour, '11:00')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    // The card of the focused cell opens after a delay. Tab then moves into the card.
    await expect(card(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(card(page).getByRole('button', { name: 'Compléter' })).toBeFocused();
    await page.clock.runFor(600);
    await expect(card(page).getByRole('button', { name: 'Compléter' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(lecon).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(card(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(card(page).getByRole('button', { name: 'Compléter' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(card(page).getByRole('button', { name: 'Ajouter' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(card(page).getByRole('button', { name: 'Répéter' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(card(page).getByRole('button', { name: 'Annuler la leçon' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(card(page).getByRole('button', { name: 'Supprimer' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(card(page)).toBeHidden();
    await expect(lecon).toBeFocused();
    await page.keyboard.press('Space');
    await expect(card(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(lecon).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(lecon).not.toBeFocused();
    await page.keyboard.press('Home');
    await expect(lecon).toBeFocused();
  },
);

test(
  "la carte d'un clic : supprimer demande, Annuler garde, confirmer libère, un échec se dit ; ce qu'un autre supprime la referme ; un type supprimé s'y lit par sa valeur",
  BUREAU,
  async ({ page, manege, isMobile }) => {
    await test.step('supprimer demande, Annuler garde, confirmer libère, un échec se dit', async () => {
      // DESK-12
      const jour = mondayIn(6);
      const id = await store(manege, { jour });
      await open(page, manege, jour);
      await chooseJour(page, jour, isMobile);
      const lecon = cell(page, /10:00 – 11:00/);
      const question = page.getByRole('alertdialog', { name: QUESTION });
      const ask = async () => {
        await press(lecon, isMobile);
        await card(page).getByRole('button', { name: 'Supprimer' }).click();
        await expect(card(page)).toBeHidden();
        await expect(question).toBeVisible();
      };
      await ask();
      await question.getByRole('button', { name: 'Annuler' }).click();
      await expect(question).toBeHidden();
      await expect(lecon).toBeFocused();

      await ask();
      await page.route(
        `**/api/reservations/${id}`,
        (route) => route.fulfill({ status: 404, body: 'nothing of ours' }),
        { times: 1 },
      );
      await question.getByRole('button', { name: 'Supprimer' }).click();
      await expect(question.getByRole('alert')).toHaveText(
        'Erreur lors de la suppression de la réservation',
      );
      await question.getByRole('button', { name: 'Supprimer' }).click();
      await expect(question).toBeHidden();
      await expect(freeSlot(page, jour, '10:00')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Planning de la semaine' })).toBeFocused();
      expect(await manege.sql('select id from reservations where id = $1', [id])).toEqual([]);
    });
    await test.step("ce que quelqu'un d'autre supprime referme sa carte", async () => {
      const jour = mondayIn(7);
      const id = await store(manege, { jour });
      await page.goto(`/app/webmaster?semaine=${jour}`);
      await chooseJour(page, jour, isMobile);
      await press(cell(page, /10:00 – 11:00/), isMobile);
      await expect(card(page)).toBeFocused();
      await manege.sql('delete from reservations where id = $1', [id]);
      await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
      await expect(card(page)).toBeHidden();
      await expect(page.getByRole('heading', { name: 'Planning de la semaine' })).toBeFocused();
    });
    await test.step('un type supprimé se lit par sa valeur', async () => {
      // DESK-09
      const jour = mondayIn(11);
      await store(manege, { jour, type: 'voltige' });
      await page.goto(`/app/webmaster?semaine=${jour}`);
      await chooseJour(page, jour, isMobile);
      await press(
        cell(page, /2 inscrits sur 6, places restantes, ?10:00 – 11:00 ?voltige/),
        isMobile,
      );
      await expect(
        page.getByRole('dialog', { name: /^voltige/ }).getByText('Participants (2/6)'),
      ).toBeVisible();
    });
  },
);

test(
  'la carte appelle, mène à la modification, et la leçon déplacée se retrouve dans sa semaine',
  TELEPHONE,
  async ({ page, manege, isMobile }) => {
    // DESK-08, DESK-21
    const [jour, elsewhere] = [mondayIn(8), addDays(mondayIn(8), 9)];
    const id = await store(manege, { jour });
    const { id: compte } = await manege.person();
    await manege.sql("update users set telephone = '+32 470 12 34 56' where id = $1", [compte]);
    await manege.sql('update participants set user_id = $2 where reservation_id = $1', [
      id,
      compte,
    ]);
    await manege.sql('update reservations set user_id = $2 where id = $1', [id, compte]);
    await open(page, manege, jour);
    await chooseJour(page, jour, isMobile);
    const lecon = cell(page, /10:00 – 11:00/);
    await press(lecon, isMobile);
    await expect(card(page).getByRole('link', { name: '+32 470 12 34 56' })).toHaveAttribute(
      'href',
      'tel:+32470123456',
    );
    // The rider has an account and will be notified, so a reason is asked for (DESK-27).
    await card(page).getByRole('button', { name: 'Supprimer' }).click();
    await expect(
      page.getByRole('alertdialog', { name: QUESTION }).getByLabel(/^Raison/),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(lecon).toBeFocused();
    await press(lecon, isMobile);
    await card(page).getByRole('button', { name: 'Compléter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Modifier la réservation' });
    await expect(dialog.getByLabel('Type de leçon')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(lecon).toBeFocused();
    await press(lecon, isMobile);
    await card(page).getByRole('button', { name: 'Compléter' }).click();
    await chooseDate(page, elsewhere, dialog);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(
      page.getByText(
        `La leçon est maintenant le ${formatJour(elsewhere, 'long')} à 10h00, Piste Intérieure.`,
      ),
    ).toBeInViewport();
    await expect(lecon).toHaveCount(0);
    await page.getByRole('link', { name: 'Voir ce jour' }).click();
    // On a phone, the link also chooses the day.
    await expect(lecon).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Planning de la semaine' })).toBeFocused();
    await expect(page.getByText('La leçon est maintenant')).toHaveCount(0);
  },
);

test(
  'qui a rejoint la leçon, ses remarques et son téléphone : sur la carte, dans le dialogue et dans la vue du jour, en direct',
  TELEPHONE,
  async ({ page, manege, isMobile }) => {
    // DESK-08, DESK-11, RIDE-19
    const jour = mondayIn(75);
    const id = await store(manege, {
      jour,
      noms: ['Nathalie Dubois', 'Tom Martin'],
      remarques: 'Première fois',
    });
    const [nathalie, isabelle] = [
      await manege.person({ prenom: 'Nathalie', nom: 'Dubois' }),
      await manege.person({ prenom: 'Isabelle', nom: 'Martin' }),
    ];
    await manege.sql("update users set telephone = '0475 10 22 33' where id = $1", [isabelle.id]);
    await manege.sql(
      'update participants set user_id = $2 where reservation_id = $1 and position = 1',
      [id, nathalie.id],
    );
    await manege.sql(
      "update participants set user_id = $2, remarques = 'ASTHME : ventoline dans le sac' where reservation_id = $1 and position = 2",
      [id, isabelle.id],
    );
    await manege.sql('update reservations set user_id = $2 where id = $1', [id, nathalie.id]);
    await open(page, manege, jour);
    await chooseJour(page, jour, isMobile);
    await press(cell(page, /10:00 – 11:00/), isMobile);
    const joined = (within: Locator) => within.getByRole('list', { name: 'Rejoint par' });
    await expect(joined(card(page))).toContainText(
      'Rejoint par Isabelle Martin pour Tom Martin · 0475 10 22 33',
    );
    await expect(joined(card(page))).toContainText('ASTHME : ventoline dans le sac');
    // The owner changes the telephone in the profile.
    await manege.sql("update users set telephone = '0499 99 99 99' where id = $1", [isabelle.id]);
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);
    await expect(joined(card(page)).getByRole('link', { name: '0499 99 99 99' })).toHaveAttribute(
      'href',
      'tel:0499999999',
    );
    await card(page).getByRole('button', { name: 'Compléter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Modifier la réservation' });
    await expect(dialog.getByText("Place d'Isabelle Martin")).toBeVisible();
    await expect(joined(dialog)).toContainText('ASTHME : ventoline dans le sac');
    await expect(joined(dialog)).toContainText('0499 99 99 99');
    await page.keyboard.press('Escape');
    await page.goto(`/app/webmaster?jour=${jour}`);
    const day = page.getByRole('region', { name: 'Vue du jour' });
    await expect(joined(day)).toContainText(
      'Rejoint par Isabelle Martin pour Tom Martin · 0499 99 99 99',
    );
    await expect(joined(day)).toContainText('ASTHME : ventoline dans le sac');
  },
);
