/** What an email about a lesson says: the lesson, what was before where it changed, and why it is cancelled (MAIL-07). */
import { formatJour } from '#domain/calendrier.ts';
import type { ContenuDeLecon, Lecon, SorteDeLecon } from '#domain/courriels.ts';
import { PISTES } from '#domain/creneaux.ts';
import type { LigneDeFiche, Page } from './courriels_layout.ts';

const DE_LECON: Record<SorteDeLecon, { sujet: string; titre: string; phrase: string; attente?: string }> = {
  reservation_confirmee: { sujet: 'Leçon confirmée', titre: 'Votre leçon est confirmée', phrase: 'Votre réservation est enregistrée. À bientôt !' },
  reservation_modifiee: { sujet: 'Leçon modifiée', titre: 'Votre leçon a changé', phrase: 'Le centre a modifié votre réservation. La voici telle qu\'elle est maintenant.' },
  reservation_annulee: {
    sujet: 'Leçon annulée', titre: 'Votre leçon est annulée', phrase: 'Cette leçon n\'aura pas lieu.',
    attente: 'Cette leçon attendait la confirmation du centre. Elle n\'aura pas lieu.',
  },
  rappel: {
    sujet: 'Rappel de votre leçon', titre: 'Votre leçon approche', phrase: 'Nous vous attendons pour votre leçon.',
    attente: 'Cette leçon approche, mais le centre ne l\'a pas encore confirmée.',
  },
};

/** Subjects of the copies to the centre's own address. */
const COPIES: Record<SorteDeLecon, string> = {
  reservation_confirmee: 'Leçon réservée', reservation_modifiee: 'Leçon modifiée', reservation_annulee: 'Leçon annulée', rappel: 'Leçon rappelée',
};

export function pageDeLecon(contenu: ContenuDeLecon): Page {
  const { sorte, nom, lecon, copie } = contenu;
  const quand = `${formatJour(lecon.date_reservation, 'long')}, ${lecon.heure_debut}`;
  const fiche = ficheOf(contenu);
  if (copie) {
    return {
      sujet: `${COPIES[sorte]} : ${nom}, ${quand}`,
      titre: COPIES[sorte],
      apercu: `${lecon.type}, ${PISTES[lecon.type_piste].nom}`,
      salut: null,
      blocs: [{ fiche: [['Réservée par', nom], ...fiche] }, { bouton: 'Ouvrir le planning', vers: '/app/webmaster' }],
    };
  }
  const { sujet, titre, phrase, attente = phrase } = DE_LECON[sorte];
  return {
    sujet: `${sujet} : ${quand}`,
    titre,
    apercu: `${lecon.type}, ${PISTES[lecon.type_piste].nom}, de ${lecon.heure_debut} à ${lecon.heure_fin}`,
    salut: nom,
    blocs: [
      { phrase: lecon.en_attente ? attente : phrase },
      { fiche },
      ...(sorte === 'reservation_annulee'
        ? [{ bouton: 'Réserver une autre leçon', vers: '/app/reservation' } as const]
        : [{ bouton: 'Voir mes réservations', vers: '/app/reservation' } as const, { note: 'Pour la changer ou l\'annuler, parlez-en au centre.' }]),
    ],
  };
}

/** Every line of a lesson's card. `rien`: shown in place of an empty value whose other version, before or after, is not empty. */
const LIGNES: readonly { label: string; dit: (lecon: Lecon) => string; rien?: string }[] = [
  { label: 'Jour', dit: ({ date_reservation }) => formatJour(date_reservation, 'long') },
  { label: 'Heures', dit: ({ heure_debut, heure_fin }) => `de ${heure_debut} à ${heure_fin}` },
  { label: 'Piste', dit: ({ type_piste }) => PISTES[type_piste].nom },
  { label: 'Leçon', dit: ({ type }) => type },
  { label: 'Participants', dit: ({ noms_participants }) => noms_participants.join(', ') },
  { label: 'État', dit: ({ en_attente }) => (en_attente ? 'En attente de confirmation par le centre' : ''), rien: 'Confirmée par le centre' },
  { label: 'Remarques', dit: ({ remarques }) => remarques ?? '', rien: 'aucune' },
];

function ficheOf({ sorte, lecon, avant = lecon, raison }: ContenuDeLecon): LigneDeFiche[] {
  // A cancelled lesson no longer waits for a confirmation.
  const lignes = sorte === 'reservation_annulee' ? LIGNES.filter(({ label }) => label !== 'État') : LIGNES;
  return [
    ...lignes.flatMap(({ label, dit, rien = '' }): LigneDeFiche[] => {
      const [est, etait] = [dit(lecon), dit(avant)];
      if (est === etait) return est === '' ? [] : [[label, est]];
      return [[label, est || rien, etait || rien]];
    }),
    ...(raison ? [['Raison', raison] as const] : []),
  ];
}
