/** The days that a searched text names (DESK-62). Saturday 21 November 2026. */
import { expect, test } from 'vitest';
import { demandedIn, jourEcrit } from './recherche.ts';

const days = (...jours: string[]) => ({ jours });

test.each([
  ['Camille', 'Camille', null],
  ['  Élise Maes ', 'Élise Maes', null],
  ['camille mercredi', 'camille', { semaine: 3 }],
  ['lundi', '', { semaine: 1 }],
  ['Dimanche Élise', 'elise', { semaine: 7 }],
  ['hier', '', days('2026-11-20')],
  ["aujourd'hui", '', days('2026-11-21')],
  ['aujourd\u2019hui', '', days('2026-11-21')],
  ['camille demain', 'camille', days('2026-11-22')],
  ['17 mars', '', days('2027-03-17', '2026-03-17')],
  ['le 1er décembre', '', days('2026-12-01', '2025-12-01')],
  ['21 novembre', '', days('2026-11-21', '2025-11-21')],
  ['3 aout 2025', '', days('2025-08-03')],
  ['camille 17 mars 2026 willems', 'camille willems', days('2026-03-17')],
  ['12 févr.', '', days('2027-02-12', '2026-02-12')],
  ['17/3', '', days('2027-03-17', '2026-03-17')],
  ['17.03.2026', '', days('2026-03-17')],
  ['17-3-26', '', days('2026-03-17')],
  ['2026-03-17', '', days('2026-03-17')],
  // A date is more exact than a day of the week.
  ['mercredi 17 mars', '', days('2027-03-17', '2026-03-17')],
  ['29 février', '', days('2028-02-29', '2024-02-29')],
  // No day has these dates, and no lesson those years.
  ['31/2', '31/2', null],
  ['29/2/2026', '29/2/2026', null],
  ['17/3/1999', '17/3/1999', null],
  ['17 jui', '17 jui', null],
  // Names and telephone numbers
  ['Mercier', 'Mercier', null],
  ['Mars', 'Mars', null],
  ['Le Roy', 'Le Roy', null],
  ['0475/10.22.33', '0475/10.22.33', null],
  ['02/10 22 33 44', '02/10 22 33 44', null],
  ['+32 475 10 22 33', '+32 475 10 22 33', null],
  ['constructor', 'constructor', null],
])('« %s »', (q, texte, jours) => {
  expect(demandedIn(q, '2026-11-21')).toEqual({ texte, jours });
});

// DESK-80: without a year the next such day; if it is out of bounds, the latest one.
test.each([
  ['17/03', '2027-03-17'],
  ['17/3/2027', '2027-03-17'],
  ['17.3.27', '2027-03-17'],
  ['17 mars', '2027-03-17'],
  [' Mercredi 17 MARS ', '2027-03-17'],
  ['le 1er décembre', '2026-12-01'],
  ['21/11', '2026-11-21'],
  ['20/11', '2027-11-20'],
  ['20/12', '2026-12-20'],
  ['1/2', '2027-02-01'],
  ['demain', '2026-11-22'],
  ['samedi', '2026-11-21'],
  ['vendredi', '2026-11-27'],
  ['17/3/2025', '2025-03-17'],
  ['', null],
  ['17', null],
  ['17/', null],
  ['17/13', null],
  ['31/2', null],
  ['17/3/20', null],
  ['17 mars camille', null],
  ['camille', null],
  ['17/3/2031', null],
])('« %s » est le jour %s', (q, jour) => {
  const bounds = { first: '2025-01-01', last: '2028-12-31' };
  expect(jourEcrit(q, '2026-11-21', bounds)).toBe(jour);
});

test('un champ qui ne va que vers le passé lit la dernière date écrite sans année', () => {
  const bounds = { first: '2000-01-01', last: '2026-11-21' };
  expect(jourEcrit('17/3', '2026-11-21', bounds)).toBe('2026-03-17');
});
