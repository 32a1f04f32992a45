/** What emails contain, and that text which people wrote is escaped (MAIL-04, MAIL-07). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ContenuCourriel } from '#domain/emails/courriels.ts';
import { htmlToText } from '../html_to_text.ts';
import { renderCourriel, sujetOf } from './courriels.ts';
import { EXAMPLES } from './exemples.ts';

const CENTRE = {
  nom: 'Manège',
  ville: 'Gembloux',
  publicUrl: 'https://manege.be',
  ouvert: 'Ouvert tous les jours de 08:00 à 20:00',
  contact: { telephone: '081 61 23 45', email: 'accueil@manege.be' },
};
const HOSTILE = fc.string({
  unit: fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '&',
    '\n',
    '\r',
    '\u2028',
    'a',
    '<script>',
    '</td>',
    ' onerror=',
    'é',
    '🐎',
    ' ',
  ),
});

/** The same email with `text` in every field that a person can fill in. */
function withIt(contenu: ContenuCourriel, text: string): ContenuCourriel {
  switch (contenu.sorte) {
    case 'libre':
      return contenu;
    case 'inscription':
      return { ...contenu, nom: text, email: text, telephone: text, adresse: text };
    case 'inscriptions_groupees':
      return {
        ...contenu,
        demandes: contenu.demandes.map((demande) => ({ ...demande, nom: text, email: text })),
        autres: 3,
      };
    case 'inscriptions_en_attente':
      return {
        ...contenu,
        demandes: contenu.demandes.map((demande) => ({ ...demande, nom: text, email: text })),
        autres: 3,
      };
    case 'place_libre':
      return { ...contenu, nom: text, creneau: { ...contenu.creneau, type: text } };
    case 'prix_changes':
      return {
        ...contenu,
        nom: text,
        lecons: contenu.lecons.map((lecon) => ({ ...lecon, type: text, piste: text })),
      };
    case 'releve':
    case 'relance':
      return { ...contenu, nom: text, virement: { ...contenu.virement!, titulaire: text } };
    case 'alerte_admins':
      return {
        ...contenu,
        par: { user_id: null, nom: text },
        compte: { user_id: '1', nom: text, email: text },
      };
    case 'sauvegarde_en_panne':
      return { ...contenu, raison: text };
    case 'reservation_confirmee':
    case 'reservation_modifiee':
    case 'reservation_annulee':
    case 'rappel':
      return {
        ...contenu,
        nom: text,
        lecon: { ...contenu.lecon, type: text, noms_participants: [text], remarques: text },
        ...(contenu.avant && { avant: { ...contenu.avant, remarques: `${text} avant` } }),
        ...(contenu.raison && { raison: text }),
      };
    case 'approbation':
    case 'alerte_codes':
    case 'refus':
    case 'mot_de_passe':
    case 'confirmation_adresse':
    case 'deblocage':
    case 'changement_adresse':
    case 'invitation':
    case 'compte_modifie':
    case 'effacement':
    case 'essai':
      return { ...contenu, nom: text };
  }
}

test("l'email d'une panne des sauvegardes dit depuis quand, pourquoi et que faire", () => {
  const { sujet, texte } = renderCourriel(
    {
      sorte: 'sauvegarde_en_panne',
      depuis: '2026-11-20T01:31:00.000Z',
      raison: 'Le disque est plein.',
    },
    CENTRE,
  );
  expect(sujet).toBe('Les sauvegardes ne se font plus');
  for (const said of [
    'vendredi 20 novembre 2026 à 2h31',
    'Le disque est plein.',
    '« Sauvegarder maintenant »',
    'https://manege.be/app/webmastersettings?onglet=service',
  ])
    expect(texte).toContain(said);
  expect(
    renderCourriel(
      { sorte: 'sauvegarde_en_panne', depuis: '2026-11-20T01:31:00.000Z', raison: null },
      CENTRE,
    ).texte,
  ).toContain("Aucune sauvegarde n'a été commencée");
});

const balises = (html: string): string[] => html.match(/<[^>]*>/g) ?? [];

test.each(EXAMPLES.map((contenu) => [contenu.sorte, contenu] as const))(
  "%s : quoi que les gens écrivent, aucune balise ni aucun attribut ne s'ajoute",
  (_, contenu) => {
    const permises = new Set(balises(renderCourriel(contenu, CENTRE).html.replaceAll('<br>', '')));
    fc.assert(
      fc.property(HOSTILE, fc.boolean(), (text, copy) => {
        const change = withIt(contenu, text);
        const { html, sujet } = renderCourriel(
          'copie' in change ? { ...change, copie: copy } : change,
          CENTRE,
        );
        expect(
          balises(html).filter(
            (balise) =>
              balise !== '<br>' && !permises.has(balise) && !balise.includes('/app/webmaster'),
          ),
        ).toEqual([]);
        expect(sujet).not.toMatch(/[\r\n\u2028\u2029]/u);
        expect(sujetOf(change, CENTRE.nom)).toBe(renderCourriel(change, CENTRE).sujet);
      }),
      { numRuns: 60 },
    );
  },
);

test.each([
  ['Camille Lambert', 'Bonjour Camille Lambert,'],
  ["Jean-Noël d'Arc", "Bonjour Jean-Noël d'Arc,"],
  ['J. Dupont', 'Bonjour J. Dupont,'],
  ['Gagnez sur casino.example', 'Bonjour,'],
  ['Voir http://casino', 'Bonjour,'],
  ['camille@essai.example', 'Bonjour,'],
  ['', 'Bonjour,'],
])('« %s » est salué par « %s » : personne ne glisse un lien dans un nom', (nom, greeting) => {
  // MAIL-19
  expect(renderCourriel({ sorte: 'refus', nom }, CENTRE).texte.split('\n')).toContain(greeting);
});

