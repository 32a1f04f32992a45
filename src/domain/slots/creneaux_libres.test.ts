import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CRENEAUX, creneauAt, type Disponibilite, toHeure } from './creneaux.ts';
import {
  firstFree,
  freeStarts,
  joinStarts,
  lessonsToJoin,
  SEARCH_WEEKS,
  weeksFrom,
  type Wish,
} from './creneaux_libres.ts';

const PISTES = ['interieure', 'exterieure'];
const JOURS = ['2026-11-23', '2026-11-24', '2026-11-25'];
const lecon: fc.Arbitrary<Disponibilite> = fc
  .record({
    type_piste: fc.constantFrom(...PISTES),
    date_reservation: fc.constantFrom(...JOURS),
    debut: fc.integer({ min: 16, max: 38 }),
    pas: fc.integer({ min: 1, max: 6 }),
    personnes: fc.integer({ min: 1, max: 6 }),
    ouverte: fc.constantFrom('collective', 'saut', undefined),
  })
  .map(({ debut, pas, personnes, ...place }) => ({
    ...place,
    heure_debut: toHeure(debut * 30),
    heure_fin: toHeure(Math.min(debut + pas, 40) * 30),
    etat: personnes < 6 ? ('partiel' as const) : ('complet' as const),
    personnes,
    max: 6,
    recente: false,
  }));
const JOINING = fc.record({
  types: fc.constant([{ value: 'collective', label: 'Leçon collective', duree_minutes: 60 }]),
  nombre_personnes: fc.constantFrom(null, 1, 2, 5),
  mine: fc.constantFrom(
    () => false,
    ({ heure }: { heure: string }) => heure < '12:00',
  ),
});
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
        // A start that is free on two arenas counts once, on the first of them.
        const green = CRENEAUX.flatMap((heure) => {
          const first = pistes.find(
            (piste) =>
              creneauAt(
                heure,
                { jour, ...rest },
                known.filter((one) => one.type_piste === piste && one.date_reservation === jour),
              ).etat === 'libre',
          );
          return first ? [`${heure} ${first}`] : [];
        });
        expect(
          freeStarts(jour, { pistes, ...rest }, known).map(
            ({ heure, type_piste }) => `${heure} ${type_piste}`,
          ),
        ).toEqual(green);
      },
    ),
  );
});

test('les leçons à rejoindre sont celles que la grille laisse rejoindre, avec assez de places', () => {
  // RIDE-15, RIDE-35, RIDE-75
  fc.assert(
    fc.property(
      fc.array(lecon, { maxLength: 12 }),
      wish,
      JOINING,
      fc.constantFrom(...JOURS),
      (known, { duree_minutes: _, ...rest }, rejoindre, jour) => {
        const wished = { ...rest, duree_minutes: 60, rejoindre };
        const open = rest.pistes.flatMap((type_piste) =>
          CRENEAUX.filter((heure) => {
            const { reason, rejoindre: places } = creneauAt(
              heure,
              { jour, ...wished },
              known.filter((one) => one.type_piste === type_piste && one.date_reservation === jour),
              {
                type_lecon: 'collective',
                nombre_personnes: rejoindre.nombre_personnes,
                mine: (at) => rejoindre.mine({ heure: at }),
              },
            );
            return reason === null && places;
          }).map((heure) => `${heure} ${type_piste}`),
        );
        const found = joinStarts(jour, wished, known).map(
          ({ heure, type_piste }) => `${heure} ${type_piste}`,
        );
        // Two that begin at the same hour count once, on the first arena of the wish.
        const heures = open.map((one) => one.slice(0, 5));
        expect(found.toSorted()).toEqual(
          open.filter((one, n) => heures.indexOf(one.slice(0, 5)) === n).toSorted(),
        );
        expect(joinStarts(jour, { ...wished, rejoindre: null }, known)).toEqual([]);
      },
    ),
  );
});

