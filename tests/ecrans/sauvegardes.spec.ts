/**
 * The backups on the settings page, and the banners if they fail (OPS-21 to OPS-24) or the database
 * was changed (OPS-47).
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PASSWORD } from '../support/people.ts';
import {
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  type Manege,
  test,
} from '../parcours/fixtures.ts';

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
    await expectGoodAtBothWidths(page);

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
  "une sauvegarde qui échoue ailleurs se lit aussitôt, avec sa raison ; un cavalier n'en voit rien",
  BUREAU,
  async ({ page, browser, manege }) => {
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
    await expectGoodAtBothWidths(page);

    const riders = await browser.newContext({ baseURL: manege.server.url });
    const rider = await riders.newPage();
    const asked: string[] = [];
    rider.on('request', (request) => asked.push(request.url()));
    await enter(rider, manege, await manege.person());
    await rider.goto('/app/reservation');
    await expect(rider.getByRole('heading', { level: 1 })).toBeVisible();
    expect(asked.filter((url) => url.includes('/api/sauvegardes'))).toEqual([]);
    await riders.close();
  },
);

test(
  "un déclencheur éteint dans la base est dit sur chaque écran d'un administrateur, jusqu'à ce qu'il soit remis",
  BUREAU,
  async ({ page, manege }) => {
    // OPS-47
    await manege.sql('alter table participants disable trigger participants_conformes');
    try {
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.goto('/app/prix');
      const banner = page.getByRole('alert').filter({ hasText: 'modifiée à la main' });
      await expect(banner).toContainText(
        'La base de données a été modifiée à la main\u202f: participants_conformes.',
      );
      await expectGoodAtBothWidths(page);
      await manege.sql('alter table participants enable trigger participants_conformes');
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(banner).toHaveCount(0);
    } finally {
      await manege.sql('alter table participants enable trigger participants_conformes');
    }
  },
);
