/** What administrators are told about many sign-ups at once. */
import { formatJour, momentAt } from '#domain/calendrier.ts';
import type { ContenuCourriel } from '#domain/courriels.ts';
import { type Page, oneLine } from './courriels_layout.ts';

export function digestPage({ depuis, demandes, autres: others }: Extract<ContenuCourriel, { sorte: 'inscriptions_groupees' }>): Page {
  const n = demandes.length + others;
  const noms = demandes.map(({ nom, email }) => oneLine(`${nom}, ${email}`));
  const { jour, heure } = momentAt(new Date(depuis));
  const when = `Depuis le ${formatJour(jour, 'long')} à ${heure}`;
  const sentence = n > 1
    ? `${when}, ${n} personnes de plus ont demandé un compte. Leurs comptes restent fermés jusqu'à ce qu'un administrateur les approuve.`
    : `${when}, une personne de plus a demandé un compte. Il reste fermé jusqu'à ce qu'un administrateur l'approuve.`;
  return {
    sujet: n > 1 ? `${n} nouvelles demandes de compte` : 'Une nouvelle demande de compte',
    title: n > 1 ? `${n} nouvelles demandes de compte` : 'Une nouvelle demande de compte',
    preview: demandes.slice(0, 3).map(({ nom }) => oneLine(nom)).join(', '),
    greeting: null,
    blocks: [
      { sentence },
      { card: [['Demandes', [...noms, ...(others > 0 ? [`et ${others} ${others > 1 ? 'autres' : 'autre'}`] : [])].join('\n')]] },
      { button: 'Voir les demandes', to: '/app/utilisateurs' },
    ],
  };
}

export function waitingPage({ depuis, demandes, autres: others }: Extract<ContenuCourriel, { sorte: 'inscriptions_en_attente' }>): Page {
  const n = demandes.length + others;
  const noms = demandes.map(({ nom, email }) => oneLine(`${nom}, ${email}`));
  const { jour } = momentAt(new Date(depuis));
  const title = n > 1 ? `${n} demandes de compte attendent` : 'Une demande de compte attend';
  return {
    sujet: title,
    title,
    preview: demandes.slice(0, 3).map(({ nom }) => oneLine(nom)).join(', '),
    greeting: null,
    blocks: [
      { sentence: n > 1
        ? `${n} personnes attendent une réponse à leur demande de compte, la première depuis le ${formatJour(jour, 'long')}. Elles ne peuvent pas réserver d'ici là.`
        : `Une personne attend une réponse à sa demande de compte depuis le ${formatJour(jour, 'long')}. Elle ne peut pas réserver d'ici là.` },
      { card: [['Demandes', [...noms, ...(others > 0 ? [`et ${others} ${others > 1 ? 'autres' : 'autre'}`] : [])].join('\n')]] },
      { button: 'Voir les demandes', to: '/app/utilisateurs' },
      { note: 'Ce rappel part une seule fois pour chaque demande.' },
    ],
  };
}
