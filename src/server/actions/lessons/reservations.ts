/**
 * Booking, changing, removing and reading reservations (BOOK-04 to BOOK-08, DESK-12 to DESK-19,
 * API-05, API-06).
 */
import { randomUUID } from 'node:crypto';
import { momentAt } from '#domain/core/calendrier.ts';
import { heureFin } from '#domain/slots/creneaux.ts';
import type { TypePiste } from '#domain/slots/pistes.ts';
import { envoisDesComptes } from '#domain/emails/comptes.ts';
import { Refus } from '#domain/errors/errors.ts';
import { leconJournalOf } from '#domain/journal/journal.ts';
import { type Modification } from '#domain/lessons/modification.ts';
import { allowedType, hasBegun } from '#domain/lessons/apres_coup.ts';
import { reglesOf } from '#domain/settings/parametres.ts';
import { openingHoursOf, plageOf } from '#domain/slots/horaires.ts';
import type { PourClients } from '#domain/lessons/clients_des_places.ts';
import { type OwnLecon, ownView, type PrixDePlace } from '#domain/lessons/participants.ts';
import {
  type Client,
  type DemandeReservation,
  detailOfRefus,
  refusePeriode,
  refuseReservation,
  type StatutReservation,
  type SortField,
} from '#domain/lessons/reservations.ts';
import { displayName, isAdmin, type Personne } from '#domain/people/users.ts';
import {
  acceptModification,
  acceptPrix,
  acceptRaison,
  accountsIn,
  type PrixDemande,
  refuseLengths,
  storeChange,
  storeDeletion,
} from '#server/checks/changes.ts';
import { acceptSeats, refuseUnknown } from '#server/checks/clients_des_places.ts';
import {
  readStored,
  type Remember,
  storeOnce,
  type WithEcriture,
} from '#server/checks/ecritures.ts';
import type { Reader } from '#server/platform/db.ts';
import { daysOfRules, decideUnderLocks } from '#server/platform/locks.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import type { Reading } from '#server/platform/shared.ts';
import { journalOf } from '#server/stores/journal.ts';
import type { Reservation } from '#server/stores/lessons/columns.ts';
import {
  getOwn,
  getReservationWithPhone,
  listAVenir,
  listOwn,
  listReservations,
  type OwnReservation,
  resumeReservations,
  stampReservations,
} from '#server/stores/lessons/reservations.ts';
import {
  type BookingFacts,
  nameIn,
  readBookingFacts,
  readEditFacts,
  rememberedFacts,
} from '#server/stores/lessons/facts.ts';
import { concerned } from '#server/stores/lessons/afterwards.ts';
import { shownPriceOf } from '#server/stores/prices/regles.ts';
import { daysOf, storeBooking, untilStored } from '#server/stores/lessons/writes.ts';

type Booking = DemandeReservation & PourClients<Client>;

/**
 * Books a lesson or refuses it (BOOK-13, BOOK-15); administrators may also book one that has begun
 * (BOOK-35), and for other customers (BOOK-26, BOOK-37). Of simultaneous bookings of one arena and
 * time, one is stored (BOOK-20). The same booking that is sent again is answered (API-27).
 */
export function create(ctx: Ctx, asked: Booking & WithEcriture): Promise<Reservation> {
  const { ecriture: _, ...booking } = asked;
  return storeOnce(
    ctx,
    'reservations.create',
    asked,
    (remember) => book(ctx, booking, remember),
    (id) => readStored(ctx, id),
  );
}

