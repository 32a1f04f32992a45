/**
 * The planning of a full week, 336 booked cells, re-rendered in a real browser at the desk's width.
 */
import tailwindcss from '@tailwindcss/vite';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { launchBrowser } from './browser.ts';
import { type Figure, milliseconds } from './report.ts';
import { median, ROUNDS } from './rounds.ts';

const PER_ROUND = 60;

export async function measureRendu(say: (step: string) => void): Promise<Figure[]> {
  const outDir = await mkdtemp(join(tmpdir(), 'manege-rendu-'));
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [tailwindcss()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      lib: {
        entry: fileURLToPath(new URL('rendu_page.ts', import.meta.url)),
        formats: ['iife'],
        name: 'rendu',
        fileName: 'rendu',
      },
    },
  });
  const files = await readdir(outDir);
  const read = async (end: string): Promise<string> =>
    readFile(join(outDir, files.find((name) => name.endsWith(end)) ?? ''), 'utf8');
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.setContent('<!doctype html><html lang="fr"><body></body></html>');
  await page.addStyleTag({ content: await read('.css') });
  await page.addScriptTag({ content: await read('.js') });
  const rounds: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`tour ${round} sur ${ROUNDS}`);
    rounds.push(
      median(
        await page.evaluate(
          (n) => (globalThis as unknown as { measure: (rounds: number) => number[] }).measure(n),
          PER_ROUND,
        ),
      ),
    );
  }
  await browser.close();
  await rm(outDir, { recursive: true, force: true });
  return [
    {
      nom: 'nouveau dessin, mise en page comprise, médiane',
      tours: rounds,
      ecrit: milliseconds,
      but: { signe: '≤', valeur: 16, indicatif: true },
    },
  ];
}
