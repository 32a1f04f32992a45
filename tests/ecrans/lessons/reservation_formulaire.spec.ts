/**
 * The booking form keeps the typed text: after its own changes, a reload, a visit of another page,
 * and a lost answer.
 */
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { adminQuery, cutConnections } from '../../support/postgres.ts';
import {
  answerNextWrite,
  BUREAU,
  expect,
  signIn,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';
import {
  bookElsewhere,
  choosePersonnes,
  confirmButton,
  fillForm,
  goToJour,
  TAKEN,
  radio,
  spokenBy,
  SUCCESS,
} from '../../parcours/reservation.ts';
import { jourOf } from '../../support/jours.ts';

test(
  'une réservation dont la réponse se perd est dite faite, une seule fois',
  TELEPHONE,
  async ({ page, manege }) => {
    // BOOK-29
    const jour = jourOf(5, 2);
    const camille = await manege.person();
    await signIn(page, camille, '/app/reservation');
    await fillForm(page, jour);
    await answerNextWrite(page, '**/api/reservations', async (route) => {
      await route.fetch();
      await route.abort('aborted');
    });
    await confirmButton(page).click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await expect(page.getByText(TAKEN)).toHaveCount(0);
    await expect(page.getByLabel('Participant 1')).toHaveCount(0);
    await expect(
      page.getByRole('group', { name: /^Nouvelle réservation\s: .*, 10h00 – 11h00/ }),
    ).toBeFocused();
    expect(
      await manege.sql('select heure_debut::text from reservations where user_id = $1', [
        camille.id,
      ]),
    ).toEqual([{ heure_debut: '10:00:00' }]);
  },
);

test(
  "changer le nombre de personnes garde les noms déjà écrits, et ce qui manque se dit une fois après l'autre",
  BUREAU,
  async ({ page, manege }) => {
    // BOOK-11, BOOK-13, UI-42
    await signIn(page, await manege.person(), '/app/reservation');
    const missing = page.locator('#manque');
    await expect(missing).toHaveText('Veuillez sélectionner un type de leçon');
    await expect(missing).toHaveAttribute('aria-live', 'polite');
    expect(await spokenBy(missing)).toBe(1);
    // A screen reader reads each change of the region, which must stay the same element.
    const said: string[] = [];
    await page.exposeFunction('hear', (words: string) => said.push(words));
    await missing.evaluate((region) =>
      new MutationObserver(() =>
        (window as unknown as { hear: (words: string) => void }).hear(region.textContent),
      ).observe(region, { childList: true, characterData: true, subtree: true }),
    );
    await expect(page.getByText('Aucune leçon à venir')).toBeVisible();
    await radio(page, /^Leçon collective/).check();
    await expect(page.getByLabel('Participant 1')).toHaveValue('Camille Lambert');
    await choosePersonnes(page, 3);
    await page.getByRole('button', { name: /^Moi/ }).click();
    await page.getByLabel('Participant 2').pressSequentially('Élise Maes');
    await choosePersonnes(page, 2);
    await expect(page.getByLabel('Participant 1')).toHaveValue('Camille Lambert');
    await expect(page.getByLabel('Participant 2')).toHaveValue('Élise Maes');
    await expect(page.getByLabel('Participant 3')).toHaveCount(0);
    await radio(page, /^Piste Intérieure/).check();
    await expect
      .poll(() => said)
      .toEqual([
        // One person, the own name and any arena are preset (BOOK-38).
        'Veuillez sélectionner un créneau horaire',
        'Veuillez remplir tous les noms des participants',
        'Veuillez sélectionner un créneau horaire',
      ]);
    await radio(page, /^Leçon particulière/).check();
    await expect(page.getByLabel('Participant 1')).toHaveValue('Camille Lambert');
    await expect(page.getByLabel('Participant 2')).toHaveCount(0);
  },
);

test(
  'changer de semaine garde le jour de la semaine ; un formulaire à moitié rempli survit à un rechargement et à un détour, et finit avec la déconnexion',
  TELEPHONE,
  async ({ page, manege }) => {
    const camille = await manege.person();
    await signIn(page, camille, '/app/reservation');
    await test.step("changer de semaine garde le jour de la semaine : on réserve ce que l'on voit", async () => {
      const jour = jourOf(1, 4);
      await goToJour(page, jour);
      await page.getByRole('button', { name: 'Semaine suivante' }).click();
      await expect(radio(page, formatJour(addDays(jour, 7), 'long'))).toBeChecked();
      await expect(
        page.getByRole('group', {
          name: `Heure de début, ${formatJour(addDays(jour, 7), 'long')}`,
        }),
      ).toBeVisible();
      // Back in the current week, no day before today is chosen.
      await page.getByRole('button', { name: 'Semaine précédente' }).click();
      await page.getByRole('button', { name: 'Semaine précédente' }).click();
      const checked = page
        .getByRole('group', { name: 'Jour de la leçon' })
        .getByRole('radio', { checked: true });
      await expect(checked).toHaveCount(1);
      await expect(checked).toBeEnabled();
    });
    await test.step('un formulaire à moitié rempli survit à un rechargement et à un détour, et finit avec la déconnexion', async () => {
      // UI-10, UI-21
      const jour = jourOf(4, 3);
      await fillForm(page, jour);
      await page.getByLabel('Remarques').fill('Poney calme');
      const wholeForm = async () => {
        await expect(radio(page, formatJour(jour, 'long'))).toBeChecked();
        await expect(radio(page, '10:00, disponible')).toBeChecked();
        await expect(page.getByLabel('Participant 2')).toHaveValue('Hugo Dubois');
        await expect(page.getByLabel('Remarques')).toHaveValue('Poney calme');
        await expect(confirmButton(page)).toBeEnabled();
      };
      await page.reload();
      await wholeForm();
      await page.goto('/app/monprofil');
      await page.goBack();
      await wholeForm();
      // Somebody else books the hour while another page is open.
      await page.goto('/app/monprofil');
      expect(await bookElsewhere(manege, { date_reservation: jour })).toBe(201);
      await manege.sql(
        "update reservations set created_at = now() - interval '1 hour' where date_reservation = $1",
        [jour],
      );
      await page.goBack();
      await expect(
        page.getByText(
          'Ce créneau est déjà réservé. Veuillez en choisir un autre. Une leçon tient la piste de 10h00 à 11h00.',
        ),
      ).toBeVisible();
      await expect(page.getByText(TAKEN)).toHaveCount(0);
      await expect(page.getByLabel('Participant 2')).toHaveValue('Hugo Dubois');
      await page
        .getByRole('button', { name: /compte/i })
        .last()
        .click();
      await page
        .getByRole('button', { name: 'Se déconnecter' })
        .or(page.getByRole('menuitem', { name: 'Se déconnecter' }))
        .click();
      await expect(page).toHaveURL('/login');
      await signIn(page, camille, '/app/reservation');
      await expect(page.getByLabel('Remarques')).toHaveValue('');
      await expect(radio(page, /^Leçon collective/)).not.toBeChecked();
    });
  },
);

test(
  "une base qui n'accepte que la lecture : la demande le dit, garde ce qui est écrit, et passe dès qu'elle accepte d'écrire",
  TELEPHONE,
  async ({ browser, manege }) => {
    // UI-19
    const base = new URL(manege.server.databaseUrl).pathname.slice(1);
    const readOnly = async (value: 'on' | 'off'): Promise<void> => {
      await adminQuery(`alter database ${base} set default_transaction_read_only = ${value}`);
      await cutConnections(base);
    };
    // A separate context, because browsers write a 5xx into the console.
    const page = await (await browser.newContext()).newPage();
    const jour = jourOf(6, 1);
    await signIn(page, await manege.person(), '/app/reservation');
    await fillForm(page, jour);
    await page.getByLabel('Remarques').fill('Poney calme');
    try {
      await readOnly('on');
      await confirmButton(page).click();
      await expect(
        page.getByText(
          'Rien ne peut être enregistré pour le moment : la base de données est en lecture seule. Veuillez réessayer dans quelques minutes.',
        ),
      ).toBeVisible();
    } finally {
      await readOnly('off');
    }
    await expect(radio(page, '10:00, disponible')).toBeChecked();
    await expect(page.getByLabel('Participant 2')).toHaveValue('Hugo Dubois');
    await expect(page.getByLabel('Remarques')).toHaveValue('Poney calme');
    await confirmButton(page).click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
  },
);
