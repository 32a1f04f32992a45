/**
 * Writes with the server, one of each kind of look-up and those whose screens need it. Behind a
 * captive portal, nothing is reported as stored or as failed (UI-74, UI-75). A lost answer is reported
 * as the success that it was (UI-32). Bookings, edits, deletions, accounts, prices: portail.spec.ts.
 * All other forms: tests/composants; every write: tests/ecritures.test.ts.
 */
import type { Page } from '@playwright/test';
import { addDays, formatJour } from '#domain/core/calendrier.ts';
import {
  announceParametres,
  BUREAU,
  confirmSessions,
  enter,
  expect,
  type Manege,
  resetParametres,
  signIn,
  test,
} from '../parcours/fixtures.ts';
import { book, card as leconCard } from '../parcours/modification.ts';
import { cell, closeArena, entry, freeSlot, rememberType, store } from '../parcours/planning.ts';
import { NO_ANSWER, portal, UNSURE } from '../parcours/portail.ts';
import { clearBilling, openBilling, owe, sendAll } from '../parcours/facturation.ts';
import { card, openProfil } from '../parcours/profil.ts';
import { bookFor, goToJour, radio } from '../parcours/reservation.ts';
import { newNom, question } from '../parcours/utilisateurs.ts';
import { answered } from '../support/answered.ts';
import { jourOf, today } from '../support/jours.ts';

test.use({ reseauCoupe: true, trace: 'off' });
test.afterEach(async ({ manege }) => {
  await clearBilling(manege);
  await manege.sql("delete from clients where nom like 'Perdue%'");
  await manege.sql('update types_lecons set actif = true, ouverte = false');
  await manege.sql('delete from reservations where date_reservation = $1', [addDays(today(), 3)]);
  await manege.sql('delete from fermetures');
  await resetParametres(manege);
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["types_lecons"]}')`);
});

type Write = {
  /** Opens its screen, and fills in the fields. */
  open: (page: Page, manege: Manege) => Promise<unknown>;
  press: (page: Page) => Promise<unknown>;
  /** Its call. */
  call: RegExp;
  /** Visible once the lost answer was looked up. */
  done: string | RegExp;
  /** The message during the look-up, if it lasts until an answer arrives. */
  meanwhile?: string;
  /** A creation that the look-up finds is sent once more, so that the server compares it (UI-113). */
  again?: true;
};

/** In the message about an action (DESK-50). */
const UNDO = /^Annuler .*(?:leçon|fermeture)/;

const dialogOf = (page: Page) => page.getByRole('dialog');
const press =
  (name: string | RegExp, within: (page: Page) => Pick<Page, 'getByRole'> = (page) => page) =>
  (page: Page) =>
    within(page).getByRole('button', { name }).first().click();
