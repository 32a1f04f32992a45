// chunk: app
/** The booking form while it is filled: each change and its effects on other fields (BOOK-11). */
import type { ClientChoisi } from './clients_des_places.ts';
import type { TypePiste } from '../slots/pistes.ts';
import type { Preremplissage } from './preremplissage.ts';
import type { CodeReservation } from '../errors/reservation.ts';
import {
  type PartialDemande,
  type DemandeReservation,
  firstMissing,
  refuseDetails,
} from './reservations.ts';
import type { TypeLecon } from '../types/types_lecons.ts';

export type Brouillon = PartialDemande & {
  date_reservation: string;
  remarques: string;
  /**
   * Every name typed so far, including those beyond the present count: they return when the list
   * grows again.
   */
  noms_saisis: readonly string[];
  /** The customers that are chosen for some of these names (BOOK-37). */
  comptes?: readonly (ClientChoisi | null)[] | undefined;
  /**
   * True for any arena ('Peu importe'): a start chooses its own (BOOK-39). Absent while nobody has
   * chosen, and nothing is preset.
   */
  toutesPistes?: boolean | undefined;
  /** True if the start was chosen in order to join the lesson that begins there (RIDE-15). */
  rejoindre?: boolean | undefined;
  /**
   * True if the start comes from the address of the page: the grid, once it is read, decides
   * whether it is a lesson to join (RIDE-64).
   */
  fromAddress?: boolean | undefined;
  /** True while nobody has changed what was preset: a new opening begins anew (BOOK-38). */
  prerempli?: boolean | undefined;
};

/** An empty form for a day. */
export function newBrouillon(date_reservation: string): Brouillon {
  return {
    type_lecon: null,
    nombre_personnes: null,
    noms_participants: [],
    noms_saisis: [],
    type_piste: null,
    heure_debut: null,
    date_reservation,
    remarques: '',
  };
}

/**
 * Fills in what nobody has chosen yet (BOOK-38). `max`: the most people of the chosen type.
 */
export function preset(
  brouillon: Brouillon,
  { noms, type_piste }: Preremplissage,
  max = Infinity,
): Brouillon {
  // With one arena, the form chooses it before anybody does.
  const prerempli = brouillon.prerempli || isEmpty(brouillon);
  const people =
    brouillon.nombre_personnes === null
      ? setNombre(
          {
            ...brouillon,
            noms_saisis: brouillon.noms_saisis.some(Boolean) ? brouillon.noms_saisis : noms,
          },
          Math.min(noms.length, max),
        )
      : brouillon;
  return {
    ...people,
    prerempli,
    ...(!hasPiste(brouillon) && { type_piste, toutesPistes: type_piste === null }),
  };
}

/** Nobody has chosen or typed anything. */
const isEmpty = ({ type_lecon, heure_debut, noms_saisis, remarques }: Brouillon): boolean =>
  type_lecon === null && heure_debut === null && !noms_saisis.some(Boolean) && remarques === '';

const hasPiste = ({ type_piste, toutesPistes }: Brouillon): boolean =>
  type_piste !== null || toutesPistes !== undefined;

/** Whether a preset has something to fill in. */
export const isBlank = (brouillon: Brouillon): boolean =>
  brouillon.nombre_personnes === null || !hasPiste(brouillon);

/** The arena of the form: with any arena, the one of the chosen start. */
export const pisteOf = ({
  type_piste,
  toutesPistes,
  heure_debut,
}: Pick<Brouillon, 'type_piste' | 'toutesPistes' | 'heure_debut'>): TypePiste | null =>
  toutesPistes && heure_debut === null ? null : type_piste;

/** The list of names with another length: existing names stay, missing ones are empty. */
export function resize(noms: readonly string[], nombre: number): string[] {
  return Array.from({ length: nombre }, (_, i) => noms[i] ?? '');
}

/**
 * Another type resets the start and limits the count; a maximum of 1 sets the count to 1 (BOOK-11).
 * `keepHeure`: the start was chosen before any type and can be booked with this type, so it stays
 * (DESK-07).
 */
export function setType(
  brouillon: Brouillon,
  type: Pick<TypeLecon, 'value' | 'max_personnes'>,
  keepHeure = false,
): Brouillon {
  const nombre =
    type.max_personnes === 1
      ? 1
      : brouillon.nombre_personnes && Math.min(brouillon.nombre_personnes, type.max_personnes);
  const kept = brouillon.type_lecon === type.value || (brouillon.type_lecon === null && keepHeure);
  return {
    ...brouillon,
    type_lecon: type.value,
    heure_debut: kept ? brouillon.heure_debut : null,
    nombre_personnes: nombre,
    noms_participants: resize(brouillon.noms_saisis, nombre ?? 0),
  };
}

