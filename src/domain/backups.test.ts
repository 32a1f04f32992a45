import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Before,
  isDue,
  keptMonths,
  nameOf,
  outdatedOf,
  readName,
  RETENTION,
  retentionOf,
  type Sauvegarde,
} from './backups.ts';

const at = (instant: string, before: Before = null): Sauvegarde => ({
  nom: nameOf(new Date(instant), before),
  creee_at: new Date(instant),
  before,
});

const DAY_MS = 24 * 3_600_000;

describe("le nom d'une sauvegarde", () => {
  test('dit quand elle a été faite, à la seconde et en temps universel', () => {
    expect(nameOf(new Date('2026-11-22T01:30:00.512Z'))).toBe(
      'manege-2026-11-22T01-30-00Z.sauvegarde',
    );
    expect(readName('manege-2026-11-22T01-30-00Z-avant-restauration.sauvegarde')).toEqual({
      nom: 'manege-2026-11-22T01-30-00Z-avant-restauration.sauvegarde',
      creee_at: new Date('2026-11-22T01:30:00Z'),
      before: 'restauration',
    });
  });

  test.each([
    'comptes-effaces.txt',
    '.manege-2026-11-22T01-30-00Z.sauvegarde.en-cours',
    'manege-2026-13-45T01-30-00Z.sauvegarde',
    'manege-2026-11-22T01-30-00Z.sauvegarde.bak',
  ])("d'un autre fichier (%s), rien n'est lu", (nom) => expect(readName(nom)).toBeNull());
});

describe('ce qui est gardé', () => {
  // OPS-08
  const list = fc
    .uniqueArray(fc.integer({ min: 0, max: 900 * 24 }), { maxLength: 200 })
    .map((hours) =>
      hours.map((hour) => at(new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000).toISOString())),
    );
  const now = new Date('2029-01-01T00:00:00Z');
  const keptOf = (all: readonly Sauvegarde[], when = now, retention = RETENTION) => {
    const outdated = new Set(outdatedOf(all, when, retention));
    return all.filter((one) => !outdated.has(one));
  };

  test('la plus récente reste toujours, et au plus 7 + 4 + 12 en tout', () => {
    fc.assert(
      fc.property(list, (all) => {
        const kept = keptOf(all);
        expect(kept.length).toBeLessThanOrEqual(23);
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(all.length, 1));
        const newest = all
          .toSorted((a, b) => b.creee_at.getTime() - a.creee_at.getTime())
          .slice(0, 1);
        expect(kept).toEqual(expect.arrayContaining(newest));
      }),
    );
  });

  test("trier une seconde fois ne retire rien de plus, et l'ordre des fichiers ne change rien", () => {
    fc.assert(
      fc.property(list, (all) => {
        const kept = keptOf(all);
        expect(outdatedOf(kept, now, RETENTION)).toEqual([]);
        expect(new Set(keptOf(all.toReversed()))).toEqual(new Set(kept));
      }),
    );
  });

  test("les réglages disent combien ; ce qu'ils ne disent pas encore reste à 7, 4 et 12", () => {
    // LIM-80
    const nights = Array.from({ length: 400 }, (_, night) =>
      at(new Date(Date.UTC(2027, 11, 1, 1, 30) + night * DAY_MS).toISOString()),
    );
    const days = (retention: object) =>
      keptOf(nights, now, retentionOf(retention))
        .map(({ nom }) => nom.slice(7, 17))
        .toSorted()
        .toReversed();
    expect(days({ sauvegardesJours: 1, sauvegardesSemaines: 0, sauvegardesMois: 0 })).toEqual([
      '2029-01-03',
    ]);
    expect(days({ sauvegardesJours: 2, sauvegardesSemaines: 3, sauvegardesMois: 2 })).toEqual([
      '2029-01-03',
      '2029-01-02',
      '2028-12-31',
      '2028-12-24',
    ]);
    expect(retentionOf({ sauvegardesSemaines: 0 })).toEqual({ jours: 7, semaines: 0, mois: 12 });
  });

  test('après deux ans de nuits, restent 7 jours, 4 semaines et 12 mois', () => {
    let all: Sauvegarde[] = [];
    for (let night = 0; night < 730; night += 1) {
      const made = new Date(Date.UTC(2025, 0, 1, 1, 30) + night * DAY_MS);
      all = keptOf([...all, at(made.toISOString())], made);
    }
    const days = all
      .map(({ nom }) => nom.slice(7, 17))
      .toSorted()
      .toReversed();
    expect(days).toEqual([
      '2026-12-31',
      '2026-12-30',
      '2026-12-29',
      '2026-12-28',
      '2026-12-27',
      '2026-12-26',
      '2026-12-25', // Thursday and the six days before
      '2026-12-20',
      '2026-12-13', // Sundays of the weeks before
      '2026-11-30',
      '2026-10-31',
      '2026-09-30',
      '2026-08-31',
      '2026-07-31',
      '2026-06-30',
      '2026-05-31',
      '2026-04-30',
      '2026-03-31',
      '2026-02-28',
      '2026-01-31',
    ]);
  });

  test('le jour est celui de Bruxelles : 23h30 en temps universel est déjà le lendemain', () => {
    const all = [
      at('2026-11-20T23:30:00Z'),
      at('2026-11-21T22:30:00Z'),
      ...Array.from({ length: 8 }, (_, n) => at(`2026-12-0${n + 1}T12:00:00Z`)),
    ];
    expect(outdatedOf(all, now, RETENTION).map(({ nom }) => nom.slice(7, 20))).toContain(
      '2026-11-20T23',
    );
  });

  test('un point de restauration reste trente jours, et ne compte pas parmi les autres', () => {
    // LIM-80
    const point = at('2026-11-01T12:00:00Z', 'restauration');
    const all = [point, at('2026-11-01T11:00:00Z'), at('2026-11-20T11:00:00Z')];
    expect(outdatedOf(all, new Date('2026-12-01T11:00:00Z'), RETENTION)).toEqual([]);
    expect(outdatedOf(all, new Date('2026-12-01T13:00:00Z'), RETENTION)).toEqual([point]);
  });

  test("de celles d'avant une mise à jour reste la dernière de chaque jour, trente jours", () => {
    // OPS-40
    const all = [
      at('2026-11-20T11:00:00Z'),
      at('2026-11-01T12:00:00Z', 'mise-a-jour'),
      at('2026-11-02T12:00:00Z', 'mise-a-jour'),
      at('2026-11-02T12:01:00Z', 'mise-a-jour'),
    ];
    expect(outdatedOf(all, new Date('2026-11-20T12:00:00Z'), RETENTION)).toEqual([all[2]]);
    expect(outdatedOf(all, new Date('2026-12-01T13:00:00Z'), RETENTION)).toEqual([all[1], all[2]]);
  });
});

