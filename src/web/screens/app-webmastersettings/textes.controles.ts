export const TEXTES = {
  titre: 'État du service',
  intro:
    "La base de données, les disques, les sauvegardes, l'adresse du site et les emails, vérifiés quand vous le demandez.",
  verifier: 'Vérifier maintenant',
  enCours: 'Vérification en cours…',
  echec: "La vérification n'a pas abouti",
  aFaire: 'À faire\u202f:',
  bien: 'Tout va bien.',
  pannes: (n: number) => (n === 1 ? '1 point est en panne.' : `${n} points sont en panne.`),
  attentions: (n: number) =>
    n === 1 ? '1 point demande votre attention.' : `${n} points demandent votre attention.`,
} as const;
