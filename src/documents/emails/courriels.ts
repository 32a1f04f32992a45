/**
 * The texts of each kind of email (MAIL-04). The functions are pure, so that the preview shows
 * exactly what is sent (MAIL-11).
 */
import { formatHeure, formatJour, momentAt } from '#domain/core/calendrier.ts';
import type { ContenuCourriel, UsageDeLien } from '#domain/emails/courriels.ts';
import { de } from '#domain/core/elision.ts';
import type { Role } from '#domain/people/users.ts';
import { comptePage } from './compte.ts';
import { digestPage, waitingPage } from './inscriptions.ts';
import { leconPage, leconsPage, placeLibrePage } from './lecons.ts';
import {
  type Block,
  type CourrielCentre,
  layOut,
  type Page,
  type RenderedCourriel,
  oneLine,
} from './layout.ts';
import { prixPage } from './prix.ts';
import { relevePage } from './releves.ts';
import { alertePage, codesPage } from './securite.ts';
import { htmlToText } from '../html_to_text.ts';

/** Subject, HTML and text of an email. */
export function renderCourriel(contenu: ContenuCourriel, centre: CourrielCentre): RenderedCourriel {
  if (contenu.sorte === 'libre')
    return { sujet: oneLine(contenu.sujet), html: contenu.html, texte: htmlToText(contenu.html) };
  return layOut(pageOf(contenu, centre.nom), centre);
}

/** Subject, HTML and text of one message, about several lessons (MAIL-26) or of a single email. */
export function renderMessage(
  contenus: readonly [ContenuCourriel, ...ContenuCourriel[]],
  centre: CourrielCentre,
): RenderedCourriel {
  const lecons = contenus.filter((contenu) => 'lecon' in contenu);
  return lecons.length > 1
    ? layOut(leconsPage(lecons), centre)
    : renderCourriel(contenus[0], centre);
}

/** Only the subject, for lists of many emails. */
export function sujetOf(contenu: ContenuCourriel, centre: string): string {
  return oneLine(contenu.sorte === 'libre' ? contenu.sujet : pageOf(contenu, centre).sujet);
}

