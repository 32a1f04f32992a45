import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type ContractRouter, isContractProcedure, minifyContractRouter } from '@orpc/contract';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin, type Rolldown, runnerImport } from 'vite';
import { aide, titresAide } from './scripts/aide.ts';
import type { Meta } from './src/contract/call.ts';
import { earlyReadingsAt } from './src/web/paths/earlyReadings.ts';
import { PAGES, type PathName } from './src/web/paths/paths.ts';

const SRC = fileURLToPath(new URL('src/', import.meta.url));

/** Comments, white space and long names go; the syntax stays that of old browsers. */
const PLAIN = { compress: false, mangle: true };

/**
 * Sizes of blocks, as powers of two, from which a file above the smallest takes the best: the names
 * of other files in it, which change by chance, move each size by 60 to 170 bytes.
 */
const SMALLEST = 16;
const LARGER = [17, 20];

const brotli = (text: Buffer, block: number): Promise<Buffer> =>
  promisify(brotliCompress)(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGBLOCK]: block },
  });

const COPIES = {
  async br(text: Buffer): Promise<Buffer> {
    const first = await brotli(text, SMALLEST);
    if (text.length <= 2 ** SMALLEST) return first;
    const others = await Promise.all(LARGER.map((block) => brotli(text, block)));
    return others.reduce((best, one) => (one.length < best.length ? one : best), first);
  },
  gz: (text: Buffer) => promisify(gzip)(text, { level: 9 }),
};

/**
 * Writes compressed copies beside each text file of the build: the server sends them as they are,
 * and spends nothing per request. The pages it compresses itself, once it has written the centre's
 * name into them.
 */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return;
      const texts = [...Object.keys(bundle), 'favicon.svg'].filter((name) =>
        /\.(?:js|css|svg)$/.test(name),
      );
      await Promise.all(
        texts.map(async (name) => {
          const file = join(dir, name);
          const text = await readFile(file);
          await Promise.all(
            Object.entries(COPIES).map(async ([ending, compress]) =>
              writeFile(`${file}.${ending}`, await compress(text)),
            ),
          );
        }),
      );
    },
  };
}

/** Makes Chrome compile a whole file while it arrives, beside the main thread (ADR-030). */
const COMPILE_AT_ONCE = '//# allFunctionsCalledOnLoad\n';

/** The hint must be the first line, so it is added after Vite's own lines. */
function compileAtOnce(): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    augmentChunkHash: () => COMPILE_AT_ONCE,
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = COMPILE_AT_ONCE + file.code;
      },
    },
  };
}

/** Who is signed in, and what the centre is called: what every page asks for first. */
const CALLS = ['/api/auth/get-session', '/api/centre'];

/** The parts that the first drawing of an address behind the guard shows. */
function firstPartsOf(path: string): string[] {
  const [name, page] = PAGES.find(([, one]) => one.path === path) ?? [];
  const parts = ['src/web/app.tsx'];
  if (name) parts.push(`src/web/screens/app-${FOLDERS[name] ?? name}/index.tsx`);
  if (name === 'reservation') parts.push('src/web/screens/app-reservation/FreeSlots.tsx');
  if (page?.access === 'admin') parts.push('src/web/shell/banners/AdminBanners.tsx');
  return parts;
}

/** The folder of a screen, if it is not its name. */
const FOLDERS: Partial<Record<PathName, string>> = {
  mesLecons: 'mes-lecons',
  mesReleves: 'mes-releves',
};

/** Replaces a place of the page, which must be there. */
function put(html: string, place: string | RegExp, what: string): string {
  if (!(typeof place === 'string' ? html.includes(place) : place.test(html)))
    throw new Error(`the page has no place ${place}`);
  return html.replace(place, () => what);
}

type Model = { cadres: Record<string, string>; titres: Record<string, string> };

/**
 * What the pages hold before a script runs, rendered by the components themselves
 * (src/web/prerender.tsx).
 */
