import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  csvOfFamilles,
  csvOfLecons,
  csvOf,
  monthOf,
  averageOf,
  homonymesOf,
  type CavalierStatistics,
} from './statistiques.ts';
import { DEFAULT_PISTES } from '../slots/pistes.ts';

const cavalier = (nom: string, label = 'Leçon collective'): CavalierStatistics => ({
  cle: nom.toLowerCase(),
  nom,
  clients: ['Camille Lambert'],
  nombre: 3,
  en_attente: 1,
  non_facturees: 0,
  total: 67.5,
  types: [
    {
      type_lecon: 'collective',
      label,
      nombre: 3,
      en_attente: 1,
      non_facturees: 0,
      prix: 22.5,
      total: 67.5,
    },
  ],
});

test('des cavaliers d’un même nom se distinguent par leurs clients, trois au plus ; un nom seul se suffit', () => {
  // PRICE-11
  const [lea, homonyme, hugo] = [
    { cle: 'CAVALIER 1', nom: 'Léa', clients: ['Camille Lambert'] },
    { cle: 'lea', nom: 'LEA', clients: ['', 'Anne', 'Marc', 'Nadia'] },
    { cle: 'hugo', nom: 'Hugo', clients: ['', 'Anne'] },
  ];
  expect([lea, homonyme, hugo].map(homonymesOf([lea, homonyme, hugo]))).toEqual([
    'Camille Lambert',
    'Sans client, Anne, Marc, …',
    '',
  ]);
});

const lignesOf = (...noms: string[]) =>
  csvOf({ cavaliers: noms.map((nom) => cavalier(nom)) })
    .slice(1)
    .split('\r\n')
    .slice(1, -2);

describe('le fichier CSV', () => {
  // PRICE-11
  test('commence par la marque UTF-8, sépare par des points-virgules, écrit les décimales avec une virgule', () => {
    expect(csvOf({ cavaliers: [cavalier('Élise Maes')] })).toBe(
      '\uFEFFCavalier;Client;Type de leçon;Leçons facturées;En attente;Prix (€);Total (€)\r\nÉlise Maes;Camille Lambert;Leçon collective;3;1;22,50;67,50\r\nTotal;;;3;1;;67,50\r\n',
    );
    expect(Array.from(new TextEncoder().encode(csvOf({ cavaliers: [] })).subarray(0, 3))).toEqual([
      0xef, 0xbb, 0xbf,
    ]);
  });

  test('finit par les totaux de ses lignes, au centime', () => {
    const types = [
      {
        type_lecon: 'a',
        label: 'A',
        nombre: 3,
        en_attente: 0,
        non_facturees: 0,
        prix: 0.1,
        total: 0.3,
      },
      {
        type_lecon: 'b',
        label: 'B',
        nombre: 1,
        en_attente: 2,
        non_facturees: 0,
        prix: 0.2,
        total: 0.2,
      },
    ];
    expect(
      csvOf({ cavaliers: [{ ...cavalier('Zoé'), types }, cavalier('Hugo')] })
        .split('\r\n')
        .at(-2),
    ).toBe('Total;;;7;3;;68,00');
    expect(csvOf({ cavaliers: [] }).split('\r\n').at(-2)).toBe('Total;;;0;0;;0,00');
  });

  test('des leçons : une ligne pour chaque cavalier de chaque leçon, de la première à la dernière, ce qui attend sans être facturé', () => {
    const lecon = {
      id: '1',
      place: '2',
      date_reservation: '2026-11-24',
      heure_debut: '10:00',
      heure_fin: '11:00',
      type_piste: 'interieure',
      type_lecon: 'saut',
      label: 'Leçon de saut',
      statut: 'confirmee',
      cavalier: 'Élise Maes',
      ecrit: null,
      client: 'Anne Maes',
      prix: 22.1,
      presence: 'presente',
      facturee: true,
    } as const;
    expect(
      csvOfLecons(
        [
          lecon,
          {
            ...lecon,
            date_reservation: '2026-11-23',
            type_piste: 'exterieure',
            statut: 'en_attente',
            cavalier: '=1+1',
            label: 'A;B',
            prix: 0,
          },
          {
            ...lecon,
            date_reservation: '2026-11-22',
            presence: 'excusee',
            facturee: false,
            prix: 0,
          },
        ],
        DEFAULT_PISTES,
      ),
    ).toBe(
      '\uFEFFDate;Début;Fin;Piste;Type de leçon;Cavalier;Client;Statut;Présence;Prix facturé (€)\r\n' +
        '2026-11-22;10:00;11:00;Piste Intérieure;Leçon de saut;Élise Maes;Anne Maes;Confirmée;Excusé(e);0,00\r\n' +
        '2026-11-23;10:00;11:00;Piste Extérieure;"A;B";\'=1+1;Anne Maes;En attente;;0,00\r\n' +
        '2026-11-24;10:00;11:00;Piste Intérieure;Leçon de saut;Élise Maes;Anne Maes;Confirmée;;22,10\r\n',
    );
  });

  test.each(['=1+1', '@x', '-x', '+x', '\tx', '\rx', ' =1+1', '＝1+1', '\u00A0@x'])(
    '%j ne se lit jamais comme une formule',
    (nom) => {
      expect(lignesOf(nom)[0]).toMatch(/^"?'/);
    },
  );

  test('met entre guillemets ce qui couperait la ligne', () => {
    expect(lignesOf('Zoé "Zaza" Willems')[0]).toMatch(/^"Zoé ""Zaza"" Willems";/);
    expect(lignesOf('Maes; Élise')[0]).toMatch(/^"Maes; Élise";/);
    expect(csvOf({ cavaliers: [cavalier('Zoé', 'Une\nleçon')] })).toContain(
      'Zoé;Camille Lambert;"Une\nleçon";3',
    );
  });

  test('un nom quelconque se relit comme il était, à l’apostrophe près', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (nom) => {
        const csvField =
          csvOf({ cavaliers: [cavalier(nom)] })
            .slice(1)
            .split('\r\n')
            .slice(1)
            .join('\r\n')
            .split(';Camille Lambert;Leçon collective;3;1;')[0] ?? '';
        const shown = csvField.startsWith('"')
          ? csvField.slice(1, -1).replaceAll('""', '"')
          : csvField;
        expect([nom, `'${nom}`]).toContain(shown);
      }),
    );
  });

  test('n’écrit pas les restes d’un calcul en virgule flottante', () => {
    const [row] = csvOf({
      cavaliers: [
        {
          ...cavalier('A'),
          types: [
            {
              type_lecon: 'x',
              label: 'X',
              nombre: 3,
              en_attente: 0,
              non_facturees: 0,
              prix: 0.1,
              total: 0.3,
            },
          ],
        },
      ],
    })
      .split('\r\n')
      .slice(1);
    expect(row).toBe('A;Camille Lambert;X;3;0;0,10;0,30');
  });
});

