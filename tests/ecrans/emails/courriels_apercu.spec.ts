/** Each email as it is sent, as a preview for administrators (MAIL-11). */
import { letter } from '../../parcours/courriels.ts';
import { enter, expect, TELEPHONE, test, expectGoodAtBothWidths } from '../../parcours/fixtures.ts';

// Recording a trace runs a script in every frame. Chromium writes an error into the console,
// because the frame of an email refuses scripts.
test.use({ trace: 'off' });

test(
  "l'aperçu montre l'approbation et le refus tels qu'ils partent, avec ses notes, et les autres à la demande",
  TELEPHONE,
  async ({ page, manege }) => {
    // MAIL-11
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/previewemail');
    await expect(page).toHaveTitle('Aperçu des emails · Manège');
    const approval = page.getByRole('region', { name: 'Compte approuvé' });
    const accueil = await letter(page, approval.locator('iframe'));
    await expect(accueil.getByRole('heading', { level: 1 })).toHaveText(
      'Bienvenue, votre compte est approuvé',
    );
    await expect(accueil.getByText('Bonjour Camille Lambert,')).toBeVisible();
    await expect(accueil.getByRole('link', { name: 'Se connecter' })).toHaveAttribute(
      'href',
      /\/login$/,
    );
    const refus = await letter(
      page,
      page.getByRole('region', { name: 'Demande refusée' }).locator('iframe'),
    );
    await expect(refus.getByText('Bonjour Camille Lambert,')).toBeVisible();
    await page.bringToFront();
    for (const note of [
      /partent automatiquement à l'approbation ou au refus/,
      /Le nom de la personne est inséré/,
      /mène à la page de connexion/,
      /Les emails sont en HTML/,
    ]) {
      await expect(page.getByText(note)).toBeVisible();
    }
    await expect(page.getByRole('link', { name: 'Retour aux utilisateurs' })).toHaveAttribute(
      'href',
      '/app/utilisateurs',
    );

    await approval.getByRole('tab', { name: 'Email' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(approval.getByRole('tab', { name: 'Texte' })).toBeFocused();
    await expect(approval.getByRole('tabpanel')).toContainText('Bonjour Camille Lambert,');
    await expect(approval.getByRole('link', { name: /\/login$/ })).toBeVisible();

    await page.getByText('Rappel de leçon').click();
    const reminder = await letter(page, page.getByTitle(/^Email\s: Rappel de leçon$/));
    await expect(reminder.getByText('Nous vous attendons pour votre leçon.')).toBeVisible();
    await expectGoodAtBothWidths(page);
  },
);