/** `centre`: the name of the centre. */
function pageOf(contenu: Exclude<ContenuCourriel, { sorte: 'libre' }>, centre: string): Page {
  switch (contenu.sorte) {
    case 'approbation':
      return {
        sujet: 'Votre compte est approuvé',
        title: 'Bienvenue, votre compte est approuvé',
        preview: contenu.a_confirmer
          ? 'Il vous reste à confirmer votre adresse email.'
          : 'Vous pouvez maintenant vous connecter.',
        greeting: contenu.nom,
        blocks: [
          {
            sentence: `Votre demande de compte chez ${centre} a été approuvée.${approvalSuffix(contenu)}`,
          },
          ...(contenu.a_confirmer ? TO_CONFIRM : []),
          { button: 'Se connecter', to: '/login' },
        ],
      };
    case 'refus':
      return {
        sujet: 'Votre demande de compte',
        title: "Votre demande n'a pas été acceptée",
        preview: `Votre demande de compte chez ${centre} n'a pas été acceptée.`,
        greeting: contenu.nom,
        blocks: [
          {
            sentence: `Votre demande de compte chez ${centre} n'a pas été acceptée, et vos données ont été effacées.`,
          },
          {
            note: "Si vous pensez qu'il s'agit d'une erreur, parlez-en à un administrateur du centre : vous pourrez faire une nouvelle demande avec la même adresse.",
          },
        ],
      };
    case 'effacement':
      return {
        sujet: 'Votre compte est supprimé',
        title: 'Votre compte est supprimé',
        preview: `Votre compte chez ${centre} est supprimé.`,
        greeting: contenu.nom,
        blocks: [
          {
            sentence: `${contenu.par === 'centre' ? 'Un administrateur a supprimé' : 'Vous avez supprimé'} votre compte chez ${centre}. Vos données sont effacées ; cette adresse l'est aussi, avec cet email, dès qu'il est parti.`,
          },
          ...(contenu.par === 'centre'
            ? [
                {
                  sentence:
                    "Les leçons à venir qui étaient à votre nom restent réservées : pour les annuler, ou si c'est une erreur, prenez contact avec le centre. Vous pouvez demander un nouveau compte avec la même adresse.",
                },
              ]
            : [
                {
                  note: "Si vous n'êtes pas à l'origine de cette suppression, parlez-en à un administrateur du centre.",
                },
              ]),
        ],
      };
    case 'deblocage':
      return {
        sujet: 'Trop de tentatives de connexion à votre compte',
        title: 'Votre compte est protégé',
        preview:
          'Trop de tentatives de connexion : ouvrez ce lien pour vous connecter depuis ce navigateur.',
        greeting: contenu.nom,
        blocks: [
          {
            sentence:
              'Beaucoup de mots de passe ont été essayés avec votre adresse. La connexion depuis un nouvel appareil est donc bloquée pour le moment : seuls les appareils sur lesquels vous vous êtes déjà connecté peuvent servir.',
          },
          {
            sentence:
              'Pour vous connecter ailleurs, ouvrez ce lien dans le navigateur voulu, puis donnez votre mot de passe.',
          },
          linkBlock(contenu, 'Utiliser ce navigateur'),
          {
            note: "Ce lien est valable une heure et ne sert qu'une fois. Il n'ouvre pas votre compte à lui seul : ne le transmettez à personne.",
          },
        ],
      };
    case 'mot_de_passe':
      return {
        sujet: 'Réinitialisation de votre mot de passe',
        title: 'Choisissez un nouveau mot de passe',
        preview: 'Un lien valable une heure, pour votre compte.',
        greeting: contenu.nom,
        blocks: [
          { sentence: 'Un nouveau mot de passe a été demandé pour votre compte.' },
          linkBlock(contenu, 'Choisir un mot de passe'),
          {
            note: "Ce lien est valable une heure et ne sert qu'une fois. Un lien plus récent le remplace.",
          },
          {
            note: "Si vous n'avez rien demandé, ignorez cet email : votre mot de passe ne change pas.",
          },
        ],
      };
    case 'invitation':
      return {
        sujet: `Votre compte chez ${centre}`,
        title: 'Un compte vous attend',
        preview: 'Choisissez votre mot de passe pour voir et réserver vos leçons.',
        greeting: contenu.nom,
        blocks: [
          {
            sentence: `Le centre ${centre} a ouvert un compte à votre nom. Vous y trouverez les leçons qui sont déjà réservées pour vous, et vous pourrez réserver les suivantes.`,
          },
          linkBlock(contenu, 'Choisir mon mot de passe'),
          {
            note: "Ce lien est valable 7 jours et ne sert qu'une fois. Plus tard, « Mot de passe oublié » vous en envoie un autre.",
          },
          {
            note: "Vous n'avez rien demandé ? Parlez-en au centre, qui peut supprimer ce compte et vos données.",
          },
        ],
      };
    case 'confirmation_adresse':
      return {
        sujet: 'Confirmez votre adresse email',
        title: 'Confirmez votre adresse email',
        preview: 'Un lien valable 7 jours, pour votre compte.',
        greeting: contenu.nom,
        blocks: [
          {
            sentence: `Un compte chez ${centre} a été demandé avec cette adresse. Confirmez qu'elle est bien la vôtre.`,
          },
          linkBlock(contenu, 'Confirmer mon adresse'),
          {
            note: "Ce lien est valable 7 jours ; un lien plus récent le remplace. Si vous n'avez rien demandé, ignorez cet email.",
          },
        ],
      };
    case 'changement_adresse':
      return {
        sujet: 'Confirmez votre nouvelle adresse email',
        title: 'Confirmez votre nouvelle adresse email',
        preview: 'Un lien valable 7 jours, pour votre compte.',
        greeting: contenu.nom,
        blocks: [
          {
            sentence: `Cette adresse doit devenir celle de votre compte chez ${centre}. Confirmez qu'elle est bien la vôtre : vous vous connecterez ensuite avec elle.`,
          },
          linkBlock(contenu, 'Confirmer ma nouvelle adresse'),
          {
            note: "Ce lien est valable 7 jours ; un lien plus récent le remplace. Tant qu'il n'est pas ouvert, rien ne change. Si vous n'avez rien demandé, ignorez cet email.",
          },
        ],
      };
    case 'compte_modifie':
      return comptePage(contenu, centre);
    case 'inscription':
      return {
        sujet: `Nouvelle demande de compte : ${contenu.nom}`,
        title: 'Une nouvelle demande de compte',
        preview: `${contenu.nom}, ${contenu.email}`,
        greeting: null,
        blocks: [
          {
            sentence: `${contenu.nom} demande un compte. Il reste fermé jusqu'à ce qu'un administrateur l'approuve.`,
          },
          {
            card: [
              ['Nom', contenu.nom],
              ['Email', contenu.email],
              ...optionalRow('Téléphone', contenu.telephone),
              ...optionalRow('Adresse', contenu.adresse),
            ],
          },
          { button: 'Voir les demandes', to: '/app/utilisateurs' },
        ],
      };
    case 'inscriptions_groupees':
      return digestPage(contenu);
    case 'inscriptions_en_attente':
      return waitingPage(contenu);
    case 'place_libre':
      return placeLibrePage(contenu);
    case 'prix_changes':
      return prixPage(contenu);
    case 'releve':
    case 'relance':
      return relevePage(contenu);
    case 'alerte_admins':
      return alertePage(contenu);
    case 'alerte_codes':
      return codesPage(contenu);
    case 'sauvegarde_en_panne': {
      const { jour, heure } = momentAt(new Date(contenu.depuis));
      return {
        sujet: 'Les sauvegardes ne se font plus',
        title: 'Les sauvegardes ne se font plus',
        preview: `Aucune sauvegarde n'a réussi depuis le ${formatJour(jour, 'long')}.`,
        greeting: null,
        blocks: [
          {
            sentence: `Aucune sauvegarde des données n'a réussi depuis le ${formatJour(jour, 'long')} à ${formatHeure(heure)}. Si le disque tombait en panne maintenant, tout ce qui est enregistré depuis serait perdu.`,
          },
          {
            card: [
              [
                'Raison',
                contenu.raison ??
                  "Aucune sauvegarde n'a été commencée : le service ne tourne peut-être pas la nuit.",
              ],
            ],
          },
          {
            sentence:
              'Lancez une sauvegarde avec « Sauvegarder maintenant ». Si elle échoue aussi, transmettez cet email à la personne qui fait tourner le service.',
          },
          { button: 'Voir les sauvegardes', to: '/app/webmastersettings?onglet=service' },
          { note: "Cet email part une fois par jour, tant qu'aucune sauvegarde ne réussit." },
        ],
      };
    }
    case 'essai':
      return {
        sujet: `Email d'essai ${de(centre)}`,
        title: "Email d'essai",
        preview: "L'envoi des emails, à l'essai.",
        greeting: contenu.nom,
        blocks: [
          {
            sentence: `Cet email d'essai a été demandé depuis ${centre}. S'il est dans votre boîte de réception, l'envoi fonctionne : é à ç œ €.`,
          },
        ],
      };
    case 'reservation_confirmee':
    case 'reservation_modifiee':
    case 'reservation_annulee':
    case 'rappel':
      return leconPage(contenu);
  }
}

