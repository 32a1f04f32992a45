// chunk: forms
/** The refusals of closures. */
import { defineRefus } from './define.ts';

export const FERMETURES_REFUS = {
  fermeture_pistes_manquantes: defineRefus('invalide', 'Veuillez choisir au moins une piste.'),
  fermeture_jours_invalides: defineRefus(
    'invalide',
    "Veuillez choisir des jours à partir d'aujourd'hui, le dernier après le premier.",
  ),
  fermeture_trop_longue: defineRefus('invalide', 'Une fermeture compte 370 jours au plus.'),
  fermeture_trop_lointaine: defineRefus(
    'invalide',
    'Ces jours sont trop lointains. Veuillez en choisir dans les deux ans.',
  ),
  fermeture_heures_invalides: defineRefus(
    'invalide',
    'Veuillez choisir des heures entre 6h00 et 23h00, la fin après le début.',
  ),
  fermeture_passee: defineRefus('invalide', 'Ces heures sont déjà passées.'),
  fermeture_motif_invalide: defineRefus(
    'invalide',
    'Veuillez donner une raison, sur une ligne de 200 caractères au plus.',
  ),
  fermeture_trop_de_lecons: defineRefus(
    'conflit',
    'Plus de 300 leçons sont concernées. Fermez une période plus courte.',
  ),
  fermeture_lecons_changees: defineRefus(
    'conflit',
    "Les leçons concernées ont changé entre-temps. Relisez-les, puis fermez. Rien n'est encore enregistré.",
  ),
  fermeture_deplacement_impossible: defineRefus(
    'conflit',
    "Une leçon ne peut plus passer sur la piste choisie. Relisez-les, puis fermez. Rien n'est encore enregistré.",
  ),
  fermeture_introuvable: defineRefus('introuvable', "Cette fermeture n'existe pas ou plus."),
  fermeture_changee: defineRefus(
    'conflit',
    "Cette fermeture vient d'être modifiée sur un autre écran.",
  ),
  reouverture_impossible: defineRefus(
    'conflit',
    "Une leçon à remettre a changé, ou sa piste n'est plus libre. Relisez-les, puis rouvrez. Rien n'est encore enregistré.",
  ),
} as const;

export type CodeFermeture = keyof typeof FERMETURES_REFUS;
