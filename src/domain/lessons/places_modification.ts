/**
 * The seats of an edit: the draft of the dialog and the reservation as it was read, the price of each
 * seat (PRICE-22), and its customer (RIDE-03).
 */
import type { Annulee } from './annulees.ts';
import type { AutreCompte, NamedSeat } from './autres_comptes.ts';
import { ADMIN_REFUS } from '../errors/admin.ts';
import { RESERVATION_REFUS } from '../errors/reservation.ts';
import type { Changement } from './changement.ts';
import type { BookedFrom, Modification } from './modification.ts';
import type { PresenceDePlace } from './presences.ts';
import type { Rythme } from './changement.ts';
import {
  eurosOf,
  formatCentimes,
  isAmount,
  isPrix,
  type MotifPrix,
  prixOf,
  typedCentimes,
} from '../prices.ts';

export type Tarifs = readonly { place: string; prix: number | null }[];

/** A reservation as it was read. */
export type ReservationAsRead = Modification &
  Omit<BookedFrom, 'participants'> & {
    id: string;
    version: number;
    heure_fin: string;
    nom_client: string;
    /** Telephone of the account that booked. */
    telephone?: string | null | undefined;
    /** The seats of a lesson that several accounts share (RIDE-19). */
    participants?: readonly (NamedSeat & { id: string })[] | undefined;
    /** The seat of each name and its price, in euros; the week's answer lacks them (PRICE-22). */
    tarifs?: Tarifs | undefined;
    /** How many lines its seats have, with `tarifs`; absent for none (LIG-04). */
    lignes?: number | undefined;
    /** Its seats without a customer that are settled (REL-79); absent for none. */
    reglees?: readonly string[] | undefined;
    /** Who was present, in the order of the names; the week's answer lacks them (PRES-02). */
    presences?: readonly PresenceDePlace[] | undefined;
    /** The series of a lesson that repeats, and after how many days (SERIE-01). */
    serie_id?: string | null | undefined;
    serie_jours?: Rythme | null | undefined;
    /** The same accounts from the week's answer, which has no seats. */
    autres?: readonly AutreCompte[] | undefined;
  } & Annulee;

/**
 * Every field of the dialog; `noms_saisis` are all the names typed, including those beyond the
 * present count.
 */
export type BrouillonModification = Omit<Modification, 'remarques'> & {
  remarques: string;
  noms_saisis: readonly string[];
  /** The seat of each of these names, null for a new one; undefined until it is read (RIDE-03). */
  places?: readonly (string | null)[] | undefined;
  /** The account that is chosen for each of these names, null for none; undefined: as it was. */
  comptes: readonly (ClientDePlace | null | undefined)[];
  /** What is typed as the price of a seat, under its id (PRICE-22). */
  prix: Readonly<Record<string, PrixSaisi>>;
};

/** The account of a seat. */
export type ClientDePlace = { id: string; nom: string };

/** A price as it is typed, and its reason, null until one is chosen. */
export type PrixSaisi = { texte: string; motif: MotifPrix | null };

/** The seats of a reservation in the order of its names; undefined if they were not read. */
export const seatsIn = ({ tarifs, participants }: ReservationAsRead): string[] | undefined =>
  tarifs?.map(({ place }) => place) ?? participants?.map(({ id }) => id);

/** The seat of each name, as the call takes it. */
export const placesOf = ({
  places,
  noms_participants: noms,
}: BrouillonModification): (string | null)[] | undefined =>
  places && noms.map((_, n) => places[n] ?? null);

/** The stored price of a seat, in cents; undefined if it is not known. */
const storedPrice = ({ tarifs }: ReservationAsRead, seat: string): number | null | undefined => {
  const tarif = tarifs?.find(({ place }) => place === seat);
  return tarif && (tarif.prix === null ? null : prixOf(tarif.prix));
};

/**
 * The seat of a name of the draft and its stored price in cents. Null for a name without a seat,
 * which takes the price in force when it is stored; undefined if the prices are not known yet.
 */
export function tarifAt(
  { places }: BrouillonModification,
  original: ReservationAsRead,
  index: number,
): { place: string; centimes: number | null } | null | undefined {
  if (!places || !original.tarifs) return undefined;
  const place = places[index] ?? null;
  const centimes = place === null ? undefined : storedPrice(original, place);
  return place === null || centimes === undefined ? null : { place, centimes };
}

/** With another type each seat takes the price of that type, so none is typed (PRICE-22). */
export const takesOtherPrices = (
  { type_lecon }: Pick<BrouillonModification, 'type_lecon'>,
  original: Pick<ReservationAsRead, 'type_lecon'>,
): boolean => type_lecon !== original.type_lecon;

