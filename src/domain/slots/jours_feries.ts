/** The public holidays of Belgium, which name a closure (FERM-01). */
import { addDays } from '../core/calendrier.ts';

/** Easter Sunday of a year of the Gregorian calendar (the anonymous algorithm of Meeus). */
function paques(annee: number): string {
  const a = annee % 19;
  const [b, c] = [Math.floor(annee / 100), annee % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const [i, k] = [Math.floor(c / 4), c % 4];
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${annee}-${two(Math.floor(n / 31))}-${two((n % 31) + 1)}`;
}

export type JourFerie = { jour: string; nom: string };

/** The ten public holidays of Belgium in a year, in their order. */
function joursFeries(annee: number): JourFerie[] {
  const easter = paques(annee);
  return [
    { jour: `${annee}-01-01`, nom: "Jour de l'An" },
    { jour: addDays(easter, 1), nom: 'Lundi de Pâques' },
    { jour: `${annee}-05-01`, nom: 'Fête du Travail' },
    { jour: addDays(easter, 39), nom: 'Ascension' },
    { jour: addDays(easter, 50), nom: 'Lundi de Pentecôte' },
    { jour: `${annee}-07-21`, nom: 'Fête nationale' },
    { jour: `${annee}-08-15`, nom: 'Assomption' },
    { jour: `${annee}-11-01`, nom: 'Toussaint' },
    { jour: `${annee}-11-11`, nom: 'Armistice' },
    { jour: `${annee}-12-25`, nom: 'Noël' },
  ].toSorted((x, y) => x.jour.localeCompare(y.jour));
}

/** Whether a reason is the name of a public holiday. */
export const isNomFerie = (motif: string): boolean =>
  joursFeries(2000).some(({ nom }) => nom === motif);

/** The next public holidays from a day on. */
export function nextFeries(jour: string, nombre: number): JourFerie[] {
  const annee = Number(jour.slice(0, 4));
  return [...joursFeries(annee), ...joursFeries(annee + 1)]
    .filter((ferie) => ferie.jour >= jour)
    .slice(0, nombre);
}
