/**
 * The privacy page (PEOPLE-35). Every period is computed from the constant by which the server
 * deletes.
 */
import { CONSERVATION_JOURS as JOURS, HORS_CONNEXION_HEURES } from '#domain/core/conservation.ts';
import { CONSERVATION_LEGALE_ANS } from '#domain/billing/facturation.ts';
import { ANCIEN_CAVALIER, joursInWords, moisInWords } from '#domain/core/conservation_lecons.ts';
import { LIEN_MS } from '#domain/emails/courriels.ts';
import type { Periodes } from '#web/data/centre.ts';

const HOUR_MS = 3_600_000;
const heures = (n: number): string => (n === 1 ? '1 heure' : `${n} heures`);

export type Donnee = { titre: string; quoi: string; pourquoi: string; duree: string };

/** What happens to lessons over time (SET-42). */
const dureeDesLecons = (lecons: Periodes['conservationLecons']): string =>
  !lecons // absent if a server instance of the previous version answers
    ? 'Tant que le centre en a besoin pour son planning et ses comptes.'
    : `Les noms et les remarques, ${moisInWords(lecons.mois)} après la leçon, jusqu'à la fin du mois\u202f; ${joursInWords(lecons.annuleesJours)} après une leçon annulée. Ensuite chaque nom devient «\u202f${ANCIEN_CAVALIER} 1\u202f», et la leçon n'est plus liée à votre compte\u202f: elle quitte «\u202fMes leçons passées\u202f».`;

