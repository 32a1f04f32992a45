/** Requests for alerts about free slots (RIDE-30 to RIDE-34). */
import { and, asc, eq, getTableColumns, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { DemandeAlerte, HeldLecon } from '#domain/alerts.ts';
import type { Moment } from '#domain/core/calendrier.ts';
import type { NewCourriel } from '#domain/emails/courriels.ts';
import type { Piste, TypePiste } from '#domain/slots/pistes.ts';
import type { StoredParametres } from '#domain/settings/parametres.ts';
import { MAX_PERSONNES_INCONNU, type TypeLecon } from '#domain/types/types_lecons.ts';
import type { Personne } from '#domain/people/users.ts';
import { type Db, newsOf, type Reader, runAnnounced, type Tx } from '#server/platform/db.ts';
import {
  alertes,
  parametres,
  participants,
  reservations,
  typesLecons,
  users,
} from '#server/platform/schema/schema.ts';
import { bookedJustNow, occupies } from './lessons/reservations.ts';
import { COURRIEL } from './lessons/afterwards.ts';
import { PERSONNE } from './people/users.ts';
import { pistesColumn } from './slots.ts';

const {
  user_id: _account,
  created_at: _at,
  libre_at: _libre,
  ...COLUMNS
} = getTableColumns(alertes);
const ALERTE = {
  ...COLUMNS,
  libre_at: sql<
    string | null
  >`to_char(${alertes.libre_at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
};
/** `libre_at`: when the email about the free slot was stored; null while the request waits. */
export type Alerte = { id: string; heure_fin: string; libre_at: string | null } & DemandeAlerte;

/** Requests for slots that begin after a time. */
const coming = ({ jour, heure }: Moment): SQL =>
  sql`(${alertes.date_reservation}, ${alertes.heure_debut}) > (${jour}::date, ${heure}::time)`;

export async function listAlertes(reader: Reader, user_id: string, now: Moment): Promise<Alerte[]> {
  return reader
    .select(ALERTE)
    .from(alertes)
    .where(and(eq(alertes.user_id, user_id), coming(now)))
    .orderBy(asc(alertes.date_reservation), asc(alertes.heure_debut), asc(alertes.type_piste));
}

/**
 * A lesson with its place. `lu`: its id and version, with which `END` checks that it has not
 * changed since it was read.
 */
type PlacedLecon = HeldLecon & { lu: string; date_reservation: string; type_piste: TypePiste };

/**
 * The lessons and closures that hold the arenas, or one of them, on some days, by `lu`; `comptes`:
 * the accounts of their seats. Drizzle leaves out the names of tables, so they are written out if
 * two columns have the same name.
 */
const heldLecons = (jours: SQL, piste?: TypePiste): SQL<PlacedLecon[]> => {
  const where = and(
    sql`${reservations.date_reservation} = any(${jours}::date[])`,
    piste === undefined ? undefined : eq(reservations.type_piste, piste),
  );
  return sql`(
  select coalesce(json_agg(held.one order by held.one ->> 'lu'), '[]') from (
  select json_build_object(
    'lu', reservations.id || ' ' || ${reservations.version},
    'date_reservation', ${reservations.date_reservation}, 'type_piste', ${reservations.type_piste}, 'type_lecon', ${reservations.type_lecon},
    'heure_debut', to_char(${reservations.heure_debut}, 'HH24:MI'), 'heure_fin', to_char(${reservations.heure_fin}, 'HH24:MI'), 'recente', ${bookedJustNow},
    'statut', ${reservations.statut}, 'personnes', ${reservations.nombre_personnes}, 'max', coalesce(t.max_personnes, ${MAX_PERSONNES_INCONNU}),
    'ouverte', coalesce(t.ouverte and t.actif, false),
    'comptes', array(select p.user_id from ${participants} p where p.reservation_id = reservations.id and p.user_id is not null)
  ) as one
  from ${reservations} left join ${typesLecons} t on t.value = ${reservations.type_lecon}
  where ${and(where, occupies)}
  union all
  select json_build_object(
    'lu', f.id || ' 0', 'date_reservation', f.du + n, 'type_piste', piste, 'type_lecon', '',
    'heure_debut', to_char(f.heure_debut, 'HH24:MI'), 'heure_fin', to_char(f.heure_fin, 'HH24:MI'), 'recente', false,
    'statut', 'confirmee', 'personnes', 0, 'max', 0, 'ouverte', false, 'comptes', array[]::uuid[],
    'ferme', case when f.publique then f.motif else '' end)
  from fermetures f, unnest(f.pistes) as piste, generate_series(0, f.au - f.du) as n
  where f.du + n = any(${jours}::date[])${piste ? sql` and piste = ${piste}` : sql``}
  ) as held)`;
};

/** The data that decide a request. */
export type AlerteFacts = {
  parametres: StoredParametres;
  type: TypeLecon | null;
  pistes: Piste[];
  lecons: HeldLecon[];
};

export async function readAlerteFacts(
  reader: Reader,
  { type_lecon, type_piste, date_reservation }: DemandeAlerte,
): Promise<AlerteFacts> {
  const lecons = heldLecons(sql`${sql.param([date_reservation])}`, type_piste);
  const [facts] = await reader
    .select({ parametres, type: typesLecons, pistes: pistesColumn(), lecons })
    .from(parametres)
    .leftJoin(typesLecons, and(eq(typesLecons.value, type_lecon), typesLecons.actif));
  if (!facts) throw new Error('the table parametres is empty');
  return facts;
}

export type NewAlerte = Omit<typeof alertes.$inferInsert, 'id' | 'created_at'>;

/** How many other requests of an account wait, besides the one for this slot. */
export async function countOtherAlertes(
  reader: Reader,
  slot: NewAlerte,
  now: Moment,
): Promise<number> {
  const { type_piste, date_reservation, heure_debut, heure_fin, user_id } = slot;
  return reader.$count(
    alertes,
    and(
      eq(alertes.user_id, user_id),
      isNull(alertes.libre_at),
      coming(now),
      sql`(${alertes.type_piste}, ${alertes.date_reservation}, ${alertes.heure_debut}, ${alertes.heure_fin}) <> (${type_piste}, ${date_reservation}::date, ${heure_debut}::time, ${heure_fin}::time)`,
    ),
  );
}

/**
 * Stores a request. A request of the same account for the same slot stays, with the type that is
 * now wanted. If it was already answered, it waits again, as a new request with its own email.
 */
export async function storeAlerte(tx: Tx, alerte: NewAlerte): Promise<Alerte> {
  const { user_id, type_piste, date_reservation, heure_debut, heure_fin } = alertes;
  const [row] = await tx
    .insert(alertes)
    .values(alerte)
    .onConflictDoUpdate({
      target: [user_id, type_piste, date_reservation, heure_debut, heure_fin],
      set: {
        type_lecon: alerte.type_lecon,
        libre_at: null,
        id: sql`case when ${alertes.libre_at} is null then ${alertes.id} else gen_random_uuid() end`,
      },
    })
    .returning(ALERTE);
  if (!row) throw new Error('the request was not stored');
  return row;
}

export async function deleteAlerte(tx: Tx, id: string, user_id: string): Promise<void> {
  await tx.delete(alertes).where(and(eq(alertes.id, id), eq(alertes.user_id, user_id)));
}

/** Deletes the requests for slots that have begun. */
export async function deletePastAlertes(reader: Reader, now: Moment): Promise<void> {
  await reader.delete(alertes).where(not(coming(now)));
}

/** A waiting request, its account, and the label of the type; null if the type no longer exists. */
export type OpenAlerte = { alerte: Alerte; user: Personne; label: string | null };

/** The waiting requests of active accounts, for some days or for all. */
export async function listOpenAlertes(
  reader: Reader,
  now: Moment,
  jours?: readonly string[],
): Promise<OpenAlerte[]> {
  return reader
    .select({ alerte: ALERTE, user: PERSONNE, label: typesLecons.label })
    .from(alertes)
    .innerJoin(users, eq(users.id, alertes.user_id))
    .leftJoin(typesLecons, eq(typesLecons.value, alertes.type_lecon))
    .where(
      and(
        coming(now),
        isNull(alertes.libre_at),
        eq(users.statut, 'actif'),
        jours && inArray(alertes.date_reservation, [...jours]),
      ),
    )
    .orderBy(asc(alertes.created_at), asc(alertes.id));
}

/** The settings, the arenas, and the lessons that hold them on some days. */
export async function readHeld(
  reader: Reader,
  jours: readonly string[],
): Promise<{ parametres: StoredParametres; pistes: Piste[]; lecons: PlacedLecon[] }> {
  const [facts] = await reader
    .select({
      parametres,
      pistes: pistesColumn(),
      lecons: heldLecons(sql`${sql.param([...jours])}`),
    })
    .from(parametres);
  if (!facts) throw new Error('the table parametres is empty');
  return facts;
}

/** The cause of the email of a request; `END` writes it too. */
export const causeOf = (id: string): string => `place_libre ${id}`;

const END = `with
  held as (select id from users where id = any($1) and statut = 'actif' order by id for key share),
  found as (
    select a.id from alertes a join jsonb_to_recordset($2) as wanted (id uuid, lus text[]) on wanted.id = a.id
    where a.user_id in (select id from held) and a.libre_at is null and wanted.lus = array(
      select r.id || ' ' || r.version from reservations r
      where r.date_reservation = a.date_reservation and r.type_piste = a.type_piste and r.statut <> 'annulee'
      union all select f.id || ' 0' from fermetures f where a.type_piste = any(f.pistes) and a.date_reservation between f.du and f.au
      order by 1)
    order by a.id for update of a
  ),
  ended as (update alertes set libre_at = $4 where id in (select id from found) returning id),
  written as (
    insert into courriels (${COURRIEL}) select ${COURRIEL} from jsonb_populate_recordset(null::courriels, $3)
    where cause in (select 'place_libre ' || id from ended)
    on conflict (cause) do nothing
  )
  select id from ended`;

/**
 * Marks requests as answered and stores the emails of those that this statement marked: of two
 * instances, only one does. A request keeps waiting if the lessons of its arena and day differ from
 * those that were read (`lus`, by id): the slot may be taken again, and that change is handled
 * next. Accounts are locked first, in the order of an erasure, which deletes them with their
 * requests.
 */
export async function endAlertes(
  db: Db,
  ended: readonly {
    id: string;
    user_id: string;
    lus: readonly string[];
    courriel: NewCourriel | null;
  }[],
  now: Date,
): Promise<void> {
  const courriels = ended.flatMap(({ courriel }) =>
    courriel ? [{ ...courriel, sorte: courriel.contenu.sorte }] : [],
  );
  await runAnnounced(db, newsOf(['alertes', 'courriels']), {
    name: 'end_alertes',
    text: END,
    values: [
      ended.map(({ user_id }) => user_id),
      JSON.stringify(ended.map(({ id, lus }) => ({ id, lus }))),
      JSON.stringify(courriels),
      now.toISOString(),
    ],
  });
}