async function renderModel(): Promise<Model> {
  const { module } = await runnerImport<{ renderModel: () => Model }>(`${SRC}web/prerender.tsx`, {
    logLevel: 'warn',
    resolve: {
      alias: [
        {
          find: /^#web\/data\/(centre|session)\.ts$/,
          replacement: `${SRC}web/data/prerendered.ts`,
        },
        { find: /^#jsx.*/, replacement: `${SRC}web/ui/basics/jsxRuntime.ts` },
        { find: /^#/, replacement: SRC },
      ],
    },
  });
  return module.renderModel();
}

/**
 * The pages the server sends (server/http/pages.ts): each is index.html, naming besides what its
 * addresses ask for at once, so that a phone fetches that along with the code and not after it.
 * What is named here must be used at once: it grows old.
 */
function announceParts(): Plugin {
  return {
    name: 'announce-parts',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('index.html was not built');
        // In the page: as a file it would cost a round trip before anything else is asked for.
        const firstScript = (
          await minify('first-paint.js', await readFile('public/first-paint.js', 'utf8'), PLAIN)
        ).code;
        // Without JavaScript nothing sets the attribute that dark.css asks for.
        const dark = (await readFile('src/web/dark.css', 'utf8'))
          .replace("[data-theme='sombre']", '')
          .replace('@media screen', '@media screen and (prefers-color-scheme: dark)');
        // The frame of a screen would wait for scripts, and the sentence about a late page with it.
        const darkSheet = this.emitFile({
          type: 'asset',
          name: 'sombre.css',
          source: `${dark}#cadre,#retard{display:none}`,
        });
        const html = (
          [
            [' src="/first-paint.js">', `>${firstScript}`],
            ['<script type="module"', '<script type="module" fetchpriority="low"'],
            [/(?<=<title>)[^<]*(?=<\/title>)/, '{{titre}}'],
            [/(?<=<meta name="application-name" content=")[^"]*(?=")/, '{{nom}}'],
            [/(?<=<meta name="centre" content=)'[^']*'/, '"{{centre}}"'],
            [
              /(?<=<meta name="description" content="[^"]*)piste intérieure ou extérieure/,
              '{{pistes}}',
            ],
            [
              '  </head>',
              `    <noscript><link rel="stylesheet" href="/${this.getFileName(darkSheet)}" /></noscript>\n  </head>`,
            ],
          ] as const
        ).reduce((text, [place, what]) => put(text, place, what), String(index.source));
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        /** The file of a part and those it imports, that the page does not already name. */
        const filesOf = (part: string, found = new Set<string>()): Set<string> => {
          const chunk = chunks.find(
            ({ fileName, moduleIds }) =>
              fileName === part || moduleIds.some((id) => id.endsWith(part)),
          );
          if (!chunk) throw new Error(`${part} was not built`);
          if (html.includes(chunk.fileName) || found.has(chunk.fileName)) return found;
          found.add(chunk.fileName);
          for (const file of chunk.imports) filesOf(file, found);
          return found;
        };
        const [line, script = '', entry = ''] =
          / *(<script type="module"[^>]* src="\/([^"]*)"><\/script>)\n/.exec(html) ?? [];
        if (line === undefined) throw new Error('index.html has no entry');
        const preload = (file: string) =>
          `<link rel="modulepreload" crossorigin href="/${file}" fetchpriority="low" />`;
        // Starts the program of a screen without the first script (UI-121), which removes it. An SVG
        // element named `template` is not inert, but Chrome looks for files to fetch early neither in
        // it nor in an HTML one, so that the first script still decides when they are fetched.
        const start = `<svg id="depart" hidden><template><foreignObject>${script}</foreignObject></template></svg>`;
        /** `frame`: its files stand in a `template`, for the first script to begin with. */
        const write = (
          name: string,
          parts: readonly string[],
          {
            body = '<noscript>{{sansScript}}</noscript><div id="root">{{retard}}</div>',
            readings = [],
            frame = false,
          }: { body?: string; readings?: readonly string[]; frame?: boolean } = {},
        ): void => {
          const files = [...new Set(parts.flatMap((part) => [...filesOf(part)]))].map(preload);
          const links = [
            // The entry is preloaded, or the others would be asked for before it.
            ...(frame
              ? [
                  `<template id="programme">${[preload(entry), ...files, script].join('')}</template>`,
                ]
              : files),
            ...CALLS.map((call) => `<link rel="preload" as="fetch" crossorigin href="${call}" />`),
            ...readings.map(
              (call) => `<meta name="lecture" content="${call.replaceAll('&', '&amp;')}" />`,
            ),
          ];
          this.emitFile({
            type: 'asset',
            fileName: `${name}.html`,
            source: put(
              put(
                frame ? put(html, line, '') : html,
                '  </head>',
                `${links.map((link) => `    ${link}\n`).join('')}  </head>`,
              ),
              '<div id="root"></div>',
              body,
            ),
          });
        };
        const { cadres, ...model } = await renderModel();
        write('accueil', ['src/web/public.tsx'], {
          body: '<noscript>{{avis}}</noscript><div id="root">{{accueil}}{{retard}}</div><template id="membre">{{membre}}{{retard}}</template>',
          readings: earlyReadingsAt('/'),
        });
        write('entree', []);
        for (const [path, cadre] of Object.entries(cadres))
          // /app/prix: app-prix.html
          write(path.slice(1).replace('/', '-'), firstPartsOf(path), {
            body: `${start}<noscript>{{sansScript}}</noscript><div id="root">${cadre}{{retard}}</div>`,
            readings: earlyReadingsAt(path),
            frame: true,
          });
        this.emitFile({
          type: 'asset',
          fileName: 'modele.json',
          source: JSON.stringify({ ...model, titres: { ...model.titres, ...titresAide() } }),
        });
        delete bundle['index.html'];
      },
    },
  };
}

