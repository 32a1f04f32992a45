/**
 * The booking form as a state and its changes: the draft, its client and day, and the result of the
 * last attempt. `formReducer` is pure; the hook of the screen makes the calls and passes their
 * results.
 */
import {
  type Brouillon,
  comptesOf,
  joinOther,
  newBrouillon,
  preset,
  setJour,
  setCompte,
  setNom,
  setNombre,
  setPiste,
  setToutes,
  setType,
  toDemande,
} from './brouillon.ts';
import type { ClientChoisi } from './clients_des_places.ts';
import type { Moment } from '../core/calendrier.ts';
import type { Preremplissage } from './preremplissage.ts';
import {
  type Creneau,
  detailOf,
  findOverlaps,
  hasStartLeft,
  type Horaire,
  firstBookableJour,
  type Tenues,
} from '../slots/creneaux.ts';
import type { TypePiste } from '../slots/pistes.ts';
import { type CodeReservation, RESERVATION_REFUS } from '../errors/reservation.ts';
import type { DemandeReservation, StatutReservation } from './reservations.ts';
import type { TypeLecon } from '../types/types_lecons.ts';
import { isNom } from '../people/users.ts';

/** A stored reservation, with the fields that the form needs. */
export type ReservationConnue = Pick<
  DemandeReservation,
  'type_lecon' | 'noms_participants' | 'date_reservation' | 'type_piste' | 'heure_debut'
> & {
  id: string;
  heure_fin: string;
  statut: StatutReservation;
  nom_client: string;
  user_id: string | null;
};

/** The result of the last attempt, or of a change made elsewhere. The screen shows at most one. */
export type Outcome =
  | {
      kind: 'booked';
      reservation: ReservationConnue;
      /** null: booked for the person's own account. */ client: ClientChoisi | null;
      /**
       * What the form begins with next, until the person's lessons, of which this one is the last,
       * are read again (BOOK-38).
       */
      suite?: Preremplissage;
    }
  | { kind: 'refused'; message: string; /** The start must be chosen again. */ heureTaken: boolean }
  /**
   * The answer was lost, so the result is unknown: the form looks the booking up, and the attempt
   * continues.
   */
  | { kind: 'unsure'; message: string }
  /** The chosen start was lost while the form was being filled. */
  | { kind: 'heureLost'; message: string };

export type FormState = {
  brouillon: Brouillon;
  /**
   * The text of the field "Réserver pour", and the client chosen with it; a later change of the
   * text clears the choice.
   */
  client: { texte: string; choisi: ClientChoisi | null };
  /** The chosen day; null: the day with which the screen opens (BOOK-09). */
  jour: string | null;
  /** The day was chosen on this visit, not kept from an earlier one. */
  jourIsNew: boolean;
  sending: boolean;
  outcome: Outcome | null;
  /** The id of the reservation that the person just booked for their own account. */
  nouvelle: string | null;
  /** How many starts from addresses have been applied since the form was opened. */
  arrivals: number;
};

/** The parts of an unfinished form that the browser keeps. */
export type KeptForm = { [K in 'brouillon' | 'client' | 'jour']: FormState[K] | null };

/** A change by the person. `keepHeure`: see `setType`. */
export type FormEdit =
  | { kind: 'type'; type: Pick<TypeLecon, 'value' | 'max_personnes'>; keepHeure: boolean }
  | { kind: 'nombre'; nombre: number }
  | { kind: 'nom'; index: number; nom: string }
  /** The customer of one name; null for the one of the booking (BOOK-37). */
  | { kind: 'compte'; index: number; client: ClientChoisi | null }
  | { kind: 'jour'; jour: string }
  | { kind: 'piste'; type_piste: TypePiste }
  /** Any arena (BOOK-39). */
  | { kind: 'toutes' }
  /** `type_piste`: the arena of the start, if any could be chosen. */
  | { kind: 'heure'; heure_debut: string; type_piste?: TypePiste | undefined; rejoindre?: boolean }
  /** Joins a lesson of another type, which has `places` left (RIDE-63). */
  | {
      kind: 'joinOther';
      type: Pick<TypeLecon, 'value' | 'max_personnes'>;
      heure_debut: string;
      type_piste?: TypePiste | undefined;
      places: number;
    }
  | { kind: 'remarques'; remarques: string };

