/**
 * The words of the lists whose rows are ordered and switched on and off: lesson types and arenas.
 */
export const MOTS = {
  monter: 'Monter',
  descendre: 'Descendre',
  activer: 'Activer',
  desactiver: 'Désactiver',
  modifier: 'Modifier',
  supprimer: 'Supprimer',
  /** Announced to screen readers after a row has moved. */
  place: (nom: string, place: number, total: number) => `${nom}\u202f: place ${place} sur ${total}`,
} as const;

/** Milliseconds on screen (SET-03). */
export const DUREE = { succes: 3_000, echec: 8_000 } as const;

/** How many others there are besides the first ones. */
export const otherLecons = (n: number): string => `Et ${n} autre${n > 1 ? 's' : ''}.`;
