/** An administrator's edit of a reservation: what it stores, how long it makes the lesson, what refuses it (§5; decisions 17, 20 to 23, 29). */
import { isJour, type Moment } from './calendrier.ts';
import { CRENEAUX, dureeOf, heureFin, obstacleDePlace, type Tenue } from './creneaux.ts';
import type { CodeRefus } from './errors.ts';
import { isLigne } from './ligne.ts';
import { type DemandeReservation, dernierJour, PREMIER_JOUR, premierManque, refuseContenu, type StatutReservation } from './reservations.ts';
import { MAX_PERSONNES_INCONNU, type RegleDeLecon } from './types_lecons.ts';

/** What an administrator stores of a reservation (decision 17); the end is computed. */
export type Modification = DemandeReservation & { statut: StatutReservation };

/** Characters of the reason why a lesson does not take place. */
export const RAISON_MAX = 300;

/** The reason as it is told: without the spaces around it, null where there is none. */
export const raisonOf = (raison: string | null | undefined): string | null => (raison ?? '').trim() || null;

export function refuseRaison(raison: string | null): CodeRefus | null {
  return raison === null || isLigne(raison, RAISON_MAX) ? null : 'raison_invalide';
}

/** True where calling a lesson off is told to someone: it has an account, is not over, and was not called off before. */
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
  /** The type wished: when it is the reservation's own, also one that is not offered any more; null when it is gone. */
  type: RegleDeLecon | null;
  /** The others of the new arena and day which are not cancelled. */
  occupations: readonly Tenue[];
};

/**
 * How long the lesson is and for how many it may be. A lesson whose type stays keeps its stored length and the people it
 * has, whatever has become of its type since: a correction never lengthens it, and only more people than it has and than
 * its type allows are too many. A new type brings its own rule.
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

/** What of an edit is stored besides the state; a body says more of the reservation, which decides nothing (decision 17). */
const CHAMPS_DE_LECON = {
  type_lecon: true, nombre_personnes: true, noms_participants: true, date_reservation: true, type_piste: true, heure_debut: true, remarques: true,
} satisfies Record<keyof DemandeReservation, true>;

/** True where a reservation is called off and nothing else changes: that is always possible, whatever it holds. */
function isAnnulation(modification: Modification, { actuelle }: Pick<ContexteDeModification, 'actuelle'>): boolean {
  const champs = Object.keys(CHAMPS_DE_LECON) as (keyof DemandeReservation)[];
  return modification.statut === 'annulee' && champs.every((champ) => JSON.stringify(modification[champ]) === JSON.stringify(actuelle[champ]));
}

/** The computed end of an edited reservation; null when it would be after 20:00, or its type is unknown. */
export function heureFinModifiee(modification: Modification, contexte: ContexteDeModification): string | null {
  const regle = regleModifiee(modification, contexte);
  return regle && heureFin(modification.heure_debut, regle.duree_minutes);
}

/** §5, decisions 20 to 23: everything that can refuse an edit. A past day may be set; a cancelled one holds no arena. */
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
