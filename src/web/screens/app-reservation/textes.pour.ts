/** The sentences of the field 'Réserver pour' and of the customers of names, which riders never load. */
export const TEXTES = {
  titre: 'Réserver pour',
  clientIllisible: "Ce client n'a pas pu être chargé. Cherchez-le ici.",
  aide: 'Un nom, un email, un téléphone ou un cavalier trouve un client\u202f; un nouveau nom en ajoute un. Vide\u202f: pour vous-même.',
  aideApresCoup:
    'Un nom, un email, un téléphone ou un cavalier trouve un client\u202f; un nouveau nom en ajoute un. Vide\u202f: au nom du premier participant.',
  compte: 'La leçon sera dans ses réservations, et les emails lui sont envoyés.',
  compteSansEmail: 'La leçon sera dans ses réservations.',
  sansCompte: "Sans compte\u202f: aucun email n'est envoyé à cette personne.",
  telephone: 'Son téléphone',
  liste: 'Clients',
  autres: "D'autres clients correspondent\u202f: écrivez davantage du nom ou de l'email.",
  nouveau: ', nouveau client',
  commeLaReservation: 'Comme la réservation',
} as const;
