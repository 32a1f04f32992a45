/** The exit code of `npm run bench`: ratios and counts decide, times do not (ADR-009). */
import { expect, test } from 'vitest';
import { exitCodeOf, type Figure, ratio } from '../bench/report.ts';

const figure = (tours: number[], but?: Figure['but']): Figure => ({
  nom: 'un chiffre',
  tours,
  ecrit: ratio,
  ...(but && { but }),
});

test.each<[string, Figure[], 0 | 1]>([
  ['rien de mesuré', [], 0],
  ['un chiffre sans but', [figure([0])], 0],
  ['un but atteint au plus juste', [figure([0.1], { signe: '≥', valeur: 0.1 })], 0],
  ['un but manqué', [figure([0.09], { signe: '≥', valeur: 0.1 })], 1],
  [
    "un but manqué parmi d'autres",
    [figure([1], { signe: '≥', valeur: 0.1 }), figure([301], { signe: '≤', valeur: 300 })],
    1,
  ],
  ['la médiane décide, pas un tour', [figure([0.05, 0.2, 0.2], { signe: '≥', valeur: 0.1 })], 0],
  ['un temps trop long', [figure([3_000], { signe: '≤', valeur: 2_000, indicatif: true })], 0],
  [
    'un but atteint dans une mesure nulle',
    [figure([0.2], { signe: '≥', valeur: 0.1, nul: 'le serveur nu est trop lent' })],
    1,
  ],
  ['un but sans mesure', [figure([Number.NaN], { signe: '≥', valeur: 0.1 })], 1],
])('%s', (_, figures, code) => {
  expect(exitCodeOf(figures)).toBe(code);
});
