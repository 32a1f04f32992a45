// chunk: app
/**
 * The seats of a lesson: who has one, and how joining, changing, leaving and editing change them
 * (RIDE-01 to RIDE-04, RIDE-10 to RIDE-13).
 */
import { instantOf, momentAt } from '../core/calendrier.ts';
import { type Hold, isPast, placesLeft } from '../slots/creneaux.ts';
import type { CodeParticipants } from '../errors/participants.ts';
import type { CodeReservation } from '../errors/reservation.ts';
import { bookedAt, type Grace, graceEnd } from './grace.ts';
import { isOpen } from './ouvertes.ts';
import {
  editedSize,
  type BookingContext,
  type DemandeReservation,
  firstMissing,
  refuseDetails,
  refuseJour,
  refuseQuota,
  refuseReservation,
  type StatutReservation,
} from './reservations.ts';
import type { Absence } from './presences.ts';
import type { MotifPrix } from '../prices.ts';
import type { LeconSize, TypeLecon } from '../types/types_lecons.ts';

/**
 * A seat. `user_id`: the account that booked it; `remarques`: what an account that joined wrote,
 * stored on the first of its seats; `pris_at`: when it joined; `centimes`: its price, null if it has
 * none. A seat without `centimes` takes the price in force when it is stored (PRICE-03).
 * `presence`: null if present; `notee`: somebody noted so (PRES-08); `facturee`: whether it is billed,
 * as it is without it (PRES-03).
 */
export type Participant = {
  id: string;
  user_id: string | null;
  nom: string;
  remarques: string | null;
  pris_at?: string | null;
  centimes?: number | null;
  presence?: Absence | null;
  notee?: boolean;
  facturee?: boolean;
};

/** A stored lesson with its seats in their order; `noms_participants` are their names. */
export type SeatedLecon = {
  user_id: string | null;
  nom_client: string;
  remarques: string | null;
  noms_participants: string[];
  nombre_personnes: number;
  participants: readonly Participant[];
};

/** The accounts that have a seat, earliest first. */
export const accountsOf = ({ participants }: Pick<SeatedLecon, 'participants'>): string[] => [
  ...new Set(participants.flatMap(({ user_id }) => user_id ?? [])),
];

type OwnSeat = Pick<Participant, 'nom' | 'remarques' | 'pris_at'>;
type Part = Pick<SeatedLecon, 'noms_participants' | 'nombre_personnes' | 'remarques'>;

/**
 * The names and remarks of one account, whose seats are `own`: what it reads about the lesson, and
 * what its emails contain (RIDE-02, RIDE-04).
 */
const partIn = (
  { user_id: holder, remarques }: Pick<SeatedLecon, 'user_id' | 'remarques'>,
  own: readonly OwnSeat[],
  account: string,
): Part => ({
  noms_participants: own.map(({ nom }) => nom),
  nombre_personnes: own.length,
  remarques: account === holder ? remarques : (own[0]?.remarques ?? null),
});

/** The same, selected from all seats; null if the account has none. */
export function partOf(
  lecon: Pick<SeatedLecon, 'user_id' | 'remarques' | 'participants'>,
  account: string,
): Part | null {
  const own = lecon.participants.filter(({ user_id }) => user_id === account);
  return own.length === 0 ? null : partIn(lecon, own, account);
}

/**
 * A lesson as an account with seats in it reads it; `personnes` is present if others ride in it too
 * (RIDE-02).
 */
export type OwnLecon<L> = L & { personnes?: number };

/**
 * What an account reads about a lesson (RIDE-02); `own`: its seats, in their order. An account that
 * joined reads when it joined, instead of when the lesson was booked.
 */
