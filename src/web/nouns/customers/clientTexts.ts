// chunk: people-lists
/** The texts of the forms of a customer. A text that begins with a colon follows a name. */
import { CLIENT_NOTE_MAX } from '#domain/customers/clients.ts';

/** The form of a customer. */
export const FICHE = {
  modifier: 'Modifier ce client',
  aide: 'Seul le nom est nécessaire.',
  emailAide: "Rien n'y est envoyé.",
  note: 'Note pour le bureau',
  enCours: 'Enregistrement en cours…',
  champs: {
    nom: 'le nom',
    telephone: 'le téléphone',
    email: "l'email",
    adresse: "l'adresse",
    note: 'la note',
  },
  compteur: (n: number): string => `${n} / ${CLIENT_NOTE_MAX} caractères`,
} as const;

/** The invitation of a customer (CLI-10). */
export const INVITATION = {
  titre: 'Inviter ce client',
  inviter: 'Inviter',
  suite:
    ' aura un compte à cette adresse, avec ses leçons, et recevra un lien pour choisir son mot de passe.',
  enCours: 'Invitation en cours…',
  faite: "\u202f: compte ouvert. L'invitation est dans «\u202fEmails\u202f».",
} as const;

/** Two customers who may be one person (CLI-11). */
export const FUSION = {
  peutEtre: 'Peut-être ',
  bouton: "C'est la même personne",
  titre: 'Regrouper ces deux clients\u202f?',
  confirmer: 'Regrouper',
  avant: 'Tout ce qui est à ',
  entre: ' passe à ',
  suite: [
    "Ses leçons et ses cavaliers changent de client. Personne ne reçoit d'email.",
    'Cette action est irréversible.',
  ],
  enCours: 'Regroupement en cours…',
  fait: '\u202f: regroupé avec ',
  echec: "Les clients n'ont pas pu être regroupés. Veuillez réessayer.",
} as const;
