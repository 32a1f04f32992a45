/** What histories of prices consist of; `prix_suites.ts` plays them. */
import fc from 'fast-check';

const TYPE = fc.constantFrom('collective', 'saut', 'longe');
/** The types that may end: riders join lessons of the other one. */
export const DELETED = ['saut', 'longe'] as const;
const DELETED_TYPE = fc.constantFrom(...DELETED);
const NOM = fc.constantFrom('Zoé', 'zoe', 'Léa', 'Invité', 'Tom');
const NOMS = fc.array(NOM, { minLength: 1, maxLength: 3 });
const QUI = fc.nat(1);
const CLIENT = fc.constantFrom('Jeanne Dupont', 'Odette');
/** One of the two accounts, or the other customer without an account. */
const OTHER = fc.nat(2);
const LECON = fc.nat(4);
const DANS = fc.integer({ min: 1, max: 40 });
const CENTIMES = fc.nat(5000);
const STATUT = fc.constantFrom('annulee', 'confirmee', 'en_attente');
const PRESENCE = fc.constantFrom('presente', 'absente', 'excusee');
const RYTHME = fc.constantFrom(7, 14);
const FOIS = fc.integer({ min: 1, max: 3 });
const MOTIF = fc.constantFrom('essai', 'geste', 'correction', 'autre');

const step = <D extends string, F extends object>(name: D, fields: fc.Arbitrary<F>) =>
  fields.map((rest) => ({ do: name, ...rest }));
const many = <A extends fc.Arbitrary<unknown>>(weight: number, arbitrary: A) => ({
  weight,
  arbitrary,
});

const RESERVER = step('réserver', fc.record({ qui: QUI, noms: NOMS, dans: DANS, type: TYPE }));
const INSCRIRE = step('inscrire', fc.record({ client: CLIENT, noms: NOMS, dans: DANS }));
const PRIX = step(
  'prix',
  fc.record({ type: TYPE, centimes: CENTIMES, suivant: fc.option(fc.tuple(DANS, CENTIMES)) }),
);
const STEP = fc.oneof(
  many(9, RESERVER),
  many(3, INSCRIRE),
  many(5, PRIX),
  many(1, step('payer', fc.record({ payeur: OTHER, client: CLIENT }))),
  many(1, step('oublier', fc.record({ client: CLIENT }))),
  many(3, step('même personne', fc.record({ client: CLIENT, vers: OTHER }))),
  many(2, step('rejoindre', fc.record({ qui: QUI, nom: NOM, lecon: LECON }))),
  many(1, step('quitter', fc.record({ qui: QUI, lecon: LECON }))),
  many(4, step('modifier', fc.record({ noms: NOMS, lecon: LECON }))),
  many(4, step('remettre', fc.record({ n: fc.nat(3) }))),
  many(2, step('déplacer', fc.record({ dans: DANS, lecon: LECON }))),
  many(1, step('type', fc.record({ type: TYPE, lecon: LECON }))),
  many(2, step('statut', fc.record({ statut: STATUT, lecon: LECON }))),
  many(2, step('supprimer', fc.record({ lecon: LECON }))),
  many(3, step('restaurer', fc.record({ n: fc.nat(3) }))),
  many(2, step('répéter', fc.record({ lecon: LECON, rythme: RYTHME, fois: FOIS }))),
  many(
    4,
    step(
      'série',
      fc.record({
        serie: fc.nat(1),
        lecon: fc.nat(3),
        suivantes: fc.boolean(),
        noms: fc.option(NOMS),
        type: fc.option(TYPE),
        jours: fc.constantFrom(0, 0, 1, -1, 3),
        centimes: fc.option(CENTIMES),
      }),
    ),
  ),
  many(
    2,
    step(
      'tarifer',
      fc.record({
        lecon: LECON,
        n: fc.nat(2),
        centimes: CENTIMES,
        motif: MOTIF,
        type: fc.option(TYPE, { freq: 3 }),
      }),
    ),
  ),
  many(1, step('supprimer le type', fc.record({ type: DELETED_TYPE }))),
  many(4, step('créer le type', fc.record({ n: fc.nat(1) }))),
  many(2, step('cavalier', fc.record({ qui: QUI, nom: NOM }))),
  many(2, step('regrouper', fc.record({ n: fc.nat(9), vers: fc.nat(9) }))),
  many(1, step('séparer', fc.record({ n: fc.nat(9) }))),
  many(2, step('défaire', fc.record({ n: fc.nat(4) }))),
  many(3, step('avancer', fc.record({ jours: fc.integer({ min: 1, max: 10 }) }))),
  many(1, step('effacer', fc.record({ qui: QUI }))),
  many(3, step('noter', fc.record({ lecon: LECON, n: fc.nat(2), presence: PRESENCE }))),
  many(1, step('facturer', fc.record({ absences: fc.boolean() }))),
);
export type Step = typeof STEP extends fc.Arbitrary<infer S> ? S : never;

