/** The refusals of statements and payments (REL-01 to REL-41). */
import { defineRefus } from './define.ts';

export const FACTURATION_REFUS = {
  facturation_fermee: defineRefus(
    'introuvable',
    "La facturation n'est pas activée dans les paramètres.",
  ),
  mois_invalide: defineRefus('invalide', 'Veuillez choisir un mois qui a commencé.'),
  numeros_epuises: defineRefus('conflit', 'Tous les numéros de relevé de ce mois sont donnés.'),
  releve_introuvable: defineRefus('introuvable', "Ce relevé n'existe pas ou plus."),
  compte_introuvable: defineRefus('introuvable', "Ce compte n'existe pas ou plus."),
  ligne_libelle_invalide: defineRefus(
    'invalide',
    'Le libellé tient sur une ligne de 1 à 80 caractères.',
  ),
  montant_invalide: defineRefus(
    'invalide',
    'Un montant va de 0,01 à 99 999,99 euros, avec deux décimales au plus.',
  ),
  jour_ligne_invalide: defineRefus(
    'invalide',
    "Le jour d'une ligne va de deux ans avant aujourd'hui à un an après.",
  ),
  jour_paiement_invalide: defineRefus(
    'invalide',
    "Le jour d'un paiement n'est pas à venir, et date de deux ans au plus.",
  ),
  moyen_invalide: defineRefus('invalide', 'Veuillez choisir comment le paiement a été fait.'),
  paiement_note_longue: defineRefus(
    'invalide',
    'La note tient sur une ligne de 200 caractères au plus.',
  ),
  correction_sans_raison: defineRefus(
    'invalide',
    'Veuillez écrire la raison de la correction, sur une ligne de 200 caractères au plus.',
  ),
  ligne_absente: defineRefus('introuvable', "Cette ligne n'est pas, ou plus, dans ce compte."),
  ligne_deja_ajoutee: defineRefus(
    'conflit',
    'Cette ligne est déjà enregistrée, avec un autre contenu. Relisez le compte.',
  ),
  correction_deja_faite: defineRefus(
    'conflit',
    'Cette correction est déjà enregistrée, avec un autre contenu. Relisez le compte.',
  ),
  ligne_corrigee: defineRefus('conflit', 'Cette ligne est déjà corrigée.'),
  solde_change: defineRefus(
    'conflit',
    "Ce compte vient de changer : vérifiez le montant ouvert, puis recommencez. Rien n'est encore enregistré.",
  ),
  paiement_deja_enregistre: defineRefus(
    'conflit',
    'Ce paiement est déjà enregistré, avec un autre contenu. Relisez le compte.',
  ),
  paiement_introuvable: defineRefus('introuvable', "Ce paiement n'existe pas ou plus."),
  paiement_annule: defineRefus('conflit', 'Ce paiement est déjà annulé.'),
  rappel_trop_tot: defineRefus(
    'conflit',
    "Un rappel part au plus tôt 14 jours après le relevé ou le dernier rappel, s'il reste quelque chose à payer.",
  ),
  iban_invalide: defineRefus(
    'invalide',
    "Cet IBAN n'est pas valable : vérifiez chacun de ses caractères.",
  ),
  titulaire_invalide: defineRefus(
    'invalide',
    'Le titulaire du compte tient sur une ligne de 70 caractères au plus.',
  ),
  mentions_invalides: defineRefus(
    'invalide',
    'Chaque mention du centre tient sur une ligne de 100 caractères au plus ; son adresse compte 300 caractères au plus.',
  ),
  facturation_debut_invalide: defineRefus(
    'invalide',
    'Veuillez choisir un premier jour facturé valable.',
  ),
  facturation_debut_fixe: defineRefus(
    'conflit',
    'Le premier jour facturé ne change plus : des relevés sont déjà envoyés.',
  ),
} as const;

export type CodeFacturation = keyof typeof FACTURATION_REFUS;
