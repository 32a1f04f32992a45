/**
 * A form whose answer was lost comes back: by a reload, or because it is opened again. What it
 * creates is stored once, whatever is pressed, and the screen says what became of it (UI-113). All
 * other forms: tests/composants/envois.test.ts.
 */
import { clearBilling, sendAll } from '../parcours/facturation.ts';
import { BUREAU, expect, resetParametres, test } from '../parcours/fixtures.ts';
import { dialogOf, FORMS, hold, LECON, pressInVain, says, UNSURE } from './formulaires.ts';
import { answered } from '../support/answered.ts';
import { WITH_SERVER } from '../support/ecrits_gardes.ts';

test.use({ reseauCoupe: true, trace: 'off' });
test.afterEach(async ({ manege }) => {
  await clearBilling(manege);
  await manege.sql('delete from reservations where date_reservation >= $1', [LECON]);
  await manege.sql('update types_lecons set ouverte = false');
  await manege.sql("delete from clients where nom like '%Perdue%'");
  await resetParametres(manege);
});

for (const name of Object.keys(WITH_SERVER) as (keyof typeof WITH_SERVER)[]) {
  const form = FORMS[name];
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

const LOOK_UP = /\/api\/ecritures\//;

test(
  'une réservation : une recherche dépassée par un nouvel envoi, en route, ne dit rien',
  BUREAU,
  async ({ page, manege }) => {
    // UI-113
    const form = FORMS['reservations.1'];
    await form.open(page, manege);
    const mend = await pressInVain(page, form, false);
    await mend();
    const search = await hold(page, LOOK_UP);
    await page.reload();
    await form.reopen(page);
    await search.made;
    const sent = await hold(page, form.call);
    await form.press(page);
    await sent.made;
    await search.release();
    await expect(page.getByText(form.missing)).toHaveCount(0);
    await sent.release();
    await says(page, form.stored);
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
