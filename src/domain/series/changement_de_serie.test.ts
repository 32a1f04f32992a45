import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedAlike, type Ecart } from './changement_de_serie.ts';
import { type Siege } from '../lessons/changement.ts';
import { DEFAULT_TYPES } from '../types/types_lecons.ts';
import { type Modification, modificationIn } from '../lessons/modification.ts';

const SEANCE: Modification = {
  date_reservation: '2026-12-02',
  heure_debut: '14:00',
  type_piste: 'interieure',
  type_lecon: 'collective',
  nombre_personnes: 1,
  noms_participants: [],
  remarques: null,
  statut: 'confirmee',
};
const TYPE = DEFAULT_TYPES.find(({ value }) => value === 'collective')!;

/** 'Ana=anne': Ana in the seat `id`, for the customer anne; 'Ana': for none. */
const siege = (id: string, who: string): Siege => {
  const [nom = '', user_id = null] = who.split('=');
  return { id, nom, user_id };
};
/** What another lesson of the series becomes, with the seats 'p0', 'p1' ... of the edited one. */
function alike(
  avant: readonly string[],
  apres: readonly Siege[],
  other: readonly string[],
): { noms: string[]; ecarts: string[]; comptes: (string | null | undefined)[] } {
  const participants = other.map((who, n) => siege(`q${n}`, who));
  const lecon = {
    ...SEANCE,
    id: 'autre',
    heure_fin: '15:00',
    noms_participants: participants.map(({ nom }) => nom),
    nombre_personnes: participants.length,
    participants,
  };
  const { modification, comptes, ecarts } = changedAlike(
    lecon,
    {
      avant: modificationIn(SEANCE),
      apres: modificationIn(SEANCE),
      rythme: 7,
      sieges: { avant: avant.map((who, n) => siege(`p${n}`, who)), apres },
    },
    () => TYPE,
  );
  return {
    noms: [...modification.noms_participants],
    comptes,
    ecarts: ecarts.map(({ raison, nom }: Ecart) => `${raison} ${nom}`),
  };
}

// SERIE-06, SERIE-07
test.each([
  {
    what: 'Tom typed over Ana, and his own seat removed: only Ana leaves',
    avant: ['Ana=anne', 'Tom=anne'],
    apres: [siege('p0', 'Tom=anne')],
    other: ['Tom=anne', 'Bob=anne'],
    noms: ['Tom', 'Bob'],
    ecarts: ['absent Ana'],
  },
  {
    what: 'the same where Ana is',
    avant: ['Ana=anne', 'Tom=anne'],
    apres: [siege('p0', 'Tom=anne')],
    other: ['Tom=anne', 'Ana=anne'],
    noms: ['Tom'],
    ecarts: [],
  },
  {
    what: 'two names exchanged by typing: nobody comes or goes',
    avant: ['Ana=anne', 'Tom=anne'],
    apres: [siege('p0', 'Tom=anne'), siege('p1', 'Ana=anne')],
    other: ['Ana=anne', 'Bob=anne'],
    noms: ['Ana', 'Bob'],
    ecarts: [],
  },
  {
    what: 'removed and added again: who had left does not come back',
    avant: ['Ana', 'Tom'],
    apres: [siege('p1', 'Tom'), siege('nouveau', 'Ana')],
    other: ['Tom', 'Bob'],
    noms: ['Tom', 'Bob'],
    ecarts: [],
  },
  {
    what: 'replaced by somebody who is there',
    avant: ['Ana', 'Tom'],
    apres: [siege('p0', 'Zoé'), siege('p1', 'Tom')],
    other: ['Ana', 'Tom', 'Zoé'],
    noms: ['Tom', 'Zoé'],
    ecarts: ['present Zoé'],
  },
  {
    what: 'of two customers, two names exchanged by typing are two other people',
    avant: ['Ana=anne', 'Tom=marc'],
    apres: [siege('p0', 'Tom=anne'), siege('p1', 'Ana=marc')],
    other: ['Ana=anne', 'Bob'],
    noms: ['Tom', 'Bob'],
    ecarts: ['absent Tom'],
  },
  {
    what: 'another spelling is corrected everywhere',
    avant: ['zoe', 'Tom'],
    apres: [siege('p0', 'Zoé'), siege('p1', 'Tom')],
    other: ['Tom', 'zoe'],
    noms: ['Tom', 'Zoé'],
    ecarts: [],
  },
])('$what', ({ avant, apres, other, noms, ecarts }) => {
  expect(alike(avant, apres, other)).toMatchObject({ noms, ecarts });
});

test('a name that is typed again without a customer loses none here; a seat without one does', () => {
  const other = ['Ana=anne', 'Tom=marc'];
  expect(alike(['Ana=anne'], [siege('p0', 'Zoé=anne'), siege('p1', 'Ana')], other)).toMatchObject({
    noms: ['Ana', 'Tom', 'Zoé'],
    comptes: [undefined, undefined, 'anne'],
  });
  expect(alike(['Ana=anne'], [siege('p0', 'Ana')], other)).toMatchObject({
    comptes: [null, undefined],
  });
});

const NOMS = ['Ana', 'Bob', 'Eva', 'Léo', 'Tom', 'Zoé'];
const group = fc.shuffledSubarray(NOMS, { minLength: 1 });

test('nobody is lost or comes whom the edit does not name, and nothing is left out without a word', () => {
  fc.assert(
    fc.property(
      group,
      group,
      group,
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
      (avant, names, other, seats) => {
        const { noms, ecarts } = alike(
          avant,
          names.map((nom, n) => siege(`p${seats[n]}`, nom)),
          other,
        );
        const leaving = new Set(avant.filter((nom) => !names.includes(nom)));
        const coming = names.filter((nom) => !avant.includes(nom));
        const asked = [...other.filter((nom) => !leaving.has(nom)), ...coming];
        expect(new Set(noms).size).toBe(noms.length);
        const left = [...new Set(asked)].filter((nom) => !noms.includes(nom));
        const extra = noms.filter((nom) => !asked.includes(nom));
        for (const nom of left)
          expect(coming.includes(nom) && !other.includes(nom), `${nom} is lost`).toBe(true);
        for (const nom of extra) expect(ecarts).toContain(`seul ${nom}`);
        for (const nom of left)
          expect(
            ecarts.some((one) => one === `complete ${nom}` || one.startsWith('absent ')),
            `${nom} is left out without a word: ${ecarts.join()}`,
          ).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
