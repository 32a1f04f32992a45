/**
 * Which layer may import which, what the pure layers may use, and that migrations do not change.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * docs/architecture.md: layer, or folder of a layer -> the layers it may import, besides itself.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  documents: ['domain'],
  contract: ['domain'],
  'server/platform': ['domain', 'contract'],
  'server/stores': ['domain', 'server/platform'],
  'server/checks': ['domain', 'server/platform', 'server/stores'],
  'server/actions': ['domain', 'documents', 'server/platform', 'server/stores', 'server/checks'],
  'server/http': ['domain', 'documents', 'contract', 'server/platform', 'server/stores'],
  server: [
    'contract',
    'server/platform',
    'server/stores',
    'server/checks',
    'server/actions',
    'server/http',
  ],
  'web/ui': [],
  'web/parts': ['domain', 'web/ui'],
  'web/data': ['domain', 'contract'],
  'web/nouns': ['domain', 'contract', 'documents', 'web/data', 'web/parts', 'web/ui', 'web/paths'],
  'web/shell': ['domain', 'contract', 'web/data', 'web/nouns', 'web/parts', 'web/ui', 'web/paths'],
  'web/screens': [
    'domain',
    'documents',
    'contract',
    'web/data',
    'web/nouns',
    'web/parts',
    'web/ui',
    'web/paths',
  ],
  'web/paths': ['domain', 'contract'],
  web: ['web/data', 'web/nouns', 'web/parts', 'web/ui', 'web/paths', 'web/shell', 'web/screens'],
};

/**
 * The folders of a layer, by noun: each may import the previous ones. Files outside a folder have
 * their own line (`.`): a noun with a single file stays a file.
 */
const NOUNS = [
  'core',
  'errors',
  'slots',
  'prices',
  'people',
  'riders',
  'types',
  'prints',
  'closures',
  'customers',
  'settings',
  'lessons',
  'backups',
  'billing',
  'signin',
  'emails',
  'imports',
  'series',
  'statistics',
  'personal_data',
  'alerts',
  'feeds',
  'health',
  'journal',
  'planning',
];

/** Layers whose folders are nouns. */
const BY_NOUN = [
  'src/domain',
  'src/documents',
  'src/server/stores',
  'src/server/actions',
  'src/web/nouns',
];

/** The folders of the platform: each may import the previous ones. `.` are its files. */
const PLATFORM = ['schema', 'secrets', 'mail', '.', 'backup', 'embedded', 'controles'];

/**
 * A published migration has run somewhere and never runs there again: after an edit, old and new
 * databases would differ. SHA-256 of each file. A person who adds a migration adds its line (the
 * failing test prints it).
 */