/**
 * Joins a lesson of another type: the number of people is limited to its places, and the names stay
 * (RIDE-63).
 */
export function joinOther(
  brouillon: Brouillon,
  {
    type,
    heure_debut,
    type_piste = brouillon.type_piste,
    places,
  }: {
    type: Pick<TypeLecon, 'value' | 'max_personnes'>;
    heure_debut: string;
    type_piste?: TypePiste | null | undefined;
    places: number;
  },
): Brouillon {
  const typed = { ...setType(brouillon, type), heure_debut, type_piste, rejoindre: true };
  return typed.nombre_personnes === null
    ? typed
    : setNombre(typed, Math.min(typed.nombre_personnes, places));
}

/** The fields about people, which the booking form and the edit dialog share. */
type NamesDraft = {
  nombre_personnes: number | null;
  noms_participants: readonly string[];
  noms_saisis: readonly string[];
};

/** The number of people sets the length of the list of names (BOOK-11). */
export function setNombre<B extends NamesDraft>(brouillon: B, nombre: number): B {
  return {
    ...brouillon,
    nombre_personnes: nombre,
    noms_participants: resize(brouillon.noms_saisis, nombre),
  };
}

/** Stores one participant's name as typed. */
export function setNom<B extends NamesDraft>(brouillon: B, index: number, nom: string): B {
  const noms_saisis = resize(
    brouillon.noms_saisis,
    Math.max(brouillon.noms_saisis.length, index + 1),
  ).with(index, nom);
  return {
    ...brouillon,
    noms_saisis,
    noms_participants: resize(noms_saisis, brouillon.noms_participants.length),
  };
}

/** Stores the customer of one name; null for the one of the booking. */
export const setCompte = (
  brouillon: Brouillon,
  index: number,
  client: ClientChoisi | null,
): Brouillon => ({
  ...brouillon,
  comptes: Object.assign([...(brouillon.comptes ?? [])], { [index]: client }),
});

/** The customer that is chosen for each participant, null for the one of the booking. */
export const comptesOf = ({ noms_participants, comptes }: Brouillon): (ClientChoisi | null)[] =>
  noms_participants.map((_, n) => comptes?.[n] ?? null);

/**
 * Removes one participant, and decreases the count. A name beyond the count does not take the free
 * position.
 */
export function removeNom<B extends NamesDraft>(brouillon: B, index: number): B {
  return {
    ...brouillon,
    nombre_personnes: brouillon.noms_participants.length - 1,
    noms_participants: brouillon.noms_participants.toSpliced(index, 1),
    noms_saisis: brouillon.noms_saisis.toSpliced(index, 1),
  };
}

/** Another arena resets the start (BOOK-11). */
export function setPiste(brouillon: Brouillon, type_piste: TypePiste): Brouillon {
  return {
    ...brouillon,
    type_piste,
    toutesPistes: false,
    heure_debut: brouillon.type_piste === type_piste ? brouillon.heure_debut : null,
  };
}

/** Any arena: a chosen start stays on its own (BOOK-39). */
export const setToutes = (brouillon: Brouillon): Brouillon => ({
  ...brouillon,
  toutesPistes: true,
});

/** Another day resets the start (BOOK-11). */
export function setJour(brouillon: Brouillon, date_reservation: string): Brouillon {
  const same = brouillon.date_reservation === date_reservation;
  return { ...brouillon, date_reservation, heure_debut: same ? brouillon.heure_debut : null };
}

/**
 * Why the form cannot be sent yet: the checks of BOOK-13 in their order, then the checks of the
 * server; null if it may be sent. `type`: the chosen type as it is offered now, null if it is no
 * longer offered.
 */
export function firstObstacle(
  brouillon: Brouillon,
  type: TypeLecon | null,
): CodeReservation | null {
  const missing = firstMissing(brouillon);
  // With any arena, the start chooses it.
  if (missing === 'type_piste_manquant' && brouillon.toutesPistes) return 'heure_debut_manquante';
  return (
    missing ??
    refuseDetails({ ...brouillon, nombre_personnes: brouillon.nombre_personnes ?? 0 }, type)
  );
}

/** The form as the call takes it, with blank remarks as null; null while a choice is missing. */
export function toDemande(brouillon: Brouillon): DemandeReservation | null {
  const {
    type_lecon,
    nombre_personnes,
    noms_participants,
    type_piste,
    heure_debut,
    date_reservation,
    remarques,
  } = brouillon;
  if (!type_lecon || !nombre_personnes || !type_piste || !heure_debut) return null;
  return {
    type_lecon,
    nombre_personnes,
    noms_participants: [...noms_participants],
    date_reservation,
    type_piste,
    heure_debut,
    remarques: remarques.trim() === '' ? null : remarques,
  };
}
