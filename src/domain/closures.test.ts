/** Closures: their words, and where lessons of closed hours can move (FERM-04, FERM-05). */
import { expect, test } from 'vitest';
import { closedHours, closedInWords } from './slots/creneaux.ts';
import { destinationsOf, fermeturesOfDay, periodOfFermeture } from './closures.ts';

const GEL = {
  pistes: ['interieure'],
  du: '2026-12-02',
  au: '2026-12-02',
  heure_debut: '08:00',
  heure_fin: '12:00',
};

test('une fermeture en mots', () => {
  // FERM-04
  expect(closedHours(GEL)).toBe('de 8h00 à 12h00');
  expect(closedHours({ heure_debut: '06:00', heure_fin: '23:00' })).toBe('toute la journée');
  expect(periodOfFermeture(GEL)).toBe('le mercredi 2 décembre 2026, de 8h00 à 12h00');
  expect(periodOfFermeture({ ...GEL, au: '2026-12-09' })).toBe(
    'du 2 décembre 2026 au 9 décembre 2026, de 8h00 à 12h00',
  );
  expect(closedInWords('gel')).toBe('fermé\u202f: gel');
  expect(closedInWords('')).toBe('fermé');
  expect(closedInWords('gel', 'de 8h00 à 12h00')).toBe('Piste fermée de 8h00 à 12h00\u202f: gel');
});

test('les fermetures d’un jour, par leurs heures', () => {
  const afternoon = { ...GEL, heure_debut: '14:00', heure_fin: '16:00' };
  const week = { ...afternoon, pistes: ['exterieure'], au: '2026-12-09', heure_debut: '07:00' };
  const all = [afternoon, GEL, week];
  expect(fermeturesOfDay(all, '2026-12-02')).toEqual([week, GEL, afternoon]);
  expect(fermeturesOfDay(all, '2026-12-02', 'interieure')).toEqual([GEL, afternoon]);
  expect(fermeturesOfDay(all, '2026-12-09')).toEqual([week]);
  expect(fermeturesOfDay(all, '2026-12-10')).toEqual([]);
});

test('déplacer ce qui peut l’être : deux leçons ne reçoivent pas la même place', () => {
  // FERM-05
  const at = (id: string, heure_debut: string, heure_fin: string, libres: string[]) => ({
    id,
    date_reservation: '2026-12-02',
    heure_debut,
    heure_fin,
    libres,
  });
  const found = destinationsOf([
    at('a', '10:00', '11:00', ['rond', 'manege']),
    at('b', '10:30', '11:30', ['rond']),
    at('c', '10:30', '11:30', ['rond', 'manege']),
    at('d', '11:00', '12:00', ['rond']),
    at('e', '11:00', '12:00', []),
    { ...at('f', '10:00', '11:00', ['rond']), date_reservation: '2026-12-03' },
  ]);
  expect([...found]).toEqual([
    ['a', 'rond'],
    ['c', 'manege'],
    ['d', 'rond'],
    ['f', 'rond'],
  ]);
});