const FROZEN: Record<string, string> = {
  '0000_tables.sql': '04c39b35215bdb12afd8fc24505299ddba38c93b79cbc6ba4908f2984ca6aa37',
  '0001_sans_chevauchement.sql': 'c98efa9eb071bc2a1eac5cafbeb95189f76d88710a603a4f36f97a045d7a4cac',
  '0002_courriels_photos.sql': '6eaa89fc8e59a817ab734b4a7096fd30881c486393fe7eb2c4290580926d94e0',
  '0003_semaines.sql': '10d7dc186b97dce901d6245e0e527e24960ac5251400402eff3d2ce1dcc61db6',
  '0004_reparations.sql': '43914c3368d35abce463ca3770242dc80b3a05169270a1670b746b5d4d2a4f95',
  '0005_sous_attaque.sql': 'e04f3465ddf9eda2fee35bb6c1dbdcaa52cfb152a539d663757ab3497ebbc59e',
  '0006_comptes.sql': 'dab3ee4918c8d7e375375d285bfef5a64f80d7dae61ce5a1157e11cdb00fffff',
  '0007_sauvegardes.sql': 'e1df54ff22f2dcbe36b1c2a5be651116ab01a4799e5f42bf21e7054bdf6dd9d0',
  '0008_exploitation.sql': '64c376bd8b66de6b798708e3996aa6b8d24010ba91386180ba1c26d17b5a910c',
  '0009_cavaliers.sql': '7363aaaa246c645f0c3bda0413447aac73ae3521feac5d2f7ca96982138c6dc7',
  '0010_sortes_libres.sql': '1007322dea27717d18007a1fcd51fa612ec65381d0143d45c915b476e4ae7479',
  '0011_courriels_personnes.sql':
    '4e507361882342dbaeda97816a7d94448fc81594d2070142fb9bd9dd128e265d',
  '0012_changement_adresse.sql': 'ababb450af27458f4e896e1dd8ee0b02025f280873ec35f3aacd5350a5dd73e1',
  '0013_alertes_libres.sql': '7d08e0276c4a304041a8e5e01a7b27c6c64066b2a613ae4c102ac2a0e86ba174',
  '0014_confirmation.sql': '855f39ec299181c928a6a07a971215cf0d9cb25c631f4d83cb0703fd93dbb48d',
  '0015_installation.sql': 'b1e93182789791a56806bb1b1e2d519233af507878a4bc4ee1caba8d51eeb8a6',
  '0016_conservation_et_limites.sql':
    'dd2dc83974a349d6679c6b40ad69a74a5809001a9b9dc25d702932f40aea55b6',
  '0017_participants_retires.sql':
    'f9a6068cc103f98d786e4ff0f407d6460bfbcb71076b50066c3220268cf0f54e',
  '0018_places_comparees.sql': '0446555ef386b03c3e5a1a4b977838370fb75b6cfcafdfa8b2ef4aaf97cc1234',
  '0019_occupations.sql': 'b26ff268ca79b1dad73778c549e30978d8ebc37b846c76d1a7bf030976644ded',
  '0020_horaires.sql': '70bc788c36e86a67d61ea8546d7d2971a32d168afdef6f8db1102da313974be2',
  '0021_fermetures.sql': 'a20dc00a0c046aa1712c4adc3a4801cbafd1b3c25d22723a33a2c0e2d60afec1',
  '0022_courriels_groupes.sql': '230f8335078a3c708a5aadae3b0cdb98dfa4a3e3411ba5e4c6eef039e21015c3',
  '0023_series.sql': '96938a0abb9bd89880a5f2533fa90634397d1bcdcf1d8f8fa7fa9007cfbf07d0',
  '0024_heures_liberees.sql': '238936425239d4ba03bd4ada35a61c84c16ef75c5ce62f55316578d84270a70e',
  '0025_courriels_d_un_compte.sql':
    'bfacbfaaddd53c8f248df22d5873e782c1c80f5ab3c3a274a3fa0c6e806d63e8',
  '0026_regles.sql': 'a4a10c0cf3c47431440ca0de1a0c65c281144963eda2dcd45b2301f462445657',
  '0027_rappels_a_leur_heure.sql':
    '0587beba922ddc15324d004613646db6906703844bd5f804fb6f35d7682f2f4e',
  '0028_cartes.sql': 'd2d060d847912732bacbb5ba867c8072e917d32e486aed6ecf4961ab38c100ae',
  '0029_places.sql': '215ab12d398d0bc297417ca33b5968a552e838294670bdfea64b46bc00af866c',
  '0030_prix_gardes.sql': '058907bec4ae4826fe095728f5cb7bb96855f903234e84ee9ae0324b58fe9d35',
  '0031_presences.sql': 'f9db00bc391b0848890db8a567a5e100bd9b9eaa9d70eff91cd380c66c637dec',
  '0032_clients.sql': 'a8f10d61e2f5296c90a05dd18ca6a332908c77531760bccca7b407d816ccc11f',
  '0033_cavaliers_des_places.sql':
    '1427d350a2ce68ee2c1057c953309322feedec9ee63579d6dab066ea0234be34',
  '0034_cavaliers_des_statistiques.sql':
    '911e226951425c69934cded5dbde19498ffc46ee58f6f7f9df312fd1c1a79306',
  '0035_lignes.sql': 'e4a4a0e7167e13684ef6ec989a0ac349567f5dd915d5b06baf5741f367152112',
  '0036_imports.sql': '1991bb9a3507a40bd8ac300093aa1efada13c322eab9d0ceac44a5e5f81e6e9b',
  '0037_facturation.sql': 'c57eebed504c02dfc7a62c2671571d0ff0d00db3d4dc7fd418285993424c1b7a',
  '0038_groupes_de_places.sql': '2f5a4fcea882d5b200da21b5c909416c079c0776d6721bae6dc575ccb6dce533',
  '0039_noms_confirmes.sql': '086b0db47dc6342a0a79e4cf80a1771ff19183a5cb9ba4cef611b01fd24a467b',
  '0040_comparaison_d_une_lecon.sql':
    '17eade85ffd01fa37f3b0f3f6efbccb23e9fa430fcca2356522edcf99b203ce5',
  '0041_ecritures.sql': 'a960d7df4ad058d0b659d1ec766e5c2d154ac0c23044d566a9b7691df8ba4326',
  '0042_corrections_et_mentions.sql':
    '58741841dd069aa79e970e6972f0705205a704bbf55a59ab1418afb27b9d5f68',
  '0043_sessions_volees.sql': '27d370a8c4fff0c97147e122f4537f4478e7579e35eff6f6c23aab354686cd2e',
  '0044_urgence_des_emails.sql': 'f5c7261a693caf2547bc97f310c3c005dd7c33595377845687fe7ee72d3f531c',
  '0045_clients_version.sql': '5c6c0ed08d5a5b28e433916d63167380f075bb402876e651214f08a515135dd1',
  '0046_cavaliers_version.sql': 'ef6ab5334f94844d25e7029fb589ac89c66a00bd5d8e0c82957cd8f2da8a4404',
  '0047_corrections_par_place.sql':
    'd022456bbaaec84b3214aa5a67676feeada2345b74dee51ec0612a9fbeb06644',
  '0048_un_index_des_emails.sql':
    '14ef85f47206df228967d878fb14acdf4ad8d60b9c22d465fbef44f0dc6932ef',
  '0049_actes_et_presences.sql': 'a7f3b04b83cdac7c5470091cab79530fcd4e4a3e6062d25315e6557eeb212729',
};

