import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const compress = promisify(brotliCompress);

/** Writes a `.br` beside each text file of the build: the server sends it as it is, and spends nothing per request. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return;
      const texts = [...Object.keys(bundle), 'favicon.svg'].filter((name) => /\.(?:js|css|html|svg)$/.test(name));
      await Promise.all(texts.map(async (name) => {
        const file = join(dir, name);
        const packed = await compress(await readFile(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        await writeFile(`${file}.br`, packed);
      }));
    },
  };
}

/** What the landing page is made of besides the entry. */
const LANDING = 'src/web/public.tsx';

/** Writes `accueil.html`: the one page, which names what the landing page will ask for, so that a stranger's phone fetches it along with the rest. */
function announceLanding(): Plugin {
  return {
    name: 'announce-landing',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        const landing = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(LANDING)));
        if (page?.type !== 'asset' || landing?.type !== 'chunk') throw new Error(`the page or ${LANDING} was not built`);
        const links = [landing.fileName, ...landing.imports]
          .filter((name) => !String(page.source).includes(name))
          .map((name) => `    <link rel="modulepreload" crossorigin href="/${name}">\n`);
        this.emitFile({ type: 'asset', fileName: 'accueil.html', source: String(page.source).replace('  </head>', `${links.join('')}  </head>`) });
      },
    },
  };
}

/** Where `npm run dev` finds the server's half. */
const server = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), tailwindcss(), announceLanding(), precompress()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The content policy allows neither inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The size of what a page loads is checked from here.
    manifest: true,
    reportCompressedSize: false,
    // What /login loads stays one file, however many screens are fetched later; and what the landing page adds is another, with
    // the little it shares with them: a browser asks for six files at once.
    rolldownOptions: {
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
