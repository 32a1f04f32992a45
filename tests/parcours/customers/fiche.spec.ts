/** The page of a customer, /app/clients/<id> (CLI-20 to CLI-24). */
import type { Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { ficheLink } from '../../../src/web/paths/fiche.ts';
import { storeCustomer } from '../fiche.ts';
import {
  BUREAU,
  enter,
  expect,
  type Manege,
  REFUSED,
  retry,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { store } from '../planning.ts';
import { choosePersonnes, radio } from '../reservation.ts';
import { newNom, storeClient } from '../utilisateurs.ts';
import { today } from '../../support/jours.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function open(page: Page, manege: Manege, id: string): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Odile' }));
  await page.goto(ficheLink(id));
}

test(
  'la fiche montre tout sur un client : coordonnées, cavaliers, montants, leçons, emails, journal, et mène à qui paie',
  BUREAU,
  async ({ page, manege }) => {
    // CLI-05, CLI-20, CLI-21, CLI-22, CLI-23, CLI-24
    const { id, nom, paye, lecons } = await storeCustomer(manege);
    await open(page, manege, id);
    await expect(heading(page)).toHaveText(nom);
    await expect(page).toHaveTitle(/^Fiche du client · /);

    const contact = region(page, 'Coordonnées');
    await expect(contact).toContainText('Utilisateur');
    await expect(contact).toContainText('Rue Haute 3');
    await expect(contact).toContainText('Deux poneys au pré');
    await expect(contact.getByRole('link', { name: 'Appeler' })).toHaveAttribute(
      'href',
      'tel:0475102233',
    );
    await expect(contact.getByRole('link', { name: 'Écrire' })).toHaveAttribute('href', /^mailto:/);
    await expect(contact.getByRole('button', { name: 'Inviter' })).toHaveCount(0);

    await expect(region(page, 'Cavaliers').getByRole('listitem')).toHaveText([
      'Émileaucune leçon',
      'Léa, né(e) en 201516 leçons, surtout Leçon collectiveDébute au trot',
      'Tom (non enregistré)1 leçon, Leçon collective',
    ]);
    const montants = region(page, 'Montants');
    await expect(montants).toContainText(formatJour(today(), 'mois'));
    await expect(montants).toContainText('en plus, facturé après le délai : 11,25 €');
    await expect(montants).toContainText('Leçon supprimée');

    const coming = page.getByRole('table', { name: 'Leçons à venir' }).getByRole('row');
    await expect(coming).toHaveCount(3);
    await expect(coming.nth(1)).toContainText('Confirmée');
    await expect(coming.nth(1)).toContainText('22,50 €');
    await expect(coming.nth(2)).toContainText('Supprimée');
    await expect(coming.nth(2).getByRole('link', { name: /^Restaurer/ })).toHaveAttribute(
      'href',
      '/app/leconssupprimees',
    );
    const past = page.getByRole('table', { name: 'Leçons passées' }).getByRole('row');
    await expect(past.nth(1)).toContainText('Tom (excusé(e), non facturé)');
    await expect(past.nth(1).getByRole('link')).toHaveAttribute(
      'href',
      new RegExp(`^/app/webmaster\\?jour=[\\d-]+&lecon=${lecons.derniere}$`),
    );
    await expect(past.nth(2)).toContainText('Annulée');
    await expect(past.nth(2)).toContainText('Raison : Orage');
    await expect(past).toHaveCount(7);

    await page.getByRole('button', { name: /^Afficher plus \(10\)/ }).click();
    await expect(past).toHaveCount(17);
    await expect(page.getByRole('heading', { name: /^Leçons passées/ })).toBeFocused();

    await expect(region(page, 'Emails envoyés').getByRole('listitem')).toContainText([
      'Votre compte est approuvé',
    ]);
    const journal = region(page, 'Journal');
    await expect(journal.getByRole('listitem')).toContainText([`a corrigé le compte de ${nom}`]);
    await expect(journal.getByRole('link', { name: 'Voir dans le journal' })).toHaveAttribute(
      'href',
      `/app/journal?q=${id}`,
    );

    // From the page of who is paid to that of who pays.
    await page.goto(ficheLink(paye));
    await expect(region(page, 'Montants')).toContainText(`Facturé à ${nom}`);
    await region(page, 'Coordonnées').getByRole('link', { name: nom }).click();
    await expect(page).toHaveURL(ficheLink(id));
    await expect(heading(page)).toHaveText(nom);
    await expect(heading(page)).toBeFocused();
    await expect(region(page, 'Montants')).toContainText('Y compris les places de Zoé');
  },
);

