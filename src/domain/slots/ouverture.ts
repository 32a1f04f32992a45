/**
 * The opening hours in words: for the sign-in and sign-up pages, menus and the footer of emails
 * (SET-47).
 */
import { addDays, formatHeure, formatJour, weekOf } from '../core/calendrier.ts';
import { type Heures, type Periode, periodesOf } from './horaires.ts';

/**
 * Two parts, of which the first is emphasised if there is room: 'Ouvert tous les jours', 'de 8h00 à
 * 20h00'.
 */
export type Ouverture = { titre: string; heures: string; tousLesJours: boolean };

/**
 * The hours of a day and of the six that follow, each weekday once (SET-47). A season that begins
 * later is not shown yet.
 */
export function ouvertureOf(heures: Heures, aujourdhui: string): Ouverture {
  const next = Array.from({ length: 7 }, (_, n) => addDays(aujourdhui, n)).toSorted(
    (a, b) => rankOf(a) - rankOf(b),
  );
  const groups = Map.groupBy(next, (jour) => wordsOf(periodesOf(heures, jour)));
  const closed = groups.get('');
  groups.delete('');
  const [[words, jours] = ['', []], ...others] = [...groups].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  if (words === '') return { titre: 'Fermé', heures: 'pour le moment', tousLesJours: false };
  const rest = others.map(([own, days]) => `${joursInWords(days)} ${own}`);
  // If most days have the same hours, the others are shown as exceptions.
  if (jours.length > 3)
    return {
      titre: 'Ouvert tous les jours',
      heures: [`${words}${closed ? `, sauf ${joursInWords(closed)}` : ''}`, ...rest].join(NEXT),
      tousLesJours: groups.size === 1 && !closed,
    };
  return {
    titre: "Heures d'ouverture\u202f:",
    heures: [
      `${joursInWords(jours)} ${words}`,
      ...rest,
      ...(closed ? [`fermé ${joursInWords(closed)}`] : []),
    ].join(NEXT),
    tousLesJours: false,
  };
}

const NEXT = '\u202f; ';

/** The same within a text: 'Ouvert tous les jours de 8h00 à 20h00'. */
export const ouvertureInWords = ({ titre, heures }: Ouverture): string => `${titre} ${heures}`;

/** 'de 9h00 à 12h00 et de 14h00 à 18h00'; empty if the centre is closed. */
export const wordsOf = (periodes: readonly Periode[]): string =>
  LIST.format(periodes.map(({ debut, fin }) => `de ${formatHeure(debut)} à ${formatHeure(fin)}`));

const LIST = new Intl.ListFormat('fr', { type: 'conjunction' });

/** The weekday, from 0 for Monday. */
const rankOf = (jour: string): number => weekOf(jour).indexOf(jour);

/** 'du lundi au vendredi', 'le mercredi et le samedi'; in their order. */
function joursInWords(jours: readonly string[]): string {
  const names = jours.map((jour) => formatJour(jour, 'jour'));
  const [first = '', last = ''] = [names[0], names.at(-1)];
  const follow = jours.every((jour, i) => rankOf(jour) === rankOf(jours[0] ?? jour) + i);
  return follow && jours.length > 2
    ? `du ${first} au ${last}`
    : LIST.format(names.map((name) => `le ${name}`));
}
