/**
 * The refusals for riders who cancel, change or join a lesson (RIDE-14). They are separate from
 * those that the booking form checks before it is sent.
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
} as const;

export type CodeParticipants = keyof typeof PARTICIPANTS_REFUS;
