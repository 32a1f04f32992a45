/**
 * A network without answers, with failures, and after its return: what the person sees, and that no
 * typed text is lost (UI-32 to UI-35).
 */
import { startProxy } from '../support/proxy.ts';
import {
  answerNextWrite,
  announceParametres,
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  resetParametres,
  retry,
  TELEPHONE,
  test,
} from '../parcours/fixtures.ts';
import { book, button, card, dialog, openDesk } from '../parcours/modification.ts';
import {
  bookElsewhere,
  bookFor,
  choosePersonnes,
  goToJour,
  radio,
} from '../parcours/reservation.ts';
import { answered } from '../support/answered.ts';
import { jourOf } from '../support/jours.ts';
import { chunkUrl } from '../support/chunks.ts';

test.use({ reseauCoupe: true });

const RESERVATIONS = /\/api\/reservations(\/[\w-]+)?$/;

/** Never answers the request; the page gives up. */
const swallow = (): void => undefined;

test(
  'une modification sans réponse se laisse fermer au bout de 3 s, et son échec se dit ensuite',
  BUREAU,
  async ({ page, manege }) => {
    // UI-72
    const jour = jourOf(10, 49);
    await book(manege, { date_reservation: jour });
    await openDesk(page, manege, jour);
    await page.clock.install();
    await card(page, /^10:00/)
      .getByRole('button', { name: /^Modifier/ })
      .click();
    await dialog(page).getByLabel('Remarques').fill('Selle à vérifier');
    await answerNextWrite(page, RESERVATIONS, swallow);
    await button(page, 'Enregistrer').click();
    await expect(page.getByRole('button', { name: 'Enregistrement en cours…' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeVisible();
    await page.clock.fastForward(3_100);
    const question = page.getByRole('alertdialog', { name: 'Fermer sans attendre la réponse ?' });
    // The dialog may be drawn after the key, on a busy machine.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(question).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await question.getByRole('button', { name: 'Fermer', exact: true }).click();
    await expect(dialog(page)).toBeHidden();
    await page.clock.fastForward(15_000);
    await expect(
      page.getByText(
        'Erreur lors de la mise à jour de la réservation. Rouvrez-la pour vérifier ce qui est enregistré.',
      ),
    ).toBeVisible();
  },
);

test(
  'une modification enregistrée ne reste pas bloquée par une lecture sans réponse',
  BUREAU,
  async ({ page, manege }) => {
    // UI-32
    const jour = jourOf(10, 41);
    await book(manege, { date_reservation: jour });
    await openDesk(page, manege, jour);
    await card(page, /^10:00/)
      .getByRole('button', { name: /^Modifier/ })
      .click();
    await dialog(page).getByLabel('Remarques').fill('Selle à vérifier');
    await page.route(RESERVATIONS, (route) =>
      route.request().method() === 'GET' ? undefined : route.fallback(),
    );
    await page.route(/\/api\/reservations\?/, swallow);
    await button(page, 'Enregistrer').click();
    await expect(dialog(page)).toBeHidden({ timeout: 8_000 });
  },
);

test(
  "un écran dont le code n'arrive pas laisse le menu, se redemande, et revient avec le réseau",
  BUREAU,
  async ({ page, manege }) => {
    // UI-33
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/reservation');
    let failed = 0;
    await page.route(chunkUrl('app-statistiques'), (route) => {
      failed += 1;
      return route.abort('internetdisconnected');
    });
    // no pointer and no focus: only the screen itself loads its code
    await page.getByRole('link', { name: 'Statistiques' }).evaluate((link) => {
      (link as HTMLElement).click();
    });
    const sentence = page.getByText(
      "Cette page n'a pas pu être chargée. Vérifiez votre connexion.",
    );
    await expect(sentence).toBeVisible();
    // A second request could stay without an answer, and the sentence would wait for it.
    expect(failed).toBe(1);
    await expect(page.getByRole('link', { name: 'Prix' })).toBeVisible();
    await expectGoodAtBothWidths(page);
    const before = failed;
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect.poll(() => failed).toBeGreaterThan(before);
    await expect(sentence).toBeVisible();
    await page.unroute(chunkUrl('app-statistiques'));
    // An attempt that is still running ignores the event, so it is sent again.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(page.getByRole('heading', { level: 1, name: 'Statistiques' })).toBeVisible({
        timeout: 1_000,
      });
    }).toPass();
  },
);

