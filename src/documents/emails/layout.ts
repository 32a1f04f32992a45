/**
 * The layout of every email: a page of blocks, rendered as HTML that old mail programs can show,
 * and as plain text.
 */
import { type Contact, emailHref, telephoneHref } from '#domain/people/contact.ts';
import type { Mentions } from '#domain/settings/parametres.ts';
import { escapeHtml } from '../html.ts';

/** The facts about the centre in emails (MAIL-09). `publicUrl` has no trailing slash. */
export type CourrielCentre = {
  nom: string;
  ville: string;
  publicUrl: string;
  /** The opening hours: 'Ouvert tous les jours de 8h00 à 20h00'. */
  ouvert: string;
  contact: Contact;
  /** The legal mentions, if the centre gives any (SET-50). */
  mentions?: Mentions | null;
};

/** A label and its value, which may have several lines. `avant`: the value before a change. */
export type CardRow = readonly [label: string, value: string, avant?: string];

export type Block =
  | { sentence: string }
  | { card: readonly CardRow[] }
  /** `to`: a path of this site. */
  | { button: string; to: `/${string}` }
  | { note: string };

/**
 * `preview`: the text that an inbox shows beside the subject. `greeting`: the name in the greeting,
 * null for no greeting.
 */
export type Page = {
  sujet: string;
  title: string;
  preview: string;
  greeting: string | null;
  blocks: readonly Block[];
};

export type RenderedCourriel = { sujet: string; html: string; texte: string };

/** Renders the page for sending: subject, HTML and plain text. */
export function layOut(
  { sujet, title, preview, greeting, blocks }: Page,
  centre: CourrielCentre,
): RenderedCourriel {
  const body: readonly Block[] =
    greeting === null ? blocks : [{ sentence: greet(greeting) }, ...blocks];
  return {
    sujet: oneLine(sujet),
    html: toHtml({ title, preview, body }, centre),
    texte: toText(title, body, centre),
  };
}

/** The text on one line: line breaks and control characters become spaces. */
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- line breaks and their kin are what is taken out
  return text.replace(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/gu, ' ').trim();
}

/**
 * A name that a mail program could turn into a link is left out of the greeting, because anyone may
 * sign up with another person's address.
 */
const LIKE_A_LINK = /[/@\\:]|www|\p{L}\.\p{L}{2}/iu;

function greet(nom: string): string {
  const shown = oneLine(nom);
  return shown === '' || LIKE_A_LINK.test(shown) ? 'Bonjour,' : `Bonjour ${shown},`;
}

/**
 * Text with its line breaks, as HTML. A space before French punctuation becomes a non-breaking
 * space.
 */
const withLineBreaks = (text: string): string =>
  escapeHtml(text)
    .replace(/ ([:;!?»])/g, '&nbsp;$1')
    .replace(/« /g, '«&nbsp;')
    .replace(/\r?\n/g, '<br>');

const INK = '#26221c';
const GREEN = '#1f4d3a';
const MUTED = '#655c4f';
const FONT = "font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif";
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/**
 * Colours for mail programs that know the media query `prefers-color-scheme`; other programs invert
 * the light colours themselves.
 */
const DARK = `@media (prefers-color-scheme:dark){
.fond{background:#1b1916!important}.carte{background:#26231f!important;border-color:#453f36!important}.encre{color:#f3eadb!important}
.discret{color:#c2b7a6!important}.fiche{background:#332e27!important}.pied{border-color:#453f36!important}.lien{color:#a9d3bd!important}}`;

