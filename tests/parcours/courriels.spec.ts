/** Emails as an administrator sees them (§2; decision 38): the previews, the outbox, one email, a try, and what is given up. */
import type { Page } from '@playwright/test';
import { addDays, formatJour, momentAt } from '#domain/calendrier.ts';
import type { ContenuCourriel } from '#domain/courriels.ts';
import { lettre } from './courriels.ts';
import { BUREAU, enter, expect, expectAccessible, expectNoSidewaysScroll, type Manege, tabTo, TELEPHONE, test } from './fixtures.ts';

const ETRANGE = '<script>document.title="pris"</script><img src=x onerror="alert(1)">';

/** An email as a row that is still worth sending. */
async function insert(manege: Manege, { contenu, destinataire, statut = 'en_attente', essais = 0, erreur = null }: {
  contenu: ContenuCourriel; destinataire: string; statut?: string; essais?: number; erreur?: string | null;
}): Promise<string> {
  const [row] = await manege.sql(
    `insert into courriels (cause, sorte, destinataire, destinataire_nom, contenu, statut, essais, derniere_erreur, envoyer_apres, perime_apres)
     values (gen_random_uuid()::text, $1, $2, 'Élise Maes', $3, $4, $5, $6, now(), now() + interval '1 day') returning id`,
    [contenu.sorte, destinataire, JSON.stringify(contenu), statut, essais, erreur],
  );
  return row!['id'] as string;
}

const announce = (manege: Manege) => manege.sql(`select pg_notify('manege_changes', '{"changed":["courriels"]}')`);

async function openCourriels(page: Page, manege: Manege): Promise<{ id: string; email: string }> {
  const admin = await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Delvaux' });
  await enter(page, manege, admin);
  await page.goto('/app/courriels');
  await expect(page.getByRole('heading', { level: 1, name: 'Emails' })).toBeVisible();
  return admin;
}

const table = (page: Page) => page.getByRole('table', { name: 'Emails' });
const filtre = (page: Page, name: string) => page.getByRole('group', { name: 'Filtrer par état' }).getByRole('radio', { name });
const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ });

// The recorder runs a script in every frame, and Chromium says aloud that an email's frame runs none.
test.use({ trace: 'off' });

test.beforeEach(async ({ manege }) => {
  await manege.sql('delete from courriels');
});

test('après une réservation la boîte montre sa confirmation, qui s\'ouvre, avec son fichier de calendrier, sans SMTP', async ({ page, manege }) => {
  const rider = await manege.person({ prenom: 'Hugo', nom: 'Dubois' });
  await openCourriels(page, manege);
  await expect(page.getByText("Ce serveur n'envoie pas d'emails")).toBeVisible();
  await expect(page.getByText("Aucun email pour l'instant")).toBeVisible();
  await expectAccessible(page);

  const jour = addDays(momentAt(new Date()).jour, 5);
  const other = await page.context().browser()!.newContext();
  await enter(await other.newPage(), manege, rider);
  const booked = await other.request.post(`${manege.server.url}/api/reservations`, {
    headers: { origin: manege.server.url },
    data: { date_reservation: jour, heure_debut: '10:00', type_piste: 'interieure', type_lecon: 'particuliere', nombre_personnes: 1, noms_participants: ['Hugo Dubois'], remarques: '' },
  });
  expect(await booked.text()).toContain(jour);
  await other.close();

  // No reload: the live stream says so.
  const sujet = `Leçon confirmée : ${formatJour(jour, 'long')}, 10:00`;
  await expect(table(page).getByRole('button', { name: sujet })).toBeVisible();
  const row = table(page).getByRole('row').filter({ hasText: sujet });
  await expect(row).toContainText(rider.email);
  await expect(row.getByText('En attente')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const open = table(page).getByRole('button', { name: sujet });
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Leçon confirmée' });
  const sheet = await lettre(page, dialog.locator('iframe'));
  await expect(sheet.getByText('Bonjour Hugo Dubois,')).toBeVisible();
  await sheet.close();
  await expect(dialog.getByRole('button', { name: 'Renvoyer' })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: /calendrier/ }).click();
  expect((await download).suggestedFilename()).toBe('lecon.ics');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
});

