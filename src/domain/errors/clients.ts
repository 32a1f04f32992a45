// chunk: forms
/** The refusals about customers (CLI-01 to CLI-11). */
import { defineRefus } from './define.ts';

export const CLIENTS_REFUS = {
  client_nom_invalide: defineRefus(
    'invalide',
    'Veuillez saisir le nom du client (100 caractères au plus).',
  ),
  client_note_longue: defineRefus('invalide', 'La note doit compter 300 caractères au plus.'),
  client_telephone_sans_chiffre: defineRefus(
    'invalide',
    'Le téléphone doit contenir des chiffres.',
  ),
  client_existe: defineRefus('conflit', 'Un client a déjà ce nom et ce téléphone.'),
  client_inconnu: defineRefus('introuvable', "Ce client n'existe plus."),
  client_a_un_compte: defineRefus(
    'conflit',
    'Ce client a un compte : ses coordonnées se corrigent dans son compte.',
  ),
  client_tient_sa_liste: defineRefus(
    'conflit',
    'Ce client a un compte : il tient lui-même la liste de ses cavaliers.',
  ),
  client_deja_invite: defineRefus('conflit', 'Ce client a déjà un compte.'),
  client_regroupe_ici: defineRefus(
    'conflit',
    'Ce client ne peut pas recevoir ces leçons : choisissez un autre client, ou un compte actif.',
  ),
  client_change: defineRefus(
    'conflit',
    "Ce client vient d'être modifié sur un autre écran. Rien n'est encore enregistré.",
  ),
  page_ancienne: defineRefus(
    'conflit',
    "Cette page est d'une version précédente du site. Notez ce que vous avez écrit, rechargez-la, puis recommencez. Rien n'est enregistré.",
  ),
  places_attribuees: defineRefus('conflit', 'Ces places ont déjà un client.'),
  payeur_invalide: defineRefus(
    'conflit',
    "Ce client ne peut pas payer ici : quelqu'un paie déjà pour lui, ou c'est le client lui-même.",
  ),
  payeur_paye: defineRefus('conflit', 'Ce client paie pour un autre : personne ne paie pour lui.'),
} as const;

export type CodeClient = keyof typeof CLIENTS_REFUS;