export function ownView<L extends Omit<SeatedLecon, 'participants'> & { created_at: string }>(
  lecon: L,
  own: readonly OwnSeat[],
  { id, nom }: Owner,
): OwnLecon<L> {
  return {
    ...lecon,
    ...partIn(lecon, own, id),
    created_at: bookedAt(
      { ...lecon, participants: own.map((seat) => ({ ...seat, user_id: id })) },
      id,
    ),
    user_id: id,
    nom_client: lecon.user_id === id ? lecon.nom_client : nom,
    ...(own.length < lecon.nombre_personnes && { personnes: lecon.nombre_personnes }),
  };
}

/** The account that gets a seat. */
type Owner = { id: string; nom: string };

/**
 * A lesson with other seats. Its account stays while it has a seat; otherwise the account with the
 * earliest seat replaces it, with its own remarks and its name (RIDE-01). `nameOf`: the display
 * name of an account.
 */
export function seated<L extends SeatedLecon>(
  lecon: L,
  participants: readonly Participant[],
  nameOf: (account: string) => string,
): L {
  const noms_participants = participants.map(({ nom }) => nom);
  const same = { ...lecon, participants, noms_participants, nombre_personnes: participants.length };
  const [first = null, ...others] = accountsOf({ participants });
  if (lecon.user_id === null || [first, ...others].includes(lecon.user_id)) return same;
  if (first === null) return { ...same, user_id: null, remarques: null };
  const seats = participants.map((one) =>
    one.user_id === first ? { ...one, remarques: null } : one,
  );
  return {
    ...same,
    participants: seats,
    user_id: first,
    nom_client: nameOf(first),
    remarques: partOf({ ...lecon, participants }, first)?.remarques ?? null,
  };
}

/** A new seat of the customer `user_id`; null if it is to be found or made by its name. */
type NewSeat = { nom: string; user_id: string | null };

/**
 * A lesson with further seats at the end; `at`: the instant at which they are taken. The remarks are
 * those of the customer of the seat `holder`. If it rides in the lesson already, which only the desk
 * may add to, they follow its earlier ones.
 */
export function joined<L extends SeatedLecon, S extends NewSeat>(
  lecon: L,
  seats: readonly S[],
  {
    remarques,
    holder,
    newId,
    at,
  }: {
    remarques: string | null;
    holder: number;
    newId: () => string;
    at: string;
  },
): L & { participants: (Participant | (Participant & S))[] } {
  const account = seats[holder]?.user_id ?? null;
  const own = account === null ? null : partOf(lecon, account);
  const first = own && lecon.participants.findIndex(({ user_id }) => user_id === account);
  const said = own ? [own.remarques, remarques].filter(Boolean).join('\n') || null : remarques;
  const isBooker = own !== null && lecon.user_id === account;
  const participants = [
    ...lecon.participants.map((seat, n) =>
      n === first && !isBooker ? { ...seat, remarques: said } : seat,
    ),
    ...seats.map((seat, n) => ({
      ...seat,
      id: newId(),
      remarques: n === holder && !own ? said : null,
      pris_at: at,
    })),
  ];
  return {
    ...lecon,
    participants,
    noms_participants: participants.map(({ nom }) => nom),
    nombre_personnes: participants.length,
    ...(isBooker && { remarques: said }),
  };
}

/**
 * A lesson after an account has left it: if nobody else rides in it, it is cancelled and keeps its
 * names (RIDE-12).
 */
export function left<L extends SeatedLecon & { statut: StatutReservation }>(
  lecon: L,
  account: string,
  nameOf: (account: string) => string,
): L {
  const others = lecon.participants.filter(({ user_id }) => user_id !== account);
  return others.length === 0 ? { ...lecon, statut: 'annulee' } : seated(lecon, others, nameOf);
}

/**
 * The seats after an account has changed its names: existing seats keep their position, further
 * ones are added at the end (RIDE-13). The remarks of an account that joined are on its first seat.
 */
