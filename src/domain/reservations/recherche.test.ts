/** The days that a searched text names (DESK-62). Saturday 21 November 2026. */
import { expect, test } from 'vitest';
import { demandedIn } from './recherche.ts';

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
