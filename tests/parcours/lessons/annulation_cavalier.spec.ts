/** Riders cancel and change their own lessons (RIDE-11 to RIDE-18), with the keyboard. */
import type { Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { bookFor, choosePersonnes, goToJour, radio, spokenBy } from '../reservation.ts';
import {
  announceParametres,
  answerNextWrite,
  enter,
  expect,
  type Manege,
  resetParametres,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { jourOf } from '../../support/jours.ts';

test.afterEach(({ manege }) => resetParametres(manege));

test(
  "changer sa leçon puis l'annuler : une question, un succès dit, le créneau libre partout ; après le délai, qui appeler",
  TELEPHONE,
  async ({ page, context, manege }) => {
    // RIDE-14, RIDE-16, RIDE-17
    const [jour, autre] = [jourOf(20, 1), jourOf(20, 2)];
    const [camille, hugo] = [
      await manege.person(),
      await manege.person({ prenom: 'Hugo', nom: 'Dubois' }),
    ];
    expect(await bookFor(manege, camille, { date_reservation: jour })).toBe(201);
    expect(await bookFor(manege, hugo, { date_reservation: autre })).toBe(201);
    await enter(page, manege, camille);
    await page.goto('/app/reservation');
    const lecons = page.getByRole('region', { name: 'Mes réservations' });
    await expect(lecons.getByText('Zoé')).toBeVisible();
    // All rights are off.
    await expect(lecons.getByRole('button', { name: /^(Changer|Annuler)/ })).toHaveCount(0);

    await manege.sql(
      `update parametres set "riderCancellation" = true, "riderChanges" = true, "contactTelephone" = '081 22 33 44'`,
    );
    await announceParametres(manege);
    await expect(
      lecons.getByText(`Annulable jusqu'au ${formatJour(addDays(jour, -1), 'date')} à 10h00`),
    ).toBeVisible();

    // Saving without a change stores nothing and shows no message.
    const dialog = page.getByRole('dialog', { name: 'Changer ma leçon' });
    await lecons.getByRole('button', { name: 'Changer' }).press('Enter');
    await dialog.getByRole('button', { name: 'Enregistrer' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(lecons.getByRole('button', { name: 'Changer' })).toBeFocused();
    await expect(lecons.getByText('Votre leçon')).toHaveCount(0);

    // A change to a taken slot is refused. Then the lesson is moved to the afternoon.
    await tabTo(page, lecons.getByRole('button', { name: 'Changer' }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Leçon collective')).toBeVisible();
    // not the first day of the week
    await expect(dialog.getByRole('radio', { name: formatJour(jour, 'long') })).toBeFocused();
    // the lesson's current hour
    await expect(dialog.getByRole('radio', { name: '10:00, disponible' })).toBeChecked();
    await dialog.getByRole('radio', { name: formatJour(autre, 'long') }).check();
    await expect(dialog.getByText('Veuillez sélectionner un créneau horaire')).toBeVisible();
    await expect(dialog.getByRole('radio', { name: /^10:00, 4 places restantes/ })).toBeDisabled();
    await dialog.getByRole('radio', { name: '14:00, disponible' }).check();
    await dialog.getByRole('textbox', { name: /participant 1$/ }).fill('Zoé Willems');
    // Another rider books first: the server refuses, and the typed text stays.
    await answerNextWrite(page, '**/api/reservations/*/changement', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/json',
        body: JSON.stringify({
          code: 'creneau_pris',
          status: 409,
          message: "Ce créneau vient d'être réservé. Veuillez en choisir un autre.",
        }),
      }),
    );
    await dialog.getByRole('button', { name: 'Enregistrer' }).press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText(
      "Ce créneau vient d'être réservé. Veuillez en choisir un autre.",
    );
    await expect(dialog.getByRole('textbox', { name: /participant 1$/ })).toHaveValue(
      'Zoé Willems',
    );
    await page.keyboard.press('Escape');
    await expect(
      page.getByText('Ce que vous avez changé dans cette leçon sera perdu.'),
    ).toBeVisible();
    await page.keyboard.press('Enter'); // the focus is on the button that keeps everything
    // The answer to the change is lost, so the page looks up the lesson.
    await answerNextWrite(page, '**/api/reservations/*/changement', async (route) => {
      await route.fetch();
      await route.abort('aborted');
    });
    // The page reads the lesson again before the availability: a person's own change must not be
    // reported as someone else's.
    await page.route('**/api/disponibilites?**', (route) =>
      route.request().method() === 'GET' ? undefined : route.fallback(),
    );
    const alerts = await page.evaluateHandle(() => {
      const heard: string[] = [];
      new MutationObserver(() =>
        heard.push(
          ...[...document.querySelectorAll('dialog [role=alert]')].map(
            ({ textContent }) => textContent,
          ),
        ),
      ).observe(document.body, { childList: true, subtree: true });
      return heard;
    });
    await dialog.getByRole('button', { name: 'Enregistrer' }).press('Enter');
    const moved = lecons.getByText(
      `Votre leçon est maintenant le ${formatJour(autre, 'long')} à 14h00, Piste Intérieure.`,
    );
    await expect(moved).toBeVisible();
    expect(await alerts.jsonValue()).toEqual([]);
    await page.unroute('**/api/disponibilites?**');
    expect(await spokenBy(moved)).toBe(1);
    await expect(lecons.getByRole('heading', { name: 'Mes réservations' })).toBeFocused();
    await expect(lecons.getByText('Zoé Willems')).toBeVisible();
    expect(
      await manege.sql(
        'select date_reservation::text, heure_debut::text, noms_participants from reservations where user_id = $1',
        [camille.id],
      ),
    ).toEqual([
      {
        date_reservation: autre,
        heure_debut: '14:00:00',
        noms_participants: ['Zoé Willems', 'Léa'],
      },
    ]);

    // Cancel. Another screen of the same person is updated, and does not attribute the cancellation
    // to the centre.
    const second = await context.newPage();
    await second.goto('/app/reservation');
    await expect(
      second.getByRole('list', { name: 'Participants' }).getByText('Zoé Willems'),
    ).toBeVisible();
    await goToJour(page, autre);
    await radio(page, /^Longe/).check();
    await radio(page, /^Piste Intérieure/).check();
    await expect(radio(page, /^14:00, 4 places restantes/)).toBeDisabled();
    await tabTo(page, lecons.getByRole('button', { name: 'Annuler' }));
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Annuler cette leçon ?' });
    await expect(question.getByRole('button', { name: 'Ne pas annuler' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(lecons.getByText(/^Votre leçon du .* à 14h00 est annulée\.$/)).toBeVisible();
    await expect(lecons.getByRole('heading', { name: 'Mes réservations' })).toBeFocused();
    await expect(lecons.getByText('Annulée', { exact: true })).toBeVisible();
    await expect(lecons.getByRole('button', { name: /^(Annuler|Changer)/ })).toHaveCount(0);
    await expect(radio(page, '14:00, disponible')).toBeEnabled();
    await expect(
      second.getByText(/^Votre leçon du .* à 14h00, piste intérieure, est annulée\./),
    ).toBeVisible();
    await expect(page.getByText(/par le centre/)).toHaveCount(0);

    // The deadline passes while the question is open: nothing but the centre is left (RIDE-14).
    // The lesson is 3 to 9 days ahead: in time for the 24 hours of now, too late for 336 hours.
    expect(await bookFor(manege, camille, { date_reservation: jourOf(1, 2) })).toBe(201);
    await lecons.getByRole('button', { name: /^Annuler/ }).press('Enter');
    await expect(question).toBeVisible();
    await manege.sql('update parametres set "cancellationHours" = 336');
    await question.getByRole('button', { name: 'Annuler la leçon' }).press('Enter');
    await expect(question.getByText(/^Il est trop tard pour annuler/)).toBeVisible();
    await expect(question.getByRole('button')).toHaveText(['Fermer']);
    await expect(question.getByRole('button', { name: 'Fermer' })).toBeFocused();
    await expect(question.getByRole('link', { name: '081 22 33 44' })).toHaveAttribute(
      'href',
      'tel:081223344',
    );
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await announceParametres(manege);
    const late = lecons
      .getByRole('paragraph')
      .filter({ hasText: /^Trop tard pour annuler ou changer ici\./ });
    await expect(late.getByRole('link', { name: '081 22 33 44' })).toHaveAttribute(
      'href',
      'tel:081223344',
    );
  },
);

test(
  'changer sa leçon comme on réserve ; celle que le centre supprime entre-temps : ce qui est saisi reste lisible',
  TELEPHONE,
  async ({ page, manege }) => {
    // RIDE-16, BOOK-34, UI-40
    const [jour, autre] = [jourOf(24, 1), jourOf(24, 2)];
    const [long, autreLong] = [formatJour(jour, 'long'), formatJour(autre, 'long')];
    const [camille, hugo] = [
      await manege.person(),
      await manege.person({ prenom: 'Hugo', nom: 'Dubois' }),
    ];
    expect(await bookFor(manege, camille, { date_reservation: jour })).toBe(201);
    expect(await bookFor(manege, hugo, { date_reservation: autre })).toBe(201);
    await manege.sql(`insert into cavaliers (user_id, nom) values ($1, 'Tom Maes')`, [camille.id]);
    await manege.sql(
      `update parametres set "riderChanges" = true, "slotAlerts" = true, "contactTelephone" = '081 22 33 44'`,
    );
    await announceParametres(manege);
    await enter(page, manege, camille);
    await page.goto('/app/reservation');
    await page.getByRole('button', { name: /^Changer : leçon du/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Changer ma leçon' });
    const start = (name: string | RegExp) => dialog.getByRole('radio', { name });
    const present = dialog.getByText(`Actuellement : ${long}, 10h00 – 11h00, Piste Intérieure`);
    await expect(present).toBeVisible();
    await expect(dialog.getByRole('list', { name: 'Légende' })).toBeVisible();

    // A lesson of one hour has 23 possible starts in an empty arena, and its own hours count as
    // free. The lesson at 10:00 blocks 3 of them.
    await expect(start(`${long}, 23 créneaux libres`)).toBeFocused();
    await expect(start(`${autreLong}, 20 créneaux libres`)).toBeEnabled();
    await expect(dialog.getByText('23 créneaux libres', { exact: true })).toBeVisible();
    const next = dialog.getByRole('button', { name: 'Prochain créneau libre' });
    await start('09:00, disponible').check();
    await next.press('Enter');
    await expect(start('09:30, disponible')).toBeChecked(); // overlaps the lesson's current hours
    await start(`${autreLong}, 20 créneaux libres`).check();
    await expect(
      dialog.getByRole('paragraph').filter({ hasText: 'la vôtre ne peut pas y être déplacée' }),
    ).toContainText('081 22 33 44');
    await start('09:00, disponible').check();
    await next.press('Enter');
    await expect(
      dialog.getByText(`Choisi : ${autreLong} à 11h00, Piste Intérieure.`),
    ).toBeVisible();
    await expect(start('11:00, disponible')).toBeChecked();
    await expect(present).toBeVisible();

    // A request to be notified when Hugo's slot becomes free.
    const list = dialog.getByLabel('Un créneau pris vous intéresse ?');
    await expect(list.getByRole('option')).toHaveText([
      'Choisissez un créneau pris',
      ...['09:30', '10:00', '10:30'].map((heure) => new RegExp(`^${heure}, `)),
    ]);
    await list.selectOption('10:00');
    await dialog
      .getByRole('button', { name: 'Prévenez-moi si ce créneau se libère' })
      .press('Enter');
    await expect(
      dialog.getByText("Vous le lirez ici dès qu'il se libère : le centre n'envoie pas d'email."),
    ).toBeVisible();
    expect(
      await manege.sql(
        'select type_lecon, type_piste, date_reservation::text as jour, heure_debut::text as heure from alertes where user_id = $1',
        [camille.id],
      ),
    ).toEqual([
      { type_lecon: 'collective', type_piste: 'interieure', jour: autre, heure: '10:00:00' },
    ]);

    // The same weekday stays chosen in the next week.
    await dialog.getByRole('button', { name: 'Semaine suivante' }).press('Enter');
    await expect(
      start(`${formatJour(addDays(autre, 7), 'long')}, 23 créneaux libres`),
    ).toBeChecked();
    await start('14:00, disponible').check();

    // A saved rider, then the same name twice: the page asks, and accepts it.
    const nom = (n: number) =>
      dialog.getByRole('textbox', { name: new RegExp(`participant ${n}$`) });
    await nom(2).focus();
    await dialog
      .getByRole('group', { name: 'Mes cavaliers' })
      .getByRole('button', { name: 'Tom Maes' })
      .click();
    await expect(nom(2)).toHaveValue('Tom Maes');
    const twice = dialog.getByText("est écrit plus d'une fois");
    await expect(twice).toHaveCount(0);
    await nom(2).fill(' zoe');
    await expect(twice).toHaveText(
      "Le nom « Zoé » est écrit plus d'une fois. Est-ce voulu ? Vous pouvez continuer.",
    );
    expect(await spokenBy(twice)).toBe(1);
    await dialog.getByRole('button', { name: 'Enregistrer' }).press('Enter');
    await expect(
      page.getByText(
        `Votre leçon est maintenant le ${formatJour(addDays(autre, 7), 'long')} à 14h00, Piste Intérieure.`,
      ),
    ).toBeVisible();

    // The booking form asks too.
    await radio(page, /^Leçon collective/).check();
    await choosePersonnes(page, 2);
    await page.getByLabel('Participant 1').fill('Hugo Dubois');
    await page.getByLabel('Participant 2').fill('hugo  dubois');
    await expect(
      page.getByText(
        "Le nom « Hugo Dubois » est écrit plus d'une fois. Est-ce voulu ? Vous pouvez continuer.",
      ),
    ).toBeVisible();
    await test.step('supprimée pendant qu’on la change', () => changeDeleted({ page, manege }));
  },
);

/** The centre changes, then deletes, a lesson whose form is open. */
async function changeDeleted({ page, manege }: { page: Page; manege: Manege }): Promise<void> {
  const jour = jourOf(23, 1);
  const camille = await manege.person();
  expect(await bookFor(manege, camille, { date_reservation: jour })).toBe(201);
  await manege.sql('update parametres set "riderChanges" = true');
  await announceParametres(manege);
  await enter(page, manege, camille);
  // The answer of an instance of the previous version contains no such rights.
  await page.route('**/api/centre', async (route) => {
    const response = await route.fetch();
    const { regles, ...centre } = (await response.json()) as { regles: object };
    await route.fulfill({
      response,
      json: {
        ...centre,
        regles: { ...regles, annulationHeures: undefined, changementHeures: undefined },
      },
    });
  });
  await page.goto('/app/reservation');
  const lecons = page.getByRole('region', { name: 'Mes réservations' });
  await expect(lecons.getByText('Zoé')).toBeVisible();
  await expect(lecons.getByText(/^Une erreur/)).toBeVisible();
  await expect(lecons.getByRole('button', { name: /^(Changer|Annuler)/ })).toHaveCount(0);
  // The announced settings may be read once more: that answer must be over before the page goes.
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await lecons.getByRole('button', { name: 'Changer' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Changer ma leçon' });
  await dialog.getByLabel('Remarques').fill('Poney calme, merci');
  await dialog.getByRole('button', { name: 'Enregistrer' }).focus();
  // Somebody else changes the lesson. A press takes over the stored values, and the focus stays
  // in the form.
  const change = (what: string) =>
    manege.sql(
      `with changed as (update reservations set version = version + 1, ${what} where user_id = $1)
    select pg_notify('manege_changes', json_build_object('changed', array['reservations'], 'jours', array[$2::text])::text)`,
      [camille.id, jour],
    );
  await change("remarques = 'Selle prêtée'");
  await expect(dialog.getByRole('button', { name: 'Recharger' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Enregistrer' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Recharger' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Remarques')).toHaveValue('Selle prêtée');
  await expect(dialog.locator('input:checked').first()).toBeFocused();

  await dialog.getByLabel('Remarques').fill('Poney calme, merci');
  await dialog.getByRole('button', { name: 'Enregistrer' }).focus();
  await manege.sql(
    `with gone as (delete from reservations where user_id = $1)
    select pg_notify('manege_changes', json_build_object('changed', array['reservations'], 'jours', array[$2::text])::text)`,
    [camille.id, jour],
  );
  await expect(dialog.getByRole('alert')).toHaveText(
    "Cette leçon est annulée ou n'est plus dans vos réservations. Ce que vous avez saisi reste lisible, mais ne s'enregistre plus.",
  );
  await expect(dialog.getByLabel('Remarques')).toHaveValue('Poney calme, merci');
  await expect(dialog.getByRole('button', { name: 'Enregistrer' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Fermer' }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(lecons.getByRole('heading', { name: 'Mes réservations' })).toBeFocused();
}
