/** The email about new prices of lessons that are already booked (MAIL-27). */
import { formatHeure, formatJour } from '#domain/core/calendrier.ts';
import type { ContenuCourriel, LeconRetarifee } from '#domain/emails/courriels.ts';
import { pisteDeCourriel } from '#domain/emails/envois.ts';
import { montantInWords } from '#domain/prices.ts';
import type { Block, CardRow, Page } from './layout.ts';

const SUJET = 'Le prix de vos prochaines leçons change';

export function prixPage({
  nom,
  lecons,
}: Extract<ContenuCourriel, { sorte: 'prix_changes' }>): Page {
  const [one, ...others] = lecons;
  return {
    sujet: SUJET,
    title: SUJET,
    preview: lecons
      .map(
        ({ date_reservation, heure_debut }) =>
          `${formatJour(date_reservation, 'long')}, ${formatHeure(heure_debut)}`,
      )
      .join(' ; '),
    greeting: nom,
    blocks: [
      {
        sentence:
          one && others.length === 0
            ? 'Le centre a changé le prix de cette leçon que vous avez réservée. Le reste ne change pas.'
            : 'Le centre a changé le prix de ces leçons que vous avez réservées. Le reste ne change pas.',
      },
      ...cardsOf(lecons),
      { button: 'Voir mes réservations', to: '/app/reservation' },
      { note: 'Une question sur ce prix ? Parlez-en au centre.' },
    ],
  };
}

/** One card for lessons that differ only by their day, in the order of their first days. */
function cardsOf(lecons: readonly LeconRetarifee[]): Block[] {
  const rows = lecons.map((lecon) => ({ lecon, row: rowsOf(lecon) }));
  const alike = Map.groupBy(rows, ({ row }) => JSON.stringify(row));
  return [...alike.values()].map((group) => ({
    card: [
      [
        group.length === 1 ? 'Jour' : 'Jours',
        group.map(({ lecon }) => formatJour(lecon.date_reservation, 'long')).join('\n'),
      ],
      ...(group[0]?.row ?? []),
    ],
  }));
}

const rowsOf = (lecon: LeconRetarifee): CardRow[] => [
  ['Heures', `de ${formatHeure(lecon.heure_debut)} à ${formatHeure(lecon.heure_fin)}`],
  ['Piste', pisteDeCourriel(lecon)],
  ['Leçon', lecon.type],
  ['Prix', montantInWords(lecon.apres, lecon.places), montantInWords(lecon.avant, lecon.places)],
];
