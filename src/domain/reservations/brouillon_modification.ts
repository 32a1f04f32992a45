/**
 * The draft of the edit dialog: a reservation as an administrator rewrites it, and what else each
 * change changes (DESK-13 to DESK-16).
 */
import type { Annulee } from './annulees.ts';
import type { AutreCompte, NamedSeat } from './autres_comptes.ts';
import { allowedType, hasBegun } from './apres_coup.ts';
import { removeNom, resize, setNom, setNombre } from './brouillon.ts';
import { formatJour, type Moment } from '../core/calendrier.ts';
import { dureeOf } from '../slots/creneaux.ts';
import type { Heures } from '../slots/horaires.ts';
import { nomPiste, type Piste } from '../slots/pistes.ts';
import { type CodeReservation, RESERVATION_REFUS } from '../errors/reservation.ts';
import {
  type BookedFrom,
  editedHeureFin,
  type Modification,
  refuseModification,
} from './modification.ts';
import { editedSize, NOMS_STATUT } from './reservations.ts';
import type { Rythme } from './series.ts';
import { MAX_PERSONNES_INCONNU, type LeconSize, type TypeLecon } from '../settings/types_lecons.ts';

/** A reservation as it was read. */
export type ReservationAsRead = Modification &
  Omit<BookedFrom, 'participants'> & {
    id: string;
    version: number;
    heure_fin: string;
    nom_client: string;
    /** Of the account that booked. */
    telephone?: string | null | undefined;
    /** The seats of a lesson that several accounts share (RIDE-19). */
    participants?: readonly (NamedSeat & { id: string })[] | undefined;
    /** The series of a lesson that repeats, and after how many days (SERIE-01). */
    serie_id?: string | null | undefined;
    serie_jours?: Rythme | null | undefined;
    /** The same as the week is read, which has no seats. */
    autres?: readonly AutreCompte[] | undefined;
  } & Annulee;

/**
 * Every field of the dialog; `noms_saisis` are all the names typed, also those beyond the present
 * count.
 */
export type BrouillonModification = Omit<Modification, 'remarques'> & {
  remarques: string;
  noms_saisis: readonly string[];
  /**
   * The seat of each of these names, null for a new one; undefined where one account has them all
   * (RIDE-03).
   */
  places?: readonly (string | null)[] | undefined;
};

/** The draft of a reservation that nobody has touched yet. */
export function brouillonOf(original: ReservationAsRead): BrouillonModification {
  const {
    type_lecon,
    nombre_personnes,
    noms_participants,
    date_reservation,
    type_piste,
    heure_debut,
    statut,
    remarques,
  } = original;
  return {
    type_lecon,
    nombre_personnes,
    date_reservation,
    type_piste,
    heure_debut,
    statut,
    noms_participants: resize(noms_participants, nombre_personnes),
    noms_saisis: noms_participants,
    places: original.participants?.map(({ id }) => id),
    remarques: remarques ?? '',
  };
}

/**
 * A lesson type to choose. `etat`: offered, no longer offered (`retire`), or deleted (`supprime`).
 */
export type TypeChoice = { value: string; label: string; etat: 'propose' | 'retire' | 'supprime' };

/**
 * The types that are offered, all of them for a lesson that has `begun` (BOOK-35), and those that
 * the reservation or its draft has (`chosen`) even where they are not; the reservation's own by its
 * stored value where it is deleted (DESK-09).
 */
export function typeChoices(
  types: readonly TypeLecon[],
  own: string,
  { chosen = own, begun = false } = {},
): TypeChoice[] {
  const choices = types
    .filter(({ value, actif }) => actif || begun || value === own || value === chosen)
    .map(({ value, label, actif }): TypeChoice => ({
      value,
      label,
      etat: actif ? 'propose' : 'retire',
    }));
  return choices.some(({ value }) => value === own)
    ? choices
    : [...choices, { value: own, label: own, etat: 'supprime' }];
}

/** How long and for how many the draft's lesson is; null when its type is unknown. */
export function sizeOf(
  brouillon: BrouillonModification,
  original: ReservationAsRead,
  types: readonly TypeLecon[],
): LeconSize | null {
  return editedSize(brouillon, {
    current: original,
    type: types.find(({ value }) => value === brouillon.type_lecon) ?? null,
  });
}

/** The length of the lesson before and after, where a new type changes it. */
export function changedDuree(
  brouillon: BrouillonModification,
  original: ReservationAsRead,
  types: readonly TypeLecon[],
): { avant: number; apres: number } | null {
  const [before, after] = [dureeOf(original), sizeOf(brouillon, original, types)?.duree_minutes];
  return after === undefined || after === before ? null : { avant: before, apres: after };
}

/**
 * Another type caps the number of people and resizes the list of names (DESK-14). The hour stays.
 */
export function setEditedType(
  brouillon: BrouillonModification,
  type_lecon: string,
  max_personnes: number,
): BrouillonModification {
  const nombre = Math.min(brouillon.nombre_personnes, max_personnes);
  return {
    ...brouillon,
    type_lecon,
    nombre_personnes: nombre,
    noms_participants: resize(brouillon.noms_saisis, nombre),
  };
}

