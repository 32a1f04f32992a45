/**
 * Forms whose answer is late (UI-17, UI-40): during the save, nothing leaves the form and nothing is
 * asked, and a later failure is shown in the form. These need the server or another page; all other
 * forms: tests/composants. The edit dialog, 'Changer ma leçon', 'Rejoindre cette leçon' and the fast
 * entry may be closed after 3 s (UI-72, pannes.spec.ts, lecons_ouvertes.spec.ts; DESK-74,
 * saisie.spec.ts); passkeys need a device (cles_acces.spec.ts); the answer about a forgotten password
 * is always the same (ACC-30); Back leaves the other forms of pages with their draft (UI-21).
 */
import type { Locator, Page, Route } from '@playwright/test';
import { PASSWORD } from '../support/people.ts';
import { BUREAU, enter, expect, type Manege, tab, test } from '../parcours/fixtures.ts';
import { book, openDesk } from '../parcours/modification.ts';
import { bookFor } from '../parcours/reservation.ts';
import { jourOf } from '../support/jours.ts';

// Browsers write a 5xx into the console.
test.use({ reseauCoupe: true });

type Form = {
  /** Opens the form and fills it in. */
  open: (page: Page, manege: Manege) => Promise<Locator>;
  /** The button that sends. */
  send: string | RegExp;
  /** The button that gives up. Null if the form has none. */
  cancel: string | null;
  call: RegExp;
  /** The message of the failure, in the form or on its page. */
  failed: string;
  /**
   * If a question is left with Back, it asks nothing, because it contains no typed text (UI-40).
   */
  question?: true;
};

const dialogOf = (page: Page) => page.getByRole('dialog');

const FORMS: Record<string, Form> = {
  'une leçon réservée à nouveau': {
    async open(page, manege) {
      const person = await manege.person();
      await bookFor(manege, person, { date_reservation: jourOf(10, 300), heure_debut: '19:00' });
      await enter(page, manege, person);
      await page.goto('/');
      await page.getByRole('link', { name: /^Encore la semaine prochaine/ }).click();
      return page.getByRole('alertdialog');
    },
    send: 'Confirmer la réservation',
    cancel: 'Annuler',
    call: /\/api\/reservations$/,
    failed: "Votre réservation n'a pas pu être enregistrée.",
    question: true,
  },
  "la preuve que c'est bien soi": {
    async open(page, manege) {
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.goto('/app/prix');
      await page.getByRole('link', { name: 'Paramètres' }).click();
      await tab(page, 'Emails').click();
      await page.getByLabel("Email de l'administrateur").fill('centre@essai.example');
      await page.getByRole('button', { name: 'Sauvegarder les paramètres' }).click();
      await dialogOf(page).getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
      return dialogOf(page);
    },
    send: 'Confirmer',
    cancel: 'Annuler',
    call: /\/api\/profil\/confirmation$/,
    failed: "La vérification n'a pas abouti",
  },
  'une connexion': {
    async open(page, manege) {
      const { email } = await manege.person();
      await page.goto('/login');
      const form = page.getByRole('form', { name: 'Se connecter' });
      await form.getByLabel('Email').fill(email);
      await form.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
      return form;
    },
    send: /^Se connecter$/,
    cancel: null,
    call: /\/api\/auth\/sign-in\/email$/,
    failed: 'Une erreur inattendue est survenue.',
  },
  'un nouveau compte': {
    async open(page) {
      await page.goto('/login');
      await page.getByRole('link', { name: 'Créer un compte' }).click();
      const form = page.getByRole('form', { name: 'Créer un compte' });
      await form.getByLabel('Prénom').fill('Zélie');
      await form.getByLabel('Nom', { exact: true }).fill('Attente');
      await form.getByLabel('Email').fill('attente@essai.example');
      await form.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
      await form.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
      return form;
    },
    send: 'Créer mon compte',
    cancel: null,
    call: /\/api\/auth\/sign-up\/email$/,
    failed: "Une erreur est survenue lors de l'inscription",
  },
  "l'annulation d'une leçon": {
    async open(page, manege) {
      const jour = jourOf(10, 453);
      await book(manege, { date_reservation: jour });
      await openDesk(page, manege, jour);
      await page.getByRole('grid').getByRole('button', { name: /Zoé W/ }).first().click();
      await page.getByRole('button', { name: 'Annuler la leçon' }).click();
      return page.getByRole('alertdialog');
    },
    send: 'Annuler la leçon',
    cancel: 'Garder la leçon',
    call: /\/api\/reservations\/[\w-]+$/,
    failed: "Erreur lors de l'annulation de la leçon",
    question: true,
  },
};

for (const [name, { open, send, cancel, call, failed, question }] of Object.entries(FORMS)) {
  test(
    `${name} : tant que la réponse se fait attendre rien ne ferme, et l'échec se dit`,
    BUREAU,
    async ({ page, manege }) => {
      const form = await open(page, manege);
      const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
      let sent = 0;
      await page.route(call, async (route: Route) => {
        if (route.request().method() === 'GET') return route.fallback();
        sent += 1;
        await gate;
        return route.fulfill({
          status: 500,
          json: {
            code: 'panne',
            status: 500,
            message: 'Une erreur inattendue est survenue. Veuillez réessayer.',
          },
        });
      });
      const address = page.url();
      await form.getByRole('button', { name: send }).click();
      await expect.poll(() => sent).toBe(1);
      await expect(form.locator('[aria-busy=true]')).toBeVisible();
      const modal = await form.evaluate((element) => element.matches('dialog'));
      await page.keyboard.press('Escape');
      if (modal) await page.mouse.click(3, 3);
      const cross = form.getByRole('button', { name: 'Fermer', exact: true });
      if ((await cross.count()) > 0) await cross.click({ force: true });
      if (cancel) await expect(form.getByRole('button', { name: cancel })).toBeDisabled();
      if (!question && modal) await page.evaluate(() => history.back());
      await expect(form).toBeVisible();
      await expect(page.getByText('Quitter sans enregistrer ?')).toHaveCount(0);
      expect(page.url()).toBe(address);
      answer();
      await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible();
      expect(sent).toBe(1);
    },
  );
}
