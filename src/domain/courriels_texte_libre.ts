/** The plain text beside the HTML that an administrator wrote (`send-email` of API-08). It takes linear time for any input. */

/** What these hold is not for reading. */
const MUETTES = new Set(['script', 'style', 'head', 'title', 'template']);
const PARAGRAPHES = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'blockquote', 'section', 'article', 'hr']);
const LIGNES = new Set(['br', 'li', 'tr']);

/** The words of a page, its paragraphs apart, the address of each link behind its words. */
export function texteOf(html: string): string {
  const morceaux: string[] = [];
  let lien: { adresse: string; debut: number } | null = null;
  let i = 0;
  while (i < html.length) {
    const balise = html.indexOf('<', i);
    if (balise === -1) break;
    morceaux.push(decode(html.slice(i, balise)));
    const fin = finOf(html, balise);
    if (fin === null) { // a sign that begins nothing
      morceaux.push('<');
      i = balise + 1;
      continue;
    }
    const { nom, ferme } = readBalise(html.slice(balise, fin));
    i = MUETTES.has(nom) && !ferme ? apres(html, nom, fin) : fin;
    if (PARAGRAPHES.has(nom)) morceaux.push('\n\n');
    else if (LIGNES.has(nom) && !(ferme && nom !== 'tr')) morceaux.push('\n', nom === 'li' ? '- ' : '');
    else if (nom === 'td' || nom === 'th') morceaux.push(' ');
    else if (nom === 'a' && !ferme) lien = { adresse: adresseOf(html.slice(balise, fin)), debut: morceaux.length };
    else if (nom === 'a' && lien) {
      const mots = morceaux.slice(lien.debut).join('').trim();
      if (lien.adresse !== '' && lien.adresse !== mots) morceaux.push(` (${lien.adresse})`);
      lien = null;
    }
  }
  morceaux.push(decode(html.slice(i)));
  return morceaux.join('').replace(/\n{3,}/g, '\n\n').split('\n').map((ligne) => ligne.replace(/[ \t]+/g, ' ').trim()).join('\n').replace(/\n{3,}/g, '\n\n').trim();
}

/** Where a tag or a comment ends; null for a sign that begins none. */
function finOf(html: string, debut: number): number | null {
  if (html.startsWith('<!--', debut)) return oubli(html.indexOf('-->', debut + 4), 3, html);
  if (!/[a-z/!?]/i.test(html[debut + 1] ?? '')) return null;
  return oubli(html.indexOf('>', debut), 1, html);
}

/** What never ends takes the rest with it. */
const oubli = (trouve: number, longueur: number, html: string): number => (trouve === -1 ? html.length : trouve + longueur);

function readBalise(balise: string): { nom: string; ferme: boolean } {
  const [, ferme = '', nom = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(balise) ?? [];
  return { nom: nom.toLowerCase(), ferme: ferme !== '' };
}

/** Behind the end of an element that is not read. */
function apres(html: string, nom: string, depuis: number): number {
  const fin = new RegExp(`</${nom}`, 'gi');
  fin.lastIndex = depuis;
  const trouve = fin.exec(html);
  return trouve === null ? html.length : oubli(html.indexOf('>', trouve.index), 1, html);
}

function adresseOf(balise: string): string {
  const [, guillemets, apostrophes, nue] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(balise) ?? [];
  const adresse = decode(guillemets ?? apostrophes ?? nue ?? '').trim();
  return /^(?:https?:|mailto:|tel:)/i.test(adresse) ? adresse : '';
}

const NOMMEES: Record<string, string> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', eacute: 'é', egrave: 'è', agrave: 'à', ccedil: 'ç', ecirc: 'ê', euro: '€',
  rsquo: '’', laquo: '«', raquo: '»', hellip: '…', ndash: '–', mdash: '—',
};

/** Written words: runs of white space are one space, entities are their sign. */
function decode(texte: string): string {
  return texte.replace(/\s+/g, ' ').replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (entite, decimal?: string, hexa?: string, nom?: string) => {
    if (nom !== undefined) return NOMMEES[nom.toLowerCase()] ?? entite;
    const point = decimal === undefined ? Number.parseInt(hexa ?? '', 16) : Number(decimal);
    return point > 31 && point <= 0x10_FF_FF && !(point >= 0xD8_00 && point <= 0xDF_FF) ? String.fromCodePoint(point) : '';
  });
}
