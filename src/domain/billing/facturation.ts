/**
 * Statements, payments and what is owed (REL-01 to REL-41), as pure rules. Money is in whole cents.
 */
import { addDays, addMonths, addYears, formatInstant, isJour } from '../core/calendrier.ts';
import { csvField, csvFile } from '../core/csv.ts';
import type { CodeFacturation } from '../errors/facturation.ts';
import { centimesOf, formatCentimes } from '../prices.ts';

/** What a line of an account is about: a seat, a seat that left late (LIG-01), a stored line. */
export const SOURCES_LIGNE = ['place', 'retard', 'libre'] as const;
export type SourceLigne = (typeof SOURCES_LIGNE)[number];

/** How a customer pays; `arrondi`: what the rounding of cash leaves (REL-22). */
export const MOYENS = ['virement', 'especes', 'carte', 'autre'] as const;
export type Moyen = (typeof MOYENS)[number];

export const NOMS_MOYEN: Record<Moyen, string> = {
  virement: 'Virement',
  especes: 'Espèces',
  carte: 'Carte ou application',
  autre: 'Autre',
};

/** Days from a statement, or the last reminder, to the next reminder (REL-27, LIM-190). */
const RAPPEL_JOURS = 14;

/** How many statements one call makes at most (REL-11, LIM-190). */
export const RELEVES_PAR_APPEL = 200;

/** The highest number of a statement in a month: four digits (REL-08). */
export const NUMERO_MAX = 9_999;

/** How far numbers go on after a restore (REL-41). */
export const SAUT_APRES_RESTAURATION = 1_000;

/** How long a label, a reason and a note are at most (LIM-190). */
export const LIBELLE_LIGNE_MAX = 80;
export const RAISON_LIGNE_MAX = 200;

/**
 * Years for which statements and payments of an erased customer are kept after the year of the last
 * one (REL-38). The source is in ADR-047.
 */
export const CONSERVATION_LEGALE_ANS = 10;

/** The highest amount of a line or a payment, in cents. */
const MAX = 9_999_999;

/** Whether a text is a month, `yyyy-MM`, from 2000 to 2100. */
export const isMois = (mois: string): boolean => /^(20\d\d|2100)-(0[1-9]|1[0-2])$/.test(mois);

export const moisOf = (jour: string): string => jour.slice(0, 7);

/** The first and the last day of a month. */
export const joursDuMois = (mois: string): { du: string; au: string } => ({
  du: `${mois}-01`,
  au: addDays(addMonths(`${mois}-01`, 1), -1),
});

/**
 * The last day of the month of an account's next statement (REL-19): the month that has ended last, if it
 * is billed and no statement covers it yet, otherwise the present one.
 */
export function finDuProchain(
  releves: readonly { jour: string; au: string }[],
  { premier, aujourdhui }: { premier: string; aujourdhui: string },
): string {
  const finie = addDays(joursDuMois(moisOf(aujourdhui)).du, -1);
  // A statement covers the days before the one on which it was made (REL-10).
  const sent = releves.some(({ jour, au }) => au >= finie && jour > finie);
  return !sent && premier <= finie ? finie : joursDuMois(moisOf(aujourdhui)).au;
}

/** Why no statement can be made for a month; null if it can: a month that has begun (REL-10). */
export const refuseMois = (mois: string, aujourdhui: string): CodeFacturation | null =>
  isMois(mois) && mois <= moisOf(aujourdhui) ? null : 'mois_invalide';

/** The number of a statement as it is written: '2026-11-0042'. */
export const numeroOf = (mois: string, numero: number): string =>
  `${mois}-${String(numero).padStart(4, '0')}`;

/** '2026-11-0042' as it is titled (REL-08). */
export const titreOf = (numero: string): string => `Relevé ${numero}`;