test('un lien se lit en texte, et ce qu\'une personne a écrit ne fait rien dans le cadre', BUREAU, async ({ page, manege }) => {
  await insert(manege, { contenu: { sorte: 'mot_de_passe', nom: 'Élise Maes', jeton: 'abc-123' }, destinataire: 'elise@exemple.be' });
  await insert(manege, { contenu: { sorte: 'inscription', nom: 'Élise Maes', email: 'elise@exemple.be', telephone: null, adresse: ETRANGE }, destinataire: 'sophie@exemple.be' });
  await openCourriels(page, manege);
  await table(page).getByRole('button', { name: /Nouvelle demande de compte/ }).click();
  const demande = page.getByRole('dialog', { name: 'Nouvelle demande de compte' });
  const sheet = await lettre(page, demande.locator('iframe'));
  await expect(sheet.getByText(ETRANGE)).toBeVisible();
  await expect(sheet.locator('script, img')).toHaveCount(0);
  await expect(sheet).not.toHaveTitle('pris');
  await sheet.close();
  await demande.getByRole('button', { name: 'Fermer' }).click();

  await table(page).getByRole('button', { name: 'Votre nouveau mot de passe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nouveau mot de passe' });
  await dialog.getByRole('tab', { name: 'Texte' }).click();
  await expect(dialog.getByRole('link', { name: /\/reset-password\?token=abc-123$/ })).toHaveAttribute('rel', 'noreferrer');
  await expect(page).toHaveTitle('Emails · Manège');
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await expect(dialog).toBeHidden();
});

test('on filtre par état, on renvoie ce qui a échoué, l\'adresse garde le filtre', async ({ page, manege }) => {
  await insert(manege, { contenu: { sorte: 'refus', nom: 'Élise Maes' }, destinataire: 'elise@exemple.be', statut: 'echoue', essais: 4, erreur: '550 boîte inconnue' });
  await insert(manege, { contenu: { sorte: 'approbation', nom: 'Élise Maes', role: 'utilisateur' }, destinataire: 'elise@exemple.be', statut: 'envoye', essais: 1 });
  await openCourriels(page, manege);
  await expect(table(page).getByRole('row')).toHaveCount(3);
  await expect(filtre(page, 'Tous 2')).toBeChecked();
  await filtre(page, 'Échoués 1').check();
  await expect(page).toHaveURL('/app/courriels?statut=echoue');
  await expect(table(page).getByRole('row')).toHaveCount(2);
  await expect(table(page)).toContainText('550 boîte inconnue');
  await expect(table(page)).toContainText('4 essais');
  await expectAccessible(page);
  await page.reload();
  await expect(filtre(page, 'Échoués 1')).toBeChecked();

  await table(page).getByRole('button', { name: 'Votre demande de compte' }).click();
  const dialog = page.getByRole('dialog', { name: 'Demande refusée' });
  await expect(dialog.getByText('550 boîte inconnue')).toBeVisible();
  await dialog.getByRole('button', { name: 'Renvoyer' }).click();
  await expect(dialog.getByText(/attend de nouveau, mais ne part pas/)).toBeVisible();
  await expect(dialog.getByText('En attente')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await expect(page.getByText("Aucun email n'a échoué")).toBeVisible();
  await expect(filtre(page, 'En attente 1')).toBeVisible();
  await filtre(page, 'Périmés 0').check();
  await expect(page.getByText("Aucun email n'est périmé")).toBeVisible();
});

test('un email d\'essai va à soi, à une autre adresse, et pas à n\'importe quoi', BUREAU, async ({ page, manege }) => {
  const admin = await openCourriels(page, manege);
  const button = page.getByRole('button', { name: "Envoyer un email d'essai" });
  await button.click();
  const dialog = page.getByRole('dialog', { name: "Envoyer un email d'essai" });
  const adresse = dialog.getByLabel('Adresse');
  await expect(adresse).toHaveValue(admin.email);
  await expectAccessible(page);
  await adresse.fill('personne');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Veuillez indiquer une seule adresse email valable.')).toBeVisible();
  await expect(adresse).toBeFocused();
  await adresse.fill(' autre@exemple.be ');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/enregistré ici, mais ne part pas/)).toBeVisible();
  await adresse.fill(admin.email);
  await page.keyboard.press('Enter');
  await expect.poll(() => manege.sql('select 1 from courriels')).toHaveLength(2);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect(table(page).getByRole('row').filter({ hasText: 'autre@exemple.be' })).toBeVisible();
  await expect(table(page).getByRole('row').filter({ hasText: admin.email })).toBeVisible();
});

