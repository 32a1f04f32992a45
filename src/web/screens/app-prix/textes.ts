/** The sentences of this screen; those of refusals stand in `domain/errors*.ts`. */
export const TEXTES = {
  retour: 'Retour au Webmaster',
  intro: 'Le tarif de chaque leçon, par personne.',
  tarif: 'Tarif',
  enregistrer: 'Sauvegarder les prix',
  enCours: 'Sauvegarde en cours...',
  succes: 'Les prix ont été sauvegardés avec succès',
  echec: "Les prix n'ont pas pu être sauvegardés. Veuillez réessayer.",
  illisible: "Les prix n'ont pas pu être chargés.",
  vide: 'Aucun type de leçon configuré',
  videAide: 'Ajoutez une leçon dans les paramètres : son prix se règle ensuite ici.',
  versParametres: 'Ouvrir les paramètres',
  inactif: 'Non proposée',
  ailleurs: 'Modifié ailleurs entre-temps : ',
} as const;

/** Milliseconds on screen (LIM-24). */
export const DUREE = { succes: 3_000, echec: 8_000 } as const;
