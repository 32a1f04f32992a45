/**
 * How long data are kept: lessons keep names (months; days for cancelled ones; null for ever), the journal is kept
 * (months), and backups are (days, weeks, months).
 */
export type Durees = {
  leconsMois: number | null;
  annuleesJours: number | null;
  journalMois: number;
  sauvegardesJours: number;
  sauvegardesSemaines: number;
  sauvegardesMois: number;
};
