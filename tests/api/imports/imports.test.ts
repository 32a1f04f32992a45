/**
 * Imports of customers and riders from CSV files (IMP-01 to IMP-12). The clock shows Saturday 21
 * November 2026, 09:30 in Brussels.
 */
import { sql } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { tidy } from '../../../src/server/housekeeping.ts';
import { lockImports } from '../../../src/server/platform/locks.ts';
import { type Answer, book, MORNING, type Stored, useTestApp } from '../../support/app.ts';
import { fingerprint } from '../../support/fingerprint.ts';
import { random } from '../../support/random.ts';
import { startWire, type Wire } from '../../support/wire.ts';

let wire: Wire;
// after the application, whose hook is registered later and runs first
afterAll(() => wire.close());
const t = useTestApp({
  reach: async (url) => {
    wire = await startWire(url);
    return wire.url;
  },
});
type Person = Awaited<ReturnType<typeof t.as>>;
let [admin, second, anne]: [Person, Person, Person] = [] as never;

const run = async (statement: string): Promise<Stored[]> =>
  (await t.services.db.execute<Stored>(sql.raw(statement))).rows;

beforeEach(async () => {
  t.clock.now = MORNING;
  await run(`truncate reservations, reservations_supprimees, participants_retires, courriels, imports, journal cascade;
    delete from users; delete from clients; delete from parametres; insert into parametres (id) values (1);
    update types_lecons set max_personnes = 6, ouverte = true where value = 'collective'`);
  [admin, second, anne] = [
    await t.as({ role: 'admin', prenom: 'Odile', nom: 'Bureau' }),
    await t.as({ role: 'admin', prenom: 'Basile', nom: 'Bureau' }),
    await t.as({ prenom: 'Anne', nom: 'Maes' }),
  ];
});

const base64 = (file: string | Uint8Array): string => Buffer.from(file).toString('base64');
const TITRES = 'Nom;Email;Téléphone;Adresse;Remarque;Cavalier;Année de naissance;Remarque cavalier';
const COLONNES = [
  'nom_complet',
  'email',
  'telephone',
  'adresse',
  'note',
  'cavalier',
  'cavalier_annee',
  'cavalier_note',
];
const fileOf = (...lines: string[]): string => [TITRES, ...lines].join('\r\n');
const FILE = fileOf(
  'Jeanne Dupont;jeanne@essai.example;0475 10 22 33;Rue Haute 3;Le matin;Léa Dupont;2014;débute',
  'Jeanne Dupont;jeanne@essai.example;;;;Tom Dupont;;',
  'Luc Petit;;081 11 22 33;;;;;',
  'Sans Arobase;sans;;;;;;',
);

const lecture = (file: string | Uint8Array): Promise<Answer> =>
  admin('POST', '/api/imports/lecture', { contenu: base64(file) });
const apercu = async (file: string, colonnes: readonly string[] = COLONNES) => {
  const { status, body } = await admin('POST', '/api/imports/apercu', {
    contenu: base64(file),
    colonnes,
  });
  expect(status, body.message).toBe(200);
  return body;
};
/** Imports what was previewed. */
const commit = (
  file: string,
  { id, empreinte }: { id: string; empreinte: string },
  caller: Person = admin,
): Promise<Answer> =>
  caller('POST', '/api/imports', {
    id,
    empreinte,
    fichier: 'clients.csv',
    contenu: base64(file),
    colonnes: COLONNES,
  });
const importOf = async (file: string): Promise<Stored> => {
  const { status, body } = await commit(file, await apercu(file));
  expect(status, body.message).toBe(201);
  return body;
};
const undo = (id: string): Promise<Answer> => admin('POST', `/api/imports/${id}/defaire`);
const clients = () =>
  run(
    'select nom, email, telephone, adresse, note from clients where nom is not null order by cle',
  );
