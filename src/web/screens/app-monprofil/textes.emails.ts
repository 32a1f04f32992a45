/** The sentences about the emails that the person wants. */
export const TEXTES = {
  titre: 'Emails que je reçois',
  intro: 'Les confirmations, les changements et les annulations de vos leçons arrivent toujours.',
  email_rappels: {
    nom: 'Rappel la veille',
    aide: 'Un email un jour avant chaque leçon, quand le centre en envoie.',
  },
  email_places: { nom: 'Créneau libre', aide: 'Quand un créneau que vous attendez se libère.' },
  enregistre: 'Votre choix est enregistré.',
  illisible: "Vos choix n'ont pas pu être chargés.",
  echec: "Votre choix n'a pas pu être enregistré. Veuillez réessayer.",
} as const;
