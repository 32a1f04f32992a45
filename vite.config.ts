import { createHash } from 'node:crypto';
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

const COPIES = {
  // A file in one block of 1 MB: the names of other files in it, which change by chance, then move
  // its size by 60 bytes instead of 170.
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGBLOCK]: 20 },
    }),
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
  if (page?.access === 'admin') parts.push('src/web/shell/AdminBanners.tsx');
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
        { find: /^#jsx.*/, replacement: `${SRC}web/ui/jsxRuntime.ts` },
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
      if (!id.endsWith('/src/domain/accounts/mots_de_passe_courants.ts')) return null;
      const { COURANTS } = await import('./src/domain/accounts/mots_de_passe_courants.ts');
      return `export const COURANTS = new Set(${JSON.stringify([...COURANTS].join(' '))}.split(' '));`;
    },
  };
}

/**
 * What most other screens and dialogs need too. Icons are listed, because `modulesOf` does not follow
 * the icon library: its index imports all of them.
 */
const SHARED =
  /src\/(domain\/(core\/(conservation_lecons|elision)|errors\/reservation|reservations\/(autres_comptes|brouillon|grace|participants|presences)|slots\/fermetures)|web\/(app|data\/(queries\/(booking|fermetures)|reservationDraft)|parts\/(ComingLecons|NombrePersonnes|ParticipantList|PisteCards|PisteIcon|RemarquesField|ReservationCard)|ui\/(AlertDialog|Modal|PageHeading|download|holdFocus|useSlices)))\.|icons\/(calendar-plus|chevron-(down|left|right)|circle-dashed|fence|minus|plus|trees|warehouse)\./;

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
 * Whether a module belongs to the file `app`: `SHARED`, and what a rider's first screen and an
 * administrator's both load, so that neither loads what only the other one needs.
 */
function isShared(id: string, context: Rolldown.ChunkingContext): boolean {
  firstScreens ??= ['app-reservation', 'app-webmaster'].map((one) => modulesOf(one, context));
  return SHARED.test(id) || firstScreens.every((modules) => modules.has(id));
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
            { name: 'entree', tags: ['$initial'] },
            {
              name: 'public',
              test: /src\/web\/(public|shell\/PublicShell|screens\/accueil\/.*)\./,
            },
            {
              name: 'commun',
              test: /src\/(domain\/(accounts\/approbation|errors\/(define|panne))|web\/(data\/useEcrit|ui\/(Badge|DialogButtons|EmptyState|Select|Skeleton|Textarea|Unreadable|Warning|useLast)))\./,
            },
            // what the public forms share with forms about people behind the guard
            {
              name: 'comptes',
              test: /src\/(domain\/errors\/people|web\/ui\/(Switch|Tabs|useForm))\./,
            },
            { debugName: 'app', name: (id, context) => (isShared(id, context) ? 'app' : null) },
            // what administrators' lists, forms and prints share
            {
              name: 'formulaires',
              test: /src\/(domain\/(errors\/(admin|cavaliers|clients|fermetures|series)|money\/lignes)|documents\/(html|prints\/impression)|web\/ui\/(Combobox|Dialog|FormDialog|SaveButtons|useQuestion|useUnsaved))\./,
            },
            {
              name: 'acces',
              test: /src\/web\/(data\/liens|parts\/(EndAcces|PasswordForm|useJeton)|ui\/drawings\/Letter)\./,
            },
            // before `cavaliers`, which would take modules of it: the booking screen must open without
            // that file
            { name: 'app-reservation', test: /src\/web\/screens\/app-reservation\/index\./ },
            // only on a return to something that was sent without an answer
            { name: 'retour', test: /src\/web\/data\/lookUp\./ },
            {
              name: 'cavaliers',
              test: /src\/(domain\/people\/cavaliers|web\/(data\/queries\/cavaliers|screens\/app-reservation\/(CavalierButtons|Coming|FreeSlots|OwnLecon|WeekOverview)))\./,
            },
            {
              name: 'administration',
              test: /icons\/mail-exclamation-point\.|src\/web\/(shell\/(Admin|Conservation|Horloge|Sauvegarde)|data\/queries\/(conservation|horloge)|parts\/DatePicker)/,
            },
            // the lists of people, without their forms
            {
              name: 'listes',
              test: /src\/(domain\/(emails\/failures|people\/clients)|web\/(data\/(newId|queries\/(clients|usersWrites))|parts\/(accountColumns|ActionButton|clientOptions|clientTexts|EmailText|RoleBadge|SearchField|UnseenFailures|UserStatutBadge|usePage)|paths\/fiche|ui\/(Counters|Pagination|Table|useDebounced|useLeave)))\./,
            },
            // what an administrator adds to the booking form
            { name: 'pour', test: /src\/web\/screens\/app-reservation\/(BookFor|GoToDay)\./ },
            // what the first view of the planning shares with other screens
            {
              name: 'ecrans',
              minShareCount: 2,
              test: /lucide-react\/dist\/esm\/icons|src\/(domain\/emails\/retard|web\/(data\/queries\/courriels|ui\/(PrintButton|ShownBanner|StickyBanner|printing|useBanner|useUsed)))\./,
            },
            { name: 'app-webmaster', test: /src\/web\/screens\/app-webmaster\/index\./ },
            {
              name: 'dialogues',
              test: /src\/(domain\/reservations\/(deplacement|undo)|web\/(data\/queries\/(reservationsWrites|series)|screens\/app-webmaster\/(dialogues|fermetures\/dialogues|textes\.series)))\./,
            },
            {
              name: 'identite',
              test: /node_modules\/uqr\/|src\/(documents\/prints\/codes_secours|domain\/accounts\/second_facteur|web\/(data\/(secondFacteur|queries\/secondFacteur)|parts\/(CleApplication|CodeForm|CodesSecours|ProofForm)|ui\/QrCode))\./,
            },
            // the list of open lessons, which two screens show
            {
              name: 'ouvertes',
              test: /src\/(domain\/reservations\/brouillon_places|web\/(data\/queries\/ouvertes|parts\/LeconsOuvertes|screens\/app-reservation\/OpenLecons))\./,
            },
            // the sentences of the journal, which few screens need
            { name: 'phrases', test: /src\/domain\/journal\/(journal|phrases)\./ },
            // not the statement, which needs the file with the QR code
            {
              name: 'gestion',
              minShareCount: 2,
              test: /^(?!.*\/(parts\/Releve|prints\/releves)\.)/,
            },
            { name: 'releve', test: /src\/(web\/parts\/Releve|documents\/prints\/releves)\./ },
            {
              name: 'app-journal',
              test: /src\/web\/screens\/app-(journal|supprimees)\/index\.tsx$/,
            },
            // what replaces every screen, and few people see
            {
              name: 'hors-connexion',
              test: /src\/web\/(screens\/hors-connexion\/|shell\/GuardScreens\.)/,
            },
            {
              name: 'app-courriels',
              test: /src\/web\/screens\/app-(courriels|previewemail)\/index\.tsx$/,
            },
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