export function withOwnNames(
  lecon: SeatedLecon,
  account: string,
  noms: readonly string[],
  remarques: string | null,
  newId: () => string,
): Participant[] {
  const own = lecon.participants.filter(({ user_id }) => user_id === account);
  const named = matchNames(own, noms, false).map((seat, n) => ({
    ...(seat ?? { id: newId() }),
    user_id: account,
    nom: noms[n] ?? '',
    pris_at: seat?.pris_at ?? null,
    remarques: n === 0 && account !== lecon.user_id ? remarques : null,
  }));
  const kept = lecon.participants.flatMap((seat) =>
    seat.user_id === account ? named.splice(0, 1) : [seat],
  );
  return [...kept, ...named];
}

/** Seats that take the price in force when they are stored, those of another lesson type. */
const repriced = (participants: readonly Participant[]): Participant[] =>
  participants.map(({ centimes: _, ...seat }) => seat);

/** The seats of a lesson in another lesson: nothing is noted there, and its prices hold. */
export const renewed = (participants: readonly Participant[]): Participant[] =>
  repriced(participants).map(({ presence: _, notee: _noted, facturee: _billed, ...seat }) => seat);

/** The price that an edit gives to one seat, in cents, and why (PRICE-22). */
export type PrixDePlace = { place: string; centimes: number; motif: MotifPrix };

const withPrices = (
  participants: readonly Participant[],
  prix: readonly PrixDePlace[],
): Participant[] =>
  participants.map((seat) => {
    const given = prix.find(({ place }) => place === seat.id);
    return given ? { ...seat, centimes: given.centimes } : seat;
  });

/** Refuses the price of a seat that the lesson does not have after the edit. */
export const refusePrices = (
  { participants }: Pick<SeatedLecon, 'participants'>,
  prix: readonly PrixDePlace[],
): CodeParticipants | null =>
  prix.every(({ place }) => participants.some(({ id }) => id === place))
    ? null
    : 'place_introuvable';

/** A seat that the centre took out of a lesson, with the remarks of its account (DESK-33). */
export type Retire = Participant & { position: number };

/**
 * The seats that an edit takes out. The remarks of the account that booked are stored with the
 * lesson; if the lesson passes to another account, they leave with the first seat of the former.
 */
export function retiredSeats(before: SeatedLecon, after: SeatedLecon): Retire[] {
  const kept = new Set(after.participants.map(({ id }) => id));
  const holder =
    before.user_id !== null && before.user_id !== after.user_id
      ? before.participants.find(({ user_id }) => user_id === before.user_id)
      : undefined;
  return before.participants.flatMap((seat, n) =>
    kept.has(seat.id)
      ? []
      : [
          {
            ...seat,
            position: n + 1,
            remarques: seat === holder ? before.remarques : seat.remarques,
          },
        ],
  );
}

/** A seat that was taken out, as it comes back. The lesson keeps the remarks of its `holder`. */
const asSeat = (seat: Participant, holder: string | null): Participant => ({
  ...seat,
  remarques: seat.user_id === null || seat.user_id === holder ? null : seat.remarques,
});

/** The seats with one that is put back at its former position (DESK-33). */
export function withPutBack(
  { participants, user_id: holder }: SeatedLecon,
  { position, ...retire }: Retire,
): Participant[] {
  const seat = asSeat(retire, holder);
  return withRemarques(participants.toSpliced(position - 1, 0, seat), [...participants, seat]);
}

/**
 * The seat and the account of each name in an administrator's edit. `ids`: null for a new seat; left
 * out if the edit sends only names. `comptes`: null for none; undefined, or left out, if the seat
 * stays with its account, and if a new one has none (RIDE-03). `retires`: the seats among `ids`
 * that were taken out of the lesson before, and come back (DESK-52). `titulaire`: the account to
 * which the lesson belongs afterwards; left out if that follows from the seats (RIDE-01).
 */
export type Attribution = {
  ids?: readonly (string | null)[] | undefined;
  comptes?: readonly (string | null | undefined)[] | undefined;
  retires?: readonly Retire[] | undefined;
  titulaire?: string | undefined;
};