test(
  'on y corrige un compte sans le quitter ; un refus garde ce qui est écrit, et tout se voit aussitôt',
  TELEPHONE,
  async ({ page, manege }) => {
    // CLI-20, PEOPLE-41
    const { id, nom } = await storeCustomer(manege);
    await open(page, manege, id);
    const edit = page.getByRole('button', { name: 'Modifier' });
    await tabTo(page, edit);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Corriger ce compte' });
    await dialog.getByLabel('Téléphone').fill('0'.repeat(41));
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog.getByLabel('Téléphone')).toBeFocused();
    await expect(dialog.getByLabel('Téléphone')).toHaveValue('0'.repeat(41));
    await dialog.getByLabel('Téléphone').fill('081 61 22 33');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'compte corrigé' })).toHaveText(
      `${nom} : compte corrigé.`,
    );
    await expect(edit).toBeFocused();
    await expect(region(page, 'Coordonnées').getByRole('link', { name: '081' })).toHaveText(
      '081 61 22 33',
    );
    // A change elsewhere reaches the open page.
    await manege.sql("update users set adresse = 'Chemin du Lac 9' where id = $1", [id]);
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);
    await expect(region(page, 'Coordonnées')).toContainText('Chemin du Lac 9');
  },
);

/** 'Réserver pour' opens the form for this customer, and does not choose it again. */
async function bookOnce(page: Page, nom: string): Promise<void> {
  await page.getByRole('link', { name: 'Réserver pour' }).click();
  const pour = page.getByRole('combobox', { name: /^Réserver pour/ });
  await expect(pour).toHaveValue(nom);
  await expect(page).toHaveURL('/app/reservation');
  await expect(page.getByText('Sans compte : aucun email')).toBeVisible();
  await pour.fill('');
  await page.reload();
  await expect(pour).toHaveValue('');

  await page.goto('/app/reservation?pour=00000000-0000-4000-8000-000000000000');
  await expect(pour).toHaveAccessibleDescription(/Ce client n'existe plus\.$/);
  await pour.fill('J');
  await expect(pour).not.toHaveAccessibleDescription(/n'existe plus/);
  await expect(page).toHaveURL('/app/reservation');
}

test(
  'un client sans compte : on y arrive par son nom, on réserve pour lui une fois, on le modifie, on l’invite',
  BUREAU,
  async ({ page, manege }) => {
    // BOOK-31, CLI-07, CLI-10, CLI-20
    const nom = `Jeanne ${newNom()}`;
    const id = await storeClient(manege, nom);
    await open(page, manege, id);
    await page.goto(`/app/utilisateurs?q=${encodeURIComponent(nom)}`);
    await page.getByRole('link', { name: nom }).click();
    await expect(page).toHaveURL(ficheLink(id));
    await expect(heading(page)).toHaveText(nom);
    await expect(heading(page)).toBeFocused();
    const contact = region(page, 'Coordonnées');
    await expect(contact).toContainText('Sans compte');
    await expect(contact).toContainText('Aucune coordonnée.');
    await expect(page.getByText('Aucune leçon à venir')).toBeVisible();
    await expect(page.getByText('Aucune leçon passée')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Utilisateurs', exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await bookOnce(page, nom);

    await page.goto(ficheLink(id));
    await contact.getByRole('button', { name: 'Modifier' }).click();
    const form = page.getByRole('dialog', { name: 'Modifier ce client' });
    await form.getByLabel('Note pour le bureau').fill('Préfère le matin');
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(contact).toContainText('Préfère le matin');

    await contact.getByRole('button', { name: 'Inviter' }).click();
    const invitation = page.getByRole('dialog', { name: 'Inviter ce client' });
    await invitation.getByRole('button', { name: 'Inviter' }).click();
    await expect(invitation.getByLabel('Email')).toHaveAccessibleDescription(
      'Veuillez saisir une adresse email valable.',
    );
    await invitation.getByLabel('Email').fill(`${id}@essai.example`);
    await invitation.getByRole('button', { name: 'Inviter' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'compte ouvert' })).toBeVisible();
    await expect(contact).toContainText('Email non confirmé');
    await expect(contact.getByRole('button', { name: 'Inviter' })).toHaveCount(0);
  },
);

test(
  'un client inconnu, effacé pendant qu’on le lit, ou illisible, se dit avec une sortie',
  BUREAU,
  async ({ page, manege }) => {
    // CLI-20
    const id = await storeClient(manege, `Luc ${newNom()}`);
    let refused = true;
    await page.route(`**/api/clients/${id}/fiche`, (route) =>
      refused ? route.fulfill(REFUSED) : route.fallback(),
    );
    await page.route(`**/api/clients/${id}/lecons?quand=passees*`, (route) =>
      refused ? route.fulfill(REFUSED) : route.fallback(),
    );
    await open(page, manege, id);
    await expect(page.getByText("La fiche de ce client n'a pas pu être chargée.")).toBeVisible();
    await retry(page.getByRole('button', { name: 'Réessayer' }), () => {
      refused = false;
    });
    await expect(page.getByText('Sans compte', { exact: true })).toBeVisible();

    await manege.sql('delete from clients where id = $1', [id]);
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);
    await expect(page.getByText("Ce client n'existe pas, ou plus.")).toBeVisible();
    for (const path of ['/app/clients', '/app/clients/personne', ficheLink(id)]) {
      await page.goto(path);
      await expect(page.getByText('Client non trouvé')).toBeVisible();
      await expect(heading(page)).toHaveText('Fiche du client');
    }
    await page.getByRole('link', { name: 'Voir tous les utilisateurs' }).click();
    await expect(page).toHaveURL('/app/utilisateurs');
  },
);

test(
  'au clavier, le bureau tient la liste des cavaliers d’un client sans compte, et réserve pour eux',
  BUREAU,
  async ({ page, manege }) => {
    // CLI-25, RIDE-23
    const nom = `Vandenkeep${newNom()}`;
    const id = await storeClient(manege, `Jeanne ${nom}`);
    const jour = addDays(today(), -40);
    await store(manege, { jour, heure: '07:00', noms: ['lea'], compte: id });
    await open(page, manege, id);
    const riders = region(page, 'Cavaliers');
    const rows = riders.getByRole('listitem');
    const dialog = page.getByRole('dialog');
    const field = (name: RegExp) => dialog.getByLabel(name);

    // A name of a lesson becomes a rider, with another spelling.
    await expect(rows).toHaveText(/^lea \(non enregistré\)1 leçon, /);
    await riders.getByRole('button', { name: 'Enregistrer lea' }).press('Enter');
    await expect(field(/^Prénom et nom/)).toHaveValue('lea');
    await field(/^Prénom et nom/).fill('Léa');
    await field(/^Année de naissance/).fill('2014');
    await field(/^Année de naissance/).press('Enter');
    await expect(page.getByText('Cavalier ajouté.')).toBeVisible();
    await expect(rows).toHaveText(/^Léa, né\(e\) en 20141 leçon, /);

    await riders.getByRole('button', { name: 'Ajouter un cavalier' }).press('Enter');
    await page.keyboard.type('LEA');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Un cavalier de la liste a déjà ce nom.')).toBeVisible();
    await field(/^Prénom et nom/).fill('Noé');
    await field(/^Note pour le moniteur/).fill('Poney calme');
    await dialog.getByRole('button', { name: 'Enregistrer' }).press('Enter');
    await expect(rows).toHaveText([/^Léa/, /^Noé.*Poney calme/s]);
    await riders.getByRole('button', { name: 'Modifier Noé' }).press('Enter');
    await field(/^Note pour le moniteur/).fill('');
    await dialog.getByRole('button', { name: 'Enregistrer' }).press('Enter');
    await expect(page.getByText('Cavalier modifié.')).toBeVisible();
    await expect(riders.getByText('Poney calme')).toHaveCount(0);

    // The booking form offers them for this customer.
    await region(page, 'Coordonnées').getByRole('link', { name: 'Réserver pour' }).press('Enter');
    await expect(page).toHaveURL('/app/reservation');
    await radio(page, /^Leçon collective/).check();
    await choosePersonnes(page, 2);
    const offered = page.getByRole('group', { name: 'Ses cavaliers' }).getByRole('button');
    await expect(offered).toHaveText(['Léa', 'Noé']);
    await offered.first().press('Enter');
    await offered.first().press('Enter');
    await expect(offered).toHaveCount(0);
    await expect(page.getByLabel('Nom complet du participant 1')).toHaveValue('Léa');
    await expect(page.getByLabel('Nom complet du participant 2')).toHaveValue('Noé');

    await page.goto(ficheLink(id));
    await riders.getByRole('button', { name: 'Retirer Léa' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Retirer ce cavalier' });
    await expect(question).toContainText('Léa ne sera plus proposé. Les leçons gardent son nom.');
    await question.getByRole('button', { name: 'Retirer' }).press('Enter');
    await expect(page.getByText('Cavalier retiré.')).toBeVisible();
    await expect(rows).toHaveText([/^Noé/, /^lea \(non enregistré\)/]);
    // With 20 riders none can be added.
    await manege.sql(
      "insert into cavaliers (user_id, nom) select $1, 'Cavalier ' || n from generate_series(1, 19) as n",
      [id],
    );
    await page.reload();
    await expect(riders.getByText('Un client garde 20 cavaliers au plus.')).toBeVisible();
    await expect(riders.getByRole('button', { name: /Ajouter|Enregistrer/ })).toHaveCount(0);

    // An account keeps its own list.
    const { id: account } = await storeCustomer(manege);
    await page.goto(ficheLink(account));
    await expect(rows.first()).toContainText('Émile');
    await expect(riders.getByRole('button')).toHaveCount(0);
  },
);
