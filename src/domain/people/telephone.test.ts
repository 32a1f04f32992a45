import { expect, test } from 'vitest';
import { telephonePattern } from './telephone.ts';

const finds = (search: string, stored: string): boolean => {
  const pattern = telephonePattern(search);
  return pattern !== null && new RegExp(pattern).test(stored.replaceAll(/\D/g, ''));
};

const STORED = [
  '0475 10 22 33',
  '0475/10.22.33',
  '+32 475 10 22 33',
  '+32 (0)475 10 22 33',
  '0032475102233',
  '081 61 22 33 ou 0475 10 22 33',
];

test.each([
  '0475102233',
  '+32 475 10 22 33',
  '0475/10.22.33',
  '0032475102233',
  '+32 (0)475 10 22 33',
  '32475102233',
  '475102233', // whole
  '0475',
  '+32475',
  '0032 475',
  '0475 10',
  '1022',
  '2233',
  '10 22 33', // a part
])("« %s » trouve le numéro, de quelque façon qu'il soit écrit", (search) => {
  // PEOPLE-19
  for (const stored of STORED) expect(finds(search, stored), stored).toBe(true);
});

test.each([
  ['0475102234', '0475 10 22 33'],
  ['0475', '0486 47 51 22'],
  ['+32 475', '0486 24 75 11'],
  ['081612233', '0475 10 22 33'],
  ['+33 475', '0475 10 22 33'],
])('« %s » ne trouve pas %s', (search, stored) => {
  expect(finds(search, stored)).toBe(false);
});

test('un numéro étranger se trouve avec et sans son pays', () => {
  for (const search of ['+33 6 12 34 56 78', '0033612345678', '06 12 34 56 78']) {
    for (const stored of ['06 12 34 56 78', '+33612345678'])
      expect(finds(search, stored), `${search}, ${stored}`).toBe(true);
  }
});

test.each([
  '047',
  '',
  'Camille',
  'camille0475@essai.example',
  '0000',
  '+32',
  '%%%%',
  '.*.*',
  '((((',
])("« %s » n'est pas un numéro", (search) => {
  expect(telephonePattern(search)).toBeNull();
});
