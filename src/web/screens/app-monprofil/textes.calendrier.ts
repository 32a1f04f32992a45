/** The sentences of the card of calendar feeds. */
import { nomDansPhrase } from '#domain/slots/pistes.ts';

export const TEXTES = {
  titre: 'Mon calendrier',
  intro:
    'Une adresse secrète montre vos leçons dans le calendrier de votre téléphone ou de votre ordinateur, et les tient à jour. ' +
    'Votre calendrier décide quand il la lit\u202f: un changement peut y arriver avec plusieurs heures de retard, un jour parfois. ' +
    'Un nouveau mot de passe supprime vos adresses.',
  illisible: "Vos adresses de calendrier n'ont pas pu être chargées.",
  aucune: "Pas encore d'adresse",
  creer: "Créer l'adresse",
  nouvelle: 'Nouvelle adresse',
  supprimer: 'Supprimer',
  enCours: 'Création en cours…',
  suppressionEnCours: 'Suppression en cours…',
  nonCreee: "L'adresse n'a pas pu être créée. Veuillez réessayer.",
  nonSupprimee: "L'adresse n'a pas pu être supprimée. Veuillez réessayer.",
  supprimee: "L'adresse est supprimée.",

  adresse: 'Adresse de votre calendrier',
  uneFois:
    'Elle ne sera plus affichée. Qui la connaît lit ces leçons\u202f: ne la donnez à personne.',
  ajouter: 'Ajouter à mon calendrier',
  copier: 'Copier',
  copiee: "L'adresse est copiée.",
  nonCopiee: "L'adresse n'a pas pu être copiée. Sélectionnez-la.",
  comment: [
    [
      'iPhone',
      '«\u202fAjouter à mon calendrier\u202f», ou Réglages, Calendrier, Comptes, Ajouter un compte, Autre, puis «\u202fAjouter un abonnement\u202f».',
    ],
    [
      'Google',
      "Sur un ordinateur, dans Google Agenda\u202f: «\u202fAutres agendas\u202f», +, puis «\u202fÀ partir de l'URL\u202f».",
    ],
    [
      'Outlook',
      "Calendrier, «\u202fAjouter un calendrier\u202f», puis «\u202fS'abonner à partir du web\u202f».",
    ],
  ],

  questionNouvelle: 'Créer une nouvelle adresse\u202f?',
  effetNouvelle:
    "L'adresse actuelle ne répondra plus\u202f: les calendriers qui la lisent devront recevoir la nouvelle.",
  questionSupprimer: "Supprimer l'adresse\u202f?",
  effetSupprimer: 'Les calendriers qui la lisent ne seront plus tenus à jour.',
} as const;

/** The content of a feed. `piste`: the name of its arena, null for the person's own lessons. */
export function nomOfFlux(piste: string | null): string {
  if (piste === null) return 'Mes leçons';
  const nom = nomDansPhrase(piste);
  return nom === piste ? `Toutes les leçons\u202f: ${piste}` : `Toutes les leçons de la ${nom}`;
}
