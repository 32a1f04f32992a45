/** Backups: when one is due, what its file is called, and which ones are kept (OPS-01, OPS-08). */
import { addDays, instantOf, momentAt, mondayOf } from '../core/calendrier.ts';
import type { Parametres } from '../settings/parametres.ts';

/**
 * Who made a backup: the service at night, `npm run backup`, an administrator on the screen, or the
 * service before it migrates the database.
 */
export const ORIGINES = ['nuit', 'commande', 'ecran', 'mise_a_jour'] as const;
export type Origine = (typeof ORIGINES)[number];

/** How many days, weeks and months keep their newest backup. */
export type Retention = { jours: number; semaines: number; mois: number };

/** Until the centre changes it. */
export const RETENTION: Retention = { jours: 7, semaines: 4, mois: 12 };

/** What the settings say of it; settings of an earlier schema say nothing. */
export function retentionOf(
  parametres: Partial<
    Pick<Parametres, 'sauvegardesJours' | 'sauvegardesSemaines' | 'sauvegardesMois'>
  >,
): Retention {
  const {
    sauvegardesJours: jours = RETENTION.jours,
    sauvegardesSemaines: semaines = RETENTION.semaines,
    sauvegardesMois: mois = RETENTION.mois,
  } = parametres;
  return { jours, semaines, mois };
}

/** How long the backups are kept that a restore or a migration makes of what it replaces. */
const BEFORE_MS = 30 * 24 * 3_600_000;

/** The hour in Brussels from which a backup is due each night. */
const HEURE = '02:30';

/** What a backup was made before; null for any other. */
export type Before = 'restauration' | 'mise-a-jour' | null;

/** A backup file: when it was made, and before what. */
export type Sauvegarde = { nom: string; creee_at: Date; before: Before };

const NAME =
  /^manege-(\d{4}-\d{2}-\d{2}T)(\d{2})-(\d{2})-(\d{2})(Z)(?:-avant-(restauration|mise-a-jour))?\.sauvegarde$/;

/**
 * The name of a backup's file: in UTC, so that the night in which an hour comes twice has two
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

/** The newest of each of the last `count` periods that have a backup. */
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
 * Those to delete: what no day, week or month keeps. Those before a restore stay for 30 days; of
 * those before a migration, the newest of each day, since a start that fails and is tried again
 * makes one each time. The newest of the others always stays.
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

/** The last half past two in the morning before an instant, by the clock of Brussels. */
export function lastNight(now: Date): Date {
  const { jour } = momentAt(now);
  const tonight = instantOf(jour, HEURE);
  return tonight <= now ? tonight : instantOf(addDays(jour, -1), HEURE);
}

/** The next one after an instant. */
export const nextNight = (now: Date): Date =>
  instantOf(addDays(momentAt(lastNight(now)).jour, 1), HEURE);

/**
 * How long a backup of the night that failed is waited out: twice as long each time, at most an
 * hour.
 */
const AGAIN_MS = 5 * 60_000;
const AGAIN_MAX_MS = 3_600_000;

/**
 * True when a backup of the night is to be begun. `last`: when the last one was begun that has not
 * failed, else from when on backups are expected. `failed`: when those have failed that were begun
 * since the last night.
 */
export function isDue(now: Date, last: Date, failed: readonly Date[] = []): boolean {
  if (last >= lastNight(now)) return false;
  const wait = Math.min(AGAIN_MS * 2 ** (failed.length - 1), AGAIN_MAX_MS);
  return failed.every((end) => now.getTime() - end.getTime() >= wait);
}

/**
 * The age of the last backup that succeeded at which the administrators are told: a night, and half
 * a day to make up for it.
 */
const PANNE_MS = 36 * 3_600_000;

/** What the database says of its backups. */
export type EtatSauvegardes = {
  /** From when on backups are expected. */
  depuis: Date;
  /** The end of the last that succeeded; null where none has. */
  reussie_at: Date | null;
  /** Why that one could not be verified; null where it was. */
  nonVerifiee: string | null;
  /** The size of its file. */
  octets: number | null;
  /** The sentence of the last that ended, where it failed. */
  erreur: string | null;
};

/**
 * What administrators are told (OPS-24): since when no backup has succeeded, and why the last one
 * failed; null while all is well.
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
  /** null while it is made. */
  fin_at: string | null;
  /** The name of its file; null where there is none. */
  nom: string | null;
  octets: number | null;
  /** Why it could not be verified; null where it was, and where it failed. */
  non_verifiee: string | null;
  /** The sentence of a failure. */
  erreur: string | null;
};

/**
 * A file in the folder of backups; `avant`: made before a restore or a migration, of what it
 * replaced.
 */
export type FichierSauvegarde = { nom: string; creee_at: string; octets: number; avant: Before };

/**
 * For how many months a backup may be kept, at most; those before a migration or a restore are kept
 * for one.
 */
export const keptMonths = ({
  sauvegardesJours: jours,
  sauvegardesSemaines: semaines,
  sauvegardesMois: mois,
}: Record<'sauvegardesJours' | 'sauvegardesSemaines' | 'sauvegardesMois', number>): number =>
  Math.max(1, mois, Math.ceil((semaines * 7) / 30), Math.ceil(jours / 31));
