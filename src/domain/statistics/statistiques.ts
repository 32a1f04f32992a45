/**
 * Statistics of riders and their CSV files (PRICE-05 to PRICE-11). PostgreSQL computes the figures;
 * this file formats them.
 */
import { type Ligne, NOMS_MOTIF } from '../billing/lignes.ts';
import { addDays, formatJour } from '../core/calendrier.ts';
import { csvField, csvFile } from '../core/csv.ts';
import { cleOf } from '../riders/cavaliers.ts';
import { ANCIENS_CAVALIERS } from '../core/conservation_lecons.ts';
import { nomPiste, type Piste } from '../slots/pistes.ts';
import { centimesOf, formatCentimes } from '../prices.ts';
import { NOMS_PRESENCE, type Presence } from '../lessons/presences.ts';
import { type BookedLecon, NOMS_STATUT } from '../lessons/reservations.ts';

/**
 * Lessons of one type for one rider: billed ones, and those that still wait, which are not billed.
 * In euros.
 */
export type TypeRow = {
  type_lecon: string;
  label: string;
  nombre: number;
  en_attente: number;
  /** Seats of confirmed lessons whose riders did not come and are not billed (PRES-03). */
  non_facturees: number;
  prix: number | null;
  total: number;
};

/**
 * A rider of the statistics (RIDE-25). `cle`: the key, which callers only return. `clients`: the
 * customers of its seats, at most 4; '' for those of none.
 */
export type CavalierDeStatistiques = { cle: string; nom: string; clients: string[] };

export type Sums = Pick<TypeRow, 'nombre' | 'en_attente' | 'non_facturees' | 'total'>;

export type CavalierStatistics = CavalierDeStatistiques & Sums & { types: TypeRow[] };

/** The seats for which one customer pays; `user_id` null: those of none (PRICE-24). */
export type FamilleStatistics = Omit<CavalierStatistics, 'types' | 'cle' | 'clients'> & {
  user_id: string | null;
  email: string;
  cavaliers: CavalierStatistics[];
};

/** The name of a customer in the figures by family, or what stands for seats of none. */
export const nomDeFamille = ({
  user_id,
  nom,
}: Pick<FamilleStatistics, 'user_id' | 'nom'>): string => (user_id === null ? 'Sans client' : nom);

export type Statistiques = {
  total_cavaliers: number;
  /** Billed reservations that match the filter. */
  total_reservations: number;
  /**
   * Those among them whose names were all removed (SET-42): they count in the sums, but not in
   * riders and average.
   */
  anciennes: number;
  /** Reservations that wait; they are shown separately. */
  en_attente: number;
  /** The reservations among `total_reservations` that are still to come. */
  a_venir: number;
  /**
   * The reservations that still have names, divided by the number of distinct riders; 0 if there is
   * none.
   */
  moyenne: number;
  total_general: number;
  /** The billed seats that have no price; they count as 0 (PRICE-20). */
  sans_prix: number;
  /** The seats of excused and of absent riders that are not billed (PRES-03). */
  excusees: number;
  absentes: number;
  /**
   * The day on which all stored seats got the price of that day, if the period begins before it
   * (PRICE-19); otherwise null.
   */
  prix_depuis: string | null;
  cavaliers: CavalierStatistics[];
};

/** The customers of a rider, in words: three of them, and a sign that there are more. */
const clientsInWords = (clients: readonly string[]): string =>
  clients
    .map((client) => client || 'Sans client')
    .map((client, n) => (n < 3 ? client : '…'))
    .join(', ');

/** Tells riders of one name apart: the customers of such a rider, '' for any other (PRICE-11). */
export function homonymesOf(
  cavaliers: readonly CavalierDeStatistiques[],
): (cavalier: CavalierDeStatistiques) => string {
  const byName = Map.groupBy(cavaliers, ({ nom }) => cleOf(nom));
  return ({ nom, clients }) =>
    (byName.get(cleOf(nom))?.length ?? 0) > 1 ? clientsInWords(clients) : '';
}

