/**
 * A network without answers, or a browser without storage: what the person sees, and that no typed
 * text is lost (UI-32). Other tests of bad networks: tests/reseau.
 */
import type { BrowserContext, Page, Route } from '@playwright/test';
import {
  answerNextWrite,
  BUREAU,
  enter,
  expect,
  type Manege,
  signIn,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { book, button, card, dayView, dialog, openDesk } from '../modification.ts';
import { confirmButton, fillForm, SUCCESS } from '../reservation.ts';
import { jourOf } from '../../support/jours.ts';

test.use({ reseauCoupe: true });

const RESERVATIONS = /\/api\/reservations(\/[\w-]+)?$/;

/** Never answers the request; the page gives up. */
const swallow = (): void => undefined;

/** Sends the request to the server, and loses the answer. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('internetdisconnected');
}

test(
  'un cavalier dont le réseau ne répond pas garde ce qui est tapé ; sans cookies, il est prévenu à la connexion',
  TELEPHONE,
  async ({ page, manege, context }) => {
    // LIM-90, UI-32, UI-62
    await test.step('une réservation restée sans réponse le dit au bout de 15 s, garde ce qui est tapé, et part à la seconde fois', () =>
      bookUnanswered(page, manege));
    await test.step('un navigateur qui ne garde pas les cookies est prévenu à la connexion', () =>
      warnOfCookies(page, manege, context));
  },
);

async function bookUnanswered(page: Page, manege: Manege): Promise<void> {
  await enter(page, manege, await manege.person());
  await page.clock.install();
  await page.goto('/app/reservation');
  await fillForm(page, jourOf(31, 2));
  await answerNextWrite(page, RESERVATIONS, swallow);
  await confirmButton(page).click();
  await expect(page.getByRole('button', { name: 'Réservation en cours…' })).toBeVisible();
  await page.clock.fastForward(14_000);
  await expect(page.getByRole('button', { name: 'Réservation en cours…' })).toBeVisible();
  await page.clock.fastForward(1_500);
  await expect(page.getByText('Une erreur est survenue lors de la réservation')).toBeVisible();
  await expect(page.getByLabel('Participant 1')).toHaveValue('Camille Lambert');
  await confirmButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
}

test(
  'une modification et une suppression dont la réponse se perd sont montrées comme enregistrées ; sans stockage, on réserve aussi',
  BUREAU,
  async ({ page, manege }) => {
    // UI-32, UI-62
    await test.step('une modification et une suppression dont la réponse se perd sont montrées comme enregistrées', () =>
      loseAnswers(page, manege));
    await test.step('sans stockage dans le navigateur, on se connecte, on réserve et on se déconnecte', () =>
      bookWithoutStorage(page, manege));
  },
);

async function loseAnswers(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 40);
  await book(manege, { date_reservation: jour });
  await openDesk(page, manege, jour);
  await card(page, /^10:00/)
    .getByRole('button', { name: /^Modifier/ })
    .click();
  await dialog(page).getByLabel('Remarques').fill('Selle à vérifier');
  await answerNextWrite(page, RESERVATIONS, loseAnswer);
  await button(page, 'Enregistrer').click();
  await expect(dialog(page)).toBeHidden();
  await expect(dayView(page).getByText('Selle à vérifier')).toBeVisible();

  await card(page, /^10:00/)
    .getByRole('button', { name: /^Supprimer/ })
    .click();
  await answerNextWrite(page, RESERVATIONS, loseAnswer);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByText('Réservation supprimée', { exact: true })).toBeVisible();
  const [row] = await manege.sql(
    'select count(*)::int n from reservations where date_reservation = $1',
    [jour],
  );
  expect(row).toEqual({ n: 0 });
}

/** The other pages on which a sign-in may begin or end. */
const LINKED = [
  'register',
  'forgot-password',
  'reset-password',
  'confirm-email',
  'deblocage',
  'installation',
].map((name) => `/${name}`);
const COOKIES = 'Votre navigateur ne garde pas les cookies de ce site';

async function warnOfCookies(page: Page, manege: Manege, context: BrowserContext): Promise<void> {
  await context.clearCookies();
  await signIn(page, await manege.person());
  await expect(page.getByRole('heading', { name: /^Bonjour/ })).toBeVisible();
  await context.clearCookies();
  await page.getByRole('link', { name: 'Accéder à mon espace' }).click();
  await expect(page.getByText(COOKIES)).toBeVisible();
  await expect(page.getByLabel('Email')).toBeVisible();
  // UI-62: the landing page, which opens by itself, says it too.
  await page.route('**/api/auth/sign-in/email', async (route) => {
    const response = await route.fetch();
    await context.clearCookies();
    const { 'set-cookie': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto('/'); // it forgets the address that the sign-in would lead back to
  await signIn(page, await manege.person());
  await expect(page.getByText(COOKIES)).toBeVisible();
  await expect(page).toHaveURL('/');

  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }),
  );
  for (const path of ['/', '/login', ...LINKED]) {
    await page.goto(path);
    await expect(page.getByText(COOKIES), path).toBeVisible();
  }
}

async function bookWithoutStorage(page: Page, manege: Manege): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('no storage', 'SecurityError');
        },
      });
  });
  await page.context().clearCookies();
  await signIn(page, await manege.person({ role: 'admin' }));
  await page.getByRole('link', { name: 'Accéder à mon espace' }).click();
  await page.goto('/app/reservation');
  await fillForm(page, jourOf(31, 3));
  await confirmButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await page.goto('/app/webmaster');
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect(page.getByRole('link', { name: "Se connecter / S'inscrire" })).toBeVisible();
}
