/**
 * The search of administrators (DESK-61 to DESK-64): what a typed text asks for, and what is found.
 */
import { addDays, formatJour, isJour, JOURS_DE_LECON, mondayOf } from '../core/calendrier.ts';
import { cleOf } from '../riders/cavaliers.ts';
import type { ClientRecherche } from '../customers/clients.ts';
import type { StatutReservation } from '../lessons/reservations.ts';

/** A shorter text would find nearly everybody (LIM-188). */
export const RECHERCHE_MIN = 2;
/** How many results of each kind the screen shows; one more is answered if there are more. */
export const RESULTATS_MAX = 6;

/**
 * A written name of seats without a customer, the number of its seats, the day of the next one
 * (null if there is none) and that of the last one.
 */
export type NomRecherche = {
  nom: string;
  places: number;
  prochaine: string | null;
  derniere: string;
};

/** A lesson; `noms`: the participants that match, or all of them if no name was asked for. */
export type LeconRecherche = {
  id: string;
  date_reservation: string;
  heure_debut: string;
  heure_fin: string;
  type_piste: string;
  label: string;
  statut: StatutReservation;
  noms: string[];
};

export type Resultats = {
  clients: ClientRecherche[];
  noms: NomRecherche[];
  lecons: LeconRecherche[];
};

/** How many lessons of a rider the search shows (LIM-188). */
export const LECONS_TROUVEES_MAX = 100;

/**
 * The lessons of a rider: how many are not over, are over, are cancelled or deleted; `lecons`: those
 * to come, the next one first, then the latest (DESK-81).
 */
export type LeconsTrouvees = {
  a_venir: number;
  passees: number;
  annulees: number;
  /** `supprimee`: it was deleted, and can be restored. */
  lecons: (LeconRecherche & { supprimee: boolean })[];
};

/** The days that a text names: a day of the week, 1 for Monday, or days, the next one first. */
export type JoursCherches = { semaine: number } | { jours: readonly string[] };

/** `texte`: what is left without the days. */
export type Demandee = { texte: string; jours: JoursCherches | null };

/** A Monday, to write the names of the days of the week. */
const LUNDI = '2026-01-05';
const SEMAINE = Array.from({ length: 7 }, (_, n) => cleOf(formatJour(addDays(LUNDI, n), 'jour')));
/** January first. */
const MOIS = Array.from({ length: 12 }, (_, n) =>
  cleOf(formatJour(`2026-${String(n + 1).padStart(2, '0')}-15`, 'date').slice(3)),
);
/** How far these words are from today. */
const PROCHES = new Map([
  ['hier', -1],
  ["aujourd'hui", 0],
  ['aujourdhui', 0],
  ['demain', 1],
]);

/** A telephone number has more digits than a date. */
const DATE_DIGITS = 8;
const ISO = /(?<=^| )(\d{4})-(\d\d)-(\d\d)(?=$| )/;
const IN_DIGITS = /(?<=^| )(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d\d))?(?=$| )/;
const IN_WORDS = /(?<=^| )(\d{1,2})(?:er)? ([a-z]{3,})\.?(?: (\d{4}))?(?=$| )/;

/**
 * Reads the days in a text, without regard to case and accents: 'mercredi', 'demain', '17 mars',
 * '17/3', '17/03/2026', '2026-03-17'. A date is more exact than a day of the week beside it. A date
 * without a year is the next one and the one before (DESK-62).
 */
export function demandedIn(q: string, aujourdhui: string): Demandee {
  const text = cleOf(q.replaceAll('\u2019', "'"));
  const date = text.replaceAll(/\D/g, '').length > DATE_DIGITS ? null : dateIn(text, aujourdhui);
  const words = (date?.rest ?? text).split(' ').filter(Boolean);
  const named = words.filter((word) => SEMAINE.includes(word) || PROCHES.has(word));
  const jours: JoursCherches | null = date
    ? { jours: date.jours }
    : named[0] === undefined
      ? null
      : dayOf(named[0], aujourdhui);
  return {
    texte: jours
      ? words.filter((word) => word !== 'le' && !named.includes(word)).join(' ')
      : q.trim(),
    jours,
  };
}

/**
 * The day that a text is, within bounds: the next one, or else the latest one. Null if it is none, or
 * if it says more than a day (DESK-80).
 */
export function jourEcrit(
  q: string,
  aujourdhui: string,
  { first, last }: { first: string; last: string },
): string | null {
  const { texte, jours } = demandedIn(q, aujourdhui);
  if (jours === null || texte !== '') return null;
  const asked = 'jours' in jours ? jours.jours : [nextOf(jours.semaine, aujourdhui)];
  return asked.find((jour) => jour >= first && jour <= last) ?? null;
}

/** The next day that is this day of the week, which may be today. */
export function nextOf(semaine: number, aujourdhui: string): string {
  const jour = addDays(mondayOf(aujourdhui), semaine - 1);
  return jour < aujourdhui ? addDays(jour, 7) : jour;
}

/** The day of one of the words above. */
function dayOf(word: string, aujourdhui: string): JoursCherches {
  const distance = PROCHES.get(word);
  return distance === undefined
    ? { semaine: SEMAINE.indexOf(word) + 1 }
    : { jours: [addDays(aujourdhui, distance)] };
}

/** The first date in a text, and the text without it. */
function dateIn(text: string, aujourdhui: string): { jours: string[]; rest: string } | null {
  const iso = ISO.exec(text);
  if (iso) return found(text, iso, [`${iso[1]}-${iso[2]}-${iso[3]}`]);
  const digits = IN_DIGITS.exec(text);
  if (digits)
    return found(
      text,
      digits,
      datesOf(Number(digits[1]), Number(digits[2]), digits[3], aujourdhui),
    );
  const written = IN_WORDS.exec(text);
  if (!written) return null;
  const months = MOIS.filter((mois) => mois.startsWith(written[2] ?? ''));
  return months.length === 1
    ? found(
        text,
        written,
        datesOf(Number(written[1]), MOIS.indexOf(months[0] ?? '') + 1, written[3], aujourdhui),
      )
    : null;
}

function found(
  text: string,
  { 0: part, index }: RegExpExecArray,
  dates: readonly string[],
): { jours: string[]; rest: string } | null {
  const { premier, dernier } = JOURS_DE_LECON;
  const jours = dates.filter((jour) => isJour(jour) && jour >= premier && jour <= dernier);
  return jours.length > 0
    ? { jours, rest: text.slice(0, index) + text.slice(index + part.length) }
    : null;
}

/** How many years around the present one have a 29 February. */
const YEARS = 8;

/** The date of a year, or without one the next such date and the one before. */
function datesOf(
  date: number,
  month: number,
  year: string | undefined,
  aujourdhui: string,
): string[] {
  const inYear = (y: number): string =>
    `${y}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  if (year !== undefined) return [inYear(Number(year) + (year.length === 2 ? 2000 : 0))];
  const present = Number(aujourdhui.slice(0, 4));
  const around = Array.from({ length: 2 * YEARS + 1 }, (_, n) =>
    inYear(present - YEARS + n),
  ).filter(isJour);
  return [
    around.find((jour) => jour >= aujourdhui),
    around.findLast((jour) => jour < aujourdhui),
  ].filter((jour) => jour !== undefined);
}
