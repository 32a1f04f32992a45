/**
 * Notifications, hours, rules and system information on /app/webmastersettings (SET-01 to SET-07,
 * SET-15).
 */
import type { Page } from '@playwright/test';
import { REFUS } from '../../../src/domain/errors/errors.ts';
import {
  answerNextWrite,
  BUREAU,
  confirmSessions,
  enter,
  expect,
  expectNoSidewaysScroll,
  type Manege,
  resetParametres,
  tab,
  tabTo,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';
import { saveElsewhere } from '../../parcours/parametres.ts';
import { goToJour } from '../../parcours/reservation.ts';
import { jourOf } from '../../support/jours.ts';

const SUCCESS = 'Paramètres sauvegardés avec succès';
const RIGHTS = [
  'Annulation par le cavalier',
  'Changement par le cavalier',
  'Alertes «\u00a0Prévenez-moi\u00a0»',
  'Calendriers à suivre',
  'Montrer les prix aux cavaliers',
];

test.afterEach(({ manege }) => resetParametres(manege));

const field = (page: Page, nom: string) => page.getByRole('main').getByLabel(nom, { exact: true });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Sauvegarder les paramètres' });
const stored = async (manege: Manege) => (await manege.sql('select * from parametres'))[0];

async function open(page: Page, manege: Manege, onglet: string): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie' }));
  await confirmSessions(manege);
  await page.goto(`/app/webmastersettings?onglet=${onglet}`);
  await expect(saveButton(page)).toBeVisible();
}

test(
  "les heures enregistrées ferment la grille ouverte d'un cavalier, paraissent sur l'accueil et survivent",
  BUREAU,
  async ({ page, manege, browser }) => {
    // SET-02, SET-04, BOOK-18
    const cavalier = await (await browser.newContext({ baseURL: manege.server.url })).newPage();
    await enter(cavalier, manege, await manege.person());
    await cavalier.goto('/app/reservation');
    await cavalier.getByRole('radio', { name: /^Leçon particulière/ }).check();
    await goToJour(cavalier, jourOf(1, 1));
    await cavalier.getByRole('radio', { name: /^Piste Intérieure/ }).check();
    await expect(cavalier.getByRole('radio', { name: '08:00, disponible' })).toBeEnabled();

    await open(page, manege, 'pistes');
    await field(page, "Heure d'ouverture").selectOption('9h30');
    await field(page, 'Heure de fermeture').selectOption('18h00');
    await page.clock.install();
    await saveButton(page).click();
    const message = page.getByText(SUCCESS);
    await expect(message).toBeInViewport();
    await expect(saveButton(page)).toBeFocused();
    await cavalier.getByRole('button', { name: 'Afficher toutes les heures' }).click();
    await expect(cavalier.getByRole('radio', { name: '08:00, fermé' })).toBeDisabled();
    await expect(cavalier.getByRole('radio', { name: '09:30, disponible' })).toBeEnabled();
    await page.clock.fastForward(3_000);
    await expect(message).toBeHidden({ timeout: 1_000 });
    await page.reload();
    await expect(field(page, "Heure d'ouverture")).toHaveValue('09:30');
    await cavalier.goto('/');
    await expect(cavalier.getByText(/9h30.*18h00/).first()).toBeVisible();
  },
);

