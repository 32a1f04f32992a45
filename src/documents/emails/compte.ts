/** The emails to a person about changes in how they sign in to their account (MAIL-40). */
import { formatHeure, formatJour, momentAt } from '#domain/core/calendrier.ts';
import type { ContenuCourriel, EvenementDeCompte } from '#domain/emails/courriels.ts';
import type { Page } from './layout.ts';

/** `fait` follows "Le 15 mai à 14h00, "; `suite` explains the consequence. */
type Texte = { sujet: string; fait: (centre: string) => string; suite?: string };

const TEXTES: Record<EvenementDeCompte, Texte> = {
  mot_de_passe_change: {
    sujet: 'Votre mot de passe a changé',
    fait: (centre) =>
      `le mot de passe de votre compte chez ${centre} a été changé dans votre profil`,
  },
  mot_de_passe_reinitialise: {
    sujet: 'Votre mot de passe a changé',
    fait: (centre) =>
      `un nouveau mot de passe a été choisi par un lien, pour votre compte chez ${centre}`,
    suite: 'Toutes vos sessions sont terminées : connectez-vous de nouveau.',
  },
  application_activee: {
    sujet: 'La double authentification est activée',
    fait: (centre) =>
      `une application d'authentification a été ajoutée à votre compte chez ${centre}`,
    suite: 'Un code de cette application est demandé à chaque connexion.',
  },
  application_retiree: {
    sujet: 'La double authentification est désactivée',
    fait: (centre) =>
      `l'application d'authentification a été retirée de votre compte chez ${centre}`,
    suite: "Aucun code de cette application n'est plus demandé.",
  },
  codes_secours: {
    sujet: 'Vos codes de secours ont changé',
    fait: (centre) =>
      `de nouveaux codes de secours ont été demandés pour votre compte chez ${centre}`,
    suite: 'Les anciens ne servent plus.',
  },
  cle_ajoutee: {
    sujet: "Une clé d'accès est ajoutée à votre compte",
    fait: (centre) => `une clé d'accès a été ajoutée à votre compte chez ${centre}`,
    suite: 'Elle ouvre votre compte sans mot de passe.',
  },
  cle_retiree: {
    sujet: "Une clé d'accès est retirée de votre compte",
    fait: (centre) => `une clé d'accès a été retirée de votre compte chez ${centre}`,
    suite: "Elle n'ouvre plus votre compte.",
  },
  facteur_reinitialise: {
    sujet: 'Votre double authentification est réinitialisée',
    fait: (centre) =>
      `la double authentification de votre compte chez ${centre} a été réinitialisée par le centre`,
    suite:
      "L'application, les codes de secours et les clés d'accès sont retirés, les adresses de calendrier supprimées, et vos sessions terminées : connectez-vous avec votre mot de passe.",
  },
  adresse_demandee: {
    sujet: 'Une nouvelle adresse est demandée pour votre compte',
    fait: (centre) => `une autre adresse email a été demandée pour votre compte chez ${centre}`,
    suite:
      "Votre compte garde cette adresse-ci tant que le lien envoyé à l'autre n'est pas ouvert. Votre profil montre la demande, et permet de la retirer.",
  },
  adresse_remplacee: {
    sujet: "L'adresse de votre compte a changé",
    fait: (centre) =>
      `une autre adresse email a remplacé celle-ci pour votre compte chez ${centre}`,
    suite: "Cette adresse n'ouvre plus votre compte, et ne reçoit plus ses emails.",
  },
  adresse_nouvelle: {
    sujet: "L'adresse de votre compte a changé",
    fait: (centre) => `cette adresse est devenue celle de votre compte chez ${centre}`,
    suite: 'Connectez-vous désormais avec elle. Votre mot de passe reste le même.',
  },
};

export function comptePage(
  { nom, evenement, le }: Extract<ContenuCourriel, { sorte: 'compte_modifie' }>,
  centre: string,
): Page {
  const { jour, heure } = momentAt(new Date(le));
  const { sujet, fait, suite } = TEXTES[evenement];
  const when = `Le ${formatJour(jour, 'long')} à ${formatHeure(heure)}`;
  return {
    sujet,
    title: sujet,
    preview: `${when}. Si ce n'était pas vous, dites-le au centre.`,
    greeting: nom,
    blocks: [
      { sentence: `${when}, ${fait(centre)}.` },
      ...(suite ? [{ sentence: suite }] : []),
      // The recipient can no longer sign in with the old address, to which this email is sent.
      ...(evenement === 'adresse_remplacee'
        ? [{ note: "Si vous ne l'avez pas demandé, prenez tout de suite contact avec le centre." }]
        : [
            { button: 'Ouvrir mon profil', to: '/app/monprofil' } as const,
            {
              note: "Si ce n'était pas vous, choisissez un nouveau mot de passe par « Mot de passe oublié ? », puis prévenez un administrateur du centre.",
            },
          ]),
    ],
  };
}
