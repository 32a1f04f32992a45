/** How every email looks: one page of blocks, written as HTML for mail programs of every age and as plain text. */

/** What the emails say of the centre. `publicUrl` has no slash at its end. */
export type CentreDesCourriels = { nom: string; ville: string; publicUrl: string; ouverture: string; fermeture: string };

export type Bloc =
  | { phrase: string }
  /** Lines of a label and what it says; what a person wrote may have several lines. */
  | { fiche: readonly (readonly [label: string, valeur: string])[] }
  /** `vers`: a path of this site. */
  | { bouton: string; vers: `/${string}` }
  | { note: string };

export type Page = { sujet: string; titre: string; blocs: readonly Bloc[] };

export type Rendu = { sujet: string; html: string; texte: string };

/** A page as it is sent. */
export function mettreEnPage({ sujet, titre, blocs }: Page, centre: CentreDesCourriels): Rendu {
  return { sujet: uneLigne(sujet), html: toHtml(titre, blocs, centre), texte: toTexte(titre, blocs, centre) };
}

/** A subject is one line, whatever a name brings along. */
export function uneLigne(texte: string): string {
  // oxlint-disable-next-line no-control-regex -- line breaks and their kin are what is taken out
  return texte.replace(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/gu, ' ').trim();
}

const ENTITES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML shows it: what a person wrote stays text. */
function escape(texte: string): string {
  return texte.replace(/[&<>"']/g, (signe) => ENTITES[signe] ?? signe);
}

const lignes = (texte: string): string => escape(texte).replace(/\r?\n/g, '<br>');

const ENCRE = '#26221c';
const SAPIN = '#1f4d3a';
const DISCRET = '#655c4f';
const POLICE = "font-family:'Segoe UI',Helvetica,Arial,sans-serif";

function toHtml(titre: string, blocs: readonly Bloc[], centre: CentreDesCourriels): string {
  const { nom, ville, publicUrl, ouverture, fermeture } = centre;
  return `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escape(titre)}</title></head>
<body style="margin:0;padding:0;background:#fbf8f3;color:${ENCRE};${POLICE}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#fbf8f3"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid #e5daca;border-radius:16px">
<tr><td style="padding:20px 28px;background:${SAPIN};border-radius:15px 15px 0 0;color:#ffffff;font-size:16px;font-weight:bold">${escape(nom)} <span style="font-weight:normal;color:#f3c98b">· ${escape(ville)}</span></td></tr>
<tr><td style="padding:28px 28px 12px">
<h1 style="margin:0 0 16px;font-family:Georgia,'Times New Roman',serif;font-size:24px;line-height:1.25;color:${ENCRE}">${escape(titre)}</h1>
${blocs.map((bloc) => blocHtml(bloc, publicUrl)).join('\n')}
</td></tr>
<tr><td style="padding:16px 28px 24px;border-top:1px solid #e5daca;font-size:13px;line-height:1.5;color:${DISCRET}">${escape(nom)}, ${escape(ville)} · ouvert tous les jours de ${escape(ouverture)} à ${escape(fermeture)}<br><a href="${escape(publicUrl)}" style="color:${SAPIN}">${escape(publicUrl)}</a></td></tr>
</table></td></tr></table>
</body>
</html>
`;
}

function blocHtml(bloc: Bloc, publicUrl: string): string {
  if ('phrase' in bloc) return `<p style="margin:0 0 16px;font-size:16px;line-height:1.55">${lignes(bloc.phrase)}</p>`;
  if ('note' in bloc) return `<p style="margin:0 0 16px;font-size:14px;line-height:1.5;color:${DISCRET}">${lignes(bloc.note)}</p>`;
  if ('bouton' in bloc) {
    return `<p style="margin:8px 0 24px"><a href="${escape(publicUrl + bloc.vers)}" style="display:inline-block;padding:13px 22px;background:${SAPIN};border-radius:12px;color:#ffffff;font-size:16px;font-weight:bold;text-decoration:none">${escape(bloc.bouton)}</a></p>`;
  }
  const rangs = bloc.fiche.map(([label, valeur]) => `<tr><td valign="top" style="padding:6px 16px 6px 0;font-size:14px;line-height:1.5;color:${DISCRET};white-space:nowrap">${escape(label)}</td>`
    + `<td valign="top" dir="auto" style="padding:6px 0;font-size:16px;line-height:1.45;word-break:break-word">${lignes(valeur)}</td></tr>`);
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 20px;padding:8px 16px;background:#f8f1e5;border-radius:12px">${rangs.join('')}</table>`;
}

function toTexte(titre: string, blocs: readonly Bloc[], { nom, ville, publicUrl, ouverture, fermeture }: CentreDesCourriels): string {
  const corps = blocs.map((bloc) => {
    if ('phrase' in bloc) return bloc.phrase;
    if ('note' in bloc) return bloc.note;
    if ('bouton' in bloc) return `${bloc.bouton} : ${publicUrl}${bloc.vers}`;
    return bloc.fiche.map(([label, valeur]) => `${label} : ${valeur.replace(/\r?\n/g, `\n${' '.repeat(label.length + 3)}`)}`).join('\n');
  });
  return [titre, ...corps, `-- \n${nom}, ${ville}\nOuvert tous les jours de ${ouverture} à ${fermeture}\n${publicUrl}`].join('\n\n') + '\n';
}

/** A readable text beside an administrator's own HTML. */
export function texteOf(html: string): string {
  const entites: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };
  return html
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/(p|div|h[1-6]|li|tr|table|ul|ol)\s*>/gi, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, nom: string) => entites[nom] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
