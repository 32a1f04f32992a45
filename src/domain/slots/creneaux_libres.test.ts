import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CRENEAUX, creneauAt, type Disponibilite, toHeure } from './creneaux.ts';
import { firstFree, freeStarts, SEARCH_WEEKS } from './creneaux_libres.ts';

const PISTES = ['interieure', 'exterieure'];
const JOURS = ['2026-11-23', '2026-11-24', '2026-11-25'];
const lecon: fc.Arbitrary<Disponibilite> = fc
  .record({
    type_piste: fc.constantFrom(...PISTES),
    date_reservation: fc.constantFrom(...JOURS),
    debut: fc.integer({ min: 16, max: 38 }),
    pas: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ debut, pas, ...place }) => ({
    ...place,
    heure_debut: toHeure(debut * 30),
    heure_fin: toHeure(Math.min(debut + pas, 40) * 30),
    etat: 'complet' as const,
    personnes: 6,
    max: 6,
    recente: false,
  }));
const wish = fc.record({
  duree_minutes: fc.constantFrom(30, 45, 60, 90),
  pistes: fc.constantFrom([...PISTES], ['interieure'], ['exterieure']),
  maintenant: fc.record({
    jour: fc.constantFrom('2026-11-22', ...JOURS),
    heure: fc.constantFrom('00:00', '09:59', '10:00', '19:00'),
  }),
  horaire: fc.record({
    ouverture: fc.constantFrom('08:00', '09:30'),
    fermeture: fc.constantFrom('18:00', '20:00'),
    pause_minutes: fc.constantFrom(null, 15, 30),
  }),
});

test("les départs libres d'un jour sont ceux que la grille montre en vert", () => {
  // RIDE-35
  fc.assert(
    fc.property(
      fc.array(lecon, { maxLength: 12 }),
      wish,
      fc.constantFrom(...JOURS),
      (known, { pistes, ...rest }, jour) => {
        const green = pistes.flatMap((piste) =>
          CRENEAUX.filter(
            (heure) =>
              creneauAt(
                heure,
                { jour, ...rest },
                known.filter((one) => one.type_piste === piste && one.date_reservation === jour),
              ).etat === 'libre',
          ).map((heure) => `${heure} ${piste}`),
        );
        expect(
          freeStarts(jour, { pistes, ...rest }, known).map(
            ({ heure, type_piste }) => `${heure} ${type_piste}`,
          ),
        ).toEqual(green.toSorted((a, b) => a.slice(0, 5).localeCompare(b.slice(0, 5))));
      },
    ),
  );
});

test('le prochain est le premier de tous ceux qui suivent', () => {
  // RIDE-36
  fc.assert(
    fc.property(
      fc.array(lecon, { maxLength: 30 }),
      wish,
      fc.option(fc.constantFrom(...CRENEAUX)),
      (known, wished, heure) => {
        const first = JOURS.flatMap((jour) => freeStarts(jour, wished, known)).find(
          (start) => start.jour > JOURS[0]! || heure === null || start.heure > heure,
        );
        expect(firstFree(JOURS, { jour: JOURS[0]!, heure }, wished, known)).toEqual(first ?? null);
      },
    ),
  );
});

test("un jour plein n'en a aucun ; deux pistes vides en ont 24 chacune pour une leçon de 30 minutes", () => {
  const open = {
    duree_minutes: 30,
    pistes: PISTES,
    maintenant: { jour: '2026-11-22', heure: '10:00' },
    horaire: { ouverture: '08:00', fermeture: '20:00', pause_minutes: null },
  };
  const full = PISTES.map((type_piste) => ({
    type_piste,
    date_reservation: '2026-11-23',
    heure_debut: '08:00',
    heure_fin: '20:00',
  }));
  expect(freeStarts('2026-11-23', open, [])).toHaveLength(48);
  expect(freeStarts('2026-11-23', open, full)).toEqual([]);
  expect(firstFree(JOURS, { jour: '2026-11-23', heure: null }, open, full)).toEqual({
    jour: '2026-11-24',
    heure: '08:00',
    type_piste: 'interieure',
  });
});

test('« Prochain créneau libre » cherche sur huit semaines', () => {
  // LIM-104
  expect(SEARCH_WEEKS).toBe(8);
});
