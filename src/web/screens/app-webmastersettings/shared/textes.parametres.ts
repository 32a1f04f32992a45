/** The sentences of the settings' form; those of refusals are in `domain/errors`. */
export const TEXTES = {
  formulaire: 'Paramètres du centre',
  notifications: 'Notifications par email',
  notificationsAide: 'Les emails que le centre envoie au sujet des leçons et des inscriptions.',
  general:
    "Interrupteur général\u202f: éteint, aucun des emails ci-dessous ne part, ni l'annonce d'une inscription aux administrateurs. L'alarme d'une panne des sauvegardes part toujours.",
  eteint: 'Sans effet tant que les notifications sont éteintes.',
  adminEmail:
    "Reçoit une copie des confirmations, annulations et modifications, et l'annonce des inscriptions et des pannes des sauvegardes. Vide\u202f: aucune copie.",
  courriels: 'Voir les emails envoyés',
  horaires: 'Horaires et créneaux',
  regles: 'Paramètres système',
  coordonnees: 'Joindre le centre',
  coordonneesAide:
    "Affichés sur l'accueil, sous les réservations de chacun et au pied des emails. Vides, ils ne s'y lisent pas.",
  contactTelephone: "Tel que vous l'écrivez, par exemple 081 61 23 45.",
  contactEmail: 'Y arrivent les réponses aux emails du centre.',
  /** To whom the rules apply (SET-05). */
  quiEstTenu:
    'Les règles à appliquer valent pour les cavaliers, pas pour les administrateurs\u202f; les heures aussi.',
  appliquer: 'Appliquer',
  duree:
    'En minutes, par quart d’heure. Une fois enregistrée, proposée pour un nouveau type de leçon si elle est de 30, 60, 90 ou 120\u202f; sinon 30 le sont.',
  pause: 'En minutes, par pas de 5.',
  quota: 'Par compte et par jour de leçon.',
  aVenir:
    "Par compte, tous jours confondus\u202f: les leçons réservées ou rejointes qui n'ont pas encore commencé. Celles que le centre réserve ne sont pas refusées.",
  journal: 'Les lignes plus anciennes sont supprimées.',
  delai: "En jours à partir d'aujourd'hui.",
  droits: 'Droits des cavaliers',
  droitsAide:
    "Ce que les cavaliers peuvent faire sans passer par le centre. Prendre une place dans la leçon d'un autre se règle par type de leçon\u202f: «\u202fLeçon ouverte\u202f».",
  annulation:
    "Le cavalier annule sa leçon jusqu'au délai ci-dessous. Le créneau se libère aussitôt\u202f; la leçon reste dans la vue du jour, annulée, et le journal dit par qui et quand.",
  changement:
    "Le cavalier change le jour, l'heure, la piste, les noms ou les remarques de sa leçon jusqu'au même délai. Le planning suit aussitôt, et le journal dit qui a changé quoi.",
  delaiAnnulation:
    'Avant le début de la leçon, de 0 à 336. Ensuite, le cavalier lit comment joindre le centre.',
  grace:
    "Juste après sa réservation, le cavalier peut l'annuler quel que soit le délai, même si les annulations passent par le centre\u202f; jamais après le début de la leçon.",
  graceMinutes: 'De 1 à 120, à partir de la réservation.',
  retard: 'Chaque fois, une question le demande au centre.',
  absences: "Vaut pour les prochaines absences. Une personne excusée n'est jamais facturée.",
  prix: 'Chaque cavalier voit le prix là où il réserve et dans sa confirmation, et ce que ses leçons passées ont coûté, mois par mois.',
  alertes:
    "Sur un créneau pris, un cavalier demande à être prévenu dès qu'il se libère\u202f: à l'écran, et par email là où le centre en envoie. Tous ceux qui l'ont demandé le sont en même temps\u202f; la place va au premier qui réserve.",
  calendriers:
    "Chacun peut suivre ses leçons dans son propre agenda par une adresse secrète, et un administrateur celles d'une piste. L'agenda peut avoir quelques heures de retard.",
  facturation: 'Relevés et paiements',
  facturationAide:
    "Allumée, l'application compte ce que chaque client doit\u202f: un relevé par mois, les paiements, et qui doit quoi. Éteinte, rien n'en est montré à personne\u202f; ce qui est enregistré reste.",
  facturationConfirmation:
    'Tout changement de cet onglet demande votre mot de passe, est annoncé par email à chaque administrateur et se lit au journal.',
  facturationAllumer:
    'Chaque client lit ses relevés sous «\u202fMes relevés\u202f», même si les prix ne sont pas montrés. Les relevés ne partent que lorsque vous les envoyez.',
  depuis:
    "Les leçons de ce jour et des suivants comptent\u202f; celles d'avant ont été facturées autrement. Vide\u202f: le premier du mois de la mise en route. Fixe dès le premier relevé.",
  depuisVide: 'Choisissez un jour',
  banque: 'Compte en banque',
  banqueAide:
    "Imprimés sur les relevés, avec un code QR que l'application de la banque scanne. Sans eux, un relevé ne dit pas comment payer.",
  confirmation:
    'Un changement demande votre mot de passe, est annoncé par email à chaque administrateur et se lit au journal.',
  titulaire: "Les banques comparent ce nom à celui du compte\u202f: recopiez-le d'un extrait.",
  iban: 'Par exemple BE68 5390 0754 7034.',
  mentions: 'Mentions du centre',
  mentionsAide: "Imprimées sur les relevés, au pied des emails et sur la page d'accueil.",
  centreName: "Vide\u202f: le nom que l'application montre déjà.",
  centreForm: 'Par exemple SRL, ASBL ou indépendant.',
  centreNumber: 'Par exemple BE 0123.456.749.',
  raccourci: 'Raccourci\u202f: ',
  attente: (jour: string, heure: string): string =>
    `L'ancienne valeur vaut jusqu'au ${jour} à ${heure}\u202f: rien n'est effacé d'ici là, et la remettre annule tout.`,
  raccourcir:
    "Raccourcir une durée de cet onglet demande votre mot de passe, est annoncé par email à chaque administrateur, et n'efface rien avant 24 heures.",
  securite: 'Sécurité',
  secondFacteur:
    "Activez d'abord la vôtre, dans votre profil. Les autres administrateurs activeront la leur à leur prochaine connexion.",
  conservationLecons: 'Conservation des leçons',
  conservationLeconsAide:
    "Passé ces délais, les noms des participants deviennent «\u202fAncien cavalier 1\u202f», «\u202fAncien cavalier 2\u202f»…\u202f; les remarques et les emails de ces leçons sont effacés, et les comptes n'y sont plus liés. Les nombres et les montants des statistiques restent. Une ancienne leçon quitte aussi «\u202fMes leçons passées\u202f».",
  effacerNoms:
    "Se fait peu à peu, au plus tard dans l'heure, et ne peut pas être défait, sauf en restaurant une sauvegarde.",
  leconsMois: 'De 1 à 240, par mois entiers\u202f: tout un mois perd ses noms le même jour.',
  leconsAnnulees:
    'De 1 à 730, après le jour de la leçon ou de son annulation, le plus tardif des deux.',
  conservation: 'Conservation des sauvegardes',
  conservationAide:
    'La dernière sauvegarde est toujours gardée, et la dernière de chacun des jours, semaines et mois les plus récents. Les autres sont effacées après la sauvegarde suivante.',
  jours: 'De 1 à 31.',
  semaines: 'De 0 à 53.',
  mois: 'De 0 à 120.',
  resserrer: "Resserrer les heures d'ouverture\u202f?",
  resserrerBouton: 'Resserrer',
  dehorsUne: "1 leçon à venir serait hors des heures d'ouverture\u202f:",
  dehorsPlusieurs: (n: number, jour: string) =>
    `${n} leçons à venir seraient hors des heures d'ouverture, la première le ${jour}\u202f:`,
  resteUne:
    'Elle reste réservée\u202f; déplacez-la ou supprimez-la depuis le planning si elle ne doit pas avoir lieu.',
  restentPlusieurs:
    'Elles restent réservées\u202f; déplacez-les ou supprimez-les depuis le planning si elles ne doivent pas avoir lieu.',
  dehorsInconnu:
    "Les leçons à venir en dehors de ces heures ne sont pas connues pour l'instant. Elles restent réservées.",
  bouton: 'Sauvegarder les paramètres',
  enCours: 'Sauvegarde en cours...',
  succes: 'Paramètres sauvegardés avec succès',
  echec: 'Erreur lors de la sauvegarde des paramètres.',
  illisible: 'Erreur lors du chargement des paramètres',
  ailleurs: 'Modifié ailleurs entre-temps\u202f: ',
  garde: ' Ce que vous avez saisi est gardé.',
  oui: 'oui',
  non: 'non',
  vide: 'vide',
} as const;

export { LIBELLES_PARAMETRES as LIBELLES, NOMS_RETARD } from '#domain/settings/libelles.ts';

/** Milliseconds on screen (SET-03). */
export const DUREE = { succes: 3_000, echec: 8_000 } as const;
