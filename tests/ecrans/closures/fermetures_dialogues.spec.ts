/**
 * The dialogs of closures: what they keep, what they wait for, and their messages (FERM-04 to
 * FERM-06).
 */
import type { Page } from '@playwright/test';
import { addDays, formatJour, momentAt } from '../../../src/domain/core/calendrier.ts';
import {
  BUREAU,
  enter,
  expect,
  type Manege,
  REFUSED,
  retry,
  serveAt,
  test,
} from '../../parcours/fixtures.ts';
import { closeArena, store } from '../../parcours/planning.ts';
import { mondayIn, today } from '../../support/jours.ts';

const lundi = mondayIn(44);
const jour = addDays(lundi, 2);
const WHOLE = { debut: '06:00', fin: '23:00' };

test.afterEach(async ({ manege }) => {
  await manege.sql('delete from fermetures');
  await manege.sql('delete from reservations where date_reservation between $1 and $2', [
    addDays(jour, -3),
    addDays(jour, 10),
  ]);
});

const week = (page: Page) => page.getByRole('region', { name: 'Planning de la semaine' });
const form = (page: Page) => page.getByRole('dialog', { name: 'Fermer des pistes' });
const raison = (page: Page) => page.getByRole('dialog').getByLabel('Raison', { exact: true });
const box = (page: Page, name: string) => form(page).getByRole('checkbox', { name });
const cross = (page: Page) => form(page).getByRole('button', { name: 'Fermer', exact: true });

async function desk(page: Page, manege: Manege, address = `semaine=${jour}`): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.goto(`/app/webmaster?${address}`);
}
async function openForm(page: Page): Promise<void> {
  await week(page).getByRole('button', { name: 'Fermer', exact: true }).click();
  await expect(form(page)).toBeVisible();
}