/**
 * The seats after an administrator's edit (RIDE-03). A name that is added belongs to no account
 * until one is chosen: the one that booked must neither be told of it nor pay for it.
 */
export function editedSeats(
  { participants, user_id: holder }: SeatedLecon,
  noms: readonly string[],
  { ids, comptes = [], retires = [], titulaire = holder ?? undefined }: Attribution,
  newId: () => string,
): Participant[] {
  const back = retires.map(({ position: _, ...seat }) => asSeat(seat, titulaire ?? null));
  const free = new Map([...participants, ...back].map((one) => [one.id, one]));
  const byId = (id: string | null | undefined): Participant | null => {
    const seat = free.get(id ?? '') ?? null;
    free.delete(id ?? '');
    return seat;
  };
  const isOnly = participants.every(({ user_id }) => user_id === holder);
  const kept = ids ? noms.map((_, n) => byId(ids[n])) : matchNames(participants, noms, isOnly);
  return withRemarques(
    noms.map((nom, n) => {
      const seat = kept[n] ?? { id: newId(), user_id: null, remarques: null };
      const account = comptes[n];
      return account === undefined || account === seat.user_id
        ? { ...seat, nom }
        : { ...seat, nom, user_id: account, pris_at: null };
    }),
    [...participants, ...back],
  );
}

/**
 * A lesson that belongs to the account `titulaire` again. The account that had it meanwhile has its
 * remarks on the first of its seats again, from where `seated` took them; one that comes back has
 * kept its own.
 */
function givenBack<L extends SeatedLecon>(
  lecon: L,
  participants: readonly Participant[],
  { user_id, remarques, participants: before }: SeatedLecon,
  titulaire: string,
  nameOf: (account: string) => string,
): L {
  const first = participants.findIndex((seat) => user_id !== null && seat.user_id === user_id);
  return {
    ...lecon,
    participants: participants.map((seat, n) =>
      n === first && before.some(({ id }) => id === seat.id) ? { ...seat, remarques } : seat,
    ),
    user_id: titulaire,
    nom_client: nameOf(titulaire),
  };
}

/** The accounts that an edit gives seats in a lesson in which they have none yet. */
export const newAccounts = (
  { participants }: Pick<SeatedLecon, 'participants'>,
  { ids = [], comptes = ids.map(() => undefined), retires = [] }: Attribution,
): string[] => [
  ...new Set(
    comptes.flatMap((given, n) => {
      const id = given === undefined ? retires.find((seat) => seat.id === ids[n])?.user_id : given;
      return id && !participants.some(({ user_id }) => user_id === id) ? [id] : [];
    }),
  ),
];

/**
 * Keeps the remarks of an account that joined on the first of its seats, regardless of which seats
 * an edit removes or moves.
 */
function withRemarques(
  after: readonly Participant[],
  before: readonly Participant[],
): Participant[] {
  const remarquesOf = (account: string | null) =>
    before.find(({ user_id, remarques }) => user_id === account && remarques !== null)?.remarques ??
    null;
  const firstOf = (account: string | null) => after.findIndex(({ user_id }) => user_id === account);
  return after.map((seat, n) => ({
    ...seat,
    remarques: firstOf(seat.user_id) === n ? remarquesOf(seat.user_id) : null,
  }));
}

/**
 * A lesson after an administrator's edit. The remarks are those that the edit sends. If the lesson
 * passes to another account and the remarks are still those of the former account, those of the new
 * account replace them (RIDE-02). With another type each seat takes the price of that type, except
 * those in `prix`.
 */
export function edited<
  L extends SeatedLecon & { type_lecon: string },
  C extends Pick<SeatedLecon, 'noms_participants' | 'remarques'> & { type_lecon: string },