test('le mois d’un jour, du premier au dernier', () => {
  expect(monthOf('2026-11-21')).toEqual({ du: '2026-11-01', au: '2026-11-30' });
  expect(monthOf('2026-12-31')).toEqual({ du: '2026-12-01', au: '2026-12-31' });
  expect(monthOf('2028-02-01')).toEqual({ du: '2028-02-01', au: '2028-02-29' });
  expect(monthOf('2027-02-28').au).toBe('2027-02-28');
  expect(monthOf('2026-01-15').au).toBe('2026-01-31');
});

test('la moyenne a une décimale au plus, et vaut 0 sans cavalier', () => {
  // PRICE-08
  expect([averageOf(0, 0), averageOf(7, 3), averageOf(6, 3), averageOf(1, 6)]).toEqual([
    0, 2.3, 2, 0.2,
  ]);
});

test('le fichier des familles : une ligne par compte, cavalier, type et prix, puis le total', () => {
  // PRICE-24
  const sums = { nombre: 3, en_attente: 1, non_facturees: 0, total: 67.5 };
  const familles = [
    {
      ...sums,
      user_id: 'u',
      nom: '=Anne',
      email: 'anne@essai.example',
      cavaliers: [cavalier('Léa')],
    },
    { ...sums, user_id: null, nom: '', email: '', cavaliers: [cavalier('Invité')] },
  ];
  expect(csvOfFamilles(familles)).toBe(
    '\uFEFFClient;Email;Cavalier;Type de leçon;Leçons facturées;En attente;Prix (€);Total (€)\r\n' +
      "'=Anne;anne@essai.example;Léa;Leçon collective;3;1;22,50;67,50\r\n" +
      'Sans client;;Invité;Leçon collective;3;1;22,50;67,50\r\n' +
      'Total;;;;6;2;;135,00\r\n',
  );
});
