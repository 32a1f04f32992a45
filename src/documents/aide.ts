/**
 * The help pages (UI-90): one Markdown file of docs/aide for each task. The build calls this
 * (scripts/aide.ts), so no browser loads the parser (ADR-045).
 */
import { Marked } from 'marked';
import { escapeHtml } from './html.ts';

/** Whom a task is written for. */
export type Public = 'cavaliers' | 'bureau';

export type TacheAide = {
  /** The last part of its address: the name of its file. */
  nom: string;
  titre: string;
  pour: Public;
  /** Its place in the list. */
  ordre: number;
  /** The address of the screen on which it is done; '' if there is none. */
  ecran: string;
  /** Further words by which it is found; '' for none. */
  mots: string;
  html: string;
};

/** Where a picture is found, and how large it is shown. */
export type Image = { src: string; largeur: number; hauteur: number };

const HEAD = /^---\n([\s\S]*?)\n---\n/;

/** A space before a double sign, and inside of quotation marks, does not break (UI-78). */
const unbroken = (text: string): string =>
  text.replace(/ (?=[:;!?»])/g, '\u202f').replace(/«\s/g, '«\u202f');

/** The task of a file. `imageOf`: the picture of a name in the file. */
export function tacheOf(nom: string, file: string, imageOf: (name: string) => Image): TacheAide {
  const [head = '', lines = ''] = HEAD.exec(file) ?? [];
  const fields = Object.fromEntries(
    lines.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const { titre, pour, ordre, ecran = '', mots = '' } = fields;
  if (!titre || (pour !== 'cavaliers' && pour !== 'bureau') || !Number(ordre))
    throw new Error(`docs/aide/${nom}.md has no titre, pour or ordre`);
  const marked = new Marked({
    async: false,
    renderer: {
      image: ({ href, text }) => {
        const { src, largeur, hauteur } = imageOf(href);
        return `<img src="${escapeHtml(src)}" alt="${escapeHtml(text)}" width="${largeur}" height="${hauteur}" decoding="async">`;
      },
    },
  });
  return {
    nom,
    titre: unbroken(titre),
    pour,
    ordre: Number(ordre),
    ecran,
    mots,
    html: marked.parse(unbroken(file.slice(head.length)), { async: false }),
  };
}