>(
  current: L,
  change: C,
  {
    prix = [],
    nameOf,
    newId,
    ...attribution
  }: Attribution & {
    prix?: readonly PrixDePlace[] | undefined;
    nameOf: (account: string) => string;
    newId: () => string;
  },
): L & C {
  const { titulaire } = attribution;
  const unpriced = editedSeats(current, change.noms_participants, attribution, newId);
  const seats = withPrices(
    change.type_lecon === current.type_lecon ? unpriced : repriced(unpriced),
    prix,
  );
  if (titulaire !== undefined && titulaire !== current.user_id)
    return givenBack({ ...current, ...change }, seats, current, titulaire, nameOf);
  const after = seated({ ...current, ...change }, seats, nameOf);
  const hasPassed = after.user_id !== null && after.user_id !== current.user_id;
  return hasPassed && change.remarques === current.remarques
    ? after
    : { ...after, remarques: change.remarques };
}

/**
 * The seat that each name keeps: one with the same name or, if the number of names is unchanged,
 * the one at its position. If one account has all seats (`isOnly`) and every name changes, they keep
 * the seats in their order: otherwise the account would lose its lesson.
 */
export function matchNames<S extends Pick<Participant, 'nom'>>(
  participants: readonly S[],
  noms: readonly string[],
  isOnly: boolean,
): (S | null)[] {
  const free = new Set(participants);
  const take = (seat: S | undefined): S | null => {
    if (!seat || !free.delete(seat)) return null;
    return seat;
  };
  const inPlace = noms.map((nom, n) =>
    take(participants[n]?.nom === nom ? participants[n] : undefined),
  );
  const byName = noms.map(
    (nom, n) => inPlace[n] ?? take([...free].find((seat) => seat.nom === nom)),
  );
  const areAllNew = byName.every((seat) => seat === null);
  const inOrder = (): S | null => take(isOnly && areAllNew ? [...free][0] : undefined);
  return byName.map(
    (seat, n) =>
      seat ?? (noms.length === participants.length ? take(participants[n]) : null) ?? inOrder(),
  );
}

/**
 * The instant until which a rider may cancel or change a lesson: `heures` real hours before it
 * begins, even if the clocks change in between (RIDE-11).
 */
export function deadlineOf(
  { date_reservation, heure_debut }: { date_reservation: string; heure_debut: string },
  heures: number,
): Date {
  return new Date(instantOf(date_reservation, heure_debut).getTime() - heures * 3_600_000);
}

type StoredLecon = SeatedLecon & {
  date_reservation: string;
  heure_debut: string;
  heure_fin: string;
  statut: StatutReservation;
};

/**
 * `heures`: the setting, null if riders may not; `bound`: true for riders, false for
 * administrators, whom the deadline does not bind.
 */
type Deadline = { now: Date; heures: number | null; bound: boolean };

/**
 * Refuses if an account may no longer give up or change its seats itself; null if it may (RIDE-11).
 * `never`: the refusal if the setting is off.
 */
function refuseLate(
  lecon: Pick<StoredLecon, 'date_reservation' | 'heure_debut' | 'statut'>,
  { now, heures, bound }: Deadline,
  never: CodeParticipants,
): CodeParticipants | null {
  if (bound && heures === null) return never;
  if (lecon.statut === 'annulee') return 'lecon_deja_annulee';
  if (isPast(lecon.date_reservation, lecon.heure_debut, momentAt(now))) return 'lecon_commencee';
  // a screen knows only the minute, so the deadline counts from the first instant of its minute
  return bound && now >= deadlineOf(lecon, heures ?? 0) ? 'delai_passe' : null;
}

/**
 * Refuses a rider's cancellation; null if it may be stored (RIDE-11). `grace`: a very recent
 * booking may be undone until the lesson begins (SET-41).
 */
