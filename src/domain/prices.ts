/**
 * Money: whole cents in code, decimal text in the database, a number of euros in calls (PRICE-02).
 * Floats are never added.
 */
import { formatJour, JOURS_DE_LECON } from './core/calendrier.ts';

/** The highest price of a lesson, in cents. */
const MAX = 9_999_999;

/** Cents from written euros, `22`, `22.5`, `22.50`; null if the text is no amount. */
export function centimesOf(euros: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(euros) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}

/** The cents of a price in a call; null if the number is no price. */
export function prixOf(euros: number): number | null {
  const centimes = centimesOf(String(euros));
  return centimes !== null && isPrix(centimes) ? centimes : null;
}

/** Whether a number of cents may be the price of a lesson. */
export function isPrix(centimes: number): boolean {
  return Number.isInteger(centimes) && centimes >= 0 && centimes <= MAX;
}

/** Why the centre gives one seat another price, in words (PRICE-22). */
export const MOTIFS_PRIX = {
  essai: "Leçon d'essai",
  geste: 'Geste commercial',
  correction: 'Correction',
  autre: 'Autre raison',
} as const;
export type MotifPrix = keyof typeof MOTIFS_PRIX;

/** Cents in the format of PostgreSQL's `numeric(10,2)`: `22.50`, `-0.05`. */
export function eurosOf(centimes: number): string {
  const text = String(Math.abs(centimes)).padStart(3, '0');
  return `${centimes < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** Cents in the format of form fields and French spreadsheets: `22,50`. */
export function formatCentimes(centimes: number): string {
  return eurosOf(centimes).replace('.', ',');
}

const AMOUNT = /^([-−]?)(\d{0,12})(?:[.,](\d*))?$/;

/**
 * Whether the typed text is an amount, negative or not; false for text that `typedCentimes` turns
 * into 0 (PRICE-02).
 */
export const isAmount = (typed: string): boolean =>
  AMOUNT.test(typed.replaceAll(/[\s€]/gu, '')) && /\d/.test(typed);

/** A price, with the first day for which it holds (PRICE-03). */
export type PrixValable = { du: string; centimes: number };

/** The price in force on a day, in cents; 0 if none holds yet. `prix`: earliest first. */
export const prixLe = (prix: readonly PrixValable[], jour: string): number =>
  prix.findLast(({ du }) => du <= jour)?.centimes ?? 0;

/** A price in a call: euros, and the first day for which it holds. */
export type Suivant = { du: string; prix: number };

/** The price in force today and the next one, null if there is none, as they are in a call. */
export function pricesIn(
  prix: readonly PrixValable[],
  aujourdhui: string,
): { prix: number; suivant: Suivant | null } {
  const next = prix.find(({ du }) => du > aujourdhui);
  return {
    prix: Number(eurosOf(prixLe(prix, aujourdhui))),
    suivant: next ? { du: next.du, prix: Number(eurosOf(next.centimes)) } : null,
  };
}

/** The same prices in cents, as `prixLe` reads them for a day that is not past. */
export function valablesIn({
  prix,
  suivant,
}: {
  prix: number;
  suivant: Suivant | null;
}): PrixValable[] {
  const centimes = (euros: number): number => prixOf(euros) ?? 0;
  return [
    { du: JOURS_DE_LECON.premier, centimes: centimes(prix) },
    ...(suivant ? [{ du: suivant.du, centimes: centimes(suivant.prix) }] : []),
  ];
}

/**
 * The lessons of a type that have a seat at the price that was in force for their day, and for whose
 * day another price is in force now; with both prices (PRICE-21). `places`: the cents of each seat.
 */
export const retarifees = <
  L extends { date_reservation: string; places: readonly (number | null)[] },
>(
  lecons: readonly L[],
  before: readonly PrixValable[],
  after: readonly PrixValable[],
): (L & { avant: number; apres: number })[] =>
  lecons.flatMap((lecon) => {
    const [avant, apres] = [
      prixLe(before, lecon.date_reservation),
      prixLe(after, lecon.date_reservation),
    ];
    return avant !== apres && lecon.places.includes(avant) ? [{ ...lecon, avant, apres }] : [];
  });

/** The euros of a lesson type on a day; undefined if the centre does not show its prices. */
export const tarifLe = (
  { prix, suivant }: { prix?: number | undefined; suivant?: Suivant | null | undefined },
  jour: string,
): number | undefined => (suivant && jour >= suivant.du ? suivant.prix : prix);

/**
 * The first day for which a price holds if it is saved today without another one: the first price
 * of a type holds for all its lessons, because 0 means that it had none (PRICE-03).
 */
export const premierJour = (prix: readonly PrixValable[], aujourdhui: string): string =>
  prix.every(({ du }) => du > aujourdhui) ? JOURS_DE_LECON.premier : aujourdhui;

/** '22,00 €, puis 23,00 € à partir du 1er janvier 2027'. */
export const prixInWords = ({
  centimes,
  suivant,
}: {
  centimes: number;
  suivant: PrixValable | null;
}): string => `${formatCentimes(centimes)} €${suivant ? `, puis ${suivantInWords(suivant)}` : ''}`;

/** '23,00 € à partir du 1er janvier 2027'. */
export const suivantInWords = ({ du, centimes }: PrixValable): string =>
  `${formatCentimes(centimes)} € à partir du ${formatJour(du, 'annee')}`;

/** The price of a booking in words: '44,00 € (2 × 22,00 €)'. `centimes`: for each rider. */
export function montantInWords(centimes: number, places: number): string {
  const euros = (n: number): string => formatEuros(Number(eurosOf(n)));
  return places === 1
    ? euros(centimes)
    : `${euros(centimes * places)} (${places} × ${euros(centimes)})`;
}

/**
 * The cents of the text in a price field, with comma or point, with or without spaces and euro
 * sign. Half a cent is rounded up; text that is no number becomes 0 (PRICE-02). A negative number
 * stays negative, so that it is refused.
 */
export function typedCentimes(typed: string): number {
  const [, minus = '', whole = '', decimals = ''] =
    AMOUNT.exec(typed.replaceAll(/[\s€]/gu, '')) ?? [];
  const cents = Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
  const centimes = Number(decimals[2] ?? 0) >= 5 ? cents + 1 : cents;
  return minus === '' || centimes === 0 ? centimes : -centimes;
}

/** The price of a seat in words: '22,00 €', or 'sans prix'. */
export const tarifInWords = (centimes: number | null): string =>
  centimes === null ? 'sans prix' : `${formatCentimes(centimes)} €`;

/**
 * `22,50 €` in French notation, with a minus sign and not a hyphen; `rounded` leaves the decimals
 * out (PRICE-06).
 */
export function formatEuros(euros: number, rounded = false): string {
  return new Intl.NumberFormat('fr-BE', {
    style: 'currency',
    currency: 'EUR',
    ...(rounded && { minimumFractionDigits: 0, maximumFractionDigits: 0 }),
  })
    .format(euros)
    .replace('-', '−');
}