test(
  "le calendrier qui n'arrive pas laisse la modification comme elle est",
  TELEPHONE,
  async ({ page, manege }) => {
    // UI-33
    const jour = jourOf(10, 42);
    await book(manege, { date_reservation: jour });
    await page.route(chunkUrl('Calendar'), (route) => route.abort('internetdisconnected'));
    await openDesk(page, manege, jour);
    await card(page, /^10:00/)
      .getByRole('button', { name: /^Modifier/ })
      .click();
    await dialog(page).getByLabel('Remarques').fill('Selle à vérifier');
    await dialog(page)
      .getByRole('button', { name: /^Date, / })
      .click();
    await expect(
      dialog(page).getByText(
        "Cette partie de la page n'a pas pu être chargée. Vérifiez votre connexion.",
      ),
    ).toBeVisible();
    await retry(dialog(page).getByRole('button', { name: 'Réessayer' }), () =>
      page.unroute(chunkUrl('Calendar')),
    );
    await expect(dialog(page).getByRole('grid')).toBeVisible();
    await expect(dialog(page).getByLabel('Remarques')).toHaveValue('Selle à vérifier');
  },
);

test(
  "un fichier manquant se dit une fois, et tout ce qu'il portait vient ensemble",
  BUREAU,
  async ({ page, manege }) => {
    // UI-33
    const [rider, jour] = [await manege.person(), jourOf(32, 2)];
    await manege.sql('update parametres set "slotAlerts" = true, "riderCancellation" = true');
    await announceParametres(manege);
    await manege.sql("insert into cavaliers (user_id, nom) values ($1, 'Tom')", [rider.id]);
    for (const heure_debut of ['10:00', '15:00'])
      expect(await bookFor(manege, rider, { date_reservation: jour, heure_debut })).toBe(201);
    expect(await bookElsewhere(manege, { date_reservation: jour, heure_debut: '12:00' })).toBe(201);
    await page.route(chunkUrl('riders'), (route) => route.abort('internetdisconnected'));
    await enter(page, manege, rider);
    await page.goto('/app/reservation');
    await goToJour(page, jour);
    await radio(page, /^Leçon collective/).check();
    await choosePersonnes(page, 1);
    await radio(page, /^Piste Intérieure/).check();
    // Parts below the names, below two lessons, below the week and below the grid need the file.
    // The failure is shown only once.
    await expect(
      page.getByText("Cette partie de la page n'a pas pu être chargée. Vérifiez votre connexion."),
    ).toHaveCount(1);
    await expectGoodAtBothWidths(page);
    await retry(page.getByRole('button', { name: 'Réessayer' }), () =>
      page.unroute(chunkUrl('riders')),
    );
    await expect(
      page.getByText("Cette partie de la page n'a pas pu être chargée. Vérifiez votre connexion."),
    ).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Annuler.* : leçon du/ })).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Prochain créneau libre' })).toBeVisible();
    await expect(page.getByLabel('Un créneau pris vous intéresse ?')).toBeVisible();
    await resetParametres(manege);
  },
);

for (const back of ['le réseau revient', 'le temps passe'] as const) {
  test(
    `les boutons des cavaliers qui ont manqué viennent quand ${back}`,
    BUREAU,
    async ({ page, manege }) => {
      // UI-33, RIDE-23
      const rider = await manege.person();
      await manege.sql("insert into cavaliers (user_id, nom) values ($1, 'Tom')", [rider.id]);
      let failed = 0;
      await page.route(chunkUrl('riders'), (route) => {
        failed += 1;
        return route.abort('internetdisconnected');
      });
      await enter(page, manege, rider);
      await page.clock.install();
      await page.goto('/app/reservation');
      await radio(page, /^Leçon collective/).check();
      await choosePersonnes(page, 1);
      await expect.poll(() => failed).toBeGreaterThan(0);
      await expect(page.getByLabel('Nom complet du participant 1')).toBeVisible();
      await page.unroute(chunkUrl('riders'));
      await expect(async () => {
        if (back === 'le temps passe') await page.clock.fastForward(20_000);
        else await page.evaluate(() => window.dispatchEvent(new Event('online')));
        await expect(
          page.getByRole('group', { name: 'Mes cavaliers' }).getByRole('button', { name: 'Tom' }),
        ).toBeVisible({ timeout: 8_000 }); // a clock that moves again in the meantime makes it late
      }).toPass({ timeout: 30_000 });
    },
  );
}

