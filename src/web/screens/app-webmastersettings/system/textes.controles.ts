export const TEXTES = {
  titre: 'État du service',
  intro:
    "La base de données, les disques, les sauvegardes, l'adresse du site et les emails, vérifiés quand vous le demandez.",
  verifier: 'Vérifier maintenant',
  enCours: 'Vérification en cours…',
  echec: "La vérification n'a pas abouti",
  aFaire: 'À faire\u202f:',
  details: 'Détails pour qui installe Manège',
  bien: 'Tout va bien.',
  pannes: (n: number) => (n === 1 ? '1 point est en panne.' : `${n} points sont en panne.`),
  attentions: (n: number) =>
    n === 1 ? '1 point demande votre attention.' : `${n} points demandent votre attention.`,
} as const;

/** What each point means for somebody who only uses Manège: if all is well, and if not. */
export const EN_CLAIR: Readonly<Record<string, { ok: string; sinon: string }>> = {
  'Base de données': {
    ok: 'Les réservations sont enregistrées et se relisent.',
    sinon:
      'Les réservations ne sont pas gardées comme il faut. Prévenez tout de suite qui installe Manège.',
  },
  Extension: {
    ok: 'Une piste ne peut jamais être réservée deux fois à la même heure.',
    sinon:
      "Il n'est plus certain qu'une piste ne soit réservée qu'une fois. Prévenez tout de suite qui installe Manège.",
  },
  Migrations: {
    ok: 'La base de données est celle de cette version de Manège.',
    sinon: "La base de données n'est pas celle de cette version. Prévenez qui installe Manège.",
  },
  Horloge: {
    ok: "L'heure du serveur est juste.",
    sinon:
      "L'heure du serveur n'est pas sûre\u202f: rappels et délais pourraient se tromper. Prévenez qui installe Manège.",
  },
  'Dernière sauvegarde': {
    ok: 'Une copie récente de toutes les données existe.',
    sinon:
      "Il n'y a pas de copie récente des données. Faites-en une avec «\u202fSauvegarder maintenant\u202f».",
  },
  Emails: {
    ok: 'Les emails partent.',
    sinon: "Des emails ne sont pas partis. L'écran «\u202fEmails\u202f» dit lesquels et pourquoi.",
  },
  'Disque de la base': {
    ok: 'Il y a assez de place pour les réservations.',
    sinon:
      'Le disque se remplit\u202f: bientôt plus rien ne pourra se réserver. Prévenez qui installe Manège.',
  },
  'Disque des sauvegardes': {
    ok: 'Il y a assez de place pour les sauvegardes.',
    sinon:
      'Les sauvegardes manquent de place, ou sont au même endroit que les données. Prévenez qui installe Manège.',
  },
  'Copie des sauvegardes': {
    ok: 'Chaque sauvegarde est aussi copiée ailleurs.',
    sinon: 'Les sauvegardes ne sont pas copiées ailleurs. Prévenez qui installe Manège.',
  },
  'Adresse du site': {
    ok: "L'adresse du site, écrite dans les emails, mène bien ici.",
    sinon: 'Les liens des emails risquent de ne pas mener ici. Prévenez qui installe Manège.',
  },
  Certificat: {
    ok: 'Le cadenas du navigateur est valable.',
    sinon:
      "Le cadenas du navigateur expire ou a expiré\u202f: le site pourrait ne plus s'ouvrir. Prévenez qui installe Manège.",
  },
  Mandataire: {
    ok: 'Chaque visiteur est bien reconnu comme un autre.',
    sinon:
      "Les visiteurs se confondent, ou la connexion n'est pas protégée. Prévenez qui installe Manège.",
  },
  Version: {
    ok: 'Tout le site est à la même version.',
    sinon:
      'Le site et ce serveur ne sont pas à la même version, ou une mise à jour manque. Prévenez qui installe Manège.',
  },
  "Serveur d'envoi": {
    ok: 'Le serveur qui envoie les emails répond.',
    sinon:
      "Aucun email ne part\u202f: ils se lisent seulement dans l'écran «\u202fEmails\u202f». Prévenez qui installe Manège.",
  },
  Expéditeur: {
    ok: "L'adresse qui envoie est acceptée partout.",
    sinon: "Des emails risquent d'arriver dans les indésirables. Prévenez qui installe Manège.",
  },
};
