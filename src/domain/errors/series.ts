// chunk: forms
/** The refusals of lessons that repeat. */
import { defineRefus } from './define.ts';

export const SERIES_REFUS = {
  serie_sans_date: defineRefus(
    'invalide',
    'Veuillez choisir un dernier jour une semaine plus tard au moins.',
  ),
  serie_trop_longue: defineRefus('invalide', 'Une leçon se répète 60 fois au plus à la fois.'),
  serie_trop_lointaine: defineRefus(
    'invalide',
    'Ce jour est trop lointain. Veuillez en choisir un dans les deux ans.',
  ),
  serie_rythme: defineRefus('invalide', 'Cette leçon se répète déjà à un autre rythme.'),
  serie_lecon_annulee: defineRefus('conflit', 'Une leçon annulée ne se répète pas.'),
  serie_compte_inactif: defineRefus(
    'conflit',
    "Une leçon ne se répète que pour des comptes actifs. Changez d'abord ses participants.",
  ),
  serie_dates_changees: defineRefus(
    'conflit',
    "Une date n'est plus libre. Relisez-les, puis répétez. Rien n'est encore enregistré.",
  ),
  serie_changee: defineRefus(
    'conflit',
    "Des leçons de la série ont changé entre-temps. Relisez-les, puis recommencez. Rien n'est encore enregistré.",
  ),
  serie_ecarts: defineRefus(
    'conflit',
    "Ce changement ne se fait pas dans toutes les leçons de la série. Rechargez la page\u202f: elle dira lesquelles avant d'enregistrer. Rien n'est encore enregistré.",
  ),
} as const;

export type CodeSerie = keyof typeof SERIES_REFUS;
