/** The layout of every email: one page of blocks, as HTML that also old mail programs show, and as plain text. */
import { type Contact, lienEmail, lienTelephone } from '#domain/contact.ts';
import { escapeHtml } from './html.ts';

/** What emails say about the centre (MAIL-09). `publicUrl` has no trailing slash. */
export type CentreDesCourriels = { nom: string; ville: string; publicUrl: string; ouverture: string; fermeture: string; contact: Contact };

/** A label and its value, which may have several lines. `avant`: the value before a change. */
export type LigneDeFiche = readonly [label: string, valeur: string, avant?: string];

export type Bloc =
  | { phrase: string }
  | { fiche: readonly LigneDeFiche[] }
  /** `vers`: a path of this site. */
  | { bouton: string; vers: `/${string}` }
  | { note: string };

/** `apercu`: what an inbox shows beside the subject. `salut`: the name in the greeting, null for no greeting. */
export type Page = { sujet: string; titre: string; apercu: string; salut: string | null; blocs: readonly Bloc[] };

export type Rendu = { sujet: string; html: string; texte: string };

/** The page as it is sent: subject, HTML and plain text. */
export function layOut({ sujet, titre, apercu, salut, blocs }: Page, centre: CentreDesCourriels): Rendu {
  const corps: readonly Bloc[] = salut === null ? blocs : [{ phrase: greet(salut) }, ...blocs];
  return { sujet: uneLigne(sujet), html: toHtml({ titre, apercu, corps }, centre), texte: toTexte(titre, corps, centre) };
}

/** The text on one line: line breaks and control characters become spaces. */
export function uneLigne(texte: string): string {
  // oxlint-disable-next-line no-control-regex -- line breaks and their kin are what is taken out
  return texte.replace(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/gu, ' ').trim();
}

/** A name that a mail program could show as a link is left out of the greeting: anyone may sign up with someone else's address. */
const COMME_UN_LIEN = /[/@\\:]|www|\p{L}\.\p{L}{2}/iu;

function greet(nom: string): string {
  const dit = uneLigne(nom);
  return dit === '' || COMME_UN_LIEN.test(dit) ? 'Bonjour,' : `Bonjour ${dit},`;
}

/** Text with its line breaks. French punctuation that follows a space stays on the line of the word before it. */
const lignes = (texte: string): string => escapeHtml(texte).replace(/ ([:;!?»])/g, '&nbsp;$1').replace(/« /g, '«&nbsp;').replace(/\r?\n/g, '<br>');

const ENCRE = '#26221c';
const SAPIN = '#1f4d3a';
const DISCRET = '#655c4f';
const POLICE = "font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif";
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Colours of the dark scheme, for mail programs that know the media query; others invert the light colours themselves. */
const SOMBRE = `@media (prefers-color-scheme:dark){
.fond{background:#1b1916!important}.carte{background:#26231f!important;border-color:#453f36!important}.encre{color:#f3eadb!important}
.discret{color:#c2b7a6!important}.fiche{background:#332e27!important}.pied{border-color:#453f36!important}.lien{color:#a9d3bd!important}}`;

