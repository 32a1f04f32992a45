/**
 * A captive portal: every address answers 200 text/html, which is no answer of this application.
 * Nothing is reported as stored if it is not, and typed text stays (UI-74). Then lost answers: the
 * page looks them up, and reports no result as long as it is unknown (UI-32, UI-75). The other
 * writes: ecritures.spec.ts.
 */
import type { Locator, Page } from '@playwright/test';
import { PASSWORD } from '../support/people.ts';
import {
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  type Manege,
  retry,
  TELEPHONE,
  test,
} from '../parcours/fixtures.ts';
import { book, button, card, dialog, openDesk } from '../parcours/modification.ts';
import { portal, UNSURE } from '../parcours/portail.ts';
import { confirmButton, fillForm, SUCCESS } from '../parcours/reservation.ts';
import {
  act,
  APPROVED,
  button as actionButton,
  DEMANDES,
  dialog as approval,
  newNom,
  openUtilisateurs,
  question,
  rowNamed,
  stored,
} from '../parcours/utilisateurs.ts';
import { jourOf } from '../support/jours.ts';

test.use({ reseauCoupe: true });

const LOST = 'Connexion perdue';

/**
 * Moves the clock until the next look-up (LIM-90) shows its result. In steps of a second, so that a
 * message that disappears by itself is seen before it does.
 */
async function lookUpShows(page: Page, result: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(1_000);
    await expect(result).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000, intervals: [0] });
}

/**
 * Carries out the next write and loses its answer. Other calls to these addresses get no answer
 * until the returned function is called.
 */
async function loseAnswers(page: Page, addresses: RegExp): Promise<() => Promise<void>> {
  const lose = async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
    if (route.request().method() !== 'GET') await route.fetch();
    await route.abort('internetdisconnected');
  };
  await page.route(addresses, lose);
  return () => page.unroute(addresses, lose);
}

const count = async (manege: Manege, sql: string, ...values: unknown[]): Promise<number> =>
  Number((await manege.sql(`select count(*)::int n from ${sql}`, values))[0]?.['n']);

test(
  'derrière un portail captif, une réservation ne se dit pas faite, garde ce qui est tapé, et part quand le réseau est rendu',
  TELEPHONE,
  async ({ page, manege }) => {
    await page.clock.install();
    await enter(page, manege, await manege.person());
    await page.goto('/app/reservation');
    const jour = jourOf(33, 2);
    await fillForm(page, jour);
    const end = await portal(page);
    await confirmButton(page).click();
    await expect(page.getByText(UNSURE)).toBeVisible();
    await expect(page.getByText(LOST)).toBeVisible();
    await expect(page.getByText(SUCCESS)).toBeHidden();
    await expect(page.getByLabel('Participant 1')).toHaveValue('Camille Lambert');
    await expectGoodAtBothWidths(page);
    expect(await count(manege, 'reservations where date_reservation = $1', jour)).toBe(0);
    await end();
    await lookUpShows(
      page,
      page.getByText('Une erreur est survenue lors de la réservation. Veuillez réessayer.'),
    );
    await confirmButton(page).click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect(await count(manege, 'reservations where date_reservation = $1', jour)).toBe(1);
  },
);

/** A write of the desk: the message after the end of the portal, and the data stored then. */
type Write = {
  press: (page: Page) => Promise<void>;
  failed: string;
  unchanged: () => Promise<void>;
  kept?: (page: Page) => Promise<void>;
  leave?: (page: Page) => Promise<void>;
};

async function tryBehindPortal(
  page: Page,
  { press, failed, unchanged, kept, leave }: Write,
): Promise<void> {
  const end = await portal(page);
  await press(page);
  await expect(page.getByText(UNSURE)).toBeVisible();
  await kept?.(page);
  await unchanged();
  await end();
  await lookUpShows(page, page.getByText(failed));
  await expect(page.getByText(LOST)).toBeHidden({ timeout: 30_000 });
  await kept?.(page);
  await leave?.(page);
}

test(
  'derrière un portail captif, modifier et supprimer ne se disent pas faits et gardent ce qui est tapé',
  BUREAU,
  async ({ page, manege }) => {
    await page.clock.install();
    const jour = jourOf(10, 211);
    await book(manege, { date_reservation: jour });
    await openDesk(page, manege, jour);
    await card(page, /^10:00/)
      .getByRole('button', { name: /^Modifier/ })
      .click();
    await dialog(page).getByLabel('Remarques').fill('Selle à vérifier');
    const unchanged = async () =>
      expect(
        await count(manege, 'reservations where date_reservation = $1 and remarques is null', jour),
      ).toBe(1);
    await tryBehindPortal(page, {
      press: () => button(page, 'Enregistrer').click(),
      failed: 'Erreur lors de la mise à jour de la réservation',
      unchanged,
      kept: () => expect(dialog(page).getByLabel('Remarques')).toHaveValue('Selle à vérifier'),
      leave: () => button(page, 'Annuler').click(),
    });
    await card(page, /^10:00/)
      .getByRole('button', { name: /^Supprimer/ })
      .click();
    await question(page)
      .getByLabel(/^Raison/)
      .fill('Piste inondée');
    await tryBehindPortal(page, {
      press: () => question(page).getByRole('button', { name: 'Supprimer' }).click(),
      failed: 'Erreur lors de la suppression de la réservation',
      unchanged,
      kept: () => expect(question(page).getByLabel(/^Raison/)).toHaveValue('Piste inondée'),
    });
  },
);

