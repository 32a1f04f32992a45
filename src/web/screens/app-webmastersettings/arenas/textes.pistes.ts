/** The sentences of the arenas' section; those of refusals are in `domain/errors`. */
export const TEXTES = {
  titre: 'Pistes',
  aide: "Dans l'ordre où elles sont proposées. Une piste inactive ne se réserve plus\u202f; ses leçons restent.",
  ajouter: 'Ajouter une piste',
  illisible: 'Erreur lors du chargement des pistes',
  vide: 'Aucune piste configurée',
  videAide: 'Ajoutez-en une\u202f: les cavaliers pourront aussitôt la réserver.',
  active: 'Active',
  inactive: 'Inactive',
  derniere: 'Seule piste qui se réserve\u202f: elle ne peut pas être désactivée.',
  ajout: {
    titre: 'Ajouter une piste',
    bouton: 'Ajouter',
    enCours: 'Ajout en cours…',
    succes: 'Piste ajoutée avec succès',
    echec: "Erreur lors de l'ajout de la piste. Veuillez réessayer.",
  },
  modification: {
    titre: 'Modifier la piste',
    bouton: 'Enregistrer',
    enCours: 'Enregistrement en cours…',
    succes: 'Piste modifiée avec succès',
    echec: 'Erreur lors de la modification de la piste. Veuillez réessayer.',
  },
  desactivation: {
    titre: 'Désactiver cette piste\u202f?',
    enCours: 'Désactivation en cours…',
    inconnu:
      "Le nombre de leçons à venir sur cette piste n'est pas connu pour l'instant. Elles restent, et se lisent toujours dans le planning.",
    ensuite: "Plus personne ne pourra la réserver tant qu'elle n'est pas réactivée.",
  },
  suppression: {
    titre: 'Supprimer cette piste\u202f?',
    enCours: 'Suppression en cours…',
    succes: 'Piste supprimée avec succès',
    echec: 'Erreur lors de la suppression de la piste. Veuillez réessayer.',
    libre: 'Aucune leçon, aucune demande et aucun calendrier ne la nomment.',
    definitif: 'Elle ne sera plus proposée. Cette action est irréversible.',
  },
  nom: 'Nom',
  nomAide: "Jusqu'à 40 caractères.",
  note: 'Ligne sous le nom',
  noteAide: "Facultative, jusqu'à 80 caractères.",
  dessin: 'Dessin',
} as const;

/** What happens to the future lessons of an arena that is switched off. */
export function avenirSentence(lecons: number): string {
  if (lecons === 0) return "Aucune leçon à venir n'est sur cette piste.";
  return lecons === 1
    ? '1 leçon à venir est sur cette piste\u202f: elle reste, et se lit toujours dans le planning.'
    : `${lecons} leçons à venir sont sur cette piste\u202f: elles restent, et se lisent toujours dans le planning.`;
}