/** Closes the outdoor arena from 9 to 12, and cancels one of its lessons. */
async function closedWithLecon(page: Page, manege: Manege): Promise<string> {
  const id = await store(manege, { jour, piste: 'exterieure', noms: ['Max Annule'] });
  const answer = await page.request.post(`${manege.server.url}/api/fermetures`, {
    headers: { origin: manege.server.url },
    data: {
      pistes: ['exterieure'],
      du: jour,
      au: jour,
      heure_debut: '09:00',
      heure_fin: '12:00',
      motif: 'Gel',
      publique: true,
      lecons: [{ id, version: 0, sort: 'annuler' }],
    },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

test(
  '« Rouvrir » attend que ses leçons soient lues, sans prendre le focus ni retenir personne',
  BUREAU,
  async ({ page, manege }) => {
    // FERM-06, UI-07, UI-18
    await desk(page, manege, `jour=${jour}`);
    await closedWithLecon(page, manege);
    const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
    let readings = 0;
    await page.route('**/annulees', async (route) => {
      readings += 1;
      if (readings === 1) await gate;
      await route.fulfill(REFUSED).catch(() => undefined);
    });
    const open = page
      .getByRole('list', { name: 'Fermetures du jour' })
      .getByRole('button', { name: /^Rouvrir/ });
    const question = page.getByRole('alertdialog', { name: 'Rouvrir ces heures ?' });
    const confirm = question.getByRole('button', { name: 'Rouvrir' });
    await open.click();
    await expect(question.getByRole('button', { name: 'Annuler' })).toBeFocused();
    await expect(confirm).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(open).toBeFocused();
    answer();
    await open.click();
    await expect(
      question.getByText("Les leçons concernées n'ont pas pu être chargées."),
    ).toBeVisible();
    await expect(confirm).toBeDisabled();
    await retry(question.getByRole('button', { name: 'Réessayer' }), () =>
      page.unroute('**/annulees'),
    );
    await expect(question.getByRole('checkbox', { name: /Max Annule/ })).toBeChecked();
    await confirm.click();
    await expect(page.getByText('Les heures sont rouvertes.')).toBeVisible();
    expect(
      await manege.sql('select statut from reservations where date_reservation = $1', [jour]),
    ).toEqual([{ statut: 'confirmee' }]);
  },
);

test(
  "le dialogue de fermeture prend le jour que l'on regarde et le nom d'un férié ; ce qui est fermé n'est plus à fermer, ce qui est tapé reste",
  BUREAU,
  async ({ page, manege }) => {
    await test.step("ce qui est fermé n'est plus à fermer ; ce qui n'a pas été touché prend le jour que l'on regarde", async () => {
      // FERM-05, UI-21
      await desk(page, manege);
      await openForm(page);
      const du = () => form(page).getByRole('button', { name: /^Du, / });
      const first = await du().textContent();
      await form(page).getByRole('button', { name: 'Annuler' }).click();
      await week(page).getByRole('button', { name: 'Semaine suivante' }).click();
      await openForm(page);
      await expect(du()).not.toHaveText(first ?? '');
      await expect(du()).toHaveText(formatJour(addDays(jour, 7), 'court'));
      await box(page, 'Piste Extérieure').check();
      await form(page).getByRole('button', { name: 'Gel' }).click();
      await form(page).getByRole('button', { name: 'Fermer la piste' }).click();
      await expect(page.getByText('La piste est fermée.', { exact: true })).toBeVisible();
      await openForm(page);
      await expect(raison(page)).toHaveValue('');
      await expect(box(page, 'Piste Extérieure')).not.toBeChecked();
    });
    await test.step('un jour férié donne son nom, le suivant le sien, et ce qui manquait n’est plus reproché', async () => {
      // FERM-01
      await page.goto(`/app/webmaster?semaine=${jour}`);
      await openForm(page);
      await form(page).getByRole('button', { name: 'Fermer les pistes' }).click();
      const missing = form(page).getByText('Veuillez donner une raison.');
      await expect(missing).toBeVisible();
      const feries = form(page).getByRole('group', { name: 'Jours fériés' }).getByRole('button');
      const nameOf = async (n: number) =>
        ((await feries.nth(n).textContent()) ?? '').split(', ')[0]!;
      await feries.nth(0).click();
      await expect(missing).toBeHidden();
      await expect(raison(page)).toHaveValue(await nameOf(0));
      await feries.nth(1).click();
      await expect(raison(page)).toHaveValue(await nameOf(1));
      await raison(page).fill('Concours');
      await feries.nth(2).click();
      await expect(raison(page)).toHaveValue('Concours');
    });
    await test.step('ce qui est tapé reste quand on s’en va, et rien ne dit que c’est perdu', async () => {
      // UI-40, UI-21
      await manege.sql('delete from fermetures');
      await page.goto(`/app/webmaster?semaine=${jour}`);
      await openForm(page);
      await raison(page).fill('Inondation');
      await page.keyboard.press('Escape');
      await expect(form(page)).toBeHidden();
      await openForm(page);
      await expect(raison(page)).toHaveValue('Inondation');
      await cross(page).click();
      await expect(form(page)).toBeHidden();
      await closeArena(manege, { jour, piste: 'exterieure', motif: 'Gel', ...WHOLE });
      const day = await dayView(page);
      await day.getByRole('button', { name: /^Modifier la fermeture : Gel/ }).click();
      await raison(page).fill('Grand gel');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await day.getByRole('button', { name: /^Modifier la fermeture : Gel/ }).click();
      await expect(raison(page)).toHaveValue('Grand gel');
    });
  },
);

async function dayView(page: Page) {
  await page.goto(`/app/webmaster?jour=${jour}`);
  return page.getByRole('list', { name: 'Fermetures du jour' });
}

test(
  "les boutons d'une fermeture la nomment ; la raison qu'un collègue vient d'écrire se lit, et n'est pas défaite",
  BUREAU,
  async ({ page, manege }) => {
    await test.step('la raison qu’un collègue vient d’écrire se lit, et n’est pas défaite', async () => {
      // FERM-04, UI-21
      await desk(page, manege);
      await closeArena(manege, { jour, piste: 'exterieure', motif: 'Gel', ...WHOLE });
      const day = await dayView(page);
      const rename = (motif: string) =>
        manege.sql(
          `with changed as (update fermetures set motif = $1) select pg_notify('manege_changes', '{"changed":["fermetures"]}')`,
          [motif],
        );
      const publique = page.getByRole('switch', { name: 'Montrer la raison aux cavaliers' });
      await day.getByRole('button', { name: /^Modifier/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
      await rename('Travaux');
      await day.getByRole('button', { name: /^Modifier la fermeture : Travaux/ }).click();
      await expect(raison(page)).toHaveValue('Travaux');
      await publique.click();
      await page.keyboard.press('Escape');
      await rename('Grands travaux');
      await day.getByRole('button', { name: /^Modifier la fermeture : Grands travaux/ }).click();
      await expect(publique).not.toBeChecked();
      await expect(raison(page)).toHaveValue('Grands travaux');
      // Somebody else changes the reason during the save: only the switch is sent, so the reason
      // stays.
      await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
      await expect(page.getByText('La fermeture a été modifiée.')).toBeVisible();
      expect(await manege.sql('select motif, publique from fermetures')).toEqual([
        { motif: 'Grands travaux', publique: false },
      ]);
    });
    await test.step('les boutons d’une fermeture la nomment', async () => {
      // FERM-04
      await manege.sql('delete from fermetures');
      await page.goto(`/app/webmaster?semaine=${jour}`);
      await closeArena(manege, { jour, piste: 'exterieure', motif: 'Gel', ...WHOLE });
      await openForm(page);
      await expect(form(page).getByRole('button', { name: 'Fermer', exact: true })).toHaveCount(1);
      await box(page, 'Piste Intérieure').check();
      await box(page, 'Piste Extérieure').check();
      await expect(form(page).getByRole('button', { name: 'Fermer les pistes' })).toBeVisible();
      await box(page, 'Piste Intérieure').uncheck();
      await expect(form(page).getByRole('button', { name: 'Fermer la piste' })).toBeVisible();
      const which = `la fermeture\u202f: Gel, le ${formatJour(jour, 'long')}, toute la journée`;
      const day = await dayView(page);
      for (const name of ['Modifier', 'Rouvrir'])
        await expect(
          day.getByRole('button', { name: new RegExp(`^${name}`) }),
        ).toHaveAccessibleName(`${name} ${which}`);
    });
  },
);

test('le planning n’est dessiné qu’avec ses fermetures', BUREAU, async ({ page, manege }) => {
  // UI-18, BOOK-19
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await closeArena(manege, { jour, piste: 'exterieure', motif: 'Gel', ...WHOLE });
  const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
  const asked = (url: URL) => url.pathname === '/api/fermetures';
  await page.route(asked, async (route) => {
    await gate;
    await route.fulfill(REFUSED).catch(() => undefined);
  });
  const read = page.waitForResponse((response) => response.url().includes('/api/planning'));
  await page.goto(`/app/webmaster?semaine=${jour}`);
  await read;
  await expect(week(page).getByRole('button', { name: 'Fermer', exact: true })).toBeVisible();
  await expect(week(page)).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('grid')).toHaveCount(0);
  answer();
  const sentence = week(page).getByText("Les fermetures n'ont pas pu être chargées.");
  await expect(sentence).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(week(page)).toHaveAttribute('aria-busy', 'false');
  await retry(week(page).getByRole('button', { name: 'Réessayer' }), () => page.unroute(asked));
  await expect(
    week(page)
      .getByRole('button', { name: /Fermé ?Gel/ })
      .first(),
  ).toBeVisible();
  await expect(sentence).toBeHidden();
});

test(
  "une leçon qui arrive pendant que l'on décide se signale une fois ; une piste désactivée entre-temps n'empêche pas de fermer l'autre",
  BUREAU,
  async ({ page, manege }) => {
    await test.step('une leçon qui arrive pendant que l’on décide se signale, une fois', async () => {
      // FERM-05, UI-42
      const lesson = { jour, piste: 'exterieure' };
      await store(manege, lesson);
      await desk(page, manege);
      await openForm(page);
      // The region exists before its text.
      const region = form(page).locator('form > div > [aria-live=polite]');
      await expect(region).toHaveCount(1);
      await region.evaluate((element) => element.setAttribute('data-first', ''));
      await box(page, 'Piste Extérieure').check();
      await expect(region).toHaveText('1 leçon annulée.');
      await expect(form(page).getByText('Nouvelle', { exact: true })).toHaveCount(0);
      await store(manege, { ...lesson, heure: '14:00', fin: '15:00', noms: ['Tard Venu'] });
      const added = form(page).getByRole('listitem').filter({ hasText: 'Tard Venu' });
      await expect(added.getByText('Nouvelle', { exact: true })).toBeVisible();
      await expect(region).toHaveText(
        /La liste a changé\u202f: 1 nouvelle leçon\.\s*2 leçons annulées\./,
      );
      await expect(region).toHaveAttribute('data-first', '');
      await added.getByRole('combobox', { name: /^Nouvelle, .*14h00/ }).selectOption('Garder');
      await expect(added.getByText('Nouvelle', { exact: true })).toHaveCount(0);
      await expect(region).toHaveText('1 leçon annulée, 1 leçon gardée.');
    });
    await test.step('une piste désactivée entre-temps n’empêche pas de fermer l’autre', async () => {
      // FERM-02, SET-44
      await manege.sql('delete from reservations where date_reservation = $1', [jour]);
      await page.goto(`/app/webmaster?semaine=${jour}`);
      const activate = (on: boolean) =>
        manege.sql(
          `with changed as (update ressources set actif = $1 where id = 'exterieure') select pg_notify('manege_changes', '{"changed":["pistes"]}')`,
          [on],
        );
      try {
        await openForm(page);
        await box(page, 'Piste Extérieure').check();
        await box(page, 'Piste Intérieure').check();
        await form(page).getByRole('button', { name: 'Gel' }).click();
        await activate(false);
        await expect(form(page).getByRole('checkbox', { name: /^Piste / })).toHaveCount(1);
        await form(page).getByRole('button', { name: 'Fermer la piste' }).click();
        await expect(page.getByText('La piste est fermée.', { exact: true })).toBeVisible();
        expect(await manege.sql('select pistes from fermetures')).toEqual([
          { pistes: ['interieure'] },
        ]);
      } finally {
        await activate(true);
      }
    });
  },
);

test(
  'aucun email n’est promis pour une leçon déplacée quand seules les annulations en envoient',
  BUREAU,
  async ({ page, manege }) => {
    // UI-73
    const [one, other] = [await manege.person(), await manege.person()];
    const lesson = { jour, piste: 'exterieure' };
    await store(manege, { ...lesson, compte: one.id });
    await store(manege, { ...lesson, heure: '14:00', fin: '15:00', compte: other.id });
    let envois = {};
    await page.route('**/api/centre', async (route) => {
      const response = await route.fetch();
      const centre = (await response.json()) as { envois: object };
      await route.fulfill({
        response,
        json: { ...centre, envois: { ...centre.envois, ...envois } },
      });
    });
    await enter(page, manege, await manege.person({ role: 'admin' }));
    for (const [sent, said] of [
      [{ annulation: true, modification: false }, '1 compte prévenu par email.'],
      [{ annulation: false, modification: true }, '1 compte prévenu par email.'],
      [{ annulation: true, modification: true }, '2 comptes prévenus par email.'],
      [{ annulation: false, modification: false }, null],
    ] as const) {
      envois = sent;
      await page.goto(`/app/webmaster?semaine=${jour}`);
      await openForm(page);
      await box(page, 'Piste Extérieure').check();
      await form(page)
        .getByRole('combobox', { name: /14h00/ })
        .selectOption({ label: 'Déplacer\u202f: Piste Intérieure' });
      const outcome = form(page).getByText(/^1 leçon annulée, 1 leçon déplacée/);
      await expect(outcome).toHaveText(
        `1 leçon annulée, 1 leçon déplacée${said === null ? '.' : `\u202f; ${said}`}`,
      );
    }
  },
);

test(
  'à 23 heures passées, la journée qui est finie le dit à son jour',
  BUREAU,
  async ({ page, manege }) => {
    // FERM-02
    const { jour: now } = momentAt(new Date());
    // 23:15 is 22:15 UTC in winter, and 21:15 UTC in summer.
    const late = [21, 22]
      .map((hour) => `${now}T${hour}:15:00.000Z`)
      .find((instant) => momentAt(new Date(instant)).heure === '23:15');
    await serveAt(page, late!);
    await desk(page, manege, `semaine=${today()}`);
    await openForm(page);
    await box(page, 'Piste Extérieure').check();
    await form(page).getByRole('button', { name: 'Gel' }).click();
    await form(page).getByRole('button', { name: 'Fermer la piste' }).click();
    await expect(form(page).getByText('Ces heures sont déjà passées.')).toBeVisible();
    await expect(form(page).getByRole('button', { name: /^Au, / })).toBeFocused();
    await form(page).getByRole('switch', { name: 'Toute la journée' }).click();
    await expect(form(page).getByText('Ces heures sont déjà passées.')).toBeHidden();
  },
);
