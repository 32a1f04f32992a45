/**
 * A form whose answer was lost comes back: by a reload, or because it is opened again. What it
 * creates is stored once, whatever is pressed, and the screen says what became of it (UI-113). The
 * table has every kept draft that creates something (tests/support/ecrits_gardes.ts).
 */
import type { Page } from '@playwright/test';
import { clearBilling, sendAll } from '../parcours/facturation.ts';
import { BUREAU, expect, resetParametres, test } from '../parcours/fixtures.ts';
import {
  billed,
  dialogOf,
  FORMS,
  hold,
  LECON,
  leaveUnanswered,
  pressInVain,
  says,
  UNSURE,
} from './formulaires.ts';
import { answered } from '../support/answered.ts';

test.use({ reseauCoupe: true, trace: 'off' });
test.afterEach(async ({ manege }) => {
  await clearBilling(manege);
  await manege.sql('delete from fermetures');
  await manege.sql('delete from reservations where date_reservation >= $1', [LECON]);
  await manege.sql('update types_lecons set ouverte = false');
  await manege.sql("delete from clients where nom like '%Perdue%'");
  await resetParametres(manege);
});

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

const refusal = (code: string, status = 422) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ code, status, message: 'Occupé.' }),
});
const BUSY = refusal('service_occupe', 503);

for (const name of ['saisies.1', 'reservations.1'] as const)
  test(
    `${name} : introuvable, puis arrivé après tout, et envoyé à nouveau : une fois`,
    BUREAU,
    async ({ page, manege }) => {
      // UI-113: a call that the look-up does not find may still be under way.
      const form = FORMS[name];
      await form.open(page, manege);
      await answered(page);
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
    await answered(page);
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
    await answered(page);
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

const LOOK_UP = /\/api\/ecritures\//;
const SEARCHED = /^Votre envoi est resté sans réponse.: nous vérifions s'il est enregistré…$/;

for (const [name, then] of [
  ['ligne.1', 'en route'],
  ['reservations.1', 'en route'],
  ['payes.1', 'enregistré'],
  ['virements.1', 'enregistré'],
  ['ligne.1', 'perdu aussi'],
  ['payes.1', 'perdu aussi'],
  ['virements.1', 'perdu aussi'],
] as const)
  test(
    `${name} : une recherche dépassée par un nouvel envoi, ${then}, ne dit rien`,
    BUREAU,
    async ({ page, manege }) => {
      // UI-113
      const form = FORMS[name];
      await form.open(page, manege);
      const mend = await pressInVain(page, form, false);
      await mend();
      const search = await hold(page, LOOK_UP);
      await page.reload();
      await form.reopen(page);
      await search.made;
      if (then === 'perdu aussi') await pressInVain(page, form, true, { idle: false });
      const sent = then === 'en route' ? await hold(page, form.call) : undefined;
      if (then !== 'perdu aussi') await form.press(page);
      await sent?.made;
      if (then === 'enregistré') await says(page, form.stored);
      await search.release();
      await expect(page.getByText(form.missing)).toHaveCount(0);
      await sent?.release();
      if (sent) await says(page, form.stored);
      expect(await form.count(manege)).toBe(1);
    },
  );

test(
  'une ligne enregistrée sans réponse, puis portée sur un relevé : elle se dit enregistrée',
  BUREAU,
  async ({ page, manege }) => {
    // API-28
    const form = FORMS['ligne.1'];
    await form.open(page, manege);
    await dialogOf(page).getByRole('button', { name: /^Jour/ }).click();
    await expect(page.getByRole('grid').locator(':focus')).toBeVisible();
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Enter');
    const mend = await pressInVain(page, form, true);
    await sendAll(manege);
    expect(
      await manege.sql("select 1 from releves_lignes where libelle like '%Stage%'"),
    ).toHaveLength(1);
    await mend();
    await page.reload();
    await form.reopen(page);
    await says(page, form.stored);
    expect(await form.count(manege)).toBe(1);
  },
);

test(
  "un paiement quitté sans réponse, rouvert, puis refusé : rien n'est plus vérifié",
  BUREAU,
  async ({ page, manege }) => {
    // UI-113
    const form = FORMS['paiement.1'];
    await form.open(page, manege);
    const sent = await hold(page, form.call, refusal('paiement_note_longue'));
    await form.press(page);
    await sent.made;
    await leaveUnanswered(page);
    await form.reopen(page);
    await says(page, SEARCHED);
    await sent.release();
    await expect(page.getByText(SEARCHED)).toBeHidden();
    await form.press(page);
    await says(page, form.stored);
    expect(await form.count(manege)).toBe(1);
  },
);

test(
  "un paiement répondu tard : le formulaire d'un autre client, ouvert entre-temps, reste",
  BUREAU,
  async ({ page, manege }) => {
    // UI-113, REL-52
    const form = FORMS['paiement.1'];
    const amount = dialogOf(page).getByLabel('Montant reçu');
    await billed(page, manege, '', 2);
    await form.reopen(page);
    await amount.fill('5');
    const sent = await hold(page, form.call);
    await form.press(page);
    await sent.made;
    await leaveUnanswered(page);
    await page
      .getByRole('button', { name: /^Autre/ })
      .nth(1)
      .click();
    await amount.fill('7');
    await sent.release();
    await says(page, form.stored);
    await expect(amount).toHaveValue('7');
    expect(await form.count(manege)).toBe(1);
  },
);

/** Leaves no room for one more character. */
const fillStorage = (page: Page) =>
  page.evaluate(() => {
    for (let size = 2 ** 22, n = 0; size >= 1;)
      try {
        sessionStorage.setItem(`plein ${n++}`, 'x'.repeat(size));
      } catch {
        size /= 2;
      }
  });

for (const name of ['ligne.1', 'payes.1'] as const)
  test(
    `${name} : sans place pour le garder, enregistré sans réponse, envoyé à nouveau : une fois`,
    BUREAU,
    async ({ page, manege }) => {
      // UI-113
      const form = FORMS[name];
      await form.open(page, manege);
      await fillStorage(page);
      await pressInVain(page, form, true);
      await page.route(form.call, (route) => route.continue());
      await form.press(page);
      await says(page, form.stored);
      expect(await form.count(manege)).toBe(1);
    },
  );

test(
  "sans place pour l'envoi d'un brouillon déjà gardé, le brouillon ne revient pas sans lui",
  BUREAU,
  async ({ page, manege }) => {
    // UI-113: it would be sent with another id.
    const form = FORMS['ligne.1'];
    await form.open(page, manege);
    await fillStorage(page);
    const mend = await pressInVain(page, form, true);
    await mend();
    await page.reload();
    await form.reopen(page);
    await expect(dialogOf(page).getByLabel('Montant en euros')).toHaveValue('');
  },
);

test(
  'un virement répondu 503 : rien ne dit qu’il n’est pas enregistré, et il se renvoie une fois',
  BUREAU,
  async ({ page, manege }) => {
    // REL-56, UI-113
    const form = FORMS['virements.1'];
    await form.open(page, manege);
    await page.route(
      form.call,
      async (route) => {
        await route.fetch();
        await route.fulfill(BUSY);
      },
      { times: 1 },
    );
    await form.press(page);
    await says(page, /^Résultat pas encore connu/);
    await expect(page.getByText(/[Pp]as (pu être )?enregistré/)).toHaveCount(0);
    await form.press(page);
    await says(page, form.stored);
    expect(await form.count(manege)).toBe(1);
  },
);