/** The month and the number of '2026-11-0042'; null for another text. */
export function numeroIn(texte: string): { mois: string; numero: number } | null {
  const [, mois, numero] = /^(\d{4}-\d{2})-(\d{4})$/.exec(texte.trim()) ?? [];
  return mois !== undefined && numero !== undefined && isMois(mois) && Number(numero) > 0
    ? { mois, numero: Number(numero) }
    : null;
}

/** The two check digits of a structured communication: the ten digits mod 97, 97 for 0 (REL-16). */
const controleOf = (dix: string): string => String(Number(dix) % 97 || 97).padStart(2, '0');

/** The twelve digits of the structured communication of a statement, '2026-11-0042'. */
export function communicationOf(numero: string): string {
  const dix = numero.replaceAll('-', '');
  return `${dix}${controleOf(dix)}`;
}

/** '+++202/6110/04238+++'. */
export const formatCommunication = (douze: string): string =>
  `+++${douze.slice(0, 3)}/${douze.slice(3, 7)}/${douze.slice(7)}+++`;

/** The number of the statement that a communication names; null if its check digits are wrong. */
export function numeroOfCommunication(douze: string): { mois: string; numero: number } | null {
  if (!/^\d{12}$/.test(douze) || controleOf(douze.slice(0, 10)) !== douze.slice(10)) return null;
  return numeroIn(`${douze.slice(0, 4)}-${douze.slice(4, 6)}-${douze.slice(6, 10)}`);
}

/** What a bank needs for a transfer to the centre. */
export type Virement = { titulaire: string; iban: string; centimes: number; communication: string };

/**
 * The text of the QR code of a transfer: EPC069-12, version 002, UTF-8, without BIC, the structured
 * communication on line 10 and an empty line 11 (REL-17). Null if there is nothing to pay, or if the
 * centre has no account.
 */
export function epcOf({ titulaire, iban, centimes, communication }: Virement): string | null {
  if (centimes <= 0 || titulaire === '' || iban === '') return null;
  const euros = `${Math.trunc(centimes / 100)}.${String(centimes % 100).padStart(2, '0')}`;
  return ['BCD', '002', '1', 'SCT', '', titulaire, iban, `EUR${euros}`, '', communication, ''].join(
    '\n',
  );
}

/** Cash is rounded to the nearest 5 cents (REL-22). */
const rondeur = (centimes: number): number => Math.round(centimes / 5) * 5;

/**
 * The movements of a payment of some cents: what is received, and the difference that the rounding of
 * cash leaves, positive or negative; their sum is what is paid.
 */
export function mouvementsOf(centimes: number, moyen: Moyen): { recu: number; arrondi: number } {
  const recu = moyen === 'especes' ? rondeur(centimes) : centimes;
  return { recu, arrondi: centimes - recu };
}

/** Whether a reminder may be sent: something is owed, and 14 days have passed (REL-27). */
export const peutRappeler = (
  solde: number,
  { releve, rappel }: { releve: string | null; rappel: string | null },
  aujourdhui: string,
): boolean =>
  solde > 0 &&
  releve !== null &&
  [releve, rappel ?? releve].every((jour) => addDays(jour, RAPPEL_JOURS) <= aujourdhui);

/** Cents from euros of a call, negative ones too; null if they are no amount of a line. */
export function montantOf(euros: number): number | null {
  const centimes = centimesOf(String(Math.abs(euros)));
  if (centimes === null || centimes === 0 || centimes > MAX) return null;
  return euros < 0 ? -centimes : centimes;
}

/** Cents as euros in a call. */
export const eurosDe = (centimes: number): number => centimes / 100;

/** What a text of the fast entry of transfers means (REL-24). */
export type Recherche =
  | { sorte: 'montant'; centimes: number }
  | { sorte: 'releve'; mois: string; numero: number }
  | { sorte: 'nom'; texte: string };

