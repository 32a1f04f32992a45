/** Backups: when one is due, how its file is named, and which ones are kept (OPS-01, OPS-08). */
import { addDays, instantOf, momentAt, mondayOf } from './core/calendrier.ts';
import type { Durees } from './settings/durees.ts';

/**
 * The origin of a backup: the service at night, `npm run backup`, an administrator on the screen,
 * or the service before it migrates the database.
 */
export const ORIGINES = ['nuit', 'commande', 'ecran', 'mise_a_jour'] as const;
export type Origine = (typeof ORIGINES)[number];

/** For how many days, weeks and months the newest backup is kept. */
export type Retention = { jours: number; semaines: number; mois: number };

/** The default until the centre changes it. */
export const RETENTION: Retention = { jours: 7, semaines: 4, mois: 12 };

/** The values in force; settings of an earlier schema do not contain them. */
export function retentionOf(
  parametres: Partial<Pick<Durees, 'sauvegardesJours' | 'sauvegardesSemaines' | 'sauvegardesMois'>>,
): Retention {
  const {
    sauvegardesJours: jours = RETENTION.jours,
    sauvegardesSemaines: semaines = RETENTION.semaines,
    sauvegardesMois: mois = RETENTION.mois,
  } = parametres;
  return { jours, semaines, mois };
}

/** How long a backup is kept that a restore or a migration makes of the data that it replaces. */
const BEFORE_MS = 30 * 24 * 3_600_000;

/** The hour in Brussels from which a backup is due each night. */
const HEURE = '02:30';

/** The operation before which a backup was made; null for any other backup. */
export type Before = 'restauration' | 'mise-a-jour' | null;

/** A backup file: when it was made, and before which operation. */
export type Sauvegarde = { nom: string; creee_at: Date; before: Before };

const NAME =
  /^manege-(\d{4}-\d{2}-\d{2}T)(\d{2})-(\d{2})-(\d{2})(Z)(?:-avant-(restauration|mise-a-jour))?\.sauvegarde$/;

/**
 * The file name of a backup. It is in UTC, so that the night in which an hour occurs twice has two
 * names.
 */
export function nameOf(creee_at: Date, before: Before = null): string {
  const iso = creee_at.toISOString();
  return `manege-${iso.replace(/\.\d+/, '').replaceAll(':', '-')}${before === null ? '' : `-avant-${before}`}.sauvegarde`;
}

