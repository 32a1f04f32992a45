// chunk: app
/** The refusals of bookings and of the planning. */
import { defineRefus } from './define.ts';

export const RESERVATION_REFUS = {
  // Booking, in the order of BOOK-13
  type_lecon_manquant: defineRefus('invalide', 'Veuillez sélectionner un type de leçon'),
  nombre_personnes_manquant: defineRefus('invalide', 'Veuillez indiquer le nombre de personnes'),
  noms_manquants: defineRefus('invalide', 'Veuillez remplir tous les noms des participants'),
  type_piste_manquant: defineRefus('invalide', 'Veuillez sélectionner un type de piste'),
  piste_fermee: defineRefus(
    'conflit',
    'Cette piste ne se réserve plus. Veuillez en choisir une autre.',
  ),
  heure_debut_manquante: defineRefus('invalide', 'Veuillez sélectionner un créneau horaire'),
  date_manquante: defineRefus('invalide', 'Veuillez choisir une date valable.'),
  date_passee: defineRefus('invalide', 'Cette date est passée. Veuillez en choisir une autre.'),
  date_trop_lointaine: defineRefus(
    'invalide',
    'Cette date est trop lointaine. Veuillez en choisir une dans les deux ans.',
  ),
  date_trop_ancienne: defineRefus(
    'invalide',
    'Cette date est trop ancienne. Veuillez en choisir une dans les treize derniers mois.',
  ),
  date_au_dela_du_delai: defineRefus(
    'invalide',
    'Les réservations ne sont pas encore ouvertes pour cette date. Veuillez en choisir une plus proche.',
  ),
  heure_passee: defineRefus(
    'invalide',
    'Cette heure est déjà passée. Veuillez choisir un autre créneau.',
  ),
  heure_fermee: defineRefus(
    'invalide',
    'Le centre est fermé à cette heure. Veuillez choisir un autre créneau.',
  ),
  creneau_ferme: defineRefus(
    'conflit',
    'Cette piste est fermée à ce moment. Veuillez choisir un autre créneau.',
  ),
  heure_fin_impossible: defineRefus(
    'invalide',
    "Erreur lors du calcul de l'heure de fin. Veuillez choisir un autre créneau.",
  ),
  type_lecon_inconnu: defineRefus(
    'invalide',
    "Ce type de leçon n'est plus proposé. Veuillez en choisir un autre.",
  ),
  trop_de_personnes: defineRefus(
    'invalide',
    'Le nombre de personnes dépasse le maximum de cette leçon.',
  ),
  noms_en_nombre: defineRefus('invalide', 'Veuillez donner un nom par participant.'),
  nom_invalide: defineRefus(
    'invalide',
    'Un nom de participant doit contenir des lettres, sur une ligne de 100 caractères au plus.',
  ),
  remarques_trop_longues: defineRefus(
    'invalide',
    'Les remarques doivent compter 2000 caractères au plus.',
  ),
  raison_invalide: defineRefus(
    'invalide',
    'La raison tient sur une ligne de 300 caractères au plus.',
  ),
  prix_sans_raison: defineRefus('invalide', 'Veuillez choisir la raison de ce prix.'),
  creneau_pris: defineRefus(
    'conflit',
    "Ce créneau vient d'être réservé. Veuillez en choisir un autre.",
  ),
  creneau_deja_reserve: defineRefus(
    'conflit',
    'Ce créneau est déjà réservé. Veuillez en choisir un autre.',
  ),
  pause_entre_lecons: defineRefus(
    'conflit',
    'Le centre garde une pause entre deux leçons. Veuillez choisir un autre créneau.',
  ),
  limite_du_jour: defineRefus(
    'conflit',
    'Vous avez atteint le nombre de réservations permis pour cette journée.',
  ),
  limite_a_venir: defineRefus(
    'conflit',
    'Vous avez atteint le nombre de réservations à venir permis pour un compte.',
  ),
  client_manquant: defineRefus(
    'invalide',
    'Veuillez choisir pour qui vous réservez, ou effacer ce que vous avez écrit.',
  ),
  lecon_disparue: defineRefus(
    'conflit',
    "Cette leçon n'est plus là. Si le créneau est libre, réservez-le.",
  ),
  lecon_complete: defineRefus(
    'conflit',
    'Cette leçon vient de se remplir. Veuillez choisir un autre créneau.',
  ),
  places_insuffisantes: defineRefus(
    'conflit',
    "Il n'y a pas assez de places dans cette leçon pour tous les participants.",
  ),
  deja_participant: defineRefus('conflit', 'Vous participez déjà à cette leçon.'),
  reservation_changee: defineRefus(
    'conflit',
    "Cette réservation vient d'être modifiée sur un autre écran. Rechargez-la avant de l'enregistrer.",
  ),
  reservation_introuvable: defineRefus('introuvable', "Cette réservation n'existe pas."),
} as const;

export type CodeReservation = keyof typeof RESERVATION_REFUS;

/** True for a code of `RESERVATION_REFUS`. */
export function isCodeReservation(code: string | null): code is CodeReservation {
  return code !== null && Object.hasOwn(RESERVATION_REFUS, code);
}
