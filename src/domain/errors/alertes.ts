/**
 * The refusals of requests for alerts about free slots (RIDE-31). Screens do not import them: they
 * show the sentence of the server's answer.
 */
import { defineRefus } from './define.ts';

export const ALERTE_REFUS = {
  alertes_fermees: defineRefus(
    'conflit',
    'Le centre ne prévient pas des créneaux qui se libèrent.',
  ),
  creneau_libre: defineRefus('conflit', 'Ce créneau est libre : réservez-le.'),
  lecon_a_rejoindre: defineRefus('conflit', 'Cette leçon a des places libres : rejoignez-la.'),
  alerte_sa_lecon: defineRefus('conflit', 'Ce créneau est pris par votre propre leçon.'),
  trop_d_alertes: defineRefus(
    'conflit',
    "Vous attendez déjà 20 créneaux. Retirez d'abord une de vos demandes.",
  ),
} as const;

export type CodeAlerte = keyof typeof ALERTE_REFUS;
