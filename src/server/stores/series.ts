/**
 * Lessons of a series, the dates to which a lesson could be repeated, and the storing of several
 * lessons (ADR-039).
 */
import { and, asc, eq, gt, not, or, sql } from 'drizzle-orm';
import type { Moment } from '#domain/core/calendrier.ts';
import type { Siege } from '#domain/lessons/changement.ts';
import type { SeatedLecon } from '#domain/lessons/participants.ts';
import { isOverlap, type Reader, type Tx } from '#server/platform/db.ts';
import { reservations } from '#server/platform/schema/schema.ts';
import {
  LECON,
  RESERVATION,
  type Reservation,
  type Row,
  SEAT,
  SEAT_PRICED,
} from './lessons/columns.ts';
import type { SeatedReservation } from './lessons/facts.ts';
import { occupies } from './lessons/reservations.ts';
import { storeTold, type Told } from './lessons/afterwards.ts';
import { HOLD } from './lessons/writes.ts';

/** The lessons of a series that have not begun. */
const isComing = (serie_id: string, { jour, heure }: Moment) =>
  and(
    eq(reservations.serie_id, serie_id),
    or(
      gt(reservations.date_reservation, jour),
      and(eq(reservations.date_reservation, jour), gt(reservations.heure_debut, heure)),
    ),
  );

/** Whose the seats of a lesson are, in their order. */
const sieges = sql<Siege[]>`(
  select coalesce(json_agg(json_build_object('id', s.id, 'nom', s.nom, 'user_id', s.user_id) order by s.position), '[]')
  from participants s where s.reservation_id = reservations.id)`;

/** The lessons of a series that are not cancelled and have not begun, in their order. */
export const listSerie = (
  reader: Reader,
  serie_id: string,
  maintenant: Moment,
): Promise<(Reservation & { participants: Siege[] })[]> =>
  reader
    .select({ ...RESERVATION, participants: sieges })
    .from(reservations)
    .where(and(isComing(serie_id, maintenant), occupies))
    .orderBy(
      asc(reservations.date_reservation),
      asc(reservations.heure_debut),
      asc(reservations.id),
    );

/** The lessons of a series that are cancelled and have not begun, in their order. */
export const listAnnulees = (
  reader: Reader,
  serie_id: string,
  maintenant: Moment,
): Promise<Pick<Reservation, 'id' | 'date_reservation'>[]> =>
  reader
    .select({ id: reservations.id, date_reservation: reservations.date_reservation })
    .from(reservations)
    .where(and(isComing(serie_id, maintenant), not(occupies)))
    .orderBy(asc(reservations.date_reservation), asc(reservations.id));

/** The last day of a series, including deleted lessons: their dates are not repeated (SERIE-03). */
export async function lastDayOf(reader: Reader, serie_id: string): Promise<string | null> {
  const { rows } = await reader.execute<{ jour: string | null }>(sql`
    select to_char(max(jour), 'YYYY-MM-DD') as jour from (
      select date_reservation as jour from reservations where serie_id = ${serie_id}
      union all select date_reservation from reservations_supprimees where serie_id = ${serie_id}
    ) as jours`);
  return rows[0]?.jour ?? null;
}

/**
 * The customers that have a seat in a lesson, and their accounts, stay as they are until the
 * transaction ends (BOOK-31, CLI-06). The lesson is locked first, as by an erasure, so that the two
 * do not deadlock.
 */
export async function lockSeated(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`select from reservations where id = ${id} for update`);
  for (const table of ['users', 'clients'])
    await tx.execute(sql`
      select from ${sql.raw(table)} where id in (select user_id from participants where reservation_id = ${id}) order by id for share`);
}

/**
 * A date to which a lesson could be repeated. `par`: the lesson or closure that holds its arena,
 * null if there is none; `libres`: the other arenas that are free then.
 */
export type DateDeSerie = {
  date: string;
  par: { nom_client: string; heure_debut: string; heure_fin: string } | { motif: string } | null;
  libres: string[];
};

/** The occupations of the arenas at the hours of a lesson on some dates. */
export async function listDates(
  reader: Reader,
  {
    type_piste,
    heure_debut,
    heure_fin,
  }: Pick<Reservation, 'type_piste' | 'heure_debut' | 'heure_fin'>,
  dates: readonly string[],
): Promise<DateDeSerie[]> {
  const { rows } = await reader.execute<DateDeSerie>(sql`
    select to_char(d.jour, 'YYYY-MM-DD') as date,
      (select case when o.fermeture_id is null
          then json_build_object('nom_client', r.nom_client, 'heure_debut', to_char(r.heure_debut, 'HH24:MI'), 'heure_fin', to_char(r.heure_fin, 'HH24:MI'))
          else json_build_object('motif', f.motif) end
        from occupations o left join reservations r on r.id = o.reservation_id left join fermetures f on f.id = o.fermeture_id
        where o.ressource_id = ${type_piste} and tsrange(o.jour + o.heure_debut, o.jour + o.heure_fin) && d.heures
        order by o.heure_debut limit 1) as par,
      array(select a.id from ressources a where a.genre = 'piste' and a.actif and a.id <> ${type_piste} and not exists (
        select from occupations o where o.ressource_id = a.id and tsrange(o.jour + o.heure_debut, o.jour + o.heure_fin) && d.heures)
        order by a.ordre, a.id) as libres
    from (select jour, tsrange(jour + ${heure_debut}::time, jour + ${heure_fin}::time) as heures
      from unnest(${sql.param([...dates])}::date[]) as jour) as d
    order by d.jour`);
  return rows;
}

const REPEAT = `with
  wanted as (select * from jsonb_populate_recordset(null::reservations, $3)),
  held as (${HOLD} from wanted order by type_piste, date_reservation, heure_debut),
  stored as (
    insert into reservations (id, user_id, nom_client, serie_id, serie_jours, ${LECON})
    select id, user_id, nom_client, serie_id, serie_jours, ${LECON} from wanted
    returning *
  ),
  seated as (
    insert into participants (reservation_id, ${SEAT})
    select s.reservation_id, ${SEAT_PRICED}
    from jsonb_array_elements($4) as j cross join lateral jsonb_populate_record(null::participants, j) as s join stored on stored.id = s.reservation_id left join participants p on p.id = s.id
  ),
  first as (update reservations set serie_id = $5, serie_jours = $6 where id = $7),`;

/**
 * Stores lessons with their seats in one statement, and puts them into a series with the repeated
 * lesson. False if one of their arenas is taken; none is then stored.
 */
export async function storeSerie(
  reader: Reader,
  lecons: readonly SeatedReservation[],
  { premiere, ...rest }: Told & { premiere: { id: string; serie_id: string; serie_jours: number } },
): Promise<boolean> {
  const seats = lecons.flatMap(({ id, participants }: { id: string } & SeatedLecon) =>
    participants.map((seat, n) => ({ ...seat, reservation_id: id, position: n + 1 })),
  );
  try {
    const rows = await storeTold<Row>(reader, rest, {
      name: 'repeat',
      text: REPEAT,
      values: [
        JSON.stringify(lecons),
        JSON.stringify(seats),
        premiere.serie_id,
        premiere.serie_jours,
        premiere.id,
      ],
    });
    return rows.length === lecons.length;
  } catch (error) {
    if (isOverlap(error)) return false;
    throw error;
  }
}
