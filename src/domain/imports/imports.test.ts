import { describe, expect, test } from 'vitest';
import { type Cible, guessCibles, refuseColonnes } from './import_colonnes.ts';
import {
  type ClientConnu,
  csvOfRefusees,
  planImport,
  planInWords,
  usageInWords,
} from './imports.ts';

const JOUR = '2026-11-21';
const CIBLES: Cible[] = [
  'nom',
  'prenom',
  'email',
  'telephone',
  'adresse',
  'note',
  'cavalier',
  'cavalier_annee',
  'cavalier_note',
];

/** A line with these fields; its number follows from its place. */
type Champs = Partial<Record<Cible, string>>;
const plan = (lignes: Champs[], connus: ClientConnu[] = [], cibles = CIBLES) =>
  planImport(
    lignes.map((champs, n) => ({
      ligne: n + 2,
      valeurs: cibles.map((cible) => champs[cible] ?? ''),
    })),
    cibles,
    connus,
    JOUR,
  );
const connu = (fields: Partial<ClientConnu> & { id: string; nom: string }): ClientConnu => ({
  telephone: null,
  email: null,
  adresse: null,
  note: null,
  compte: null,
  cavaliers: [],
  ...fields,
});
const reasons = (lignes: Champs[], connus: ClientConnu[] = []) =>
  plan(lignes, connus).refusees.map(({ ligne, raison }) => [ligne, raison]);

const ANNE = {
  nom: 'Maes',
  prenom: 'Anne',
  email: 'Anne@Essai.example',
  telephone: '0475 10 22 33',
};
const KNOWN = connu({
  id: 'c1',
  nom: 'Anne Maes',
  email: 'anne@essai.example',
  telephone: '0475/10.22.33',
});

describe('les colonnes', () => {
  // IMP-03
  test.each([
    [
      ['Nom', 'Prénom', 'E-mail', 'GSM'],
      ['nom', 'prenom', 'email', 'telephone'],
    ],
    [
      ['Achternaam', 'Voornaam', 'E-mailadres'],
      ['nom', 'prenom', 'email'],
    ],
    [
      ['Last name', 'First name', 'Phone'],
      ['nom', 'prenom', 'telephone'],
    ],
    [
      ['NOM COMPLET', 'Nom', 'Solde'],
      ['nom_complet', 'ignorer', 'ignorer'],
    ],
    [
      ['Rue', 'Code postal', 'Ville', 'Remarques'],
      ['adresse', 'adresse', 'adresse', 'note'],
    ],
    [
      ['Cavalier', 'Date de naissance', 'Email', 'Courriel'],
      ['cavalier', 'cavalier_annee', 'email', 'ignorer'],
    ],
    [
      ['Ligne', 'Raison', ''],
      ['ignorer', 'ignorer', 'ignorer'],
    ],
  ])('%j se devinent', (titres, expected) => {
    expect(guessCibles(titres)).toEqual(expected);
  });

  test.each<[Cible[], string | null]>([
    [['nom'], null],
    [['nom_complet', 'adresse', 'adresse'], null],
    [['email'], 'import_sans_nom'],
    [['prenom', 'email'], 'import_sans_nom'],
    [['nom_complet', 'prenom'], 'import_deux_noms'],
    [['nom', 'email', 'email'], 'import_colonne_repetee'],
    [['nom', 'cavalier_annee'], 'import_sans_cavalier'],
    [['nom', 'cavalier', 'cavalier_note'], null],
  ])('%j : %s', (cibles, refus) => {
    expect(refuseColonnes(cibles)).toBe(refus);
  });
});

