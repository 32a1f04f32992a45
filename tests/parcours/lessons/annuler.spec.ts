/**
 * What an administrator did on the dashboard is undone by 'Annuler' in its message or by Ctrl+Z,
 * one action after the other, as long as the tab is open (DESK-50 to DESK-54).
 */
import type { Page } from '@playwright/test';
import {
  BUREAU,
  expect,
  expectGoodAtBothWidths,
  type Manege,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import {
  book,
  button,
  card,
  choice,
  dayView,
  dialog,
  elsewhere,
  field,
  openDesk,
  stored,
} from '../modification.ts';
import { store, storeSerie } from '../planning.ts';
import { answered } from '../../support/answered.ts';
import { jourOf } from '../../support/jours.ts';

const annuler = (page: Page) =>
  page.getByRole('button', { name: /^Annuler.* la leçon|^Annuler.* la fermeture/ });
const said = (page: Page, text: string | RegExp) => page.getByText(text).first();

/** Changes a lesson in its dialog, to another hour by default. */
async function move(page: Page, name: RegExp, heure = '16:30'): Promise<void> {
  await card(page, name)
    .getByRole('button', { name: /^Modifier/ })
    .click();
  await field(page, 'Heure de début').selectOption(heure);
  await button(page, 'Enregistrer').click();
  await expect(dialog(page)).toBeHidden();
}

async function remove(page: Page, name: RegExp): Promise<void> {
  await card(page, name)
    .getByRole('button', { name: /^Supprimer/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
}

const rowOf = async (manege: Manege, id: string) =>
  (
    await manege.sql(
      'select to_jsonb(r) as lecon, (select jsonb_agg(to_jsonb(p) order by position) from participants p where reservation_id = r.id) as places from reservations r where id = $1',
      [id],
    )
  ).map(({ lecon, places }) => ({ lecon: { ...(lecon as object), version: 0 }, places }))[0];

test(
  '« Annuler » dans le message, ou F8 puis Entrée, défait et le dit ; le message reste 12 secondes, sans compter celles du pointeur ou du focus',
  BUREAU,
  async ({ page, manege }) => {
    // DESK-50, DESK-51, DESK-21, UI-43; WCAG 2.2.1
    const jour = jourOf(10, 400);
    const lesson = await book(manege, { date_reservation: jour });
    const before = await rowOf(manege, lesson.id);
    await page.clock.install();
    await openDesk(page, manege, jour);
    await move(page, /^10:00/);
    await expect(said(page, 'La leçon est maintenant le')).toBeVisible();
    await expectGoodAtBothWidths(page);
    await annuler(page).click();
    await expect(said(page, 'Le déplacement de la leçon de Zoé Willems est annulé.')).toBeVisible();
    await expect(annuler(page)).toBeHidden();
    await expect(card(page, /^10:00/)).toBeVisible();
    expect(await rowOf(manege, lesson.id)).toEqual(before);

    await remove(page, /^10:00/);
    await expect(annuler(page)).toHaveAccessibleName(
      'Annuler (Ctrl+Z) la suppression de la leçon de Zoé Willems',
    );
    await page.keyboard.press('F8');
    await expect(annuler(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(said(page, 'La leçon de Zoé Willems est restaurée.')).toBeVisible();
    await expect(page.locator(':focus')).toHaveAttribute('data-card', lesson.id);
    expect((await stored(manege, lesson))?.['statut']).toBe('confirmee');

    await remove(page, /^10:00/);
    await expect(annuler(page)).toBeVisible();
    await page.mouse.move(0, 0);
    await page.clock.fastForward(8_000);
    await expect(annuler(page)).toBeVisible();
    await annuler(page).hover();
    await page.clock.fastForward(60_000);
    await expect(annuler(page)).toBeVisible();
    await page.keyboard.press('F8');
    await page.mouse.move(0, 0);
    await page.clock.fastForward(60_000);
    await expect(annuler(page)).toBeFocused();
    await annuler(page).blur();
    await page.clock.fastForward(5_000);
    await expect(annuler(page)).toBeHidden();
    // The key still undoes it.
    await page.keyboard.press('Control+z');
    await expect(said(page, 'La leçon de Zoé Willems est restaurée.')).toBeVisible();
    // The message of the restore before may still be there.
    await expect.poll(async () => (await stored(manege, lesson))?.['statut']).toBe('confirmee');
  },
);

test(
  "Ctrl+Z défait les actions de cet onglet l'une après l'autre, même rechargé, jamais dans un champ ni un dialogue",
  BUREAU,
  async ({ page, manege }) => {
    // DESK-50
    test.slow();
    const jour = jourOf(10, 401);
    const lesson = await book(manege, { date_reservation: jour });
    const other = await book(manege, { date_reservation: jour, heure_debut: '12:00' });
    const before = [await rowOf(manege, lesson.id), await rowOf(manege, other.id)];
    await openDesk(page, manege, jour);
    // A move, an edit of the same lesson that takes a participant out, a cancellation, a deletion.
    await move(page, /^10:00/);
    await card(page, /^16:30/)
      .getByRole('button', { name: /^Modifier/ })
      .click();
    await dialog(page)
      .getByRole('button', { name: /^Retirer.*Zoé/ })
      .click();
    await button(page, 'Enregistrer').click();
    await expect(dialog(page)).toBeHidden();
    await card(page, /^12:00/)
      .getByRole('button', { name: /^Modifier/ })
      .click();
    await choice(page, 'Annulée').check();
    await button(page, 'Enregistrer').click();
    await expect(dialog(page)).toBeHidden();
    await remove(page, /^16:30/);
    await expect(card(page, /^16:30/)).toBeHidden();

    // A field keeps the key for itself, and an open dialog is left alone.
    await card(page, /^12:00/)
      .getByRole('button', { name: /^Modifier/ })
      .click();
    const remarques = dialog(page).getByLabel('Remarques');
    await remarques.fill('Selle');
    await remarques.press('Control+z');
    await expect(remarques).not.toHaveValue('Selle');
    await choice(page, 'Annulée').press('Control+z');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Quitter' }).click();
    await expect(dialog(page)).toBeHidden();
    expect(await rowOf(manege, lesson.id)).toBeUndefined();

    // The code that undoes is loaded with the page. The key pressed before it arrives counts too.
    const arrives = Promise.withResolvers<void>();
    const code = /\/desk-dialogs-[^/]*\.js/;
    await page.route(code, async (route) => {
      await arrives.promise;
      await route.continue();
    });
    await Promise.all([page.waitForRequest(code), page.reload({ waitUntil: 'commit' })]);
    await expect(card(page, /^12:00/)).toBeVisible();
    await page.keyboard.press('Control+z');
    arrives.resolve();
    await expect(said(page, 'La leçon de Zoé Willems est restaurée.')).toBeVisible();
    for (const sentence of [
      "La leçon de Zoé Willems n'est plus annulée.",
      'La modification de la leçon de Zoé Willems est annulée.',
      'Le déplacement de la leçon de Zoé Willems est annulé.',
    ]) {
      await page.keyboard.press('Control+z');
      await expect(said(page, sentence)).toBeVisible();
    }
    expect([await rowOf(manege, lesson.id), await rowOf(manege, other.id)]).toEqual(before);
    // Nothing is left.
    await page.keyboard.press('Control+z');
    await answered(page);
    await expect(said(page, 'Le déplacement de la leçon de Zoé Willems est annulé.')).toBeVisible();
  },
);

test(
  "ce qui a changé depuis, dont la place est prise, ou plusieurs leçons d'une série ne se défait pas, et la raison est dite",
  BUREAU,
  async ({ page, manege }) => {
    // DESK-52, DESK-54
    const jour = jourOf(10, 404);
    const lesson = await book(manege, { date_reservation: jour });
    await openDesk(page, manege, jour);
    await move(page, /^10:00/);
    await book(
      manege,
      { date_reservation: jour, nombre_personnes: 1, noms_participants: ['Tom Lejeune'] },
      { prenom: 'Tom', nom: 'Lejeune' },
    );
    await annuler(page).click();
    await expect(
      page.getByRole('alert').filter({
        hasText:
          /^Le déplacement de la leçon de Zoé Willems n'a pas pu être annulé\. Ce créneau .*La piste est tenue par Tom Lejeune, de 10h00 à 11h00\./,
      }),
    ).toBeVisible();
    expect((await stored(manege, lesson))?.['heure_debut']).toBe('16:30:00');

    await move(page, /^16:30/, '18:00');
    const [row] = await manege.sql('select version from reservations where id = $1', [lesson.id]);
    await elsewhere(
      manege,
      'PUT',
      { ...lesson, version: row?.['version'], heure_debut: '18:00' },
      { remarques: 'Poney calme' },
    );
    await page.keyboard.press('Control+z');
    await expect(
      page.getByRole('alert').filter({
        hasText:
          "Le déplacement de la leçon de Zoé Willems n'a pas pu être annulé. La leçon a changé depuis, peut-être sur un autre écran.",
      }),
    ).toBeVisible();
    expect((await stored(manege, lesson))?.['remarques']).toBe('Poney calme');

    const serie = jourOf(10, 405);
    await storeSerie(manege, { jour: serie }, 2);
    await page.goto(`/app/webmaster?jour=${serie}`);
    await card(page, /^10:00/)
      .getByRole('button', { name: /^Supprimer/ })
      .click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('radio', { name: /^Celle-ci et les suivantes/ }).check();
    await question.getByRole('button', { name: 'Supprimer 2 leçons' }).click();
    await expect(question).toBeHidden();
    await expect(annuler(page)).toBeHidden();
    await page.keyboard.press('Control+z');
    await expect(
      page.getByRole('alert').filter({
        hasText: /^La suppression de 2 leçons ne s'annule pas\. Plusieurs leçons d'une série/,
      }),
    ).toBeVisible();
  },
);

test.describe('sur un réseau perdu', () => {
  test.use({ reseauCoupe: true });

  test(
    'sur un téléphone, « Annuler » se touche, sans nommer de touche, et reste si la réponse manque',
    TELEPHONE,
    async ({ page, manege }) => {
      // DESK-51, DESK-52, UI-75
      const jour = jourOf(10, 406);
      await book(manege, { date_reservation: jour });
      await openDesk(page, manege, jour);
      await remove(page, /^10:00/);
      await expect(annuler(page)).toHaveAccessibleName(
        'Annuler la suppression de la leçon de Zoé Willems',
      );
      const RESTORE = '**/api/reservations/supprimees/*/restauration';
      await page.route(RESTORE, (route) => route.abort());
      await annuler(page).tap();
      await expect(
        page.getByRole('alert').filter({ hasText: "n'a pas pu être annulée. Veuillez réessayer." }),
      ).toBeVisible();
      await page.unroute(RESTORE);
      await annuler(page).tap();
      await expect(said(page, 'La leçon de Zoé Willems est restaurée.')).toBeVisible();
      await expect(card(page, /^10:00/)).toBeVisible();
    },
  );
});

test(
  "une fermeture se défait avec les leçons qu'elle a annulées, une réouverture aussi",
  BUREAU,
  async ({ page, manege }) => {
    // DESK-53
    test.slow();
    const jour = jourOf(10, 407);
    const ids = [
      await store(manege, { jour }),
      await store(manege, {
        jour,
        heure: '14:00',
        fin: '15:00',
        noms: ['Max Petit'],
        statut: 'en_attente',
      }),
    ];
    const state = async () => [
      await rowOf(manege, ids[0]!),
      await rowOf(manege, ids[1]!),
      await manege.sql('select id, motif, publique, du, au, pistes from fermetures'),
    ];
    const before = await state();
    await openDesk(page, manege, jour);
    await page.goto(`/app/webmaster?semaine=${jour}&jour=${jour}`);
    await page.getByRole('button', { name: 'Fermer', exact: true }).click();
    const closing = page.getByRole('dialog', { name: 'Fermer des pistes' });
    await closing.getByRole('checkbox', { name: 'Piste Intérieure' }).check();
    await closing.getByRole('button', { name: 'Gel' }).click();
    await closing.getByRole('button', { name: 'Fermer et annuler 2 leçons' }).click();
    await expect(closing).toBeHidden();
    const closed = await state();

    await dayView(page)
      .getByRole('button', { name: /^Rouvrir/ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rouvrir' }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await annuler(page).click();
    await expect(said(page, 'La réouverture de la fermeture « Gel » est annulée.')).toBeVisible();
    // Without instants and who caused them.
    const bare = (rows: unknown) =>
      JSON.parse(JSON.stringify(rows).replace(/"annulee_at":"[^"]*"/g, '"annulee_at":""'));
    expect(bare(await state())).toEqual(bare(closed));
    await page.keyboard.press('Control+z');
    await expect(said(page, 'La fermeture « Gel » est annulée.')).toBeVisible();
    expect(await state()).toEqual(before);
  },
);
