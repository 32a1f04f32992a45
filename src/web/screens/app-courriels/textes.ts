/** The sentences of this screen; those of refusals are in `domain/errors`. */
import type { Courriel } from '#contract/courriels.ts';
import { formatJour, momentAt } from '#domain/core/calendrier.ts';
import { CONSERVATION_JOURS } from '#domain/core/conservation.ts';
import type { EtatCourriel } from '#domain/emails/courriels.ts';

export const TEXTES = {
  retour: 'Retour aux utilisateurs',
  intro: 'Ce qui attend, ce qui est parti, ce qui a échoué.',
  apercu: 'Aperçu des emails',
  expediteur: 'Expéditeur\u202f:',
  sansEnvoi:
    "Ce serveur n'envoie pas d'emails\u202f: SMTP_URL n'est pas réglé. Chaque email reste lisible ici, et rien ne part. Un lien s'affiche à la demande.",

  filtre: 'Filtrer par état',
  tous: 'Tous',
  table: 'Emails',
  illisibles: "Les emails n'ont pas pu être chargés.",
  pages: 'Pages',

  essai: "Envoyer un email d'essai",
  essaiIntro: 'Pour vérifier que les emails du centre arrivent.',
  essaiAdresse: 'Adresse',
  essaiAide: "C'est la vôtre\u202f; changez-la pour écrire ailleurs.",
  essaiEnvoyer: "Envoyer l'essai",
  essaiEnCours: 'Envoi en cours…',
  essaiParti: "L'email d'essai est en route.",
  essaiGarde:
    "L'email d'essai est enregistré ici, mais ne part pas\u202f: l'envoi n'est pas configuré.",
  essaiEchoue: "L'email d'essai n'a pas pu être envoyé. Veuillez réessayer.",
  annuler: 'Annuler',
  fermer: 'Fermer',

  adresseEffacee: 'adresse effacée',
  courrielIllisible: "Cet email n'a pas pu être chargé.",
  renvoyer: 'Renvoyer',
  renvoiEnCours: 'Renvoi en cours…',
  renvoye: "L'email est de nouveau en route.",
  renvoyeGarde: "L'email attend de nouveau, mais ne part pas\u202f: l'envoi n'est pas configuré.",
  renvoiEchoue: "L'email n'a pas pu être renvoyé. Veuillez réessayer.",
  afficherLien: 'Afficher le lien',
  affichageEnCours: 'Lecture en cours…',
  lienIntro: "Donnez ce lien à son destinataire, et à personne d'autre\u202f:",
  lienNote: 'Le journal retient qui affiche un lien.',
  lienEchoue: "Le lien n'a pas pu être affiché. Veuillez réessayer.",
  cause: 'Cause',
  reponse: 'Réponse du serveur',
  toutRenvoyer: 'Tout renvoyer',
  toutRenvoyerTitre: 'Renvoyer tous les emails échoués\u202f?',
  toutRenvoyerAide:
    "Chacun repart une fois. Ceux dont la leçon est passée, dont l'annonce ne vaut plus ou dont le lien ne sert plus ne repartent pas.",
  calendrier: 'Fichier de calendrier (.ics)',
} as const;

/** The name of each state in the filter, and the sentence shown when no email has it. */
export const ETATS: Record<EtatCourriel, { nom: string; vide: string; aide: string }> = {
  en_attente: {
    nom: 'En attente',
    vide: "Aucun email n'attend",
    aide: "Un email y passe quelques secondes, celui d'un changement de leçon trente\u202f; ce qui y reste n'a pas encore pu partir.",
  },
  planifie: {
    nom: 'Planifiés',
    vide: "Aucun rappel n'est prévu",
    aide: 'Les leçons à venir y ont leur rappel, qui est écrit et part 24 heures avant.',
  },
  envoye: {
    nom: 'Envoyés',
    vide: "Aucun email n'est encore parti",
    aide: `Ceux qui partent restent lisibles ici pendant ${CONSERVATION_JOURS.courriel} jours.`,
  },
  echoue: {
    nom: 'Échoués',
    vide: "Aucun email n'a échoué",
    aide: 'Tant mieux\u202f: tout ce qui devait partir est parti, ou attend son tour.',
  },
  perime: {
    nom: 'Périmés',
    vide: "Aucun email n'est périmé",
    aide: "Un email qui ne pouvait pas partir (rappels coupés, envoi pas encore réglé) y finit quand ce qu'il disait est passé.",
  },
};

export const NO_COURRIEL = {
  vide: "Aucun email pour l'instant",
  aide: 'Le premier sera écrit à la première demande de compte ou à la première leçon réservée.',
} as const;

const account = (n: number, one: string, several: string): string =>
  n === 1 ? one : `${n} ${several}`;

/** The outcome of 'Tout renvoyer'. */
export function resentInWords({
  renvoyes,
  restes,
  email_envoye,
}: {
  renvoyes: number;
  restes: number;
  email_envoye: boolean;
}): string {
  const verb = renvoyes === 1 ? 'est' : 'sont';
  const gone =
    renvoyes === 0
      ? "Aucun email n'est renvoyé."
      : email_envoye
        ? `${account(renvoyes, 'Un email', 'emails')} ${verb} de nouveau en route.`
        : `${account(renvoyes, 'Un email', 'emails')} ${renvoyes === 1 ? 'attend' : 'attendent'} de nouveau, mais rien ne part\u202f: l'envoi n'est pas configuré.`;
  const kept =
    restes === 0
      ? ''
      : ` ${account(restes, 'Un autre ne vaut', 'autres ne valent')} plus la peine d'être ${restes === 1 ? 'envoyé' : 'envoyés'}\u202f: ce qu'${restes === 1 ? 'il annonce' : 'ils annoncent'} est passé, ou ${restes === 1 ? 'son lien' : 'leur lien'} ne sert plus.`;
  return gone + kept;
}

/**
 * '21 novembre, 14:05': short, for the table. The log keeps 90 days, so the year is clear
 * (MAIL-12).
 */
export function shortDateInWords(instant: string): string {
  const { jour, heure } = momentAt(new Date(instant));
  return `${formatJour(jour, 'date')}, ${heure}`;
}

/**
 * When a waiting email will be sent, if not immediately: a reminder, a change that another may
 * follow (MAIL-44), a new attempt.
 */
export function plannedInWords({
  statut,
  essais,
  envoyer_apres,
  created_at,
}: Courriel): string | null {
  const date = shortDateInWords(envoyer_apres);
  if (statut === 'planifie') return `Prévu le ${date}`;
  if (statut !== 'en_attente') return null;
  if (essais > 0) return `Nouvel essai le ${date}`;
  return envoyer_apres > created_at ? `À envoyer le ${date}` : null;
}

export function attemptsInWords(essais: number): string | null {
  return essais > 1 ? `${essais} essais` : null;
}

/** The most important date in its state. */
export function nextDateOf({
  statut,
  envoyer_apres,
  envoye_at,
  perime_apres,
  essais,
}: Courriel): readonly [label: string, instant: string] | null {
  if (statut === 'envoye') return envoye_at === null ? null : ['Envoyé le', envoye_at];
  if (statut === 'planifie') return ['À envoyer le', envoyer_apres];
  if (statut === 'en_attente')
    return [essais > 0 ? 'Nouvel essai le' : 'À envoyer le', envoyer_apres];
  return statut === 'perime' ? ['Périmé le', perime_apres] : null;
}