/** The text of a price field before anything is typed. */
export const priceText = (centimes: number | null): string =>
  centimes === null ? '' : formatCentimes(centimes);

const isTypedPrice = (texte: string): boolean => isAmount(texte) && isPrix(typedCentimes(texte));

/** The typed prices that differ from the stored ones, of seats that the draft keeps. */
export function typedPrices(
  brouillon: BrouillonModification,
  original: ReservationAsRead,
): ({ place: string } & PrixSaisi)[] {
  return (placesOf(brouillon) ?? []).flatMap((place) => {
    const saisi = place === null ? undefined : brouillon.prix[place];
    if (place === null || !saisi) return [];
    const stored = storedPrice(original, place) ?? null;
    const isSame = isTypedPrice(saisi.texte)
      ? typedCentimes(saisi.texte) === stored
      : saisi.texte === priceText(stored);
    return isSame ? [] : [{ place, ...saisi }];
  });
}

/** The typed prices as the call takes them; undefined if there is none. */
export function pricesOf(
  brouillon: BrouillonModification,
  original: ReservationAsRead,
): { place: string; prix: number; motif: MotifPrix }[] | undefined {
  const prices = typedPrices(brouillon, original).flatMap(({ place, texte, motif }) =>
    motif === null ? [] : [{ place, prix: Number(eurosOf(typedCentimes(texte))), motif }],
  );
  return prices.length > 0 ? prices : undefined;
}

/** The sentences for the price and the reason of each seat that the server would refuse. */
export const priceFaults = (
  brouillon: BrouillonModification,
  original: ReservationAsRead,
): Record<string, { prix?: string; motif?: string }> =>
  Object.fromEntries(
    typedPrices(brouillon, original)
      .map(
        ({ place, texte, motif }) =>
          [
            place,
            {
              ...(!isTypedPrice(texte) && { prix: ADMIN_REFUS.prix_invalide.message }),
              ...(motif === null && { motif: RESERVATION_REFUS.prix_sans_raison.message }),
            },
          ] as const,
      )
      .filter(([, faults]) => Object.keys(faults).length > 0),
  );

/** Whose seat a name of the draft is; null if it has no account, or if it is not known yet. */
export function clientAt(
  { places, comptes }: BrouillonModification,
  { user_id, nom_client, participants }: ReservationAsRead,
  index: number,
): ClientDePlace | null {
  const chosen = comptes[index];
  if (chosen !== undefined) return chosen;
  const place = places?.[index] ?? null;
  if (places && place === null) return null;
  if (!participants) return user_id ? { id: user_id, nom: nom_client } : null;
  const seat = participants.find(({ id }) => id === place);
  return seat?.user_id ? { id: seat.user_id, nom: seat.compte ?? '' } : null;
}

/** The id of the account of each name of the draft. */
export const clientsOf = (
  brouillon: BrouillonModification,
  original: ReservationAsRead,
): (string | null)[] =>
  brouillon.noms_participants.map((_, n) => clientAt(brouillon, original, n)?.id ?? null);

/**
 * The seats of the lesson before and after the draft, for the other lessons of its series; undefined
 * until they are read.
 */
export function siegesOf(
  brouillon: BrouillonModification,
  original: ReservationAsRead,
): Changement['sieges'] | undefined {
  const [seats, places] = [seatsIn(original), placesOf(brouillon)];
  if (!seats || !places) return undefined;
  const noms = original.noms_participants;
  const before = { ...brouillon, noms_participants: noms, places: seats, comptes: [] };
  const owners = clientsOf(before, original);
  const clients = clientsOf(brouillon, original);
  return {
    avant: seats.map((id, n) => ({ id, nom: noms[n] ?? '', user_id: owners[n] ?? null })),
    apres: brouillon.noms_participants.map((nom, n) => ({
      id: places[n] ?? `nouveau ${n}`,
      nom,
      user_id: clients[n] ?? null,
    })),
  };
}

/** Whether an account was chosen for a name that had another one. */
export const areClientsChosen = (
  brouillon: BrouillonModification,
  original: ReservationAsRead,
): boolean =>
  JSON.stringify(clientsOf(brouillon, original)) !==
  JSON.stringify(clientsOf({ ...brouillon, comptes: [] }, original));

/** The account of each name, as the call takes it; undefined if none was chosen. */
export const chosenClients = (
  brouillon: BrouillonModification,
  original: ReservationAsRead,
): (string | null)[] | undefined =>
  areClientsChosen(brouillon, original) ? clientsOf(brouillon, original) : undefined;
