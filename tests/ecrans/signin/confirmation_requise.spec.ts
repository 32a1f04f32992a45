/**
 * Password and code are required again before an action whose effect outlasts the session (ACC-100,
 * ACC-101).
 */
import type { Page } from '@playwright/test';
import {
  BUREAU,
  confirmSessions,
  enter,
  expect,
  type Manege,
  resetParametres,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';
import { createCoffres } from '../../../src/server/platform/secrets/coffre.ts';
import { SECRET } from '../../support/manege.ts';
import { PASSWORD } from '../../support/people.ts';
import { codeAt, SECRET as CLE } from '../../support/totp.ts';
import { act, newNom, stored } from '../../parcours/utilisateurs.ts';

const NOTHING = "Rien n'a été changé : confirmez d'abord que c'est vous, avec votre mot de passe.";
const proof = (page: Page) => page.getByRole('dialog', { name: "Confirmez que c'est vous" });
const password = (page: Page) => proof(page).getByLabel('Mot de passe actuel', { exact: true });

async function open(
  page: Page,
  manege: Manege,
  path: string,
): Promise<{ id: string; email: string }> {
  const admin = await manege.person({ role: 'admin' });
  await enter(page, manege, admin);
  await page.goto(path);
  return admin;
}

test.afterEach(({ manege }) => resetParametres(manege));

test(
  "le mot de passe est redemandé avant d'enregistrer : ce qui est écrit reste, un faux se dit, le bon vaut pour la suite ; une durée raccourcie aussi",
  TELEPHONE,
  async ({ page, manege }) => {
    await test.step("le dialogue s'ouvre, Échap garde ce qui est écrit, un mot de passe faux se dit, le bon enregistre et n'est plus demandé", async () => {
      await open(page, manege, '/app/webmastersettings?onglet=emails');
      const email = page.getByLabel("Email de l'administrateur");
      const save = page.getByRole('button', { name: 'Sauvegarder les paramètres' });
      await email.fill('centre@essai.example');
      await page.getByLabel('Téléphone du centre').fill('081 61 23 45');
      await save.click();
      await expect(password(page)).toBeFocused();
      await page.keyboard.type('autre chose');
      await page.keyboard.press('Escape');
      await expect(proof(page)).toBeHidden();
      await expect(page.getByText(NOTHING)).toBeVisible();
      await expect(email).toHaveValue('centre@essai.example');
      await expect(page.getByLabel('Téléphone du centre')).toHaveValue('081 61 23 45');
      expect(
        (await manege.sql('select "adminEmail", "contactTelephone" from parametres'))[0],
      ).toEqual({ adminEmail: '', contactTelephone: '' });

      await save.click();
      await password(page).fill('faux');
      await page.keyboard.press('Enter');
      await expect(proof(page).getByRole('alert')).toHaveText(
        'Le mot de passe actuel est incorrect.',
      );
      await password(page).fill(PASSWORD);
      await proof(page).getByRole('button', { name: 'Confirmer' }).click();
      await expect(page.getByText('Paramètres sauvegardés avec succès')).toBeVisible();
      expect(
        (await manege.sql('select "adminEmail", "contactTelephone" from parametres'))[0],
      ).toEqual({ adminEmail: 'centre@essai.example', contactTelephone: '081 61 23 45' });
      await email.fill('accueil@essai.example');
      await save.click();
      await expect
        .poll(async () => (await manege.sql('select "adminEmail" from parametres'))[0])
        .toEqual({ adminEmail: 'accueil@essai.example' });
      await expect(proof(page)).toBeHidden();
    });
    await test.step('une durée raccourcie demande le mot de passe, dit jusque quand la longue vaut, et se remet sans rien demander', async () => {
      // SET-51, ACC-106
      await manege.sql('update sessions set confirme_at = null');
      await page.goto('/app/webmastersettings?onglet=securite');
      const months = page.getByLabel('Conserver le journal (mois)');
      const waiting = page.getByText(
        /^Raccourci\s: Conserver le journal \(mois\)\. L'ancienne valeur vaut jusqu'au .+ à \d+h\d\d\s: rien n'est effacé d'ici là, et la remettre annule tout\.$/,
      );
      await months.fill('6');
      await months.press('Enter');
      await expect(password(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByText(NOTHING)).toBeVisible();
      await expect(months).toHaveValue('6');
      await months.press('Enter');
      await password(page).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await expect(waiting).toBeVisible();
      await manege.sql('update sessions set confirme_at = null');
      await months.fill('13');
      await months.press('Enter');
      await expect(waiting).toBeHidden();
      expect((await manege.sql('select "journalMois", "dureesJusque" from parametres'))[0]).toEqual(
        {
          journalMois: 13,
          dureesJusque: null,
        },
      );
    });
  },
);

test(
  "par-dessus une question, au clavier : annuler la rend, confirmer fait l'action",
  BUREAU,
  async ({ page, manege }) => {
    const nom = newNom();
    const rider = await manege.person({ nom });
    const colleague = await manege.person({ role: 'admin', prenom: 'Odile', nom: 'Bureau' });
    await manege.sql(
      "insert into journal (survenu_at, action, acteur_id, objet, objet_id) values (now(), 'adresse.changee', $1, 'compte', $2)",
      [colleague.id, rider.id],
    );
    await manege.sql("update users set email_demande = 'autre@essai.example' where id = $1", [
      rider.id,
    ]);
    await open(page, manege, '/app/utilisateurs');
    const promote = async () => {
      await act(page.getByRole('row').filter({ hasText: nom }), 'Promouvoir administrateur');
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: 'Promouvoir administrateur' })
        .click();
    };
    // ACC-103, ACC-104
    await act(page.getByRole('row').filter({ hasText: nom }), 'Promouvoir administrateur');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      new RegExp(
        `L'adresse de Camille ${nom} a été changée par Odile Bureau le .+ \\d{4}\\. Assurez-vous auprès de cette personne`,
      ),
    );
    await expect(question).toContainText(
      "Un changement d'adresse attend sa confirmation : autre@essai.example. Cette décision le retire.",
    );
    await page.keyboard.press('Escape');
    await promote();
    await expect(password(page)).toBeFocused();
    await proof(page).getByRole('button', { name: 'Annuler' }).click();
    await expect(page.getByText(NOTHING)).toBeVisible();
    expect(await stored(manege, rider)).toEqual({ role: 'utilisateur', statut: 'actif' });
    await promote();
    await password(page).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Camille ${nom} est maintenant administrateur.`)).toBeVisible();
    expect(await stored(manege, rider)).toEqual({ role: 'admin', statut: 'actif' });
  },
);

test('avec une application, un code est demandé aussi', BUREAU, async ({ page, manege }) => {
  const nom = newNom();
  await manege.person({ role: 'admin', nom });
  const admin = await open(page, manege, '/app/webmastersettings?onglet=securite');
  await manege.sql(
    'insert into seconds_facteurs (user_id, secret, actif_at) values ($1, $2, now())',
    [admin.id, Buffer.from(createCoffres(SECRET).totp.seal(CLE, admin.id))],
  );
  await page
    .getByRole('row')
    .filter({ hasText: nom })
    .getByRole('button', { name: 'Désactiver' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Désactiver' }).click();
  await password(page).fill(PASSWORD);
  const code = proof(page).getByLabel("Code de l'application ou code de secours");
  await proof(page).getByRole('button', { name: 'Confirmer' }).click();
  await expect(code).toBeFocused();
  await code.fill(codeAt(new Date(), CLE));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Administrateur désactivé avec succès')).toBeVisible();
});

test(
  "le lien d'un administrateur ne s'affiche, l'adresse de calendrier d'une piste ne se crée qu'après le mot de passe",
  BUREAU,
  async ({ page, manege }) => {
    await test.step("le lien d'un administrateur ne s'affiche qu'après", async () => {
      // MAIL-21
      await confirmSessions(manege);
      const owner = await manege.person({ role: 'admin', prenom: 'Noé', nom: newNom() });
      await page.request.post(`${manege.server.url}/api/auth/request-password-reset`, {
        headers: { origin: manege.server.url },
        data: { email: owner.email },
      });
      await expect
        .poll(
          async () =>
            (await manege.sql('select 1 from courriels where destinataire = $1', [owner.email]))
              .length,
        )
        .toBe(1);
      await open(page, manege, '/app/courriels');
      await page
        .getByRole('row')
        .filter({ hasText: owner.email })
        .getByRole('button')
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Afficher le lien' }).click();
      await password(page).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await expect(
        page.getByRole('dialog').getByRole('link', { name: /\/reset-password#token=/ }),
      ).toBeFocused();
    });
    await test.step("l'adresse de calendrier d'une piste ne se crée qu'après ; la sienne ne demande rien", async () => {
      // RIDE-40
      await manege.sql('update parametres set "calendarFeeds" = true');
      await manege.sql('update sessions set confirme_at = null');
      await page.goto('/app/monprofil');
      const feed = (nom: string) =>
        page
          .getByRole('region', { name: 'Mon calendrier' })
          .getByRole('listitem')
          .filter({ hasText: nom });
      const address = /^http.+\/calendrier\/[\w-]{43}\.ics$/;
      await feed('Mes leçons').getByRole('button', { name: "Créer l'adresse" }).click();
      await expect(feed('Mes leçons').getByText(address)).toBeVisible();
      const arena = feed('piste intérieure');
      await arena.getByRole('button', { name: "Créer l'adresse" }).click();
      await proof(page).getByRole('button', { name: 'Annuler' }).click();
      await expect(page.getByText(NOTHING)).toBeVisible();
      await expect(arena.getByText("Pas encore d'adresse")).toBeVisible();
      await arena.getByRole('button', { name: "Créer l'adresse" }).click();
      await password(page).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await expect(arena.getByText(address)).toBeVisible();
    });
  },
);