async function book(
  ctx: Ctx,
  { pour, comptes, ...demande }: Booking,
  remember: Remember,
): Promise<Reservation> {
  const personne = personneOf(ctx);
  const bound = !isAdmin(personne.role);
  if ((pour ?? comptes) && bound) throw new Refus('role_insuffisant');
  const { date_reservation: jour, type_piste } = demande;
  const { seats, holder, ids } = acceptSeats(
    demande.noms_participants,
    { pour, comptes },
    personne,
  );
  const read = (reader: Reader) =>
    readBookingFacts(reader, {
      jour,
      type_piste,
      rider_id: personne.id,
      clients: ids,
      desk: !bound,
      now: momentAt(ctx.now()),
    });

  /** Null if the arena is taken, or if the rules or the client have changed since `facts`. */
  const attempt = async (reader: Reader, facts: BookingFacts): Promise<Reservation | null> => {
    const { parametres, pistes, occupations, reservationsThatDay, reservationsToCome } = facts;
    const maintenant = momentAt(ctx.now());
    const begun = !bound && hasBegun(demande, maintenant);
    const offered = facts.types.find(({ value }) => value === demande.type_lecon) ?? null;
    const type = allowedType(offered, begun);
    const regles = reglesOf(parametres);
    refuseUnknown(ids, facts);
    const known = { comptes: [...facts.comptes, personne], nommes: facts.nommes };
    const { user_id = null, nomme = null } = seats[holder] ?? {};
    const refus = refuseReservation(demande, {
      maintenant,
      type,
      pistes,
      regles,
      bound,
      apresCoup: !bound,
      occupations,
      reservationsThatDay,
      reservationsToCome,
    });
    if (refus) throw new Refus(refus.code, { detail: detailOfRefus(refus, regles) });
    const heure_fin =
      type &&
      heureFin(demande.heure_debut, type.duree_minutes, plageOf(openingHoursOf(regles), jour));
    if (!type || !heure_fin) throw new Refus('heure_fin_impossible');
    // The id is made here, so that the same statement can store the emails that contain it.
    const booking = {
      ...demande,
      id: randomUUID(),
      version: 0,
      heure_fin,
      user_id,
      nom_client: nomme?.nom ?? (user_id === null ? '' : nameIn(known)(user_id)),
      statut: 'confirmee' as const,
    };
    const apres = {
      ...booking,
      participants: seats.map((seat) => ({ ...seat, id: '', remarques: null })),
    };
    const courriels = envoisDesComptes(
      { avant: null, apres, version: 0 },
      {
        comptes: known.comptes,
        labelOf: () => type.label,
        pistes,
        parametres,
        now: ctx.now(),
        prix: shownPriceOf(facts, type.value, jour),
      },
    );
    const ligne = bound
      ? null
      : journalOf(ctx, {
          action: begun ? 'reservation.saisie' : 'reservation.creee',
          objet_id: booking.id,
          details: { lecon: leconJournalOf(booking) },
        });
    return storeBooking(reader, booking, {
      clients: ids,
      seats: seats.every((seat) => seat.user_id === user_id && !seat.nomme) ? null : seats,
      holder,
      courriels,
      announcement: ctx.announcement(...concerned(apres)),
      ligne,
      ecriture: remember(booking.id),
      rules: facts.version,
    });
  };

  const daysNeeded = ({ parametres }: BookingFacts) =>
    bound
      ? daysOfRules(reglesOf(parametres), { account: personne.id, jour, pistes: daysOf(demande) })
      : [];
  // An email to a client contains the client's name, which memory does not have.
  const remembered = ids.length === 0 ? rememberedFacts(ctx.db) : null;
  if (remembered && daysNeeded(remembered).length === 0) {
    const stored = await attempt(ctx.db, remembered).catch((error: unknown) => {
      if (error instanceof Refus) return null; // decided again below
      throw error;
    });
    if (stored) return stored;
  }
  return untilStored(() => decideUnderLocks(ctx.db, read, attempt, daysNeeded));
}

/**
 * An edit of a reservation, the version on which it is based, and the seat and the account of each
 * name (RIDE-03). `titulaire`: the account to which the lesson belongs again (DESK-52).
 */
type Edit = Modification & {
  id: string;
  version?: number | undefined;
  places?: readonly (string | null)[] | undefined;
  comptes?: readonly (string | null)[] | undefined;
  titulaire?: string | undefined;
};

/**
 * Stores an administrator's edit or refuses it (API-06, BOOK-06); the rider gets an email about the
 * changes (MAIL-07).
 */
export async function update(
  ctx: Ctx,
  {
    raison: given,
    prix: asked,
    facturer,
    ...demande
  }: Edit & {
    raison?: string | null | undefined;
    prix?: PrixDemande[] | undefined;
    facturer?: boolean | undefined;
  },
): Promise<Reservation> {
  const raison = acceptRaison(given);
  const prix = acceptPrix(asked);
  refuseLengths(demande);
  return untilStored(() => edit(ctx, demande, { raison, prix, facturer }));
}

