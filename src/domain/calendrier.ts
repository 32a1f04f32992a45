/**
 * Days and hours as the wall clock of the centre shows them (BOOK-01).
 * A day is `yyyy-MM-dd`, an hour `HH:mm`; both compare as text. No day is ever computed through a UTC date:
 * arithmetic counts whole days of the Gregorian calendar.
 */

export const ZONE = 'Europe/Brussels';

/** A moment as the centre reads it: its day and its hour. */
export type Moment = { jour: string; heure: string };

const HORLOGE = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The day and hour in Brussels at an instant, whatever the zone of the machine. */
export function momentAt(instant: Date): Moment {
  const part = Object.fromEntries(HORLOGE.formatToParts(instant).map(({ type, value }) => [type, value]));
  return { jour: `${part['year']}-${part['month']}-${part['day']}`, heure: `${part['hour']}:${part['minute']}` };
}

/** The instant at which the centre's clocks show a day and an hour, also around a change of hour. */
export function instantOf(jour: string, heure: string): Date {
  const voulu = Date.parse(`${jour}T${heure}:00Z`);
  let instant = voulu;
  // The error of a guess is what Brussels shows then, less what was wanted. The second round corrects nights when the clocks change.
  for (let n = 0; n < 2; n += 1) {
    const lu = momentAt(new Date(instant));
    instant += voulu - Date.parse(`${lu.jour}T${lu.heure}:00Z`);
  }
  return new Date(instant);
}

/** '08:00' as French writes it in a sentence: '8h00'. */
export function formatHeure(heure: string): string {
  return heure.replace(/^0?(\d+):/, '$1h');
}

const JOUR = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a day that exists: '2026-02-31' and '2026-2-3' do not, nor does the year 0. */
export function isJour(value: string): boolean {
  return JOUR.test(value) && value >= '0001' && toJour(toNombre(value)) === value;
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar (years begin in March, so that leap days come last). */
function toNombre(jour: string): number {
  const [annee, mois, date] = jour.split('-').map(Number) as [number, number, number];
  const y = mois <= 2 ? annee - 1 : annee;
  const siecles = Math.floor(y / 400);
  const anneeDuCycle = y - siecles * 400;
  const jourDeLAnnee = Math.floor((153 * (mois + (mois > 2 ? -3 : 9)) + 2) / 5) + date - 1;
  const jourDuCycle = anneeDuCycle * 365 + Math.floor(anneeDuCycle / 4) - Math.floor(anneeDuCycle / 100) + jourDeLAnnee;
  return siecles * 146_097 + jourDuCycle - 719_468;
}

/** The inverse of `toNombre`. */
function toJour(nombre: number): string {
  const z = nombre + 719_468;
  const siecles = Math.floor(z / 146_097);
  const jourDuCycle = z - siecles * 146_097;
  const anneeDuCycle = Math.floor(
    (jourDuCycle - Math.floor(jourDuCycle / 1_460) + Math.floor(jourDuCycle / 36_524) - Math.floor(jourDuCycle / 146_096)) / 365,
  );
  const jourDeLAnnee = jourDuCycle - (365 * anneeDuCycle + Math.floor(anneeDuCycle / 4) - Math.floor(anneeDuCycle / 100));
  const m = Math.floor((5 * jourDeLAnnee + 2) / 153);
  const date = jourDeLAnnee - Math.floor((153 * m + 2) / 5) + 1;
  const mois = m < 10 ? m + 3 : m - 9;
  const annee = anneeDuCycle + siecles * 400 + (mois <= 2 ? 1 : 0);
  return `${String(annee).padStart(4, '0')}-${String(mois).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

/** The day `n` days later (earlier when negative). */
export function addDays(jour: string, n: number): string {
  return toJour(toNombre(jour) + n);
}

/** Whole days from one day to another; negative when `au` comes first. */
export function daysBetween(du: string, au: string): number {
  return toNombre(au) - toNombre(du);
}

/** The Monday of a day's week (BOOK-01). */
export function lundiOf(jour: string): string {
  const depuisLundi = (toNombre(jour) + 3) % 7; // 1970-01-01 was a Thursday
  return addDays(jour, -(depuisLundi < 0 ? depuisLundi + 7 : depuisLundi));
}

/** The seven days of a day's week, Monday first. */
export function semaineOf(jour: string): string[] {
  const lundi = lundiOf(jour);
  return Array.from({ length: 7 }, (_, i) => addDays(lundi, i));
}

/** The same date some years later; 29 February becomes the 28th where there is none. */
export function addYears(jour: string, n: number): string {
  const meme = `${String(Number(jour.slice(0, 4)) + n).padStart(4, '0')}${jour.slice(4)}`;
  return isJour(meme) ? meme : `${meme.slice(0, 8)}28`;
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
  /** sam. */
  semaine: { weekday: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A day in French (UI-01). It is formatted at noon UTC in the zone UTC, so that no zone can change the day. */
export function formatJour(jour: string, format: keyof typeof FORMATS): string {
  let formatter = formatters.get(format);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('fr-BE', { ...FORMATS[format], timeZone: 'UTC' });
    formatters.set(format, formatter);
  }
  const texte = formatter.format(new Date(`${jour}T12:00:00Z`));
  // French says '1er décembre' where the formatter writes '1 décembre'.
  return jour.endsWith('-01') ? texte.replace(/(^| )1 /, '$11er ') : texte;
}
