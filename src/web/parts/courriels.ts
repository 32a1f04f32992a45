/** The name of each kind of email. */
import type { SorteCourriel } from '#domain/emails/courriels.ts';

export const SORTES: Record<SorteCourriel, string> = {
  approbation: 'Compte approuvé',
  refus: 'Demande refusée',
  effacement: 'Compte supprimé',
  mot_de_passe: 'Nouveau mot de passe',
  confirmation_adresse: "Confirmation de l'adresse",
  deblocage: 'Compte protégé',
  changement_adresse: 'Confirmation de la nouvelle adresse',
  invitation: 'Invitation',
  compte_modifie: 'Sécurité du compte',
  inscription: 'Nouvelle demande de compte',
  inscriptions_groupees: 'Nouvelles demandes de compte',
  inscriptions_en_attente: 'Demandes de compte en attente',
  sauvegarde_en_panne: 'Sauvegardes en panne',
  alerte_admins: 'Alerte aux administrateurs',
  alerte_codes: 'Codes incorrects',
  reservation_confirmee: 'Leçon confirmée',
  reservation_modifiee: 'Leçon modifiée',
  reservation_annulee: 'Leçon annulée',
  rappel: 'Rappel de leçon',
  place_libre: 'Créneau libéré',
  prix_changes: 'Prix de leçons réservées',
  essai: "Email d'essai",
  libre: 'Message libre',
};
