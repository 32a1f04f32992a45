/**
 * 'Mon calendrier' in the profile, with the keyboard: an address is created, read by a calendar
 * program, replaced, removed (RIDE-40).
 */
import { answerNextWrite, expect, TELEPHONE, test } from '../fixtures.ts';
import { card, openProfil } from '../profil.ts';

test(
  'une adresse de calendrier se crée, se copie, se remplace et se supprime au clavier',
  TELEPHONE,
  async ({ page, context, manege, request }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const admin = await manege.person({ role: 'admin' });
    await openProfil(page, manege, admin);
    const calendar = card(page, 'Mon calendrier');
    await expect(calendar).toHaveCount(0);
    await manege.sql('update parametres set "calendarFeeds" = true');
    await page.reload();
    await expect(calendar.getByRole('listitem')).toHaveCount(3);
    const mine = calendar.getByRole('listitem').filter({ hasText: 'Mes leçons' });
    await expect(mine).toContainText("Pas encore d'adresse");

    await mine.getByRole('button', { name: "Créer l'adresse : Mes leçons" }).press('Enter');
    const shown = mine.getByText(/^http.+\/calendrier\/[\w-]{43}\.ics$/);
    await expect(shown).toBeVisible();
    await mine.getByRole('button', { name: 'Copier' }).press('Enter');
    await expect(mine.getByText("L'adresse est copiée.")).toBeVisible();
    const { host, pathname: first } = new URL(
      await page.evaluate(() => navigator.clipboard.readText()),
    );
    expect((await request.get(first)).headers()['content-type']).toBe(
      'text/calendar; charset=utf-8',
    );
    // One press subscribes on a telephone or computer with a calendar program.
    await expect(mine.getByRole('link', { name: 'Ajouter à mon calendrier' })).toHaveAttribute(
      'href',
      `webcal://${host}${first}`,
    );
    await expect(mine).toContainText('lue par un calendrier le'); // updated without a reload

    await mine.getByRole('button', { name: 'Nouvelle adresse : Mes leçons' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Créer une nouvelle adresse ?' });
    await expect(question).toContainText("L'adresse actuelle ne répondra plus");
    await question.getByRole('button', { name: 'Nouvelle adresse' }).press('Enter');
    await expect(mine).toContainText('jamais lue');
    await expect(shown).not.toContainText(first);
    expect((await request.get(first)).status()).toBe(404);

    await mine.getByRole('button', { name: 'Supprimer : Mes leçons' }).press('Enter');
    // The answer is lost, and reading the list again shows the result (UI-32).
    await answerNextWrite(page, '**/api/profil/calendriers/*', async (route) => {
      await route.fetch();
      await route.abort('aborted');
    });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).press('Enter');
    await expect(mine).toContainText("Pas encore d'adresse");
    await expect(
      calendar.getByRole('status').filter({ hasText: "L'adresse est supprimée." }),
    ).toBeVisible();
    await expect(calendar.getByRole('heading', { name: 'Mon calendrier' })).toBeFocused();
  },
);