test('cent emails par page', BUREAU, async ({ page, manege }) => {
  await manege.sql(`insert into courriels (cause, sorte, destinataire, destinataire_nom, contenu, statut, envoyer_apres, perime_apres, created_at)
    select 'essai ' || n, 'essai', 'n' || n || '@exemple.be', '', '{"sorte":"essai","nom":""}', 'perime', now(), now(), now() - n * interval '1 minute' from generate_series(1, 101) n`);
  await openCourriels(page, manege);
  await expect(table(page).getByRole('row')).toHaveCount(101);
  await page.getByRole('button', { name: 'Suivant' }).click();
  await expect(page.getByText('page 2 sur 2')).toBeVisible();
  await expect(table(page).getByRole('row')).toHaveCount(2);
  await expect(table(page)).toContainText('n101@exemple.be');
  await page.getByRole('button', { name: 'Précédent' }).click();
  await expect(page).toHaveURL('/app/courriels');
  await expectNoSidewaysScroll(page);
});

test('huit rangs attendent la première réponse, et une panne se dit avec de quoi réessayer', TELEPHONE, async ({ page, manege }) => {
  let broken = true;
  let answer = () => {};
  const gate = new Promise<void>((resolve) => { answer = resolve; });
  await page.route('**/api/courriels?*page=1', async (route) => {
    await gate;
    await (broken ? route.fulfill({ status: 400, json: { code: 'donnees_invalides', status: 400, message: 'Non' } }) : route.continue());
  });
  await openCourriels(page, manege);
  await expect(table(page)).toHaveAttribute('aria-busy', 'true');
  await expect(table(page).getByRole('row')).toHaveCount(9);
  await expectAccessible(page);
  answer();
  await expect(page.getByText("Les emails n'ont pas pu être chargés.")).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByText("Aucun email pour l'instant")).toBeVisible();
});

test('un email abandonné se dit sur l\'écran ouvert d\'un administrateur, ceux d\'avant non, et jamais à un cavalier', BUREAU, async ({ page, manege }) => {
  await insert(manege, { contenu: { sorte: 'refus', nom: 'Avant' }, destinataire: 'avant@exemple.be', statut: 'echoue' });
  const id = await insert(manege, { contenu: { sorte: 'refus', nom: 'Élise' }, destinataire: 'elise@exemple.be' });
  await enter(page, manege, await manege.person({ role: 'admin' }));
  const read = page.waitForResponse(/\/api\/courriels\?/);
  await page.goto('/app/reservation');
  await read;
  const rider = await (await page.context().browser()!.newContext({ baseURL: manege.server.url })).newPage();
  const asked: string[] = [];
  rider.on('request', (request) => asked.push(request.url()));
  await enter(rider, manege, await manege.person());
  await rider.goto('/app/reservation');
  await expect(rider.getByRole('heading', { level: 1 })).toBeVisible();

  await manege.sql("update courriels set statut = 'echoue' where id = $1", [id]);
  await announce(manege);
  await expect(toasts(page).getByText("L'email à elise@exemple.be n'a pas pu être envoyé.")).toBeVisible();
  await expect(toasts(page).getByRole('alert')).toHaveCount(1);
  await expectAccessible(page);
  await announce(manege);
  await expect(toasts(rider).getByRole('alert')).toHaveCount(0);
  expect(asked.filter((url) => url.includes('/courriels'))).toEqual([]);
  await rider.context().close();
});