/** The draft as the call takes it; blank remarks are none. */
export function modificationOf({
  noms_saisis: _,
  places: _places,
  remarques,
  ...fields
}: BrouillonModification): Modification {
  return { ...fields, remarques: remarques.trim() === '' ? null : remarques };
}

/** The seat of each name as the call takes it. */
export const placesOf = ({
  places,
  noms_participants: noms,
}: BrouillonModification): (string | null)[] | undefined =>
  places && noms.map((_, n) => places[n] ?? null);

/** The account of each name of the draft, null where it has none or is not known yet. */
export const comptesOf = (
  { noms_participants: noms, places }: BrouillonModification,
  { user_id = null, participants }: ReservationAsRead,
): (string | null)[] =>
  noms.map((_, n) =>
    participants ? (participants.find(({ id }) => id === places?.[n])?.user_id ?? null) : user_id,
  );

type Context = Names & { maintenant: Moment; original: ReservationAsRead; heures: Heures };

/**
 * The computed end (null beyond the day's grid) and the first refusal that can be known before sending. Only
 * the server decides whether the arena is free (DESK-17).
 */
export function examine(
  brouillon: BrouillonModification,
  { maintenant, original, types, pistes, heures }: Context,
): { heure_fin: string | null; fault: CodeReservation | null } {
  const context = {
    aujourdhui: maintenant.jour,
    current: original,
    type: allowedType(
      types.find(({ value }) => value === brouillon.type_lecon) ?? null,
      hasBegun(brouillon, maintenant),
      original.type_lecon,
    ),
    pistes,
    heures,
    occupations: [],
  };
  const modification = modificationOf(brouillon);
  return {
    heure_fin: editedHeureFin(modification, context),
    fault: refuseModification(modification, context),
  };
}

/** The fields of the dialog in their order, as one names them in a sentence. */
export const FIELDS = {
  type_lecon: 'le type de leçon',
  nombre_personnes: 'le nombre de personnes',
  noms_participants: 'les participants',
  date_reservation: 'la date',
  type_piste: 'la piste',
  heure_debut: "l'heure",
  statut: 'le statut',
  remarques: 'les remarques',
} as const satisfies Record<keyof Modification, string>;

export type Field = keyof typeof FIELDS;

const FIELD_OF_REFUS: Partial<Record<CodeReservation, Field>> = {
  type_lecon_manquant: 'type_lecon',
  type_lecon_inconnu: 'type_lecon',
  nombre_personnes_manquant: 'nombre_personnes',
  trop_de_personnes: 'nombre_personnes',
  noms_manquants: 'noms_participants',
  noms_en_nombre: 'noms_participants',
  nom_invalide: 'noms_participants',
  date_manquante: 'date_reservation',
  date_trop_lointaine: 'date_reservation',
  date_trop_ancienne: 'date_reservation',
  type_piste_manquant: 'type_piste',
  heure_debut_manquante: 'heure_debut',
  heure_fin_impossible: 'heure_debut',
  creneau_pris: 'heure_debut',
  creneau_deja_reserve: 'heure_debut',
  remarques_trop_longues: 'remarques',
};

/** The field that a refusal is about; null where it is about the whole. */
export function fieldOf(code: CodeReservation): Field | null {
  return FIELD_OF_REFUS[code] ?? null;
}