export type FormAction =
  /** `jour`: the day that the form shows, even if nobody has chosen it. */
  | { kind: 'edit'; edit: FormEdit; jour: string }
  | { kind: 'client'; client: FormState['client'] }
  | { kind: 'send' }
  | Outcome
  /**
   * A booking that an earlier page has sent is stored (UI-113). `edited`: said if the form was changed
   * since.
   */
  | {
      kind: 'found';
      reservation: ReservationConnue;
      sent: Typed;
      edited: string;
    }
  /** What the form begins with is known. `max`: the most people of the chosen type. */
  | { kind: 'preset'; preremplissage: Preremplissage; max: number | undefined }
  /** The chosen start is a lesson to join. */
  | { kind: 'joins' }
  /** A start from an address, with its type if that is offered, received while the form is open. */
  | {
      kind: 'start';
      start: AddressedStart;
      type: Pick<TypeLecon, 'value' | 'max_personnes'> | null;
    }
  | { kind: 'hideOutcome' };

/** The start in the address of the page (DESK-07, RIDE-64). */
export type AddressedStart = {
  jour: string;
  heure: string;
  type_piste: TypePiste;
  type_lecon?: string | undefined;
  pour?: boolean | undefined;
};

/**
 * The client of a lesson that has begun if the administrator names none (BOOK-35): the name of its
 * first participant, without an account, or the administrator (`own`) if that is their name. Null
 * without a name.
 */
export function walkInOf([first = '']: readonly string[], own: ClientChoisi): ClientChoisi | null {
  if (!isNom(first)) return null;
  const nom = first.trim().replace(/\s+/gu, ' ');
  return nom === own.nom ? own : { nom };
}

export const NO_CLIENT: FormState['client'] = { texte: '', choisi: null };

/**
 * The initial state of the form: at the place and start of the address (DESK-07), or else as it was
 * left, or else empty.
 */
export function openForm(
  start: AddressedStart | null,
  kept: KeptForm,
  aujourdhui: string,
): FormState {
  const draft = kept.brouillon?.prerempli ? null : kept.brouillon;
  return {
    brouillon: start
      ? {
          // What was typed stays, if it is the person's own booking (RIDE-64).
          ...(start.type_lecon && !start.pour && draft ? draft : newBrouillon(start.jour)),
          date_reservation: start.jour,
          toutesPistes: false,
          rejoindre: false,
          type_lecon: start.type_lecon ?? null,
          type_piste: start.type_piste,
          heure_debut: start.heure,
          fromAddress: true,
        }
      : (draft ?? newBrouillon(aujourdhui)),
    client: kept.client ?? NO_CLIENT,
    jour: start?.jour ?? kept.jour,
    jourIsNew: start !== null,
    sending: false,
    outcome: null,
    nouvelle: null,
    arrivals: 0,
  };
}

/**
 * The day that the form shows: the chosen day while it can be booked, otherwise the opening day
 * (BOOK-09). A day from an earlier visit is kept only if a start is left on it, or if past days may
 * be chosen and a type or start is chosen (BOOK-35). `premier`, `dernier`: the days that may be
 * chosen.
 */
export function jourOf(
  {
    jour,
    jourIsNew,
    brouillon,
  }: Pick<FormState, 'jour' | 'jourIsNew'> & {
    brouillon: Pick<Brouillon, 'type_lecon' | 'heure_debut'>;
  },
  {
    maintenant,
    premier: first,
    dernier: last,
    horaire,
    connues: known,
  }: {
    maintenant: Moment;
    premier: string;
    dernier: string;
    horaire: Horaire;
    connues: Tenues | undefined;
  },
): string {
  const bookable =
    jour !== null &&
    jour >= first &&
    jour <= last &&
    (jourIsNew ||
      (first < maintenant.jour && (brouillon.type_lecon ?? brouillon.heure_debut) !== null) ||
      hasStartLeft(jour, maintenant, horaire));
  return bookable ? jour : firstBookableJour(maintenant, horaire, known);
}

/** What says which lesson it is. */
const PLACE = ['date_reservation', 'type_piste', 'heure_debut', 'type_lecon'] as const;

/**
 * What of a booking is typed or chosen. `pour`: its customer, who may follow from the names; `comptes`:
 * those chosen for single names, null without any.
 */
type Typed = Pick<
  DemandeReservation,
  (typeof PLACE)[number] | 'noms_participants' | 'remarques'
> & { pour: ClientChoisi | null; comptes: readonly (ClientChoisi | null)[] | null };