/** How long people without an account are kept (CLI-06, CLI-08). */
const dureeDesClients = (lecons: Periodes['conservationLecons']): string =>
  `Jusqu'à ce que le centre les efface\u202f; demandez-le lui. Vos leçons restent alors sous les noms donnés, comme quand un compte est supprimé.${
    lecons
      ? ` Sans leçon de vous depuis ${moisInWords(lecons.mois)}, le site les efface de lui-même, sauf si vous payez pour quelqu'un.`
      : ''
  }`;

/** With the periods that the centre has set. `facturation`: it makes statements (REL-01). */
export const donneesOf = (
  { journalMois, sauvegardesMois, conservationLecons }: Periodes,
  facturation: boolean,
): readonly Donnee[] => [
  {
    titre: 'Votre compte',
    quoi: "Votre nom et votre email\u202f; votre téléphone, votre adresse et votre photo si vous les donnez\u202f; la date de votre inscription et de votre accord\u202f; les adresses email que le compte avait avant, pour que sa suppression les efface aussi\u202f; une note du centre, et qui paie vos leçons si c'est quelqu'un d'autre. Votre mot de passe n'est gardé que sous une forme que personne ne peut lire.",
    pourquoi: 'Vous reconnaître, vous joindre au sujet de vos leçons, et les facturer.',
    duree: "Jusqu'à la suppression du compte.",
  },
  {
    titre: 'Vos cavaliers',
    quoi: 'Si vous en enregistrez\u202f: leur nom\u202f; leur année de naissance et une note pour le moniteur si vous les donnez.',
    pourquoi:
      "Réserver plus vite pour eux. Le centre lit l'année et la note à côté du nom, dans les leçons que vous réservez.",
    duree: "Jusqu'à ce que vous les retiriez, ou jusqu'à la suppression du compte.",
  },
  {
    titre: 'Vos réservations',
    quoi: "Le jour, l'heure, la piste, les noms des participants et vos remarques. Si une place est rendue après le délai et facturée quand même\u202f: ce qu'elle coûte, et pour qui.",
    pourquoi: 'Organiser les leçons et les facturer.',
    duree: `${dureeDesLecons(conservationLecons)} Quand un compte est supprimé, elles restent sous les noms donnés, sans le compte ni les remarques. Une réservation que le centre supprime, ou un participant qu'il retire, peut être rétabli pendant ${JOURS.reservation_supprimee} jours. Une place facturée après le délai perd ses noms avec les leçons de son mois, même si la leçon était annulée, et dès que le compte est supprimé\u202f; son montant reste.`,
  },
  ...(facturation
    ? [
        {
          titre: 'Vos relevés et vos paiements',
          quoi: 'Ce que chaque leçon et chaque autre ligne a coûté, les relevés envoyés à votre nom et à votre adresse, et ce que vous avez payé\u202f: le jour, le montant et le moyen.',
          pourquoi: 'Vous dire ce qui est dû, et tenir les comptes du centre.',
          duree: `Quand un compte est supprimé, les noms des cavaliers y sont remplacés\u202f; le nom et l'adresse de qui paie restent, car la loi demande de garder les pièces comptables\u202f: ${CONSERVATION_LEGALE_ANS} ans après l'année du dernier relevé ou paiement. Seuls les administrateurs les lisent alors.`,
        },
      ]
    : []),
  {
    titre: 'Si vous réservez par téléphone, sans compte',
    quoi: "Votre nom\u202f; votre téléphone, votre email et votre adresse si vous les donnez\u202f; une note du centre, et qui paie vos leçons si c'est quelqu'un d'autre. Vos cavaliers, si le centre les a repris d'un fichier\u202f: leur nom, leur année de naissance et une note.",
    pourquoi: 'Vous reconnaître, vous joindre au sujet de vos leçons, et les facturer.',
    duree: `${dureeDesClients(conservationLecons)} Si le centre les met à jour depuis un fichier, celles d'avant sont gardées ${JOURS.import} jours au plus, pour pouvoir le défaire.`,
  },
  {
    titre: 'Les emails que le site vous envoie',
    quoi: 'Votre adresse et le contenu de chaque email.',
    pourquoi:
      "Savoir s'ils sont arrivés, et pouvoir les renvoyer. Votre profil éteint les rappels et les annonces de créneaux libres.",
    duree: `${JOURS.courriel} jours\u202f; jusqu'à la suppression du compte si elle vient avant. L'email qui annonce un effacement perd votre adresse dès qu'il est parti, au plus tard après ${JOURS.effacement} jours.`,
  },
  {
    titre: 'Vos connexions',
    quoi: "Pour chaque session\u202f: la date, le navigateur et l'adresse réseau. Les navigateurs déjà utilisés, et vos clés d'accès si vous en créez.",
    pourquoi: 'Protéger votre compte, et vous montrer où il est ouvert.',
    duree: `Une session\u202f: ${JOURS.session} jours après sa dernière utilisation\u202f; son adresse réseau\u202f: ${JOURS.adresse_de_session} jours. Un navigateur reconnu\u202f: ${JOURS.appareil} jours après sa dernière connexion.`,
  },
  {
    titre: 'Les tentatives de connexion et les liens demandés',
    quoi: "L'adresse email essayée et l'adresse réseau, sans le mot de passe.",
    pourquoi: 'Arrêter qui essaie de deviner un mot de passe.',
    duree: `${heures(JOURS.essai * 24)} au plus. Un lien pour changer de mot de passe s'ouvre pendant ${heures(LIEN_MS.mot_de_passe / HOUR_MS)}, celui qui confirme une adresse pendant ${LIEN_MS.confirmation_adresse / HOUR_MS / 24} jours.`,
  },
  {
    titre: 'Vos demandes «\u202fPrévenez-moi\u202f»',
    quoi: "Le type de leçon, la piste, le jour et l'heure que vous attendez.",
    pourquoi: 'Vous écrire si le créneau se libère.',
    duree: "Jusqu'à l'heure du créneau, ou jusqu'à ce que vous y renonciez.",
  },
  {
    titre: 'Votre adresse de calendrier',
    quoi: "Si vous en créez une\u202f: une empreinte de cette adresse, d'où on ne la retrouve pas, et quand votre agenda l'a lue pour la dernière fois.",
    pourquoi: 'Montrer vos leçons dans votre agenda.',
    duree:
      "Jusqu'à ce que vous la supprimiez ou changiez de mot de passe, ou jusqu'à la suppression du compte.",
  },
  {
    titre: 'Les sauvegardes',
    quoi: "Une copie de tout ce qui précède, sauf les sessions et les adresses de calendrier, rangée à l'écart du site.",
    pourquoi: 'Retrouver le planning et les comptes après une panne.',
    duree: `${sauvegardesMois} mois au plus\u202f: ce qui est effacé du site reste dans les sauvegardes d'avant jusque-là. Si l'une d'elles est remise en service, les comptes et les clients effacés depuis sont effacés de nouveau, et les anciennes leçons perdent de nouveau leurs noms.`,
  },
  {
    titre: "Le journal d'activité",
    quoi: "Qui s'est connecté et ce que les administrateurs ont changé\u202f: quand, quoi, depuis quelle adresse réseau. Il ne contient ni noms, ni emails, ni remarques.",
    pourquoi: "Comprendre ce qui s'est passé en cas d'erreur ou d'abus.",
    duree: `${journalMois} mois. Quand un compte est supprimé, ses lignes restent sans dire de qui elles étaient.`,
  },
];

