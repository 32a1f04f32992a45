/**
 * The pages behind the link "Se désinscrire" of an email: the question and the confirmation
 * (MAIL-25). They need no script and no sign-in.
 */
import type { EmailDeChoix } from '#domain/emails/choix.ts';
import { escapeHtml } from '../html.ts';

const WHAT: Record<EmailDeChoix, string> = {
  rappel: 'le rappel de vos leçons, la veille',
  place_libre: 'les emails qui annoncent un créneau libre',
};

const STYLE = `:root{color-scheme:light dark;--fond:#fbf8f3;--encre:#26221c;--carte:#fff;--trait:#e5daca;--vert:#1f4d3a;--sur-vert:#fff}
@media (prefers-color-scheme:dark){:root{--fond:#1b1916;--encre:#f3eadb;--carte:#26231f;--trait:#453f36;--vert:#a9d3bd;--sur-vert:#1b1916}}
body{margin:0;background:var(--fond);color:var(--encre);font:16px/1.55 Figtree,'Segoe UI',Helvetica,Arial,sans-serif}
main{max-width:34rem;margin:8vh auto;padding:1.5rem;box-sizing:border-box;width:calc(100% - 2rem);background:var(--carte);border:1px solid var(--trait);border-radius:16px;overflow-wrap:anywhere}
h1{margin:0 0 1rem;font:600 1.5rem/1.25 Fraunces,Georgia,serif}
button{min-height:2.9rem;padding:.6rem 1.4rem;border:0;border-radius:12px;background:var(--vert);color:var(--sur-vert);font:inherit;font-weight:600;cursor:pointer}
a{color:var(--vert);display:inline-block;padding:.4rem 0}`;

/**
 * `done`: whether this kind of email is already switched off. `centre`: the name of the centre.
 * `profil`: the address of the profile.
 */
export function unsubscribePage({
  sorte,
  done,
  centre,
  profil,
}: {
  sorte: EmailDeChoix;
  done: boolean;
  centre: string;
  profil: string;
}): string {
  const title = done ? 'Ces emails sont arrêtés' : 'Ne plus recevoir ces emails ?';
  const link = `<p><a href="${escapeHtml(profil)}">Choisir mes emails dans mon profil</a></p>`;
  const body = done
    ? `<p>Vous ne recevrez plus ${WHAT[sorte]}. Les confirmations, les changements et les annulations de vos leçons continuent d'arriver.</p>`
    : `<p>${escapeHtml(centre)} ne vous enverra plus ${WHAT[sorte]}. Les confirmations, les changements et les annulations de vos leçons continueront d'arriver.</p>
<form method="post"><button type="submit">Ne plus les recevoir</button></form>`;
  return `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title.replace(' ?', '&nbsp;?')}</h1>
${body}
${link}</main></body>
</html>
`;
}
