import { expect, test } from 'vitest';
import { deadlineInWords } from './delais.ts';

const inWords = (date_reservation: string, heure_debut: string, heures: number, jour: string) =>
  deadlineInWords({ date_reservation, heure_debut }, heures, { jour, heure: '09:30' });

test('le délai se dit par le jour de la semaine, puis par la date', () => {
  // RIDE-17
  expect(inWords('2026-11-25', '17:00', 24, '2026-11-21')).toBe("jusqu'à mardi 17h00");
  expect(inWords('2026-11-23', '08:00', 24, '2026-11-21')).toBe("jusqu'à demain 8h00");
  expect(inWords('2026-11-22', '14:30', 24, '2026-11-21')).toBe("aujourd'hui jusqu'à 14h30");
  expect(inWords('2026-11-28', '10:00', 24, '2026-11-21')).toBe("jusqu'à vendredi 10h00");
  expect(inWords('2026-11-29', '10:00', 24, '2026-11-21')).toBe("jusqu'au 28 novembre à 10h00");
  expect(inWords('2026-12-02', '10:00', 24, '2026-11-21')).toBe("jusqu'au 1er décembre à 10h00");
});

test('zéro heure est minuit de la veille au soir', () => {
  // RIDE-17
  expect(inWords('2026-11-23', '00:00', 24, '2026-11-21')).toBe("jusqu'à ce soir à minuit");
  expect(inWords('2026-11-24', '00:00', 24, '2026-11-21')).toBe("jusqu'à demain soir à minuit");
  expect(inWords('2026-11-25', '08:00', 32, '2026-11-21')).toBe("jusqu'à lundi soir à minuit");
  expect(inWords('2026-12-02', '08:00', 8, '2026-11-21')).toBe("jusqu'au 1er décembre à minuit");
});

test("les heures sont réelles : une nuit de changement d'heure déplace le délai d'une heure au cadran", () => {
  // RIDE-11
  // On 25 October 2026 the clocks go back: the day has 25 hours. On 29 March 2026 it had 23.
  expect(inWords('2026-10-25', '10:00', 24, '2026-10-23')).toBe("jusqu'à demain 11h00");
  expect(inWords('2026-03-29', '10:00', 24, '2026-03-27')).toBe("jusqu'à demain 9h00");
});