test('le prochain : la première leçon à rejoindre de ces jours, sinon le premier départ libre', () => {
  // RIDE-36
  fc.assert(
    fc.property(
      fc.array(lecon, { maxLength: 30 }),
      wish,
      fc.option(JOINING),
      fc.option(fc.constantFrom(...CRENEAUX)),
      (known, asked, rejoindre, heure) => {
        const wished: Wish = { ...asked, rejoindre };
        const nextOf = (startsOn: typeof joinStarts) =>
          JOURS.flatMap((jour) => startsOn(jour, wished, known)).find(
            (start) => start.jour > JOURS[0]! || heure === null || start.heure > heure,
          );
        const [group, free] = [nextOf(joinStarts), nextOf(freeStarts)];
        expect(firstFree(JOURS, { jour: JOURS[0]!, heure }, wished, known)).toEqual(
          group ? { ...group, rejoindre: true } : free ? { ...free, rejoindre: false } : null,
        );
      },
    ),
  );
});

test('une leçon de mercredi précède une piste vide de lundi ; la sienne, une pleine, ou une trop petite, non', () => {
  // RIDE-36, RIDE-75
  const group = {
    type_piste: 'interieure',
    date_reservation: '2026-11-25',
    heure_debut: '14:00',
    heure_fin: '15:00',
    etat: 'partiel' as const,
    personnes: 4,
    max: 6,
    recente: false,
    ouverte: 'collective',
  };
  const asked = {
    duree_minutes: 60,
    pistes: PISTES,
    maintenant: { jour: '2026-11-22', heure: '10:00' },
    horaire: { ouverture: '08:00', fermeture: '20:00', pause_minutes: null },
    rejoindre: {
      types: [{ value: 'collective', label: 'Leçon collective', duree_minutes: 60 }],
      nombre_personnes: 2,
      mine: () => false,
    },
  };
  const monday = { jour: '2026-11-23', heure: null };
  const empty = { jour: '2026-11-23', heure: '08:00', type_piste: 'interieure', rejoindre: false };
  expect(firstFree(JOURS, monday, asked, [group])).toEqual({
    jour: '2026-11-25',
    heure: '14:00',
    type_piste: 'interieure',
    rejoindre: true,
  });
  expect(lessonsToJoin([group], asked)).toEqual([group]);
  const others = [
    [group, { nombre_personnes: 3 }],
    [group, { mine: () => true }],
    [{ ...group, personnes: 6, etat: 'complet' as const }, {}],
    [{ ...group, ouverte: 'saut' }, {}],
    [{ ...group, ouverte: undefined }, {}],
  ] as const;
  for (const [lesson, change] of others) {
    const wished = { ...asked, rejoindre: { ...asked.rejoindre, ...change } };
    expect(firstFree(JOURS, monday, wished, [lesson])).toEqual(empty);
    expect(lessonsToJoin([lesson], wished)).toEqual([]);
  }
  // From the lesson on: the free starts after it, on its own day first.
  expect(firstFree(JOURS.slice(2), { jour: '2026-11-25', heure: '14:00' }, asked, [group])).toEqual(
    {
      jour: '2026-11-25',
      heure: '14:30',
      type_piste: 'exterieure',
      rejoindre: false,
    },
  );
});

test("un jour plein n'en a aucun ; deux pistes vides en ont 24 pour une leçon de 30 minutes, comptés une fois", () => {
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
    etat: 'complet' as const,
    personnes: 1,
    max: 1,
  }));
  // RIDE-35
  expect(freeStarts('2026-11-23', open, [])).toHaveLength(24);
  expect(freeStarts('2026-11-23', open, full)).toEqual([]);
  expect(firstFree(JOURS, { jour: '2026-11-23', heure: null }, open, full)).toEqual({
    jour: '2026-11-24',
    heure: '08:00',
    type_piste: 'interieure',
    rejoindre: false,
  });
});

test('« Prochain créneau libre » cherche sur huit semaines', () => {
  // LIM-104
  expect(SEARCH_WEEKS).toBe(8);
  const weeks = weeksFrom('2026-11-25', '2028-11-25');
  expect(weeks).toHaveLength(8);
  expect(weeks.flat()).toHaveLength(56);
  expect([weeks[0]?.[0], weeks[0]?.[6], weeks[7]?.[6]]).toEqual([
    '2026-11-25',
    '2026-12-01',
    '2027-01-19',
  ]);
  // As far as the account may book.
  expect(weeksFrom('2026-11-25', '2026-12-02')).toEqual([weeks[0], ['2026-12-02']]);
});
