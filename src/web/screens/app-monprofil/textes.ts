/** The sentences of this screen; those of refusals are in `domain/errors`. */
import type { StatutUser } from '#domain/people/users.ts';

export const TEXTES = {
  intro: 'Vos coordonnées, votre photo et vos connexions.',
  illisible: 'Erreur de chargement du profil',

  changerPhoto: 'Changer la photo',
  retirerPhoto: 'Retirer la photo',
  photoEnCours: 'Envoi en cours…',
  photoChangee: 'Photo de profil mise à jour avec succès',
  photoRetiree: 'Photo de profil retirée',
  photoEchouee:
    "La photo n'a pas pu être enregistrée. Vérifiez votre connexion et réessayez\u202f; si l'erreur revient, " +
    "demandez au centre de vérifier l'espace de stockage des photos.",
  retraitEchoue: "La photo n'a pas pu être retirée. Veuillez réessayer.",

  enregistre: 'Profil mis à jour avec succès',
  enregistrementEchoue: 'Erreur lors de la sauvegarde du profil',
  enCours: 'Enregistrement en cours…',
  vide: 'Non renseigné',

  typeDefini: "Défini par l'administrateur",
  accord: 'Vous avez accepté la page «\u202fVos données\u202f»',
  emailChanger: "Changer d'adresse email",
  emailEffet:
    "La nouvelle adresse reçoit un lien à ouvrir\u202f: elle remplace alors celle-ci. Là où le centre n'envoie pas d'emails, elle la remplace aussitôt.",
  emailDemander: 'Demander le changement',
  emailPareil: "C'est déjà l'adresse de votre compte.",
  emailMotDePasseManquant: 'Veuillez saisir votre mot de passe actuel.',
  emailCode: "Code de l'application ou code de secours",
  emailCodeManquant: 'Veuillez saisir un code de votre application, ou un code de secours.',
  emailEchoue: "L'adresse n'a pas pu être changée. Veuillez réessayer.",
  emailDemande:
    'Presque fini\u202f: ouvrez le lien envoyé à la nouvelle adresse. Regardez aussi les courriers indésirables.',
  emailChange: 'Votre adresse est maintenant',
  emailAttend: 'en attente de confirmation',
  emailRetirer: 'Retirer la demande',
  emailRetire: 'La demande est retirée\u202f: votre adresse reste la même.',
  emailNonRetire: "La demande n'a pas pu être retirée. Veuillez réessayer.",
  aideCavalier: 'Pour changer de type de compte, adressez-vous à un administrateur du centre.',
  aideAdmin:
    "En tant qu'administrateur, vous gérez les réservations, les comptes, les prix et les paramètres du centre. " +
    'Les types de compte se règlent dans «\u202fUtilisateurs\u202f» et «\u202fParamètres\u202f».',

  sessionsAide:
    'Les appareils où votre compte est ouvert. Terminez ceux que vous ne reconnaissez pas. «\u202fTerminer toutes les autres\u202f» supprime aussi vos adresses de calendrier.',
  sessionsIllisibles: "Vos sessions n'ont pas pu être chargées.",
  cetteSession: 'Cette session',
  terminer: 'Terminer',
  terminerAutres: 'Terminer toutes les autres',
  terminee: 'La session est terminée.',
  terminees: 'Les autres sessions sont terminées, et vos adresses de calendrier supprimées.',
  nonTerminee: "La session n'a pas pu être terminée. Veuillez réessayer.",

  motDePasse: 'Changer de mot de passe',
  motDePasseEffet: 'Cette session reste ouverte.',
  motDePasseChange: 'Mot de passe modifié. Vos autres sessions sont terminées.',
  motDePasseChangeSeul: 'Mot de passe modifié. Vos autres sessions restent ouvertes.',
  motDePasseNonChange: "Le mot de passe n'a pas pu être changé. Veuillez réessayer.",
  motDePasseOublie: 'Mot de passe actuel oublié\u202f? Recevoir un lien par email',
  motDePasseRegle:
    'Le lien est valable 1 heure et sert une seule fois. Un nouveau mot de passe termine toutes vos sessions.',
  motDePasseEnvoyer: "Envoyer l'email",
  motDePasseEnCours: 'Envoi en cours…',
  motDePasseParti:
    "L'email est en route. Regardez votre boîte de réception, et aussi vos courriers indésirables.",
  motDePasseSansEmail:
    'Les emails du centre ne sont pas configurés\u202f: aucun lien ne peut vous parvenir. ' +
    'Adressez-vous à un administrateur pour changer votre mot de passe.',
  motDePasseALire:
    'Les emails du centre ne sont pas configurés\u202f: le vôtre reste à lire parmi ceux du centre.',
  motDePasseLesEmails: 'Ouvrir les emails',
  motDePasseEchoue: "Erreur lors de l'envoi de l'email de réinitialisation",
} as const;

export const STATUTS: Record<StatutUser, string> = {
  actif: 'Actif',
  inactif: 'Inactif',
  en_attente: 'En attente',
  refuse: 'Refusé',
};

/** How long a success stays on screen, in milliseconds (LIM-24). */
export const DUREE_SUCCES = 5_000;

/** Largest photo, in bytes (LIM-19). */
export const PHOTO_MAX = 5 * 1024 * 1024;