/** One of each, all stored. */
export const ALL: Step[] = [
  { do: 'prix', type: 'collective', centimes: 2000, suivant: [20, 2300] },
  { do: 'réserver', qui: 0, noms: ['Zoé'], dans: 3, type: 'collective' },
  { do: 'rejoindre', qui: 1, nom: 'zoe', lecon: 0 },
  { do: 'quitter', qui: 1, lecon: 0 },
  { do: 'modifier', noms: ['Zoé', 'Invité'], lecon: 0 },
  { do: 'tarifer', lecon: 0, n: 0, centimes: 1250, motif: 'essai', type: null },
  { do: 'modifier', noms: ['Invité'], lecon: 0 },
  { do: 'prix', type: 'collective', centimes: 2100, suivant: null },
  { do: 'remettre', n: 0 },
  { do: 'facturer', absences: false },
  { do: 'noter', lecon: 0, n: 1, presence: 'absente' },
  { do: 'facturer', absences: true },
  { do: 'noter', lecon: 0, n: 0, presence: 'excusee' },
  // On 16 December the next price holds. Of the repetitions only those in January cost 2500.
  { do: 'déplacer', dans: 25, lecon: 0 },
  { do: 'prix', type: 'collective', centimes: 2100, suivant: [40, 2500] },
  { do: 'répéter', lecon: 0, rythme: 14, fois: 2 },
  {
    do: 'série',
    serie: 0,
    lecon: 1,
    suivantes: true,
    noms: ['Zoé', 'Tom'],
    type: null,
    jours: 1,
    centimes: 900,
  },
  { do: 'prix', type: 'saut', centimes: 3100, suivant: [10, 3300] },
  { do: 'type', type: 'saut', lecon: 0 },
  { do: 'supprimer le type', type: 'saut' },
  { do: 'créer le type', n: 0 },
  { do: 'réserver', qui: 0, noms: ['Tom'], dans: 12, type: 'saut' },
  { do: 'statut', statut: 'annulee', lecon: 0 },
  { do: 'supprimer', lecon: 0 },
  { do: 'restaurer', n: 0 },
  { do: 'réserver', qui: 1, noms: ['Léa', 'Léa'], dans: 2, type: 'collective' },
  { do: 'cavalier', qui: 1, nom: 'Léa' },
  { do: 'inscrire', client: 'Odette', noms: ['Zoé', 'Tom'], dans: 6 },
  { do: 'réserver', qui: 1, noms: ['Zoé'], dans: 4, type: 'collective' },
  { do: 'séparer', n: 0 },
  { do: 'regrouper', n: 0, vers: 1 },
  { do: 'défaire', n: 0 },
  { do: 'payer', payeur: 1, client: 'Odette' },
  { do: 'avancer', jours: 9 },
  { do: 'effacer', qui: 0 },
  { do: 'inscrire', client: 'Jeanne Dupont', noms: ['Léa'], dans: 6 },
  { do: 'oublier', client: 'Jeanne Dupont' },
  { do: 'même personne', client: 'Odette', vers: 1 },
  // A customer who has a seat that was taken out of a lesson, the ninth, and pays for another one.
  { do: 'inscrire', client: 'Odette', noms: ['Tom', 'Léa'], dans: 7 },
  { do: 'modifier', noms: ['Tom'], lecon: 8 },
  { do: 'inscrire', client: 'Jeanne Dupont', noms: ['Zoé'], dans: 8 },
  { do: 'payer', payeur: 2, client: 'Jeanne Dupont' },
  { do: 'même personne', client: 'Odette', vers: 1 },
  { do: 'remettre', n: 2 },
];

/** Without a price and lessons most steps have nothing to which they could be applied. */
export const HISTORY = fc
  .tuple(PRIX, RESERVER, INSCRIRE, fc.array(STEP, { minLength: 8, maxLength: 21, size: 'max' }))
  .map(([prix, reserver, inscrire, others]): Step[] => [prix, reserver, inscrire, ...others]);
