/** What the journal records (ACC-70): stable words that programs may search for, and what they say to an administrator. */
export const ACTIONS_JOURNAL = {
  'connexion.ouverte': 'Connexion',
  'connexion.refusee': 'Connexion refusée',
} as const;
export type ActionJournal = keyof typeof ACTIONS_JOURNAL;
