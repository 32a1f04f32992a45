/**
 * The draft of the edit dialog: the edit of a reservation by an administrator, and the effects of
 * each change on other fields (DESK-13 to DESK-16).
 */
import { allowedType, hasBegun } from './apres_coup.ts';
import { removeNom, resize, setNom, setNombre } from './brouillon.ts';
import { formatJour, type Moment } from '../core/calendrier.ts';
import { dureeOf } from '../slots/creneaux.ts';
import type { Heures } from '../slots/horaires.ts';
import { nomPiste, type Piste } from '../slots/pistes.ts';
import { type CodeReservation, RESERVATION_REFUS } from '../errors/reservation.ts';
import { editedHeureFin, type Modification, refuseModification } from './modification.ts';
import { editedSize, NOMS_STATUT } from './reservations.ts';
import { matchNames } from './participants.ts';
import {
  type BrouillonModification,
  type ClientDePlace,
  type PrixSaisi,
  type ReservationAsRead,
  type Tarifs,
  seatsIn,
  typedPrices,
  areClientsChosen,
} from './places_modification.ts';
import { prixOf, tarifInWords } from '../prices.ts';
import { MAX_PERSONNES_INCONNU, type LeconSize, type TypeLecon } from '../types/types_lecons.ts';

/** The draft of a reservation before any change. */
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
    places: seatsIn(original),
    comptes: [],
    prix: {},
    remarques: remarques ?? '',
  };
}

/**
 * A lesson type that can be chosen. `etat`: offered, no longer offered (`retire`), or deleted
 * (`supprime`).
 */
export type TypeChoice = { value: string; label: string; etat: 'propose' | 'retire' | 'supprime' };

/**
 * The types to choose from: the offered types, all types for a lesson that has `begun` (BOOK-35),
 * and the types of the reservation and of its draft (`chosen`) even if they are not offered. A
 * deleted type of the reservation is shown by its stored value (DESK-09).
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

/** The duration and the maximum of people of the draft's lesson; null if its type is unknown. */
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

/** The duration of the lesson before and after, if a new type changes it; otherwise null. */
export function changedDuree(
  brouillon: BrouillonModification,
  original: ReservationAsRead,
  types: readonly TypeLecon[],
): { avant: number; apres: number } | null {
  const [before, after] = [dureeOf(original), sizeOf(brouillon, original, types)?.duree_minutes];
  return after === undefined || after === before ? null : { avant: before, apres: after };
}

/**
 * Another type limits the number of people and sets the length of the list of names (DESK-14). The
 * hour stays.
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

/** The draft as the call takes it; blank remarks become null. */
export function modificationOf({
  noms_saisis: _,
  places: _places,
  comptes: _comptes,
  prix: _prix,
  remarques,
  ...fields
}: BrouillonModification): Modification {
  return { ...fields, remarques: remarques.trim() === '' ? null : remarques };
}

type Context = Names & { maintenant: Moment; original: ReservationAsRead; heures: Heures };

/**
 * The computed end (null if it is beyond the day's grid) and the first refusal that can be known
 * before sending. Only the server decides whether the arena is free (DESK-17).
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

/** What two states of a reservation are compared by. */
type Compared = Modification & { tarifs?: Tarifs | undefined };

/** The fields of the dialog in their order, with their names within a sentence. */
export const FIELDS = {
  type_lecon: 'le type de leçon',
  nombre_personnes: 'le nombre de personnes',
  noms_participants: 'les participants',
  tarifs: 'les prix',
  date_reservation: 'la date',
  type_piste: 'la piste',
  heure_debut: "l'heure",
  statut: 'le statut',
  remarques: 'les remarques',
} as const satisfies Record<keyof Compared, string>;

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

/** The field of a refusal; null if it is about the whole reservation. */
export function fieldOf(code: CodeReservation): Field | null {
  return FIELD_OF_REFUS[code] ?? null;
}

