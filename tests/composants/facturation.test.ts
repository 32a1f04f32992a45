/** Payments, statements and the account of a customer: /app/facturation and /app/clients. */
import { page, userEvent } from 'vitest/browser';
import { expect } from 'vitest';
import { asked, button, dialog, type Form, save, tryAll, isShown, UNSURE } from './formulaire.ts';
import { billing, fiche, FICHE, ficheWith, PAYE, TRANSFER, virements } from './facturation.ts';

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
      await button('Ajouter une ligne').click();
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
