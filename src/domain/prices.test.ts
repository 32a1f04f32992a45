import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  centimesOf,
  typedCentimes,
  eurosOf,
  formatCentimes,
  formatEuros,
  isAmount,
  isPrix,
  montantInWords,
  prixLe,
  premierJour,
  tarifLe,
  prixOf,
} from './prices.ts';

describe('ce qu’on écrit dans un tarif', () => {
  // PRICE-02, PRICE-12
  test.each([
    ['22', 2200],
    ['22,5', 2250],
    ['22.50', 2250],
    [' 22,50 € ', 2250],
    ['1 250,00', 125_000],
    ['1 250', 125_000],
    ['0,01', 1],
    ['22,', 2200],
    [',5', 50],
    ['.05', 5],
    ['007', 700],
    ['99999,99', 9_999_999],
  ])('%j se lit en centimes', (typed, centimes) => {
    expect(typedCentimes(typed)).toBe(centimes);
  });

  test.each([
    ['22,555', 2256],
    ['22,554', 2255],
    ['0,999', 100],
    ['1,005', 101],
    ['19,9949', 1999],
  ])('%j va au centime le plus proche', (typed, centimes) => {
    expect(typedCentimes(typed)).toBe(centimes);
  });

  test.each([
    '',
    ' ',
    ',',
    '.',
    'abc',
    '22 euros',
    '-abc',
    '-0',
    '--5',
    '1e3',
    '1,2,3',
    '0x10',
    'NaN',
    'Infinity',
    '٢٢',
    '9'.repeat(13),
  ])('%j n’est pas un montant : 0', (typed) => {
    expect(typedCentimes(typed)).toBe(0);
  });
});

test.each([
  ['-5', -500],
  ['−3', -300],
  ['-0,05', -5],
  ['- 22,50 €', -2250],
])('%j est négatif, et refusé', (typed, centimes) => {
  // PRICE-02, PRICE-13
  expect([typedCentimes(typed), isPrix(typedCentimes(typed)), isAmount(typed)]).toEqual([
    centimes,
    false,
    true,
  ]);
});

test('ce qui n’est pas un nombre se reconnaît, pour être dit', () => {
  expect(['abc', '', ' ', '1e3', ',', '-', '22 euros'].map(isAmount)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(['0', '22,5', '.5', '-3'].map(isAmount)).toEqual([true, true, true, true]);
});

describe('l’argent est un compte entier de centimes', () => {
  const CENTIMES = fc.integer({ min: 0, max: 9_999_999 });

  test('qui fait l’aller et le retour par le texte, par le nombre du fil et par le champ', () => {
    fc.assert(
      fc.property(CENTIMES, (centimes) => {
        expect(centimesOf(eurosOf(centimes))).toBe(centimes);
        expect(prixOf(Number(eurosOf(centimes)))).toBe(centimes);
        expect(typedCentimes(formatCentimes(centimes))).toBe(centimes);
      }),
    );
  });

  test('un prix va de 0 à 99 999,99', () => {
    // LIM-16
    expect([0, 1, 9_999_999].map(isPrix)).toEqual([true, true, true]);
    expect([-1, 0.5, 10_000_000, Number.NaN, Infinity].map(isPrix)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect([100_000, -1, 0.001, 1e-7, Number.NaN].map(prixOf)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

test('en français, avec ou sans décimales', () => {
  expect(formatEuros(1234.5).replaceAll(/\s/gu, ' ')).toBe('1 234,50 €');
  expect(formatEuros(1234.5, true).replaceAll(/\s/gu, ' ')).toMatch(/^1 23[45] €$/);
  expect(formatCentimes(5)).toBe('0,05');
});

test("le prix d'un jour est le dernier dont le premier jour est venu ; 0 avant tous", () => {
  // PRICE-03
  const prix = [
    { du: '2026-01-01', centimes: 2000 },
    { du: '2026-09-01', centimes: 2200 },
  ];
  expect(
    ['2025-12-31', '2026-01-01', '2026-08-31', '2026-09-01', '2027-01-01'].map((jour) =>
      prixLe(prix, jour),
    ),
  ).toEqual([0, 2000, 2000, 2200, 2200]);
});

test("le premier prix d'un type vaut pour toutes ses leçons, les suivants à partir d'aujourd'hui", () => {
  // PRICE-03
  expect([
    premierJour([], '2026-11-21'),
    premierJour([{ du: '2027-01-01', centimes: 1 }], '2026-11-21'),
    premierJour([{ du: '2026-11-21', centimes: 1 }], '2026-11-21'),
    premierJour([{ du: '2000-01-01', centimes: 1 }], '2026-11-21'),
  ]).toEqual(['2000-01-01', '2000-01-01', '2026-11-21', '2026-11-21']);
});

test("le tarif d'un type pour un jour est celui d'aujourd'hui, puis le suivant dès son premier jour", () => {
  // RIDE-57
  const type = { prix: 22, suivant: { du: '2027-01-01', prix: 23.5 } };
  expect([
    tarifLe(type, '2026-12-31'),
    tarifLe(type, '2027-01-01'),
    tarifLe({ prix: 22, suivant: null }, '2030-01-01'),
    tarifLe({}, '2026-12-31'),
  ]).toEqual([22, 23.5, 22, undefined]);
});

test('une réservation se dit par place', () => {
  // RIDE-57
  expect(
    [montantInWords(2250, 1), montantInWords(2250, 2)].map((text) => text.replaceAll(/\s/gu, ' ')),
  ).toEqual(['22,50 €', '45,00 € (2 × 22,50 €)']);
});