describe('un client nouveau', () => {
  // IMP-04
  test('a les champs du fichier, rangés, et ses cavaliers', () => {
    const { crees, ...rest } = plan([
      { ...ANNE, adresse: ' Rue Haute 3 ', cavalier: 'Léa  Maes', cavalier_annee: '03/05/2014' },
      { ...ANNE, cavalier: 'Tom Maes', cavalier_note: 'débute' },
    ]);
    expect(rest).toEqual({ modifies: [], inchanges: [], refusees: [], illisibles: [] });
    expect(crees).toEqual([
      {
        lignes: [2, 3],
        id: null,
        nom: 'Anne Maes',
        compte: false,
        changements: [
          { champ: 'telephone', avant: null, apres: '0475 10 22 33' },
          { champ: 'email', avant: null, apres: 'anne@essai.example' },
          { champ: 'adresse', avant: null, apres: 'Rue Haute 3' },
        ],
        cavaliers: [
          { id: null, nom: 'Léa Maes', annee_naissance: 2014, note: null },
          { id: null, nom: 'Tom Maes', annee_naissance: null, note: 'débute' },
        ],
      },
    ]);
  });

  test("une adresse vient de plusieurs colonnes ; une apostrophe de nos fichiers s'enlève", () => {
    const cibles: Cible[] = ['nom_complet', 'adresse', 'adresse', 'telephone'];
    const { crees } = planImport(
      [{ ligne: 2, valeurs: ['Anne Maes', 'Rue Haute 3', '5030 Gembloux', "'+32 475 10 22 33"] }],
      cibles,
      [],
      JOUR,
    );
    expect(crees[0]?.changements.map(({ apres }) => apres)).toEqual([
      '+32 475 10 22 33',
      'Rue Haute 3 5030 Gembloux',
    ]);
  });

  test.each([
    ['2014', 2014],
    ['2014-05-03', 2014],
    ['3.5.2014', 2014],
    ['03/05/2014 00:00', 2014],
  ])('la naissance %s est de %d', (cavalier_annee, annee) => {
    expect(
      plan([{ nom: 'Maes', cavalier: 'Léa', cavalier_annee }]).crees[0]?.cavaliers[0]
        ?.annee_naissance,
    ).toBe(annee);
  });
});

