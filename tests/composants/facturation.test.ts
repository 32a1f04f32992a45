/** Payments, statements and the account of a customer: /app/facturation and /app/clients. */
import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import {
  asked,
  button,
  dialog,
  type Form,
  isShown,
  question,
  save,
  saying,
  tryAll,
  UNSURE,
} from './formulaire.ts';
import { show } from './scene.ts';
import { FAILURE } from './serveur.ts';
import {
  billing,
  fiche,
  FICHE,
  ficheWith,
  month,
  PAYE,
  reminders,
  TRANSFER,
  virements,
} from './facturation.ts';

const RAPPEL = /^Rappel à/;

const FORMS: Record<string, Form> = {
  'noter un paiement': {
    ...billing(),
    open: () => isShown(button(PAYE)),
    press: () => button(PAYE).click(),
    call: 'facturation.pay',
    done: /: paiement de 66,00.€ enregistré\.$/,
    again: true,
  },
  'noter une part': {
    ...billing(),
    open: async () => {
      await button(/^Autre/).click();
      await dialog().getByLabelText('Montant reçu').fill('20');
      await dialog()
        .getByLabelText(/^Note pour le bureau/)
        .fill('essai');
    },
    press: () => button('Enregistrer le paiement', dialog()).click(),
    call: 'facturation.pay',
    done: /: paiement de 20,00.€ enregistré\.$/,
    again: true,
  },
  'annuler un paiement': {
    ...billing(),
    open: () => button(PAYE).click(),
    press: () => button(/^Annuler le paiement/).click(),
    call: 'facturation.undo',
    done: /: paiement annulé\. À payer de nouveau/,
  },
  'entrer un virement': {
    ...virements,
    open: async () => {
      await page.getByRole('combobox', { name: TRANSFER }).fill('66');
      await expect.element(page.getByRole('option')).toBeVisible();
    },
    press: async () => {
      const again = page.getByRole('button', { name: /^Réessayer/ });
      if (again.elements().length > 0) (again.first().element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
    },
    call: 'facturation.pay',
    done: /^Enregistré,/,
    again: true,
  },
  'envoyer un rappel': {
    ...billing(),
    ...asked('Envoyer', () => button(RAPPEL).click()),
    call: 'facturation.relancer',
    late: save('Envoi…', "Les rappels n'ont pas pu être envoyés. Veuillez réessayer."),
    done: /^1 rappel envoyé\.$/,
  },
  "ajouter une ligne au compte d'un client": {
    ...FICHE,
    answers: fiche,
    open: async () => {
      // REL-19, REL-73: the month that is being billed comes first.
      await isShown(
        page.getByText(/^Sur son relevé de janvier 2026.: 20,00.€\. Plus tard.: −5,00.€\.$/),
      );
      await button('Ajouter une ligne').click();
      await isShown(dialog().getByText('Sera sur le relevé de janvier 2026.'));
      await button('Stage', dialog()).click();
      await dialog().getByLabelText('Montant en euros').fill('12,50');
    },
    press: () => button(/^Ajouter$/, dialog()).click(),
    call: 'facturation.addLigne',
    late: save(
      'Enregistrement en cours…',
      "La ligne n'a pas pu être enregistrée. Veuillez réessayer.",
    ),
    done: 'Ligne ajoutée.',
    again: true,
  },
  "corriger une ligne du compte d'un client": {
    ...FICHE,
    answers: fiche,
    open: async () => {
      await button(/^Corriger.*Licence/).click();
      await dialog().getByLabelText('Raison').fill('Erreur de saisie');
    },
    press: () => button(/^Corriger$/, dialog()).click(),
    call: 'facturation.correct',
    late: save(
      'Correction en cours…',
      "La correction n'a pas pu être enregistrée. Veuillez réessayer.",
    ),
    done: 'Ligne corrigée.',
    again: true,
  },
  'annuler un paiement depuis la fiche': {
    ...FICHE,
    answers: fiche,
    ...asked('Annuler le paiement', () => button(/^Annuler.*Virement/).click()),
    call: 'facturation.undo',
    late: {
      busy: 'Annulation en cours…',
      failed: "Le paiement n'a pas pu être annulé. Veuillez réessayer.",
      cancel: 'Ne rien changer',
    },
    done: 'Paiement annulé.',
  },
  "ajouter un cavalier d'un client": {
    ...FICHE,
    answers: fiche,
    open: async () => {
      await button('Ajouter un cavalier').click();
      await dialog().getByLabelText('Prénom et nom').fill(' Noé ');
    },
    press: () => button('Enregistrer', dialog()).click(),
    call: 'cavaliers.createOf',
    late: save(
      'Enregistrement en cours…',
      "Le cavalier n'a pas pu être enregistré. Veuillez réessayer.",
    ),
    done: 'Cavalier ajouté.',
  },
  "retirer un cavalier d'un client": {
    ...FICHE,
    answers: (stored) => ficheWith(stored ? [] : ['Léa']),
    ...asked('Retirer', () => button('Retirer Léa').click()),
    call: 'cavaliers.removeOf',
    late: save('Retrait en cours…', "Le cavalier n'a pas pu être retiré. Veuillez réessayer."),
    done: 'Cavalier retiré.',
    meanwhile: UNSURE,
  },
};

tryAll(FORMS);

test("un rappel perdu ne se dit pas envoyé parce qu'un compte a payé entre-temps", async () => {
  // UI-32, REL-53: of two accounts one pays before the look-up, and none was reminded
  let paid = false;
  const server = await show(reminders(() => paid));
  await isShown(button(/^Envoyer les rappels/));
  server.fates = ['absent'];
  await button(/^Envoyer les rappels/).click();
  paid = true;
  await button('Envoyer', question()).click();
  await isShown(saying("Les rappels n'ont pas pu être envoyés. Veuillez réessayer."));
  expect(page.getByText(/rappels? envoyés?\./).elements()).toEqual([]);
});

test('après une réponse refusée en cours de route, un second envoi des relevés ne nomme personne deux fois', async () => {
  // REL-57: the first call makes two of three, the second fails, and the person sends again
  const server = await show(month());
  await button('Envoyer les relevés').click();
  server.fates = ['stored', FAILURE];
  await button('Envoyer', question()).click();
  await isShown(saying("Les relevés n'ont pas pu être faits."));
  await button('Envoyer', question()).click();
  await isShown(saying('3 relevés faits.'));
  const named = page.getByRole('region', { name: 'Relevés à imprimer' });
  await expect
    .poll(() => named.element().textContent)
    .toContain('.Anne Un, Bea Deux, Cléo Trois.Imprimer');
});
