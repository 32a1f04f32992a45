/**
 * Emails for an administrator (MAIL-10, MAIL-11): the previews, the list, one email, a test email.
 */
import type { Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { insert, letter, openCourriels, table } from '../courriels.ts';
import {
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  type Manege,
  retry,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { today } from '../../support/jours.ts';

const ODD = '<script>document.title="pris"</script><img src=x onerror="alert(1)">';

// Recording a trace runs a script in every frame. Chromium writes an error into the console,
// because the frame of an email refuses scripts.
test.use({ trace: 'off' });

/** Eight rows wait for the first answer, which fails once. */
async function waitThenFail({ page, manege }: { page: Page; manege: Manege }): Promise<void> {
  let broken = true;
  let answer = () => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/courriels?*page=1', async (route) => {
    await gate;
    await (broken
      ? route.fulfill({
          status: 400,
          json: { code: 'donnees_invalides', status: 400, message: 'Non' },
        })
      : route.continue());
  });
  await openCourriels(page, manege);
  await expect(table(page)).toHaveAttribute('aria-busy', 'true');
  await expect(table(page).getByRole('row')).toHaveCount(9);
  answer();
  await expect(page.getByText("Les emails n'ont pas pu être chargés.")).toBeVisible();
  await retry(page.getByRole('button', { name: 'Réessayer' }), () => {
    broken = false;
  });
}

test(
  "huit rangs attendent, une panne se dit ; après une réservation la boîte montre sa confirmation, qui s'ouvre, avec son fichier de calendrier, sans SMTP",
  TELEPHONE,
  async ({ page, manege }) => {
    // MAIL-03, MAIL-08, UI-09, UI-18
    const rider = await manege.person({ prenom: 'Hugo', nom: 'Dubois' });
    await waitThenFail({ page, manege });
    await expect(page.getByText("Ce serveur n'envoie pas d'emails")).toBeVisible();
    await expect(page.getByText("Aucun email pour l'instant")).toBeVisible();

    const jour = addDays(today(), 5);
    const other = await page.context().browser()!.newContext();
    await enter(await other.newPage(), manege, rider);
    const booked = await other.request.post(`${manege.server.url}/api/reservations`, {
      headers: { origin: manege.server.url },
      data: {
        date_reservation: jour,
        heure_debut: '10:00',
        type_piste: 'interieure',
        type_lecon: 'particuliere',
        nombre_personnes: 1,
        noms_participants: ['Hugo Dubois'],
        remarques: '',
      },
    });
    const lesson = await booked.text();
    expect(lesson).toContain(jour);
    await other.close();

    // The live stream updates the page without a reload.
    const subject = `Leçon confirmée : ${formatJour(jour, 'long')}, 10h00`;
    await expect(table(page).getByRole('button', { name: subject })).toBeVisible();
    const row = table(page).getByRole('row').filter({ hasText: subject });
    await expect(row).toContainText(rider.email);
    await expect(row.getByText('En attente')).toBeVisible();

    const open = table(page).getByRole('button', { name: subject });
    await tabTo(page, open);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Leçon confirmée' });
    const sheet = await letter(page, dialog.locator('iframe'));
    await expect(sheet.getByText('Bonjour Hugo Dubois,')).toBeVisible();
    await sheet.close();
    await expect(dialog.getByRole('button', { name: 'Renvoyer' })).toHaveCount(0);
    const download = page.waitForEvent('download');
    await dialog.getByRole('link', { name: /calendrier/ }).click();
    expect((await download).suggestedFilename()).toBe('lecon.ics');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();

    // MAIL-44: a change waits for the next one.
    await expect(row.getByText(/À envoyer le/)).toHaveCount(0);
    const moved = await page.request.put(
      `${manege.server.url}/api/reservations/${(JSON.parse(lesson) as { id: string }).id}`,
      {
        headers: { origin: manege.server.url },
        data: { ...(JSON.parse(lesson) as object), heure_debut: '11:00' },
      },
    );
    expect(moved.status()).toBe(200);
    const change = table(page).getByRole('row').filter({ hasText: 'Leçon modifiée' });
    await expect(change.getByText(/^À envoyer le \d/)).toBeVisible();
  },
);

