import type { TypeEffect } from '#domain/settings/coming.ts';
import type { LeconSize } from '#domain/types/types_lecons.ts';

/** The sentences of the lesson types' section; those of refusals are in `domain/errors`. */
export const TEXTES = {
  titre: 'Types de leçon',
  aide: "Dans l'ordre où ils sont proposés. Un type inactif ne se réserve plus\u202f; ses réservations restent.",
  ajouter: 'Ajouter un type',
  illisible: 'Erreur lors du chargement des types de leçon',
  vide: 'Aucun type de leçon configuré',
  videAide: 'Ajoutez-en un\u202f: les cavaliers pourront aussitôt le réserver.',
  actif: 'Actif',
  inactif: 'Inactif',
  ajout: {
    titre: 'Ajouter un type de leçon',
    bouton: 'Ajouter',
    enCours: 'Ajout en cours…',
    succes: 'Type de leçon ajouté avec succès',
    echec: "Erreur lors de l'ajout du type de leçon. Veuillez réessayer.",
  },
  modification: {
    titre: 'Modifier le type de leçon',
    bouton: 'Enregistrer',
    enCours: 'Enregistrement en cours…',
    succes: 'Type de leçon modifié avec succès',
    echec: 'Erreur lors de la modification du type de leçon. Veuillez réessayer.',
  },
  effet: {
    titre: 'Enregistrer ce changement\u202f?',
    inconnu:
      "Le nombre de leçons à venir qui ont ce type n'est pas connu pour l'instant. Elles gardent leur durée et leurs participants.",
  },
  suppression: {
    titre: 'Supprimer ce type de leçon\u202f?',
    enCours: 'Suppression en cours…',
    succes: 'Type de leçon supprimé avec succès',
    echec: 'Erreur lors de la suppression du type de leçon. Veuillez réessayer.',
    plutot:
      "Désactivé plutôt que supprimé, il n'est plus proposé\u202f: ses réservations gardent son nom, et les totaux restent.",
    definitif: 'Il ne sera plus proposé et son prix sera supprimé. Cette action est irréversible.',
    sansCompte:
      "Le nombre de ses réservations n'a pas pu être lu. Elles sont conservées et gardent son identifiant.",
  },
  identifiant: 'Identifiant',
  identifiantAide: 'Lettres, chiffres et tirets bas\u202f; il ne change plus ensuite.',
  identifiantFixe: "L'identifiant ne change plus.",
  enregistreComme: 'Sera enregistré\u202f: ',
  libelle: 'Libellé',
  icone: 'Icône',
  iconeAide: 'Un emoji, ou deux caractères au plus.',
  max: 'Personnes au plus',
  maxAide: 'De 1 à 10.',
  duree: 'Durée',
  ouverte: 'Leçon ouverte',
  /** In the list, whose columns are narrow. */
  enListe: 'Ouverte',
  ouverteAide:
    'Les cavaliers peuvent prendre les places qui restent dans une leçon confirmée de ce type, sans voir qui y participe. Le centre lit tous les noms.',
} as const;

/** What a new duration or maximum means for the future lessons (SET-13). */
export function effectSentences(
  { lecons, otherDuree, overMax }: TypeEffect,
  before: LeconSize,
  after: LeconSize,
): string[] {
  const sentences = [
    lecons === 1 ? '1 leçon à venir a ce type.' : `${lecons} leçons à venir ont ce type.`,
  ];
  if (otherDuree > 0) {
    sentences.push(
      `${otherDuree === 1 ? '1 garde sa durée' : `${otherDuree} gardent leur durée`}\u202f: les ${after.duree_minutes} minutes valent pour les nouvelles réservations.`,
    );
  }
  if (overMax > 0) {
    const max = `plus de ${after.max_personnes} personne${after.max_personnes > 1 ? 's' : ''}`;
    sentences.push(
      overMax === 1
        ? `1 compte ${max}\u202f: elle garde ses participants, et personne ne peut s'y ajouter.`
        : `${overMax} comptent ${max}\u202f: elles gardent leurs participants, et personne ne peut s'y ajouter.`,
    );
  } else if (after.max_personnes !== before.max_personnes) {
    sentences.push(
      `Le maximum de ${after.max_personnes} personne${after.max_personnes > 1 ? 's' : ''} vaut aussi pour ${lecons === 1 ? 'elle' : 'elles'}.`,
    );
  }
  return sentences;
}

/** What happens to the reservations of a type that is deleted (SET-14). */
export function usageSentence(reservations: number): string {
  if (reservations === 0) return "Aucune réservation n'a ce type.";
  return reservations === 1
    ? '1 réservation a ce type\u202f: elle est conservée, avec son prix, et garde son identifiant.'
    : `${reservations} réservations ont ce type\u202f: elles sont conservées, avec leur prix, et gardent son identifiant.`;
}
