// chunk: forms
/** The refusals that administrators read: lesson types, prices, settings, emails. */
import { defineRefus } from './define.ts';

export const ADMIN_REFUS = {
  // Lesson types, prices and settings
  champs_manquants: defineRefus('invalide', 'Veuillez remplir tous les champs.'),
  identifiant_invalide: defineRefus(
    'invalide',
    "L'identifiant s'écrit en lettres, chiffres et tirets bas, 50 caractères au plus.",
  ),
  type_existe: defineRefus('conflit', 'Ce type de leçon existe déjà.'),
  libelle_vide: defineRefus('invalide', 'Le libellé ne peut pas être vide.'),
  libelle_invalide: defineRefus(
    'invalide',
    'Le libellé tient sur une ligne de 60 caractères au plus.',
  ),
  icone_invalide: defineRefus('invalide', "L'icône compte deux caractères au plus."),
  couleur_invalide: defineRefus('invalide', 'Veuillez choisir une couleur de la palette.'),
  max_invalide: defineRefus('invalide', 'Le nombre de personnes va de 1 à 10.'),
  duree_invalide: defineRefus('invalide', 'La durée est de 30, 60, 90 ou 120 minutes.'),
  type_introuvable: defineRefus('introuvable', "Ce type de leçon n'existe pas ou plus."),
  types_changes: defineRefus(
    'conflit',
    'Les types de leçon ont changé entre-temps. Rechargez-les avant de les ranger.',
  ),
  piste_nom_invalide: defineRefus(
    'invalide',
    'Le nom de la piste tient sur une ligne de 1 à 40 caractères.',
  ),
  piste_note_invalide: defineRefus(
    'invalide',
    'La ligne sous le nom compte 80 caractères au plus.',
  ),
  dessin_invalide: defineRefus('invalide', 'Veuillez choisir un dessin de la liste.'),
  piste_existe: defineRefus('conflit', 'Une piste porte déjà ce nom.'),
  trop_de_pistes: defineRefus('conflit', 'Un centre a 8 pistes au plus.'),
  derniere_piste: defineRefus('conflit', 'Il faut au moins une piste qui se réserve.'),
  piste_introuvable: defineRefus('introuvable', "Cette piste n'existe pas ou plus."),
  piste_utilisee: defineRefus(
    'conflit',
    'Des leçons, des demandes ou des calendriers nomment cette piste : elle ne peut pas être supprimée. Vous pouvez la désactiver.',
  ),
  pistes_changees: defineRefus(
    'conflit',
    'Les pistes ont changé entre-temps. Rechargez-les avant de les ranger.',
  ),
  ligne_introuvable: defineRefus('introuvable', "Cette place facturée n'existe pas ou plus."),
  prix_invalide: defineRefus(
    'invalide',
    'Un prix va de 0 à 99 999,99 euros, avec deux décimales au plus.',
  ),
  prix_jour_invalide: defineRefus(
    'invalide',
    "Le prochain prix vaut à partir d'un jour à venir, dans les deux ans.",
  ),
  prix_changes: defineRefus(
    'conflit',
    "Un prix vient d'être modifié sur un autre écran. Choisissez celui à garder avant d'enregistrer.",
  ),
  parametres_changes: defineRefus(
    'conflit',
    "Les paramètres viennent d'être modifiés sur un autre écran. Vérifiez ce qui a changé avant d'enregistrer.",
  ),
  horaires_invalides: defineRefus(
    'invalide',
    "Les heures d'ouverture et de fermeture vont de 08:00 à 20:00 par demi-heure, l'ouverture avant la fermeture.",
  ),
  periodes_invalides: defineRefus(
    'invalide',
    "Les périodes d'un jour vont de 06:00 à 23:00 par demi-heure, dans leur ordre, avec au moins une demi-heure entre deux ; un jour en a 4 au plus.",
  ),
  saison_nom_invalide: defineRefus(
    'invalide',
    'Le nom de la saison tient sur une ligne de 1 à 40 caractères.',
  ),
  saison_dates_invalides: defineRefus(
    'invalide',
    "Une saison va d'un premier à un dernier jour, dans cet ordre, et dure un an au plus.",
  ),
  saison_vide: defineRefus(
    'invalide',
    'Une saison donne des heures à au moins un jour de la semaine.',
  ),
  saisons_communes: defineRefus(
    'invalide',
    'Deux saisons de chaque année, ou deux saisons datées, ne peuvent pas avoir un jour en commun.',
  ),
  trop_de_saisons: defineRefus('invalide', 'Un centre a 20 saisons au plus.'),
  email_admin_invalide: defineRefus(
    'invalide',
    "L'adresse de l'administrateur doit être une adresse email valable, ou vide.",
  ),
  duree_lecon_invalide: defineRefus(
    'invalide',
    "La durée des leçons va de 15 à 240 minutes, par quart d'heure.",
  ),
  pause_invalide: defineRefus(
    'invalide',
    'La pause entre les leçons va de 0 à 120 minutes, par pas de 5.',
  ),
  quota_invalide: defineRefus('invalide', 'Le nombre de réservations par jour va de 1 à 100.'),
  delai_invalide: defineRefus('invalide', 'Le délai de réservation va de 1 à 730 jours.'),
  annulation_invalide: defineRefus(
    'invalide',
    "Le délai d'annulation va de 0 à 336 heures, soit deux semaines.",
  ),
  a_venir_invalide: defineRefus('invalide', 'Le nombre de réservations à venir va de 1 à 1000.'),
  grace_invalide: defineRefus('invalide', 'Le temps pour se raviser va de 1 à 120 minutes.'),
  lecons_mois_invalide: defineRefus('invalide', 'Les leçons gardent leurs noms de 1 à 240 mois.'),
  lecons_annulees_invalide: defineRefus(
    'invalide',
    'Les leçons annulées gardent leurs noms de 1 à 730 jours.',
  ),
  conservation_repondue: defineRefus(
    'conflit',
    'Un autre administrateur vient de répondre. Son choix se lit, et se change, dans les paramètres.',
  ),
  journal_invalide: defineRefus('invalide', 'Le journal est conservé de 1 à 60 mois.'),
  sauvegardes_jours_invalides: defineRefus(
    'invalide',
    'Le nombre de jours dont une sauvegarde est gardée va de 1 à 31.',
  ),
  sauvegardes_semaines_invalides: defineRefus(
    'invalide',
    'Le nombre de semaines dont une sauvegarde est gardée va de 0 à 53.',
  ),
  sauvegardes_mois_invalides: defineRefus(
    'invalide',
    'Le nombre de mois dont une sauvegarde est gardée va de 0 à 120.',
  ),
  contact_telephone_invalide: defineRefus(
    'invalide',
    'Le téléphone du centre compte au moins 6 chiffres, 40 caractères au plus, sans lettres ; il peut rester vide.',
  ),
  contact_email_invalide: defineRefus(
    'invalide',
    "L'email du centre doit être une adresse email valable, ou vide.",
  ),

  // Spellings in the statistics
  orthographe_inconnue: defineRefus('introuvable', 'Aucune leçon ne porte ce nom.'),
  orthographes_deja_ensemble: defineRefus(
    'conflit',
    'Ces deux noms comptent déjà pour le même cavalier.',
  ),
  orthographe_un_client: defineRefus(
    'conflit',
    'Les leçons de ce cavalier ont toutes le même client.',
  ),
  regroupement_introuvable: defineRefus('introuvable', 'Ce regroupement est déjà défait.'),

  // Backups
  sauvegarde_en_cours: defineRefus(
    'conflit',
    "Une sauvegarde est déjà en cours. Attendez sa fin, puis recommencez s'il le faut encore.",
  ),
  sauvegarde_introuvable: defineRefus(
    'introuvable',
    "Ce fichier n'est pas, ou n'est plus, dans le dossier des sauvegardes de cette machine.",
  ),

  // Emails and the server functions
  courriel_introuvable: defineRefus('introuvable', "Cet email n'existe pas ou plus."),
  lien_non_affichable: defineRefus(
    'conflit',
    "Le lien de cet email ne s'affiche pas : il a servi, il a expiré, ou il part vers son destinataire.",
  ),
  lien_illisible: defineRefus(
    'conflit',
    "Le lien de cet email ne peut plus être lu : SECRET a changé depuis qu'il a été écrit.",
  ),
  courriel_non_renvoyable: defineRefus(
    'conflit',
    "Cet email ne peut plus être envoyé : ce qu'il annonce est passé, ou son lien ne sert plus.",
  ),
  destinataire_invalide: defineRefus(
    'invalide',
    'Veuillez indiquer une seule adresse email valable.',
  ),
  sujet_invalide: defineRefus(
    'invalide',
    'Veuillez indiquer un sujet, sur une ligne de 200 caractères au plus.',
  ),
  message_invalide: defineRefus(
    'invalide',
    'Veuillez indiquer un message (50 000 caractères au plus).',
  ),
  lien_etranger: defineRefus('invalide', 'Le lien demandé ne mène pas au site du centre.'),
} as const;

export type CodeAdmin = keyof typeof ADMIN_REFUS;
