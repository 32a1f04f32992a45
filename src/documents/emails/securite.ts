/** The emails that report at once a change in who has access (MAIL-30). */
import { formatHeure, formatJour, momentAt } from '#domain/core/calendrier.ts';
import type { ContenuCourriel, FaitAlerte } from '#domain/emails/courriels.ts';
import { dePersonne } from '#domain/core/elision.ts';
import { adresseParInWords } from '#domain/people/adresses.ts';
import { LIBELLES_PARAMETRES } from '#domain/settings/libelles.ts';
import { oneLine, type Page } from './layout.ts';

type Alerte = Extract<ContenuCourriel, { sorte: 'alerte_admins' }>;

/** Shown instead of the name of an account that was erased since. */
const ERASED = 'un compte supprimé depuis';

type Told = { sujet: string; title: string; sentence: string; remede: string };

/** `compte`: the name of the account, in the form for a subject and in the form after 'de'. */
const TOLD: Record<FaitAlerte, (compte: { nom: string; sujet: string; de: string }) => Told> = {
  nouvel_administrateur: ({ nom, sujet }) => ({
    sujet: `Nouvel administrateur : ${nom}`,
    title: 'Un compte est devenu administrateur',
    sentence: `${sujet} a maintenant un accès complet : réservations, comptes, prix et paramètres du centre.`,
    remede: 'rétrogradez ce compte dans les paramètres',
  }),
  facteur_reinitialise: ({ nom, de }) => ({
    sujet: `Double authentification réinitialisée : ${nom}`,
    title: 'Une double authentification a été réinitialisée',
    sentence: `L'application, les codes de secours et les clés d'accès ${de} ont été retirés, et ses sessions terminées. Son mot de passe suffit de nouveau pour s'y connecter, ou pour y installer une autre application.`,
    remede: 'désactivez ce compte le temps de joindre la personne',
  }),
  exigence_levee: () => ({
    sujet: "La double authentification n'est plus exigée des administrateurs",
    title: "La double authentification n'est plus exigée",
    sentence:
      "Le réglage qui exige une double authentification des administrateurs a été éteint : un mot de passe suffit de nouveau pour un compte qui n'en a pas.",
    remede: 'rallumez le réglage dans les paramètres',
  }),
  compte_debloque: ({ nom, de }) => ({
    sujet: `Connexion débloquée : ${nom}`,
    title: 'La connexion à un compte a été débloquée',
    sentence: `Les mots de passe et les codes incorrects ${de} ne comptent plus : de nouveaux essais sont possibles depuis n'importe quel appareil.`,
    remede:
      'demandez à la personne si elle essaie de se connecter, et désactivez ce compte le temps de la joindre',
  }),
  textes_du_centre: () => ({
    sujet: 'La facturation ou les coordonnées du centre ont changé',
    title: 'La facturation ou les coordonnées du centre ont changé',
    sentence:
      'Ces réglages se lisent sur les relevés, dans les emails et là où le centre dit comment le joindre : une fausse coordonnée peut faire payer ailleurs.',
    remede: 'remettez les bonnes valeurs dans les paramètres',
  }),
  copies_du_centre: () => ({
    sujet: "L'adresse qui reçoit les copies du centre a changé",
    title: "L'adresse qui reçoit les copies a changé",
    sentence:
      'Cette adresse reçoit une copie des confirmations, des changements et des annulations, avec les noms des cavaliers.',
    remede: 'remettez la bonne adresse dans les paramètres',
  }),
  durees_raccourcies: () => ({
    sujet: 'Des données seront gardées moins longtemps',
    title: 'Une durée de conservation est raccourcie',
    sentence:
      "Ce qui dépasse la nouvelle durée sera effacé, et ne pourra pas être retrouvé. D'ici là, l'ancienne durée vaut encore, et la remettre n'efface rien.",
    remede: "remettez l'ancienne durée dans les paramètres avant cette heure",
  }),
  compte_du_centre: () => ({
    sujet: 'Le compte bancaire du centre a changé',
    title: 'Le compte bancaire du centre a changé',
    sentence:
      "L'IBAN ou le titulaire du compte a changé dans les paramètres : les relevés, les emails et les codes QR demandent désormais de payer sur ce compte.",
    remede: 'remettez le bon compte dans les paramètres',
  }),
};

