/** When the centre is open, for varying weeks and seasons (SET-46, BOOK-02). */
import { describe, expect, test } from 'vitest';
import { CRENEAUX, creneauAt, creneauxOf } from './creneaux.ts';
import {
  type Heures,
  horairesIn,
  isOutside,
  periodesOf,
  plageOf,
  SANS_HORAIRES,
  SEMAINE_HABITUELLE,
} from './horaires.ts';
import { ouvertureInWords, ouvertureOf } from './ouverture.ts';
import { horairesInWords } from './regles_horaires.ts';

const USUAL: Heures = { ouverture: '08:00', fermeture: '20:00' };
/** The grid of a centre that changes no hours, written out: the 25 starts of BOOK-02. */
const STARTS = [
  '08:00',
  '08:30',
  '09:00',
  '09:30',
  '10:00',
  '10:30',
  '11:00',
  '11:30',
  '12:00',
  '12:30',
  '13:00',
  '13:30',
  '14:00',
  '14:30',
  '15:00',
  '15:30',
  '16:00',
  '16:30',
  '17:00',
  '17:30',
  '18:00',
  '18:30',
  '19:00',
  '19:30',
  '20:00',
];
const MERCREDI = [
  { debut: '06:00', fin: '12:00' },
  { debut: '14:00', fin: '18:00' },
];
const ETE = {
  nom: 'Été',
  du: '2026-07-01',
  au: '2026-08-31',
  annuelle: true,
  semaine: SEMAINE_HABITUELLE.with(2, [{ debut: '16:00', fin: '22:30' }]),
};
const VARIED: Heures = {
  ...USUAL,
  horaires: { semaine: SEMAINE_HABITUELLE.with(2, MERCREDI).with(6, []), saisons: [ETE] },
};

describe('un centre qui ne change rien', () => {
  test.each([
    ['sans réglage', USUAL],
    ['avec ce que la migration écrit', { ...USUAL, horaires: SANS_HORAIRES }],
  ])('a les 25 débuts de toujours, %s', (_, heures) => {
    // BOOK-02: a Monday, a Sunday in summer, the days on which the clocks change
    for (const jour of ['2026-11-23', '2026-07-05', '2027-03-28', '2027-10-31']) {
      expect(creneauxOf(plageOf(heures, jour))).toEqual(STARTS);
      const etats = STARTS.map((heure) =>
        creneauAt(
          heure,
          {
            jour,
            duree_minutes: 30,
            maintenant: { jour: '2026-01-01', heure: '00:00' },
            horaire: { ...heures, pause_minutes: null },
          },
          [],
        ),
      );
      expect(etats.map(({ etat }) => etat)).toEqual([
        ...Array<string>(24).fill('libre'),
        'complet',
      ]);
      expect(etats.at(-1)?.reason).toBe('heure_fin_impossible');
    }
    expect(CRENEAUX).toEqual(STARTS);
  });
});

test('une saison passe avant la semaine, la semaine avant les heures habituelles', () => {
  expect(periodesOf(VARIED, '2026-11-23')).toEqual([{ debut: '08:00', fin: '20:00' }]);
  expect(periodesOf(VARIED, '2026-11-25')).toEqual(MERCREDI);
  expect(periodesOf(VARIED, '2026-11-29')).toEqual([]);
  expect(periodesOf(VARIED, '2029-07-04')).toEqual([{ debut: '16:00', fin: '22:30' }]);
  // Weekdays that the season leaves out have the hours of the week.
  expect(periodesOf(VARIED, '2026-07-05')).toEqual([]);
  expect(periodesOf(VARIED, '2026-09-02')).toEqual(MERCREDI);
});

test("l'étendue d'un jour va de 08:00 à 20:00, plus large si ses heures le sont", () => {
  expect(plageOf(VARIED, '2026-11-23')).toEqual({ debut: '08:00', fin: '20:00' });
  expect(plageOf(VARIED, '2026-11-25')).toEqual({ debut: '06:00', fin: '20:00' });
  expect(plageOf(VARIED, '2026-07-01')).toEqual({ debut: '08:00', fin: '22:30' });
  expect(plageOf(VARIED, '2026-11-29')).toEqual({ debut: '08:00', fin: '20:00' });
});

test('une leçon est dedans quand une seule période la contient toute', () => {
  const lecon = (heure_debut: string, heure_fin: string) =>
    isOutside({ heure_debut, heure_fin }, VARIED, '2026-11-25');
  expect([lecon('11:00', '12:00'), lecon('14:00', '15:00')]).toEqual([false, false]);
  expect([lecon('11:30', '12:30'), lecon('12:00', '14:00'), lecon('11:00', '15:00')]).toEqual([
    true,
    true,
    true,
  ]);
});

test('une forme inconnue ne se lit pas', () => {
  expect(horairesIn(JSON.parse(JSON.stringify(VARIED.horaires)))).toEqual(VARIED.horaires);
  for (const value of [
    null,
    [],
    {},
    { semaine: [], saisons: [] },
    { semaine: [null, null, null, null, null, null, 'fermé'], saisons: [] },
    { ...SANS_HORAIRES, saisons: [{ nom: 'Été' }] },
    { ...SANS_HORAIRES, saisons: [{ ...ETE, annuelle: 'oui' }] },
  ])
    expect(() => horairesIn(value)).toThrow('unknown form');
});

test('se disent en français', () => {
  // SET-47
  const said = (heures: Heures, jour: string) => ouvertureInWords(ouvertureOf(heures, jour));
  expect(said(USUAL, '2026-11-23')).toBe('Ouvert tous les jours de 8h00 à 20h00');
  expect(said(VARIED, '2026-11-23')).toBe(
    'Ouvert tous les jours de 8h00 à 20h00, sauf le dimanche\u202f; le mercredi de 6h00 à 12h00 et de 14h00 à 18h00',
  );
  const week = (...days: (typeof MERCREDI)[]) => ({
    ...USUAL,
    horaires: { semaine: SEMAINE_HABITUELLE.map((_, i) => days[i] ?? []), saisons: [] },
  });
  const [matin = { debut: '', fin: '' }] = MERCREDI;
  expect(said(week([matin], [matin], [matin]), '2026-11-26')).toBe(
    "Heures d'ouverture\u202f: du lundi au mercredi de 6h00 à 12h00\u202f; fermé du jeudi au dimanche",
  );
  expect(said(week(), '2026-11-23')).toBe('Fermé pour le moment');
  // ACC-74
  expect(horairesInWords(SANS_HORAIRES)).toBe('heures habituelles');
  expect(horairesInWords(VARIED.horaires ?? SANS_HORAIRES)).toBe(
    'mercredi : 6h00\u00a0–\u00a012h00 et 14h00\u00a0–\u00a018h00 ; dimanche : fermé ; Été (du 1er juillet au 31 août, chaque année) : mercredi : 16h00\u00a0–\u00a022h30',
  );
});
