// chunk: desk-dialogs
/** Moving a lesson on the planning: where it may go, and the steps of a move (DESK-36). */
import { formatHeure, formatJour, type Moment } from '../core/calendrier.ts';
import { heuresOf } from '../slots/creneaux.ts';
import type { Fermeture } from '../closures.ts';
import type { Heures } from '../slots/horaires.ts';
import type { TypePiste } from '../slots/pistes.ts';
import type { TypeLecon } from '../types/types_lecons.ts';
import { hasBegun } from './apres_coup.ts';
import { brouillonOf } from './brouillon_modification.ts';
import { type OfferedHeure, offeredHeures } from './heures_modification.ts';
import type { BrouillonModification, ReservationAsRead } from './places_modification.ts';

/** A half hour of an arena. */
export type Place = { type_piste: TypePiste; jour: string; heure: string };

const placeOf = (lecon: ReservationAsRead): Place => ({
  type_piste: lecon.type_piste,
  jour: lecon.date_reservation,
  heure: lecon.heure_debut,
});

const isSame = (one: Place, other: Place): boolean =>
  one.type_piste === other.type_piste && one.jour === other.jour && one.heure === other.heure;

/** The draft of the lesson at its new place. */
export const movedTo = (
  lecon: ReservationAsRead,
  { type_piste, jour, heure }: Place,
): BrouillonModification => ({
  ...brouillonOf(lecon),
  type_piste,
  date_reservation: jour,
  heure_debut: heure,
});

type Context = {
  types: readonly TypeLecon[];
  heures: Heures;
  /** The lessons and the closures of the day. */
  lecons: readonly ReservationAsRead[];
  fermetures: readonly Fermeture[];
  maintenant: Moment;
};

/**
 * Whether a lesson may go to a place, and why not, in words. `own`: it is there already. `outside`:
 * the place is free, and outside of the opening hours.
 */
export type Verdict = { etat: 'own' | 'libre' | 'refuse'; text: string; outside?: true };

/**
 * What the rule of the edit says about a place (DESK-17). Closed hours do not bind an administrator
 * (BOOK-36). The server decides when it is stored.
 */
export function verdictOf(lecon: ReservationAsRead, place: Place, context: Context): Verdict {
  if (isSame(place, placeOf(lecon))) return { etat: 'own', text: 'Sa place actuelle' };
  const offered = offeredHeures(movedTo(lecon, place), {
    original: lecon,
    types: context.types,
    heures: context.heures,
    dayReservations: context.lecons,
    fermetures: context.fermetures,
  }).find(({ heure }) => heure === place.heure);
  return verdictIn(offered, place, context);
}

/** A lesson that is nowhere yet. */
const NEW: ReservationAsRead = {
  id: '',
  version: 0,
  type_lecon: '',
  type_piste: '',
  date_reservation: '',
  heure_debut: '',
  heure_fin: '',
  nom_client: '',
  noms_participants: [''],
  nombre_personnes: 1,
  remarques: null,
  statut: 'confirmee',
};

/** What the same rule says about a new lesson of a type (DESK-74). */
export function verdictOfNew(type_lecon: string, place: Place, context: Context): Verdict {
  const offered = offeredForNew(type_lecon, place, context).find(
    ({ heure }) => heure === place.heure,
  );
  return verdictIn(offered, place, context);
}

const offeredForNew = (type_lecon: string, place: Place, context: Context): OfferedHeure[] =>
  offeredHeures(
    { ...movedTo(NEW, place), type_lecon },
    {
      original: NEW,
      types: context.types,
      heures: context.heures,
      dayReservations: context.lecons,
      fermetures: context.fermetures,
    },
  );

/** The next start of that day and arena at which a lesson of a type fits, in the open hours. */
export const nextFree = (type_lecon: string, place: Place, context: Context): string | null =>
  offeredForNew(type_lecon, place, context).find(
    ({ heure, etat }) => heure > place.heure && etat === 'libre',
  )?.heure ?? null;

function verdictIn(
  offered: OfferedHeure | undefined,
  place: Place,
  { maintenant }: Pick<Context, 'maintenant'>,
): Verdict {
  const refuse = (text: string): Verdict => ({ etat: 'refuse', text });
  if (!offered) return refuse('En dehors des heures du jour');
  const { etat, by, fermeture } = offered;
  if (by) return refuse(`Pris par ${by.nom_client}, ${heuresOf(by)}`);
  if (etat === 'piste_fermee')
    return refuse(fermeture?.motif ? `Fermé\u202f: ${fermeture.motif}` : 'Fermé');
  if (etat === 'trop_tard') return refuse('La leçon finirait trop tard');
  const outside = etat === 'fermee';
  const notes = [
    outside && "hors des heures d'ouverture",
    hasBegun({ date_reservation: place.jour, heure_debut: place.heure }, maintenant) &&
      'déjà commencée',
  ].filter((note) => note !== false);
  return {
    etat: 'libre',
    text: ['Libre', ...notes].join(', '),
    ...(outside && { outside }),
  };
}

/** The pointed half hour with what the rule says of it. */
export const inWords = ({ jour, heure }: Place, piste: string, { text }: Verdict): string =>
  `${formatJour(jour, 'long')}, ${formatHeure(heure)}, ${piste}\u202f: ${text}`;

/**
 * The steps of a move, for pointer, keys and menu alike. `drag`: it ends when the pointer is
 * released. `lecon`: as it was when the move began (DESK-19), an object of this move alone.
 */
export type Move =
  | { step: 'idle' }
  | { step: 'choosing'; lecon: ReservationAsRead; drag: boolean; place: Place | null }
  | { step: 'asking' | 'saving'; lecon: ReservationAsRead; place: Place };

export type MoveAction =
  | { kind: 'start'; lecon: ReservationAsRead; drag: boolean }
  | { kind: 'aim'; place: Place | null }
  /** `serie`: whether to ask which lessons of its series are meant. */
  | { kind: 'drop'; verdict: Verdict; serie: boolean }
  | { kind: 'confirm' }
  /** `lecon`: of the move that an answer ends; another one may have begun meanwhile. */
  | { kind: 'end'; lecon?: ReservationAsRead };

export const IDLE: Move = { step: 'idle' };

export function moveReducer(move: Move, action: MoveAction): Move {
  if (action.kind === 'start')
    return move.step === 'idle'
      ? {
          step: 'choosing',
          lecon: { ...action.lecon },
          drag: action.drag,
          place: placeOf(action.lecon),
        }
      : move;
  if (action.kind === 'end')
    return action.lecon && move.step !== 'idle' && move.lecon !== action.lecon ? move : IDLE;
  if (action.kind === 'confirm') return move.step === 'asking' ? { ...move, step: 'saving' } : move;
  if (move.step !== 'choosing') return move;
  if (action.kind === 'aim') return { ...move, place: action.place };
  const { lecon, drag, place } = move;
  // Nothing is stored by a drop that changes nothing. A refused place can be corrected, except
  // after a drag, which has ended.
  if (place === null || action.verdict.etat === 'own') return IDLE;
  if (action.verdict.etat === 'refuse') return drag ? IDLE : move;
  return { step: action.serie ? 'asking' : 'saving', lecon, place };
}