/** These concern an account. */
const OF_ACCOUNT: ReadonlySet<FaitAlerte> = new Set([
  'nouvel_administrateur',
  'facteur_reinitialise',
  'compte_debloque',
]);

/** "dimanche 22 novembre 2026 à 9h30" */
function instantInWords(iso: string): string {
  const { jour, heure } = momentAt(new Date(iso));
  return `${formatJour(jour, 'long')} à ${formatHeure(heure)}`;
}

export function alertePage({ fait, le, par, compte, adresse, reglages, des }: Alerte): Page {
  const nom = oneLine(compte?.nom ?? ERASED);
  const named = compte
    ? { nom, sujet: `Le compte ${dePersonne(nom)}`, de: `du compte ${dePersonne(nom)}` }
    : { nom, sujet: 'Un compte supprimé depuis', de: `d'${ERASED}` };
  const { sujet, title, sentence, remede } = TOLD[fait](named);
  return {
    sujet,
    title,
    preview: sentence,
    greeting: null,
    blocks: [
      { sentence },
      {
        card: [
          ['Par', oneLine(par?.nom ?? ERASED)],
          ...(OF_ACCOUNT.has(fait)
            ? [['Compte', compte ? [...new Set([nom, compte.email])].join('\n') : ERASED] as const]
            : []),
          ...(reglages
            ? [
                [
                  'Réglages',
                  reglages.map((champ) => LIBELLES_PARAMETRES[champ]).join('\n'),
                ] as const,
              ]
            : []),
          ['Le', instantInWords(le)],
          ...(des === undefined ? [] : [['Effacement à partir du', instantInWords(des)] as const]),
        ],
      },
      ...(adresse
        ? [
            {
              sentence: `${adresseParInWords(nom, { ...adresse, nom: adresse.nom && oneLine(adresse.nom) })} Assurez-vous auprès de cette personne que son compte est toujours entre ses mains.`,
            },
          ]
        : []),
      {
        sentence: `Si c'est voulu, il n'y a rien à faire. Sinon, quelqu'un se sert d'une session ou d'un mot de passe qui n'est pas à lui : ${remede}, puis changez votre mot de passe, ce qui termine vos autres sessions.`,
      },
      { button: 'Lire le journal', to: '/app/journal' },
      { note: 'Cet email part à chaque administrateur. Aucun réglage ne le retient.' },
    ],
  };
}

export function codesPage({ nom }: { nom: string }): Page {
  return {
    sujet: 'Des codes incorrects après votre mot de passe',
    title: "Quelqu'un a votre mot de passe, mais pas vos codes",
    preview: "Plusieurs codes incorrects ont suivi votre mot de passe. Personne n'est entré.",
    greeting: nom,
    blocks: [
      {
        sentence:
          "Votre mot de passe a été donné correctement, puis plusieurs codes de double authentification incorrects. Personne n'est entré : sans un bon code, votre compte reste fermé.",
      },
      {
        sentence:
          "Si ce n'était pas vous, quelqu'un connaît votre mot de passe : choisissez-en un autre maintenant, que vous n'utilisez nulle part ailleurs.",
      },
      { button: 'Choisir un autre mot de passe', to: '/forgot-password' },
      {
        sentence:
          "Si c'était vous : vos codes de secours servent toujours, et l'heure de votre téléphone doit être juste, car l'application calcule ses codes avec elle.",
      },
      { note: 'Cet email part une fois par jour au plus.' },
    ],
  };
}