/** The pure layers, and the packages that they may import. */
const PURE: Record<string, readonly string[]> = {
  domain: ['@zxcvbn-ts/language-common'],
  documents: ['html-to-text', 'marked', 'uqr'],
};

/** Globals that would give a pure layer access to the time, the network, the page or Node. */
const OUTSIDE = new Set([
  'process',
  'fetch',
  'window',
  'document',
  'localStorage',
  'navigator',
  'performance',
  'setTimeout',
  'setInterval',
]);

type Source = { path: string; text: string };
type Import = { specifier: string; line: number };

const read = (pattern: string): Source[] =>
  globSync(pattern, { cwd: ROOT })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const isTest = ({ path }: Source) => /\.test\.tsx?$/.test(path);

const sources = read('src/**/*.{ts,tsx}').filter((source) => !isTest(source));
const everything = ['src', 'tests', 'bench', 'scripts'].flatMap((folder) =>
  read(`${folder}/**/*.{ts,tsx,mjs,css}`),
);

function walk({ path, text }: Source, visitor: VisitorObject): void {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  new Visitor(visitor).visit(program);
}

const lineAt = ({ text }: Source, { start }: { start: number }) =>
  text.slice(0, start).split('\n').length;

function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  const add = (node: ESTree.Expression | ESTree.TSLiteral | null) => {
    if (node?.type === 'Literal' && typeof node.value === 'string')
      found.push({ specifier: node.value, line: lineAt(source, node) });
  };
  walk(source, {
    ImportDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
  });
  return found;
}