test(
  'derrière un portail captif, approuver, supprimer un compte et les prix ne se disent pas faits',
  BUREAU,
  async ({ page, manege }) => {
    await page.clock.install();
    const [waiting, active] = [newNom(), newNom()];
    const asking = await manege.person({ statut: 'en_attente', nom: waiting });
    const rider = await manege.person({ nom: active });
    await openUtilisateurs(page, manege);
    const unchanged = async () => {
      expect(await stored(manege, asking)).toEqual({ role: 'utilisateur', statut: 'en_attente' });
      expect(await stored(manege, rider)).toEqual({ role: 'utilisateur', statut: 'actif' });
    };
    await actionButton(rowNamed(page, DEMANDES, waiting), 'Approuver').click();
    await tryBehindPortal(page, {
      press: () =>
        approval(page)
          .getByRole('button', { name: /^Utilisateur/ })
          .click(),
      failed: "Erreur lors de l'approbation de l'utilisateur",
      unchanged,
    });
    await act(rowNamed(page, APPROVED, active), 'Supprimer');
    await tryBehindPortal(page, {
      press: () => question(page).getByRole('button', { name: 'Supprimer' }).click(),
      failed: 'Erreur lors de la suppression',
      unchanged,
    });

    await page.goto('/app/prix');
    const tarif = page.getByRole('spinbutton', { name: /^Tarif / }).first();
    const before = await manege.sql('select * from prix_valables order by type_lecon, du');
    await tarif.fill('31,5');
    await tryBehindPortal(page, {
      press: () => page.getByRole('button', { name: 'Sauvegarder les prix' }).click(),
      failed: "Les prix n'ont pas pu être sauvegardés. Veuillez réessayer.",
      unchanged: async () =>
        expect(await manege.sql('select * from prix_valables order by type_lecon, du')).toEqual(
          before,
        ),
      kept: () => expect(tarif).toHaveValue(/^31,50?$/),
    });
  },
);

test(
  'derrière un portail captif, ni inscription ni nouveau mot de passe ne se disent faits',
  TELEPHONE,
  async ({ page, manege }) => {
    await page.goto('/register');
    const fields: [string, string][] = [
      ['Prénom', 'Camille'],
      ['Nom', 'Lambert'],
      ['Email', 'portail@example.be'],
      ['Mot de passe', PASSWORD],
      ['Confirmer le mot de passe', PASSWORD],
    ];
    for (const [label, value] of fields) await page.getByLabel(label, { exact: true }).fill(value);
    const end = await portal(page);
    await page.getByRole('button', { name: 'Créer mon compte' }).click();
    await expect(
      page.getByText(/^Pas de réponse\s: nous ne savons pas si c'est fait\./),
    ).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('portail@example.be');
    expect(await count(manege, 'users where email = $1', 'portail@example.be')).toBe(0);
    await end();
    await page.getByRole('button', { name: 'Créer mon compte' }).click();
    await expect(
      page.getByText(/Un administrateur va valider votre compte|Confirmez votre adresse/),
    ).toBeVisible();
  },
);

test(
  "derrière un portail captif, un écran qui n'est pas encore chargé le dit, et vient quand le réseau est rendu",
  BUREAU,
  async ({ page, manege }) => {
    // UI-33
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/reservation');
    await expect(page.getByRole('radio', { name: /^Leçon collective/ })).toBeVisible();
    const end = await portal(page);
    await page.getByRole('link', { name: 'Statistiques' }).click();
    await expect(
      page.getByText("Cette page n'a pas pu être chargée. Vérifiez votre connexion."),
    ).toBeVisible();
    await retry(page.getByRole('button', { name: 'Réessayer' }), () => end());
    await expect(page.getByRole('heading', { level: 1, name: 'Statistiques' })).toBeVisible();
  },
);

test(
  "tant que personne ne sait, la phrase ne l'affirme pas ; la lecture suivante ferme avec le succès",
  BUREAU,
  async ({ page, manege }) => {
    // UI-75
    const jour = jourOf(10, 212);
    await book(manege, { date_reservation: jour });
    await openDesk(page, manege, jour);
    await card(page, /^10:00/)
      .getByRole('button', { name: /^Supprimer/ })
      .click();
    let end = await loseAnswers(page, /\/api\/reservations/);
    await question(page).getByRole('button', { name: 'Supprimer' }).click();
    await expect(question(page).getByText(UNSURE)).toBeVisible();
    await expect(page.getByText('Erreur lors de la suppression')).toBeHidden();
    await expectGoodAtBothWidths(page);
    await end();
    // In real time, because the success message disappears by itself.
    await expect(question(page)).toBeHidden({ timeout: 30_000 });
    await expect(page.getByText('Réservation supprimée', { exact: true })).toBeVisible();

    // The result is reported even if the screen is left before it is known.
    const next = jourOf(10, 213);
    await book(manege, { date_reservation: next });
    await page.goto(`/app/webmaster?jour=${next}`);
    await card(page, /^10:00/)
      .getByRole('button', { name: /^Supprimer/ })
      .click();
    end = await loseAnswers(page, /\/api\/reservations/);
    await question(page).getByRole('button', { name: 'Supprimer' }).click();
    await expect(question(page).getByText(UNSURE)).toBeVisible();
    await question(page).getByRole('button', { name: 'Fermer', exact: true }).click();
    await expect(question(page)).toBeHidden();
    await end();
    await expect(page.getByText('Réservation supprimée', { exact: true })).toBeVisible({
      timeout: 30_000,
    });
  },
);
