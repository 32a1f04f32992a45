/**
 * An administrator enters lessons that have begun, and corrects past ones (BOOK-35): from the
 * planning, from the booking form, and in the edit dialog.
 */
import type { Page } from '@playwright/test';
import { addDays, formatJour, instantOf } from '../../../src/domain/core/calendrier.ts';
import { premierJour } from '../../../src/domain/lessons/apres_coup.ts';
import {
  BUREAU,
  enter,
  expect,
  type Manege,
  serveAt,
  serveThisWeek,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { book, button, card, dialog, field, openDesk } from '../modification.ts';
import { entry, open, rememberType, store } from '../planning.ts';
import { choosePersonnes, confirmButton, radio, SUCCESS, TAKEN } from '../reservation.ts';
import { mondayIn, today } from '../../support/jours.ts';

const NOTE = 'Déjà commencée : aucun email ne partira';

const pastSlot = (page: Page, jour: string, heure: string) =>
  page
    .getByRole('link', {
      name: new RegExp(
        `^Passé, (Piste Intérieure, )?${formatJour(jour, 'long')}, ${heure}, enregistrer après coup$`,
      ),
    })
    .first();

const sophie = (manege: Manege) => manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Maes' });

/** The stored data of a day: its lessons, their emails, the actions in the journal. */
const storedOn = async (manege: Manege, jour: string) => ({
  lecons: await manege.sql(
    "select (select id from users where id = user_id) as user_id, (select nom from clients where id = user_id) as client, nom_client, noms_participants as noms, to_char(heure_debut, 'HH24:MI') as heure, statut from reservations where date_reservation = $1 order by heure_debut",
    [jour],
  ),
  emails: await manege.sql(
    'select sorte from courriels where reservation_id in (select id from reservations where date_reservation = $1)',
    [jour],
  ),
  journal: (
    await manege.sql(
      'select action from journal where objet_id in (select id::text from reservations where date_reservation = $1) order by id',
      [jour],
    )
  ).map(({ action }) => action),
});

/** Removes a lesson type from the offer. */
const withdraw = (manege: Manege, type: string) =>
  manege.sql(
    `with one as (update types_lecons set actif = false where value = '${type}' returning value)
    select pg_notify('manege_changes', '{"changed":["types_lecons"]}') from one`,
  );

test(
  "qui arrive sans prévenir, vingt minutes après l'heure, est inscrit en quatre actions depuis le planning",
  TELEPHONE,
  async ({ page, manege }, info) => {
    // BOOK-35, DESK-07, DESK-71
    const jour = addDays(mondayIn(-3), 1);
    await serveAt(page, instantOf(jour, '10:20').toISOString());
    await enter(page, manege, await sophie(manege));
    await page.goto('/app/webmaster');
    await expect(page.getByRole('grid').first()).toBeVisible();

    await rememberType(manege, 'collective');
    let [actions, keys] = [0, 0];
    const act = async (action: Promise<unknown>) => {
      actions += 1;
      await action;
    };
    await act(pastSlot(page, jour, '10:00').tap());
    await expect(entry(page).getByText(NOTE)).toBeVisible();
    const pour = entry(page).getByRole('combobox', { name: 'Pour qui' });
    await expect(pour).toBeFocused();
    const nom = 'Tanguy Roos';
    keys += nom.length;
    await act(page.keyboard.type(nom));
    await act(page.keyboard.press('Enter'));
    await expect(pour).toHaveAccessibleDescription('Nouveau client');
    await act(page.keyboard.press('Enter'));
    await expect(page.getByText(/^Leçon de Tanguy Roos réservée, .* à 10h00/)).toBeVisible();

    info.annotations.push({ type: 'actions', description: `${actions} actions, ${keys} keys` });
    expect([actions, keys]).toEqual([4, 11]);
    expect(await storedOn(manege, jour)).toEqual({
      lecons: [
        {
          user_id: null,
          client: 'Tanguy Roos', // CLI-02
          nom_client: 'Tanguy Roos',
          noms: ['Tanguy Roos'],
          heure: '10:00',
          statut: 'confirmee',
        },
      ],
      emails: [],
      journal: ['reservation.saisie'],
    });
    await expect(page.locator('[data-card]:focus')).toHaveAccessibleName(
      /Tanguy R\. ?1 inscrit sur 6.*10:00 – 11:00/,
    );
  },
);

test(
  "au clavier aussi ; une semaine de plus de treize mois ne mène nulle part ; pour un compte, rien ne dit qu'un email part",
  BUREAU,
  async ({ page, manege }) => {
    // BOOK-26, BOOK-35, DESK-06, LIM-170
    const jour = addDays(mondayIn(-4), 2);
    await open(page, manege, jour);
    const first = pastSlot(page, jour, '09:30');
    await first.focus();
    await page.keyboard.press('ArrowDown');
    await expect(pastSlot(page, jour, '10:00')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(entry(page).getByRole('combobox', { name: 'Pour qui' })).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'Plus de détails' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Réserver une leçon' })).toBeFocused();
    await tabTo(page, radio(page, /^Leçon particulière/));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByLabel('Participant 1'));
    await page.keyboard.type('Zoé Willems');
    await tabTo(page, confirmButton(page));
    await page.keyboard.press('Enter');
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect((await storedOn(manege, jour)).lecons).toMatchObject([{ nom_client: 'Zoé Willems' }]);

    await page.goto(`/app/webmaster?semaine=${mondayIn(-70)}`);
    await expect(page.getByText('Aucune réservation cette semaine')).toBeVisible();
    await expect(page.getByRole('link', { name: /enregistrer après coup/ })).toHaveCount(0);
    await page.goto(`/app/webmaster?semaine=${mondayIn(-5)}`);
    await expect(pastSlot(page, addDays(mondayIn(-5), 6), '19:30')).toBeVisible();
    await expect(page.getByRole('link', { name: /20:00, enregistrer après coup/ })).toHaveCount(0);
    await bookForAccounts({ page, manege });
  },
);

/** For an account, and for oneself: the lesson stays one's own. */
async function bookForAccounts({ page, manege }: { page: Page; manege: Manege }): Promise<void> {
  const jour = addDays(mondayIn(-7), 4);
  const camille = await manege.person({ prenom: 'Camille', nom: 'Quintard' });
  const admin = await sophie(manege);
  await enter(page, manege, admin);
  const pour = page.getByRole('combobox', { name: /^Réserver pour/ });
  await page.goto(`/app/reservation?jour=${jour}&heure=09:00&piste=interieure`);
  await pour.fill('Quintard');
  await page.getByRole('option', { name: /^Camille Quintard/ }).click();
  await expect(pour).toHaveAccessibleDescription(
    `${camille.email}. La leçon sera dans ses réservations.`,
  );
  await radio(page, /^Leçon particulière/).check();
  await page.getByRole('button', { name: /^Son nom/ }).click();
  await confirmButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();

  // The test navigates faster than a person, so it first waits until the draft is deleted.
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(sessionStorage)))
    .not.toContain('Quintard');
  await page.goto(`/app/reservation?jour=${jour}&heure=14:00&piste=interieure`);
  await radio(page, /^Leçon particulière/).check();
  await page.getByRole('button', { name: 'Moi' }).click();
  await confirmButton(page).click();
  await expect(page.getByText(/^Sophie Maes, .*14h00 – /)).toBeVisible();
  expect(await storedOn(manege, jour)).toMatchObject({
    lecons: [{ user_id: camille.id }, { user_id: admin.id, nom_client: 'Sophie Maes' }],
    emails: [],
    journal: ['reservation.saisie', 'reservation.saisie'],
  });
}

