/**
 * The help pages in the build (UI-90, ADR-045): a file of docs/aide becomes a module with its HTML,
 * and its pictures become files of the build.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { type Image, tacheOf } from '../src/documents/aide.ts';

const FOLDER = 'docs/aide';
/** Points of a picture for each pixel of the page (tests/aide/images.spec.ts). */
const DENSITY = 1.5;

const nomOf = (file: string): string => basename(file, '.md');
const imagesOf = (text: string): string[] =>
  [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].flatMap(([, name]) => name ?? []);

/** The title of each page of a task, by its address. */
export const titresAide = (): Record<string, string> =>
  Object.fromEntries(
    globSync(`${FOLDER}/*.md`).map((file) => {
      const none = (): Image => ({ src: '', largeur: 0, hauteur: 0 });
      const { nom, titre } = tacheOf(nomOf(file), readFileSync(file, 'utf8'), none);
      return [`/aide/${nom}`, titre];
    }),
  );

export function aide(): Plugin {
  return {
    name: 'aide',
    async load(id) {
      if (!id.endsWith('.md') || !dirname(id).endsWith(FOLDER)) return null;
      const text = readFileSync(id, 'utf8');
      const names = imagesOf(text);
      const sizes = await Promise.all(
        names.map((name) => sharp(join(dirname(id), name)).metadata()),
      );
      const tache = tacheOf(nomOf(id), text, (name) => {
        const n = names.indexOf(name);
        const { width = 0, height = 0 } = sizes[n] ?? {};
        return {
          src: `{{${n}}}`,
          largeur: Math.round(width / DENSITY),
          hauteur: Math.round(height / DENSITY),
        };
      });
      const imports = names.map((name, n) => `import i${n} from './${name}';`);
      const value = JSON.stringify(tache).replaceAll(/\{\{(\d+)\}\}/g, '" + i$1 + "');
      return [...imports, `export default ${value};`].join('\n');
    },
  };
}