/** The sums of some rows, whose totals are in cents; that of the answer is in euros. */
export function sumsOf(rows: readonly Sums[]): Sums {
  const sumOf = (de: (row: Sums) => number): number =>
    rows.reduce((total, row) => total + de(row), 0);
  return {
    nombre: sumOf(({ nombre }) => nombre),
    en_attente: sumOf(({ en_attente }) => en_attente),
    non_facturees: sumOf(({ non_facturees }) => non_facturees),
    total: sumOf(({ total }) => total) / 100,
  };
}

/** How the totals are counted (PRICE-07), in words for the page and its report. */
export const COUNTING_RULE =
  'Chaque participant compte une fois par réservation et se facture au prix gardé avec sa place. ' +
  'Les réservations annulées ne comptent pas\u202f; celles en attente sont montrées à part et ne sont pas facturées.';

/** In place of the price of seats that have none. */
export const SANS_PRIX = 'sans prix';

/** What is special about the prices of the figures (PRICE-19, PRICE-20): a sentence for each. */
export const notesOfPrices = ({
  prix_depuis,
  sans_prix: n,
}: Pick<Statistiques, 'prix_depuis' | 'sans_prix'>): string[] => [
  ...(prix_depuis === null
    ? []
    : [
        `Les leçons réservées avant le ${formatJour(prix_depuis, 'annee')} ont gardé le prix de ce jour-là\u202f: celui d'avant n'était pas enregistré.`,
      ]),
  ...(n === 0
    ? []
    : [
        n === 1
          ? "1 place n'a pas de prix\u202f; elle compte pour 0\u00a0€."
          : `${n} places n'ont pas de prix\u202f; elles comptent pour 0\u00a0€.`,
      ]),
];

/** '2 non facturées': seats of a rider who did not come (PRES-06). */
export const nonFactureesInWords = (n: number): string => `${n} non facturée${n > 1 ? 's' : ''}`;

/** How many seats are not billed because their riders did not come (PRES-06): a sentence for each. */
export const notesOfAbsences = ({
  excusees,
  absentes,
}: Pick<Statistiques, 'excusees' | 'absentes'>): string[] =>
  (
    [
      [excusees, 'excusée'],
      [absentes, "d'absent"],
    ] as const
  )
    .filter(([n]) => n > 0)
    .map(([n, word]) =>
      n === 1
        ? `1 place ${word} n'est pas facturée.`
        : `${n} places ${word}s ne sont pas facturées.`,
    );

/** A sentence about reservations without names in the totals; null if there are none. */
export function anciennesInWords(n: number): string | null {
  if (n === 0) return null;
  const which =
    n === 1
      ? "Une réservation n'a plus de noms, effacés avec le temps\u202f: elle compte"
      : `${n} réservations n'ont plus de noms, effacés avec le temps\u202f: elles comptent`;
  return `${which} dans les totaux, sous «\u202f${ANCIENS_CAVALIERS}\u202f», mais ni dans le nombre de cavaliers ni dans la moyenne.`;
}

/** The first and the last day of the month of a day. */
export function monthOf(jour: string): { du: string; au: string } {
  const du = `${jour.slice(0, 7)}-01`;
  return { du, au: addDays(`${addDays(du, 31).slice(0, 7)}-01`, -1) };
}

/** Reservations per rider, with at most one decimal; 0 without riders (PRICE-08). */
export function averageOf(reservations: number, cavaliers: number): number {
  return cavaliers === 0 ? 0 : Math.round((reservations * 10) / cavaliers) / 10;
}

/**
 * An amount for the spreadsheet. The text of a number is the shortest that reads as the same
 * number, so no cent is lost.
 */
const amount = (euros: number): string => formatCentimes(centimesOf(String(euros)) ?? 0);

/** One line per customer, rider, type and price, then the total (PRICE-24). */
export function csvOfFamilles(familles: readonly FamilleStatistics[]): string {
  const rows = familles.flatMap((famille) =>
    famille.cavaliers.flatMap(({ nom, types }) =>
      types.map((type) => ({ famille, cavalier: nom, ...type })),
    ),
  );
  return csvFile([
    [
      'Client',
      'Email',
      'Cavalier',
      'Type de leçon',
      'Leçons facturées',
      'En attente',
      'Prix (€)',
      'Total (€)',
    ],
    ...rows.map(({ famille, cavalier, label, nombre, en_attente, prix, total }) => [
      csvField(nomDeFamille(famille)),
      csvField(famille.email),
      csvField(cavalier),
      csvField(label),
      String(nombre),
      String(en_attente),
      prix === null ? '' : amount(prix),
      amount(total),
    ]),
    [
      'Total',
      '',
      '',
      '',
      String(rows.reduce((n, { nombre }) => n + nombre, 0)),
      String(rows.reduce((n, { en_attente }) => n + en_attente, 0)),
      '',
      formatCentimes(rows.reduce((sum, { total }) => sum + (centimesOf(String(total)) ?? 0), 0)),
    ],
  ]);
}