const riders = () =>
  run(
    'select k.nom, k.annee_naissance, k.note, coalesce(c.nom, u.full_name) as client from cavaliers k join clients c on c.id = k.user_id left join users u on u.id = c.id order by k.nom',
  );
const counts = ({ plan }: Stored) =>
  ['crees', 'modifies', 'inchanges', 'refusees'].map((sorte) => plan[sorte].length);

describe('un fichier', () => {
  // IMP-02
  test.each<[string, string | Uint8Array]>([
    ['en UTF-8', 'Prénom;Nom\nZoé;Été'],
    ['en UTF-8 avec sa marque', '\uFEFFPrénom,Nom\r\nZoé,Été\r\n'],
    ['en windows-1252', Buffer.from('Prénom;Nom\nZoé;Été', 'latin1')],
    ['en UTF-16', Buffer.from('\uFEFFPrénom\tNom\r\nZoé\tÉté', 'utf16le')],
    ['avec des guillemets', '"Prénom";"Nom"\n"Zoé";"Été"\n\n;;\n'],
    ['qui dit son séparateur', 'sep=,\r\nPrénom,Nom\r\nZoé,Été'],
  ])('%s se lit', async (_, file) => {
    const { status, body } = await lecture(file);
    expect([status, body]).toEqual([
      200,
      {
        lignes: 1,
        colonnes: [
          { titre: 'Prénom', exemples: ['Zoé'], cible: 'prenom' },
          { titre: 'Nom', exemples: ['Été'], cible: 'nom' },
        ],
      },
    ]);
  });

  test('montre les trois premières valeurs de chaque colonne', async () => {
    const { body } = await lecture('Nom;Vide\n"a\nb";\n\nc;\nd;\ne;');
    expect(body).toEqual({
      lignes: 4,
      colonnes: [
        { titre: 'Nom', exemples: ['a\nb', 'c', 'd'], cible: 'nom' },
        { titre: 'Vide', exemples: [], cible: 'ignorer' },
      ],
    });
  });

  const TROP = `Nom\n${'Anne Maes\n'.repeat(5_001)}`;
  test.each<[string, string | Uint8Array, number, string]>([
    ['vide', ' \n ', 400, 'Le fichier est vide.'],
    [
      "d'un tableur",
      Buffer.from([0x50, 0x4b, 3, 4, 0, 0]),
      400,
      "Ce fichier n'est pas un fichier CSV. Dans le tableur, choisissez « Enregistrer sous », puis le format CSV.",
    ],
    [
      'sans titres',
      'Anne Maes;anne@essai.example\nLuc;luc@essai.example',
      400,
      'La première ligne du fichier doit nommer les colonnes, par exemple Nom, Email, Téléphone.',
    ],
    ['sans ligne', 'Nom;Email\n;\n', 400, "Le fichier n'a aucune ligne sous ses titres."],
    [
      'de 5 001 lignes',
      TROP,
      400,
      'Le fichier compte plus de 5 000 lignes. Partagez-le en plusieurs fichiers.',
    ],
    [
      'de 5 001 lignes, sans être lu plus loin',
      `${TROP}"Luc;b`,
      400,
      'Le fichier compte plus de 5 000 lignes. Partagez-le en plusieurs fichiers.',
    ],
    [
      'de lignes vides',
      `Nom\n${'\n'.repeat(300_000)}`,
      400,
      "Le fichier n'a aucune ligne sous ses titres.",
    ],
    [
      'de plus de 2 Mo',
      'a'.repeat(2 * 1024 * 1024 + 1),
      413,
      'Le fichier dépasse 2 Mo. Partagez-le en plusieurs fichiers.',
    ],
    [
      'bien trop grand',
      'a'.repeat(5 * 1024 * 1024),
      413,
      'Le fichier dépasse 2 Mo. Partagez-le en plusieurs fichiers.',
    ],
    [
      'de 61 colonnes',
      `${'Nom;'.repeat(60)}Nom\nAnne`,
      400,
      'Le fichier compte plus de 60 colonnes.',
    ],
    [
      'dont un guillemet ne se ferme pas',
      'Nom;Email\nAnne;a\n"Luc;b\nZoé;c\n',
      400,
      'Un guillemet est mal placé, ou ne se ferme pas : la suite du fichier ne peut pas être lue. Voyez la ligne 3.',
    ],
  ])('%s est refusé', async (_, file, status, message) => {
    expect(await lecture(file)).toMatchObject({ status, body: { message } });
  });

  test("est refusé avant d'être lu sans session d'administrateur", async () => {
    const large = { contenu: 'a'.repeat(2_000_000) };
    expect((await t.anonymous('POST', '/api/imports/lecture', large)).status).toBe(401);
    expect((await anne('POST', '/api/imports/lecture', large)).status).toBe(403);
    // Other calls keep the general limit.
    expect((await admin('POST', '/api/clients', { nom: 'a'.repeat(300_000) })).status).toBe(413);
  });

  test.each<[string[], string]>([
    [['email', 'ignorer'], 'Choisissez la colonne du nom : « Nom », ou « Nom complet ».'],
    [
      ['nom', 'nom_complet'],
      'Choisissez « Nom complet », ou bien « Nom » et « Prénom », pas les deux.',
    ],
    [['nom'], 'Veuillez choisir ce que contient chaque colonne du fichier.'],
  ])('avec les colonnes %j : %s', async (colonnes, message) => {
    // IMP-03
    expect(
      await admin('POST', '/api/imports/apercu', { contenu: base64('Nom;Email\na;b'), colonnes }),
    ).toMatchObject({ status: 400, body: { message } });
  });
});

