import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  addYears,
  daysBetween,
  formatJour,
  isJour,
  mondayOf,
  momentAt,
  weekOf,
  ZONE,
} from './calendrier.ts';

const MS_PAR_JOUR = 86_400_000;

/** The platform's own calendar as the reference: allowed here, forbidden in the product. */
const oracle = (nombre: number): string =>
  new Date(nombre * MS_PAR_JOUR).toISOString().slice(0, 10);
const nombreOf = (jour: string): number => Date.parse(`${jour}T00:00:00Z`) / MS_PAR_JOUR;

const nombres = fc.integer({ min: nombreOf('1900-01-01'), max: nombreOf('2199-12-31') });
const jours = nombres.map(oracle);

describe('les jours', () => {
  // BOOK-01
  test('suivent le calendrier de la machine, un par un, de 1999 à 2051', () => {
    let jour = '1999-01-01';
    for (let nombre = nombreOf(jour); nombre <= nombreOf('2051-12-31'); nombre += 1) {
      expect(jour).toBe(oracle(nombre));
      jour = addDays(jour, 1);
    }
  });

  test('avancent et reculent du nombre de jours voulu', () => {
    fc.assert(
      fc.property(nombres, fc.integer({ min: -4_000, max: 4_000 }), (nombre, n) => {
        const jour = oracle(nombre);
        expect(addDays(jour, n)).toBe(oracle(nombre + n));
        expect(daysBetween(jour, addDays(jour, n))).toBe(n);
      }),
    );
  });

  test('commencent la semaine le lundi', () => {
    fc.assert(
      fc.property(jours, (jour) => {
        const monday = mondayOf(jour);
        expect(new Date(`${monday}T12:00:00Z`).getUTCDay()).toBe(1);
        expect(daysBetween(monday, jour)).toBeGreaterThanOrEqual(0);
        expect(daysBetween(monday, jour)).toBeLessThan(7);
        expect(weekOf(jour)).toContain(jour);
        expect(weekOf(jour)).toHaveLength(7);
      }),
    );
  });

  test('un dimanche appartient à la semaine du lundi précédent', () => {
    expect(mondayOf('2026-11-22')).toBe('2026-11-16');
    expect(weekOf('2026-11-22').at(-1)).toBe('2026-11-22');
  });

  test('une semaine à cheval sur deux années garde ses sept jours', () => {
    expect(weekOf('2027-01-01')).toEqual([
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
      '2027-01-03',
    ]);
  });

  test.each([
    '2026-02-31',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-4-31',
    '20000-01-01',
    '0000-01-01',
    '2026-11-21T00:00',
    '',
    ' 2026-11-21',
  ])('refusent « %s », qui n’existe pas', (jour) => expect(isJour(jour)).toBe(false));

  test('acceptent le 29 février des seules années bissextiles', () => {
    expect(
      ['1900-02-29', '2000-02-29', '2024-02-29', '2026-02-29', '2100-02-29'].map(isJour),
    ).toEqual([false, true, true, false, false]);
  });

  test('deux ans plus tard, le 29 février devient le 28', () => {
    expect(addYears('2028-02-29', 2)).toBe('2030-02-28');
    expect(addYears('2028-02-29', 4)).toBe('2032-02-29');
    expect(addYears('2026-11-21', 2)).toBe('2028-11-21');
  });

  test('treize mois plus tôt, un jour qui manque devient le dernier du mois', () => {
    // LIM-170
    expect(addMonths('2026-11-21', -13)).toBe('2025-10-21');
    expect(addMonths('2026-01-15', -13)).toBe('2024-12-15');
    expect(addMonths('2026-03-31', -13)).toBe('2025-02-28');
    expect(addMonths('2025-03-29', -13)).toBe('2024-02-29');
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
  });

  test('s’écrivent en français, et restent le même jour partout', () => {
    expect(formatJour('2026-11-21', 'long')).toBe('samedi 21 novembre 2026');
    expect(formatJour('2026-11-21', 'moyen')).toBe('sam. 21 novembre');
    expect(formatJour('2026-11-01', 'mois')).toBe('novembre 2026');
    expect(formatJour('2026-11-16', 'semaine')).toBe('lun.');
    expect(formatJour('2026-11-21', 'complet')).toBe('sam. 21 novembre 2026');
  });

  test('disent « 1er » pour le premier du mois', () => {
    expect(formatJour('2026-12-01', 'long')).toBe('mardi 1er décembre 2026');
    expect(formatJour('2026-12-01', 'date')).toBe('1er décembre');
    expect(formatJour('2026-12-01', 'annee')).toBe('1er décembre 2026');
    expect(formatJour('2026-12-01', 'mois')).toBe('décembre 2026');
    expect(formatJour('2026-12-11', 'date')).toBe('11 décembre');
  });
});

describe('le moment présent', () => {
  test('est celui de Bruxelles, été comme hiver', () => {
    // BOOK-01
    expect(momentAt(new Date('2026-01-15T23:30:00Z'))).toEqual({
      jour: '2026-01-16',
      heure: '00:30',
    });
    expect(momentAt(new Date('2026-07-15T22:30:00Z'))).toEqual({
      jour: '2026-07-16',
      heure: '00:30',
    });
    expect(momentAt(new Date('2026-01-15T22:59:59Z'))).toEqual({
      jour: '2026-01-15',
      heure: '23:59',
    });
  });

  test('passe de 2 h à 3 h au printemps et revoit 2 h en automne', () => {
    expect(momentAt(new Date('2026-03-29T00:59:00Z')).heure).toBe('01:59');
    expect(momentAt(new Date('2026-03-29T01:00:00Z')).heure).toBe('03:00');
    expect(momentAt(new Date('2026-10-25T00:30:00Z')).heure).toBe('02:30');
    expect(momentAt(new Date('2026-10-25T01:30:00Z')).heure).toBe('02:30');
  });

  test('est ce que la machine lit à cette heure-là dans cette zone', () => {
    const horloge = new Intl.DateTimeFormat('sv-SE', {
      timeZone: ZONE,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const instants = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (instant) => {
        const { jour, heure } = momentAt(instant);
        expect(`${jour} ${heure}`).toBe(horloge.format(instant));
      }),
    );
  });
});