/** An amount, a communication or a number of a statement, otherwise a name; null for no text. */
export function rechercheOf(q: string): Recherche | null {
  const texte = q.trim();
  if (texte === '') return null;
  const releve =
    numeroIn(texte.replace(/^relevé\s+/iu, '')) ??
    numeroOfCommunication(texte.replaceAll(/[\s+*/]/g, ''));
  if (releve) return { sorte: 'releve', ...releve };
  const centimes = centimesOf(
    texte
      .replaceAll(/[\s€]/gu, '')
      .replaceAll(/\.(?=\d{3}(?:\D|$))/g, '')
      .replace(',', '.'),
  );
  return centimes === null ? { sorte: 'nom', texte } : { sorte: 'montant', centimes };
}

/** A line of the journal of receipts, in euros (REL-25). */
export type Recette = {
  jour: string;
  client: string;
  releve?: string | null | undefined;
  moyen: Moyen;
  montant: number;
  arrondi: number;
  note: string | null;
  saisi_le: string;
};

/** The CSV file of the journal of receipts, with a last line for the sums (REL-25). */
export function csvOfRecettes(recettes: readonly Recette[]): string {
  const cents = (euros: number): number => Math.round(euros * 100);
  const sum = (field: 'montant' | 'arrondi'): string =>
    formatCentimes(recettes.reduce((total, one) => total + cents(one[field]), 0));
  return csvFile([
    ['Jour', 'Client', 'Moyen', 'Reçu', 'Arrondi', 'Note', 'Saisi le', 'Relevé'],
    ...recettes.map(({ jour, client, releve, moyen, montant, arrondi, note, saisi_le }) => [
      jour,
      csvField(client),
      NOMS_MOYEN[moyen],
      formatCentimes(cents(montant)),
      formatCentimes(cents(arrondi)),
      csvField(note ?? ''),
      formatInstant(saisi_le),
      releve ?? '',
    ]),
    ['Total', '', '', sum('montant'), sum('arrondi'), '', '', ''],
  ]);
}

/** The CSV file of statements for the accountant, with a last line for the sums (REL-80). */
export function csvOfReleves(
  releves: readonly {
    numero: string;
    jour: string;
    nom: string;
    mois: string;
    ce_mois: number;
    reste?: number | undefined;
  }[],
): string {
  const cents = (euros: number): number => Math.round(euros * 100);
  const rows = releves.map(({ ce_mois, reste = 0, ...one }) => {
    const [montant, ouvert] = [cents(ce_mois), cents(reste)];
    const paye = montant > 0 ? montant - ouvert : 0;
    const etat =
      montant <= 0
        ? 'Rien à payer'
        : ouvert === 0
          ? 'Payé'
          : paye > 0
            ? 'Payé en partie'
            : 'À payer';
    return { ...one, montant, paye, etat };
  });
  const sum = (field: 'montant' | 'paye'): string =>
    formatCentimes(rows.reduce((total, one) => total + one[field], 0));
  return csvFile([
    ['Numéro', 'Date', 'Client', 'Période', 'Montant', 'État', 'Payé'],
    ...rows.map(({ numero, jour, nom, mois, montant, etat, paye }) => [
      numero,
      jour,
      csvField(nom),
      mois,
      formatCentimes(montant),
      etat,
      formatCentimes(paye),
    ]),
    ['Total', '', '', '', sum('montant'), '', sum('paye')],
  ]);
}

/** Whether the day of a payment is not to come and at most two years ago (REL-21). */
export const refuseJourPaiement = (jour: string, aujourdhui: string): CodeFacturation | null =>
  isJour(jour) && jour <= aujourdhui && jour >= addYears(aujourdhui, -2)
    ? null
    : 'jour_paiement_invalide';

/** Whether the day of a stored line is within two years back and one ahead (REL-04). */
export const refuseJourLigne = (jour: string, aujourdhui: string): CodeFacturation | null =>
  isJour(jour) && jour <= addYears(aujourdhui, 1) && jour >= addYears(aujourdhui, -2)
    ? null
    : 'jour_ligne_invalide';
