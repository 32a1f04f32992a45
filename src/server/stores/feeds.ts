/** Addresses of calendar feeds, and the lessons of a feed (RIDE-40 to RIDE-45). */
import { and, asc, eq, gte, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { SorteDeFlux } from '#domain/feeds.ts';
import type { StatutReservation } from '#domain/lessons/reservations.ts';
import { prepareOnce, type Reader, type Tx } from '../platform/db.ts';
import {
  fluxCalendrier,
  parametres,
  reservations,
  ressources,
  typesLecons,
  users,
} from '../platform/schema/schema.ts';
import { hasSeat } from './lessons/participants.ts';
import { occupies } from './lessons/reservations.ts';

const SHOWN = {
  id: fluxCalendrier.id,
  type_piste: fluxCalendrier.type_piste,
  created_at: fluxCalendrier.created_at,
  lu_at: fluxCalendrier.lu_at,
};

/** A feed as its account sees it, without the fingerprint. */
export type Flux = { id: string; type_piste: SorteDeFlux; created_at: Date; lu_at: Date | null };

export async function listFlux(reader: Reader, user_id: string): Promise<Flux[]> {
  return reader
    .select(SHOWN)
    .from(fluxCalendrier)
    .where(eq(fluxCalendrier.user_id, user_id))
    .orderBy(sql`${fluxCalendrier.type_piste} nulls first`);
}

/** Stores the fingerprint of a new address; the previous address stops working. */
export async function replaceFlux(
  tx: Tx,
  flux: { user_id: string; type_piste: SorteDeFlux; empreinte: string; created_at: Date },
): Promise<Flux> {
  const { empreinte, created_at } = flux;
  const [stored] = await tx
    .insert(fluxCalendrier)
    .values(flux)
    .onConflictDoUpdate({
      target: [fluxCalendrier.user_id, fluxCalendrier.type_piste],
      set: { empreinte, created_at, lu_at: null },
    })
    .returning(SHOWN);
  if (!stored) throw new Error('the feed was not stored');
  return stored;
}

/** Removes one feed of an account; null if the account has no such feed. */
export async function deleteFlux(
  tx: Tx,
  user_id: string,
  id: string,
): Promise<{ type_piste: SorteDeFlux } | null> {
  const [row] = await tx
    .delete(fluxCalendrier)
    .where(and(eq(fluxCalendrier.id, id), eq(fluxCalendrier.user_id, user_id)))
    .returning({ type_piste: fluxCalendrier.type_piste });
  return row ?? null;
}

/** Removes all feeds of an account, or only those of arenas. */
export async function deleteFluxOf(
  tx: Tx,
  user_id: string,
  { arenas }: { arenas: boolean },
): Promise<void> {
  await tx
    .delete(fluxCalendrier)
    .where(
      and(
        eq(fluxCalendrier.user_id, user_id),
        arenas ? isNotNull(fluxCalendrier.type_piste) : undefined,
      ),
    );
}

const byEmpreinte = prepareOnce((reader: Reader) =>
  reader
    .select({
      id: fluxCalendrier.id,
      user_id: fluxCalendrier.user_id,
      type_piste: fluxCalendrier.type_piste,
      piste: ressources.nom,
      lu_at: fluxCalendrier.lu_at,
      role: users.role,
      statut: users.statut,
      calendarFeeds: parametres.calendarFeeds,
    })
    .from(fluxCalendrier)
    .innerJoin(users, eq(users.id, fluxCalendrier.user_id))
    .innerJoin(parametres, sql`true`)
    .leftJoin(ressources, eq(ressources.id, fluxCalendrier.type_piste))
    .where(eq(fluxCalendrier.empreinte, sql.placeholder('empreinte')))
    .prepare('flux_by_empreinte'),
);

/**
 * The feed of a token, with the name of its arena and the data that decide whether it is still
 * valid.
 */
export async function getFlux(reader: Reader, empreinte: string) {
  const [row] = await byEmpreinte(reader).execute({ empreinte });
  return row ?? null;
}

/** Records a reading, unless one was recorded after `since`. */
export async function noteReading(tx: Tx, id: string, now: Date, since: Date): Promise<void> {
  await tx
    .update(fluxCalendrier)
    .set({ lu_at: now })
    .where(
      and(
        eq(fluxCalendrier.id, id),
        or(isNull(fluxCalendrier.lu_at), lt(fluxCalendrier.lu_at, since)),
      ),
    );
}

/**
 * `piste`: the name of its arena. `type`: its label, or the stored value if the type no longer
 * exists.
 */
export type LeconDeFlux = {
  id: string;
  version: number;
  statut: StatutReservation;
  created_at: string;
  date_reservation: string;
  heure_debut: string;
  heure_fin: string;
  piste: string;
  type: string;
  noms: string[];
  remarques: string[];
};

const remarksOfAll = sql<string[]>`array_remove(array_prepend(${reservations.remarques},
  array(select s.remarques from participants s where s.reservation_id = ${reservations.id} order by s.position)), null)`;

/** The lessons that match, the earliest first. */
const selectLecons = (
  reader: Reader,
  matches: SQL | undefined,
  {
    noms,
    remarques,
  }: { noms: SQL<string[]> | typeof reservations.noms_participants; remarques: SQL<string[]> },
) => {
  const { id, version, statut, created_at, date_reservation, heure_debut, heure_fin } =
    reservations;
  return reader
    .select({
      id,
      version,
      statut,
      created_at,
      date_reservation,
      heure_debut,
      heure_fin,
      piste: sql<string>`coalesce(${ressources.nom}, ${reservations.type_piste})`,
      type: sql<string>`coalesce(${typesLecons.label}, ${reservations.type_lecon})`,
      noms,
      remarques,
    })
    .from(reservations)
    .leftJoin(typesLecons, eq(typesLecons.value, reservations.type_lecon))
    .leftJoin(ressources, eq(ressources.id, reservations.type_piste))
    .where(matches)
    .orderBy(asc(date_reservation), asc(heure_debut), asc(id));
};

/** What an account reads of its lessons: the names of its own seats (RIDE-02), and no remarks. */
const ofAccount = (user_id: string) => ({
  noms: sql<
    string[]
  >`array(select s.nom from participants s where s.reservation_id = ${reservations.id} and s.user_id = ${user_id} order by s.position)`,
  remarques: sql<string[]>`array[]::text[]`,
});

/**
 * The lessons from `du` to `au` that are not cancelled: those of an account with the names of its
 * own seats only (RIDE-02), or all lessons of an arena with all their data.
 */
export function listLeconsOfFlux(
  reader: Reader,
  {
    user_id,
    type_piste,
    du,
    au,
    most,
  }: { user_id: string; type_piste: SorteDeFlux; du: string; au: string; most: number },
): Promise<LeconDeFlux[]> {
  return selectLecons(
    reader,
    and(
      gte(reservations.date_reservation, du),
      lte(reservations.date_reservation, au),
      occupies,
      type_piste === null ? hasSeat(sql`${user_id}`) : eq(reservations.type_piste, type_piste),
    ),
    type_piste === null
      ? ofAccount(user_id)
      : { noms: reservations.noms_participants, remarques: remarksOfAll },
  ).limit(most);
}

/** One lesson in which an account has a seat, cancelled or not; null if there is none. */
export async function getLeconOf(
  reader: Reader,
  user_id: string,
  id: string,
): Promise<LeconDeFlux | null> {
  const [row] = await selectLecons(
    reader,
    and(eq(reservations.id, id), hasSeat(sql`${user_id}`)),
    ofAccount(user_id),
  );
  return row ?? null;
}