/**
 * Writes the service worker with the names of all files of this build, whose hashes make the
 * version (ADR-029), and the one that removes it.
 */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const assets = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/'))
          .map((name) => `/${name}`)
          .toSorted();
        const isImage = (name: string) => name.endsWith('.webp');
        const files = ['/favicon.svg', ...assets.filter((name) => !isImage(name))];
        const images = assets.filter(isImage);
        const list = (names: string[]) => names.map((name) => `'${name}'`).join(', ');
        const worker = await readFile('src/web/worker/sw.js', 'utf8');
        const version = createHash('sha256')
          .update(worker)
          .update([...files, ...images].join())
          .digest('hex')
          .slice(0, 12);
        const source = worker
          .replace('__VERSION__', version)
          .replace("'__FILES__'", list(files))
          .replace("'__IMAGES__'", list(images));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
        this.emitFile({
          type: 'asset',
          fileName: 'sw-off.js',
          source: await readFile('src/web/worker/sw-off.js'),
        });
      },
    },
  };
}

/**
 * What a client uses of the contract, as data: method, address and nouns of each call. Schemas and
 * refusals are for the server alone. The calls before the sign-in are left out: their forms call an
 * address (web/data/http.ts), because they have not loaded this code.
 */
function contractAsData(): Plugin {
  return {
    name: 'contract-as-data',
    async load(id) {
      if (!id.endsWith('/src/contract/api.ts')) return null;
      const { module, dependencies } = await runnerImport<{ api: ContractRouter<Meta> }>(id, {
        logLevel: 'warn',
        resolve: { alias: [{ find: /^#/, replacement: SRC }] },
      });
      for (const file of dependencies) this.addWatchFile(file);
      return `const call = (meta, method, path) => ({ '~orpc': { errorMap: {}, meta, route: { method, path } } });
        export const api = ${codeOf(minifyContractRouter(module.api))};`;
    },
  };
}

/** Whether a part of the contract is a call before the sign-in that no screen shows. */
const isBeforeSignIn = (router: object): boolean => {
  if (!isContractProcedure(router)) return false;
  const { who, shows } = router['~orpc'].meta as Meta;
  return !shows && ['all', 'second_facteur', 'enrolement'].includes(who);
};

/** Each call in one short expression: they are a hundred, and every screen loads them. */
function codeOf(router: object): string {
  if (!isContractProcedure(router))
    return `{${Object.entries(router)
      .filter(([, value]: [string, object]) => !isBeforeSignIn(value))
      .map(([name, value]: [string, object]) => `${name}:${codeOf(value)}`)
      .join()}}`;
  const {
    meta,
    route: { method, path },
  } = router['~orpc'];
  const withoutWords = (key: string, value: unknown) =>
    ['who', 'etag'].includes(key) ? undefined : value;
  return `call(${[JSON.stringify(meta, withoutWords), JSON.stringify(method), JSON.stringify(path)].join()})`;
}

/**
 * Writes the common passwords into the browser's copy of their file: 3,000 words, where the package
 * holds 49,000.
 */
function commonPasswords(): Plugin {
  return {
    name: 'common-passwords',
    async load(id) {
      if (!id.endsWith('/src/domain/signin/mots_de_passe_courants.ts')) return null;
      const { COURANTS } = await import('./src/domain/signin/mots_de_passe_courants.ts');
      return `export const COURANTS = new Set(${JSON.stringify([...COURANTS].join(' '))}.split(' '));`;
    },
  };
}

/** Icons of the file `app`: `modulesOf` does not follow the library, whose index imports all of them. */
const ICONS =
  /icons\/(calendar-plus|chevron-(down|left|right)|circle-dashed|fence|minus|plus|trees|warehouse)\./;

/** Source file -> the name in its first line, if it has one. */
const tags = new Map<string, string | null>();
const CHUNKS = new Set(['app']);

/** The file of the browser's code that a source file names in its first line: `// chunk: app`. */
function chunkOf(id: string): string | null {
  if (!id.startsWith(SRC) || !/\.tsx?$/.test(id)) return null;
  const known = tags.get(id);
  if (known !== undefined) return known;
  const tag = /^\/\/ chunk: (.+)\n/.exec(readFileSync(id, 'utf8'))?.[1] ?? null;
  if (tag !== null && !CHUNKS.has(tag)) throw new Error(`${id}: no chunk is named ${tag}`);
  tags.set(id, tag);
  return tag;
}

/** A file of the source files that name it, and of `others`. The first group that matches takes a module. */
function tagged(name: string, others?: RegExp, minShareCount = 1): Rolldown.CodeSplittingGroup {
  CHUNKS.add(name);
  const belongs = (id: string) => chunkOf(id) === name || others?.test(id) === true;
  return { debugName: name, minShareCount, name: (id) => (belongs(id) ? name : null) };
}

/** The modules that a screen loads with its code. */
function modulesOf(screen: string, context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>();
  const follow = (id: string): void => {
    if (found.has(id) || id.includes('/lucide-react/')) return;
    found.add(id);
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) follow(next);
  };
  follow(`${SRC}web/screens/${screen}/index.tsx`);
  return found;
}

let firstScreens: Set<string>[] | undefined;

/**
 * Whether a module belongs to the file `app`: what says so, and what a rider's first screen and an
 * administrator's both load, so that neither loads what only the other one needs.
 */
function isShared(id: string, context: Rolldown.ChunkingContext): boolean {
  firstScreens ??= ['app-reservation', 'app-webmaster'].map((one) => modulesOf(one, context));
  return (
    chunkOf(id) === 'app' || ICONS.test(id) || firstScreens.every((modules) => modules.has(id))
  );
}

/** Where `npm run dev` finds the server's half. */
const server = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    contractAsData(),
    commonPasswords(),
    aide(),
    react({ jsxImportSource: '#jsx' }),
    tailwindcss(),
    compileAtOnce(),
    announceParts(),
    serviceWorker(),
    precompress(),
  ],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // The engines that Tailwind supports have the syntax of 2022 (UI-50).
    target: 'es2022',
    // The content policy allows neither other inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Few files, because each costs a request: what /login loads, what the landing page adds, what
    // the public forms and the part behind the guard share, what the booking and the planning share,
    // what two other screens or more share; and a file for each screen. Small parts that come with
    // one's own lessons are one file.
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'entry', tags: ['$initial'] },
            tagged('public'),
            tagged('base'),
            // what the public forms share with forms about people behind the guard
            tagged('forms-people'),
            { debugName: 'app', name: (id, context) => (isShared(id, context) ? 'app' : null) },
            // what administrators' lists, forms and prints share
            tagged('forms'),
            tagged('access'),
            // before `riders`, which would take modules of it: the booking screen must open without
            // that file
            tagged('app-reservation'),
            // only on a return to something that was sent without an answer
            tagged('look-up'),
            tagged('riders'),
            tagged('admin-frame', /icons\/mail-exclamation-point\./),
            // the lists of people, without their forms
            tagged('people-lists'),
            // what an administrator adds to the booking form
            tagged('book-for'),
            // what the first view of the planning shares with other screens
            tagged('admin-first', /lucide-react\/dist\/esm\/icons/, 2),
            tagged('app-webmaster'),
            tagged('desk-dialogs'),
            tagged('identity', /node_modules\/uqr\//),
            // the list of open lessons, which two screens show
            tagged('open'),
            // the sentences of the journal, which few screens need
            tagged('phrases'),
            // not the statement, which needs the file with the QR code
            {
              debugName: 'admin',
              minShareCount: 2,
              name: (id) => (chunkOf(id) === 'statement' ? null : 'admin'),
            },
            tagged('statement'),
            tagged('app-journal'),
            // what replaces every screen, and few people see
            tagged('offline'),
            tagged('app-courriels'),
          ],
        },
      },
    },
  },
  server: {
    // The host stays the browser's, so that the server sees a write of its own site.
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/storage': { target: server, changeOrigin: false },
      '/manifest.webmanifest': { target: server },
    },
  },
});
