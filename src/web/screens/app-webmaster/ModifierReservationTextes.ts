/** The sentences of the edit dialog; those of refusals stand in `domain/errors`. */
export const TEXTES = {
  quitter: 'Quitter sans enregistrer ?',
  perdu: 'Ce que vous avez changé dans cette réservation sera perdu.',
  abandonner: 'Quitter',
  titre: 'Modifier la réservation',
  enregistrer: 'Enregistrer',
  enCours: 'Enregistrement en cours...',
  succes: 'Réservation mise à jour',
  echec: 'Erreur lors de la mise à jour de la réservation',
  recharger: 'Recharger',
  rechargee: 'La version enregistrée est affichée.',
  retire: "plus proposé",
  supprime: 'type supprimé',
} as const;