test(
  'un flux qui se tait sans se fermer se dit en moins de 45 s, et se rouvre quand le réseau revient',
  BUREAU,
  async ({ page, manege }) => {
    // UI-35, LIM-91
    const proxy = await startProxy(manege.server.url);
    try {
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.clock.install();
      const answer = (path: string) =>
        page.waitForResponse((response) => response.url().endsWith(path));
      const [opened, read, last] = [
        answer('/api/live'),
        answer('/api/prix'),
        page.waitForResponse(/\/offline-/),
      ];
      await page.goto(new URL('/app/prix', proxy.url).href);
      await expect(page.getByRole('heading', { level: 1, name: 'Prix' })).toBeVisible();
      await Promise.all([opened, read]);
      // the file that is loaded last arrives before the silence
      await page.clock.fastForward(2_000);
      await last;
      // After the page has received a message, its silence counts from then on.
      const heard = answer('/api/prix');
      await manege.sql(`select pg_notify('manege_changes', '{"changed":["prix"]}')`);
      await heard;
      proxy.mute = true;
      proxy.swallow();
      const band = page.getByText('Connexion perdue');
      await page.clock.fastForward(30_000);
      await expect(band).toBeHidden();
      await page.clock.fastForward(8_000);
      await page.clock.fastForward(5_500);
      await expect(band).toBeVisible();
      proxy.mute = false;
      await expect(async () => {
        await page.clock.fastForward(5_000);
        await expect(band).toBeHidden({ timeout: 500 });
      }).toPass();
    } finally {
      proxy.close();
    }
  },
);

test(
  'six fichiers et photos en retard sur des connexions mortes ne retiennent pas l’écran : le réseau revenu, il se relit seul',
  BUREAU,
  async ({ page, manege }) => {
    // UI-61
    const proxy = await startProxy(manege.server.url);
    try {
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.clock.install();
      await page.goto(new URL('/app/prix', proxy.url).href);
      await answered(page);
      await expect(page.getByRole('heading', { level: 1, name: 'Prix' })).toBeVisible();
      const held: string[] = [];
      proxy.fateOf = (request) => {
        if (!request.includes('/retard-')) return 'pass';
        held.push(request);
        return 'silent';
      };
      await page.evaluate(() => {
        for (let n = 1; n <= 6; n += 1)
          if (n % 2) void import(`/assets/retard-${n}.js`).catch(() => {});
          else new Image().src = `/assets/retard-${n}.png`;
      });
      await expect.poll(() => held.length).toBeGreaterThan(4); // the stream may hold one
      proxy.mute = true;
      proxy.swallow();
      const band = page.getByText('Connexion perdue');
      await page.clock.fastForward(40_000);
      await page.clock.fastForward(5_500);
      await expect(band).toBeVisible();
      proxy.mute = false;
      await expect(async () => {
        await page.clock.fastForward(5_000);
        await expect(band).toBeHidden({ timeout: 500 });
      }).toPass({ timeout: 40_000 });
      const read = page.waitForResponse((response) => response.url().endsWith('/api/prix'));
      await manege.sql(`select pg_notify('manege_changes', '{"changed":["prix"]}')`);
      await read;
    } finally {
      proxy.close();
    }
  },
);

test(
  'une page se recharge même si six fichiers en retard tiennent toutes les connexions',
  BUREAU,
  async ({ page, manege }) => {
    // UI-61
    const proxy = await startProxy(manege.server.url);
    try {
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.clock.install();
      await page.goto(new URL('/app/monprofil', proxy.url).href, { waitUntil: 'load' });
      await expect(page.getByRole('heading', { level: 1, name: 'Mon profil' })).toBeVisible();
      const held: string[] = [];
      proxy.fateOf = (request) => {
        if (!request.includes(' /assets/')) return 'pass';
        held.push(request);
        return 'silent';
      };
      await page.evaluate(() => {
        for (let n = 1; n <= 6; n += 1) void import(`/assets/retard-${n}.js`).catch(() => {});
      });
      await page.getByRole('link', { name: 'Prix', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Chargement de la page…' })).toBeVisible();
      await page.clock.fastForward(20_000);
      await expect(page.getByText("Cette page n'a pas pu être chargée.")).toBeVisible();
      expect(held.length).toBeGreaterThan(4); // the stream may hold one
      proxy.fateOf = () => 'pass';
      // Parts of the shell are late too, and say so above.
      await page.getByRole('button', { name: 'Recharger la page' }).last().click();
      await expect(page.getByRole('heading', { level: 1, name: 'Prix' })).toBeVisible();
    } finally {
      proxy.close();
    }
  },
);
