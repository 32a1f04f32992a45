/** The sentences of this screen; those of refusals are in `domain/errors`. */
export const TEXTES = {
  intro: 'Les leçons du centre, ses heures, ses emails et ceux qui le gèrent.',
  retour: 'Retour au Webmaster',
  onglets: 'Onglets des paramètres',
  nonSauvegarde: 'modifications non sauvegardées',
  journal: 'Journal',
  courriels: 'Emails du centre',
  administrateurs: 'Administrateurs du site',
  administrateursAide:
    'Qui gère le centre avec vous. Il reste toujours au moins un administrateur actif.',
  illisible: 'Erreur lors du chargement des administrateurs',
  /** The short label of 'Rétrograder en utilisateur' in a narrow column. */
  retrograder: 'Rétrograder',
  corriger: 'Corriger',
  corrige: 'Administrateur corrigé avec succès',
  corrigeEmail: 'Administrateur corrigé avec succès. La nouvelle adresse attend sa confirmation.',
  nonCorrige: "Le compte n'a pas pu être corrigé",
  vous: 'vous',
  vousMeme: "C'est votre propre compte\u202f: vous perdrez aussitôt l'accès à cette page.",
} as const;

export type ActionAdmin =
  'desactiver' | 'activer' | 'debloquer' | 'retrograder' | 'facteur' | 'supprimer';

type Texte = {
  bouton: string;
  /** The question asked before (UI-07). The name is between `avant` and `apres`. */
  titre: string;
  avant: string;
  apres: string;
  enCours: string;
  succes: string;
  echec: string;
  danger?: true;
};

/** The actions on an administrator (PEOPLE-10). */
export const ACTIONS: Record<ActionAdmin, Texte> = {
  desactiver: {
    bouton: 'Désactiver',
    titre: 'Désactiver cet administrateur\u202f?',
    avant: '',
    apres: ' ne pourra plus se connecter tant que son compte ne sera pas réactivé.',
    enCours: 'Désactivation en cours…',
    succes: 'Administrateur désactivé avec succès',
    echec: 'Erreur lors du changement de statut',
  },
  activer: {
    bouton: 'Activer',
    titre: 'Activer cet administrateur\u202f?',
    avant: '',
    apres: ' pourra de nouveau se connecter et gérer le centre.',
    enCours: 'Activation en cours…',
    succes: 'Administrateur activé avec succès',
    echec: 'Erreur lors du changement de statut',
  },
  debloquer: {
    bouton: 'Débloquer',
    titre: 'Débloquer la connexion\u202f?',
    avant: '',
    apres: ' pourra de nouveau se connecter depuis un nouvel appareil.',
    enCours: 'Déblocage en cours…',
    succes: 'Administrateur débloqué avec succès',
    echec: "Le compte n'a pas pu être débloqué",
  },
  retrograder: {
    bouton: 'Rétrograder en utilisateur',
    titre: 'Rétrograder en utilisateur\u202f?',
    avant: '',
    apres: " gardera son compte et ses réservations, sans l'accès à l'administration.",
    enCours: 'Rétrogradation en cours…',
    succes: 'Administrateur rétrogradé en utilisateur avec succès',
    echec: 'Erreur lors du changement de rôle',
  },
  facteur: {
    bouton: 'Réinitialiser la double authentification',
    titre: 'Réinitialiser la double authentification\u202f?',
    avant: 'Pour ',
    apres:
      ", qui a perdu son appareil\u202f: application, codes de secours et clés d'accès seront retirés, et ses sessions terminées. Assurez-vous que la demande vient bien de cette personne.",
    enCours: 'Réinitialisation en cours…',
    succes: 'Double authentification réinitialisée',
    echec: 'Erreur lors de la réinitialisation',
    danger: true,
  },
  supprimer: {
    bouton: 'Supprimer',
    titre: 'Supprimer cet administrateur\u202f?',
    avant: '',
    apres:
      ' perdra son compte et sa connexion, et son email sera libéré. Les réservations à son nom seront conservées. Cette action est irréversible.',
    enCours: 'Suppression en cours…',
    succes: 'Administrateur supprimé avec succès',
    echec: 'Erreur lors de la suppression',
    danger: true,
  },
};

/** How long a banner stays, in milliseconds (PEOPLE-10). */
export const DUREE = { message: 3_000, suppression: 5_000 } as const;
