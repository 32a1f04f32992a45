/** The texts of the dialogs of a rider. */
export const CAVALIER = {
  ajouter: 'Ajouter un cavalier',
  modifier: 'Modifier le cavalier',
  annee: 'Année de naissance',
  note: 'Note pour le moniteur',
  champs: { nom: 'le nom', annee: "l'année de naissance", note: 'la note' },
  facultatif: '(facultatif)',
  ajoute: 'Cavalier ajouté.',
  modifie: 'Cavalier modifié.',
  enCours: 'Enregistrement en cours…',
  retirer: 'Retirer',
  retirerTitre: 'Retirer ce cavalier\u202f?',
  retire: 'Cavalier retiré.',
  retraitEnCours: 'Retrait en cours…',
} as const;
