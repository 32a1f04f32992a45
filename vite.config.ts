import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const COPIES = {
  br: (text: Buffer) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: (text: Buffer) => promisify(gzip)(text, { level: 9 }),
};

/**
 * Writes compressed copies beside each text file of the build: the server sends them as they are, and spends nothing per request.
 * The pages it compresses itself, once it has written the centre's name into them.
 */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return;
      const texts = [...Object.keys(bundle), 'favicon.svg'].filter((name) => /\.(?:js|css|svg)$/.test(name));
      await Promise.all(texts.map(async (name) => {
        const file = join(dir, name);
        const text = await readFile(file);
        await Promise.all(Object.entries(COPIES).map(async ([ending, compress]) => writeFile(`${file}.${ending}`, await compress(text))));
      }));
    },
  };
}

/** Who is signed in, and what the centre is called: what a page asks for first. */
const SESSION_CALL = '/api/auth/get-session';
const CENTRE_CALL = '/api/centre';

/**
 * The pages the server sends (server/http/static.ts): each is index.html, naming besides what its addresses ask for at once,
 * so that a phone fetches that along with the code and not after it. What is named here must be used at once: it grows old.
 */
const PAGES: Readonly<Record<string, { parts: readonly string[]; calls: readonly string[] }>> = {
  'accueil.html': { parts: ['src/web/public.tsx'], calls: [SESSION_CALL, CENTRE_CALL] },
  'entree.html': { parts: [], calls: [SESSION_CALL, CENTRE_CALL] },
  'app.html': { parts: ['src/web/app.tsx'], calls: [SESSION_CALL] },
};

/** Writes the pages, in place of index.html. */
function announceParts(): Plugin {
  return {
    name: 'announce-parts',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('index.html was not built');
        const html = String(index.source);
        /** The files of a part, those it shares with others included, that the page does not already name. */
        const filesOf = (part: string): string[] => {
          const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(part)));
          if (chunk?.type !== 'chunk') throw new Error(`${part} was not built`);
          return [chunk.fileName, ...chunk.imports].filter((name) => !html.includes(name));
        };
        for (const [fileName, { parts, calls }] of Object.entries(PAGES)) {
          const links = [
            ...parts.flatMap(filesOf).map((name) => `<link rel="modulepreload" crossorigin href="/${name}" />`),
            ...calls.map((call) => `<link rel="preload" as="fetch" crossorigin href="${call}" />`),
          ];
          this.emitFile({ type: 'asset', fileName, source: html.replace('  </head>', `${links.map((link) => `    ${link}\n`).join('')}  </head>`) });
        }
        delete bundle['index.html'];
      },
    },
  };
}

/** Where `npm run dev` finds the server's half. */
const server = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), tailwindcss(), announceParts(), precompress()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The content policy allows neither inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What /login loads stays one file, however many screens are fetched later; and what the landing page adds is another, with
    // the little it shares with them: a browser asks for six files at once.
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'entree', tags: ['$initial'] },
            { name: 'public', test: /src\/web\/(public|shell\/(PublicShell|SkipLink)|screens\/(accueil|page-non-trouvee))|icons\/(clock|mail-check)\./ },
          ],
        },
      },
    },
  },
  server: {
    // The host stays the browser's, so that the server sees a write of its own site.
    proxy: { '/api': { target: server, changeOrigin: false }, '/storage': { target: server, changeOrigin: false } },
  },
});
