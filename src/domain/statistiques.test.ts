import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvOf, moisOf, moyenneOf, type StatistiqueDeCavalier } from './statistiques.ts';

const cavalier = (nom: string, label = 'Leçon collective'): StatistiqueDeCavalier => ({
  nom, nombre: 3, en_attente: 1, total: 67.5, types: [{ type_lecon: 'collective', label, nombre: 3, en_attente: 1, prix: 22.5, total: 67.5 }],
});

const lignesOf = (...noms: string[]) => csvOf({ cavaliers: noms.map((nom) => cavalier(nom)) }).slice(1).split('\r\n').slice(1, -1);

describe('le fichier CSV', () => {
  test('commence par la marque UTF-8, sépare par des points-virgules, écrit les décimales avec une virgule', () => {
    expect(csvOf({ cavaliers: [cavalier('Élise Maes')] })).toBe(
      '\uFEFFCavalier;Type de leçon;Leçons facturées;En attente;Prix (€);Total (€)\r\nÉlise Maes;Leçon collective;3;1;22,50;67,50\r\n',
    );
    expect(Array.from(new TextEncoder().encode(csvOf({ cavaliers: [] })).subarray(0, 3))).toEqual([0xEF, 0xBB, 0xBF]);
  });

  test.each(['=1+1', '@x', '-x', '+x', '\tx', '\rx', ' =1+1', '＝1+1', '\u00A0@x'])('%j ne se lit jamais comme une formule', (nom) => {
    expect(lignesOf(nom)[0]).toMatch(/^"?'/);
  });

  test('met entre guillemets ce qui couperait la ligne', () => {
    expect(lignesOf('Zoé "Zaza" Willems')[0]).toMatch(/^"Zoé ""Zaza"" Willems";/);
    expect(lignesOf('Maes; Élise')[0]).toMatch(/^"Maes; Élise";/);
    expect(csvOf({ cavaliers: [cavalier('Zoé', 'Une\nleçon')] })).toContain('Zoé;"Une\nleçon";3');
  });

  test('un nom quelconque se relit comme il était, à l’apostrophe près', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (nom) => {
      const champ = csvOf({ cavaliers: [cavalier(nom)] }).slice(1).split('\r\n').slice(1).join('\r\n').split(';Leçon collective;3;1;')[0] ?? '';
      const lu = champ.startsWith('"') ? champ.slice(1, -1).replaceAll('""', '"') : champ;
      expect([nom, `'${nom}`]).toContain(lu);
    }));
  });

  test('n’écrit pas les restes d’un calcul en virgule flottante', () => {
    const [ligne] = csvOf({ cavaliers: [{ ...cavalier('A'), types: [{ type_lecon: 'x', label: 'X', nombre: 3, en_attente: 0, prix: 0.1, total: 0.3 }] }] }).split('\r\n').slice(1);
    expect(ligne).toBe('A;X;3;0;0,10;0,30');
  });
});

test('le mois d’un jour, du premier au dernier', () => {
  expect(moisOf('2026-11-21')).toEqual({ du: '2026-11-01', au: '2026-11-30' });
  expect(moisOf('2026-12-31')).toEqual({ du: '2026-12-01', au: '2026-12-31' });
  expect(moisOf('2028-02-01')).toEqual({ du: '2028-02-01', au: '2028-02-29' });
  expect(moisOf('2027-02-28').au).toBe('2027-02-28');
  expect(moisOf('2026-01-15').au).toBe('2026-01-31');
});

test('la moyenne a une décimale au plus, et vaut 0 sans cavalier', () => {
  expect([moyenneOf(0, 0), moyenneOf(7, 3), moyenneOf(6, 3), moyenneOf(1, 6)]).toEqual([0, 2.3, 2, 0.2]);
});
