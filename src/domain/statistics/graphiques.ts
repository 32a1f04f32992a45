/**
 * The two charts of the statistics (PRICE-25 to PRICE-27): how much of the opened time is taken, by
 * weekday and hour, and what is billed by month. This file counts; `documents/prints/graphiques.ts`
 * draws.
 */
import { addDays, daysBetween, formatJour, JOURS_DE_LECON, mondayOf } from '../core/calendrier.ts';
import { toMinutes } from '../slots/creneaux.ts';
import { type Heures, type Periode, periodesOf, type Tranche } from '../slots/horaires.ts';
import { centimesOf, eurosOf, formatEuros } from '../prices.ts';

/** Minutes of all arenas: opened ones, and those of them that lessons take. */
export type Temps = { ouvertes: number; prises: number };

/** One hour of the day, 8 for 8:00 to 9:00; Monday first. */
export type HeureOccupee = { heure: number; jours: Temps[] };

/** A month ('2026-11'): its billed seats, those of them without a price, and their sum in euros. */
export type MoisFacture = { mois: string; places: number; sans_prix: number; total: number };

/** `du`, `au`: the counted days; null if there are no lessons and a date is left out. */
export type Graphiques = {
  du: string | null;
  au: string | null;
  heures: HeureOccupee[];
  mois: MoisFacture[];
};

/**
 * The counted days: those of the filter; where a date is left out, from the first or to the last
 * lesson (PRICE-25). Null if there is none.
 */
export function joursComptes(
  { du, au }: { du?: string | undefined; au?: string | undefined },
  lecons: { premiere: string; derniere: string } | null,
): Tranche | null {
  const { premier, dernier } = JOURS_DE_LECON;
  const [first, last] = [du ?? lecons?.premiere, au ?? lecons?.derniere];
  if (first === undefined || last === undefined) return null;
  const days = { du: first < premier ? premier : first, au: last > dernier ? dernier : last };
  return days.du <= days.au ? days : null;
}

/**
 * How often an arena in use is held, or closed, between two hours on one weekday (0: Monday) of one
 * of the ranges of days.
 */
export type Tenue = Periode & { tranche: number; jour: number; fermee: boolean; fois: number };

/**
 * Opened and taken minutes of each hour of each weekday (PRICE-25), from the first to the last hour
 * that has opened time. `pistes`: how many arenas are in use.
 */
export function occupationOf(
  heures: Heures,
  pistes: number,
  tranches: readonly Tranche[],
  tenues: readonly Tenue[],
): HeureOccupee[] {
  const all = Array.from({ length: 24 }, (_, heure) => ({
    heure,
    jours: Array.from({ length: 7 }, () => ({ ouvertes: 0, prises: 0 })),
  }));
  const add = (jour: number, time: Periode, what: keyof Temps, fois: number) => {
    for (const { heure, jours } of all) {
      const temps = jours[jour];
      if (temps) temps[what] += fois * minutesIn(time, heure);
    }
  };
  const opened = tranches.map((tranche) => weekOfTranche(heures, tranche));
  for (const week of opened)
    for (const [jour, { fois, periodes }] of week.entries())
      for (const periode of periodes) add(jour, periode, 'ouvertes', fois * pistes);
  for (const { tranche, jour, fermee, fois, ...time } of tenues)
    for (const periode of opened[tranche]?.[jour]?.periodes ?? []) {
      const common = {
        debut: time.debut > periode.debut ? time.debut : periode.debut,
        fin: time.fin < periode.fin ? time.fin : periode.fin,
      };
      if (common.debut < common.fin)
        add(jour, common, fermee ? 'ouvertes' : 'prises', fermee ? -fois : fois);
    }
  const isOpen = ({ jours }: HeureOccupee) => jours.some(({ ouvertes }) => ouvertes > 0);
  return all.slice(all.findIndex(isOpen), all.findLastIndex(isOpen) + 1);
}

/** How many minutes of a time lie in an hour. */
function minutesIn({ debut, fin }: Periode, heure: number): number {
  const [from, until] = [toMinutes(debut), toMinutes(fin)];
  return Math.max(0, Math.min(until, heure * 60 + 60) - Math.max(from, heure * 60));
}

