/** The sentences of this screen. */
export const TEXTES = {
  sansEnvoi:
    "Ce centre n'envoie pas d'email. Indiquez le vôtre\u202f: un administrateur pourra vous donner un lien pour choisir un nouveau mot de passe.",
  demande: 'Votre demande est enregistrée',
  lienPret: ', un lien est prêt pour lui.',
  invitation: 'Indiquez votre email\u202f: nous vous enverrons un lien pour en choisir un nouveau.',
  envoyer: 'Envoyer le lien',
  envoi: 'Envoi en cours…',
  envoye: 'Regardez vos emails',
  siUnCompte: 'Si un compte existe pour',
  emailEnvoye: ', un email vient de lui être envoyé.',
  renvoyer: "Renvoyer l'email",
  retour: 'Retour à la connexion',
  sinon: "Toujours rien\u202f? Vérifiez l'adresse, ou adressez-vous au centre.",
} as const;

/** What to do if no emails are sent. */
export const STEPS_WITHOUT_EMAIL = [
  'Adressez-vous au centre\u202f: un administrateur vous donne le lien.',
  'Suivez ce lien\u202f: il est valable 1 heure et sert une seule fois.',
] as const;

/** What to do once the email is sent. The hour is the lifetime of the link (LIM-12). */
export const STEPS = [
  'Ouvrez votre boîte de réception\u202f: il arrive en quelques minutes.',
  'Cherchez-le aussi parmi les courriers indésirables (spam).',
  'Suivez son lien\u202f: il est valable 1 heure et sert une seule fois.',
] as const;
