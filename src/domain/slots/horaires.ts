/**
 * When the centre is open: the usual hours, the hours of weekdays, and seasons (SET-46, ADR-037).
 * Every screen and the server use `periodesOf`.
 */
import { addDays, mondayOf, daysBetween } from '../core/calendrier.ts';

/** A time in which the centre is open: a half-open interval, like a lesson. */
export type Periode = { debut: string; fin: string };

/**
 * The hours of a weekday: periods in their order; an empty list if the centre is closed; null if
 * the day has the usual hours.
 */
export type HeuresDuJour = Periode[] | null;

/** Monday first. */
export type Semaine = HeuresDuJour[];

/**
 * Days with their own hours, from `du` to `au` inclusive. `annuelle`: every year between these
 * dates; the years of the dates are ignored.
 */
export type Saison = { nom: string; du: string; au: string; annuelle: boolean; semaine: Semaine };

/** The hours that differ from the usual ones. */
export type Horaires = { semaine: Semaine; saisons: Saison[] };

/** The usual hours, and the hours that differ from them; without `horaires` none do. */
export type Heures = { ouverture: string; fermeture: string; horaires?: Horaires | undefined };

/** When the centre is open, from the settings or the rules. */
export const openingHoursOf = ({
  openingTime: ouverture,
  closingTime: fermeture,
  horaires,
}: {
  openingTime: string;
  closingTime: string;
  horaires?: Horaires | undefined;
}): Heures => ({ ouverture, fermeture, horaires });

/** A week in which no day has its own hours. */
export const SEMAINE_HABITUELLE: Semaine = [null, null, null, null, null, null, null];
export const SANS_HORAIRES: Horaires = { semaine: SEMAINE_HABITUELLE, saisons: [] };

/** The hours that the grid shows at least (BOOK-02). */
export const JOURNEE: Periode = { debut: '08:00', fin: '20:00' };
/** The first opening and the last closing that a day may have (LIM-162). */
export const PREMIERE_HEURE = '06:00';
export const DERNIERE_HEURE = '23:00';

/**
 * The periods in which the centre is open on a day: no lesson of a rider lies outside them
 * (SET-46).
 */
export function periodesOf(
  { ouverture, fermeture, horaires = SANS_HORAIRES }: Heures,
  jour: string,
): readonly Periode[] {
  const weekday = daysBetween(mondayOf(jour), jour);
  return (
    saisonOf(horaires.saisons, jour)?.semaine[weekday] ??
    horaires.semaine[weekday] ?? [{ debut: ouverture, fin: fermeture }]
  );
}

/**
 * Whether a lesson lies outside the open periods of its day: no single period contains all of it.
 */
export const isOutside = (
  { heure_debut, heure_fin }: { heure_debut: string; heure_fin: string },
  heures: Heures,
  jour: string,
): boolean =>
  !periodesOf(heures, jour).some(({ debut, fin }) => debut <= heure_debut && heure_fin <= fin);

/** Days in a row, both inclusive, whose weekdays have the same hours: those of one season, or of none. */
export type Tranche = { du: string; au: string };

/** The days from `du` to `au` in such ranges, in their order. */
export function tranchesOf({ horaires }: Heures, du: string, au: string): Tranche[] {
  const saisons = horaires?.saisons ?? [];
  if (du > au) return [];
  if (saisons.length === 0) return [{ du, au }];
  const tranches: Tranche[] = [];
  let saison: Saison | null | undefined;
  for (let jour = du; jour <= au; jour = addDays(jour, 1)) {
    const its = saisonOf(saisons, jour);
    const last = tranches.at(-1);
    if (last && its === saison) last.au = jour;
    else tranches.push({ du: jour, au: jour });
    saison = its;
  }
  return tranches;
}

/** The season of a day: a dated season has priority over a yearly one; null if there is none. */
function saisonOf(saisons: readonly Saison[], jour: string): Saison | null {
  const ofDay = saisons.filter((saison) => isInSaison(saison, jour));
  return ofDay.find(({ annuelle }) => !annuelle) ?? ofDay[0] ?? null;
}

function isInSaison({ du, au, annuelle }: Saison, jour: string): boolean {
  if (!annuelle) return du <= jour && jour <= au;
  const [first, last, day] = [du.slice(5), au.slice(5), jour.slice(5)];
  return first <= last ? first <= day && day <= last : first <= day || day <= last;
}

/**
 * The first and the last hour of a day's grid: 08:00 to 20:00, or wider if the hours are wider
 * (BOOK-02).
 */
export function plageOf(heures: Heures, jour: string): Periode {
  return unitePlages(periodesOf(heures, jour));
}

/** The smallest range of the grid that contains some times of a day, at least 08:00 to 20:00. */
export function unitePlages(times: readonly Periode[]): Periode {
  return times.reduce(
    (all, { debut, fin }) => ({
      debut: debut < all.debut ? debut : all.debut,
      fin: fin > all.fin ? fin : all.fin,
    }),
    JOURNEE,
  );
}

/**
 * The stored hours, with their fields in a fixed order. Throws if the value has another form, which
 * cannot happen because stored values were checked before.
 */
export function horairesIn(value: unknown): Horaires {
  const { semaine, saisons } = recordIn(value);
  return {
    semaine: semaineIn(semaine),
    saisons: listIn(saisons).map((one) => {
      const { nom, du, au, annuelle, semaine: own } = recordIn(one);
      if (typeof annuelle !== 'boolean') throw wrong();
      return {
        nom: textIn(nom),
        du: textIn(du),
        au: textIn(au),
        annuelle,
        semaine: semaineIn(own),
      };
    }),
  };
}

function semaineIn(value: unknown): Semaine {
  const days = listIn(value);
  if (days.length !== 7) throw wrong();
  return days.map((day) =>
    day === null
      ? null
      : listIn(day).map((one) => {
          const { debut, fin } = recordIn(one);
          return { debut: textIn(debut), fin: textIn(fin) };
        }),
  );
}

const wrong = () => new Error('the hours of the settings have an unknown form');

function recordIn(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong();
  return value as Record<string, unknown>;
}

function listIn(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw wrong();
  return value;
}

function textIn(value: unknown): string {
  if (typeof value !== 'string') throw wrong();
  return value;
}
