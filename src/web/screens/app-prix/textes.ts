/** The sentences of this screen; those of refusals are in `domain/errors`. */
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
  videAide: 'Ajoutez une leçon dans les paramètres\u202f: son prix se règle ensuite ici.',
  versParametres: 'Ouvrir les paramètres',
  inactif: 'Non proposée',
  tousLesMois:
    'Un prix enregistré vaut aussi pour les leçons déjà données\u202f: les statistiques et «\u202fMes leçons passées\u202f» de leurs mois sont recomptées à ce prix.',
  pasUnNombre: (typed: string) =>
    `«\u202f${typed.trim() || ' '}\u202f» n'est pas un nombre\u202f: le prix devient 0,00 €.`,
  aucunMois: 'Aucune leçon\u202f: rien à recompter.',
  unMois: (mois: string) => `Change les montants de ${mois}.`,
  desMois: (du: string, au: string) => `Change les montants de ${du} à ${au}.`,
  aZero: 'Mettre à zéro\u202f?',
  aZeroAide: 'À 0,00 €, ces leçons ne sont plus comptées dans aucun total, même passé.',
  mettreAZero: 'Mettre à zéro',
  ailleurs: 'Modifié ailleurs entre-temps\u202f: ',
} as const;

/** Milliseconds on screen (LIM-24). */
export const DUREE = { succes: 3_000, echec: 8_000 } as const;
