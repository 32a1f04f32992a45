/**
 * Forms that create something and keep their draft, and that are tried with the server
 * (tests/support/ecrits_gardes.ts): how they are opened, left and sent, what they say, and how their
 * answer is lost.
 */
import type { Page, Route } from '@playwright/test';
import { addDays } from '#domain/core/calendrier.ts';
import { ficheLink } from '#web/paths/fiche.ts';
import { desk, switchOn } from '../parcours/comptes.ts';
import { enter, expect, type Manege } from '../parcours/fixtures.ts';
import { card, cell, store } from '../parcours/planning.ts';
import { newNom } from '../parcours/utilisateurs.ts';
import type { WITH_SERVER } from '../support/ecrits_gardes.ts';
import { answered } from '../support/answered.ts';
import { mondayIn, today } from '../support/jours.ts';

export type Form = {
  /** Signs in, opens the screen and its form, and fills it in. */
  open: (page: Page, manege: Manege) => Promise<unknown>;
  /** Opens the form again on the same screen, which may be loaded anew. */
  reopen: (page: Page) => Promise<unknown>;
  /** Leaves the form without sending it. */
  leave: (page: Page) => Promise<unknown>;
  press: (page: Page) => Promise<unknown>;
  call: RegExp;
  /** What is said as long as the result is not known, if the form goes on looking it up. */
  unsure?: RegExp;
  /** What the screen says of a stored one, and of one that is not. */
  stored: RegExp;
  missing: RegExp;
  /** How many are stored. */
  count: (manege: Manege) => Promise<number>;
};

export const dialogOf = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name }).first();
const cancel = async (page: Page) => {
  await dialogOf(page).getByRole('button', { name: 'Annuler' }).click();
  await expect(dialogOf(page)).toBeHidden();
};
const rows = (sql: string) => async (manege: Manege) => (await manege.sql(sql)).length;
const MISSING = /^Votre envoi n'est pas enregistré\. Vous pouvez l'envoyer de nouveau\.$/;

/** Of a line; its correction has today. */
const JOUR = addDays(today(), -3);
/** The account of a customer with a line. */
const account = async (page: Page, manege: Manege) => {
  await switchOn(manege);
  const { id } = await manege.person({ prenom: 'Élise', nom: newNom() });
  await (await desk(manege)).line(id, 'Licence', 20, JOUR);
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie' }));
  await page.goto(ficheLink(id));
};
const NOTHING = () => Promise.resolve();

/** A week that no other test of this folder books in. */
export const LECON = addDays(mondayIn(64), 2);
/** An administrator on the planning of a day with one lesson of Camille. */
const planning = async (page: Page, manege: Manege) => {
  await manege.sql("update types_lecons set ouverte = value = 'collective'");
  await store(manege, { jour: LECON, noms: ['Camille Perdue'] });
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie' }));
  await page.goto(`/app/webmaster?semaine=${LECON}`);
};
const ofCard = async (page: Page, action: string) => {
  await cell(page, /10:00 – 11:00/).press('Enter');
  await card(page).getByRole('button', { name: action }).press('Enter');
  await expect(dialogOf(page).first()).toBeVisible();
};
/** Leaves a form whose answer is late. */
const leaveUnanswered = async (page: Page) => {
  await dialogOf(page).getByRole('button', { name: 'Fermer', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: /^Fermer sans attendre/ });
  await question.getByRole('button', { name: 'Fermer', exact: true }).click();
  await expect(dialogOf(page)).toBeHidden();
};
export const UNSURE = /Pas de réponse.: nous vérifions si c'est fait…/;

