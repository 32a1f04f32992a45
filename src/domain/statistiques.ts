/** What riders have ridden, and what it comes to (§2; decisions 31, 32). PostgreSQL counts and adds; this shows. */
import { eurosOf } from './prix.ts';

/** Lessons of one type for one rider: billed ones, and those that still wait, which are not. Euros. */
export type LigneDeType = { type_lecon: string; label: string; nombre: number; en_attente: number; prix: number; total: number };

export type StatistiqueDeCavalier = { nom: string; nombre: number; en_attente: number; total: number; types: LigneDeType[] };

export type Statistiques = {
  total_cavaliers: number;
  /** Billed reservations in the filter. */
  total_reservations: number;
  /** Reservations that wait: shown apart. */
  en_attente: number;
  /** Over the distinct riders; 0 where there is none. */
  moyenne: number;
  total_general: number;
  cavaliers: StatistiqueDeCavalier[];
};

/** Reservations per rider, one decimal at most: 0 without riders. */
export function moyenneOf(reservations: number, cavaliers: number): number {
  return cavaliers === 0 ? 0 : Math.round((reservations * 10) / cavaliers) / 10;
}

/** A field a spreadsheet reads as text: quoted where it must be, and never as a formula. */
function champ(texte: string): string {
  const inoffensif = /^[=+\-@\t\r]/.test(texte) ? `'${texte}` : texte;
  return /[";\r\n]/.test(inoffensif) ? `"${inoffensif.replaceAll('"', '""')}"` : inoffensif;
}

const montant = (euros: number): string => eurosOf(Math.round(euros * 100)).replace('.', ',');

/** A file that Excel in French opens as it stands: a mark of UTF-8, semicolons, decimal commas. One line a rider and type. */
export function csvOf({ cavaliers }: Pick<Statistiques, 'cavaliers'>): string {
  const lignes = cavaliers.flatMap(({ nom, types }) => types.map(({ label, nombre, en_attente, prix, total }) =>
    [champ(nom), champ(label), String(nombre), String(en_attente), montant(prix), montant(total)].join(';')));
  return `\uFEFF${['Cavalier;Type de leçon;Leçons facturées;En attente;Prix (€);Total (€)', ...lignes].join('\r\n')}\r\n`;
}
