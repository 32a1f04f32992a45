/**
 * The checks of varying hours, and their words (SET-46). Separate from `horaires.ts`, which every
 * screen loads.
 */
import { addDays, daysBetween, formatHeure, formatJour, isJour } from '../core/calendrier.ts';
import { isOneLine } from '../core/one_line.ts';
import type { CodeAdmin } from '../errors/admin.ts';
import {
  DERNIERE_HEURE,
  type Horaires,
  type Periode,
  PREMIERE_HEURE,
  type Saison,
  type Semaine,
} from './horaires.ts';

/** How many periods a day may have, and how many seasons a centre may have (LIM-162). */
export const MAX_PERIODES = 4;
export const MAX_SAISONS = 20;
const NOM_MAX = 40;

/** A season lasts a year at most. */
const MOST_DAYS = 365;

/** The weekdays in their order. */
export const JOURS_SEMAINE = [
  'lundi',
  'mardi',
  'mercredi',
  'jeudi',
  'vendredi',
  'samedi',
  'dimanche',
] as const;

/** Why hours are refused; null if they may be stored (SET-46). */
export function refuseHoraires({ semaine, saisons }: Horaires): CodeAdmin | null {
  if (saisons.length > MAX_SAISONS) return 'trop_de_saisons';
  const found =
    refuseSemaine(semaine) ?? saisons.map(refuseSaison).find((code) => code !== null) ?? null;
  return found ?? (overlappingSaisons(saisons) ? 'saisons_communes' : null);
}

/** Why the hours of a week are refused; null if they may be stored. */
export function refuseSemaine(semaine: Semaine): CodeAdmin | null {
  return semaine.length === 7 && semaine.every((jour) => jour === null || arePeriodes(jour))
    ? null
    : 'periodes_invalides';
}

/** Why a season is refused, regardless of the others; null if it may be stored. */
export function refuseSaison({ nom, du, au, semaine }: Saison): CodeAdmin | null {
  if (nom.trim() === '' || !isOneLine(nom, NOM_MAX)) return 'saison_nom_invalide';
  if (!isJour(du) || !isJour(au) || au < du || daysBetween(du, au) >= MOST_DAYS)
    return 'saison_dates_invalides';
  return refuseSemaine(semaine) ?? (semaine.every((jour) => jour === null) ? 'saison_vide' : null);
}

/** Two seasons of the same kind that share a day; null if there are none. */
export function overlappingSaisons(saisons: readonly Saison[]): [Saison, Saison] | null {
  for (const [i, a] of saisons.entries())
    for (const b of saisons.slice(i + 1)) if (shareDay(a, b)) return [a, b];
  return null;
}

/** A dated season and a yearly one may share days, because the dated one has priority. */
function shareDay(a: Saison, b: Saison): boolean {
  if (a.annuelle !== b.annuelle) return false;
  return a.annuelle
    ? yearDays(a).some((day) => yearDays(b).includes(day))
    : a.du <= b.au && b.du <= a.au;
}

/** The dates of a yearly season as `MM-dd`, including 29 February if it lies in between. */
function yearDays({ du, au }: Saison): string[] {
  const [first, last] = [du.slice(5), au.slice(5)];
  return LEAP_YEAR.filter((day) =>
    first <= last ? first <= day && day <= last : first <= day || day <= last,
  );
}

const LEAP_YEAR = Array.from({ length: 366 }, (_, n) => addDays('2028-01-01', n).slice(5));

const HALF_HOUR = /^\d\d:[03]0$/;

/**
 * Whether periods lie on half hours between the first and the last hour, in their order, with at
 * least half an hour between them.
 */
function arePeriodes(periodes: readonly Periode[]): boolean {
  return (
    periodes.length <= MAX_PERIODES &&
    periodes.every(
      ({ debut, fin }, i) =>
        HALF_HOUR.test(debut) &&
        HALF_HOUR.test(fin) &&
        debut >= PREMIERE_HEURE &&
        fin <= DERNIERE_HEURE &&
        debut < fin &&
        debut > (periodes[i - 1]?.fin ?? ''),
    )
  );
}

/** '9h00 – 12h00 et 14h00 – 18h00'; 'fermé' if there is none. */
function periodesInWords(periodes: readonly Periode[]): string {
  return periodes.length === 0
    ? 'fermé'
    : LIST.format(
        periodes.map(({ debut, fin }) => `${formatHeure(debut)}\u00a0–\u00a0${formatHeure(fin)}`),
      );
}

const LIST = new Intl.ListFormat('fr', { type: 'conjunction' });

/**
 * The weekdays that have their own hours, grouped by equal hours: 'du lundi au vendredi', 'mercredi
 * et samedi'.
 */
export function groupsOf(semaine: Semaine): { jours: string; heures: string }[] {
  const own = JOURS_SEMAINE.flatMap((nom, rank) => {
    const heures = semaine[rank] ?? null;
    return heures === null ? [] : [{ nom, rank, heures: periodesInWords(heures) }];
  });
  return [...Map.groupBy(own, ({ heures }) => heures)].map(([heures, days]) => {
    const [first, last] = [days[0], days.at(-1)];
    const follow = days.every(({ rank }, i) => rank === (first?.rank ?? 0) + i);
    const noms = days.map(({ nom }) => nom);
    if (days.length === JOURS_SEMAINE.length) return { jours: 'tous les jours', heures };
    return follow && days.length > 2
      ? { jours: `du ${first?.nom} au ${last?.nom}`, heures }
      : { jours: LIST.format(noms), heures };
  });
}

/** The weekdays that have their own hours: 'mercredi : 9h00 – 12h00 ; dimanche : fermé'. */
const semaineInWords = (semaine: Semaine): string =>
  groupsOf(semaine)
    .map(({ jours, heures }) => `${jours} : ${heures}`)
    .join(' ; ');

/** 'du 1er juillet au 31 août, chaque année'. */
export const datesInWords = ({
  du,
  au,
  annuelle,
}: Pick<Saison, 'du' | 'au' | 'annuelle'>): string =>
  annuelle
    ? `du ${formatJour(du, 'date')} au ${formatJour(au, 'date')}, chaque année`
    : `du ${formatJour(du, 'annee')} au ${formatJour(au, 'annee')}`;

/** All varying hours in one text, for the journal (ACC-74). */
export function horairesInWords({ semaine, saisons }: Horaires): string {
  const parts = [
    semaineInWords(semaine),
    ...saisons.map(
      (saison) => `${saison.nom} (${datesInWords(saison)}) : ${semaineInWords(saison.semaine)}`,
    ),
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'heures habituelles' : parts.join(' ; ');
}

/** The hours as they are stored: each name on one line, without spaces around it. */
export const savedHoraires = ({ semaine, saisons }: Horaires): Horaires => ({
  semaine,
  saisons: saisons
    .map((saison) => ({ ...saison, nom: saison.nom.trim().replace(/\s+/gu, ' ') }))
    .toSorted((a, b) => (a.du === b.du ? 0 : a.du < b.du ? -1 : 1)),
});
