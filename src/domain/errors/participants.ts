/**
 * The refusals about seats: of riders who cancel, change or join a lesson (RIDE-14), of the customers
 * and prices of seats, and of presences. They are separate from those that the booking form checks
 * before it is sent, so that it does not load them.
 */
import { defineRefus } from './define.ts';

export const PARTICIPANTS_REFUS = {
  annulation_au_centre: defineRefus(
    'conflit',
    'Pour annuler cette leçon, adressez-vous au centre.',
  ),
  changement_au_centre: defineRefus(
    'conflit',
    'Pour changer cette leçon, adressez-vous au centre.',
  ),
  delai_passe: defineRefus(
    'conflit',
    'Il est trop tard pour annuler ou changer cette leçon vous-même. Appelez le centre.',
  ),
  lecon_deja_annulee: defineRefus('conflit', 'Cette leçon est déjà annulée.'),
  lecon_commencee: defineRefus('conflit', 'Cette leçon a déjà commencé.'),
  lecon_partagee: defineRefus(
    'conflit',
    "D'autres personnes participent à cette leçon : elle ne peut pas être déplacée. Annulez votre place, puis réservez un autre créneau.",
  ),
  participant_introuvable: defineRefus(
    'introuvable',
    "Ce participant n'est plus parmi ceux qui ont été retirés.",
  ),
  lecon_supprimee: defineRefus(
    'conflit',
    "Cette leçon a été supprimée : restaurez-la d'abord, puis remettez le participant.",
  ),
  plus_de_place: defineRefus(
    'conflit',
    "Cette leçon n'a plus de place. Réservez-lui une autre leçon, ou retirez d'abord quelqu'un.",
  ),
  lecon_fermee: defineRefus('conflit', 'Cette leçon ne peut pas être rejointe. Appelez le centre.'),
  place_introuvable: defineRefus(
    'invalide',
    "Une place dont le prix change n'est pas, ou plus, dans cette leçon.",
  ),
  client_introuvable: defineRefus(
    'introuvable',
    "Cette personne n'a pas ou plus de compte actif. Choisissez-en une autre, ou réservez pour son nom seul.",
  ),
  place_reglee: defineRefus(
    'conflit',
    "Cette place est déjà sur le relevé d'un client effacé\u202f: un autre client la paierait une seconde fois. Laissez-la sans client.",
  ),
  nom_client_invalide: defineRefus(
    'invalide',
    'Le nom de la personne doit contenir des lettres, sur une ligne de 100 caractères au plus.',
  ),
  presence_annulee: defineRefus(
    'conflit',
    'Cette leçon est annulée : les présences ne peuvent plus y être notées.',
  ),
  presence_ancienne: defineRefus(
    'conflit',
    'Les présences se notent pendant 13 mois après la leçon.',
  ),
  presence_sans_place: defineRefus(
    'conflit',
    "Une personne dont la présence est notée n'est pas, ou plus, dans cette leçon.",
  ),
} as const;

export type CodeParticipants = keyof typeof PARTICIPANTS_REFUS;
