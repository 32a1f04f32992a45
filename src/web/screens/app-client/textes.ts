/** The sentences of this screen. A text that begins with a colon follows a name. */
export const TEXTES = {
  intro: 'Ses coordonnées, ses cavaliers, ses leçons et ce qui lui est facturé.',
  retour: 'Retour aux utilisateurs',
  illisible: "La fiche de ce client n'a pas pu être chargée.",
  inconnu: 'Client non trouvé',
  inconnuAide: "Ce client n'existe pas, ou plus.",
  versUtilisateurs: 'Voir tous les utilisateurs',
} as const;

export const CONTACT = {
  titre: 'Coordonnées',
  reserver: 'Réserver pour',
  appeler: 'Appeler',
  ecrire: 'Écrire',
  modifier: 'Modifier',
  sansCompte: 'Sans compte',
  nonConfirme: 'Email non confirmé',
  demande: ' attend sa confirmation.',
  note: 'Note du bureau',
  payePar: 'Payé par',
  paiePour: 'Paie pour',
  aucune: 'Aucune coordonnée.',
  corrige: '\u202f: compte corrigé.',
  corrigeEmail: "\u202f: compte corrigé. La nouvelle adresse attend d'être confirmée.",
  nonCorrige: "Le compte n'a pas pu être corrigé. Veuillez réessayer.",
  modifie: '\u202f: client modifié.',
} as const;

export const CAVALIERS = {
  titre: 'Cavaliers',
  vide: 'Aucun cavalier, ni enregistré ni dans une leçon.',
  nonEnregistre: 'non enregistré',
  enregistrer: 'Enregistrer',
  complet: 'Un client garde 20 cavaliers au plus.',
  noteAide: "L'année de naissance et la note se lisent à côté du nom, dans ses leçons.",
  retirerEffet: 'ne sera plus proposé. Les leçons gardent son nom.',
  ne: (annee: number): string => `né(e) en ${annee}`,
  lecons: (n: number): string =>
    n === 0 ? 'aucune leçon' : `${n} ${n === 1 ? 'leçon' : 'leçons'}`,
  surtout: (n: number): string => (n === 1 ? ', ' : ', surtout '),
} as const;

export const MONTANTS = {
  titre: 'Montants',
  aide: 'Comme dans les statistiques, leçons à venir comprises.',
  facture: (n: number): string =>
    n === 0 ? 'Aucune place facturée' : `${n} ${n === 1 ? 'place facturée' : 'places facturées'}`,
  attente: (n: number): string => `${n} en attente, non facturée${n > 1 ? 's' : ''}`,
  absences: (n: number): string => `${n} non facturée${n > 1 ? 's' : ''} (absence)`,
  retard: 'en plus, facturé après le délai\u202f: ',
  payeur: 'Facturé à ',
  avec: 'Y compris les places de ',
  lignes: 'Places facturées après le délai, cette année',
} as const;

export const LECONS = {
  a_venir: {
    titre: 'Leçons à venir',
    vide: 'Aucune leçon à venir',
    illisible: "Les leçons à venir n'ont pas pu être chargées.",
  },
  passees: {
    titre: 'Leçons passées',
    vide: 'Aucune leçon passée',
    illisible: "Les leçons passées n'ont pas pu être chargées.",
  },
  supprimee: 'Supprimée',
  restaurer: 'Restaurer',
  plus: (n: number): string => `Afficher plus (${n})`,
} as const;

export const COURRIELS = {
  titre: 'Emails envoyés',
  vide: 'Aucun email à ce compte.',
  sansCompte: "Sans compte, ce client ne reçoit pas d'email.",
  tous: 'Voir tous les emails',
} as const;

export const JOURNAL = {
  titre: 'Journal',
  vide: 'Rien au journal sur ce client.',
  tout: 'Voir dans le journal',
} as const;

/** Milliseconds for which a message is shown. */
export const DUREE = 5_000;