/** The file of this repository that a specifier means, or null for a package. */
function fileOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  return specifier.startsWith('.') ? relative('.', join(dirname(from), specifier)) : null;
}

function layerOf(path: string): string {
  const [, layer = '', folder = '', rest] = path.split('/');
  if (['domain', 'documents', 'contract'].includes(layer)) return layer;
  return rest === undefined ? layer : `${layer}/${folder}`;
}

/** A noun with a single file is a file of that name; its tests may say more. */
const nounOf = (file: string): string => file.replace(/\.tsx?$/, '');

/** A screen is its folder, an action its file: neither may import its neighbour. */
function neighbour(from: string, to: string): boolean {
  const [screen, action] = [/^src\/web\/screens\/[^/]+\//, /^src\/server\/actions\/.+/];
  return [screen, action].some(
    (pattern) =>
      pattern.test(to) && pattern.test(from) && pattern.exec(from)?.[0] !== pattern.exec(to)?.[0],
  );
}

/** The circles of imports between files, or between what `groupOf` puts them in. */
function circlesOf(groupOf: (path: string) => string): string[] {
  const graph = new Map<string, Set<string>>();
  for (const source of sources) {
    const from = groupOf(source.path);
    const imported = graph.get(from) ?? new Set<string>();
    graph.set(from, imported);
    for (const { specifier } of importsOf(source)) {
      const file = fileOf(source.path, specifier);
      if (file !== null && (groupOf(file) !== from || file === source.path))
        imported.add(groupOf(file));
    }
  }
  const over = new Set<string>();
  const circles: string[] = [];
  const visit = (one: string, way: readonly string[]): void => {
    if (way.includes(one)) circles.push([...way.slice(way.indexOf(one)), one].join(' → '));
    if (over.has(one) || way.includes(one)) return;
    for (const next of graph.get(one) ?? []) visit(next, [...way, one]);
    over.add(one);
  };
  for (const one of graph.keys()) visit(one, []);
  return circles;
}

describe('les couches', () => {
  const pure = sources.filter(({ path }) => layerOf(path) in PURE);

  test('chaque fichier de src est dans une couche', () => {
    expect(
      sources.map(({ path }) => path).filter((path) => !(layerOf(path) in MAY_IMPORT)),
    ).toEqual([]);
    expect(sources.length).toBeGreaterThan(0);
  });

  test("une couche n'importe que celles qui lui sont permises", () => {
    const faults = sources.flatMap((source) =>
      importsOf(source).flatMap(({ specifier, line }) => {
        const target = fileOf(source.path, specifier);
        if (target === null) return [];
        const [from, to] = [layerOf(source.path), layerOf(target)];
        const allowed =
          target.startsWith('src/') &&
          !neighbour(source.path, target) &&
          (from === to || MAY_IMPORT[from]?.includes(to) === true);
        return allowed ? [] : [`${source.path}:${line} (${from}) importe ${specifier} (${to})`];
      }),
    );
    expect(faults).toEqual([]);
  });

  test("un dossier n'importe que ceux qui viennent avant lui", () => {
    const layers = [
      ...BY_NOUN.map((layer) => ({ layer, order: NOUNS })),
      { layer: 'src/server/platform', order: PLATFORM },
    ];
    const unknown: string[] = [];
    const faults = layers.flatMap(({ layer, order }) => {
      const rankOf = (path: string): number | null => {
        if (!path.startsWith(`${layer}/`)) return null;
        const [folder = '', ...rest] = path.slice(layer.length + 1).split('/');
        const noun = rest.length > 0 ? folder : '.';
        const rank = order.indexOf(noun === '.' && order === NOUNS ? nounOf(folder) : noun);
        // Files that belong to no noun are shared by the whole layer, and import no noun.
        if (rank < 0 && noun !== '.') unknown.push(path);
        return rank;
      };
      return sources.flatMap((source) => {
        const from = rankOf(source.path);
        if (from === null) return [];
        return importsOf(source).flatMap(({ specifier, line }) => {
          const to = rankOf(fileOf(source.path, specifier) ?? '');
          return to === null || to <= from
            ? []
            : [`${source.path}:${line} importe ${specifier}, plus haut`];
        });
      });
    });
    expect(faults).toEqual([]);
    expect(unknown.filter((path) => !path.includes('/migrations/'))).toEqual([]);
  });

  test("ni fichier ni dossier ne s'importe lui-même, par aucun chemin", () => {
    expect(circlesOf((path) => path)).toEqual([]);
    // A noun with a single file is no part of the folder that it stands in.
    const folderOf = (path: string): string =>
      BY_NOUN.includes(dirname(path)) ? join(dirname(path), nounOf(basename(path))) : dirname(path);
    expect(circlesOf(folderOf)).toEqual([]);
  });

  test('un dossier a trente fichiers au plus', () => {
    // One file per noun, and one per migration, need no folders.
    const counts = Map.groupBy(
      sources.filter(({ path }) => dirname(path) !== 'src/contract'),
      ({ path }) => dirname(path),
    );
    expect([...counts].filter(([, files]) => files.length > 30).map(([folder]) => folder)).toEqual(
      [],
    );
  });

  test('dans web/nouns, un composant reçoit ses données : il ne les lit pas lui-même', () => {
    const nouns = sources.filter(({ path }) => path.startsWith('src/web/nouns/'));
    const targetsOf = (source: Source) =>
      importsOf(source).map(({ specifier }) => fileOf(source.path, specifier) ?? '');
    const readsData = (path: string) => path.startsWith('src/web/data/');
    const readers = new Set(
      nouns.filter((one) => targetsOf(one).some(readsData)).map(({ path }) => path),
    );
    expect(readers.size).toBeGreaterThan(30);
    expect(
      nouns
        .filter(({ path }) => path.endsWith('.tsx'))
        .flatMap((one) =>
          targetsOf(one)
            .filter((target) => readsData(target) || readers.has(target))
            .map((target) => `${one.path} importe ${target}`),
        ),
    ).toEqual([]);
  });

  test("les couches pures n'importent que les paquets qui leur sont permis", () => {
    const faults = pure.flatMap((source) =>
      importsOf(source)
        .filter(
          ({ specifier }) =>
            fileOf(source.path, specifier) === null &&
            PURE[layerOf(source.path)]?.includes(specifier) !== true,
        )
        .map(({ specifier }) => `${source.path} importe ${specifier}`),
    );
    expect(faults).toEqual([]);
  });

  test("les couches pures ne connaissent ni l'heure, ni le réseau, ni la page, ni Node", () => {
    const faults: string[] = [];
    for (const source of pure) {
      const fault = (node: ESTree.Node, what: string) =>
        faults.push(`${source.path}:${lineAt(source, node)} ${what}`);
      const outside = (node: ESTree.Node) => {
        if (node.type === 'Identifier' && OUTSIDE.has(node.name)) fault(node, node.name);
      };
      walk(source, {
        NewExpression: (node) => {
          if (isNamed(node.callee, 'Date') && node.arguments.length === 0)
            fault(node, 'new Date()');
        },
        CallExpression: (node) => {
          if (isNamed(node.callee, 'Date')) fault(node, 'Date()');
          outside(node.callee);
        },
        MemberExpression: (node) => {
          if (isNamed(node.object, 'Date') && isNamed(node.property, 'now'))
            fault(node, 'Date.now');
          outside(node.object);
        },
      });
    }
    expect(faults).toEqual([]);
  });
});

test("aucun jour n'est tiré de toISOString(), qui donne la veille après minuit", () => {
  const faults: string[] = [];
  // A test may use the platform's calendar as its oracle.
  for (const source of everything.filter((one) => !isTest(one) && !one.path.endsWith('.css'))) {
    walk(source, {
      MemberExpression: ({ object, property }) => {
        const cut = ['slice', 'split', 'substring', 'substr', 'replace', 'at'].some((name) =>
          isNamed(property, name),
        );
        if (
          cut &&
          object.type === 'CallExpression' &&
          object.callee.type === 'MemberExpression' &&
          isNamed(object.callee.property, 'toISOString')
        ) {
          faults.push(`${source.path}:${lineAt(source, object)}`);
        }
      },
    });
  }
  expect(faults).toEqual([]);
});

describe('les migrations', () => {
  const FOLDER = 'src/server/stores/migrations';
  const name = (path: string) => path.slice(FOLDER.length + 1);

  test('une migration déjà partagée ne change plus', () => {
    const actual = Object.fromEntries(
      read(`${FOLDER}/*.sql`).map(({ path, text }) => [
        name(path),
        createHash('sha256').update(text).digest('hex'),
      ]),
    );
    expect(
      actual,
      `A changed line: undo the edit of that migration and write a new one (npx drizzle-kit generate --name X).
A missing line: a new migration; once it is final, add its line to FROZEN in this file, in the same commit.`,
    ).toEqual(FROZEN);
  });

  test("une migration que la version d'avant ne supporte pas le dit : « -- stop: » et pourquoi", () => {
    // OPS-43
    const harsh = (sql: string) =>
      /\b(drop (table|column|type|view)|rename|set not null|set data type|add column (?!.*\bdefault\b)[^;]*not null)\b/i.test(
        sql,
      );
    expect([
      harsh('ALTER TABLE "a" DROP COLUMN "b";'),
      harsh('ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;'),
    ]).toEqual([true, true]);
    expect([
      harsh('ALTER TABLE "a" ADD COLUMN "b" text DEFAULT \'x\' NOT NULL;'),
      harsh('CREATE TABLE "a" ("b" text NOT NULL);'),
    ]).toEqual([false, false]);
    const since = read(`${FOLDER}/*.sql`).filter(({ path }) => name(path) > '0008');
    expect(
      since.filter(({ text }) => harsh(text) && !/^-- stop: \S/.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  test('le journal nomme chaque migration une fois, dans un ordre qui ne recule pas', () => {
    const { entries } = JSON.parse(
      readFileSync(join(ROOT, FOLDER, 'meta/_journal.json'), 'utf8'),
    ) as { entries: { idx: number; when: number; tag: string }[] };
    expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(Object.keys(FROZEN));
    // A database runs only migrations dated after the last one it has run.
    expect(entries.map(({ when }) => when)).toEqual(
      entries.map(({ when }) => when).toSorted((a, b) => a - b),
    );
    expect(new Set(entries.map(({ when }) => when)).size).toBe(entries.length);
  });
});

test("le nom affiché d'une personne a une règle : full_name ne se lit pas sans prenom", () => {
  // ACC-15, PEOPLE-46: `displayName`, and `nomDuCompte` for SQL.
  const faults = sources
    .filter(({ path }) => /^src\/server\/(?!platform\/schema\/)/.test(path))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n');
      const near = (n: number) => lines.slice(Math.max(0, n - 3), n + 2).join('\n');
      return lines.flatMap((line, n) =>
        /(\.|select |coalesce\()full_name\b/i.test(line) && !/\bprenom\b/.test(near(n))
          ? [`${path}:${n + 1}`]
          : [],
      );
    });
  expect(faults).toEqual([]);
});

test("seul platform/locks.ts prend des verrous consultatifs, dont il dit l'ordre", () => {
  expect(sources.filter(({ text }) => /advisory_/.test(text)).map(({ path }) => path)).toEqual([
    'src/server/platform/locks.ts',
  ]);
});

function isNamed(node: ESTree.Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}