export const FORMS: Record<keyof typeof WITH_SERVER | 'ligne.1', Form> = {
  'saisies.1': {
    async open(page, manege) {
      await planning(page, manege);
      await this.reopen(page);
      await page.keyboard.type('Anne Perdue');
      await page.getByRole('option', { name: /^Anne Perdue/ }).click();
      await expect(dialogOf(page).getByRole('listbox')).toBeHidden();
    },
    reopen: (page) => ofCard(page, 'Ajouter'),
    leave: leaveUnanswered,
    press: (page) => dialogOf(page).getByRole('button', { name: 'Ajouter', exact: true }).click(),
    call: /\/reservations\/places$/,
    unsure: UNSURE,
    stored: /^Place d'Anne Perdue réservée, /,
    missing: /^L'envoi pour Anne Perdue n'est pas enregistré\. Vous pouvez l'envoyer de nouveau\.$/,
    count: rows("select 1 from participants where nom = 'Anne Perdue'"),
  },
  'reservations.1': {
    async open(page, manege) {
      await planning(page, manege);
      await page.getByRole('link', { name: /^Compléter la réservation de 10:00/ }).click();
      const field = page.getByRole('combobox', { name: /^Réserver pour/ });
      await field.pressSequentially('Anne Perdue');
      await page.getByRole('option', { name: /Anne Perdue/ }).click();
      await page.getByLabel('Participant 1').fill('Anne Perdue');
    },
    reopen: NOTHING,
    async leave(page) {
      await page.goBack();
      await expect(page).toHaveURL(/webmaster/);
      await page.goForward();
    },
    press: (page) => page.getByRole('button', { name: 'Rejoindre la leçon' }).click(),
    call: /\/reservations\/places$/,
    unsure: UNSURE,
    stored: /réservation.* confirmée/,
    missing: MISSING,
    count: rows("select 1 from participants where nom = 'Anne Perdue'"),
  },
  'ligne.1': {
    async open(page, manege) {
      await account(page, manege);
      await this.reopen(page);
      await dialogOf(page).getByRole('button', { name: 'Stage' }).click();
      await dialogOf(page).getByLabel('Montant en euros').fill('12,50');
    },
    reopen: (page) => button(page, 'Ajouter une ligne').click(),
    leave: cancel,
    press: (page) => dialogOf(page).getByRole('button', { name: 'Ajouter', exact: true }).click(),
    call: /\/facturation\/lignes$/,
    stored: /^Ligne ajoutée\.$/,
    missing: MISSING,
    count: rows("select 1 from lignes_libres where libelle = 'Stage'"),
  },
};

const NO_ANSWER =
  "Pas de réponse : nous ne savons pas si c'est fait. Vérifiez votre connexion, puis regardez avant de recommencer.";

/**
 * Presses, and loses the answer, or the call itself. Until the returned function is called, no
 * reading has an answer either.
 */
export async function pressInVain(
  page: Page,
  { press, call, unsure }: Form,
  arrives: boolean,
): Promise<() => Promise<void>> {
  await answered(page);
  const api = (url: URL) => url.pathname.startsWith('/api/');
  await page.route(api, (route) => route.abort('internetdisconnected'));
  await page.route(call, async (route) => {
    if (arrives) await route.fetch();
    await route.abort('internetdisconnected');
  });
  await press(page);
  await expect(page.getByText(unsure ?? NO_ANSWER).first()).toBeVisible({ timeout: 15_000 });
  await page.unroute(call);
  return () => page.unroute(api);
}

export const says = (page: Page, text: RegExp) =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible({ timeout: 30_000 });

/**
 * Makes a call, and keeps its answer, or `instead` of the call, until `release`, which ends when the page has met it.
 */
export async function hold(page: Page, call: RegExp, instead?: Parameters<Route['fulfill']>[0]) {
  const [made, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    call,
    async (route) => {
      const answer = instead ?? { response: await route.fetch() };
      made.resolve();
      await released.promise;
      await route.fulfill(answer);
    },
    { times: 1 },
  );
  return {
    made: made.promise,
    release: async () => {
      const answered = page.waitForResponse((response) => call.test(response.url()));
      released.resolve();
      await (await answered).finished();
      // A later answer.
      await page.evaluate(() => fetch('/').then((answer) => answer.text()));
    },
  };
}