async function edit(
  ctx: Ctx,
  { id, version, places: ids, comptes, titulaire, ...modification }: Edit,
  more: {
    raison: string | null;
    prix: readonly PrixDePlace[];
    facturer: boolean | undefined;
  },
): Promise<Reservation | null> {
  const facts = await readEditFacts(ctx.db, id, modification, {
    desk: true,
    choisis: accountsIn(comptes),
    places: ids,
  });
  if (!facts) throw new Refus('reservation_introuvable');
  if (version !== undefined && version !== facts.current.version)
    throw new Refus('reservation_changee');
  const heure_fin = acceptModification(ctx, facts, modification);
  return storeChange(
    ctx,
    ctx.db,
    facts,
    { ...modification, heure_fin },
    { ...more, attribution: { ids, comptes, titulaire } },
  );
}

/**
 * Removes a reservation, which can be restored for 30 days (DESK-30); the rider gets an email
 * unless it was already cancelled.
 */
export async function remove(
  ctx: Ctx,
  {
    id,
    raison: given,
    facturer,
    version,
  }: {
    id: string;
    raison?: string | null | undefined;
    facturer?: boolean | undefined;
    version?: number | undefined;
  },
): Promise<{ success: boolean }> {
  const raison = acceptRaison(given);
  return untilStored(async () => {
    const facts = await readEditFacts(ctx.db, id, null);
    if (!facts) throw new Refus('reservation_introuvable');
    if (version !== undefined && version !== facts.current.version)
      throw new Refus('reservation_changee');
    const removed = await storeDeletion(ctx, ctx.db, facts, { raison, facturer });
    return removed ? { success: true } : null;
  });
}

export type ListFilter = {
  du?: string | undefined;
  au?: string | undefined;
  date_reservation?: string | undefined;
  type_piste?: TypePiste | undefined;
  statut?: StatutReservation | undefined;
  miennes?: '1' | undefined;
  sort: SortField | `-${SortField}`;
};

/**
 * A rider's own reservations; for an administrator all reservations, over at most 366 days
 * (API-05).
 */
export function list(ctx: Ctx, query: ListFilter): Reading<OwnLecon<Reservation>[]> {
  const personne = personneOf(ctx);
  const { date_reservation, miennes, ...filter } = query;
  const du = date_reservation ?? filter.du;
  const au = date_reservation ?? filter.au;
  const admin = isAdmin(personne.role);
  const own = !admin || miennes === '1';
  const refus = own && !(du && au) ? null : refusePeriode(du, au);
  if (refus) throw new Refus(refus);
  const all = { ...filter, du, au };
  if (own) {
    const { id: user_id } = personne;
    return {
      key: `reservations ${JSON.stringify({ ...all, user_id, nom: displayName(personne) })}`,
      stamp: (reader) => stampReservations(reader, { ...all, user_id }),
      read: async (reader) =>
        (await listOwn(reader, user_id, all)).map((one) => ownOf(one, personne)),
    };
  }
  // The answer is the same for every administrator.
  return {
    key: `reservations ${JSON.stringify(all)}`,
    stamp: (reader) => stampReservations(reader, all),
    read: (reader) => listReservations(reader, all),
  };
}

/** The three cards of the dashboard (DESK-02). */
export function resume(ctx: Ctx): ReturnType<typeof resumeReservations> {
  return ctx.shared.share('reservations', () =>
    resumeReservations(ctx.db, momentAt(ctx.now()).jour),
  );
}

/**
 * Coming lessons, grouped by the fields that a change of the settings may affect (SET-04, SET-13).
 */
export function aVenir(ctx: Ctx): ReturnType<typeof listAVenir> {
  return listAVenir(ctx.db, momentAt(ctx.now()));
}

/**
 * One reservation in which the caller has a seat, or any for an administrator. Throws
 * `reservation_introuvable` otherwise (BOOK-08).
 */
export async function get(ctx: Ctx, { id }: { id: string }): Promise<OwnLecon<Reservation>> {
  const personne = personneOf(ctx);
  if (isAdmin(personne.role)) {
    const reservation = await getReservationWithPhone(ctx.db, id);
    if (reservation) return reservation;
  } else {
    const own = await getOwn(ctx.db, personne.id, id);
    if (own) return ownOf(own, personne);
  }
  throw new Refus('reservation_introuvable');
}

const ownOf = (
  { own, ...reservation }: OwnReservation,
  personne: Personne,
): OwnLecon<Reservation> =>
  ownView(reservation, own, { id: personne.id, nom: displayName(personne) });
