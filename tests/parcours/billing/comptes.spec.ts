/** The account of a customer on its page (REL-73), and what is open before it is erased (REL-74). */
import type { Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { ficheLink } from '../../../src/web/paths/fiche.ts';
import { startCounting } from '../actions.ts';
import { desk, switchOn } from '../comptes.ts';
import {
  BUREAU,
  confirmSessions,
  enter,
  expect,
  expectGoodAtBothWidths,
  type Manege,
  REFUSED,
  resetParametres,
  retry,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { card, chooseJour, dialog, openDesk } from '../modification.ts';
import { cell, store } from '../planning.ts';
import { looseSigns } from '../signs.ts';
import {
  act,
  APPROVED,
  button,
  CLIENTS,
  newNom,
  question,
  rowNamed,
  storeClient,
} from '../utilisateurs.ts';
import { answered } from '../../support/answered.ts';
import { today } from '../../support/jours.ts';

/** The day that is this many days from today. */
const dans = (days: number): string => addDays(today(), days);

const compte = (page: Page) => page.getByRole('region', { name: 'Compte', exact: true });
const liste = (page: Page, name: string) => compte(page).getByRole('region', { name });

async function open(page: Page, id: string): Promise<void> {
  await page.goto(ficheLink(id));
  await expect(compte(page)).toContainText('À payer');
}

type Desk = { page: Page; manege: Manege; bureau: Awaited<ReturnType<typeof desk>> };

/** A line, a statement, a payment: added, read, cancelled. */
async function tenir({ page, manege, bureau }: Desk): Promise<void> {
  const rider = await manege.person({ prenom: 'Élise', nom: 'Maes' });
  await bureau.line(rider.id, 'Cotisation', 45.5);
  await bureau.releve(rider.id);
  await bureau.pay(rider.id, 45.5, 20.02, 'especes');
  await open(page, rider.id);
  await expect(compte(page)).toContainText('À payer25,48 €');
  await expect(compte(page).getByRole('link', { name: 'Enregistrer un paiement' })).toHaveAttribute(
    'href',
    '/app/facturation?filtre=tous&q=%C3%89lise+Maes',
  );
  expect(await looseSigns(page)).toEqual([]);

  const add = compte(page).getByRole('button', { name: 'Ajouter une ligne' });
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Ajouter une ligne' });
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expect(dialog).toContainText('Le libellé tient sur une ligne de 1 à 80 caractères.');
  await expect(dialog.getByRole('textbox', { name: 'Libellé' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Stage' }).click();
  for (const wrong of ['', 'abc', '0', '100000', '12,345']) {
    await dialog.getByLabel('Montant en euros').fill(wrong);
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Un montant va de 0,01 à 99 999,99 euros');
  }
  expect(await looseSigns(page)).toEqual([]);
  const jour = addDays(today(), -3);
  await chooseJour(page, jour, dialog, 'Jour');
  await dialog.getByLabel('Montant en euros').fill('−12,50');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ligne ajoutée.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(liste(page, 'Pas encore sur un relevé').getByRole('listitem')).toContainText([
    `${formatJour(jour, 'court')}, Stage`,
  ]);
  await expect(compte(page)).toContainText('−12,50 €');

  const voir = liste(page, 'Relevés').getByRole('button', { name: /^Voir/ });
  await voir.click();
  const releve = page.getByRole('dialog', { name: /^Relevé \d{4}-\d\d-\d{4}$/ });
  await expect(releve).toContainText('Cotisation');
  await expect(releve.getByRole('button', { name: /^Corriger/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(voir).toBeFocused();

  await liste(page, 'Paiements')
    .getByRole('button', { name: /^Annuler/ })
    .press('Enter');
  const asked = page.getByRole('alertdialog', { name: 'Annuler ce paiement\u202f?' });
  await expect(asked).toContainText('Espèces de 20,00 €');
  await asked.getByRole('button', { name: 'Annuler le paiement' }).click();
  await expect(page.getByText('Paiement annulé.')).toBeVisible();
  await expect(liste(page, 'Paiements')).toContainText('Espèces, annulation');
  await expect(liste(page, 'Paiements').getByRole('button', { name: /^Annuler/ })).toBeHidden();
}

/** A line is corrected in three actions, with a reason, and only once. */
async function corriger({ page, manege, bureau }: Desk): Promise<void> {
  const rider = await manege.person({ prenom: 'Élise', nom: 'Maes' });
  await bureau.line(rider.id, 'Licence', 20);
  await open(page, rider.id);
  const lines = liste(page, 'Pas encore sur un relevé');
  const correct = lines.getByRole('button', { name: /^Corriger.*Licence/ });

  const hands = await startCounting(page);
  await hands.click(correct);
  const dialog = page.getByRole('dialog', { name: 'Corriger une ligne' });
  await expect(dialog).toContainText(
    'Une ligne contraire, de ce que cette ligne coûte maintenant,',
  );
  await expect(dialog.getByLabel('Raison')).toBeFocused();
  await hands.type('Erreur de saisie');
  await hands.press('Enter');
  await expect(page.getByText('Ligne corrigée.')).toBeVisible();
  expect((await hands.end()).actions).toBeLessThanOrEqual(3);

  await expect(lines.getByRole('listitem')).toHaveCount(2);
  await expect(lines).toContainText('Erreur de saisie');
  await expect(compte(page)).toContainText('En cours0,00 €');
  // The same line cannot be corrected twice, and a reason is required.
  await lines
    .getByRole('listitem')
    .filter({ hasNotText: 'Erreur de saisie' })
    .getByRole('button', { name: /^Corriger/ })
    .click();
  await dialog.getByRole('button', { name: 'Corriger', exact: true }).click();
  await expect(dialog).toContainText('Veuillez écrire la raison de la correction');
  await dialog.getByLabel('Raison').fill('Encore');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Cette ligne est déjà corrigée.');
}

/** Who is paid by another leads to the account of that one. */
async function suivreQuiPaie({ page, manege, bureau }: Desk): Promise<void> {
  const [enfant, parent] = [
    await manege.person({ prenom: 'Tom', nom: 'Maes' }),
    await manege.person({ prenom: 'Anne', nom: 'Maes' }),
  ];
  await manege.sql('update clients set paye_par = $2 where id = $1', [enfant.id, parent.id]);
  await bureau.line(enfant.id, 'Assurance', 15);
  await open(page, enfant.id);
  await expect(compte(page)).toContainText('Ses lignes sont sur le compte de Anne Maes');
  await compte(page).getByRole('link', { name: 'Anne Maes' }).click();
  await expect(liste(page, 'Pas encore sur un relevé')).toContainText('Assurance (Tom Maes)');
}

test(
  'une ligne s’ajoute et se corrige une fois ; un relevé s’ouvre ; un paiement s’annule ; rien ne se voit quand tout est éteint',
  BUREAU,
  async ({ page, manege }) => {
    // REL-73, REL-01
    await switchOn(manege);
    const bureau = await desk(manege);
    await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Odile' }));
    await test.step('ajouter, ouvrir, annuler', () => tenir({ page, manege, bureau }));
    await test.step('corriger en trois actions', () => corriger({ page, manege, bureau }));
    await test.step('qui est payé par un autre', () => suivreQuiPaie({ page, manege, bureau }));
    await resetParametres(manege);
    await expect(compte(page)).toBeHidden();
  },
);

test(
  'effacer dit d’abord ce qui est ouvert : un compte, un client sans compte, et son propre compte ; sans réponse, rien ne s’efface',
  TELEPHONE,
  async ({ page, manege }) => {
    // REL-74
    await switchOn(manege);
    const bureau = await desk(manege);
    const nom = newNom();
    const rider = await manege.person({ prenom: 'Élise', nom });
    await bureau.line(rider.id, 'Cotisation', 45.5);
    await bureau.releve(rider.id);
    await bureau.pay(rider.id, 45.5, 28);
    await bureau.line(rider.id, 'Stage', 20, dans(20));
    const phoned = await storeClient(manege, `Zoé ${nom}`, null);
    await bureau.line(phoned, 'Licence', 10);
    await bureau.releve(phoned);
    await bureau.pay(phoned, 10, 25);

    await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Odile' }));
    await confirmSessions(manege);
    await page.goto(`/app/utilisateurs?q=${nom}`);
    await act(rowNamed(page, APPROVED, nom), 'Supprimer');
    await expect(question(page)).toContainText('17,50 € restent à payer\u202f: cela reste dû.');
    await expect(question(page)).toContainText('20,00 € ne sont pas encore sur un relevé');
    expect(await looseSigns(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.route(/\/ouvert$/, (route) => route.fulfill(REFUSED));
    await button(rowNamed(page, CLIENTS, nom), 'Effacer').click();
    const erase = question(page).getByRole('button', { name: 'Effacer' });
    await expect(question(page)).toContainText("Ce qui reste à payer n'a pas pu être lu.");
    await expect(erase).toBeDisabled();
    await retry(question(page).getByRole('button', { name: 'Réessayer' }), () =>
      page.unroute(/\/ouvert$/),
    );
    await expect(erase).toBeEnabled();
    await expect(question(page)).toContainText(
      "Un crédit de 15,00 € est en sa faveur\u202f: rendez-le d'abord.",
    );
    await erase.click();
    await expect(question(page)).toBeHidden();
    const [kept] = await manege.sql('select nom from payeurs where id = $1', [phoned]);
    expect(kept?.['nom']).toBe(`Zoé ${nom}`);

    await page.context().clearCookies();
    await enter(page, manege, rider);
    await page.goto('/app/monprofil');
    await page.getByRole('button', { name: /Supprimer mon compte/ }).click();
    const own = page.getByRole('dialog');
    await expect(own).toContainText('17,50 € restent à payer');
    await expectGoodAtBothWidths(page);
  },
);

test(
  'une leçon d’un mois facturé le dit avant d’être changée, déplacée ou supprimée, une autre non',
  BUREAU,
  async ({ page, manege }) => {
    // REL-75, REL-13
    await switchOn(manege);
    const rider = await manege.person({ prenom: 'Élise', nom: 'Maes' });
    const bureau = await desk(manege);
    // The last day that a statement of its month covers (REL-10).
    const billed = dans(-1);
    await bureau.line(rider.id, 'Licence', 20, billed);
    await bureau.releve(rider.id, billed.slice(0, 7));
    await store(manege, { jour: billed, heure: '19:00', fin: '20:00' });
    await store(manege, { jour: today(), heure: '17:00', fin: '18:00' });
    const sentence = page.getByText("Cette leçon est d'un mois facturé.");
    await openDesk(page, manege, billed);
    await card(page, /^19:00/)
      .getByRole('button', { name: /^Modifier/ })
      .click();
    await expect(dialog(page)).toContainText("Cette leçon est d'un mois facturé.");
    expect(await looseSigns(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await card(page, /^19:00/)
      .getByRole('button', { name: /^Supprimer/ })
      .click();
    await expect(question(page)).toContainText("Cette leçon est d'un mois facturé.");
    await page.keyboard.press('Escape');
    await cell(page, /19:00 – 20:00/).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Déplacer' }).click();
    const move = page.getByRole('region', { name: 'Déplacement' });
    await expect(move).toContainText("Cette leçon est d'un mois facturé.");
    await expectGoodAtBothWidths(page);
    await page.goto(`/app/webmaster?jour=${today()}`);
    await card(page, /^17:00/)
      .getByRole('button', { name: /^Modifier/ })
      .click();
    await expect(dialog(page)).toBeVisible();
    await answered(page);
    await expect(sentence).toBeHidden();
  },
);
