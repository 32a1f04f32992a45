/**
 * A booking, an edit and a removal take two statements each: one reads all data for the decision
 * (`facts.ts`), the other stores everything or nothing (ADR-003). The second one stores its emails
 * and is announced only if it stored the reservation (`told.ts`).
 */
import { leavesAt } from '#domain/emails/attente.ts';
import { Refus } from '#domain/errors/errors.ts';
import type { Participant, Retire } from '#domain/lessons/participants.ts';
import { isOverlap, type Reader } from '#server/platform/db.ts';
import type { lignes } from '#server/platform/schema/schema.ts';
import { type DayLock, dayNames, lockedDays } from '#server/platform/locks.ts';
import { keyOfText } from '../people/noms.ts';
import { underRules } from '../prices/regles.ts';
import {
  KEPT,
  LECON,
  PRICE,
  type Reservation,
  reservationOf,
  riderOf,
  type Row,
  SEAT,
  SEAT_OF_S,
} from './columns.ts';
import type { SeatedReservation } from './facts.ts';
import { seat, seatsValue } from './participants.ts';
import type { NewReservation } from './reservations.ts';
import { putOff, storeTold, type Told } from './afterwards.ts';

/** The arenas and days that a change leaves and enters. */
export const daysOf = (
  ...lecons: Pick<Reservation, 'type_piste' | 'date_reservation'>[]
): DayLock[] =>
  lecons.map(({ type_piste, date_reservation: jour }) => ({
    of: `piste ${type_piste}` as const,
    jour,
  }));

/**
 * Stores the occupations of lessons with the columns of `reservations`; the appended text selects
 * the lessons.
 */
export const HOLD = `insert into occupations (ressource_id, jour, heure_debut, heure_fin, reservation_id)
    select type_piste, date_reservation, heure_debut, heure_fin, id`;

/**
 * Selects the customers among `ids` that may get a seat, and locks them: active accounts, and
 * customers without an account. The customer before the account, as the foreign keys of a rider's
 * own booking and an erasure lock them: otherwise they deadlock.
 */
const seatable = (ids: string): string => `
  known as (select id from clients where id ${ids} for key share),
  comptes as (select from users where id in (select id from known) and statut = 'actif' for share),
  nommes as (select from clients where id ${ids} and nom is not null for share)`;

const CHIFFRES = "coalesce(regexp_replace(telephone, '\\D', '', 'g'), '')";

/**
 * Finds or stores the customers without an account that seats name (CLI-02), if the CTE `from` has a
 * row; `given` has the seats with their customers. They are stored in the order of their keys: two
 * statements with the same names do not deadlock. `seats`: a parameter, an array of `NewSeat`.
 */
const given = (seats: string, from: string): string => `
  asked as (
    select position, j, ${keyOfText("(j->'nomme'->>'nom')")} as cle, telephone, ${CHIFFRES} as chiffres
    from ${from}, jsonb_array_elements(${seats}::jsonb) with ordinality as s(j, position), lateral (select j->'nomme'->>'telephone' as telephone) as nomme
  ),
  named as (
    insert into clients (nom, cle, telephone)
    select distinct on (cle, chiffres) j->'nomme'->>'nom', cle, telephone from asked where cle is not null order by cle, chiffres, position
    on conflict (cle, ${CHIFFRES}) do update set cle = excluded.cle
    returning id, cle, ${CHIFFRES} as chiffres
  ),
  given as (
    select position, j->>'nom' as nom, user_id, j || jsonb_build_object('user_id', user_id) as j
    from (select position, j, coalesce(named.id, (j->>'user_id')::uuid) as user_id from asked left join named using (cle, chiffres)) as s
  ),`;

/** $3: `clients`; $4: the lesson; $5: `rules`; $6: the seats; $7: the position of the seat of its customer. */
const book = (several: boolean): string => `with${seatable('= any($3::uuid[])')},
  wanted as (
    select * from jsonb_populate_record(null::reservations, $4)
    where (cardinality($3) = 0 or (select count(*) from comptes) + (select count(*) from nommes) = cardinality($3)) and ${underRules('$5')}
  ),
  held as (
    ${HOLD} from wanted
    on conflict do nothing
    returning reservation_id
  ),${several ? given('$6', 'held') : ''}
  stored as (
    insert into reservations (id, user_id, nom_client, ${LECON})
    select id, ${several ? '(select user_id from given where position = $7)' : 'user_id'}, nom_client, ${LECON} from wanted where id in (select reservation_id from held)
    returning *
  ),
  seated as (
    insert into participants (reservation_id, position, user_id, nom, cavalier_id, centimes)
    select id, s.position, ${several ? 's' : 'stored'}.user_id, s.nom, ${riderOf(several ? 's.user_id' : 'stored.user_id')}, ${PRICE}
    from stored, ${several ? 'given as s' : 'unnest(noms_participants) with ordinality as s(nom, position)'}
  ),`;

const BOOK = book(false);
const BOOK_SEATS = book(true);

/** A seat of a booking: of the customer `user_id`, or of one that is found or made by its name. */
export type NewSeat = {
  nom: string;
  user_id: string | null;
  nomme: { nom: string; telephone: string | null } | null;
};