describe('la nuit', () => {
  // OPS-01
  const due = (now: string, last: string) => isDue(new Date(now), new Date(last));

  test('commence à 2h30 à Bruxelles', () => {
    // LIM-81
    expect(due('2026-11-22T01:29:59Z', '2026-11-21T01:31:00Z')).toBe(false);
    expect(due('2026-11-22T01:30:00Z', '2026-11-21T01:31:00Z')).toBe(true);
    expect(due('2026-11-22T01:35:00Z', '2026-11-22T01:30:01Z')).toBe(false);
    expect(due('2026-07-22T00:30:00Z', '2026-07-21T12:00:00Z')).toBe(true);
  });

  test.each([
    [10, 0],
    [0, 10],
    [-10, 10],
  ])(
    "est faite une fois par deux instances dont les horloges ont %i et %i minutes d'avance",
    (...ahead) => {
      // OPS-73
      let last = new Date('2026-11-21T12:00:00Z');
      let made = 0;
      for (let minute = 0; minute < 24 * 60; minute += 1) {
        for (const minutes of ahead) {
          const now = new Date(Date.parse('2026-11-22T01:00:00Z') + (minute + minutes) * 60_000);
          if (!isDue(now, last)) continue;
          last = now;
          made += 1;
        }
      }
      expect(made).toBe(1);
    },
  );

  test('manquée, est rattrapée dès que le service tourne', () => {
    expect(due('2026-11-22T09:00:00Z', '2026-11-20T01:30:00Z')).toBe(true);
  });

  test.each([
    ['2026-03-29', "au printemps, quand 2h30 n'existe pas"],
    ['2026-10-25', 'en automne, quand 2h30 vient deux fois'],
  ])('du %s, %s, a une sauvegarde', (jour) => {
    const start = Date.parse(`${jour}T00:00:00Z`) - DAY_MS / 2;
    let last = new Date(start);
    let made = 0;
    for (let minute = 0; minute < 24 * 60; minute += 5) {
      const now = new Date(start + minute * 60_000);
      if (!isDue(now, last)) continue;
      last = now;
      made += 1;
    }
    expect(made).toBe(1);
  });
});

test.each([
  [7, 4, 12, 12],
  [31, 0, 0, 1],
  [7, 53, 2, 13],
  [1, 0, 0, 1],
  [7, 4, 120, 120],
])(
  '%i jours, %i semaines, %i mois : une sauvegarde vit %i mois au plus',
  (sauvegardesJours, sauvegardesSemaines, sauvegardesMois, months) => {
    // PEOPLE-35
    expect(keptMonths({ sauvegardesJours, sauvegardesSemaines, sauvegardesMois })).toBe(months);
  },
);
