/** Backups: when one is due, what its file is called, and which ones are kept (OPS-01, OPS-08). */
import { addDays, instantOf, momentAt, mondayOf } from './calendrier.ts';
import type { Parametres } from './parametres.ts';

/** Who made a backup: the service at night, `npm run backup`, an administrator on the screen, or the service before it migrates the database. */
export const ORIGINES = ['nuit', 'commande', 'ecran', 'mise_a_jour'] as const;

/** How many days, weeks and months keep their newest backup. */
export type Retention = { jours: number; semaines: number; mois: number };

/** Until the centre changes it. */
export const RETENTION: Retention = { jours: 7, semaines: 4, mois: 12 };

/** What the settings say of it; settings of an earlier schema say nothing. */
export function retentionOf(parametres: Partial<Pick<Parametres, 'sauvegardesJours' | 'sauvegardesSemaines' | 'sauvegardesMois'>>): Retention {
  const { sauvegardesJours: jours = RETENTION.jours, sauvegardesSemaines: semaines = RETENTION.semaines, sauvegardesMois: mois = RETENTION.mois } = parametres;
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

const NAME = /^manege-(\d{4}-\d{2}-\d{2}T)(\d{2})-(\d{2})-(\d{2})(Z)(?:-avant-(restauration|mise-a-jour))?\.sauvegarde$/;

/** The name of a backup's file: in UTC, so that the night in which an hour comes twice has two names. */
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
function newestOf(newestFirst: readonly Sauvegarde[], count: number, periodOf: (jour: string) => string): Sauvegarde[] {
  const newest = new Map<string, Sauvegarde>();
  for (const one of newestFirst) {
    const period = periodOf(momentAt(one.creee_at).jour);
    if (!newest.has(period)) newest.set(period, one);
  }
  return [...newest.values()].slice(0, count);
}

/**
 * Those to delete: what no day, week or month keeps. Those before a restore stay for 30 days; of those before a migration, the
 * newest of each day, since a start that fails and is tried again makes one each time. The newest of the others always stays.
 */
export function outdatedOf(all: readonly Sauvegarde[], now: Date, { jours, semaines, mois }: Retention): Sauvegarde[] {
  const sorted = all.toSorted((a, b) => b.creee_at.getTime() - a.creee_at.getTime());
  const newestFirst = sorted.filter(({ before }) => before === null);
  const recent = sorted.filter(({ creee_at }) => now.getTime() - creee_at.getTime() < BEFORE_MS);
  const kept = new Set([
    ...newestFirst.slice(0, 1),
    ...newestOf(newestFirst, jours, (jour) => jour),
    ...newestOf(newestFirst, semaines, mondayOf),
    ...newestOf(newestFirst, mois, (jour) => jour.slice(0, 7)),
    ...recent.filter(({ before }) => before === 'restauration'),
    ...newestOf(recent.filter(({ before }) => before === 'mise-a-jour'), Infinity, (jour) => jour),
  ]);
  return all.filter((one) => !kept.has(one));
}

/** The last half past two in the morning before an instant, by the clock of Brussels. */
function lastNight(now: Date): Date {
  const { jour } = momentAt(now);
  const tonight = instantOf(jour, HEURE);
  return tonight <= now ? tonight : instantOf(addDays(jour, -1), HEURE);
}

/** True when no backup was begun since the last night; `last`: when one was, else when the service started. */
export const isDue = (now: Date, last: Date): boolean => last < lastNight(now);