/**
 * Stores a reservation with its seats, all of the customer that books, or `seats`, in the order of
 * the names. The lesson is that of the customer of the seat `holder`. Returns null if its arena is taken,
 * if one of the customers `clients` may get no seat any more, or if the rules have changed since the
 * version `rules`. The occupation is stored first: the exclusion constraint decides, without raising
 * an error (BOOK-06, BOOK-20). Accounts are locked, so that they are still `actif` when the
 * reservation is stored (BOOK-31).
 */
export async function storeBooking(
  reader: Reader,
  booking: NewReservation & { id: string },
  {
    clients,
    seats,
    holder,
    rules,
    ...rest
  }: Told & {
    clients: readonly string[];
    seats: readonly NewSeat[] | null;
    holder: number;
    rules: string;
  },
): Promise<Reservation | null> {
  const values = [clients, JSON.stringify(booking), rules];
  const [row] = await storeTold<Row>(
    reader,
    rest,
    seats === null
      ? { name: 'book', text: BOOK, values }
      : {
          name: 'book_seats',
          text: BOOK_SEATS,
          values: [...values, JSON.stringify(seats), holder + 1],
        },
  );
  return row ? reservationOf(row) : null;
}

/** A line for a seat that leaves; the storing statement finds the rider (LIG-03). */
export type NewLigne = Omit<typeof lignes.$inferInsert, 'id' | 'cavalier_id'>;

/**
 * Stores lines with the lesson in the CTE `stored`, from the parameter `lines`. A rider who is being
 * removed at this moment is waited for.
 */
const charge = (lines: string): string => `
  charged as (
    insert into lignes (user_id, cavalier_id, nom, jour, libelle, centimes, motif, reservation_id, place, created_at, cree_par)
    select l.user_id, (select k.id from cavaliers k join participants p on p.cavalier_id = k.id where p.id = l.place for key share of k),
      l.nom, l.jour, l.libelle, l.centimes, l.motif, l.reservation_id, l.place, l.created_at, l.cree_par
    from stored, jsonb_populate_recordset(null::lignes, ${lines}) as l
    on conflict (place) do nothing
  ),`;

/** The parameter of `charge`. */
const lignesValue = (lines: readonly NewLigne[]): string | null =>
  lines.length === 0 ? null : JSON.stringify(lines);

/**
 * Selects the reservation only in the state of the decision. Erasing an account changes `user_id`
 * and not always the version.
 */
export const AS_READ = 'id = $3 and version = $4 and user_id is not distinct from $5';

/**
 * The lesson is locked before its occupation moves, and both are compared under that lock: of two
 * simultaneous edits, the second one moves nothing.
 *
 * $3 to $5: `AS_READ`; $6: the names of the days; $7: the lesson; $8: its seats; $9: `retires`;
 * $10: `remis`; $11: `rules`; $12: `choisis`; $13: `lignes`; $14: the seats whose lines end;
 * $15: when waiting emails leave.
 */
const edit = (named: boolean): string => `with
  days as (${lockedDays('$6')}),
${seatable('= any($12::uuid[])')},
  current as (
    select reservations.* from reservations, days where ${AS_READ} and ${underRules('$11')} and (select count(*) from comptes) + (select count(*) from nommes) = cardinality($12)
    for update of reservations
  ),
  wanted as (select w.* from current, jsonb_populate_record(null::reservations, $7) as w),
  moved as (
    select wanted.* from wanted, current
    where (wanted.type_piste, wanted.date_reservation, wanted.heure_debut, wanted.heure_fin, wanted.statut = 'annulee')
      <> (current.type_piste, current.date_reservation, current.heure_debut, current.heure_fin, current.statut = 'annulee')
  ),
  freed as (delete from occupations where reservation_id in (select id from moved) returning reservation_id),
  held as (${HOLD} from moved where statut <> 'annulee' and (select count(*) from freed) >= 0), -- the old one leaves first
  stored as (
    update reservations set (${LECON}, user_id, nom_client, annulee_at, annulee_par, raison, version) = (
      select ${LECON}, user_id, nom_client,
        case when statut <> 'annulee' then null when reservations.statut = 'annulee' then reservations.annulee_at else annulee_at end,
        case when statut <> 'annulee' then null when reservations.statut = 'annulee' then reservations.annulee_par else annulee_par end,
        case when statut <> 'annulee' then null when reservations.statut = 'annulee' then coalesce(raison, reservations.raison) else raison end,
        reservations.version + 1 from wanted
    )
    from current where reservations.id = current.id
    returning reservations.*
  ),
  retired as (
    insert into participants_retires (reservation_id, ${SEAT}, retire_at, retire_par)
    select stored.id, ${SEAT_OF_S}, s.retire_at, s.retire_par from stored, jsonb_populate_recordset(null::participants_retires, $9) as s
  ),
  put_back as (delete from participants_retires where id = any($10::uuid[]) and exists (select from stored)),${charge('$13')}
  uncharged as (delete from lignes where place = any($14::uuid[]) and exists (select from stored)),${
    named
      ? `${given('$8', 'current')}${seat('(select jsonb_agg(j order by position) from given)')}`
      : seat('$8')
  }${putOff('$15')}`;