test('un administrateur est approuvé comme tel', () => {
  expect(
    renderCourriel({ sorte: 'approbation', nom: 'Zoé', role: 'admin' }, CENTRE).texte,
  ).toContain('administrateur');
  expect(
    renderCourriel({ sorte: 'approbation', nom: 'Zoé', role: 'utilisateur' }, CENTRE).texte,
  ).not.toContain('administrateur');
});

test.each([
  [1, 0, 'Une nouvelle demande de compte', /une personne de plus a demandé un compte/i],
  [
    3,
    0,
    '3 nouvelles demandes de compte',
    /^Depuis le samedi 21 novembre 2026 à 9h30, 3 personnes de plus/m,
  ],
  [3, 1, '4 nouvelles demandes de compte', /^ +et 1 autre$/m],
  [3, 40, '43 nouvelles demandes de compte', /^ +et 40 autres$/m],
])(
  '%i demandes groupées et %i autres : « %s », avec les noms et le lien',
  (noms, others, sujet, sentence) => {
    const demandes = Array.from({ length: noms }, (_, n) => ({
      user_id: `${n}`,
      nom: `Zoé ${n}`,
      email: `zoe${n}@essai.example`,
    }));
    const rendered = renderCourriel(
      {
        sorte: 'inscriptions_groupees',
        depuis: '2026-11-21T08:30:00.000Z',
        demandes,
        autres: others,
      },
      CENTRE,
    );
    expect(rendered.sujet).toBe(sujet);
    expect(rendered.texte).toMatch(sentence);
    expect(rendered.texte).toContain('https://manege.be/app/utilisateurs');
    for (const { nom, email } of demandes) expect(rendered.texte).toContain(`${nom}, ${email}`);
  },
);

test('un lien qui ne se montre pas le dit', () => {
  const { html, texte: text } = renderCourriel(
    { sorte: 'mot_de_passe', nom: 'Zoé', jeton: null },
    CENTRE,
  );
  for (const body of [html, text]) {
    expect(body).not.toContain('reset-password');
    expect(body).toContain('ne se montre pas');
  }
});

describe("le texte à côté d'un message libre", () => {
  test.each([
    ['<p>Bonjour &amp; à <b>bientôt</b></p><script>alert(1)</script>', 'Bonjour & à bientôt'],
    ['<h1>Stage</h1><p>Un<br>deux</p>', 'Stage\n\nUn\ndeux'],
    ['<ul><li>lundi</li><li>mardi</li></ul>', '- lundi\n- mardi'],
    [
      'Voir <a class="x" href="https://manege.be/stage?a=1&amp;b=2">le stage</a>.',
      'Voir le stage (https://manege.be/stage?a=1&b=2).',
    ],
    ['<a href="https://manege.be">https://manege.be</a>', 'https://manege.be'],
    ['<a href="javascript:alert(1)">là</a>', 'là'],
    [
      '<a href="mailto:zoe@essai.example">Écrire</a> ou <a href="/stage">voir</a>',
      'Écrire (zoe@essai.example) ou voir',
    ],
    ['1 < 2 &eacute;&#233;&#xe9; &inconnue;', '1 < 2 ééé &inconnue;'],
    ['<!-- caché -->vu<style>p{}</style><!-- jamais fini', 'vu'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', 'a b'],
  ])('%s', (html, text) => expect(htmlToText(html)).toBe(text));

  const EXCESSIFS = [
    '<',
    '<a',
    '<!--',
    '<script>',
    '<script',
    '&',
    '</',
    '<a href="',
    '\n',
    '<b>',
    '<a href="/">',
    '<ul><li>',
    '<table><tr><td>',
  ];
  test.each(EXCESSIFS)('50 000 caractères de « %s » se lisent', (piece) => {
    expect(htmlToText(piece.repeat(50_000 / piece.length)).length).toBeLessThanOrEqual(50_000);
  });
});

test("l'alerte aux administrateurs dit qui, à qui, quand et que faire, aussi d'un compte supprimé depuis", () => {
  // MAIL-30
  const alerte = {
    sorte: 'alerte_admins',
    fait: 'nouvel_administrateur',
    le: '2026-11-23T15:00:00.000Z',
    par: { user_id: '1', nom: 'Élise Maes' },
    compte: { user_id: '2', nom: 'Hugo Dubois', email: 'hugo@exemple.be' },
  } as const;
  const { sujet, texte } = renderCourriel(alerte, CENTRE);
  expect(sujet).toBe('Nouvel administrateur : Hugo Dubois');
  for (const said of [
    'Le compte de Hugo Dubois a maintenant un accès complet',
    'Par : Élise Maes',
    'hugo@exemple.be',
    'lundi 23 novembre 2026 à 16h00',
    'rétrogradez ce compte',
    'https://manege.be/app/journal',
  ])
    expect(texte).toContain(said);
  expect(renderCourriel({ ...alerte, compte: null }, CENTRE).texte).toContain(
    'Un compte supprimé depuis a maintenant un accès complet',
  );
  expect(
    renderCourriel({ ...alerte, fait: 'facteur_reinitialise', compte: null }, CENTRE).texte,
  ).toContain("les clés d'accès d'un compte supprimé depuis ont été retirés");
});
