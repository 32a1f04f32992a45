/** The sentences about seats that are billed after the deadline (LIG-05). */
export const TEXTES = {
  titre: 'Places facturées après le délai',
  aide: "Rendues trop tard, et facturées quand même. Elles s'ajoutent aux chiffres ci-dessus, et n'y sont pas comprises.",
  aucune: 'Aucune sur cette période.',
  illisible: "Les places facturées après le délai n'ont pas pu être chargées.",
  exporter: 'Exporter ces places (CSV)',
  total: 'Total',
  retirer: 'Retirer',
  question: 'Retirer cette place facturée\u202f?',
  enCours: 'Retrait en cours…',
  effet: 'Elle ne sera pas facturée. Cela ne peut pas être défait.',
  retiree: "La place n'est plus facturée.",
  echec: "La place n'a pas pu être retirée. Veuillez réessayer.",
} as const;
