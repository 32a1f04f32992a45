/**
 * Days and hours of the wall clock of the centre (BOOK-01). A day is `yyyy-MM-dd`, an hour `HH:mm`;
 * both can be compared as text. No day is ever computed through a UTC date: arithmetic counts whole
 * days of the Gregorian calendar.
 */

export const ZONE = 'Europe/Brussels';

/** A time at the centre: its day and its hour. */
export type Moment = Readonly<{ jour: string; heure: string }>;

/** Writes day, month, year, hour, minute, in this order. */
const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `momentAt` without its memory. */
function readClock(instant: Date): Moment {
  // Splits at the separators and keeps only the digits; `formatToParts` takes three times as long.
  const [date, month, year = '', hour, minute] = CLOCK.format(instant).split(/\D+/);
  return { jour: `${year.padStart(4, '0')}-${month}-${date}`, heure: `${hour}:${minute}` };
}

/** The last answer of `momentAt`: a booking asks five times for the same second. */
let last: { second: number; moment: Moment } | null = null;

/**
 * The day and hour in Brussels at an instant, independent of the time zone of the machine. It
 * remembers the last second, so it is for the present; `instantOf` asks for many other instants.
 */
export function momentAt(instant: Date): Moment {
  const second = Math.floor(instant.getTime() / 1000);
  if (last?.second === second) return last.moment;
  const moment = readClock(instant);
  last = { second, moment };
  return moment;
}

/**
 * The instant at which the centre's clocks show a day and an hour, correct also around a change of
 * the clocks.
 */
export function instantOf(jour: string, heure: string): Date {
  const wanted = Date.parse(`${jour}T${heure}:00Z`);
  let instant = wanted;
  // The error of a guess is the time that Brussels shows at it, minus the wanted time. The second
  // round corrects nights when the clocks change.
  for (let n = 0; n < 2; n += 1) {
    const shown = readClock(new Date(instant));
    instant += wanted - Date.parse(`${shown.jour}T${shown.heure}:00Z`);
  }
  return new Date(instant);
}

/** '08:00' as French writes it in a sentence: '8h00'. */
export function formatHeure(heure: string): string {
  return heure.replace(/^0?(\d+):/, '$1h');
}

/** The first and the last day with a four-digit year. */
export const FIRST_JOUR = '0001-01-01';
export const LAST_JOUR = '9999-12-31';
/** The first and the last day that a lesson may have (LIM-03). */
export const JOURS_DE_LECON = { premier: '2000-01-01', dernier: '2100-12-31' } as const;

const JOUR = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a day that exists. False for '2026-02-31', '2026-2-3' and the year 0. */
export function isJour(value: string): boolean {
  return JOUR.test(value) && value >= '0001' && toJour(toDayNumber(value)) === value;
}

/**
 * Days since 1970-01-01 in the proleptic Gregorian calendar (years begin in March, so that leap
 * days come last).
 */
function toDayNumber(jour: string): number {
  const [year, month, date] = jour.split('-').map(Number) as [number, number, number];
  const y = month <= 2 ? year - 1 : year;
  const cycles = Math.floor(y / 400);
  const yearOfCycle = y - cycles * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + date - 1;
  const dayOfCycle =
    yearOfCycle * 365 + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100) + dayOfYear;
  return cycles * 146_097 + dayOfCycle - 719_468;
}

/** The inverse of `toDayNumber`. */
function toJour(number: number): string {
  const z = number + 719_468;
  const cycles = Math.floor(z / 146_097);
  const dayOfCycle = z - cycles * 146_097;
  const yearOfCycle = Math.floor(
    (dayOfCycle -
      Math.floor(dayOfCycle / 1_460) +
      Math.floor(dayOfCycle / 36_524) -
      Math.floor(dayOfCycle / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100));
  const m = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * m + 2) / 5) + 1;
  const month = m < 10 ? m + 3 : m - 9;
  const year = yearOfCycle + cycles * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

/** The day `n` days later, or earlier if `n` is negative. */
export function addDays(jour: string, n: number): string {
  return toJour(toDayNumber(jour) + n);
}

/** Whole days from one day to another; negative if `au` comes first. */
export function daysBetween(du: string, au: string): number {
  return toDayNumber(au) - toDayNumber(du);
}

/** The Monday of a day's week (BOOK-01). */
export function mondayOf(jour: string): string {
  const sinceMonday = (toDayNumber(jour) + 3) % 7; // 1970-01-01 was a Thursday
  return addDays(jour, -(sinceMonday < 0 ? sinceMonday + 7 : sinceMonday));
}

/** The seven days of a day's week, Monday first. */
export function weekOf(jour: string): string[] {
  const monday = mondayOf(jour);
  return Array.from({ length: 7 }, (_, i) => addDays(monday, i));
}

/** The same date some years later; 29 February becomes the 28th in a year without it. */
export function addYears(jour: string, n: number): string {
  const same = `${String(Number(jour.slice(0, 4)) + n).padStart(4, '0')}${jour.slice(4)}`;
  return isJour(same) ? same : `${same.slice(0, 8)}28`;
}

/** The same date some months later (earlier if negative), or the last day of a shorter month. */
export function addMonths(jour: string, n: number): string {
  const months = Number(jour.slice(0, 4)) * 12 + Number(jour.slice(5, 7)) - 1 + n;
  const month = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
  let date = Number(jour.slice(8));
  while (!isJour(`${month}-${String(date).padStart(2, '0')}`)) date -= 1;
  return `${month}-${String(date).padStart(2, '0')}`;
}

const FORMATS = {
  /** samedi 21 novembre 2026 */
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** sam. 21 novembre */
  moyen: { weekday: 'short', day: 'numeric', month: 'long' },
  /** novembre 2026 */
  mois: { month: 'long', year: 'numeric' },
  /** sam. 21 novembre 2026 */
  complet: { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
  /** 21 novembre 2026 */
  annee: { day: 'numeric', month: 'long', year: 'numeric' },
  /** 21 nov. 2026 */
  court: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 21 novembre */
  date: { day: 'numeric', month: 'long' },
  /** nov. */
  moisCourt: { month: 'short' },
  /** samedi */
  jour: { weekday: 'long' },
  /** sam. */
  semaine: { weekday: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * A day in French (UI-01). It is formatted at noon UTC in the zone UTC, so that no zone can change
 * the day.
 */
export function formatJour(jour: string, format: keyof typeof FORMATS): string {
  let formatter = formatters.get(format);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('fr-BE', { ...FORMATS[format], timeZone: 'UTC' });
    formatters.set(format, formatter);
  }
  const text = formatter.format(new Date(`${jour}T12:00:00Z`));
  // French writes '1er décembre'; the formatter writes '1 décembre'.
  return jour.endsWith('-01') ? text.replace(/(^| )1 /, '$11er ') : text;
}

/** '21 novembre 2026 à 14:05': an instant (ISO 8601), in Brussels. */
export function formatInstant(instant: string): string {
  const { jour, heure } = momentAt(new Date(instant));
  return `${formatJour(jour, 'annee')} à ${heure}`;
}