describe('un client connu', () => {
  // IMP-05
  test.each<[string, Champs, ClientConnu]>([
    ["par l'email", { ...ANNE, telephone: '' }, KNOWN],
    ['par le nom et le téléphone', { ...ANNE, email: '' }, KNOWN],
    ['le nom dans un autre ordre', { nom: 'Anne', prenom: 'MAES', email: ANNE.email }, KNOWN],
    ["le téléphone sans l'indicatif", { ...ANNE, email: '', telephone: '+32 475 10 22 33' }, KNOWN],
    [
      'par le nom seul, sans téléphone',
      { nom: 'Maes', prenom: 'Anne' },
      connu({ id: 'c2', nom: 'Anne Maës' }),
    ],
  ])('est reconnu %s : inchangé', (_, ligne, known) => {
    expect(plan([ligne], [known])).toMatchObject({
      crees: [],
      modifies: [],
      inchanges: [{ id: known.id, nom: known.nom, lignes: [2] }],
      refusees: [],
    });
  });

  test.each<[string, Champs, ClientConnu[]]>([
    ['un nom seul, si le connu a un téléphone', { nom: 'Maes', prenom: 'Anne' }, [KNOWN]],
    ['un autre téléphone, sans email', { ...ANNE, email: '', telephone: '081 11 22 33' }, [KNOWN]],
    ['un autre nom au même téléphone', { nom: 'Petit', telephone: ANNE.telephone }, [KNOWN]],
  ])('%s : un autre client', (_, ligne, connus) => {
    expect(plan([ligne], connus).crees).toHaveLength(1);
  });

  test.each<[string, Champs, ClientConnu[], string]>([
    [
      "l'email d'un autre nom",
      { ...ANNE, prenom: 'Luc' },
      [KNOWN],
      'Cet email est celui de « Anne Maes ».',
    ],
    [
      "l'email d'un autre client, à un client qui en a un autre",
      { ...ANNE, email: 'bob@essai.example' },
      [KNOWN, connu({ id: 'c2', nom: 'Bob', email: 'bob@essai.example' })],
      'Cet email est celui de « Bob ».',
    ],
    [
      "l'email d'un autre client, à un client sans email",
      { ...ANNE, email: 'bob@essai.example' },
      [{ ...KNOWN, email: null }, connu({ id: 'c2', nom: 'Bob', email: 'bob@essai.example' })],
      'Cet email est celui de « Bob ».',
    ],
    [
      'deux clients possibles',
      ANNE,
      [KNOWN, connu({ id: 'c2', nom: 'Maes Anne', telephone: '+32475102233' })],
      'Plusieurs clients correspondent à cette ligne.',
    ],
    [
      "l'email de l'un, le téléphone de l'autre",
      ANNE,
      [
        connu({ id: 'c1', nom: 'Anne Maes', email: 'anne@essai.example' }),
        connu({ id: 'c2', nom: 'Anne Maes', telephone: '0475102233' }),
      ],
      'Plusieurs clients correspondent à cette ligne.',
    ],
    [
      'un nom seul avec un autre email',
      { ...ANNE, telephone: '' },
      [connu({ id: 'c1', nom: 'Anne Maes', email: 'autre@essai.example' })],
      'Un client du même nom, sans téléphone, a un autre email.',
    ],
    [
      'un compte qui attend',
      ANNE,
      [{ ...KNOWN, compte: 'en_attente' }],
      "Le compte de cette personne n'est pas actif.",
    ],
  ])('%s : refusé', (_, ligne, connus, raison) => {
    expect(plan([ligne], connus)).toMatchObject({
      crees: [],
      modifies: [],
      inchanges: [],
      refusees: [{ ligne: 2, raison }],
    });
  });

  test("l'email d'un autre client ne change rien à un compte, ni à qui l'a déjà", () => {
    // IMP-05
    const bob = connu({ id: 'c2', nom: 'Bob', email: 'bob@essai.example' });
    const line = { ...ANNE, email: 'bob@essai.example' };
    for (const known of [
      { ...KNOWN, compte: 'actif' as const },
      { ...KNOWN, email: bob.email },
    ])
      expect(plan([line], [bob, known]).inchanges).toMatchObject([{ id: 'c1' }]);
  });

  test('les champs donnés remplacent, les vides laissent, le nom reste', () => {
    // IMP-06
    const known = { ...KNOWN, nom: 'anne maes', adresse: 'Rue Basse 1', note: 'Le matin' };
    const [one] = plan(
      [{ ...ANNE, telephone: '081 11 22 33', adresse: 'Rue Haute 3' }],
      [known],
    ).modifies;
    expect([one?.nom, one?.changements]).toEqual([
      'anne maes',
      [
        { champ: 'telephone', avant: '0475/10.22.33', apres: '081 11 22 33' },
        { champ: 'adresse', avant: 'Rue Basse 1', apres: 'Rue Haute 3' },
      ],
    ]);
  });

  test("une cellule qui n'est pas ce que dit sa colonne ne remplace rien, et se compte par colonne", () => {
    // IMP-13, IMP-14, LIM-231
    for (const telephone of [
      '#N/A',
      '########',
      '4,75332E+08',
      '4.75332E+08',
      '-',
      '#REF!',
      '#VALEUR!',
      '#NOM ?',
      '#N/B',
      'n/a',
      'néant',
      'inconnu',
      '12345',
    ]) {
      const planned = plan([{ ...ANNE, telephone }], [KNOWN]);
      expect([telephone, planned.modifies, planned.refusees]).toEqual([telephone, [], []]);
      expect(planned.illisibles).toEqual([{ colonne: 3, cible: 'telephone', lignes: [2] }]);
    }
    // What a spreadsheet or a person adds to a number is none of these.
    for (const telephone of ["'0475102233", '0475 10 22 33 (maman)', '+32 475 10 22 33'])
      expect(plan([{ ...ANNE, telephone }], [KNOWN])).toMatchObject({
        inchanges: [{ id: 'c1' }],
        illisibles: [],
      });
    const { crees, refusees, illisibles } = plan([
      { ...ANNE, telephone: "'0475112233", email: '-', adresse: '#N/A', note: 'Néant' },
      { nom: '#N/A', prenom: '#REF!' },
      { nom: 'Null', prenom: '-', cavalier: 'Geen', cavalier_annee: '####', cavalier_note: '?' },
      { nom: "'t Serstevens", adresse: "'t Hof 3" },
      { nom: 'Maes', prenom: 'Bart', email: 'bart@' },
    ]);
    expect(
      crees.map(({ nom, changements, cavaliers }) => [
        nom,
        ...changements.map(({ apres }) => apres),
        ...cavaliers.map((one) => one.nom),
      ]),
    ).toEqual([
      ['Anne Maes', '0475112233'],
      ['Null', 'Geen'],
      ["'t Serstevens", "'t Hof 3"],
    ]);
    expect(refusees.map(({ ligne, raison }) => [ligne, raison])).toEqual([
      [3, 'Veuillez saisir le nom du client (100 caractères au plus).'],
      [6, 'Veuillez saisir une adresse email valable.'],
    ]);
    expect(illisibles.map(({ cible, lignes }) => [cible, lignes])).toEqual([
      ['nom', [3]],
      ['prenom', [3, 4]],
      ['email', [2]],
      ['adresse', [2]],
      ['note', [2]],
      ['cavalier_annee', [4]],
      ['cavalier_note', [4]],
    ]);
  });

  test("d'un compte, seul ce qui est vide se remplit", () => {
    // IMP-06
    const known: ClientConnu = { ...KNOWN, compte: 'actif', adresse: null };
    const { modifies } = plan(
      [
        {
          ...ANNE,
          email: 'nouvelle@essai.example',
          telephone: '+32475102233',
          adresse: 'Rue Haute 3',
        },
      ],
      [known],
    );
    expect(modifies).toMatchObject([
      {
        id: 'c1',
        compte: true,
        changements: [{ champ: 'adresse', avant: null, apres: 'Rue Haute 3' }],
      },
    ]);
  });

  test("un cavalier connu ne perd ni son année ni sa note ; ce qui manque s'ajoute", () => {
    // IMP-06
    const tom = { id: 'k1', nom: 'Tom Maes', annee_naissance: 2012, note: null };
    const known = { ...KNOWN, cavaliers: [tom] };
    const rider = { cavalier: 'TOM maes', cavalier_annee: '2010' };
    expect(plan([{ ...ANNE, ...rider }], [known]).inchanges).toHaveLength(1);
    expect(
      plan([{ ...ANNE, ...rider, cavalier_note: 'débute' }], [known]).modifies[0]?.cavaliers,
    ).toEqual([{ id: 'k1', nom: 'Tom Maes', annee_naissance: null, note: 'débute' }]);
  });

  test('vingt cavaliers au plus', () => {
    const cavaliers = Array.from({ length: 20 }, (_, n) => ({
      id: `k${n}`,
      nom: `Cavalier ${String.fromCodePoint(97 + n)}`,
      annee_naissance: null,
      note: null,
    }));
    const known = { ...KNOWN, cavaliers };
    expect(reasons([{ ...ANNE, cavalier: 'Zoé' }], [known])).toEqual([
      [2, 'Ce client aurait plus de 20 cavaliers.'],
    ]);
    expect(plan([{ ...ANNE, cavalier: 'Cavalier a' }], [known]).inchanges).toHaveLength(1);
  });
});

