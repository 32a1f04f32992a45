/** An administrator's edit of a reservation: what it stores, how long the lesson becomes, and when it is refused (DESK-14 to DESK-18). */
import { isJour, type Moment } from './calendrier.ts';
import { CRENEAUX, dureeOf, heureFin, obstacleDePlace, type Tenue } from './creneaux.ts';
import type { CodeRefus } from './errors.ts';
import { isLigne } from './ligne.ts';
import { type DemandeReservation, dernierJour, PREMIER_JOUR, premierManque, refuseContenu, type StatutReservation } from './reservations.ts';
import { MAX_PERSONNES_INCONNU, type RegleDeLecon } from './types_lecons.ts';

/** What an administrator's edit stores (API-06); the end is computed. */
export type Modification = DemandeReservation & { statut: StatutReservation };

/** Most characters of the reason for a cancellation. */
export const RAISON_MAX = 300;

/** The reason as the email says it: trimmed, null where it is empty. */
export const raisonOf = (raison: string | null | undefined): string | null => (raison ?? '').trim() || null;

export function refuseRaison(raison: string | null): CodeRefus | null {
  return raison === null || isLigne(raison, RAISON_MAX) ? null : 'raison_invalide';
}

/** True where a cancellation sends an email: the reservation has an account, is not over and is not cancelled yet. */
export function isAttendue(
  { user_id, statut, date_reservation, heure_fin }: { user_id?: string | null | undefined; statut: StatutReservation; date_reservation: string; heure_fin: string }, maintenant: Moment,
): boolean {
  const finie = date_reservation < maintenant.jour || (date_reservation === maintenant.jour && heure_fin <= maintenant.heure);
  return Boolean(user_id) && statut !== 'annulee' && !finie;
}

type ContexteDeModification = {
  aujourdhui: string;
  /** The reservation as it is stored. */
  actuelle: Modification & { heure_fin: string };
  /** The wished type, null when it is deleted. The reservation's own type counts even when it is no longer offered. */
  type: RegleDeLecon | null;
  /** The others of the new arena and day which are not cancelled. */
  occupations: readonly Tenue[];
};

/**
 * The length of the edited lesson and its maximum of people. While the type stays, the stored length stays (DESK-15), and
 * the maximum is that of the type or the present number of people, whichever is higher (DESK-16). Another type brings both.
 */
export function regleModifiee(
  { type_lecon }: Pick<Modification, 'type_lecon'>,
  { actuelle, type }: Pick<ContexteDeModification, 'actuelle' | 'type'>,
): RegleDeLecon | null {
  if (type_lecon !== actuelle.type_lecon) return type;
  return {
    max_personnes: Math.max(type?.max_personnes ?? MAX_PERSONNES_INCONNU, actuelle.nombre_personnes),
    duree_minutes: dureeOf(actuelle),
  };
}

/** The fields that an edit stores, besides the status; the other fields of the body are ignored (API-06). */
const CHAMPS_DE_LECON = {
  type_lecon: true, nombre_personnes: true, noms_participants: true, date_reservation: true, type_piste: true, heure_debut: true, remarques: true,
} satisfies Record<keyof DemandeReservation, true>;

/** True where a reservation is cancelled and nothing else changes, which is always possible (DESK-18). */
function isAnnulation(modification: Modification, { actuelle }: Pick<ContexteDeModification, 'actuelle'>): boolean {
  const champs = Object.keys(CHAMPS_DE_LECON) as (keyof DemandeReservation)[];
  return modification.statut === 'annulee' && champs.every((champ) => JSON.stringify(modification[champ]) === JSON.stringify(actuelle[champ]));
}

/** The computed end of an edited reservation; null when it would be after 20:00, or its type is unknown. */
export function heureFinModifiee(modification: Modification, contexte: ContexteDeModification): string | null {
  const regle = regleModifiee(modification, contexte);
  return regle && heureFin(modification.heure_debut, regle.duree_minutes);
}

/** Everything that can refuse an edit. A past day may be set (BOOK-15); a cancelled reservation holds no arena. */
export function refuseModification(modification: Modification, contexte: ContexteDeModification): CodeRefus | null {
  if (isAnnulation(modification, contexte)) return null;
  const { date_reservation: jour, heure_debut } = modification;
  const refus = premierManque(modification) ?? refuseContenu(modification, regleModifiee(modification, contexte));
  if (refus) return refus;
  if (!isJour(jour) || jour < PREMIER_JOUR) return 'date_manquante';
  if (jour > dernierJour(contexte.aujourdhui)) return 'date_trop_lointaine';
  if (!CRENEAUX.includes(heure_debut)) return 'heure_debut_manquante';
  const heure_fin = heureFinModifiee(modification, contexte);
  if (heure_fin === null) return 'heure_fin_impossible';
  if (modification.statut === 'annulee') return null;
  return obstacleDePlace({ heure_debut, heure_fin }, contexte.occupations, null)?.motif ?? null;
}
