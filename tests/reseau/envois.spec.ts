/**
 * A form whose answer was lost comes back: by a reload, or because it is opened again. What it
 * creates is stored once, whatever is pressed, and the screen says what became of it (UI-113). The
 * table has every kept draft that creates something (tests/support/ecrits_gardes.ts).
 */
import type { Page } from '@playwright/test';
import { addDays, formatJour } from '#domain/core/calendrier.ts';
import { ficheLink } from '#web/paths/fiche.ts';
import { AUJOURDHUI, desk, switchOn } from '../parcours/comptes.ts';
import {
  clearBilling,
  openBilling,
  openFacturation,
  owe,
  sendAll,
} from '../parcours/facturation.ts';
import { BUREAU, enter, expect, type Manege, resetParametres, test } from '../parcours/fixtures.ts';
import { card, cell, mondayIn, store } from '../parcours/planning.ts';
import { newNom } from '../parcours/utilisateurs.ts';
import type { Creation } from '../support/ecrits_gardes.ts';

test.use({ reseauCoupe: true, trace: 'off' });
test.afterEach(async ({ manege }) => {
  await clearBilling(manege);
  await manege.sql('delete from fermetures');
  await manege.sql('delete from reservations where date_reservation >= $1', [LECON]);
  await manege.sql('update types_lecons set ouverte = false');
  await manege.sql("delete from clients where nom like '%Perdue%'");
  await resetParametres(manege);
});

type Form = {
  /** Signs in, opens the screen and its form, and fills it in. */
  open: (page: Page, manege: Manege) => Promise<unknown>;
  /** Opens the form again on the same screen, which may be loaded anew. */
  reopen: (page: Page) => Promise<unknown>;
  /** Leaves the form without sending it. */
  leave: (page: Page) => Promise<unknown>;
  press: (page: Page) => Promise<unknown>;
  call: RegExp;
  /** What the form must read before it can be sent, which has an answer. */
  reads?: RegExp;
  /** Why nothing can be pressed before the look-up, if it cannot. */
  refused?: string;
  /** What is said as long as the result is not known, if the form goes on looking it up. */
  unsure?: RegExp;
  /** What the screen says of a stored one, and of one that is not. */
  stored: RegExp;
  missing: RegExp;
  /** How many are stored. */
  count: (manege: Manege) => Promise<number>;
};

const dialogOf = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name }).first();
const cancel = async (page: Page) => {
  await dialogOf(page).getByRole('button', { name: 'Annuler' }).click();
  await expect(dialogOf(page)).toBeHidden();
};
const rows = (sql: string) => async (manege: Manege) => (await manege.sql(sql)).length;
const MISSING = /^Votre envoi n'est pas enregistré\. Vous pouvez l'envoyer de nouveau\.$/;

/** Of a line; its correction has today. */
const JOUR = addDays(AUJOURDHUI, -3);
/** The account of a customer with a line. */
const account = async (page: Page, manege: Manege) => {
  await switchOn(manege);
  const { id } = await manege.person({ prenom: 'Élise', nom: newNom() });
  await (await desk(manege)).line(id, 'Licence', 20, JOUR);
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie' }));
  await page.goto(ficheLink(id));
};
/** A customer who owes 66 euros. */
const billed = async (page: Page, manege: Manege, vue = '') => {
  await openBilling(manege);
  await owe(manege, `Perdue ${newNom()}`, 6_600);
  await sendAll(manege);
  await openFacturation(page, manege, vue);
};
const payments = rows('select 1 from mouvements');
const NOTHING = () => Promise.resolve();

/** A week that no other test of this folder books in. */
const LECON = addDays(mondayIn(64), 2);
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
const close = async (page: Page) => {
  await dialogOf(page).getByRole('button', { name: 'Fermer', exact: true }).click();
  await expect(dialogOf(page)).toBeHidden();
};
const UNSURE = /Pas de réponse.: nous vérifions si c'est fait…/;