/** Whether the form still contains what was sent. A start that is taken by it is gone from the form. */
function isDraftOf({ brouillon, client: { texte, choisi } }: FormState, sent: Typed): boolean {
  const { noms_participants: noms, remarques } = brouillon;
  const typed = [choisi ?? (texte || sent.pour), noms, comptesOf(brouillon), remarques.trim()];
  const nobody = sent.noms_participants.map(() => null);
  return (
    PLACE.every((field) => (brouillon[field] ?? sent[field]) === sent[field]) &&
    JSON.stringify(typed) ===
      JSON.stringify([
        sent.pour,
        sent.noms_participants,
        sent.comptes ?? nobody,
        sent.remarques?.trim() ?? '',
      ])
  );
}

export function formReducer(state: FormState, action: FormAction): FormState {
  switch (action.kind) {
    case 'edit':
      return reduceEdit(state, action.edit, action.jour);
    case 'client':
      return { ...state, client: action.client };
    case 'send':
      return { ...state, sending: true, outcome: null };
    case 'booked': {
      const {
        reservation: { id, date_reservation: jour },
        client,
        suite,
      } = action;
      const next = newBrouillon(jour);
      return {
        ...state,
        brouillon: suite ? preset(next, suite) : next,
        client: NO_CLIENT,
        jour,
        jourIsNew: true,
        sending: false,
        outcome: action,
        nouvelle: client ? null : id,
      };
    }
    case 'found': {
      const { outcome } = state;
      const { reservation, sent, edited } = action;
      if (outcome?.kind === 'booked' && outcome.reservation.id === reservation.id) return state;
      return isDraftOf(state, sent) && !state.sending
        ? formReducer(state, { kind: 'booked', reservation, client: sent.pour })
        : { ...state, outcome: { kind: 'unsure', message: edited } };
    }
    // Text that was typed while waiting stays (BOOK-20).
    case 'refused':
      return {
        ...state,
        sending: false,
        outcome: action,
        brouillon: action.heureTaken ? { ...state.brouillon, heure_debut: null } : state.brouillon,
      };
    case 'unsure':
      return { ...state, outcome: action };
    case 'heureLost':
      return { ...state, outcome: action, brouillon: { ...state.brouillon, heure_debut: null } };
    case 'preset':
      return {
        ...state,
        brouillon: preset(state.brouillon, action.preremplissage, action.max),
      };
    case 'joins':
      return { ...state, brouillon: { ...state.brouillon, rejoindre: true } };
    case 'start': {
      const {
        start: { jour, type_piste, heure: heure_debut },
        type,
      } = action;
      const typed = type ? setType(state.brouillon, type) : state.brouillon;
      return state.sending
        ? state
        : {
            ...state,
            outcome: null,
            jour,
            jourIsNew: true,
            arrivals: state.arrivals + 1,
            brouillon: {
              ...typed,
              date_reservation: jour,
              type_piste,
              toutesPistes: false,
              heure_debut,
              rejoindre: false,
              fromAddress: true,
            },
          };
    }
    case 'hideOutcome':
      return { ...state, outcome: null };
  }
}

/**
 * A choice hides an outcome, except a success, which stays for its five seconds (BOOK-21); typing
 * hides none.
 */
function reduceEdit(state: FormState, edit: FormEdit, jour: string): FormState {
  const brouillon = { ...state.brouillon, date_reservation: jour, prerempli: false };
  const outcome = state.outcome?.kind === 'booked' ? state.outcome : null;
  switch (edit.kind) {
    case 'nombre':
      return { ...state, brouillon: setNombre(brouillon, edit.nombre) };
    case 'nom':
      return { ...state, brouillon: setNom(brouillon, edit.index, edit.nom) };
    case 'compte':
      return { ...state, brouillon: setCompte(brouillon, edit.index, edit.client) };
    case 'remarques':
      return { ...state, brouillon: { ...brouillon, remarques: edit.remarques } };
    case 'type':
      return { ...state, outcome, brouillon: setType(brouillon, edit.type, edit.keepHeure) };
    case 'piste':
      return { ...state, outcome, brouillon: setPiste(brouillon, edit.type_piste) };
    case 'toutes':
      return { ...state, outcome, brouillon: setToutes(brouillon) };
    case 'jour':
      return {
        ...state,
        outcome,
        jour: edit.jour,
        jourIsNew: true,
        brouillon: setJour(brouillon, edit.jour),
      };
    // A chosen start fixes the day: the opening day changes with the clock, and must not move the
    // start to the next day.
    case 'heure':
      return {
        ...state,
        outcome,
        jour,
        jourIsNew: true,
        brouillon: {
          ...brouillon,
          type_piste: edit.type_piste ?? brouillon.type_piste,
          heure_debut: edit.heure_debut,
          rejoindre: edit.rejoindre,
          fromAddress: false,
        },
      };
    case 'joinOther':
      return { ...state, outcome, jour, jourIsNew: true, brouillon: joinOther(brouillon, edit) };
  }
}

