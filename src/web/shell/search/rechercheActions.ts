/** The screens and actions that the search leads to (DESK-66). Nothing is asked of the server. */
import { addDays, formatJour } from '#domain/core/calendrier.ts';
import { cleOf } from '#domain/riders/cavaliers.ts';
import { demandedIn, nextOf, RESULTATS_MAX } from '#domain/planning/recherche.ts';
import { TITRES_ONGLETS } from '#web/paths/onglets.ts';
import { type Onglet, ongletPath, PAGES, PATHS } from '#web/paths/paths.ts';
import { jourLink } from '#web/paths/reservation.ts';

/** `mots`: further words by which it is found. */
type Action = { titre: string; note?: string; to: string; mots?: string };

/** In the order in which they are offered. */
const actionsOn = (aujourdhui: string, facturee: boolean): Action[] => [
  { titre: 'Réserver', note: 'Choisir une leçon et son heure', to: PATHS.reservation.path },
  {
    titre: 'Imprimer la journée de demain',
    note: 'Vue du jour',
    to: jourLink(addDays(aujourdhui, 1)),
  },
  { titre: 'Fermer une piste', note: 'Planning', to: PATHS.webmaster.path },
  ...PAGES.flatMap(([name, { path, access, titre, menu, ofRecord, facturation }]) =>
    (!facturation || facturee) &&
    (menu || (!ofRecord && (access === 'admin' || name === 'monprofil')))
      ? [
          {
            titre: `Aller à ${menu?.label ?? titre}`,
            ...(menu?.note && { note: menu.note }),
            to: path,
            mots: titre,
          },
        ]
      : [],
  ),
  ...Object.entries(TITRES_ONGLETS).map(([onglet, { titre, sections }]) => ({
    titre: `Paramètres\u202f: ${titre}`,
    ...(sections.length > 0 && { note: sections.join(', ') }),
    to: ongletPath(onglet as Onglet),
  })),
];

const wordsOf = (text: string): string[] =>
  cleOf(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Those in which each word of a text begins a word; all of them without a text. A text that is only
 * a day leads to it, too. `facturee`: 'Facturation' is switched on.
 */
export function actionsFor(text: string, aujourdhui: string, facturee: boolean): Action[] {
  const actions = actionsOn(aujourdhui, facturee);
  if (text.trim() === '') return actions;
  const { texte, jours } = demandedIn(text, aujourdhui);
  const asked =
    jours === null || texte !== ''
      ? []
      : 'jours' in jours
        ? jours.jours
        : [nextOf(jours.semaine, aujourdhui)];
  const words = wordsOf(text);
  return [
    ...asked.map((jour) => ({
      titre: `Aller au ${formatJour(jour, 'long')}`,
      note: 'Planning et vue du jour',
      to: jourLink(jour),
    })),
    ...actions.filter(({ titre, note = '', mots = '' }) => {
      const own = wordsOf(`${titre} ${note} ${mots}`);
      return words.length > 0 && words.every((word) => own.some((one) => one.startsWith(word)));
    }),
  ].slice(0, RESULTATS_MAX);
}
