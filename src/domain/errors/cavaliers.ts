// chunk: forms
/**
 * The refusals about the riders for whom an account books (RIDE-21). They are separate from those
 * of accounts because the booking form needs none of them.
 */
import { defineRefus } from './define.ts';

export const CAVALIERS_REFUS = {
  cavalier_nom_invalide: defineRefus(
    'invalide',
    'Veuillez saisir le nom du cavalier (100 caractères au plus).',
  ),
  cavalier_annee_invalide: defineRefus(
    'invalide',
    "L'année de naissance va de 1900 à cette année.",
  ),
  cavalier_note_longue: defineRefus('invalide', 'La note doit compter 300 caractères au plus.'),
  cavalier_existe: defineRefus('conflit', 'Un cavalier de la liste a déjà ce nom.'),
  cavalier_change: defineRefus(
    'conflit',
    "Ce cavalier vient d'être modifié sur un autre écran. Rien n'est encore enregistré.",
  ),
  cavalier_introuvable: defineRefus('introuvable', "Ce cavalier n'est plus dans la liste."),
  trop_de_cavaliers: defineRefus(
    'conflit',
    "La liste compte 20 cavaliers au plus. Retirez-en un d'abord.",
  ),
} as const;

export type CodeCavalier = keyof typeof CAVALIERS_REFUS;
