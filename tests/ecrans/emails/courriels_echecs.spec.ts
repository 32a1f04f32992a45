/** Emails that could not be sent, for administrators: the cause, sending again, who is notified. */
import { addDays } from '../../../src/domain/core/calendrier.ts';
import {
  announce,
  filter,
  insert,
  openCourriels,
  table,
  toasts,
} from '../../parcours/courriels.ts';
import {
  BUREAU,
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';
import { answered } from '../../support/answered.ts';
import { today } from '../../support/jours.ts';

// Recording a trace runs a script in every frame. Chromium writes an error into the console,
// because the frame of an email refuses scripts.
test.use({ trace: 'off' });

test.beforeEach(async ({ manege }) => {
  await manege.sql('delete from courriels');
});

test(
  "on filtre par état, on renvoie ce qui a échoué, l'adresse garde le filtre",
  BUREAU,
  async ({ page, manege }) => {
    // MAIL-10
    await insert(manege, {
      contenu: { sorte: 'refus', nom: 'Élise Maes' },
      destinataire: 'elise@exemple.be',
      statut: 'echoue',
      essais: 4,
      erreur: '550 boîte inconnue',
    });
    await insert(manege, {
      contenu: { sorte: 'approbation', nom: 'Élise Maes', role: 'utilisateur' },
      destinataire: 'elise@exemple.be',
      statut: 'envoye',
      essais: 1,
    });
    await openCourriels(page, manege);
    await expect(table(page).getByRole('row')).toHaveCount(3);
    await expect(filter(page, 'Tous 2')).toBeChecked();
    await filter(page, 'Échoués 1').check();
    await expect(page).toHaveURL('/app/courriels?statut=echoue');
    await expect(table(page).getByRole('row')).toHaveCount(2);
    await expect(table(page)).toContainText("Le serveur de courrier a refusé l'email.");
    await expect(table(page)).not.toContainText('550 boîte inconnue');
    await expect(table(page)).toContainText('4 essais');
    await page.reload();
    await expect(filter(page, 'Échoués 1')).toBeChecked();

    await table(page).getByRole('button', { name: 'Votre demande de compte' }).click();
    const dialog = page.getByRole('dialog', { name: 'Demande refusée' });
    await expect(dialog.getByText('550 boîte inconnue')).toBeVisible();
    await dialog.getByRole('button', { name: 'Renvoyer' }).click();
    await expect(dialog.getByText(/attend de nouveau, mais ne part pas/)).toBeVisible();
    await expect(dialog.getByText('En attente')).toBeVisible();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await expect(page.getByText("Aucun email n'a échoué")).toBeVisible();
    await expect(filter(page, 'En attente 1')).toBeVisible();
    await filter(page, 'Périmés 0').check();
    await expect(page.getByText("Aucun email n'est périmé")).toBeVisible();
  },
);

test(
  'les échecs se renvoient tous à la fois, après une question, et les rappels prévus restent à part',
  TELEPHONE,
  async ({ page, manege }) => {
    // MAIL-10
    for (const nom of ['Élise', 'Hugo'])
      await insert(manege, {
        contenu: { sorte: 'refus', nom },
        destinataire: `${nom.toLowerCase()}@exemple.be`,
        statut: 'echoue',
        erreur: 'connect ECONNREFUSED 127.0.0.1:25',
      });
    await insert(manege, {
      contenu: { sorte: 'mot_de_passe', nom: 'Zoé', jeton: null },
      destinataire: 'zoe@exemple.be',
      statut: 'echoue',
    });
    const rider = await manege.person({ prenom: 'Camille', nom: 'Lambert' });
    await manege.sql('select importer_lecons($1)', [
      JSON.stringify([
        {
          user_id: rider.id,
          noms_participants: ['Camille Lambert'],
          nom_client: 'Camille Lambert',
          date_reservation: addDays(today(), 10),
          heure_debut: '10:00',
          heure_fin: '11:00',
          type_piste: 'interieure',
          type_lecon: 'collective',
        },
      ]),
    ]);
    await openCourriels(page, manege);
    await expect(filter(page, 'Tous 3')).toBeChecked();
    await filter(page, 'Planifiés 1').check();
    await expect(table(page)).toContainText(rider.email);
    await expect(table(page).getByText(/^Prévu le /)).toBeVisible();
    await table(page)
      .getByRole('button', { name: /^Rappel de votre leçon/ })
      .click();
    const planned = page.getByRole('dialog', { name: 'Rappel de leçon' });
    await expect(planned.getByText('À envoyer le')).toBeVisible();
    await expect(planned.getByText('Écrit le')).toBeHidden();
    await expect(planned.getByTitle(/^Email/)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
    await filter(page, 'En attente 0').check();
    await expect(page.getByText("Aucun email n'attend")).toBeVisible();
    await filter(page, 'Échoués 3').check();
    await expect(table(page).getByText("Le serveur d'envoi ne répond pas.")).toHaveCount(2);
    const resendAll = page.getByRole('button', { name: 'Tout renvoyer' });
    await resendAll.click();
    const question = page.getByRole('alertdialog', { name: 'Renvoyer tous les emails échoués ?' });
    await question.getByRole('button', { name: 'Annuler' }).click();
    await expect(resendAll).toBeFocused();
    await resendAll.click();
    await question.getByRole('button', { name: 'Tout renvoyer' }).click();
    await expect(
      page.getByText(
        "2 emails attendent de nouveau, mais rien ne part : l'envoi n'est pas configuré. Un autre ne vaut plus la peine d'être envoyé : ce qu'il annonce est passé, ou son lien ne sert plus.",
      ),
    ).toBeVisible();
    await expect(filter(page, 'En attente 2')).toBeVisible();
    await expect(filter(page, 'Échoués 1')).toBeChecked();
    await expectNoSidewaysScroll(page);
  },
);

test(
  "un email abandonné se dit sur l'écran ouvert d'un administrateur, ceux d'avant non, et jamais à un cavalier",
  BUREAU,
  async ({ page, manege }) => {
    // MAIL-13
    await insert(manege, {
      contenu: { sorte: 'refus', nom: 'Avant' },
      destinataire: 'avant@exemple.be',
      statut: 'echoue',
    });
    // A full page of failures and one more, which moves to this page when another is sent.
    await manege.sql(`insert into courriels (cause, sorte, destinataire, destinataire_nom, contenu, statut, envoyer_apres, perime_apres, created_at, vu_at)
    select 'vieux ' || n, 'essai', 'vieux' || n || '@exemple.be', '', '{"sorte":"essai","nom":""}', 'echoue', now(), now(), now() - n * interval '1 minute', now() from generate_series(1, 100) n`);
    const id = await insert(manege, {
      contenu: { sorte: 'refus', nom: 'Élise' },
      destinataire: 'elise@exemple.be',
    });
    await enter(page, manege, await manege.person({ role: 'admin' }));
    const read = page.waitForResponse(/\/api\/courriels\?/);
    await page.goto('/app/reservation');
    await read;
    const rider = await (
      await page.context().browser()!.newContext({ baseURL: manege.server.url })
    ).newPage();
    const asked: string[] = [];
    rider.on('request', (request) => asked.push(request.url()));
    await enter(rider, manege, await manege.person());
    await rider.goto('/app/reservation');
    await expect(rider.getByRole('heading', { level: 1 })).toBeVisible();

    const moved = page.waitForResponse(
      async (response) =>
        /\/api\/courriels\?/.test(response.url()) && (await response.text()).includes('vieux100@'),
    );
    await manege.sql("update courriels set statut = 'envoye' where cause = 'vieux 1'");
    await announce(manege);
    await moved;
    await manege.sql(
      "update courriels set statut = 'echoue', derniere_erreur = '550 5.1.1 User unknown' where id = $1",
      [id],
    );
    await announce(manege);
    await expect(
      toasts(page).getByText("L'email à elise@exemple.be n'a pas pu être envoyé."),
    ).toBeVisible();
    // Checked immediately, while a toast about the older failure would still be visible.
    expect(await toasts(page).getByRole('alert').allTextContents()).toEqual([
      expect.stringContaining('elise@exemple.be'),
    ]);
    await expectAccessible(page);
    await announce(manege);
    await expect(toasts(rider).getByRole('alert')).toHaveCount(0);
    expect(asked.filter((url) => url.includes('/courriels'))).toEqual([]);
    await rider.context().close();

    // The toast links to the failures. The dashboard and the links count them until they are seen.
    await page.goto('/app/webmaster');
    await expect(
      page.getByRole('link', { name: '2 emails en échec Voir pourquoi' }),
    ).toHaveAttribute('href', '/app/courriels?statut=echoue');
    for (const [screen, lien] of [
      ['/app/utilisateurs', 'Emails 2 échecs non vus'],
      ['/app/webmastersettings', 'Emails du centre 2 échecs non vus'],
    ] as const) {
      const readAgain = page.waitForResponse(/\/api\/courriels\?/);
      await page.goto(screen);
      await readAgain;
      await expect(page.getByRole('link', { name: lien })).toHaveAttribute(
        'href',
        '/app/courriels?statut=echoue',
      );
    }
    // Otherwise the first list of failures that the screen reads may contain the next one.
    await answered(page);
    const third = await insert(manege, {
      contenu: { sorte: 'refus', nom: 'Zoé' },
      destinataire: 'zoe@exemple.be',
    });
    await announce(manege);
    await manege.sql("update courriels set statut = 'echoue' where id = $1", [third]);
    await announce(manege);
    await toasts(page).getByRole('link', { name: 'Voir' }).click();
    await expect(page).toHaveURL('/app/courriels?statut=echoue');
    await expect(toasts(page).getByRole('alert')).toHaveCount(0);
    await expect(table(page)).toContainText("L'adresse du destinataire n'existe pas.");
    await expect
      .poll(() => manege.sql("select 1 from courriels where statut = 'echoue' and vu_at is null"))
      .toEqual([]);
    await page.goto('/app/webmaster');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Voir pourquoi')).toHaveCount(0);
  },
);