/** For each weekday, Monday first: how often it is in the range, and its hours. */
function weekOfTranche(
  heures: Heures,
  { du, au }: Tranche,
): { fois: number; periodes: readonly Periode[] }[] {
  const days = daysBetween(du, au) + 1;
  const first = daysBetween(mondayOf(du), du);
  return Array.from({ length: 7 }, (_, jour) => {
    const wait = (jour - first + 7) % 7;
    return {
      fois: days <= wait ? 0 : Math.floor((days - 1 - wait) / 7) + 1,
      periodes: days <= wait ? [] : periodesOf(heures, addDays(du, wait)),
    };
  });
}

/** Every month of the counted days; 0 for one without a billed seat (PRICE-26). */
export function moisComptes({ du, au }: Tranche, billed: readonly MoisFacture[]): MoisFacture[] {
  const known = new Map(billed.map((one) => [one.mois, one]));
  const mois: MoisFacture[] = [];
  const until = au.slice(0, 7);
  for (let one = du.slice(0, 7); one <= until; one = addDays(`${one}-01`, 31).slice(0, 7))
    mois.push(known.get(one) ?? { mois: one, places: 0, sans_prix: 0, total: 0 });
  return mois;
}

/** The sum of some times. */
export const tempsOf = (all: readonly Temps[]): Temps => ({
  ouvertes: all.reduce((sum, { ouvertes }) => sum + ouvertes, 0),
  prises: all.reduce((sum, { prises }) => sum + prises, 0),
});

/**
 * The taken share in whole per cent; null without opened time. 0 and 100 only if nothing, or
 * everything, is taken: a free half hour is never hidden by rounding.
 */
export function tauxOf({ ouvertes, prises }: Temps): number | null {
  if (ouvertes === 0) return null;
  if (prises === 0 || prises >= ouvertes) return prises === 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((prises * 100) / ouvertes)));
}

/** '45 %', or '–' without opened time. */
export const tauxInWords = (temps: Temps): string => {
  const taux = tauxOf(temps);
  return taux === null ? '–' : `${taux}\u00a0%`;
};

/** The sum of the months. */
export const totalOfMois = (mois: readonly MoisFacture[]): MoisFacture => ({
  mois: '',
  places: mois.reduce((sum, { places }) => sum + places, 0),
  sans_prix: mois.reduce((sum, { sans_prix }) => sum + sans_prix, 0),
  total: Number(
    eurosOf(mois.reduce((sum, { total }) => sum + (centimesOf(String(total)) ?? 0), 0)),
  ),
});

/** What a month is billed; 'sans prix' if none of its seats has a price (PRICE-26). */
export function montantInWords({ places, sans_prix, total }: MoisFacture): string {
  if (sans_prix === 0) return formatEuros(total);
  if (sans_prix === places) return 'sans prix';
  return `${formatEuros(total)} (${sans_prix} sans prix)`;
}

/** 'novembre 2026' */
export const nomDuMois = (mois: string): string => formatJour(`${mois}-01`, 'mois');

/** Monday first, as columns: `court` 'lun.', `long` 'lundi'. */
export const JOURS_DE_SEMAINE = Array.from({ length: 7 }, (_, n) => {
  const jour = addDays('2000-01-03', n);
  return { court: formatJour(jour, 'semaine'), long: formatJour(jour, 'jour') };
});

/** How both charts count, in words for the page and its report. */
export const REGLE_OCCUPATION =
  "La part du temps d'ouverture que prennent les leçons confirmées et en attente, sur toutes les pistes en service. " +
  "Les heures d'ouverture sont celles des paramètres actuels, sans les heures fermées\u202f; une leçon en dehors ne compte pas.";
export const LEGENDE_OCCUPATION =
  "Chaque case est une heure d'ouverture\u202f; sa partie pleine est prise, le reste est libre. Le tableau donne la part prise, en %.";
export const REGLE_RECETTES =
  'Les places facturées, au prix gardé avec chacune, par mois de la leçon\u202f; leur somme est le Total Général. ' +
  "Les places facturées après le délai n'y sont pas comprises.";
