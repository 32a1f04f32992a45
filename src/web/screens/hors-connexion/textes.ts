// chunk: offline
export const TEXTES = {
  titre: 'Hors connexion',
  intro:
    'Le serveur ne répond pas. Voici ce que cet appareil a lu en dernier\u202f; le reste revient de lui-même avec la connexion.',
  miennes: 'Mes réservations',
  planning: "Planning d'aujourd'hui et de demain",
  aujourdhui: "Aujourd'hui",
  demain: 'Demain',
  prochaine: 'Ma prochaine leçon',
  aucune: 'Aucune leçon à venir.',
  aucuneIci: 'Aucune réservation sur cette piste.',
  jamaisLu: 'Pas encore lu sur cet appareil.',
  reserver: 'Réserver une leçon',
  pourquoi:
    'Réserver demande une connexion\u202f: sans elle, personne ne sait si un créneau est encore libre.',
} as const;
