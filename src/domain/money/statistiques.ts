/**
 * Statistics of riders and their CSV files (PRICE-05 to PRICE-11). PostgreSQL counts and adds; this
 * formats.
 */
import { addDays } from '../core/calendrier.ts';
import { ANCIENS_CAVALIERS } from '../core/conservation_lecons.ts';
import { nomPiste, type Piste } from '../slots/pistes.ts';
import { centimesOf, formatCentimes } from '../settings/prix.ts';
import { type BookedLecon, NOMS_STATUT } from '../reservations/reservations.ts';

/**
 * Lessons of one type for one rider: billed ones, and those that still wait, which are not. Euros.
 */
export type TypeRow = {
  type_lecon: string;
  label: string;
  nombre: number;
  en_attente: number;
  prix: number;
  total: number;
};

export type CavalierStatistics = {
  nom: string;
  nombre: number;
  en_attente: number;
  total: number;
  types: TypeRow[];
};

export type Statistiques = {
  total_cavaliers: number;
  /** Billed reservations in the filter. */
  total_reservations: number;
  /**
   * Among them, those in which no name is left (SET-42): they count in the sums, not in riders and
   * average.
   */
  anciennes: number;
  /** Reservations that wait: shown apart. */
  en_attente: number;
  /** Of `total_reservations`, those still to come. */
  a_venir: number;
  /** Of the others, over the distinct riders; 0 where there is none. */
  moyenne: number;
  total_general: number;
  cavaliers: CavalierStatistics[];
};

/** How the totals count (PRICE-07), as the page and its report say it. */
export const COUNTING_RULE =
  'Chaque participant compte une fois par réservation et se facture au prix actuel de la leçon. ' +
  'Les réservations annulées ne comptent pas\u202f; celles en attente sont montrées à part et ne sont pas facturées.';

/** What the totals say of reservations in which no name is left; null where there is none. */
export function anciennesInWords(n: number): string | null {
  if (n === 0) return null;
  const which =
    n === 1
      ? "Une réservation n'a plus de noms, effacés avec le temps\u202f: elle compte"
      : `${n} réservations n'ont plus de noms, effacés avec le temps\u202f: elles comptent`;
  return `${which} dans les totaux, sous «\u202f${ANCIENS_CAVALIERS}\u202f», mais ni dans le nombre de cavaliers ni dans la moyenne.`;
}

/** The first and the last day of a day's month. */
export function monthOf(jour: string): { du: string; au: string } {
  const du = `${jour.slice(0, 7)}-01`;
  return { du, au: addDays(`${addDays(du, 31).slice(0, 7)}-01`, -1) };
}

/** Reservations per rider, one decimal at most: 0 without riders. */
export function averageOf(reservations: number, cavaliers: number): number {
  return cavaliers === 0 ? 0 : Math.round((reservations * 10) / cavaliers) / 10;
}

/**
 * A CSV field: quoted where necessary, and never read as a formula, also not after spaces or with
 * full-width signs (PRICE-11).
 */
function csvField(text: string): string {
  const harmless = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * An amount for the spreadsheet. A number's text is the shortest that reads as the same number, so
 * no cent is lost.
 */
const amount = (euros: number): string => formatCentimes(centimesOf(String(euros)) ?? 0);

/** A CSV file for Excel in French: with a byte order mark, semicolons and decimal commas. */
const csvFile = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.join(';')}\r\n`).join('')}`;

/** One line per rider and type, then their totals. */
export function csvOf({ cavaliers }: Pick<Statistiques, 'cavaliers'>): string {
  const rows = cavaliers.flatMap(({ nom, types }) => types.map((type) => ({ nom, ...type })));
  const sum = (de: (row: TypeRow) => number): number =>
    rows.reduce((total, row) => total + de(row), 0);
  return csvFile([
    ['Cavalier', 'Type de leçon', 'Leçons facturées', 'En attente', 'Prix (€)', 'Total (€)'],
    ...rows.map(({ nom, label, nombre, en_attente, prix, total }) => [
      csvField(nom),
      csvField(label),
      String(nombre),
      String(en_attente),
      amount(prix),
      amount(total),
    ]),
    [
      'Total',
      '',
      String(sum(({ nombre }) => nombre)),
      String(sum(({ en_attente }) => en_attente)),
      '',
      formatCentimes(sum(({ total }) => centimesOf(String(total)) ?? 0)),
    ],
  ]);
}

/**
 * A participant of a lesson and the euros billed: 0 while the reservation is `en_attente`. `ecrit`:
 * the name in the lesson, where a merge counts it as another (RIDE-25).
 */
export type LeconDeCavalier = Omit<
  BookedLecon,
  'noms_participants' | 'nombre_personnes' | 'remarques'
> & { id: string; label: string; cavalier: string; ecrit: string | null; prix: number };

/** One line per rider and lesson, the earliest first; `lecons` has the latest first. */
export function csvOfLecons(lecons: readonly LeconDeCavalier[], pistes: readonly Piste[]): string {
  return csvFile([
    ['Date', 'Début', 'Fin', 'Piste', 'Type de leçon', 'Cavalier', 'Statut', 'Prix facturé (€)'],
    ...lecons
      .toReversed()
      .map(
        ({
          date_reservation,
          heure_debut,
          heure_fin,
          type_piste,
          label,
          cavalier,
          statut,
          prix,
        }) => [
          date_reservation,
          heure_debut,
          heure_fin,
          csvField(nomPiste(pistes, type_piste)),
          csvField(label),
          csvField(cavalier),
          NOMS_STATUT[statut],
          amount(prix),
        ],
      ),
  ]);
}

/**
 * A period may hold lessons still to come: who leaves today would be billed for them (PRICE-18). ''
 * where there are none.
 */
export const aVenirInWords = (n: number): string =>
  n === 0
    ? ''
    : n === 1
      ? '1 réservation de cette période est encore à venir\u202f; elle est comprise dans ces chiffres.'
      : `${n} réservations de cette période sont encore à venir\u202f; elles sont comprises dans ces chiffres.`;