const FORMS: Record<Creation, Form> = {
  'saisies.1': {
    async open(page, manege) {
      await planning(page, manege);
      await this.reopen(page);
      await page.keyboard.type('Anne Perdue');
      await page.getByRole('option', { name: /^Anne Perdue/ }).click();
      await expect(dialogOf(page).getByRole('listbox')).toBeHidden();
    },
    reopen: (page) => ofCard(page, 'Ajouter'),
    async leave(page) {
      const closing = dialogOf(page).getByRole('button', { name: 'Fermer', exact: true });
      await closing.click();
      const question = page.getByRole('alertdialog', { name: /^Fermer sans attendre/ });
      await question.getByRole('button', { name: 'Fermer', exact: true }).click();
      await expect(dialogOf(page)).toBeHidden();
    },
    press: (page) => dialogOf(page).getByRole('button', { name: 'Ajouter', exact: true }).click(),
    call: /\/reservations\/places$/,
    unsure: UNSURE,
    stored: /^Place d'Anne Perdue réservée, /,
    missing: /^L'envoi pour Anne Perdue n'est pas enregistré\. Vous pouvez l'envoyer de nouveau\.$/,
    count: rows("select 1 from participants where nom = 'Anne Perdue'"),
  },
  'fermeture.1': {
    async open(page, manege) {
      await planning(page, manege);
      await this.reopen(page);
      await dialogOf(page).getByRole('checkbox', { name: 'Piste Intérieure' }).check();
      await dialogOf(page).getByLabel('Raison', { exact: true }).fill('Gel tenace');
      await expect(dialogOf(page).getByText(/^1 leçon annulée/)).toBeVisible();
    },
    reopen: (page) =>
      page
        .getByRole('region', { name: 'Planning de la semaine' })
        .getByRole('button', { name: 'Fermer', exact: true })
        .click(),
    leave: close,
    reads: /\/fermetures\/apercu$/,
    press: (page) =>
      dialogOf(page)
        .getByRole('button', { name: /^Fermer (la|et)/ })
        .click(),
    call: /\/fermetures$/,
    stored: /^La piste est fermée\. 1 leçon annulée/,
    missing: MISSING,
    count: rows('select 1 from fermetures'),
  },
  'repetition.1': {
    async open(page, manege) {
      await planning(page, manege);
      await this.reopen(page);
      await dialogOf(page).getByRole('button', { name: '10 fois' }).click();
      await expect(dialogOf(page).getByRole('button', { name: /^Répéter : / })).toBeVisible();
    },
    reopen: (page) => ofCard(page, 'Répéter'),
    leave: close,
    refused: 'the dates are those after the series, and are no longer offered',
    press: (page) =>
      dialogOf(page)
        .getByRole('button', { name: /^Répéter : / })
        .click(),
    call: /\/repetition$/,
    stored: /^10 leçons ajoutées\./,
    missing: MISSING,
    count: rows('select distinct serie_id from reservations where serie_id is not null'),
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
  'correction.1': {
    async open(page, manege) {
      await account(page, manege);
      await this.reopen(page);
      await dialogOf(page).getByLabel('Raison').fill('Erreur de saisie');
    },
    reopen: (page) =>
      button(page, new RegExp(`^Corriger.*Licence, ${formatJour(JOUR, 'annee')}`)).click(),
    leave: cancel,
    press: (page) => dialogOf(page).getByRole('button', { name: 'Corriger', exact: true }).click(),
    call: /\/facturation\/corrections$/,
    stored: /^Ligne corrigée\.$/,
    missing: MISSING,
    count: rows('select 1 from lignes_libres where corrige is not null'),
  },
  'paiement.1': {
    async open(page, manege) {
      await billed(page, manege);
      await this.reopen(page);
      await dialogOf(page).getByLabel('Montant reçu').fill('5');
      await dialogOf(page).getByLabel('Note pour le bureau').fill('essai');
    },
    reopen: (page) => button(page, /^Autre/).click(),
    leave: cancel,
    press: (page) =>
      dialogOf(page).getByRole('button', { name: 'Enregistrer le paiement' }).click(),
    call: /\/facturation\/paiements$/,
    stored: /: paiement de 5,00.€ enregistré\.$/,
    missing: MISSING,
    count: payments,
  },
  'payes.1': {
    open: billed,
    reopen: NOTHING,
    async leave(page) {
      await page.getByRole('link', { name: 'Recettes' }).click();
      await page.getByRole('link', { name: 'Qui doit quoi' }).click();
    },
    press: (page) => button(page, /^Payé/).click(),
    call: /\/facturation\/paiements$/,
    stored: /: paiement de 66,00.€ enregistré\.$/,
    missing: /: le paiement resté sans réponse n'est pas enregistré\.$/,
    count: payments,
  },
  'virements.1': {
    async open(page, manege) {
      await billed(page, manege, 'virements');
      await page.getByRole('combobox', { name: 'Montant, nom ou communication' }).fill('66');
      await expect(page.getByRole('option')).toHaveCount(1);
    },
    reopen: NOTHING,
    async leave(page) {
      await page.getByRole('link', { name: 'Recettes' }).click();
      await page.getByRole('link', { name: 'Entrer des virements' }).click();
    },
    async press(page) {
      const again = page.getByRole('button', { name: /^Réessayer/ });
      if ((await again.count()) > 0) return again.press('Enter');
      return page.getByRole('combobox', { name: 'Montant, nom ou communication' }).press('Enter');
    },
    call: /\/facturation\/paiements$/,
    stored: /^Enregistré,/,
    missing: /^Ce virement n'est pas enregistré\.$/,
    count: payments,
  },
};

const NO_ANSWER =
  "Pas de réponse : nous ne savons pas si c'est fait. Vérifiez votre connexion, puis regardez avant de recommencer.";

/**
 * Presses, and loses the answer, or the call itself. Until the returned function is called, no
 * reading has an answer either.
 */
async function pressInVain(
  page: Page,
  { press, call, unsure, reads }: Form,
  arrives: boolean,
): Promise<() => Promise<void>> {
  await page.waitForLoadState('networkidle');
  const api = (url: URL) => url.pathname.startsWith('/api/');
  await page.route(api, (route) => route.abort('internetdisconnected'));
  if (reads) await page.route(reads, (route) => route.continue());
  await page.route(call, async (route) => {
    if (arrives) await route.fetch();
    await route.abort('internetdisconnected');
  });
  await press(page);
  await expect(page.getByText(unsure ?? NO_ANSWER).first()).toBeVisible({ timeout: 15_000 });
  await page.unroute(call);
  return () => page.unroute(api);
}

const says = (page: Page, text: RegExp) =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible({ timeout: 30_000 });

for (const [name, form] of Object.entries(FORMS)) {
  test(
    `${name} : enregistré sans réponse, puis rechargé : une fois, et cela se dit`,
    BUREAU,
    async ({ page, manege }) => {
      // UI-113, UI-125
      await form.open(page, manege);
      const mend = await pressInVain(page, form, true);
      expect(await form.count(manege)).toBe(1);
      await mend();
      await page.reload();
      await form.reopen(page);
      await says(page, form.stored);
      expect(await form.count(manege)).toBe(1);
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  );

  if (!form.refused)
    test(
      `${name} : enregistré sans réponse, quitté, rouvert et envoyé à nouveau : une fois`,
      BUREAU,
      async ({ page, manege }) => {
        // UI-113: the look-up has no answer before the press.
        await form.open(page, manege);
        const mend = await pressInVain(page, form, true);
        await form.leave(page);
        await form.reopen(page);
        await page.route(form.call, (route) => route.continue());
        await form.press(page);
        await says(page, form.stored);
        expect(await form.count(manege)).toBe(1);
        await mend();
      },
    );

  test(
    `${name} : jamais arrivé, rechargé : cela se dit, et l'envoi suivant l'enregistre une fois`,
    BUREAU,
    async ({ page, manege }) => {
      // UI-113
      await form.open(page, manege);
      const mend = await pressInVain(page, form, false);
      await mend();
      await page.reload();
      await form.reopen(page);
      await says(page, form.missing);
      expect(await form.count(manege)).toBe(0);
      await form.press(page);
      await says(page, form.stored);
      expect(await form.count(manege)).toBe(1);
    },
  );
}

const BUSY = {
  status: 503,
  contentType: 'application/json',
  body: JSON.stringify({ code: 'service_occupe', status: 503, message: 'Occupé.' }),
};

for (const name of ['saisies.1', 'reservations.1'] as const)
  test(
    `${name} : introuvable, puis arrivé après tout, et envoyé à nouveau : une fois`,
    BUREAU,
    async ({ page, manege }) => {
      // UI-113: a call that the look-up does not find may still be under way.
      const form = FORMS[name];
      await form.open(page, manege);
      await page.waitForLoadState('networkidle');
      let late: (() => Promise<number>) | undefined;
      await page.route(form.call, async (route) => {
        if (late) return route.continue();
        const request = route.request();
        const sent = {
          method: request.method(),
          headers: await request.allHeaders(),
          data: request.postData() ?? '',
        };
        late = async () => (await page.request.fetch(request.url(), sent)).status();
      });
      await form.press(page);
      await expect.poll(() => late !== undefined).toBe(true);
      await page.reload();
      await form.reopen(page);
      await says(page, form.missing);
      expect([await late?.(), await form.count(manege)]).toEqual([201, 1]);
      await form.press(page);
      await says(page, form.stored);
      expect(await form.count(manege)).toBe(1);
    },
  );

test(
  'une recherche répondue 503 ne dit rien : la place est dite enregistrée ensuite, une fois',
  BUREAU,
  async ({ page, manege }) => {
    // UI-75, UI-113
    const form = FORMS['saisies.1'];
    await form.open(page, manege);
    await page.waitForLoadState('networkidle');
    const search = (url: URL) => url.pathname.startsWith('/api/ecritures/');
    await page.route(search, (route) => route.fulfill(BUSY));
    await page.route(
      form.call,
      async (route) => {
        await route.fetch();
        await route.abort('internetdisconnected');
      },
      { times: 1 },
    );
    await form.press(page);
    await says(page, UNSURE);
    await page.unroute(search);
    await says(page, form.stored);
    expect(await form.count(manege)).toBe(1);
  },
);

test(
  'une place enregistrée mais répondue 503, envoyée à nouveau : une fois',
  BUREAU,
  async ({ page, manege }) => {
    // UI-113: the server failed as it stored it.
    const form = FORMS['saisies.1'];
    await form.open(page, manege);
    await page.waitForLoadState('networkidle');
    await page.route(form.call, async (route) => {
      await route.fetch();
      await route.fulfill(BUSY);
    });
    await form.press(page);
    await expect(dialogOf(page).getByRole('alert')).toBeVisible();
    await page.unroute(form.call);
    await form.press(page);
    await says(page, form.stored);
    expect(await form.count(manege)).toBe(1);
  },
);

const EDITED = /^Votre envoi est enregistré\. Ce que vous avez changé depuis ne l'est pas\.$/;

test(
  'un paiement enregistré sans réponse, puis changé : le nouveau montant n’est pas dit enregistré',
  BUREAU,
  async ({ page, manege }) => {
    // UI-113: the second call does not arrive, and its look-up finds the first one.
    const form = FORMS['paiement.1'];
    await form.open(page, manege);
    const mend = await pressInVain(page, form, true);
    await page.route(form.call, (route) => route.abort('internetdisconnected'), { times: 1 });
    await dialogOf(page).getByLabel('Montant reçu').fill('6');
    await mend();
    await form.press(page);
    await says(page, /^Ce paiement est déjà enregistré, avec un autre contenu\./);
    await expect(dialogOf(page).getByLabel('Montant reçu')).toHaveValue('6');
    expect(await manege.sql('select centimes from mouvements')).toEqual([{ centimes: 500 }]);
  },
);

for (const [kind, answer] of Object.entries({ 'répondue 503': BUSY, 'sans réponse': null }))
  test(
    `une ligne enregistrée sans réponse, changée, ${kind}, rechargée : le changement reste`,
    BUREAU,
    async ({ page, manege }) => {
      // UI-113
      const form = FORMS['ligne.1'];
      const amount = dialogOf(page).getByLabel('Montant en euros');
      await form.open(page, manege);
      const mend = await pressInVain(page, form, true);
      const called = page.waitForRequest(form.call);
      await page.route(form.call, (route) => answer && route.fulfill(answer), { times: 1 });
      await amount.fill('99,50');
      await form.press(page);
      await called;
      if (answer) await expect(dialogOf(page).getByRole('alert')).toHaveText(/enregistrée/);
      await mend();
      await page.reload();
      await form.reopen(page);
      await says(page, EDITED);
      await expect(amount).toHaveValue('99,50');
      expect(
        await manege.sql("select centimes from lignes_libres where libelle = 'Stage'"),
      ).toEqual([{ centimes: 1_250 }]);
    },
  );