export const TEXTES = {
  intro:
    "Le centre garde ce qu'il faut pour réserver des leçons et protéger les comptes, et rien d'autre. Voici quoi, pourquoi et combien de temps.",
  quoi: 'Quoi',
  pourquoi: 'Pourquoi',
  duree: 'Combien de temps',

  qui: 'Qui les voit',
  quiAdmins:
    'Les administrateurs du centre voient les comptes, sans les mots de passe, les personnes sans compte, les réservations, les emails et le journal.',
  quiCavaliers:
    "Les autres cavaliers voient seulement qu'un créneau est pris, jamais par qui. Votre photo a une adresse que personne ne peut deviner\u202f; qui la connaît peut la voir. Si vous créez une adresse de calendrier, qui la connaît y lit vos leçons et les noms que vous y avez mis\u202f; vous pouvez la supprimer à tout moment.",
  quiDehors:
    "Rien n'est vendu ni transmis. Les emails passent par le serveur de courrier que le centre utilise.",

  base: 'De quel droit',
  baseContrat:
    "Votre compte, ou vos coordonnées si vous n'en avez pas, vos réservations, qui les paie et les emails à leur sujet\u202f: ils sont nécessaires pour vous donner les leçons que vous demandez (contrat, article 6.1.b du RGPD).",
  baseInteret:
    'La protection des comptes, le journal, les sauvegardes et une note du centre\u202f: le centre y a un intérêt légitime (article 6.1.f). Vous pouvez vous y opposer pour une raison qui vous est propre.',
  baseConsentement:
    "Votre photo, la note et l'année de naissance d'un cavalier, vos remarques, vos demandes «\u202fPrévenez-moi\u202f», une adresse de calendrier\u202f: vous les donnez si vous le voulez, et les retirez quand vous le voulez (article 6.1.a). N'y écrivez de santé que ce que le moniteur doit savoir.",

  droits: 'Les consulter, les corriger, les effacer',
  droitsProfil:
    'Dans «\u202fMon profil\u202f», vous pouvez corriger vos coordonnées, télécharger toutes vos données et supprimer votre compte.',
  droitsLien: 'Ouvrir mon profil',
  droitsListe:
    "Vous avez le droit d'obtenir une copie de vos données, de les faire corriger ou effacer, de les emporter ailleurs, d'en faire limiter l'usage et de vous y opposer. Le centre répond dans le mois.",
  droitsAutre: "Pour toute autre demande, ou si vous n'avez pas de compte, le centre vous répond.",
  droitsPlainte:
    "Vous pouvez aussi vous adresser à l'Autorité de protection des données, à Bruxelles.",

  cookies: 'Cookies',
  cookiesIntro:
    "Le site n'en pose que pour fonctionner, jamais pour la publicité ni pour mesurer l'audience\u202f:",
  cookiesListe: [
    `celui de votre session, ${JOURS.session} jours\u202f;`,
    `celui qui reconnaît ce navigateur à votre prochaine connexion, ${JOURS.appareil} jours\u202f;`,
    `celui du menu, ouvert ou replié, ${JOURS.menu} jours\u202f;`,
    `celui du thème, si vous en choisissez un, ${JOURS.theme} jours.`,
  ],
  cookiesStockage: `Votre navigateur garde aussi votre nom, pour l'afficher sans attendre, et ce que vous avez commencé à écrire\u202f; les deux disparaissent quand vous vous déconnectez. Ce qui est tapé avant la connexion, sans les mots de passe, ne reste que dans son onglet, 12 heures au plus, jusqu'à l'envoi ou à la connexion. Qu'un compte a été demandé ici, sans dire lequel, s'y garde ${JOURS.demande} jours au plus, jusqu'à la connexion.`,
  horsConnexion: `Pour que vous puissiez les lire sans réseau, il garde aussi vos leçons à venir et, chez un administrateur, le planning d'aujourd'hui et de demain, avec les noms et les téléphones\u202f: ${heures(HORS_CONNEXION_HEURES)} au plus, pour votre compte seul. Cela disparaît quand vous vous déconnectez, même sans réseau, et quand une autre personne se connecte. Sur un appareil partagé, déconnectez-vous.`,
} as const;
