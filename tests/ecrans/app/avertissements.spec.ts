/**
 * What each screen of an administrator warns of: backups that fail (OPS-21 to OPS-24), a changed
 * database (OPS-47), a clock that may be wrong. The backups on the settings page.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  type Manege,
  test,
} from '../../parcours/fixtures.ts';
import { PASSWORD } from '../../support/people.ts';

/** Deletes all backups and their files. */
async function reset(manege: Manege): Promise<void> {
  for (const name of await readdir(manege.backups)) await rm(join(manege.backups, name));
  await manege.sql(
    'with gone as (delete from sauvegardes) update horloge set sauvegardes_depuis = now()',
  );
}
test.afterEach(({ manege }) => reset(manege));

test(
  "une sauvegarde faite à l'écran éteint l'alerte sur tous les écrans, et se télécharge après le mot de passe",
  BUREAU,
  async ({ page, context, manege }) => {
    await reset(manege);
    await manege.sql("update horloge set sauvegardes_depuis = now() - interval '37 hours'");
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/webmaster');
    const banner = page
      .getByRole('alert')
      .filter({ hasText: "Aucune sauvegarde n'a réussi depuis le" });
    await expect(banner).toContainText('prévenez la personne qui fait tourner le service');

    const other = await context.newPage();
    await other.goto('/app/prix');
    await other.getByRole('alert').getByRole('link', { name: 'paramètres' }).click();
    await expect(other).toHaveURL('/app/webmastersettings?onglet=service');
    const card = other.getByRole('region', { name: 'Sauvegardes', exact: true });
    await expect(card.getByText("Aucune pour l'instant")).toBeVisible();
    await expect(card.getByRole('button', { name: 'Télécharger la dernière' })).toHaveCount(0);
    await card.getByRole('button', { name: 'Sauvegarder maintenant' }).focus();
    await other.keyboard.press('Enter');
    await expect(
      card.getByText("Vérifiée : restaurée dans une base d'essai et comparée."),
    ).toBeVisible({ timeout: 20_000 });
    await expect(other.getByRole('alert')).toHaveCount(0);
    await page.bringToFront();
    await expect(banner).toHaveCount(0);

    await other.bringToFront();
    await card.getByText(/^Tous les fichiers/).click();
    await expectGoodAtBothWidths(other);
    await card.getByRole('button', { name: 'Télécharger la dernière' }).click();
    const dialog = other.getByRole('dialog', { name: 'Télécharger une sauvegarde' });
    await dialog.getByLabel('Mot de passe actuel').fill('pas le bon');
    await other.keyboard.press('Enter');
    await expect(dialog.getByText('Le mot de passe actuel est incorrect.')).toBeVisible();
    await expectGoodAtBothWidths(other);
    await dialog.getByLabel('Mot de passe actuel').fill(PASSWORD);
    const [file] = await Promise.all([
      other.waitForEvent('download'),
      other.keyboard.press('Enter'),
    ]);
    expect(file.suggestedFilename()).toMatch(/^manege-.*Z\.sauvegarde$/);
    expect((await readFile(await file.path())).subarray(0, 23).toString()).toBe(
      '{"manege":"sauvegarde",',
    );
    await expect(other.getByText('La sauvegarde est téléchargée')).toBeVisible();
  },
);

test(
  "une sauvegarde qui échoue ailleurs se lit aussitôt, avec sa raison, jamais chez un cavalier ; un déclencheur éteint dans la base est dit jusqu'à ce qu'il soit remis",
  BUREAU,
  async ({ page, browser, manege }) => {
    await test.step("une sauvegarde qui échoue ailleurs se lit aussitôt, avec sa raison ; un cavalier n'en voit rien", async () => {
      await reset(manege);
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.goto('/app/webmastersettings?onglet=service');
      const card = page.getByRole('region', { name: 'Sauvegardes', exact: true });
      await expect(card.getByText('Prochaine sauvegarde')).toBeVisible();
      await manege.sql('insert into sauvegardes (debut_at) values (now())');
      await manege.sql('select pg_notify(\'manege_changes\', \'{"changed":["sauvegardes"]}\')');
      await expect(card.getByText('Une sauvegarde est en cours, depuis le')).toBeVisible();
      await manege.sql("update sauvegardes set fin_at = now(), erreur = 'Le disque est plein.'");
      await manege.sql('select pg_notify(\'manege_changes\', \'{"changed":["sauvegardes"]}\')');
      await expect(card.getByRole('alert')).toHaveText(
        'La dernière sauvegarde a échoué. Le disque est plein.',
      );
      await expect(
        page.getByRole('alert').filter({ hasText: "Aucune sauvegarde n'a réussi" }),
      ).toContainText('Le disque est plein.');

      const riders = await browser.newContext({ baseURL: manege.server.url });
      const rider = await riders.newPage();
      const asked: string[] = [];
      rider.on('request', (request) => asked.push(request.url()));
      await enter(rider, manege, await manege.person());
      await rider.goto('/app/reservation');
      await expect(rider.getByRole('heading', { level: 1 })).toBeVisible();
      expect(asked.filter((url) => url.includes('/api/sauvegardes'))).toEqual([]);
      await riders.close();
    });
    await test.step("un déclencheur éteint dans la base est dit sur chaque écran d'un administrateur, jusqu'à ce qu'il soit remis", async () => {
      // OPS-47
      await manege.sql('alter table participants disable trigger participants_conformes');
      try {
        await page.goto('/app/prix');
        const banner = page.getByRole('alert').filter({ hasText: 'modifiée à la main' });
        await expect(banner).toContainText(
          'La base de données a été modifiée à la main\u202f: participants_conformes.',
        );
        await manege.sql('alter table participants enable trigger participants_conformes');
        await page.reload();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(banner).toHaveCount(0);
      } finally {
        await manege.sql('alter table participants enable trigger participants_conformes');
      }
    });
  },
);

test(
  "une horloge en avance est dite à l'administrateur sur chaque écran, jusqu'à ce qu'il la dise juste ; un cavalier n'en voit rien",
  BUREAU,
  async ({ page, context, browser, manege }) => {
    // SET-16
    await manege.sql("update horloge set battement_at = '2025-03-01T11:00:00Z'");
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/webmaster');
    const banner = page.getByRole('alert').filter({ hasText: "L'horloge du serveur" });
    await expect(banner).toContainText(
      'bien plus tard que la dernière activité connue (le 1er mars 2025)',
    );
    await expect(banner).toContainText(
      "aucun rappel n'est envoyé, aucun email n'est périmé et rien n'est effacé",
    );

    // A rider sees nothing of it.
    const riders = await browser.newContext({ baseURL: manege.server.url });
    const rider = await riders.newPage();
    await enter(rider, manege, await manege.person());
    const asked: string[] = [];
    rider.on('request', (request) => asked.push(request.url()));
    await rider.goto('/app/reservation');
    await expect(rider.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(rider.getByText("L'horloge du serveur")).toHaveCount(0);
    expect(asked.filter((url) => url.includes('/api/horloge'))).toEqual([]);
    await riders.close();

    const other = await context.newPage();
    await other.goto('/app/prix');
    const elsewhere = other.getByRole('alert').filter({ hasText: "L'horloge du serveur" });
    await expect(elsewhere).toBeVisible();
    await page.bringToFront();
    await banner.getByRole('button', { name: "L'horloge est juste" }).click();
    await expect(banner).toHaveCount(0);
    await expect(page.locator('main')).toBeFocused();
    await other.bringToFront();
    await expect(elsewhere).toHaveCount(0);
  },
);