/** The fields that differ between two states of a reservation, in their order. */
export function changesOf(before: Compared, after: Compared): Field[] {
  return (Object.keys(FIELDS) as Field[]).filter((field) =>
    field === 'tarifs'
      ? arePricesChanged(before.tarifs, after.tarifs)
      : JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}

/** Whether a seat of both states has another price; an answer without prices says nothing. */
const arePricesChanged = (before: Tarifs = [], after: Tarifs = []): boolean =>
  after.some(({ place, prix }) => before.some((one) => one.place === place && one.prix !== prix));

/** The fields of the draft that differ from the version that was read. */
export const draftChanges = (
  brouillon: BrouillonModification,
  original: ReservationAsRead,
): Field[] => {
  const changed = new Set(changesOf(original, modificationOf(brouillon)));
  if (areClientsChosen(brouillon, original)) changed.add('noms_participants');
  if (typedPrices(brouillon, original).length > 0) changed.add('tarifs');
  return [...changed];
};

/**
 * The differences in words, the present value and the previous one: "l'heure : 15:00 (avant :
 * 10:00)".
 */
export function changeSentences(before: Compared, after: Compared, names: Names): string[] {
  return changesOf(before, after).map(
    (field) =>
      `${FIELDS[field]}\u202f: ${wordOf(field, after, names)} (avant\u202f: ${wordOf(field, before, names)})`,
  );
}

/** Where to find the names of lesson types and of arenas. */
type Names = { types: readonly TypeLecon[]; pistes: readonly Piste[] };

/** The value of a field in words. */
function wordOf(field: Field, reservation: Compared, { types, pistes }: Names): string {
  switch (field) {
    case 'type_lecon':
      return (
        types.find(({ value }) => value === reservation.type_lecon)?.label ?? reservation.type_lecon
      );
    case 'noms_participants':
      return reservation.noms_participants.join(', ');
    case 'tarifs':
      return (reservation.tarifs ?? [])
        .map(
          ({ prix }, n) =>
            `${reservation.noms_participants[n]} ${tarifInWords(prix === null ? null : prixOf(prix))}`,
        )
        .join(', ');
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

/** Remarks may be a page long; their beginning is enough to distinguish them. */
const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** The failure of a save: `code` is null if it is not a refusal. */
export type Refused = { code: CodeReservation | null; message: string };

/** The state of one open dialog. Changes by others are shown and never change the draft. */
export type EditState = {
  /** The version from which the draft was made. */
  original: ReservationAsRead;
  brouillon: BrouillonModification;
  /** Why the lesson is cancelled, as typed. */
  raison: string;
  touched: boolean;
  /** Attempts to save this draft; from the first one on, its faults are shown. */
  attempts: number;
  /** Shown until the draft changes. */
  refused: Refused | null;
  /**
   * The changes of the last reload, in sentences; null if there was no reload since the last
   * change.
   */
  reloaded: readonly string[] | null;
  sending: boolean;
  /** The lesson was read since the dialog opened. */
  read: boolean;
};

export type EditAction =
  /**
   * The list from which the dialog was opened may be outdated, so the first answer replaces an
   * unchanged draft.
   */
  | { kind: 'read'; stored: ReservationAsRead }
  /** Presences were noted, and nothing else has changed (PRES-07). */
  | { kind: 'noted'; stored: ReservationAsRead }
  | { kind: 'type'; type_lecon: string; types: readonly TypeLecon[] }
  | { kind: 'nombre'; nombre: number }
  | { kind: 'nom'; index: number; nom: string }
  | { kind: 'remove'; index: number }
  | { kind: 'compte'; index: number; compte: ClientDePlace | null }
  /** `saisi` null: the seat keeps its price. */
  | { kind: 'prix'; place: string; saisi: PrixSaisi | null }
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

/** The initial state of the dialog for a reservation. */
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
      return { ...firstRead(state, action.stored), read: true };
    case 'noted':
      return {
        ...state,
        original: action.stored,
        refused: state.refused?.code === 'reservation_changee' ? null : state.refused,
      };
    case 'type': {
      const regle = sizeOf({ ...brouillon, type_lecon: action.type_lecon }, original, action.types);
      return change({
        ...setEditedType(
          brouillon,
          action.type_lecon,
          regle?.max_personnes ?? MAX_PERSONNES_INCONNU,
        ),
        prix: {},
      });
    }
    case 'nombre':
      return change(setNombre(brouillon, action.nombre));
    case 'nom':
      return change(setNom(brouillon, action.index, action.nom));
    case 'remove':
      return change({
        ...removeNom(brouillon, action.index),
        places: brouillon.places?.toSpliced(action.index, 1),
        comptes: brouillon.comptes.toSpliced(action.index, 1),
      });
    case 'compte': {
      const comptes = [...brouillon.comptes];
      comptes[action.index] = action.compte;
      return change({ ...brouillon, comptes });
    }
    case 'prix': {
      const { [action.place]: _, ...prix } = brouillon.prix;
      const next = {
        ...brouillon,
        prix: action.saisi ? { ...prix, [action.place]: action.saisi } : prix,
      };
      // A field that was only opened has changed nothing.
      return typedPrices(next, original).length === 0 && !state.touched
        ? { ...state, brouillon: next }
        : change(next);
    }
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
 * Keeps what was typed. A lesson from the week's answer lacks the seats, which the first answer has
 * even in the same version (API-21).
 */
function firstRead(state: EditState, stored: ReservationAsRead): EditState {
  if (stored.version < state.original.version) return state;
  if (!state.touched) return replace(state, stored);
  if (isNewer(stored, state.original)) return state;
  const { noms_saisis, places = seatsOfNames(stored, noms_saisis) } = state.brouillon;
  return { ...state, original: stored, brouillon: { ...state.brouillon, places } };
}

/** The seats that names keep which were typed before the seats were read, as the server decides. */
const seatsOfNames = (
  stored: ReservationAsRead,
  noms: readonly string[],
): (string | null)[] | undefined => {
  const seats = seatsIn(stored)?.map((id, n) => ({ id, nom: stored.noms_participants[n] ?? '' }));
  return (
    seats &&
    matchNames(seats, noms, stored.participants === undefined).map((seat) => seat?.id ?? null)
  );
};

/** The stored version replaces the whole draft. */
const replace = (state: EditState, original: ReservationAsRead): EditState => ({
  ...state,
  original,
  brouillon: brouillonOf(original),
  refused: null,
  attempts: 0,
  touched: false,
});

/** True if another person has changed the reservation since it was read. */
export const isNewer = (stored: ReservationAsRead, original: ReservationAsRead): boolean =>
  stored.version > original.version;

/** True if a newer state differs only in who was present: the draft stays as it is (PRES-07). */
export const isOnlyNoted = (stored: ReservationAsRead, original: ReservationAsRead): boolean =>
  isNewer(stored, original) &&
  stored.user_id === original.user_id &&
  JSON.stringify(seatsIn(stored)) === JSON.stringify(seatsIn(original)) &&
  JSON.stringify(stored.presences) !== JSON.stringify(original.presences) &&
  changesOf(original, stored).length === 0;

/**
 * The sentence for each field with a fault: an end that cannot be computed, at once; missing
 * values, after the first attempt; and the refusals of the server. `fault` and `heure_fin` are
 * those of `examine`.
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