describe('une ligne est refusée', () => {
  // IMP-07
  test.each<[Champs, string]>([
    [{ email: 'a@b.be' }, 'Veuillez saisir le nom du client (100 caractères au plus).'],
    [{ nom: 'x'.repeat(101) }, 'Veuillez saisir le nom du client (100 caractères au plus).'],
    [{ nom: 'Maes', email: 'anne(at)essai' }, 'Veuillez saisir une adresse email valable.'],
    [{ nom: 'Maes', note: 'x'.repeat(301) }, 'La note doit compter 300 caractères au plus.'],
    [
      { nom: 'Maes', cavalier_annee: '2014' },
      'Cette ligne décrit un cavalier sans donner son nom.',
    ],
    [
      { nom: 'Maes', cavalier: 'Léa', cavalier_annee: '14' },
      "L'année de naissance va de 1900 à cette année.",
    ],
    [
      { nom: 'Maes', cavalier: 'Léa', cavalier_annee: '2027' },
      "L'année de naissance va de 1900 à cette année.",
    ],
    [
      { nom: 'Maes', cavalier: '12' },
      'Veuillez saisir le nom du cavalier (100 caractères au plus).',
    ],
    [{ nom: 'Maes\u0007' }, 'Cette ligne contient des caractères illisibles.'],
  ])('%j : %s', (ligne, raison) => {
    expect(reasons([ligne])).toEqual([[2, raison]]);
  });

  test('avec plus de valeurs que de titres ; moins sont des valeurs vides', () => {
    const lignes = [
      { ligne: 2, valeurs: ['Anne Maes', 'a@b.be', 'de trop'] },
      { ligne: 3, valeurs: ['Luc Maes'] },
      { ligne: 4, valeurs: ['Zoé Maes', '', ' '] },
    ];
    const { crees, refusees } = planImport(lignes, ['nom', 'email'], [], JOUR);
    expect([crees.map(({ nom }) => nom), refusees]).toEqual([
      ['Luc Maes', 'Zoé Maes'],
      [{ ...lignes[0], raison: 'Cette ligne a plus de colonnes que les titres.' }],
    ]);
  });

  test.each<[string, Champs[], [number, string][]]>([
    [
      'un autre nom au même email',
      [ANNE, { ...ANNE, prenom: 'Luc' }],
      [[3, 'La ligne 2 a le même email, mais un autre nom.']],
    ],
    [
      'un autre téléphone',
      [ANNE, { ...ANNE, telephone: '081 11 22 33' }],
      [[3, 'La ligne 2 donne au même client un autre téléphone.']],
    ],
    [
      'deux emails pour un nom sans téléphone',
      [
        { nom: 'Maes', email: 'a@essai.example' },
        { nom: 'Maes', email: 'b@essai.example' },
      ],
      [[3, 'La ligne 2 donne au même client un autre email.']],
    ],
    [
      "l'email d'une ligne, le téléphone d'une autre",
      [{ ...ANNE, telephone: '' }, { ...ANNE, email: '' }, ANNE],
      [[4, "L'email est celui de la ligne 2, le nom et le téléphone sont ceux de la ligne 3."]],
    ],
    [
      'deux années pour un cavalier',
      [
        { ...ANNE, cavalier: 'Léa', cavalier_annee: '2014' },
        { ...ANNE, cavalier: 'lea', cavalier_annee: '2015' },
      ],
      [
        [
          3,
          'Une ligne avant celle-ci donne au même cavalier une autre année ou une autre remarque.',
        ],
      ],
    ],
  ])('si elle contredit une ligne avant elle : %s', (_, lignes, expected) => {
    expect(reasons(lignes)).toEqual(expected);
  });

  test("si elle mène au client connu d'une autre ligne", () => {
    const lignes = [
      { ...ANNE, telephone: '' },
      { ...ANNE, email: 'autre@essai.example' },
    ];
    expect(reasons(lignes, [KNOWN])).toEqual([
      [3, 'La ligne 2 est du même client, avec un autre email ou téléphone.'],
    ]);
  });
});