test(
  "un lien s'affiche à la demande, et ce qu'une personne a écrit ne fait rien dans le cadre",
  BUREAU,
  async ({ page, manege }) => {
    await insert(manege, {
      contenu: { sorte: 'mot_de_passe', nom: 'Élise Maes', jeton: 'abc-123' },
      destinataire: 'elise@exemple.be',
    });
    await insert(manege, {
      contenu: {
        sorte: 'inscription',
        nom: 'Élise Maes',
        email: 'elise@exemple.be',
        telephone: null,
        adresse: ODD,
      },
      destinataire: 'sophie@exemple.be',
    });
    await openCourriels(page, manege);
    await table(page)
      .getByRole('button', { name: /Nouvelle demande de compte/ })
      .click();
    const demande = page.getByRole('dialog', { name: 'Nouvelle demande de compte' });
    const sheet = await letter(page, demande.locator('iframe'));
    await expect(sheet.getByText(ODD)).toBeVisible();
    await expect(sheet.locator('script, img')).toHaveCount(0);
    await expect(sheet).not.toHaveTitle('pris');
    await sheet.close();
    await demande.getByRole('button', { name: 'Fermer' }).click();

    await table(page)
      .getByRole('button', { name: 'Réinitialisation de votre mot de passe' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Nouveau mot de passe' });
    await dialog.getByRole('tab', { name: 'Texte' }).click();
    await expect(dialog.getByText('Le lien de cet email ne se montre pas ici.')).toBeVisible();
    const show = dialog.getByRole('button', { name: 'Afficher le lien' });
    await page.route(
      '**/api/courriels/*/lien',
      (route) => route.fulfill({ status: 404, body: '<html>' }),
      { times: 1 },
    );
    await show.click();
    await expect(dialog.getByRole('alert')).toHaveText(
      "Le lien n'a pas pu être affiché. Veuillez réessayer.",
    );
    await show.focus();
    await page.keyboard.press('Enter');
    const lien = dialog.getByRole('link', { name: /\/reset-password#token=abc-123$/ }); // MAIL-21
    await expect(lien).toBeFocused();
    await expect(lien).toHaveAttribute('rel', 'noreferrer');
    await expectGoodAtBothWidths(page);
    await expect(page).toHaveTitle('Emails · Manège');
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await expect(dialog).toBeHidden();
  },
);

test(
  "un email d'essai va à soi, à une autre adresse, et pas à n'importe quoi ; cent emails par page",
  BUREAU,
  async ({ page, manege }) => {
    // LIM-39, MAIL-15
    const admin = await openCourriels(page, manege);
    const button = page.getByRole('button', { name: "Envoyer un email d'essai" });
    await button.click();
    const dialog = page.getByRole('dialog', { name: "Envoyer un email d'essai" });
    const adresse = dialog.getByLabel('Adresse');
    await expect(adresse).toHaveValue(admin.email);
    await adresse.fill('personne');
    await page.keyboard.press('Enter');
    await expect(
      dialog.getByText('Veuillez indiquer une seule adresse email valable.'),
    ).toBeVisible();
    await expect(adresse).toBeFocused();
    await adresse.fill(' autre@exemple.be ');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(/enregistré ici, mais ne part pas/)).toBeVisible();
    await adresse.fill(admin.email);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => manege.sql("select 1 from courriels where sorte = 'essai'"))
      .toHaveLength(2);
    // The row is there before its answer, and a dialog does not close while it waits.
    await expect(dialog.getByText(/enregistré ici, mais ne part pas/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await expect(
      table(page).getByRole('row').filter({ hasText: 'autre@exemple.be' }),
    ).toBeVisible();
    await expect(table(page).getByRole('row').filter({ hasText: admin.email })).toBeVisible();

    // 101 in all.
    await manege.sql(`insert into courriels (cause, sorte, destinataire, destinataire_nom, contenu, statut, envoyer_apres, perime_apres, created_at)
    select 'essai ' || n, 'essai', 'n' || n || '@exemple.be', '', '{"sorte":"essai","nom":""}', 'perime', now(), now(), now() - n * interval '1 minute' from generate_series(1 + (select count(*) from courriels), 101) n`);
    await page.reload();
    await expect(table(page).getByRole('row')).toHaveCount(101);
    await page.getByRole('button', { name: 'Suivant' }).click();
    await expect(page.getByText('page 2 sur 2')).toBeVisible();
    await expect(table(page).getByRole('row')).toHaveCount(2);
    await expect(table(page)).toContainText('n101@exemple.be');
    await page.getByRole('button', { name: 'Précédent' }).click();
    await expect(page).toHaveURL('/app/courriels');
  },
);
