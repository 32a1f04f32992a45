/**
 * Requests for alerts about free slots: when one may be made, and when its slot is free (RIDE-31,
 * RIDE-32).
 */
import type { Moment } from './core/calendrier.ts';
import {
  creneauAt,
  dureeOf,
  heureFin,
  type Hold,
  type Horaire,
  type Interval,
  obstacleAt,
  type Occupation,
  placeObstacle,
} from './slots/creneaux.ts';
import { isOutside, plageOf } from './slots/horaires.ts';
import { type Piste, type TypePiste } from './slots/pistes.ts';
import { refusePiste } from './slots/regles_pistes.ts';
import type { CodeAlerte } from './errors/alertes.ts';
import type { CodeReservation } from './errors/reservation.ts';
import { horaireOf, type Regles } from './settings/parametres.ts';
import { refuseJour, type StatutReservation } from './lessons/reservations.ts';
import type { LeconSize } from './types/types_lecons.ts';

/** How many requests an account may have open (LIM-103). */
export const MAX_ALERTES = 20;

/** The request of a rider; the end follows from the type. */
export type DemandeAlerte = {
  type_lecon: string;
  type_piste: TypePiste;
  date_reservation: string;
  heure_debut: string;
};

/**
 * A lesson that holds an arena, with what a request depends on. `max`: the maximum of its type.
 * `ouverte`: riders may join lessons of its type. `comptes`: the accounts that have a seat in it.
 */
export type HeldLecon = Hold & {
  type_lecon: string;
  statut: StatutReservation;
  personnes: number;
  max: number;
  ouverte: boolean;
  comptes: readonly string[];
};

/** True for a confirmed lesson of exactly this type and time that the rider may join (RIDE-10). */
const isJoinable =
  ({ type_lecon, heure_debut, heure_fin }: Interval & { type_lecon: string }, user_id: string) =>
  (lecon: HeldLecon): boolean =>
    lecon.ouverte &&
    lecon.statut === 'confirmee' &&
    lecon.type_lecon === type_lecon &&
    lecon.heure_debut === heure_debut &&
    lecon.heure_fin === heure_fin &&
    lecon.personnes < lecon.max &&
    !lecon.comptes.includes(user_id);

/** The account that asks, the rules that bind it, and the lessons that hold the arena that day. */
type PlaceContext = {
  maintenant: Moment;
  regles: Regles;
  bound: boolean;
  user_id: string;
  lecons: readonly HeldLecon[];
};

/** How an account can take a slot; null while it cannot (RIDE-32). */
export function placeFor(
  slot: DemandeAlerte & { heure_fin: string },
  context: PlaceContext,
): 'libre' | 'rejoindre' | null {
  const { regles, bound, user_id, lecons } = context;
  const horaire = horaireOf(regles, bound);
  if (refuseJour(slot, context)) return null;
  if (!horaire.horsHeures && isOutside(slot, horaire, slot.date_reservation)) return null;
  if (placeObstacle(slot, lecons, horaire.pause_minutes) === null) return 'libre';
  return lecons.some(isJoinable(slot, user_id)) ? 'rejoindre' : null;
}

/**
 * Whether the slot of a request is free on the rider's screen, or its lesson can be joined: by the
 * rule of the grid, from what riders read of a day (RIDE-87).
 */
export function isStillFree(
  { type_lecon, type_piste, date_reservation: jour, ...hours }: DemandeAlerte & Interval,
  { maintenant, horaire }: { maintenant: Moment; horaire: Horaire },
  held: readonly (Occupation & Pick<DemandeAlerte, 'date_reservation' | 'type_piste'>)[],
): boolean {
  const { reason, etat } = creneauAt(
    hours.heure_debut,
    { jour, duree_minutes: dureeOf(hours), maintenant, horaire },
    held.filter((one) => one.date_reservation === jour && one.type_piste === type_piste),
    { type_lecon, nombre_personnes: 1, mine: () => false },
  );
  return reason === null && etat !== 'passe';
}

/**
 * Why a request is refused (RIDE-31); null if it may be stored. The number of requests is checked
 * when they are stored. `type`: the wanted type, null if it is unknown or no longer offered.
 */
export function refuseAlerte(
  demande: DemandeAlerte,
  { type, pistes, ...context }: PlaceContext & { type: LeconSize | null; pistes: readonly Piste[] },
): CodeReservation | CodeAlerte | null {
  const { maintenant, regles, bound, user_id, lecons } = context;
  if (!regles.slotAlerts) return 'alertes_fermees';
  if (!type) return 'type_lecon_inconnu';
  const closed = refusePiste(pistes, demande.type_piste);
  if (closed) return closed;
  const { heure_debut, date_reservation: jour, type_lecon } = demande;
  const horaire = horaireOf(regles, bound);
  const heure_fin = heureFin(heure_debut, type.duree_minutes, plageOf(horaire, jour));
  const refus = refuseJour(demande, context);
  if (refus) return refus;
  const obstacle = obstacleAt(
    heure_debut,
    { jour, duree_minutes: type.duree_minutes, maintenant, horaire },
    lecons,
  );
  if (obstacle === null) return 'creneau_libre';
  if (heure_fin === null || obstacle.holds.length === 0) return obstacle.reason;
  if (
    obstacle.reason !== 'pause_entre_lecons' &&
    obstacle.holds.some(({ comptes }) => comptes.includes(user_id))
  )
    return 'alerte_sa_lecon';
  return lecons.some(isJoinable({ type_lecon, heure_debut, heure_fin }, user_id))
    ? 'lecon_a_rejoindre'
    : null;
}