describe('un import', () => {
  test('fait ce que son aperçu montre, sans email, et se refait sans double', async () => {
    // IMP-04, IMP-09, IMP-12
    const before = await fingerprint(t.services.db);
    const planned = await apercu(FILE);
    expect(counts(planned)).toEqual([2, 0, 0, 1]);
    expect(planned.plan.refusees).toMatchObject([
      { ligne: 5, raison: 'Veuillez saisir une adresse email valable.' },
    ]);
    expect(await fingerprint(t.services.db)).toEqual(before);
    expect(await commit(FILE, planned)).toMatchObject({
      status: 201,
      body: {
        fichier: 'clients.csv',
        crees: 2,
        modifies: 0,
        inchanges: 0,
        refuses: 1,
        par: 'Odile Bureau',
        defait_at: null,
      },
    });
    expect(await clients()).toEqual([
      {
        nom: 'Jeanne Dupont',
        email: 'jeanne@essai.example',
        telephone: '0475 10 22 33',
        adresse: 'Rue Haute 3',
        note: 'Le matin',
      },
      { nom: 'Luc Petit', email: null, telephone: '081 11 22 33', adresse: null, note: null },
    ]);
    expect(await riders()).toEqual([
      { nom: 'Léa Dupont', annee_naissance: 2014, note: 'débute', client: 'Jeanne Dupont' },
      { nom: 'Tom Dupont', annee_naissance: null, note: null, client: 'Jeanne Dupont' },
    ]);
    expect(await run('select id from courriels')).toEqual([]);
    const again = await apercu(FILE);
    expect(counts(again)).toEqual([0, 0, 2, 1]);
    expect(await commit(FILE, again)).toMatchObject({
      status: 409,
      body: { message: "Il n'y a rien à importer : rien n'est nouveau." },
    });
  });

  test("dont la réponse se perd se répète, et ne se fait qu'une fois", async () => {
    // IMP-09
    const planned = await apercu(FILE);
    const [first, repeated] = [await commit(FILE, planned), await commit(FILE, planned)];
    expect([first.status, repeated.status, repeated.body]).toEqual([201, 201, first.body]);
    expect(await clients()).toHaveLength(2);
    expect((await admin('GET', '/api/imports')).body).toEqual([first.body]);
  });

  test("si un client a changé depuis l'aperçu : rien ne se fait", async () => {
    // IMP-09
    const planned = await apercu(FILE);
    await admin('POST', '/api/clients', {
      nom: 'Luc Petit',
      telephone: '081/11.22.33',
      email: null,
      adresse: null,
      note: null,
    });
    const before = await fingerprint(t.services.db);
    expect(await commit(FILE, planned)).toMatchObject({
      status: 409,
      body: {
        code: 'import_change',
        message:
          "Des clients ont changé depuis l'aperçu : rien n'a été importé. Vérifiez le nouvel aperçu.",
      },
    });
    expect(await fingerprint(t.services.db)).toEqual(before);
    expect(counts(await apercu(FILE))).toEqual([1, 0, 1, 1]);
  });

  test('de deux administrateurs à la fois : le second voit un autre aperçu', async () => {
    // IMP-09
    const plans = [await apercu(FILE), await apercu(FILE)] as const;
    const answers = await Promise.all([commit(FILE, plans[0]), commit(FILE, plans[1], second)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await clients()).toHaveLength(2);
    expect(await run('select count(*)::int as n from imports')).toEqual([{ n: 1 }]);
  });

  test("attend la fin d'un autre, aussi plus de 3 s", async () => {
    // IMP-09
    const planned = await apercu(FILE);
    const begun = Promise.withResolvers<undefined>();
    const other = t.services.db.transaction(async (tx) => {
      await lockImports(tx);
      begun.resolve(undefined);
      await sleep(3_500); // longer than a statement waits for a lock
    });
    await begun.promise;
    expect((await commit(FILE, planned)).status).toBe(201);
    await other;
  });

  test("remplit ce qui est vide d'un compte, et donne ses places à un nouveau cavalier", async () => {
    // IMP-06, RIDE-24
    await book(anne, { noms_participants: ['Léa Maes'], nombre_personnes: 1 });
    await run(`update users set telephone = '0470 11 22 33' where id = '${anne.id}'`);
    await importOf(
      fileOf(`Anne Maes;${anne.email};081 99 99 99;Rue Haute 3;Paie tard;lea  maes;2014;`),
    );
    expect(
      await run(
        `select u.telephone, u.adresse, u.email, c.note, c.telephone as autre from users u join clients c using (id) where id = '${anne.id}'`,
      ),
    ).toEqual([
      {
        telephone: '0470 11 22 33',
        adresse: 'Rue Haute 3',
        email: anne.email,
        note: 'Paie tard',
        autre: null,
      },
    ]);
    expect(
      await run(
        'select k.nom, k.annee_naissance from participants s join cavaliers k on k.id = s.cavalier_id',
      ),
    ).toEqual([{ nom: 'lea maes', annee_naissance: 2014 }]);
  });

  test('de 5 000 lignes fait autant de demandes à la base que de dix', async () => {
    // LIM-180
    const trips = async (n: number): Promise<number> => {
      const file = fileOf(
        ...Array.from(
          { length: n },
          (_, i) =>
            `Client ${n} ${i};c${n}.${i}@essai.example;0475 ${String(i).padStart(6, '0')};Rue ${i};;Cavalier ${i};2014;`,
        ),
      );
      const planned = await apercu(file);
      const before = wire.trips();
      const { status, body } = await commit(file, planned);
      expect([status, body.crees], body.message).toEqual([201, n]);
      return wire.trips() - before;
    };
    await trips(1);
    expect(await trips(5_000)).toBe(await trips(10));
    expect(await run('select count(*)::int as n from cavaliers')).toEqual([{ n: 5_011 }]);
  });
});

describe('défaire', () => {
  test('laisse tout comme avant, quel que soit le fichier', async () => {
    // IMP-10
    const pick = <T>(...from: T[]): T => from[Math.floor(random() * from.length)] as T;
    const stored = () =>
      Promise.all(
        [
          'select id, nom, cle, telephone, email, adresse, note, paye_par, created_at from clients order by id',
          'select id, telephone, adresse, email from users order by id',
          'select id, user_id, nom, annee_naissance, note, created_at from cavaliers order by id',
          'select * from participants order by id',
          'select * from reservations order by id',
        ].map(run),
      );
    await book(anne, { noms_participants: ['Léa', 'Zoé'], nombre_personnes: 2 });
    await run(`insert into cavaliers (user_id, nom) values ('${anne.id}', 'Zoé')`);
    const line = () =>
      [
        pick('Anne Maes', 'Luc Petit', 'Jeanne Dupont', 'Dupont Jeanne', 'Zoé Noël'),
        pick('', anne.email, 'luc@essai.example', 'jeanne@essai.example'),
        pick('', '0475 10 22 33', '+32475102233', '081 11 22 33'),
        pick('', 'Rue Haute 3', 'Rue Basse 1'),
        pick('', 'Le matin'),
        pick('', 'Léa', 'Tom', 'zoe'),
        pick('', '2014', '2015', 'x'),
        pick('', 'débute'),
      ].join(';');
    let done = 0;
    for (let round = 0; round < 40; round += 1) {
      const file = fileOf(...Array.from({ length: 6 }, line));
      const before = await stored();
      const planned = await apercu(file);
      const { status, body } = await commit(file, planned);
      if (status === 409) continue;
      done += 1;
      // Only lines that were refused, because of a value that the import has replaced, change
      // anything.
      const { crees, modifies } = (await apercu(file)).plan;
      const refused = planned.plan.refusees.map(({ ligne }: { ligne: number }) => ligne);
      for (const one of [...crees, ...modifies])
        expect(refused, file).toEqual(expect.arrayContaining(one.lignes));
      const after = await stored();
      const taken = await undo(body.id);
      expect([taken.status, taken.body.message], file).toEqual([200, undefined]);
      expect(await stored(), file).toEqual(before);
      expect(await run('select id from importes')).toEqual([]);
      // What is left of some imports is found by the next ones.
      if (round % 4 === 0) {
        expect((await commit(file, await apercu(file))).status).toBe(201);
        expect((await stored()).map((rows) => rows.length)).toEqual(
          after.map((rows) => rows.length),
        );
      }
      await run('delete from imports');
    }
    expect(done).toBeGreaterThan(10);
  });

  test('une seconde fois répond de même ; le journal a les deux, sans nom', async () => {
    // IMP-11
    const { id } = await importOf(FILE);
    const first = await undo(id);
    expect(first).toMatchObject({ status: 200, body: { id, defait_at: MORNING.toISOString() } });
    expect((await undo(id)).body).toEqual(first.body);
    expect((await admin('GET', '/api/imports')).body).toEqual([first.body]);
    const details = { import: { fichier: 'clients.csv', crees: 2, modifies: 0, refuses: 1 } };
    expect(
      await run(
        "select action, acteur_id, details from journal where action like 'import%' order by id",
      ),
    ).toEqual([
      { action: 'import.fait', acteur_id: admin.id, details },
      { action: 'import.defait', acteur_id: admin.id, details },
    ]);
    expect((await admin('POST', `/api/imports/${admin.id}/defaire`)).body.message).toBe(
      "Cet import n'existe pas ou plus.",
    );
  });

  const idOf = async (nom: string) =>
    (await run(`select id from clients where nom = '${nom}'`))[0]?.['id'] as string;
  const JEANNE = fileOf('Jeanne Dupont;jeanne@essai.example;0475 10 22 33;;;Léa Dupont;;');
  test.each<[string, (id: string) => Promise<unknown>, string]>([
    [
      'une réservation',
      (user_id) => book(admin, { pour: { user_id } }),
      '1 client a déjà une réservation.',
    ],
    [
      'un compte',
      (id) => admin('POST', `/api/clients/${id}/invitation`, { email: 'jeanne@essai.example' }),
      '1 client a un compte.',
    ],
    [
      'un payeur',
      (id) => admin('PUT', `/api/clients/${id}/payeur`, { payeur: anne.id }),
      '1 client paie pour un autre, ou est payé par un autre.',
    ],
    [
      "quelqu'un pour qui payer",
      (id) => admin('PUT', `/api/clients/${anne.id}/payeur`, { payeur: id }),
      '1 client paie pour un autre, ou est payé par un autre.',
    ],
    [
      'une autre adresse',
      (id) => run(`update clients set adresse = 'Rue Neuve' where id = '${id}'`),
      '1 client a été modifié depuis.',
    ],
    [
      'un cavalier de plus',
      (id) => run(`insert into cavaliers (user_id, nom) values ('${id}', 'Tom')`),
      '1 client a été modifié depuis.',
    ],
    [
      'un cavalier modifié',
      () => run("update cavaliers set note = 'saute'"),
      '1 client a été modifié depuis.',
    ],
    [
      'un effacement',
      (id) => admin('DELETE', `/api/clients/${id}`),
      '2 clients ou cavaliers ont été effacés ou regroupés depuis.',
    ],
  ])('est refusé après %s', async (_, use, sentence) => {
    // IMP-10
    const { id } = await importOf(JEANNE);
    await use(await idOf('Jeanne Dupont'));
    const before = await fingerprint(t.services.db);
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { message: `Impossible de défaire cet import. ${sentence}` },
    });
    expect(await fingerprint(t.services.db)).toEqual(before);
  });

  test('est refusé si un autre client a maintenant le nom et le téléphone', async () => {
    // IMP-10, CLI-02
    await importOf(JEANNE);
    const { id } = await importOf(fileOf('Jeanne Dupont;jeanne@essai.example;081 11 22 33;;;;;'));
    await admin('POST', '/api/clients', {
      nom: 'Jeanne Dupont',
      telephone: '0475 10 22 33',
      email: null,
      adresse: null,
      note: null,
    });
    const before = await fingerprint(t.services.db);
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: {
        code: 'import_utilise',
        message:
          "Impossible de défaire cet import. Un autre client a maintenant le nom et le téléphone d'avant.",
      },
    });
    expect(await fingerprint(t.services.db)).toEqual(before);
  });

  test("est refusé après une leçon du cavalier, pas pour les places qu'il a reçues", async () => {
    // IMP-10
    await book(anne, { noms_participants: ['Léa'], nombre_personnes: 1 });
    const { id } = await importOf(fileOf(`Anne Maes;${anne.email};;;;Léa;;`));
    await book(anne, { noms_participants: ['Léa'], nombre_personnes: 1, heure_debut: '14:00' });
    expect((await undo(id)).body.message).toBe(
      'Impossible de défaire cet import. 1 cavalier a déjà une leçon.',
    );
  });

  test("n'est plus possible après 30 jours : l'import et ce qu'il gardait sont effacés", async () => {
    // IMP-10, PEOPLE-36
    await importOf(JEANNE);
    t.clock.now = new Date(MORNING.getTime() + 30 * 86_400_000 - 1000);
    await tidy(t.services);
    expect(await run('select id from importes')).toHaveLength(2);
    t.clock.now = new Date(MORNING.getTime() + 30 * 86_400_000 + 1000);
    await tidy(t.services);
    expect(await run('select id from importes union all select id from imports')).toEqual([]);
    expect(await clients()).toHaveLength(1);
  });

  test("un effacement enlève les anciennes valeurs qu'un import gardait", async () => {
    // IMP-10, CLI-06
    const { id } = await importOf(JEANNE);
    await run('delete from imports');
    await importOf(fileOf('Jeanne Dupont;jeanne@essai.example;081 11 22 33;;;;;'));
    expect(await run('select avant from importes')).toEqual([
      { avant: { telephone: '0475 10 22 33' } },
    ]);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await admin('DELETE', `/api/clients/${await idOf('Jeanne Dupont')}`);
    expect(await run('select avant from importes')).toEqual([]);
  });
});
