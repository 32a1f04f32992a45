/** The sentences about the account of a customer (REL-73). */
export const COMPTE = {
  titre: 'Compte',
  illisible: "Le compte de ce client n'a pas pu être chargé.",
  doit: 'À payer',
  doitAide: 'Relevés et changements depuis, paiements déduits.',
  depuis: (jour: string, demande: string | null) =>
    `Depuis le ${jour}${demande === null ? '' : `, demandé le ${demande}`}.`,
  credit: 'En sa faveur',
  creditAide: 'Déduit de son prochain relevé.',
  rien: 'Rien à payer.',
  enCours: 'En cours',
  encaisser: 'Enregistrer un paiement',
  payePar: 'Ses lignes sont sur le compte de ',
  rappel: (jour: string) => `Dernier rappel le ${jour}.`,
} as const;

export const LIGNES = {
  titre: 'Pas encore sur un relevé',
  vide: 'Aucune ligne ouverte.',
  ajouter: 'Ajouter une ligne',
  corriger: 'Corriger',
  de: ' de ',
  proposees: 'Libellés courants',
  libelles: ['Cotisation', 'Licence', 'Assurance', 'Stage', 'Pension'],
  pour: 'Pour',
  libelle: 'Libellé',
  jour: 'Jour',
  jourAide: (releve: string) => `Sera sur le ${releve}.`,
  montant: 'Montant en euros',
  montantAide: 'Avec un moins devant, la ligne est en faveur du client.',
  enregistrer: 'Ajouter',
  enCours: 'Enregistrement en cours…',
  ajoutee: 'Ligne ajoutée.',
  echec: "La ligne n'a pas pu être enregistrée. Veuillez réessayer.",
} as const;

export const CORRECTION = {
  titre: 'Corriger une ligne',
  suite:
    "Une ligne contraire, de ce que cette ligne coûte maintenant, s'ajoute aujourd'hui à son compte. La ligne corrigée reste.",
  raison: 'Raison',
  raisonAide: 'Imprimée sur le relevé.',
  confirmer: 'Corriger',
  enCours: 'Correction en cours…',
  faite: 'Ligne corrigée.',
  echec: "La correction n'a pas pu être enregistrée. Veuillez réessayer.",
} as const;

export const RELEVES = {
  titre: 'Relevés',
  vide: 'Aucun relevé envoyé.',
  voir: 'Voir',
  imprimer: 'Imprimer',
  illisible: "Ce relevé n'a pas pu être chargé.",
  faitLe: (jour: string) => `fait le ${jour}`,
} as const;

export const MOUVEMENTS = {
  titre: 'Paiements',
  vide: 'Aucun paiement.',
  arrondi: 'Arrondi',
  annulation: 'annulation',
  annule: 'annulé',
  annuler: 'Annuler',
  question: 'Annuler ce paiement\u202f?',
  confirmer: 'Annuler le paiement',
  garder: 'Ne rien changer',
  enCours: 'Annulation en cours…',
  suite:
    "Un mouvement contraire s'ajoute aujourd'hui\u202f; le paiement reste dans la liste et dans le journal des recettes.",
  fait: 'Paiement annulé.',
  echec: "Le paiement n'a pas pu être annulé. Veuillez réessayer.",
} as const;