const EDIT = edit(false);
const EDIT_NAMED = edit(true);

/**
 * A change: the new state of the lesson, when, by whom and, if it is cancelled, why. `retires`: the
 * seats that the centre takes out and that are kept; `remis`: those that it puts back (DESK-33).
 */
export type Edit = Told & {
  /** Some of its seats may name their customer, as in a booking. */
  apres: Omit<SeatedReservation, 'participants'> & {
    participants: (Participant & Partial<NewSeat>)[];
  };
  at: Date;
  par: string;
  raison: string | null;
  retires?: readonly Retire[];
  remis?: readonly string[];
  /**
   * The version of the rules with which a rider's new hours were decided; without it the rules are
   * not checked.
   */
  rules?: string | null;
  /** What is billed of the seats that leave (LIG-03). */
  lignes?: readonly NewLigne[];
  /** Customers that get their first seat in the lesson: an account must be `actif` (BOOK-31). */
  choisis?: readonly string[];
};

/**
 * Stores a change of a lesson and its seats, and increments the version; null if the lesson has
 * changed since it was read, or if its new arena has been taken. The locks make changes towards one
 * arena and day wait before they write; otherwise these would end in a deadlock.
 */
export async function storeEdit(
  reader: Reader,
  { id, version, user_id, statut, participants }: SeatedReservation,
  days: readonly DayLock[],
  {
    apres: { participants: seats, ...lecon },
    at,
    par,
    raison,
    retires = [],
    remis = [],
    rules = null,
    lignes: lines = [],
    choisis = [],
    ...rest
  }: Edit,
): Promise<Reservation | null> {
  const record = JSON.stringify({
    ...lecon,
    annulee_at: at.toISOString(),
    annulee_par: par,
    raison,
  });
  // A seat that is billed again has no line any more (LIG-04). One of a cancelled lesson is not.
  const again =
    lecon.statut === 'annulee' ? [] : statut === 'annulee' ? seats.map((one) => one.id) : remis;
  try {
    const named = seats.some(({ nomme }) => nomme);
    const [row] = await storeTold<Row>(reader, rest, {
      name: named ? 'edit_named' : 'edit',
      text: named ? EDIT_NAMED : EDIT,
      values: [
        id,
        version,
        user_id,
        dayNames(days),
        record,
        seatsValue(participants, seats),
        retires.length === 0
          ? null
          : JSON.stringify(
              retires.map((one) => ({ ...one, retire_at: at.toISOString(), retire_par: par })),
            ),
        remis,
        rules,
        choisis,
        lignesValue(lines),
        again,
        leavesAt(at).toISOString(),
      ],
    });
    return row ? reservationOf(row) : null;
  } catch (error) {
    if (isOverlap(error)) return null;
    throw error;
  }
}

/**
 * $3 to $5: `AS_READ`; $6: when; $7: by whom; $8: why; $9: `rules`; $10: `lignes`; $11: when
 * waiting emails leave.
 */
const REMOVE = `with
  stored as (delete from reservations where ${AS_READ} and ${underRules('$9')} returning *),
  kept as (
    insert into reservations_supprimees (${KEPT}, raison, version, supprimee_at, supprimee_par)
    select ${KEPT}, coalesce($8, raison), version + 1, $6::timestamptz, $7::uuid from stored
  ),
  kept_seats as (
    insert into participants_supprimes (reservation_id, ${SEAT})
    select reservation_id, ${SEAT} from participants where reservation_id in (select id from stored)
  ),${charge('$10')}${putOff('$11')}`;

/**
 * Moves a reservation to the deleted ones (DESK-30), with an increased version; false if it has
 * changed since it was read, or the rules with which its lines were decided.
 */
export async function storeRemoval(
  reader: Reader,
  { id, version, user_id }: SeatedReservation,
  {
    supprimee_at,
    supprimee_par,
    raison,
    rules = null,
    lignes: lines = [],
    ...rest
  }: Told &
    Pick<Edit, 'rules' | 'lignes'> & {
      supprimee_at: Date;
      supprimee_par: string;
      raison: string | null;
    },
): Promise<boolean> {
  const rows = await storeTold(reader, rest, {
    name: 'remove',
    text: REMOVE,
    values: [
      id,
      version,
      user_id,
      supprimee_at.toISOString(),
      supprimee_par,
      raison,
      rules,
      lignesValue(lines),
      leavesAt(supprimee_at).toISOString(),
    ],
  });
  return rows.length > 0;
}

/**
 * How often a change is decided again because others changed the same lesson or arena first. Each
 * time one of the others has succeeded.
 */
const MAX_DECISIONS = 50;

/**
 * Decides and stores, until the decision is still valid when it is stored: `attempt` answers null
 * if it is not.
 */
export async function untilStored<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let n = 0; n < MAX_DECISIONS; n += 1) {
    const stored = await attempt();
    if (stored !== null) return stored;
  }
  throw new Refus('service_occupe');
}