export function refuseAnnulation(
  lecon: Pick<StoredLecon, 'date_reservation' | 'heure_debut' | 'statut'>,
  { grace, ...deadline }: Deadline & { grace?: Grace },
): CodeParticipants | null {
  const end = grace && graceEnd(lecon, grace);
  return refuseLate(
    lecon,
    end && deadline.now <= end ? { ...deadline, heures: 0 } : deadline,
    'annulation_au_centre',
  );
}

/** A refusal of a change, and the lesson in the way, if there is one. */
type ChangeRefus = { code: CodeReservation | CodeParticipants; hold: Hold | null };

/** What a rider can change of their own lesson: everything except its type (RIDE-13). */
export type Changement = Omit<DemandeReservation, 'type_lecon'>;

/** Whether a lesson moves to another day, start or arena. */
export const isMoved = (
  lecon: Pick<DemandeReservation, 'date_reservation' | 'heure_debut' | 'type_piste'>,
  to: typeof lecon,
): boolean =>
  lecon.date_reservation !== to.date_reservation ||
  lecon.heure_debut !== to.heure_debut ||
  lecon.type_piste !== to.type_piste;

/**
 * Refuses a rider's change of their own lesson; null if it may be stored (RIDE-13). A move is
 * checked like a booking, without the lesson itself, and is refused if others have a seat. A change
 * of names only requires enough places.
 */
export function refuseChangement(
  changement: Changement,
  account: string,
  context: BookingContext & { now: Date; current: StoredLecon & DemandeReservation },
): ChangeRefus | null {
  const { current, type, regles, bound, now } = context;
  const late = refuseLate(
    current,
    { now, heures: regles.changementHeures, bound },
    'changement_au_centre',
  );
  if (late) return { code: late, hold: null };
  const demande = { ...changement, type_lecon: current.type_lecon };
  const size = editedSize(demande, { current, type });
  const others = current.participants.length - (partOf(current, account)?.nombre_personnes ?? 0);
  if (!isMoved(current, changement)) {
    const room = size && { ...size, max_personnes: Math.max(1, size.max_personnes - others) };
    const code = firstMissing(demande) ?? refuseDetails(demande, room);
    return code && { code, hold: null };
  }
  if (others > 0) return { code: 'lecon_partagee', hold: null };
  return refuseReservation(demande, { ...context, type: size });
}

/**
 * The data that decides a join. `current`: the active lesson that begins there, null if there is
 * none; `type`: its type, as it is now.
 */
type JoinContext = Pick<
  BookingContext,
  'maintenant' | 'regles' | 'bound' | 'reservationsThatDay' | 'reservationsToCome'
> & {
  current: (StoredLecon & { type_lecon: string }) | null;
  type: (LeconSize & Pick<TypeLecon, 'ouverte' | 'actif'>) | null;
};

/**
 * Refuses a join of `account`, or of customers of the desk; null if it may be stored (RIDE-10). The
 * desk adds seats as by an edit: to any lesson that is not cancelled, also one that has begun
 * (DESK-76).
 */
export function refuseJoin(
  demande: DemandeReservation,
  account: string | null,
  context: JoinContext,
): CodeReservation | CodeParticipants | null {
  const { current, type, bound } = context;
  const missing = firstMissing(demande);
  if (missing) return missing;
  if (!current) return 'lecon_disparue';
  if (!type || (bound && !isOpen(current, type)) || current.type_lecon !== demande.type_lecon)
    return 'lecon_fermee';
  if (account !== null && accountsOf(current).includes(account)) return 'deja_participant';
  const jour = refuseJour(demande, { ...context, apresCoup: !bound });
  if (jour) return jour;
  if (bound && isPast(demande.date_reservation, demande.heure_debut, context.maintenant))
    return 'heure_passee';
  const places = placesLeft({ personnes: current.nombre_personnes, max: type.max_personnes });
  if (places <= 0) return 'lecon_complete';
  if (demande.nombre_personnes > places) return 'places_insuffisantes';
  return refuseDetails(demande, type) ?? refuseQuota(context);
}
