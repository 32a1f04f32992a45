/** The floors of the house: who may import whom, what the ground may touch, and how long a file may grow. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAX_LINES = 250;

/** docs/maison.md: room -> the rooms of ours it may import, besides itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  contract: ['domain'],
  'server/platform': ['domain', 'contract'],
  'server/stores': ['domain', 'server/platform'],
  'server/actions': ['domain', 'server/platform', 'server/stores'],
  'server/http': ['domain', 'contract', 'server/platform', 'server/stores'],
  server: ['contract', 'server/platform', 'server/stores', 'server/actions', 'server/http'],
  'web/ui': [],
  'web/parts': ['domain', 'web/ui'],
  'web/data': ['domain', 'contract'],
  'web/shell': ['domain', 'contract', 'web/data', 'web/parts', 'web/ui', 'web/paths'],
  'web/screens': ['domain', 'contract', 'web/data', 'web/parts', 'web/ui', 'web/paths'],
  'web/paths': ['domain', 'contract'],
  web: ['web/data', 'web/parts', 'web/ui', 'web/paths', 'web/shell', 'web/screens'],
};

/** Globals that would let the ground see the time, the network, the page or Node. */
const OUTSIDE = new Set(['process', 'fetch', 'window', 'document', 'localStorage', 'navigator', 'performance', 'setTimeout', 'setInterval']);

type Source = { path: string; text: string };
type Import = { specifier: string; line: number };

const read = (pattern: string): Source[] => globSync(pattern, { cwd: ROOT }).toSorted().map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const isTest = ({ path }: Source) => /\.test\.tsx?$/.test(path);

const sources = read('src/**/*.{ts,tsx}').filter((source) => !isTest(source));
const everything = ['src', 'tests', 'bench', 'scripts'].flatMap((folder) => read(`${folder}/**/*.{ts,tsx,mjs,css}`));

function walk({ path, text }: Source, visitor: VisitorObject): void {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  new Visitor(visitor).visit(program);
}

const lineAt = ({ text }: Source, { start }: { start: number }) => text.slice(0, start).split('\n').length;

function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  const add = (node: ESTree.Expression | ESTree.TSLiteral | null) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') found.push({ specifier: node.value, line: lineAt(source, node) });
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

/** The file of ours that a specifier means, or null for a package. */
function fileOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  return specifier.startsWith('.') ? relative('.', join(dirname(from), specifier)) : null;
}

function roomOf(path: string): string {
  const [, floor = '', room = '', rest] = path.split('/');
  if (floor === 'domain' || floor === 'contract') return floor;
  if (floor === 'web' && rest === undefined && room.startsWith('paths.')) return 'web/paths';
  return rest === undefined ? floor : `${floor}/${room}`;
}

/** A screen is its folder, an action its file: neither may know its neighbour. */
function neighbour(from: string, to: string): boolean {
  const [screen, action] = [/^src\/web\/screens\/[^/]+\//, /^src\/server\/actions\/.+/];
  return [screen, action].some((pattern) => pattern.test(to) && pattern.test(from) && pattern.exec(from)?.[0] !== pattern.exec(to)?.[0]);
}

describe('les étages', () => {
  test('chaque fichier de src a sa pièce', () => {
    expect(sources.map(({ path }) => path).filter((path) => !(roomOf(path) in MAY_IMPORT))).toEqual([]);
    expect(sources.length).toBeGreaterThan(0);
  });

  test('une pièce n\'importe que celles qui lui sont permises', () => {
    const faults = sources.flatMap((source) => importsOf(source).flatMap(({ specifier, line }) => {
      const target = fileOf(source.path, specifier);
      if (target === null) return [];
      const [from, to] = [roomOf(source.path), roomOf(target)];
      const allowed = target.startsWith('src/') && !neighbour(source.path, target) && (from === to || MAY_IMPORT[from]?.includes(to) === true);
      return allowed ? [] : [`${source.path}:${line} (${from}) importe ${specifier} (${to})`];
    }));
    expect(faults).toEqual([]);
  });

  test('le rez-de-chaussée n\'importe aucun paquet', () => {
    const ground = sources.filter(({ path }) => roomOf(path) === 'domain');
    expect(ground.flatMap((source) => importsOf(source).filter(({ specifier }) => fileOf(source.path, specifier) === null).map(({ specifier }) => `${source.path} importe ${specifier}`))).toEqual([]);
  });

  test('le rez-de-chaussée ne connaît ni l\'heure, ni le réseau, ni la page, ni Node', () => {
    const faults: string[] = [];
    for (const source of sources.filter(({ path }) => roomOf(path) === 'domain')) {
      const fault = (node: ESTree.Node, what: string) => faults.push(`${source.path}:${lineAt(source, node)} ${what}`);
      const outside = (node: ESTree.Node) => {
        if (node.type === 'Identifier' && OUTSIDE.has(node.name)) fault(node, node.name);
      };
      walk(source, {
        NewExpression: (node) => {
          if (isNamed(node.callee, 'Date') && node.arguments.length === 0) fault(node, 'new Date()');
        },
        CallExpression: (node) => {
          if (isNamed(node.callee, 'Date')) fault(node, 'Date()');
          outside(node.callee);
        },
        MemberExpression: (node) => {
          if (isNamed(node.object, 'Date') && isNamed(node.property, 'now')) fault(node, 'Date.now');
          outside(node.object);
        },
      });
    }
    expect(faults).toEqual([]);
  });
});

test('aucun jour n\'est tiré de toISOString(), qui donne la veille après minuit', () => {
  const faults: string[] = [];
  // A test may use the platform's calendar as its oracle.
  for (const source of everything.filter((one) => !isTest(one) && !one.path.endsWith('.css'))) {
    walk(source, {
      MemberExpression: ({ object, property }) => {
        const cut = ['slice', 'split', 'substring', 'substr', 'replace', 'at'].some((name) => isNamed(property, name));
        if (cut && object.type === 'CallExpression' && object.callee.type === 'MemberExpression' && isNamed(object.callee.property, 'toISOString')) {
          faults.push(`${source.path}:${lineAt(source, object)}`);
        }
      },
    });
  }
  expect(faults).toEqual([]);
});

test(`un fichier de plus de ${MAX_LINES} lignes demande un second nom`, () => {
  const long = everything.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length })).filter(({ lines }) => lines > MAX_LINES);
  expect(long.map(({ path, lines }) => `${path} : ${lines} lignes`)).toEqual([]);
});

function isNamed(node: ESTree.Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}
