/** The sentences of the edit dialog; those of refusals are in `domain/errors`. */
export const TEXTES = {
  perdu: 'Ce que vous avez changé dans cette réservation sera perdu.',
  moisFacture:
    "Cette leçon est d'un mois facturé. Le relevé envoyé ne change pas\u202f: une différence de prix sera une ligne + ou − sur le prochain.",
  titre: 'Modifier la réservation',
  enregistrer: 'Enregistrer',
  enCours: 'Enregistrement en cours…',
  succes: 'Réservation mise à jour',
  echec: 'Erreur lors de la mise à jour de la réservation',
  rouvrir: 'Rouvrez-la pour vérifier ce qui est enregistré.',
  recharger: 'Recharger',
  rechargerTitre: 'Recharger la réservation\u202f?',
  saisiPerdu: 'Ce que vous avez saisi sera remplacé\u202f: ',
  changeEntreTemps: 'Changé entre-temps\u202f:',
  disparue:
    "Cette réservation vient d'être supprimée. Ce que vous avez saisi reste lisible, mais ne s'enregistre plus.",
  libre: 'libre',
  prise: 'prise',
  fermee: 'fermé',
  piste_fermee: 'piste fermée',
  trop_tard: 'trop tard',
  sansCompte: 'Place sans client',
  reglee: "Place sans client, sur le relevé d'un client effacé",
  compte: {
    choisir: 'Choisir un client',
    personne: 'À personne',
    enCours: 'Ajout en cours…',
    nonAjoute: "Le client n'a pas pu être ajouté. Veuillez réessayer.",
  },
  prix: {
    prix: 'Prix\u202f: ',
    sans: 'Sans prix',
    nouveau: 'Au prix de la leçon',
    changer: 'Changer le prix',
    nouveauPrix: 'Nouveau prix',
    raison: 'Raison',
    choisir: 'Choisir…',
    garder: 'Garder le prix',
    autreType: 'Au prix du nouveau type de leçon',
    cetteLecon: 'Le nouveau prix vaut pour cette leçon seulement.',
  },
  notesIllisibles: "Les notes sur les cavaliers n'ont pas pu être chargées.",
  heuresIllisibles: 'Disponibilités indisponibles',
  rechargee: 'La version enregistrée est affichée.',
  passeAnnule:
    "Déjà commencée\u202f: l'email dira que la leçon prévue n'a pas lieu, et rien d'autre ne partira.",
  retire: 'plus proposé',
  supprime: 'type supprimé',
} as const;

/** If a lesson has more people than its type now allows. */
export const maximumSentence = (max: number): string =>
  `Ce type de leçon admet maintenant ${max} personne${max > 1 ? 's' : ''} au plus.`;