/** The backup that has this file name; null for any other file. */
export function readName(nom: string): Sauvegarde | null {
  const [, day, hour, minute, second, zone, before = null] = NAME.exec(nom) ?? [];
  const creee_at = new Date(`${day}${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(creee_at.getTime()) ? null : { nom, creee_at, before: before as Before };
}

/** The newest backup of each of the last `count` periods that have one. */
function newestOf(
  newestFirst: readonly Sauvegarde[],
  count: number,
  periodOf: (jour: string) => string,
): Sauvegarde[] {
  const newest = new Map<string, Sauvegarde>();
  for (const one of newestFirst) {
    const period = periodOf(momentAt(one.creee_at).jour);
    if (!newest.has(period)) newest.set(period, one);
  }
  return [...newest.values()].slice(0, count);
}

/**
 * The backups to delete: those that no day, week or month keeps (OPS-08). Backups before a restore
 * stay for 30 days. Of those before a migration, the newest of each day stays, because a start that
 * fails and is repeated makes one each time. The newest of the other backups always stays.
 */
export function outdatedOf(
  all: readonly Sauvegarde[],
  now: Date,
  { jours, semaines, mois }: Retention,
): Sauvegarde[] {
  const sorted = all.toSorted((a, b) => b.creee_at.getTime() - a.creee_at.getTime());
  const newestFirst = sorted.filter(({ before }) => before === null);
  const recent = sorted.filter(({ creee_at }) => now.getTime() - creee_at.getTime() < BEFORE_MS);
  const kept = new Set([
    ...newestFirst.slice(0, 1),
    ...newestOf(newestFirst, jours, (jour) => jour),
    ...newestOf(newestFirst, semaines, mondayOf),
    ...newestOf(newestFirst, mois, (jour) => jour.slice(0, 7)),
    ...recent.filter(({ before }) => before === 'restauration'),
    ...newestOf(
      recent.filter(({ before }) => before === 'mise-a-jour'),
      Infinity,
      (jour) => jour,
    ),
  ]);
  return all.filter((one) => !kept.has(one));
}

/** The last half past two in the morning before an instant, in Brussels. */
export function lastNight(now: Date): Date {
  const { jour } = momentAt(now);
  const tonight = instantOf(jour, HEURE);
  return tonight <= now ? tonight : instantOf(addDays(jour, -1), HEURE);
}

/** The next half past two in the morning after an instant. */
export const nextNight = (now: Date): Date =>
  instantOf(addDays(momentAt(lastNight(now)).jour, 1), HEURE);

/**
 * The waiting time after a failed backup of the night: doubled with each failure, at most an hour.
 */
const AGAIN_MS = 5 * 60_000;
const AGAIN_MAX_MS = 3_600_000;

/**
 * True if a backup of the night must begin (OPS-01, OPS-73). `last`: when the last backup that has
 * not failed was begun, or else when backups became expected. `failed`: when the failed backups
 * since the last night were begun.
 */
export function isDue(now: Date, last: Date, failed: readonly Date[] = []): boolean {
  if (last >= lastNight(now)) return false;
  const wait = Math.min(AGAIN_MS * 2 ** (failed.length - 1), AGAIN_MAX_MS);
  return failed.every((end) => now.getTime() - end.getTime() >= wait);
}

/**
 * The age of the last successful backup at which administrators are notified: a night, and half a
 * day to repeat it.
 */
const PANNE_MS = 36 * 3_600_000;

/** The state of the backups in the database. */
export type EtatSauvegardes = {
  /** When backups became expected. */
  depuis: Date;
  /** The end of the last successful backup; null if there is none. */
  reussie_at: Date | null;
  /** Why that backup could not be verified; null if it was. */
  nonVerifiee: string | null;
  /** The size of its file, in bytes. */
  octets: number | null;
  /** The sentence of the last backup that ended, if it failed. */
  erreur: string | null;
};

/**
 * The warning for administrators (OPS-24): since when no backup has succeeded, and why the last one
 * failed; null while backups succeed.
 */
export function panneOf(
  {
    depuis: expected,
    reussie_at,
    erreur: raison,
  }: Pick<EtatSauvegardes, 'depuis' | 'reussie_at' | 'erreur'>,
  now: Date,
): { depuis: Date; raison: string | null } | null {
  const depuis = reussie_at ?? expected;
  return raison !== null || now.getTime() - depuis.getTime() > PANNE_MS ? { depuis, raison } : null;
}

/** A backup that was begun, as administrators see it; instants in ISO 8601. */
export type SauvegardeFaite = {
  origine: Origine;
  debut_at: string;
  /** null while the backup is being made. */
  fin_at: string | null;
  /** The name of its file; null if there is none. */
  nom: string | null;
  octets: number | null;
  /** Why it could not be verified; null if it was verified or if it failed. */
  non_verifiee: string | null;
  /** The sentence of a failure. */
  erreur: string | null;
};

/** A file in the folder of backups. `avant`: the restore or migration before which it was made. */
export type FichierSauvegarde = { nom: string; creee_at: string; octets: number; avant: Before };

/**
 * For how many months a backup may be kept, at most; those before a migration or a restore are kept
 * for one month (PEOPLE-35).
 */
export const keptMonths = ({
  sauvegardesJours: jours,
  sauvegardesSemaines: semaines,
  sauvegardesMois: mois,
}: Record<'sauvegardesJours' | 'sauvegardesSemaines' | 'sauvegardesMois', number>): number =>
  Math.max(1, mois, Math.ceil((semaines * 7) / 30), Math.ceil(jours / 31));