test(
  "le téléphone et l'email du centre paraissent sur l'accueil et sous « Mes réservations », où l'on appelle et écrit",
  TELEPHONE,
  async ({ page, manege, browser }) => {
    // SET-20, ACC-02, BOOK-22
    const cavalier = await (
      await browser.newContext({ baseURL: manege.server.url, viewport: page.viewportSize() })
    ).newPage();
    await enter(cavalier, manege, await manege.person());
    await cavalier.goto('/app/reservation');
    const ownReservations = cavalier.getByRole('region', { name: 'Mes réservations' });
    await expect(ownReservations).toContainText('Une erreur ? Adressez-vous au centre.');

    await open(page, manege, 'emails');
    await confirmSessions(manege);
    await field(page, 'Email du centre').fill('Accueil@Essai.example ');
    await saveButton(page).click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    // The live stream updates the page without a reload.
    await expect(ownReservations).toContainText(
      'Une erreur ? Écrivez au centre : accueil@essai.example',
    );
    await field(page, 'Téléphone du centre').fill('+32 (0)81 61 23 45');
    await saveButton(page).click();
    await expect(ownReservations).toContainText(
      'Une erreur ? Appelez le centre : +32 (0)81 61 23 45, ou écrivez à accueil@essai.example',
    );
    await expect(ownReservations.getByRole('link', { name: '+32 (0)81 61 23 45' })).toHaveAttribute(
      'href',
      'tel:+3281612345',
    );
    await expectNoSidewaysScroll(cavalier);

    await cavalier.goto('/');
    const contact = cavalier.getByRole('region', { name: 'Nous trouver' });
    await expect(contact.getByRole('link', { name: '+32 (0)81 61 23 45' })).toHaveAttribute(
      'href',
      'tel:+3281612345',
    );
    await expect(contact.getByRole('link', { name: 'accueil@essai.example' })).toHaveAttribute(
      'href',
      'mailto:accueil@essai.example',
    );
    await expect(contact).toContainText('Appelez-nous, ou passez nous voir.');
    await expectNoSidewaysScroll(cavalier);
    await cavalier.context().close();
  },
);

test(
  "tous les champs s'enregistrent, onglet par onglet, et reviennent ; les règles disent qui elles tiennent",
  BUREAU,
  async ({ page, manege }) => {
    // SET-02, SET-03, SET-05, SET-33
    const save = async () => {
      await saveButton(page).click();
      await expect(page.getByText(SUCCESS)).toBeVisible();
    };
    await open(page, manege, 'pistes');
    await field(page, 'Durée des leçons').fill('90');
    const pause = field(page, 'Pause entre les leçons');
    const steps = 'En minutes, par pas de 5.';
    for (const [minutes, becomes] of [
      ['5', '5 minutes en font 30, parce que les leçons commencent aux demi-heures.'],
      ['45', '45 minutes en font 60, parce que les leçons commencent aux demi-heures.'],
      ['30', ''],
      ['0', ''],
    ] as const) {
      await pause.fill(minutes);
      await expect(pause).toHaveAccessibleDescription(`${steps} ${becomes}`.trim());
    }
    await field(page, 'Appliquer la pause entre les leçons').check();
    await save();

    await tab(page, 'Emails').click();
    await expect(page.getByRole('link', { name: 'Voir les emails envoyés' })).toHaveAttribute(
      'href',
      '/app/courriels',
    );
    await field(page, 'Envoyer les notifications par email').uncheck();
    await expect(
      page.getByText('Sans effet tant que les notifications sont éteintes.'),
    ).toBeVisible();
    await field(page, 'Rappel 24 h avant la leçon').uncheck();
    // The save button is visible, however long the form is.
    await expect(saveButton(page)).toBeInViewport();
    await field(page, "Email de l'administrateur").fill(' Centre@Essai.example ');
    await save();

    await tab(page, 'Règles des cavaliers').click();
    await expect(
      page.getByText(
        'Les règles à appliquer valent pour les cavaliers, pas pour les administrateurs ; les heures aussi.',
      ),
    ).toBeVisible();
    await expect(field(page, 'Réservations par jour')).toHaveAccessibleDescription(
      'Par compte et par jour de leçon.',
    );
    await field(page, 'Réservations par jour').fill('2');
    await field(page, 'Appliquer le nombre de réservations par jour').check();
    await field(page, "Jours de réservation à l'avance").fill('730');
    await field(page, "Appliquer les jours de réservation à l'avance").check();
    for (const nom of RIGHTS) {
      await expect(field(page, nom)).not.toBeChecked();
      await expect(field(page, nom)).toHaveAccessibleDescription(/cavalier|agenda/);
      await field(page, nom).check();
    }
    await field(page, 'Délai pour annuler ou changer (heures)').fill('336');
    await save();

    await tab(page, 'Sécurité').click();
    await field(page, 'Garder les noms après la leçon (mois)').fill('24');
    await save();
    await tab(page, 'Service').click();
    await field(page, 'Sauvegardes à garder (jours)').fill('31');
    await save();
    const expected = {
      emailNotifications: false,
      sendConfirmation: true,
      sendReminders: false,
      adminEmail: 'centre@essai.example',
      lessonDuration: 90,
      breakBetweenLessons: 0,
      breakBetweenLessonsApplied: true,
      maxBookingsPerDay: 2,
      maxBookingsPerDayApplied: true,
      advanceBookingDays: 730,
      advanceBookingDaysApplied: true,
      cancellationHours: 336,
      riderCancellation: true,
      riderChanges: true,
      slotAlerts: true,
      calendarFeeds: true,
      showPrices: true,
      lessonMonths: 24,
      sauvegardesJours: 31,
    };
    expect(await stored(manege)).toMatchObject(expected);
    await page.reload();
    await expect(field(page, 'Sauvegardes à garder (jours)')).toHaveValue('31');
    await tab(page, 'Emails').click();
    await expect(field(page, "Email de l'administrateur")).toHaveValue('centre@essai.example');
    await expect(field(page, 'Rappel 24 h avant la leçon')).not.toBeChecked();
    await tab(page, 'Pistes et horaires').click();
    await expect(field(page, 'Durée des leçons')).toHaveValue('90');
    await expect(field(page, 'Appliquer la pause entre les leçons')).toBeChecked();
    await tab(page, 'Règles des cavaliers').click();
    for (const nom of RIGHTS) await expect(field(page, nom)).toBeChecked();
    // SET-06: the setting is the duration proposed for a new type.
    await tab(page, 'Types de leçon').click();
    await page.getByRole('button', { name: 'Ajouter un type' }).click();
    await expect(page.getByRole('dialog').getByLabel('Durée')).toHaveValue('90');
  },
);