const rider = async (page: Page, manege: Manege): Promise<{ id: string; email: string }> => {
  const person = await manege.person();
  await openProfil(page, manege, person);
  return person;
};
const admin = (path: string) => async (page: Page, manege: Manege) => {
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie' }));
  await confirmSessions(manege);
  await page.goto(path);
};
/** A closure of 369 days in the day view, which is more than one list may contain. */
const closed = async (page: Page, manege: Manege) => {
  await closeArena(manege, {
    jour: jourOf(10, 234),
    au: addDays(jourOf(10, 234), 368),
    piste: 'exterieure',
    debut: '06:00',
    fin: '06:30',
    motif: 'Gel',
  });
  await admin(`/app/webmaster?jour=${jourOf(10, 234)}`)(page, manege);
};
/** Chooses a file of customers, and shows what its import would do. */
const chooseCsv = async (page: Page, content: string) => {
  await page.locator('input[type=file]').setInputFiles({
    name: 'clients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
  await page.getByRole('button', { name: "Voir l'aperçu" }).click();
  await page.getByRole('button', { name: 'Importer', exact: true }).waitFor();
};
const closuresOf = (page: Page) => page.getByRole('list', { name: 'Fermetures du jour' });
/** The landing page with the same lesson a week later, ready to be booked (RIDE-73). */
const encore = async (page: Page, manege: Manege) => {
  const person = await manege.person();
  await bookFor(manege, person, { date_reservation: jourOf(10, 286), heure_debut: '19:00' });
  await enter(page, manege, person);
  await page.goto('/');
  await page.getByRole('link', { name: /^Encore la semaine prochaine/ }).click();
};
/** Opens the fast entry on a day with a lesson, and chooses a new customer. */
const enterLesson =
  (n: number, show: (page: Page) => Promise<unknown>) => async (page: Page, manege: Manege) => {
    await manege.sql('delete from reservations where date_reservation = $1', [jourOf(10, n)]);
    await store(manege, { jour: jourOf(10, n), noms: ['Zoé'] });
    await rememberType(manege, 'longe');
    await admin(`/app/webmaster?jour=${jourOf(10, n)}`)(page, manege);
    await show(page);
    const field = entry(page).getByRole('combobox', { name: 'Pour qui' });
    await field.fill(`Perdue ${newNom()}`);
    await field.press('Enter');
    await expect(field).toHaveAccessibleDescription('Nouveau client');
  };

/** A customer with a statement of 66 euros. */
const billed = async (page: Page, manege: Manege) => {
  await openBilling(manege);
  await owe(manege, `Perdue ${newNom()}`, 6_600);
  await sendAll(manege);
  await admin('/app/facturation')(page, manege);
};

const WRITES: Record<string, Write> = {
  'noter un paiement': {
    open: billed,
    press: press(/^Payé/),
    call: /\/api\/facturation\/paiements$/,
    done: /: paiement de 66,00.€ enregistré\.$/,
    again: true,
  },
  'envoyer les relevés': {
    open: async (page, manege) => {
      await openBilling(manege);
      await owe(manege, `Perdue ${newNom()}`, 6_600);
      await admin('/app/facturation?vue=mois')(page, manege);
      await page.getByRole('button', { name: 'Envoyer les relevés' }).click();
    },
    press: press('Envoyer', question),
    call: /\/api\/releves$/,
    done: /^1 relevé fait\.$/,
  },
  'réserver une leçon à nouveau': {
    open: encore,
    press: press('Confirmer la réservation', question),
    call: /\/api\/reservations$/,
    done: /^Leçon réservée/,
    meanwhile: UNSURE,
    again: true,
  },
  'noter une leçon depuis le planning': {
    open: enterLesson(411, async (page) => {
      await freeSlot(page, jourOf(10, 411), '14:00').click();
    }),
    press: press('Réserver', dialogOf),
    call: /\/api\/reservations$/,
    done: /^Leçon de Perdue .* réservée, /,
    meanwhile: UNSURE,
    again: true,
  },
  'ajouter une place depuis le planning': {
    open: enterLesson(419, async (page) => {
      await cell(page, /10:00 – 11:00/).click();
      await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    }),
    press: press('Ajouter', dialogOf),
    call: /\/api\/reservations\/places$/,
    done: /^Place de Perdue .* réservée, /,
    meanwhile: UNSURE,
    again: true,
  },
  'importer des clients': {
    async open(page, manege) {
      await admin('/app/import')(page, manege);
      await chooseCsv(page, `Nom\nPerdue ${newNom()}`);
    },
    press: press('Importer'),
    call: /\/api\/imports$/,
    done: /1 client créé, 0 modifié/,
  },
  'annuler une leçon': {
    async open(page, manege) {
      const jour = jourOf(10, 451);
      await store(manege, { jour, noms: ['Zoé Perdue'] });
      await admin(`/app/webmaster?jour=${jour}`)(page, manege);
      await page.getByRole('grid').getByRole('button', { name: /Zoé P/ }).first().click();
      await page.getByRole('button', { name: 'Annuler la leçon' }).click();
      await question(page).getByRole('button', { name: 'Mauvais temps' }).click();
    },
    press: press('Annuler la leçon', question),
    call: /\/api\/reservations\/[\w-]+$/,
    done: 'Leçon annulée',
    meanwhile: UNSURE,
  },
  'ses coordonnées': {
    async open(page, manege) {
      await rider(page, manege);
      await card(page, 'Coordonnées').getByRole('button', { name: 'Modifier' }).click();
      await card(page, 'Coordonnées').getByLabel('Téléphone').fill('081 61 23 45');
    },
    press: press('Enregistrer', (page) => card(page, 'Coordonnées')),
    call: /\/api\/profil$/,
    done: 'Profil mis à jour avec succès',
    meanwhile: UNSURE,
  },
  "être prévenu d'un créneau": {
    async open(page, manege) {
      const jour = jourOf(10, 233);
      await manege.sql(
        'update parametres set "slotAlerts" = true, "advanceBookingDaysApplied" = false',
      );
      await announceParametres(manege);
      await book(manege, { date_reservation: jour, noms_participants: ['Tom', 'Zoé'] });
      await signIn(page, await manege.person(), '/app/reservation');
      await radio(page, /^Leçon collective/).check();
      await goToJour(page, jour);
      await radio(page, /^Piste Intérieure/).check();
      await page.getByRole('radio', { name: /^10:00,/ }).click({ force: true });
    },
    press: press('Prévenez-moi si ce créneau se libère'),
    call: /\/api\/alertes$/,
    done: /^Vous le lirez ici dès qu'il se libère/,
  },
  'défaire une modification': {
    async open(page, manege) {
      await book(manege, { date_reservation: jourOf(10, 409) });
      await admin(`/app/webmaster?jour=${jourOf(10, 409)}`)(page, manege);
      await leconCard(page, /^10:00/)
        .getByRole('button', { name: /^Modifier/ })
        .click();
      await dialogOf(page).getByLabel('Remarques').fill('Perdue');
      await dialogOf(page).getByRole('button', { name: 'Enregistrer' }).click();
      await expect(dialogOf(page)).toBeHidden();
      await expect(page.getByRole('button', { name: UNDO })).toBeVisible();
    },
    press: press(UNDO),
    call: /\/api\/reservations\/[\w-]+$/,
    done: /^La modification de la leçon de Zoé Willems est annulée\.$/,
    meanwhile: UNSURE,
  },
  'défaire une suppression': {
    async open(page, manege) {
      await book(manege, { date_reservation: jourOf(10, 413) });
      await admin(`/app/webmaster?jour=${jourOf(10, 413)}`)(page, manege);
      await leconCard(page, /^10:00/)
        .getByRole('button', { name: /^Supprimer/ })
        .click();
      await question(page).getByRole('button', { name: 'Supprimer' }).click();
      await expect(question(page)).toBeHidden();
      await expect(page.getByRole('button', { name: UNDO })).toBeVisible();
    },
    press: press(UNDO),
    call: /\/restauration$/,
    done: /^La leçon de Zoé Willems est restaurée\.$/,
  },
  'défaire une réouverture': {
    async open(page, manege) {
      await closed(page, manege);
      await closuresOf(page)
        .getByRole('button', { name: /^Rouvrir/ })
        .click();
      await question(page).getByRole('button', { name: 'Rouvrir' }).click();
      await expect(page.getByRole('button', { name: UNDO })).toBeVisible();
    },
    press: press(UNDO),
    call: /\/api\/fermetures$/,
    done: /^La réouverture de la fermeture .* est annulée\.$/,
  },
  'fermer une piste plus longtemps que ce qui se liste à la fois': {
    async open(page, manege) {
      await admin(`/app/webmaster?semaine=${jourOf(10, 234)}`)(page, manege);
      await page
        .getByRole('region', { name: 'Planning de la semaine' })
        .getByRole('button', { name: 'Fermer', exact: true })
        .click();
      const dialog = dialogOf(page);
      await dialog.getByRole('checkbox', { name: 'Piste Extérieure' }).check();
      await dialog.getByRole('button', { name: /^Au, / }).click();
      const day = formatJour(addDays(jourOf(10, 234), 368), 'long');
      await expect(page.getByRole('grid').locator(':focus')).toBeVisible();
      await page.keyboard.press('Shift+PageDown');
      await page.getByRole('button', { name: new RegExp(`^${day}`) }).click();
      await dialog.getByRole('switch', { name: 'Toute la journée' }).click();
      await dialog.getByLabel('De', { exact: true }).selectOption('06:00');
      await dialog.getByLabel('À', { exact: true }).selectOption('06:30');
      await dialog.getByLabel('Raison', { exact: true }).fill(' Perdue ');
    },
    press: press('Fermer la piste', dialogOf),
    call: /\/api\/fermetures$/,
    done: /^La piste est fermée\.$/,
    again: true,
  },
  'rejoindre une leçon ouverte': {
    async open(page, manege) {
      await manege.sql(`update types_lecons set ouverte = value = 'collective'`);
      await manege.sql(`select pg_notify('manege_changes', '{"changed":["types_lecons"]}')`);
      await book(manege, { date_reservation: addDays(today(), 3), heure_debut: '19:00' });
      await enter(page, manege, await manege.person({ prenom: 'Hugo', nom: 'Perdu' }));
      await page.goto('/app/reservation');
      await page
        .getByRole('region', { name: 'Leçons ouvertes' })
        .getByRole('button', { name: /^Rejoindre : .*19h00/ })
        .click();
      await expect(dialogOf(page).getByLabel('Participant 1')).toHaveValue('Hugo Perdu');
    },
    press: press('Rejoindre la leçon', dialogOf),
    call: /\/api\/reservations\/places$/,
    done: 'Votre réservation a été confirmée avec succès !',
    meanwhile: UNSURE,
    again: true,
  },
};

for (const [
  name,
  { open, press: send, call, done, meanwhile = NO_ANSWER, again = false },
] of Object.entries(WRITES))
  test(
    `${name} : sans réponse rien n'est affirmé ; une réponse perdue est retrouvée`,
    BUREAU,
    async ({ page, manege }) => {
      await open(page, manege);
      await answered(page);
      const failure = page.getByText(
        /n'a pas pu être (?!chargé)|n'ont pas pu être (?!chargé)|[Ee]rreur (est survenue )?lors/,
      );
      const end = await portal(page);
      await send(page);
      await expect(page.getByText(meanwhile).first()).toBeVisible();
      await expect(failure).toHaveCount(0);
      await end();
      if (meanwhile === UNSURE) await expect(failure).toBeVisible({ timeout: 30_000 });
      else await expect(page.getByText('Connexion perdue')).toBeHidden({ timeout: 30_000 });
      let sent = 0;
      await page.route(call, async (route) => {
        if (route.request().method() === 'GET') return route.fallback();
        sent += 1;
        if (again && sent === 2) return route.fallback();
        await route.fetch();
        await route.abort('internetdisconnected');
      });
      await send(page);
      await expect(page.getByText(done).filter({ visible: true }).first()).toBeVisible();
      await expect(failure).toHaveCount(0);
      expect(sent).toBe(again ? 2 : 1);
    },
  );