function approvalSuffix({ role, a_confirmer }: { role: Role; a_confirmer?: boolean }): string {
  if (role === 'admin') return ' Vous avez un accès complet, comme administrateur.';
  return a_confirmer ? '' : ' Vous pouvez dès maintenant réserver vos leçons.';
}

/**
 * Explains how to confirm the address: by the link of the earlier email, or by a new one from the
 * sign-in page.
 */
const TO_CONFIRM: readonly Block[] = [
  {
    sentence:
      'Il vous reste à confirmer votre adresse email : ouvrez le lien que nous vous avons envoyé lors de votre inscription. Vous pourrez ensuite vous connecter.',
  },
  {
    note: "Ce lien est perdu, ou ne sert plus ? Essayez de vous connecter : « Renvoyer l'email de confirmation » vous en envoie un autre.",
  },
];

const PAGE_OF_LINK = {
  mot_de_passe: '/reset-password',
  confirmation_adresse: '/confirm-email',
  deblocage: '/deblocage',
  changement_adresse: '/confirm-email',
  invitation: '/reset-password',
} as const satisfies Record<UsageDeLien, string>;

/**
 * The path of an emailed link. The token is in the fragment, which browsers send to no server
 * (ACC-51).
 */
export const pathOfLink = (usage: UsageDeLien, jeton: string): `/${string}` =>
  `${PAGE_OF_LINK[usage]}#token=${encodeURIComponent(jeton)}`;

function linkBlock(
  { sorte, jeton }: Extract<ContenuCourriel, { sorte: UsageDeLien }>,
  button: string,
): Block {
  return jeton === null
    ? { note: 'Le lien de cet email ne se montre pas ici.' }
    : { button, to: pathOfLink(sorte, jeton) };
}

const optionalRow = (label: string, value: string | null): (readonly [string, string])[] =>
  value ? [[label, value]] : [];
