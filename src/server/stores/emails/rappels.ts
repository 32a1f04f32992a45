/**
 * Reminders. They are not stored before they are due: a lesson that moves leaves nothing behind
 * (MAIL-06, ADR-012).
 */
import {
  and,
  asc,
  count,
  eq,
  gt,
  gte,
  isNotNull,
  lte,
  max,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import { type NewCourriel, rappelAt, rappelsBetween } from '#domain/emails/courriels.ts';
import { envoiRappel, leconDeCourriel } from '#domain/emails/envois.ts';
import { type Participant, partOf } from '#domain/lessons/participants.ts';
import type { Personne } from '#domain/people/users.ts';
import { prepareOnce, type Reader } from '#server/platform/db.ts';
import {
  courriels,
  participants,
  reservations,
  typesLecons,
  users,
} from '#server/platform/schema/schema.ts';
import { PERSONNE } from '../people/users.ts';
import { RESERVATION, type Reservation } from '../lessons/columns.ts';
import { seatsOf } from '../lessons/participants.ts';
import { occupies } from '../lessons/reservations.ts';
import { listPistes } from '../slots.ts';

const p = sql.placeholder;

/** A lesson, and an account that has a seat in it. */
const SEATED = {
  lecon: { ...RESERVATION, participants: seatsOf() },
  type: sql<string>`coalesce(${typesLecons.label}, ${reservations.type_lecon})`,
  user: PERSONNE,
};
type Seated = {
  lecon: Reservation & { participants: Participant[] };
  type: string;
  user: Personne;
};

/** Lessons that begin after a time. The day is repeated for the index `reservations_jour_piste`. */
const startsAfter = (jour: string | SQLWrapper, heure: string | SQLWrapper): SQL | undefined =>
  and(
    gte(reservations.date_reservation, jour),
    sql`(${reservations.date_reservation}, ${reservations.heure_debut}) > (${jour}::date, ${heure}::time)`,
    occupies,
  );
const coming = startsAfter(p('jour'), p('heure'));

/** The accounts with a seat in the lesson, and when they joined it. */
const comptes = (reader: Reader) =>
  reader
    .select({
      user_id: participants.user_id,
      pris_at: max(participants.pris_at).as('rejointe_at'),
    })
    .from(participants)
    .where(eq(participants.reservation_id, reservations.id))
    .groupBy(participants.user_id)
    .as('comptes');

/**
 * When the account last got an email about the lesson; if none is stored, because that kind is
 * switched off, when it joined or when the lesson was booked.
 */
const knownSince = (joined: SQL): SQL<Date> =>
  sql`coalesce((
    select max(coalesce(c.du_depuis, c.envoyer_apres)) from ${courriels} c
    where c.reservation_id = ${reservations.id} and c.user_id = ${users.id} and c.sorte <> 'rappel'
  ), ${joined}, ${reservations.created_at})`.mapWith(courriels.envoyer_apres);

/** A reminder of this beginning of the lesson is stored, whichever version wrote it. */
const isStored = sql`exists (
  select from ${courriels} c
  where c.reservation_id = ${reservations.id} and c.user_id = ${users.id} and c.sorte = 'rappel'
    and c.contenu -> 'lecon' ->> 'date_reservation' = ${reservations.date_reservation}::text
    and c.contenu -> 'lecon' ->> 'heure_debut' = to_char(${reservations.heure_debut}, 'HH24:MI'))`;

/**
 * Also deletes reminders that are not due yet. Only instances of the version before this one write
 * them; they would be sent even if this version has moved their lesson meanwhile, and those that
 * still apply are found here when they are due.
 */
const due = prepareOnce((reader: Reader) => {
  const seats = comptes(reader);
  const ahead = reader.$with('ahead').as(
    reader
      .delete(courriels)
      .where(
        // Literals, so that every plan can use the partial index `courriels_a_envoyer`.
        sql`${courriels.statut} = 'en_attente' and ${courriels.sorte} = 'rappel' and ${courriels.essais} = 0 and ${gt(courriels.envoyer_apres, p('now'))}`,
      )
      .returning({ id: courriels.id }),
  );
  return reader
    .with(ahead)
    .select({ ...SEATED, depuis: knownSince(sql`${seats.pris_at}`) })
    .from(reservations)
    .innerJoinLateral(seats, sql`true`)
    .innerJoin(users, eq(users.id, seats.user_id))
    .leftJoin(typesLecons, eq(typesLecons.value, reservations.type_lecon))
    .where(
      and(
        coming,
        lte(reservations.date_reservation, p('dernier_jour')),
        sql`(${reservations.date_reservation}, ${reservations.heure_debut}) <= (${p('dernier_jour')}::date, ${p('derniere_heure')}::time)`,
        sql`not ${isStored}`,
      ),
    )
    .prepare('rappels_dus');
});

/** The reminders, as each account knows its lesson. */
async function rappelsOf(reader: Reader, rows: readonly Seated[]): Promise<NewCourriel[]> {
  if (rows.length === 0) return [];
  const pistes = await listPistes(reader);
  return rows.flatMap(({ lecon, type, user }) => {
    const part = partOf(lecon, user.id);
    return part ? envoiRappel(user, leconDeCourriel({ ...lecon, ...part }, type, pistes)) : [];
  });
}

/**
 * The reminders to write now: due, of a lesson that is not cancelled and has not begun. None for an
 * account that learnt of the lesson, or of its last change, when its reminder was already due
 * (MAIL-06).
 */
export async function listRappelsDus(reader: Reader, now: Date): Promise<NewCourriel[]> {
  const { apres, jusque } = rappelsBetween(now);
  const rows = await due(reader).execute({
    ...apres,
    dernier_jour: jusque.jour,
    derniere_heure: jusque.heure,
    now: now.toISOString(),
  });
  return rappelsOf(
    reader,
    rows.filter(({ lecon, depuis }) => depuis < rappelAt(lecon)),
  );
}

const plannedCount = prepareOnce((reader: Reader) => {
  const seats = reader
    .selectDistinct({ lecon: reservations.id, compte: participants.user_id })
    .from(reservations)
    .innerJoin(participants, eq(participants.reservation_id, reservations.id))
    .where(and(coming, isNotNull(participants.user_id)))
    .as('places');
  return reader.select({ nombre: count() }).from(seats).prepare('rappels_prevus_nombre');
});

/** How many reminders are planned: of lessons that begin in more than 24 hours (MAIL-10). */
export async function countRappelsPrevus(reader: Reader, now: Date): Promise<number> {
  const [row] = await plannedCount(reader).execute(rappelsBetween(now).jusque);
  return row?.nombre ?? 0;
}

/**
 * Planned reminders, as they would be written now, the earliest first; at most `nombre`, after
 * `offset`. `one`: only the one of this lesson and account.
 */
export async function listRappelsPrevus(
  reader: Reader,
  now: Date,
  { nombre, offset }: { nombre: number; offset: number },
  one?: { lecon: string; compte: string },
): Promise<NewCourriel[]> {
  const { jour, heure } = rappelsBetween(now).jusque;
  const seats = comptes(reader);
  const rows = await reader
    .select(SEATED)
    .from(reservations)
    .innerJoinLateral(seats, sql`true`)
    .innerJoin(users, eq(users.id, seats.user_id))
    .leftJoin(typesLecons, eq(typesLecons.value, reservations.type_lecon))
    .where(
      and(
        startsAfter(jour, heure),
        one && and(eq(reservations.id, one.lecon), eq(users.id, one.compte)),
      ),
    )
    .orderBy(
      asc(reservations.date_reservation),
      asc(reservations.heure_debut),
      asc(reservations.id),
      asc(users.id),
    )
    .limit(nombre)
    .offset(offset);
  return rappelsOf(reader, rows);
}
