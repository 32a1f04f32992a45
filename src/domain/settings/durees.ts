/** How long data are kept, and the day that a shorter period waits (SET-51). */
import type { ConservationLecons } from '../core/conservation_lecons.ts';
import type { Parametres } from './parametres.ts';

/**
 * How long lessons keep names (months; days for cancelled ones; null for ever), the journal is kept
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

/** How long a shorter period waits before anything is erased by it (LIM-222). */
const ATTENTE_DUREES_MS = 24 * 3_600_000;

/** The setting that shows each period; that of lessons is their switch, too. */
const CHAMPS = {
  leconsMois: 'lessonMonths',
  annuleesJours: 'cancelledDays',
  journalMois: 'journalMois',
  sauvegardesJours: 'sauvegardesJours',
  sauvegardesSemaines: 'sauvegardesSemaines',
  sauvegardesMois: 'sauvegardesMois',
} as const satisfies Record<keyof Durees, keyof Parametres>;
const DUREES = Object.keys(CHAMPS) as (keyof Durees)[];

/** The settings that say how long data are kept. */
export const REGLAGES_DE_DUREES = ['lessonRetention', ...Object.values(CHAMPS)] as const;
export type ReglagesDeDurees = Pick<Parametres, (typeof REGLAGES_DE_DUREES)[number]>;

/** The longer periods, which are in force until an instant; null if no shorter one waits. */
export type Avant = { durees: Durees; jusque: Date } | null;

const dureesOf = (reglages: ReglagesDeDurees): Durees => ({
  leconsMois: reglages.lessonRetention ? reglages.lessonMonths : null,
  annuleesJours: reglages.lessonRetention ? reglages.cancelledDays : null,
  journalMois: reglages.journalMois,
  sauvegardesJours: reglages.sauvegardesJours,
  sauvegardesSemaines: reglages.sauvegardesSemaines,
  sauvegardesMois: reglages.sauvegardesMois,
});

/** Which periods `after` makes shorter. */
const shorter = (before: Durees, after: Durees): (keyof Durees)[] =>
  DUREES.filter((one) => {
    const [a, b] = [after[one], before[one]];
    return a !== null && (b === null || a < b);
  });

/** The periods by which data are erased at `now`: of each the longer one, while the shorter waits. */
export function dureesEnVigueur(reglages: ReglagesDeDurees, avant: Avant, now: Date): Durees {
  const wanted = dureesOf(reglages);
  if (!avant || now >= avant.jusque) return wanted;
  return {
    ...wanted,
    ...Object.fromEntries(shorter(avant.durees, wanted).map((one) => [one, avant.durees[one]])),
  };
}

/** How long lessons keep names; null for ever (SET-42). */
export const conservationOf = ({
  leconsMois: mois,
  annuleesJours,
}: Durees): ConservationLecons | null =>
  mois === null || annuleesJours === null ? null : { mois, annuleesJours };

/** The settings that would shorten a period of the stored ones. */
export const champsRaccourcis = (
  stored: ReglagesDeDurees,
  wanted: ReglagesDeDurees,
): (keyof ReglagesDeDurees)[] => [
  ...(wanted.lessonRetention && !stored.lessonRetention ? (['lessonRetention'] as const) : []),
  ...shorter(dureesOf(stored), dureesOf(wanted)).map((one) => CHAMPS[one]),
];

/**
 * What waits after a save: the longer periods, until a day after the last shortening. Null if no
 * period is shorter than the one in force: a shortening that is undone in time leaves nothing.
 */
export function avantOf(
  stored: ReglagesDeDurees,
  avant: Avant,
  wanted: ReglagesDeDurees,
  now: Date,
): Avant {
  const durees = dureesEnVigueur(stored, avant, now);
  if (shorter(durees, dureesOf(wanted)).length === 0) return null;
  const again = champsRaccourcis(stored, wanted).length > 0;
  return {
    durees,
    jusque: avant && !again ? avant.jusque : new Date(now.getTime() + ATTENTE_DUREES_MS),
  };
}

/** The settings whose shorter period waits, and until which instant, in ISO 8601. */
export type DureesEnAttente = { jusque: string; champs: (keyof ReglagesDeDurees)[] };

/** The settings whose shorter period waits at `now`, and until when. */
export function attenteOf(
  reglages: ReglagesDeDurees,
  avant: Avant,
  now: Date,
): DureesEnAttente | null {
  if (!avant || now >= avant.jusque) return null;
  const champs = shorter(avant.durees, dureesOf(reglages)).map((one) => CHAMPS[one]);
  return champs.length > 0 ? { jusque: avant.jusque.toISOString(), champs } : null;
}