/** What differs between two states of a reservation, in the order of the fields. */
export function changesOf(before: Modification, after: Modification): Field[] {
  return (Object.keys(FIELDS) as Field[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}

/** The same in words, what is now and what was: "l'heure : 15:00 (avant : 10:00)". */
export function changeSentences(before: Modification, after: Modification, names: Names): string[] {
  return changesOf(before, after).map(
    (field) =>
      `${FIELDS[field]} : ${wordOf(field, after, names)} (avant : ${wordOf(field, before, names)})`,
  );
}

/** Where the names of lesson types and of arenas stand. */
type Names = { types: readonly TypeLecon[]; pistes: readonly Piste[] };

/** A field as one reads it. */
function wordOf(field: Field, reservation: Modification, { types, pistes }: Names): string {
  switch (field) {
    case 'type_lecon':
      return (
        types.find(({ value }) => value === reservation.type_lecon)?.label ?? reservation.type_lecon
      );
    case 'noms_participants':
      return reservation.noms_participants.join(', ');
    case 'date_reservation':
      return formatJour(reservation.date_reservation, 'long');
    case 'type_piste':
      return nomPiste(pistes, reservation.type_piste);
    case 'statut':
      return NOMS_STATUT[reservation.statut];
    case 'remarques':
      return shorten(reservation.remarques ?? 'aucune');
    case 'nombre_personnes':
    case 'heure_debut':
      return String(reservation[field]);
  }
}

/** Remarks may be a page long: their beginning tells them apart. */
const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** What the server refused: `code` is null where the failure is not a refusal. */
export type Refused = { code: CodeReservation | null; message: string };

/** One open dialog. What others do meanwhile is shown and never changes the draft. */
export type EditState = {
  /** The version that the draft was made from. */
  original: ReservationAsRead;
  brouillon: BrouillonModification;
  /** Why the lesson is cancelled, as typed. */
  raison: string;
  touched: boolean;
  /** Attempts to save this draft; from the first one on, its faults are shown. */
  attempts: number;
  /** Shown until the draft changes. */
  refused: Refused | null;
  /** What the last reload changed, in sentences; null when there was none since the last change. */
  reloaded: readonly string[] | null;
  sending: boolean;
  /** The first reading since the dialog opened has come. */
  read: boolean;
};

export type EditAction =
  /**
   * The list that the dialog was opened from may be outdated: the first reading replaces an
   * untouched draft.
   */
  | { kind: 'read'; stored: ReservationAsRead | null }
  | { kind: 'type'; type_lecon: string; types: readonly TypeLecon[] }
  | { kind: 'nombre'; nombre: number }
  | { kind: 'nom'; index: number; nom: string }
  | { kind: 'remove'; index: number }
  | {
      kind: 'fields';
      fields: Partial<
        Pick<
          BrouillonModification,
          'date_reservation' | 'type_piste' | 'heure_debut' | 'statut' | 'remarques'
        >
      >;
    }
  | { kind: 'raison'; raison: string }
  /** `valid`: the call is made; otherwise only the faults are shown. */
  | { kind: 'submit'; valid: boolean }
  | { kind: 'answered'; refused: Refused | null }
  | ({ kind: 'reloaded'; stored: ReservationAsRead } & Names);

/** The dialog as it opens on a reservation. */
export function openEdit(original: ReservationAsRead): EditState {
  return {
    original,
    brouillon: brouillonOf(original),
    raison: '',
    touched: false,
    attempts: 0,
    refused: null,
    reloaded: null,
    sending: false,
    read: false,
  };
}

export function editReducer(state: EditState, action: EditAction): EditState {
  const { original, brouillon } = state;
  const change = (next: BrouillonModification): EditState => ({
    ...state,
    brouillon: next,
    touched: true,
    refused: null,
    reloaded: null,
  });
  switch (action.kind) {
    case 'read':
      return { ...(action.stored ? firstRead(state, action.stored) : state), read: true };
    case 'type': {
      const regle = sizeOf({ ...brouillon, type_lecon: action.type_lecon }, original, action.types);
      return change(
        setEditedType(brouillon, action.type_lecon, regle?.max_personnes ?? MAX_PERSONNES_INCONNU),
      );
    }
    case 'nombre':
      return change(setNombre(brouillon, action.nombre));
    case 'nom':
      return change(setNom(brouillon, action.index, action.nom));
    case 'remove':
      return change({
        ...removeNom(brouillon, action.index),
        places: brouillon.places?.toSpliced(action.index, 1),
      });
    case 'fields':
      return change({ ...brouillon, ...action.fields });
    case 'raison':
      return { ...state, raison: action.raison, touched: true };
    case 'submit':
      return {
        ...state,
        attempts: state.attempts + 1,
        reloaded: null,
        ...(action.valid && { sending: true, refused: null }),
      };
    case 'answered':
      return { ...state, sending: false, refused: action.refused };
    case 'reloaded':
      return {
        ...replace(state, action.stored),
        reloaded: changeSentences(original, action.stored, action),
      };
  }
}

/**
 * What was typed stays; the week knows less of the same version than the reading does: it has no
 * seats (API-21).
 */
function firstRead(state: EditState, stored: ReservationAsRead): EditState {
  if (stored.version < state.original.version) return state;
  if (!state.touched) return replace(state, stored);
  return isNewer(stored, state.original) ? state : { ...state, original: stored };
}

/** The stored version replaces the whole draft. */
const replace = (state: EditState, original: ReservationAsRead): EditState => ({
  ...state,
  original,
  brouillon: brouillonOf(original),
  refused: null,
  attempts: 0,
  touched: false,
});

/** True where someone else has changed the reservation since it was read. */
export const isNewer = (stored: ReservationAsRead, original: ReservationAsRead): boolean =>
  stored.version > original.version;

/**
 * The sentence of each field at fault: an end that cannot be computed at once, what is missing
 * after the first attempt, and what the server refused. `fault` and `heure_fin` are those of
 * `examine`.
 */
export function faultsOf(
  { attempts, refused }: EditState,
  { fault, heure_fin }: ReturnType<typeof examine>,
): Partial<Record<Field, string>> {
  const faults: Partial<Record<Field, string>> = {};
  const say = (code: CodeReservation | null, message: string) => {
    const field = code && fieldOf(code);
    if (field) faults[field] = message;
  };
  if (fault && attempts > 0) say(fault, RESERVATION_REFUS[fault].message);
  if (heure_fin === null && !(fault === 'type_lecon_inconnu' && attempts > 0))
    say('heure_fin_impossible', RESERVATION_REFUS.heure_fin_impossible.message);
  if (refused) say(refused.code, refused.message);
  return faults;
}