function toHtml({ titre, apercu, corps }: { titre: string; apercu: string; corps: readonly Bloc[] }, centre: CentreDesCourriels): string {
  const { nom, ville, publicUrl, ouverture, fermeture, contact } = centre;
  const lien = (href: string, mots: string) => `<a class="lien" href="${escapeHtml(href)}" style="color:${SAPIN}">${escapeHtml(mots)}</a>`;
  const joindre = joindreOf(contact).map(([label, href, mots]) => `${label} : ${lien(href, mots)}<br>`).join('');
  return `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(titre)}</title>
<style>${SOMBRE}</style></head>
<body class="fond encre" style="margin:0;padding:0;background:#fbf8f3;color:${ENCRE};${POLICE}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(uneLigne(apercu))}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>
<table ${TABLE} width="100%" class="fond" bgcolor="#fbf8f3" style="background:#fbf8f3"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table ${TABLE} width="560"><tr><td><![endif]-->
<table ${TABLE} width="100%" class="carte" bgcolor="#ffffff" style="max-width:560px;background:#ffffff;border:1px solid #e5daca;border-radius:16px;text-align:left">
<tr><td bgcolor="${SAPIN}" style="padding:18px 20px;background:${SAPIN};border-radius:15px 15px 0 0;color:#ffffff;font-size:16px;font-weight:bold;${POLICE}">${escapeHtml(nom)} <span style="font-weight:normal;color:#f3c98b">· ${escapeHtml(ville)}</span></td></tr>
<tr><td class="encre" style="padding:24px 20px 8px;color:${ENCRE};${POLICE}">
<h1 class="encre" style="margin:0 0 16px;font-family:Fraunces,Georgia,'Times New Roman',serif;font-size:24px;line-height:30px;font-weight:600;color:${ENCRE}">${lignes(titre)}</h1>
${corps.map((bloc) => blocHtml(bloc, publicUrl)).join('\n')}
</td></tr>
<tr><td class="discret pied" style="padding:16px 20px 20px;border-top:1px solid #e5daca;font-size:13px;line-height:20px;color:${DISCRET};${POLICE}">${escapeHtml(nom)}, ${escapeHtml(ville)} · ouvert tous les jours de ${escapeHtml(ouverture)} à ${escapeHtml(fermeture)}<br>${joindre}${lien(publicUrl, publicUrl)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

/** How to reach the centre, a line for each way. */
function joindreOf({ telephone, email }: Contact): (readonly [label: string, href: string, mots: string])[] {
  return [
    ...(telephone === null ? [] : [['Téléphone', lienTelephone(telephone), telephone] as const]),
    ...(email === null ? [] : [['Email', lienEmail(email), email] as const]),
  ];
}

function blocHtml(bloc: Bloc, publicUrl: string): string {
  if ('phrase' in bloc) return `<p style="margin:0 0 16px;font-size:16px;line-height:25px">${lignes(bloc.phrase)}</p>`;
  if ('note' in bloc) return `<p class="discret" style="margin:0 0 16px;font-size:14px;line-height:21px;color:${DISCRET}">${lignes(bloc.note)}</p>`;
  if ('bouton' in bloc) {
    // The link has the padding, so that all of the button is clickable. Outlook ignores it and shows the cell's colour.
    return `<table ${TABLE} style="margin:8px 0 24px"><tr><td bgcolor="${SAPIN}" style="background:${SAPIN};border-radius:12px;mso-padding-alt:13px 22px">`
      + `<a href="${escapeHtml(publicUrl + bloc.vers)}" style="display:inline-block;padding:13px 22px;border-radius:12px;color:#ffffff;font-size:16px;font-weight:bold;text-decoration:none;${POLICE}">${escapeHtml(bloc.bouton)}</a></td></tr></table>`;
  }
  const rangs = bloc.fiche.map(([label, valeur, avant]) => `<tr><td class="discret" valign="top" style="padding:6px 12px 6px 0;font-size:14px;line-height:23px;color:${DISCRET};white-space:nowrap;${POLICE}">${escapeHtml(label)}</td>`
    + `<td class="encre" valign="top" width="100%" dir="auto" style="padding:6px 0;font-size:16px;line-height:23px;color:${ENCRE};word-break:break-word;${POLICE}">${lignes(valeur)}${avant === undefined ? '' : `<br><span class="discret" style="font-size:14px;color:${DISCRET}">avant : ${lignes(avant)}</span>`}</td></tr>`);
  return `<table ${TABLE} width="100%" style="margin:0 0 20px"><tr><td class="fiche" bgcolor="#f8f1e5" style="padding:8px 12px;background:#f8f1e5;border-radius:12px"><table ${TABLE} width="100%">${rangs.join('')}</table></td></tr></table>`;
}

function toTexte(titre: string, corps: readonly Bloc[], { nom, ville, publicUrl, ouverture, fermeture, contact }: CentreDesCourriels): string {
  const joindre = joindreOf(contact).map(([label, , mots]) => `${label} : ${mots}\n`).join('');
  const parties = corps.map((bloc) => {
    if ('phrase' in bloc) return bloc.phrase;
    if ('note' in bloc) return bloc.note;
    if ('bouton' in bloc) return `${bloc.bouton} : ${publicUrl}${bloc.vers}`;
    return bloc.fiche.map(([label, valeur, avant]) => {
      const dit = avant === undefined ? valeur : `${valeur}\navant : ${avant}`;
      return `${label} : ${dit.replace(/\r?\n/g, `\n${' '.repeat(label.length + 3)}`)}`;
    }).join('\n');
  });
  return `${[titre, ...parties, `-- \n${nom}, ${ville}\nOuvert tous les jours de ${ouverture} à ${fermeture}\n${joindre}${publicUrl}`].join('\n\n')}\n`;
}