/** One line per rider and type, then the totals. */
export function csvOf({ cavaliers }: Pick<Statistiques, 'cavaliers'>): string {
  const rows = cavaliers.flatMap(({ nom, clients, types }) =>
    types.map((type) => ({ nom, clients, ...type })),
  );
  const sum = (de: (row: TypeRow) => number): number =>
    rows.reduce((total, row) => total + de(row), 0);
  return csvFile([
    [
      'Cavalier',
      'Client',
      'Type de leçon',
      'Leçons facturées',
      'En attente',
      'Prix (€)',
      'Total (€)',
    ],
    ...rows.map(({ nom, clients, label, nombre, en_attente, prix, total }) => [
      csvField(nom),
      csvField(clientsInWords(clients)),
      csvField(label),
      String(nombre),
      String(en_attente),
      prix === null ? '' : amount(prix),
      amount(total),
    ]),
    [
      'Total',
      '',
      '',
      String(sum(({ nombre }) => nombre)),
      String(sum(({ en_attente }) => en_attente)),
      '',
      formatCentimes(sum(({ total }) => centimesOf(String(total)) ?? 0)),
    ],
  ]);
}

/**
 * A participant of a lesson and the billed euros: 0 while the reservation is `en_attente`. `ecrit`:
 * the name in the lesson, if it was merged into another (RIDE-25). `client`: the customer of the seat,
 * empty if it has none.
 */
export type LeconDeCavalier = Omit<
  BookedLecon,
  'noms_participants' | 'nombre_personnes' | 'remarques'
> & {
  id: string;
  place: string;
  label: string;
  cavalier: string;
  ecrit: string | null;
  client: string;
  prix: number | null;
  presence: Presence;
  facturee: boolean;
};

/** What is billed of seats that left after the deadline: one line each, then the total (LIG-05). */
export function csvOfLignes(lignes: readonly Ligne[]): string {
  const total = lignes.reduce((sum, { prix }) => sum + (centimesOf(String(prix)) ?? 0), 0);
  return csvFile([
    ['Date', 'Client', 'Cavalier', 'Leçon', 'Raison', 'Montant (€)'],
    ...lignes.map(({ jour, client, nom, libelle, motif, prix }) => [
      jour,
      csvField(client),
      csvField(nom),
      csvField(libelle),
      NOMS_MOTIF[motif],
      amount(prix),
    ]),
    ['Total', '', '', '', '', formatCentimes(total)],
  ]);
}

/** One line per rider and lesson, earliest first; the input `lecons` has the latest first. */
export function csvOfLecons(lecons: readonly LeconDeCavalier[], pistes: readonly Piste[]): string {
  return csvFile([
    [
      'Date',
      'Début',
      'Fin',
      'Piste',
      'Type de leçon',
      'Cavalier',
      'Client',
      'Statut',
      'Présence',
      'Prix facturé (€)',
    ],
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
          client,
          statut,
          presence,
          prix,
        }) => [
          date_reservation,
          heure_debut,
          heure_fin,
          csvField(nomPiste(pistes, type_piste)),
          csvField(label),
          csvField(cavalier),
          csvField(client),
          NOMS_STATUT[statut],
          presence === 'presente' ? '' : NOMS_PRESENCE[presence],
          prix === null ? '' : amount(prix),
        ],
      ),
  ]);
}

/**
 * Warns that the period contains coming lessons: a rider who leaves today would be billed for them
 * (PRICE-18). '' if there are none.
 */
export const aVenirInWords = (n: number): string =>
  n === 0
    ? ''
    : n === 1
      ? '1 réservation de cette période est encore à venir\u202f; elle est comprise dans ces chiffres.'
      : `${n} réservations de cette période sont encore à venir\u202f; elles sont comprises dans ces chiffres.`;