/**
 * The data of the screen around the form. `connues`: the client's reservations; `reading`: whether
 * they are being read again.
 */
type Known = {
  jour: string;
  client: ClientChoisi | null;
  creneaux: readonly Creneau[] | null;
  connues: readonly ReservationConnue[] | undefined;
  reading: boolean;
};

/**
 * The effect on the chosen start if another rider, the clock or an administrator changed the grid;
 * null if it is still valid. A taken start may belong to this very booking, if its answer was lost;
 * the reservations show this once they are read.
 */
export function checkHeure(
  { brouillon, sending }: FormState,
  { jour, client, creneaux, connues: known, reading }: Known,
): Outcome | { kind: 'joins' } | null {
  if (sending || brouillon.heure_debut === null) return null;
  const past = brouillon.date_reservation !== jour;
  const creneau = past ? undefined : creneaux?.find(({ heure }) => heure === brouillon.heure_debut);
  if (brouillon.fromAddress && !brouillon.rejoindre && creneau?.rejoindre) return { kind: 'joins' };
  const reason = past ? 'heure_passee' : creneau && lossOf(brouillon, creneau);
  if (!reason) return null;
  if (isTaken(reason) || brouillon.rejoindre) {
    const reservation = findBooked(
      toDemande(brouillon),
      client,
      known,
      Boolean(brouillon.rejoindre && client),
    );
    if (reservation) return { kind: 'booked', reservation, client };
    if (reading) return null;
  }
  return {
    kind: 'heureLost',
    message: [RESERVATION_REFUS[reason].message, detailOf(reason, creneau?.occupation)]
      .filter(Boolean)
      .join(' '),
  };
}

/**
 * Why a chosen start is no longer valid. A free start that became a lesson to join counts as taken,
 * because nobody joins a lesson without choosing it.
 */
function lossOf(
  { rejoindre: joins }: Brouillon,
  { etat, reason, occupation, rejoindre: places }: Creneau,
): CodeReservation | null {
  if (!joins) return places ? 'creneau_pris' : reason;
  if (places) return null;
  if (places === 0) return 'deja_participant';
  if (!occupation?.ouverte) return 'lecon_disparue';
  return etat === 'complet' ? 'lecon_complete' : 'places_insuffisantes';
}

/** True if another lesson holds the start. */
export const isTaken = (code: string | null): boolean =>
  code === 'creneau_pris' || code === 'creneau_deja_reserve';

/**
 * The active reservation of the client that equals the request. `joined`: a lesson of anybody in which
 * the desk joined for customers, so that its last names are those of the request (RIDE-65).
 */
export function findBooked(
  demande: DemandeReservation | null,
  client: ClientChoisi | null,
  known: readonly ReservationConnue[] | undefined,
  joined = false,
): ReservationConnue | null {
  return (
    known?.find(
      (reservation) =>
        demande !== null &&
        isActiveOf(joined ? null : client, reservation) &&
        PLACE.every((field) => reservation[field] === demande[field]) &&
        reservation.noms_participants
          .slice(joined ? -demande.noms_participants.length : 0)
          .join('\n') === demande.noms_participants.join('\n'),
    ) ?? null
  );
}

/** An active reservation of the client at the same time, on any arena (BOOK-23). */
export function findSameTime(
  { jour, ...intervalle }: { jour: string; heure_debut: string; heure_fin: string },
  client: ClientChoisi | null,
  known: readonly ReservationConnue[] | undefined,
): ReservationConnue | null {
  return (
    findOverlaps(
      intervalle,
      known?.filter(
        (reservation) => reservation.date_reservation === jour && isActiveOf(client, reservation),
      ) ?? [],
      null,
    )[0] ?? null
  );
}

const isActiveOf = (
  client: ClientChoisi | null,
  { statut, nom_client, user_id }: ReservationConnue,
): boolean =>
  statut !== 'annulee' &&
  (!client || ('user_id' in client ? user_id === client.user_id : nom_client === client.nom));