test(
  'le formulaire va aux jours passés, treize mois en arrière ; un créneau pris le reste, et le brouillon se garde',
  TELEPHONE,
  async ({ page, manege }) => {
    // BOOK-09, BOOK-18, BOOK-35
    const jour = addDays(mondayIn(-6), 3);
    await store(manege, { jour, heure: '11:00', fin: '12:00', noms: Array(6).fill('Léa Martens') });
    await withdraw(manege, 'longe');
    await enter(page, manege, await sophie(manege));
    await serveThisWeek(page);
    await page.goto('/app/reservation');
    await expect(radio(page, /^Longe/)).toHaveCount(0);
    // One week back with the strip of days, further back with the calendar.
    await page.getByRole('button', { name: 'Semaine précédente' }).tap();
    await expect(radio(page, formatJour(addDays(mondayIn(-1), 2), 'long'))).toBeEnabled();
    await page.getByRole('button', { name: /^Aller à une date, / }).tap();
    const calendrier = page.getByRole('dialog', { name: 'Aller à une date, calendrier' });
    const target = calendrier.getByRole('button', { name: formatJour(jour, 'long') });
    while ((await target.count()) === 0)
      await calendrier.getByRole('button', { name: 'Aller au mois précédent' }).tap();
    await target.tap();
    await expect(radio(page, formatJour(jour, 'long'))).toBeChecked();
    // A type that is no longer offered can be chosen there.
    await expect(radio(page, /^Longe.*plus proposé/)).toBeVisible();
    await radio(page, /^Longe/).check();
    await radio(page, /^Piste Intérieure/).check();
    await expect(radio(page, /^11:00, complet, déjà réservé de 11h00 à 12h00/)).toBeDisabled();
    await expect(page.getByText('22 créneaux libres')).toBeVisible();
    await radio(page, '10:30, passé, à enregistrer').check();
    await expect(page.getByText(NOTE)).toBeVisible();
    await expect(
      page.getByRole('combobox', { name: /^Réserver pour/ }),
    ).toHaveAccessibleDescription(/Vide\s: au nom du premier participant\.$/);
    await choosePersonnes(page, 1);
    await page.getByLabel('Participant 1').fill('Jules Renard');
    await page.reload();
    await expect(radio(page, '10:30, passé, à enregistrer')).toBeChecked();
    await expect(page.getByLabel('Participant 1')).toHaveValue('Jules Renard');
    await expect(page.getByText(NOTE)).toBeVisible();
    // Somebody else books first.
    await store(manege, { jour, heure: '10:30', fin: '11:00' });
    await expect(page.getByText(TAKEN)).toBeVisible();
    await radio(page, '12:00, passé, à enregistrer').check();
    await confirmButton(page).tap();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect(await storedOn(manege, jour)).toMatchObject({
      lecons: [{}, {}, { nom_client: 'Jules Renard', heure: '12:00', user_id: null }],
      emails: [],
      journal: ['reservation.saisie'],
    });
    // The first day is thirteen months back.
    await page.getByRole('button', { name: /^Aller à une date, / }).tap();
    const [premier, before] = [premierJour(today()), addDays(premierJour(today()), -1)];
    const day = (one: string) =>
      calendrier.getByRole('button', { name: new RegExp(formatJour(one, 'long')) });
    // The month after may show the first day too, but not the one before it.
    const same = before.slice(0, 7) === premier.slice(0, 7);
    while ((await day(same ? before : premier).count()) === 0)
      await calendrier.getByRole('button', { name: 'Aller au mois précédent' }).tap();
    await expect(day(premier)).toBeEnabled();
    if (same) await expect(day(before)).toBeDisabled();
  },
);

