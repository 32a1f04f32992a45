/** The email that reports many sign-ups at once to administrators. */
import { formatHeure, formatJour, momentAt } from '#domain/core/calendrier.ts';
import type { ContenuCourriel } from '#domain/emails/courriels.ts';
import { type Page, oneLine } from './layout.ts';

type Demandes = Pick<
  Extract<ContenuCourriel, { sorte: 'inscriptions_groupees' }>,
  'demandes' | 'autres'
>;

/** How many people asked for an account, their names, and the button that leads to them. */
function listOf({ demandes, autres: others }: Demandes): {
  n: number;
  preview: string;
  blocks: Page['blocks'];
} {
  const noms = demandes.map(({ nom, email }) => oneLine(`${nom}, ${email}`));
  return {
    n: demandes.length + others,
    preview: demandes
      .slice(0, 3)
      .map(({ nom }) => oneLine(nom))
      .join(', '),
    blocks: [
      {
        card: [
          [
            'Demandes',
            [
              ...noms,
              ...(others > 0 ? [`et ${others} ${others > 1 ? 'autres' : 'autre'}`] : []),
            ].join('\n'),
          ],
        ],
      },
      { button: 'Voir les demandes', to: '/app/utilisateurs' },
    ],
  };
}

export function digestPage({
  depuis,
  ...demandes
}: Extract<ContenuCourriel, { sorte: 'inscriptions_groupees' }>): Page {
  const { n, preview, blocks } = listOf(demandes);
  const { jour, heure } = momentAt(new Date(depuis));
  const when = `Depuis le ${formatJour(jour, 'long')} à ${formatHeure(heure)}`;
  const title = n > 1 ? `${n} nouvelles demandes de compte` : 'Une nouvelle demande de compte';
  const sentence =
    n > 1
      ? `${when}, ${n} personnes de plus ont demandé un compte. Leurs comptes restent fermés jusqu'à ce qu'un administrateur les approuve.`
      : `${when}, une personne de plus a demandé un compte. Il reste fermé jusqu'à ce qu'un administrateur l'approuve.`;
  return { sujet: title, title, preview, greeting: null, blocks: [{ sentence }, ...blocks] };
}

export function waitingPage({
  depuis,
  ...demandes
}: Extract<ContenuCourriel, { sorte: 'inscriptions_en_attente' }>): Page {
  const { n, preview, blocks } = listOf(demandes);
  const since = `le ${formatJour(momentAt(new Date(depuis)).jour, 'long')}`;
  const title = n > 1 ? `${n} demandes de compte attendent` : 'Une demande de compte attend';
  const sentence =
    n > 1
      ? `${n} personnes attendent une réponse à leur demande de compte, la première depuis ${since}. Elles ne peuvent pas réserver d'ici là.`
      : `Une personne attend une réponse à sa demande de compte depuis ${since}. Elle ne peut pas réserver d'ici là.`;
  return {
    sujet: title,
    title,
    preview,
    greeting: null,
    blocks: [
      { sentence },
      ...blocks,
      { note: 'Ce rappel part une seule fois pour chaque demande.' },
    ],
  };
}
