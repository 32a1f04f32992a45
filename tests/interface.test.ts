/**
 * Rules for the code of the web part: one place for the texts of `ui`, one for sizes, radii and
 * colours.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { CREATIONS, OTHERS } from './support/ecrits_gardes.ts';

const WEB = fileURLToPath(new URL('../src/web/', import.meta.url));
const files = globSync('**/*.{ts,tsx}', { cwd: WEB })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .toSorted();

/** The strings of a file, including JSX texts and templates. */
function stringsOf(path: string): string[] {
  const found: string[] = [];
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') found.push(value);
    },
    TemplateElement: ({ value }) => {
      found.push(value.raw);
    },
    JSXText: ({ value }) => {
      found.push(value);
    },
  }).visit(parseSync(path, readFileSync(join(WEB, path), 'utf8')).program);
  return found;
}

/** French texts whose characters are prescribed exactly, with plain spaces and three dots. */
const QUOTED = new Set([
  'Mot de passe oublié ?',
  'Sauvegarde en cours...',
  'Chargement des statistiques...',
  "Vérification de l'authentification...",
  'Êtes-vous sûr de vouloir supprimer cette réservation ?',
  'Votre réservation a été confirmée avec succès !',
]);

const faultsOf = (paths: readonly string[], pattern: RegExp) =>
  paths.flatMap((path) =>
    stringsOf(path)
      .filter((text) => pattern.test(text))
      .map((text) => `${path} : ${text.trim()}`),
  );

/** What only `src/web/ui/basics/jsxRuntime.ts` may do, and options whose value would be their text. */
function bareTextsOf(path: string): string[] {
  const found: string[] = [];
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      if (source.value.startsWith('react/jsx')) found.push(`${path} : ${source.value}`);
      for (const one of specifiers)
        if (
          one.type === 'ImportSpecifier' &&
          one.imported.type === 'Identifier' &&
          ['createElement', 'cloneElement'].includes(one.imported.name)
        )
          found.push(`${path} : ${one.imported.name}`);
    },
    JSXOpeningElement: ({ name, attributes }) => {
      const has = (wanted: string) =>
        attributes.some((one) => one.type === 'JSXAttribute' && one.name.name === wanted);
      if (name.type !== 'JSXIdentifier') return;
      if (name.name === 'option' && !has('value')) found.push(`${path} : option`);
    },
  }).visit(parseSync(path, readFileSync(join(WEB, path), 'utf8')).program);
  return found;
}

test('chaque texte passe par jsxRuntime.ts, et aucune valeur n’est un texte que le navigateur traduit', () => {
  // UI-120. Types refuse a component that returns a text, and `expectAccessible` what is left.
  const runtime = new Set(['ui/basics/jsxRuntime.ts', 'ui/basics/jsxDevRuntime.ts']);
  expect(files.filter((path) => !runtime.has(path)).flatMap(bareTextsOf)).toEqual([]);
  expect([...runtime].flatMap(bareTextsOf)).toHaveLength(2);
});

test('les textes français de ui sont tous dans texts.ts', () => {
  const ui = files.filter((path) => path.startsWith('ui/') && path !== 'ui/basics/texts.ts');
  expect(ui.length).toBeGreaterThan(30);
  // A text begins with a capital or contains an accent. Names of keys and attributes of SVG do so
  // too.
  const keys = /^(Escape|Enter|Tab|Home|End|F8|Arrow(Up|Down|Left|Right)|M-?[\d.]+[\s\S]*)$/;
  expect(
    faultsOf(ui, /^\s*\p{Lu}\p{Ll}+|[àâçèéêëîïôûùœ]/u).filter(
      (fault) => !keys.test(fault.split(' : ')[1] ?? ''),
    ),
  ).toEqual([]);
});

test("un signe double ne commence pas une ligne, un guillemet ouvert n'en finit pas une, trois points sont un signe", () => {
  const found = faultsOf(
    files,
    /[\p{L}\d)}»€%…] [:;!?»](?=$|[\s.,)…])|^[ \u00a0][:;!?»](?=$|[\s.,)])|«[ \u00a0]|\u00a0[:;!?»]|\p{L}\.\.\./u,
  );
  expect(found.filter((fault) => !QUOTED.has(fault.slice(fault.indexOf(' : ') + 3)))).toEqual([]);
  expect(stringsOf('screens/app-mes-lecons/textes.ts').join()).toContain('\u202f');
});

test("sur une carte et dans une phrase, les heures d'une leçon s'écrivent par heuresOf : « 10h00 – 11h00 »", () => {
  // UI-78: the planning's cells and the list of the statistics are tables of figures.
  const tables = ['nouns/planning/PlanningCell.tsx', 'screens/app-statistiques/Lecons.tsx'];
  const written = files.filter((path) =>
    /heure_debut\}?\s*–/.test(readFileSync(join(WEB, path), 'utf8')),
  );
  expect(written).toEqual(tables);
});

test('tailles, rayons et couleurs viennent des jetons de styles.css', () => {
  const styled = files.filter((path) => !path.startsWith('ui/drawings/'));
  expect(faultsOf(styled, /(?:^|[\s:])(?:text|rounded)-\[|#[\da-f]{3,8}\b|\brgba?\(/i)).toEqual([]);
});

test("aucune classe n'est imposée par un point d'exclamation", () => {
  const classes = /(?:^|[\s:])-?[a-z][\w.[\]/()-]*!(?=\s|$)/;
  expect(
    faultsOf(
      files.filter((path) => path !== 'parts/Calendar.tsx'),
      classes,
    ),
  ).toEqual([]);
});

test("les composants s'écrivent en PascalCase, les autres fichiers en camelCase", () => {
  // A noun with a single file is a file of that name.
  const names = files
    .filter((path) => !/^nouns\/[a-z_]+\.ts$/.test(path))
    .map((path) => path.split('/').at(-1) ?? '');
  expect(
    names.filter(
      (name) => !/^(?:[A-Z][A-Za-z]*\.tsx|[a-z][A-Za-z]*(?:\.[a-z]+)?\.tsx?)$/.test(name),
    ),
  ).toEqual([]);
});

test('chaque écrit gardé qui crée quelque chose porte son envoi, et chaque autre dit ce qui empêche un double', () => {
  // UI-113. A new one joins the list, and the test that the list names.
  const source = (path: string) => readFileSync(join(WEB, path), 'utf8');
  const keeping = files.filter(
    (path) =>
      !path.startsWith('data/') &&
      /\b(useEcrit|useKeepEcrit|useAttempt|usePending)\b/.test(source(path)),
  );
  const listed = [...Object.values(CREATIONS), ...Object.values(OTHERS).map(([file]) => file)];
  expect(keeping).toEqual(listed.toSorted());
  for (const path of keeping)
    expect(
      source(path).match(/\b(useEcrit|useAttempt|usePending)[<(]/g)?.length ?? 1,
      `${path} keeps one draft`,
    ).toBe(1);
  for (const [name, path] of Object.entries(CREATIONS)) {
    expect(source(path), path).toMatch(/\b(useAttempt|usePending|runAttempt)[<(]/);
    expect(source(path), path).toContain(name);
  }
  for (const [name, [path]] of Object.entries(OTHERS))
    expect(source(path).replace('${mois}.', ''), path).toMatch(
      name.startsWith('reservation') ? 'KEPT' : name,
    );
});