test(
  'une leçon passée se corrige dans la vue du jour, type retiré compris ; une leçon à venir mise au passé le dit',
  BUREAU,
  async ({ page, manege }) => {
    // BOOK-35, DESK-17, DESK-27
    const jour = addDays(mondayIn(-8), 1);
    await store(manege, { jour, noms: ['Élise Maes'] });
    await withdraw(manege, 'longe');
    await openDesk(page, manege, jour);
    await card(page, /^10:00/)
      .getByRole('button', { name: /^Compléter|^Modifier/ })
      .click();
    await expect(dialog(page).getByText(NOTE)).toBeVisible();
    await field(page, 'Type de leçon').selectOption({ label: 'Longe (plus proposé)' });
    await field(page, 'Heure de début').selectOption('15:30');
    await button(page, 'Enregistrer').click();
    await expect(card(page, /^15:30, Longe/)).toBeVisible();
    expect(await storedOn(manege, jour)).toMatchObject({
      lecons: [{ heure: '15:30' }],
      emails: [],
      journal: ['reservation.corrigee'],
    });
    // No reason is asked for, because nobody is notified.
    await card(page, /^15:30/)
      .getByRole('button', { name: /^Supprimer/ })
      .click();
    await expect(
      page.getByRole('alertdialog').getByLabel(/^Raison/),
    ).not.toHaveAccessibleDescription(/email/);
    await page.keyboard.press('Escape');
    // A future lesson of an account: its rider is notified of the cancellation.
    const coming = addDays(mondayIn(40), 1);
    const { id } = await book(manege, { date_reservation: coming });
    await page.goto(`/app/webmaster?jour=${coming}`);
    await card(page, /^10:00/)
      .getByRole('button', { name: /^Compléter|^Modifier/ })
      .click();
    await expect(dialog(page).getByText(/Déjà commencée/)).toHaveCount(0);
    await dialog(page)
      .getByRole('button', { name: /^Date, / })
      .click();
    const calendrier = dialog(page).getByRole('dialog', { name: 'Date, calendrier' });
    const hier = calendrier.getByRole('button', {
      name: formatJour(addDays(today(), -1), 'long'),
    });
    await expect(calendrier.getByRole('grid')).toBeVisible();
    await calendrier.scrollIntoViewIfNeeded();
    while ((await hier.count()) === 0)
      await calendrier.getByRole('button', { name: 'Aller au mois précédent' }).click();
    await hier.click();
    await expect(
      dialog(page).getByText(
        "Déjà commencée : l'email dira que la leçon prévue n'a pas lieu, et rien d'autre ne partira.",
      ),
    ).toBeVisible();
    await button(page, 'Enregistrer').click();
    await expect(dialog(page)).toBeHidden();
    expect(
      await manege.sql(
        'select sorte from courriels where reservation_id = $1 order by created_at',
        [id],
      ),
    ).toEqual([{ sorte: 'reservation_confirmee' }, { sorte: 'reservation_annulee' }]);
  },
);