function toHtml(
  { title, preview, body }: { title: string; preview: string; body: readonly Block[] },
  centre: CourrielCentre,
): string {
  const { nom, ville, publicUrl, ouvert, contact } = centre;
  const link = (href: string, words: string) =>
    `<a class="lien" href="${escapeHtml(href)}" style="color:${GREEN}">${escapeHtml(words)}</a>`;
  const reach = waysToReach(contact)
    .map(([label, href, words]) => `${label} : ${link(href, words)}<br>`)
    .join('');
  return `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title>
<style>${DARK}</style></head>
<body class="fond encre" style="margin:0;padding:0;background:#fbf8f3;color:${INK};${FONT}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(oneLine(preview))}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>
<table ${TABLE} width="100%" class="fond" bgcolor="#fbf8f3" style="background:#fbf8f3"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table ${TABLE} width="560"><tr><td><![endif]-->
<table ${TABLE} width="100%" class="carte" bgcolor="#ffffff" style="max-width:560px;background:#ffffff;border:1px solid #e5daca;border-radius:16px;text-align:left">
<tr><td bgcolor="${GREEN}" style="padding:18px 20px;background:${GREEN};border-radius:15px 15px 0 0;color:#ffffff;font-size:16px;font-weight:bold;${FONT}">${escapeHtml(nom)} <span style="font-weight:normal;color:#f3c98b">· ${escapeHtml(ville)}</span></td></tr>
<tr><td class="encre" style="padding:24px 20px 8px;color:${INK};${FONT}">
<h1 class="encre" style="margin:0 0 16px;font-family:Fraunces,Georgia,'Times New Roman',serif;font-size:24px;line-height:30px;font-weight:600;color:${INK}">${withLineBreaks(title)}</h1>
${body.map((block) => blockHtml(block, publicUrl)).join('\n')}
</td></tr>
<tr><td class="discret pied" style="padding:16px 20px 20px;border-top:1px solid #e5daca;font-size:13px;line-height:20px;color:${MUTED};${FONT}">${escapeHtml(nom)}, ${escapeHtml(ville)} · ${escapeHtml(ouvert.charAt(0).toLowerCase() + ouvert.slice(1))}<br>${reach}${mentionsIn(
    centre,
  )
    .map((line) => `${escapeHtml(line)}<br>`)
    .join('')}${link(publicUrl, publicUrl)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

/** The legal mentions of the centre on one line; none if it gives none. */
function mentionsIn({ mentions }: Pick<CourrielCentre, 'mentions'>): string[] {
  if (!mentions) return [];
  const { nom, forme, adresse, numero } = mentions;
  return [[[nom, forme].filter(Boolean).join(' '), adresse, numero].map(oneLine).filter(Boolean)]
    .map((parts) => parts.join(' · '))
    .filter(Boolean);
}

/** How to reach the centre: one line for each way. */
function waysToReach({
  telephone,
  email,
}: Contact): (readonly [label: string, href: string, words: string])[] {
  return [
    ...(telephone === null ? [] : [['Téléphone', telephoneHref(telephone), telephone] as const]),
    ...(email === null ? [] : [['Email', emailHref(email), email] as const]),
  ];
}

function blockHtml(block: Block, publicUrl: string): string {
  if ('sentence' in block)
    return `<p style="margin:0 0 16px;font-size:16px;line-height:25px">${withLineBreaks(block.sentence)}</p>`;
  if ('note' in block)
    return `<p class="discret" style="margin:0 0 16px;font-size:14px;line-height:21px;color:${MUTED}">${withLineBreaks(block.note)}</p>`;
  if ('button' in block) {
    // The padding is on the link, so that the whole button can be clicked. Outlook ignores the
    // padding and shows the cell's colour.
    return (
      `<table ${TABLE} style="margin:8px 0 24px"><tr><td bgcolor="${GREEN}" style="background:${GREEN};border-radius:12px;mso-padding-alt:13px 22px">` +
      `<a href="${escapeHtml(publicUrl + block.to)}" style="display:inline-block;padding:13px 22px;border-radius:12px;color:#ffffff;font-size:16px;font-weight:bold;text-decoration:none;${FONT}">${escapeHtml(block.button)}</a></td></tr></table>`
    );
  }
  const rows = block.card.map(
    ([label, value, before]) =>
      `<tr><td class="discret" valign="top" style="padding:6px 12px 6px 0;font-size:14px;line-height:23px;color:${MUTED};white-space:nowrap;${FONT}">${escapeHtml(label)}</td>` +
      `<td class="encre" valign="top" width="100%" dir="auto" style="padding:6px 0;font-size:16px;line-height:23px;color:${INK};word-break:break-word;${FONT}">${withLineBreaks(value)}${before === undefined ? '' : `<br><span class="discret" style="font-size:14px;color:${MUTED}">avant : ${withLineBreaks(before)}</span>`}</td></tr>`,
  );
  return `<table ${TABLE} width="100%" style="margin:0 0 20px"><tr><td class="fiche" bgcolor="#f8f1e5" style="padding:8px 12px;background:#f8f1e5;border-radius:12px"><table ${TABLE} width="100%">${rows.join('')}</table></td></tr></table>`;
}

function toText(
  title: string,
  body: readonly Block[],
  { nom, ville, publicUrl, ouvert, contact, mentions }: CourrielCentre,
): string {
  const reach = [
    ...waysToReach(contact).map(([label, , words]) => `${label} : ${words}\n`),
    ...mentionsIn({ mentions: mentions ?? null }).map((line) => `${line}\n`),
  ].join('');
  const parts = body.map((block) => {
    if ('sentence' in block) return block.sentence;
    if ('note' in block) return block.note;
    if ('button' in block) return `${block.button} : ${publicUrl}${block.to}`;
    return block.card
      .map(([label, value, before]) => {
        const shown = before === undefined ? value : `${value}\navant : ${before}`;
        return `${label} : ${shown.replace(/\r?\n/g, `\n${' '.repeat(label.length + 3)}`)}`;
      })
      .join('\n');
  });
  return `${[title, ...parts, `-- \n${nom}, ${ville}\n${ouvert}\n${reach}${publicUrl}`].join('\n\n')}\n`;
}