test('5 000 lignes ne se comparent pas chacune à toutes les autres', () => {
  // LIM-180. Comparing each with each would take minutes.
  const lignes = Array.from({ length: 5_000 }, (_, n) => ({ ...ANNE, cavalier: `Léa Maes ${n}` }));
  expect(new Set(reasons(lignes).map(([, raison]) => raison))).toEqual(
    new Set(['Ce client aurait plus de 20 cavaliers.']),
  );
  const namesakes = lignes.map((_, n) => ({
    ...KNOWN,
    id: `c${n}`,
    email: `anne.${n}@essai.example`,
    telephone: `0475 ${100_000 + n}`,
  }));
  const same = namesakes.map(({ email, telephone }) => ({ ...ANNE, email, telephone }));
  expect(plan(same, namesakes).inchanges).toHaveLength(5_000);
}, 30_000);

test('les lignes refusées reviennent en fichier, sans formule, avec leur raison', () => {
  // IMP-08
  expect(
    csvOfRefusees(
      ['Nom', 'Note'],
      [
        { ligne: 3, valeurs: ['=1+1', 'a;b'], raison: 'Pourquoi' },
        { ligne: 9, valeurs: ['+32'], raison: 'Une "raison"' },
      ],
    ),
  ).toBe('\uFEFFNom;Note;Ligne;Raison\r\n\'=1+1;"a;b";3;Pourquoi\r\n\'+32;;9;"Une ""raison"""\r\n');
});

test('en mots', () => {
  expect(
    planInWords({
      crees: { length: 42 },
      modifies: { length: 3 },
      inchanges: { length: 7 },
      refusees: { length: 2 },
    }),
  ).toBe('Créer 42 · Modifier 3 · Inchangés 7 · Refusés 2');
  const none = { reservations: 0, comptes: 0, payeurs: 0, modifies: 0, cavaliers: 0, effaces: 0 };
  expect(usageInWords(none)).toBe('');
  expect(usageInWords({ ...none, reservations: 3, comptes: 1 })).toBe(
    '3 clients ont déjà une réservation. 1 client a un compte.',
  );
});
