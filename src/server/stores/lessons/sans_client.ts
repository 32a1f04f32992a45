/** Seats that wait for a customer, of lessons that are not cancelled (CLI-09, CLI-12, REL-79). */
import { and, asc, desc, eq, gte, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { ClientTrouve } from '#domain/customers/clients.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { participants, reservations, weekNumber } from '#server/platform/schema/schema.ts';
import { nomDe } from '../people/noms.ts';
import { isAncien, keyOfName } from '../people/noms.ts';
import { isReglee } from './reglees.ts';
import { LECON_A_VENIR, type LeconAVenir, occupies } from './reservations.ts';

export type PlaceSansClient = Omit<LeconAVenir, 'nom_client'> & { place: string; nom: string };

/** The seats, for a join of `reservations` and `participants`. */
const sansClient: SQL | undefined = and(
  occupies,
  isNull(participants.user_id),
  not(isReglee(participants.id)),
);

/** The first seats from a day on, and how many there are (CLI-09). */
export async function listSansClient(
  reader: Reader,
  du: string,
  nombre: number,
): Promise<{ total: number; places: PlaceSansClient[] }> {
  const { nom_client: _, ...lecon } = LECON_A_VENIR;
  const rows = await reader
    .select({
      ...lecon,
      place: participants.id,
      nom: participants.nom,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(reservations)
    .innerJoin(participants, eq(participants.reservation_id, reservations.id))
    .where(
      and(
        gte(reservations.date_reservation, du),
        gte(weekNumber(reservations.date_reservation), weekNumber(sql`${du}::date`)),
        sansClient,
      ),
    )
    .orderBy(
      asc(reservations.date_reservation),
      asc(reservations.heure_debut),
      asc(reservations.type_piste),
      asc(participants.position),
    )
    .limit(nombre);
  return { total: rows[0]?.total ?? 0, places: rows.map(({ total: _total, ...place }) => place) };
}

/**
 * A name of such seats, with the days of the first and the last one, and the customers that have the
 * name, or keep a rider of it; two at most.
 */
export type NomSansClient = {
  nom: string;
  places: number;
  du: string;
  au: string;
  clients: ClientTrouve[];
};

/**
 * The names of all seats: first those with a seat from a day on, of these and of the others those with
 * the most seats first (CLI-12). Spellings that differ in case and accents are one name, compared once
 * for each spelling. Replacements of removed names are left out first: whether a seat is settled is
 * asked for each seat, and old lessons have most of them.
 */
export async function listNomsSansClient(
  reader: Reader,
  du: string,
  nombre: number,
): Promise<NomSansClient[]> {
  const { rows } = await reader.execute<NomSansClient>(sql`
    with places as (
      select ${participants.nom} as nom, count(*)::int as n, min(${reservations.date_reservation}) as du, max(${reservations.date_reservation}) as au
      from ${reservations} join ${participants} on ${participants.reservation_id} = ${reservations.id}
      where not ${isAncien(sql`lower(${participants.nom})`)} and ${sansClient} group by 1
    ),
    compared as materialized (select *, ${keyOfName(sql`nom`)} as cle from places),
    noms as (
      select cle, (array_agg(nom order by n desc, nom))[1] as nom, sum(n)::int as places, min(du) as du, max(au) as au
      from compared group by cle order by max(au) >= ${du} desc, sum(n) desc, cle limit ${nombre}
    ),
    known as materialized (
      select c.id, ${nomDe('u', 'c')} as nom, coalesce(u.email, c.email) as email, coalesce(u.telephone, c.telephone) as telephone, u.id is not null as compte
      from clients c left join users u on u.id = c.id where u.id is null or u.statut = 'actif'
    ),
    named as materialized (
      select id, ${keyOfName(sql`nom`)} as cle from known
      union select user_id, ${keyOfName(sql`nom`)} from cavaliers
    )
    select nom, places, du::text as du, au::text as au, (
      select coalesce(json_agg(k order by k.compte desc, k.nom, k.id), '[]') from (
        select known.* from known join named using (id) where named.cle = noms.cle order by known.compte desc, known.nom, known.id limit 2
      ) as k
    ) as clients
    from noms order by noms.au >= ${du} desc, places desc, nom`);
  return rows;
}

/** The latest lessons in which one name has such seats, by day, with arena and these seats. */
export async function readSansClient(
  reader: Reader,
  nom: string,
  nombre: number,
): Promise<{ id: string; type_piste: string; date_reservation: string; places: string[] }[]> {
  const { id, type_piste, date_reservation } = LECON_A_VENIR;
  const latest = await reader
    .select({
      id,
      type_piste,
      date_reservation,
      places: sql<string[]>`array_agg(${participants.id}::text order by ${participants.position})`,
    })
    .from(reservations)
    .innerJoin(participants, eq(participants.reservation_id, reservations.id))
    .where(and(sansClient, eq(keyOfName(sql`${participants.nom}`), keyOfName(sql`${nom}::text`))))
    .groupBy(id)
    .orderBy(desc(date_reservation), desc(id))
    .limit(nombre);
  return latest.toReversed();
}

/** Locks lessons, so that no seat of them changes until the transaction ends. */
export async function lockLecons(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(inArray(reservations.id, [...ids]))
    .orderBy(asc(reservations.id))
    .for('update');
}