test(
  "ce qui ne convient pas se dit à son champ, tout à la fois, et rien n'est enregistré",
  TELEPHONE,
  async ({ page, manege }) => {
    // SET-21, SET-07
    await open(page, manege, 'emails');
    const before = await stored(manege);
    await field(page, 'Modification de réservation').uncheck();
    for (const [titre, wrong] of [
      [
        'Emails',
        [
          ["Email de l'administrateur", 'centre', /adresse email valable/],
          ['Téléphone du centre', 'appelez-nous', /au moins 6 chiffres/],
          ['Email du centre', 'accueil', /email valable, ou vide/],
        ],
      ],
      [
        'Règles des cavaliers',
        [
          ['Réservations par jour', '0', /de 1 à 100/],
          ["Jours de réservation à l'avance", '1.5', /de 1 à 730 jours/],
          ['Délai pour annuler ou changer (heures)', '337', /de 0 à 336 heures/],
        ],
      ],
      [
        'Sécurité',
        [
          ['Conserver le journal (mois)', '61', /de 1 à 60/],
          ['Garder les noms après la leçon (mois)', '', /de 1 à 240/],
        ],
      ],
      ['Service', [['Sauvegardes à garder (jours)', '0', /de 1 à 31/]]],
      [
        'Pistes et horaires',
        [
          ['Durée des leçons', '20', /de 15 à 240 minutes/],
          ['Pause entre les leçons', '', /de 0 à 120 minutes/],
        ],
      ],
    ] as const) {
      await tab(page, titre).click();
      for (const [nom, value] of wrong) await field(page, nom).fill(value);
      await saveButton(page).click();
      await expect(field(page, wrong[0][0])).toBeFocused();
      for (const [nom, , sentence] of wrong)
        await expect(field(page, nom)).toHaveAccessibleDescription(sentence);
      await expectNoSidewaysScroll(page);
    }
    await field(page, "Heure d'ouverture").selectOption('14h00');
    await field(page, 'Heure de fermeture').selectOption('10h00');
    await saveButton(page).click();
    await expect(field(page, 'Heure de fermeture')).toBeFocused();
    for (const nom of ["Heure d'ouverture", 'Heure de fermeture'])
      await expect(field(page, nom)).toHaveAccessibleDescription(/l'ouverture avant la fermeture/);
    await expectNoSidewaysScroll(page);
    await field(page, "Heure d'ouverture").selectOption('8h00');
    await expect(field(page, 'Heure de fermeture')).toHaveAccessibleDescription('');
    expect(await stored(manege)).toEqual(before);
  },
);

test(
  "ce qu'un autre enregistre n'écrase pas ce que l'on saisit, et se dit ; au clavier seul on sauvegarde",
  BUREAU,
  async ({ page, manege }) => {
    // SET-03
    await open(page, manege, 'cavaliers');
    const quota = field(page, 'Réservations par jour');
    await tabTo(page, quota);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('7');
    await saveElsewhere(page, manege, {
      maxBookingsPerDay: 5,
      openingTime: '10:00',
      riderChanges: true,
    });
    await expect(
      page.getByText(
        'Modifié ailleurs entre-temps : Réservations par jour (5), Changement par le cavalier (oui). Ce que vous avez saisi est gardé.',
      ),
    ).toBeVisible();
    await expect(quota).toHaveValue('7');
    await expect(quota).toBeFocused();
    await expect(field(page, 'Changement par le cavalier')).toBeChecked();
    const applyBox = field(page, 'Appliquer le nombre de réservations par jour');
    await tabTo(page, applyBox);
    await page.keyboard.press('Space');
    await tabTo(page, saveButton(page));
    await page.keyboard.press('Enter');
    // The other person's change is not overwritten before this person has chosen.
    await expect(page.getByRole('alert')).toHaveText(REFUS.parametres_changes.message);
    await expect(
      page
        .getByRole('group', { name: 'Réservations par jour, modifié ailleurs' })
        .getByRole('button', { name: 'Garder 7' }),
    ).toBeFocused();
    expect(await stored(manege)).toMatchObject({ maxBookingsPerDay: 5 });
    await page.keyboard.press('Enter');
    await expect(quota).toBeFocused();
    await tabTo(page, saveButton(page));
    await page.keyboard.press('Enter');
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await expect(page.getByText(/Modifié ailleurs/)).toHaveCount(0);
    expect(await stored(manege)).toMatchObject({
      maxBookingsPerDay: 7,
      maxBookingsPerDayApplied: true,
      openingTime: '10:00:00',
    });
  },
);

test(
  "deux sauvegardes au même instant : la seconde apprend ce que la première a changé, garde la saisie et laisse choisir ; une réponse qui tarde n'est pas dite modifiée ailleurs",
  TELEPHONE,
  async ({ page, manege }) => {
    await test.step('deux sauvegardes au même instant : la seconde apprend ce que la première a changé, garde la saisie et laisse choisir', async () => {
      // SET-03
      await open(page, manege, 'cavaliers');
      // Another person saves during this save.
      await answerNextWrite(page, '**/api/parametres', async (route) => {
        await manege.sql(
          `update parametres set "maxBookingsPerDay" = 5, "openingTime" = '10:00', version = version + 1`,
        );
        await route.continue();
      });
      await field(page, 'Réservations par jour').fill('7');
      await field(page, 'Délai pour annuler ou changer (heures)').fill('30');
      await saveButton(page).click();
      await expect(page.getByRole('alert')).toHaveText(REFUS.parametres_changes.message);
      await expect(
        page.getByText(
          'Modifié ailleurs entre-temps : Réservations par jour (5). Ce que vous avez saisi est gardé.',
        ),
      ).toBeVisible();
      await expect(field(page, 'Réservations par jour')).toHaveValue('7');
      expect(await stored(manege)).toMatchObject({ maxBookingsPerDay: 5, cancellationHours: 24 });
      await expectNoSidewaysScroll(page);
      await page
        .getByRole('group', { name: 'Réservations par jour, modifié ailleurs' })
        .getByRole('button', { name: 'Prendre 5' })
        .click();
      await expect(field(page, 'Réservations par jour')).toHaveValue('5');
      await saveButton(page).click();
      await expect(page.getByText(SUCCESS)).toBeVisible();
      expect(await stored(manege)).toMatchObject({
        maxBookingsPerDay: 5,
        cancellationHours: 30,
        openingTime: '10:00:00',
      });
    });
    await test.step("une sauvegarde dont la réponse tarde n'est pas dite modifiée ailleurs", async () => {
      // SET-03, UI-11
      await resetParametres(manege);
      await page.goto('/app/webmastersettings?onglet=cavaliers');
      const late = Promise.withResolvers<void>();
      await answerNextWrite(page, '**/api/parametres', async (route) =>
        route.fulfill({ response: (await Promise.all([route.fetch(), late.promise]))[0] }),
      );
      await field(page, 'Réservations par jour').fill('4');
      await saveButton(page).click();
      await expect.poll(() => stored(manege)).toMatchObject({ maxBookingsPerDay: 4 });
      await saveElsewhere(page, manege, { riderChanges: true });
      await expect(
        page.getByText(
          'Modifié ailleurs entre-temps : Changement par le cavalier (oui). Ce que vous avez saisi est gardé.',
        ),
      ).toBeVisible();
      late.resolve();
      await expect(page.getByText(SUCCESS)).toBeVisible();
    });
  },
);

test(
  "ce qui n'est pas sauvegardé se retrouve au retour, et s'annule avec ses fautes ; une panne se dit par sa phrase et garde la saisie",
  TELEPHONE,
  async ({ page, manege }) => {
    await test.step("ce qui n'est pas sauvegardé se retrouve au retour, et s'annule avec ses fautes", async () => {
      // UI-21
      await open(page, manege, 'cavaliers');
      await field(page, 'Réservations par jour').fill('0');
      await page.reload();
      await expect(field(page, 'Réservations par jour')).toHaveValue('0');
      await expect(page.getByText('Modifications non sauvegardées.')).toBeVisible();
      await saveButton(page).click();
      await expect(field(page, 'Réservations par jour')).toHaveAttribute('aria-invalid', 'true');
      await page.getByRole('button', { name: 'Annuler les modifications' }).click();
      await expect(field(page, 'Réservations par jour')).toHaveValue('10');
      await expect(field(page, 'Réservations par jour')).not.toHaveAttribute(
        'aria-invalid',
        'true',
      );
      await expect(page.getByText('Modifications non sauvegardées.')).toHaveCount(0);
    });
    await test.step('une panne se dit par sa phrase et garde la saisie ; pendant la sauvegarde le bouton le dit', async () => {
      // SET-03, UI-17
      const { promise: seen, resolve: answer } = Promise.withResolvers<void>();
      await answerNextWrite(page, '**/api/parametres', async (route) => {
        await seen.then(() => route.fulfill({ status: 404, body: '<html>' }));
      });
      await field(page, 'Réservations par jour').fill('4');
      await saveButton(page).click();
      await expect(page.getByRole('button', { name: 'Sauvegarde en cours...' })).toBeVisible();
      answer();
      await expect(page.getByRole('alert')).toHaveText(
        'Erreur lors de la sauvegarde des paramètres.',
      );
      await expect(field(page, 'Réservations par jour')).toHaveValue('4');
    });
  },
);
