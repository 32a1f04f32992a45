/** The words of the lists that are ordered and switched row by row: lesson types and arenas. */
export const MOTS = {
  monter: 'Monter',
  descendre: 'Descendre',
  activer: 'Activer',
  desactiver: 'Désactiver',
  modifier: 'Modifier',
  supprimer: 'Supprimer',
  /** Announced to screen readers once a row has moved. */
  place: (nom: string, place: number, total: number) => `${nom}\u202f: place ${place} sur ${total}`,
} as const;

/** Milliseconds on screen (SET-03). */
export const DUREE = { succes: 3_000, echec: 8_000 } as const;

/** How many more there are than the first ones. */
export const otherLecons = (n: number): string => `Et ${n} autre${n > 1 ? 's' : ''}.`;
