/**
 * Which riders count as one in the statistics (RIDE-25, ADR-042). A row leads from one rider to the
 * next; the last one represents them all. A row that leads nowhere splits a name by customer. A row
 * that leads to itself changes nothing: the desk has said that this is one rider (CLI-14).
 *
 * A rider has a key: that of the rider whom a customer keeps, or else that of the name; of a name that
 * is split, or a rider that is, that of the customer's part. Keys of names have no capital letter, the others begin with
 * one.
 */
import { type SQL, sql } from 'drizzle-orm';
import { ANCIENS_CAVALIERS } from '#domain/core/conservation_lecons.ts';
import type { Fiche, Regroupement } from '#domain/statistics/orthographes.ts';
import { displayName, type Role } from '#domain/people/users.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { orthographes } from '#server/platform/schema/schema.ts';
import { nomDe } from '../people/noms.ts';
import { CLE_DES_ANCIENS, isAncien, keyOfName, plainText, tidyName } from '../people/noms.ts';

export const keyOfRider = (id: SQL): SQL => sql`'CAVALIER ' || ${id}`;
/** The part of what was split that belongs to a customer, or to none. */
const keyOfPart = (id: SQL, cle: SQL): SQL =>
  sql`'CLIENT ' || coalesce(${id}::text, '') || ' ' || ${cle}`;
/** What a key is about; null for a key of another kind. */
const riderOf = (cle: SQL): SQL =>
  sql`case when ${cle} like 'CAVALIER %' then substr(${cle}, 10)::uuid end`;
const clientOf = (cle: SQL): SQL =>
  sql`case when ${cle} like 'CLIENT %' then nullif(split_part(${cle}, ' ', 2), '')::uuid end`;
/** The key that was split. */
export const wholeOf = (cle: SQL): SQL =>
  sql`case when ${cle} like 'CLIENT %' then substr(${cle}, 9 + length(split_part(${cle}, ' ', 2))) end`;

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const KEY = sql.raw(`'^(CAVALIER ${UUID}$|CLIENT (${UUID})? )'`);
/** The key that a caller means: a key, or a name in any spelling. */
const keyMeant = (text: SQL): SQL =>
  sql`case when ${text} ~ ${KEY} then ${text} else ${keyOfName(text)} end`;

/**
 * Parts of a `with recursive`. `finals`: the rider to whom each merged one finally leads. `shown`:
 * the name under which that one is shown. `split`: what is split by customer. The
 * recursion also ends for a circle, whose riders count separately; only a manual SQL statement can
 * create one.
 */
export const FINALS: SQL = sql`
  merges as (select cle, vers_cle, vers_nom, created_at from orthographes where vers_cle <> cle),
  split as (select cle, nom from orthographes where vers_cle is null),
  chain (cle, fin) as (select cle, vers_cle from merges union select c.cle, o.vers_cle from chain c join merges o on o.cle = c.fin),
  finals as (select cle, fin from chain where fin not in (select cle from merges)),
  shown as (select distinct on (vers_cle) vers_cle as cle, vers_nom as nom from merges order by vers_cle, created_at desc, cle)`;

/** The key of the rider as whom another one counts, from the key of that one. */
const finalOf = (cle: SQL): SQL =>
  sql`coalesce((select fin from finals where finals.cle = ${cle}), ${cle})`;

/**
 * Parts that follow FINALS: the rider as whom each row of `places` counts, which has a customer, a
 * rider and a written name. Names are compared once for each spelling, not for each row: the key of a
 * name costs more than everything else here.
 * - `keys`: each written name, trimmed (`tidy`), and its key (`ecrit`).
 * - `everybody`: each row with them and the key of its rider (`cle`). Riders whose names were removed
 *   (SET-42) are one. `base`: the key before the split.
 */
export const RIDERS: SQL = sql`
  keys as materialized (
    select nom, tidy, ecrit, ${isAncien(sql`ecrit`)} as ancien
    from (select nom, tidy, ${plainText(sql`tidy`)} as ecrit from (select nom, ${tidyName(sql`nom`)} as tidy from (select distinct nom from places) as written offset 0) as trimmed) as compared
  ),
  based as (
    select p.*, k.tidy, k.ecrit, k.ancien, coalesce(f.fin, n.cle) as base
    from places p join keys k using (nom)
      cross join lateral (select case when p.cavalier_id is null then k.ecrit else ${keyOfRider(sql`p.cavalier_id`)} end as cle) n
      left join finals f on f.cle = n.cle
  ),
  everybody as materialized (
    select b.*, case when ancien then ${CLE_DES_ANCIENS} when base in (select cle from split) then ${finalOf(keyOfPart(sql`user_id`, sql`base`))} else base end as cle
    from based b
  )`;

/** The riders of a name, in any spelling, or one rider by its key; without either everybody. */
export type Chosen = { cavalier?: string | undefined; cle?: string | undefined };

/** The condition that selects the rows of the chosen riders from `everybody`. */
export function chosen({ cavalier, cle }: Chosen): SQL {
  if (cle !== undefined) return sql`where cle = ${finalOf(keyMeant(sql`${cle}::text`))}`;
  if (cavalier === undefined) return sql``;
  const asked = keyOfName(sql`${cavalier}::text`);
  return sql`where cle in (select cle from everybody where ecrit = ${asked} union select ${finalOf(asked)}
    union select ${finalOf(keyOfRider(sql`c.id`))} from cavaliers c where ${keyOfName(sql`c.nom`)} = ${asked})`;
}

/** The name of a rider, from the key; `otherwise` if neither a customer nor a merge has one. */
export const nameOf = (
  cle: SQL,
  otherwise: SQL,
): SQL => sql`case when ${cle} = ${CLE_DES_ANCIENS} then ${ANCIENS_CAVALIERS} else coalesce(
  (select nom from cavaliers where id = ${riderOf(cle)}), (select nom from shown where shown.cle = ${cle}),
  (select coalesce(shown.nom, split.nom) from split left join shown using (cle) where split.cle = ${wholeOf(cle)}), ${otherwise}) end`;

/** The name of the customer of a rider or of a part; null for the key of a name. */
const clientNameOf = (cle: SQL): SQL => sql`(
  select ${nomDe('u', 'k')} from clients k left join users u on u.id = k.id
  where k.id = coalesce(${clientOf(cle)}, (select user_id from cavaliers where id = ${riderOf(cle)})))`;

/** Latest first. */
export async function listRegroupements(reader: Reader): Promise<Regroupement[]> {
  const { rows } = await reader.execute<
    Omit<Regroupement, 'le' | 'par'> & { le: string; par: Parameters<typeof displayName>[0] | null }
  >(sql`
    with recursive ${FINALS}
    select o.cle, ${nameOf(sql`o.cle`, sql`o.nom`)} as nom, ${clientNameOf(sql`o.cle`)} as client, o.vers_cle,
      case when o.vers_cle is not null then ${nameOf(sql`o.vers_cle`, sql`o.vers_nom`)} end as vers, ${clientNameOf(sql`o.vers_cle`)} as vers_client,
      case when o.vers_cle is not null then ${nameOf(finalOf(sql`o.cle`), sql`o.vers_nom`)} end as cavalier, o.created_at as le,
      (select json_build_object('email', u.email, 'prenom', u.prenom, 'nom', u.nom, 'full_name', u.full_name) from users u where u.id = o.fusionnee_par) as par
    from orthographes o order by o.created_at desc, o.cle`);
  return rows.map(({ par, le, ...row }) => ({
    ...row,
    le: new Date(le).toISOString(),
    par: par && displayName(par),
  }));
}

/**
 * A rider as the statistics know it. `connu`: a reservation, a customer or a merge has it. `cavalier_id`
 * and `client_id`: what its key is about.
 */
export type Orthographe = {
  cle: string;
  nom: string;
  connu: boolean;
  cavalier_id: string | null;
  client_id: string | null;
};

/**
 * The riders that are meant, after all merges, in the order of the names or keys: a key of a name has
 * the latest spelling. Riders whom a customer keeps stay until the end of the transaction.
 */
export async function readOrthographes(tx: Tx, noms: readonly string[]): Promise<Orthographe[]> {
  const { rows } = await tx.execute<Orthographe>(sql`
    with recursive ${FINALS},
    written as (select p.nom, max(r.date_reservation + r.heure_debut) as derniere from participants p join reservations r on r.id = p.reservation_id group by p.nom),
    spellings as (select distinct on (cle) cle, nom from (select ${keyOfName(sql`nom`)} as cle, ${tidyName(sql`nom`)} as nom, derniere from written) as keyed order by cle, derniere desc),
    given as (select i, n, ${keyMeant(sql`n`)} as cle from unnest(${sql.param([...noms])}::text[]) with ordinality as a (n, i)),
    asked as (select i, g.cle, case when n = g.cle then coalesce(s.nom, n) else ${tidyName(sql`n`)} end as nom, s.cle is not null as written from given g left join spellings s using (cle)),
    meant as (select i, nom, ${finalOf(sql`asked.cle`)} as cle, asked.cle as asked, written from asked),
    kept as (select id from cavaliers where id in (select ${riderOf(sql`cle`)} from meant) order by id for key share)
    select m.cle, ${nameOf(sql`m.cle`, sql`m.nom`)} as nom, kept.id as cavalier_id, k.id as client_id,
      case when m.cle like 'CAVALIER %' then kept.id is not null and m.cle not in (select cle from split)
        when m.cle like 'CLIENT %' then ${wholeOf(sql`m.cle`)} in (select cle from split) and k.id is not distinct from ${clientOf(sql`m.cle`)}
        else not ${isAncien(sql`m.asked`)} and m.cle not in (select cle from split)
          and (m.written or m.asked in (select cle from orthographes union select vers_cle from merges)) end as connu
    from meant m left join kept on kept.id = ${riderOf(sql`m.cle`)} left join clients k on k.id = ${clientOf(sql`m.cle`)} order by i`);
  return rows;
}

/** How many customers have seats of a rider, no customer counting as one. */
export async function countClientsOf(tx: Tx, cle: string): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    with recursive ${FINALS}, places as materialized (select distinct user_id, cavalier_id, nom from participants), ${RIDERS}
    select count(distinct coalesce(user_id::text, ''))::int as n from everybody where cle = ${cle}`);
  return rows[0]?.n ?? 0;
}

/**
 * A rider of the statistics who may be two: its seats have customers for whom different ones pay, and
 * nobody has said that it is one (CLI-14). `clients`: at most four customers, those with the most seats
 * first; `nombre`: how many there are.
 */
export type Doute = {
  cle: string;
  nom: string;
  places: number;
  nombre: number;
  clients: { id: string; nom: string; places: number }[];
};

/** The riders who may be two, those with the most seats first. Cancelled lessons do not count. */
export async function listDoutes(reader: Reader, nombre: number): Promise<Doute[]> {
  const { rows } = await reader.execute<Doute>(sql`
    with recursive ${FINALS},
    places as materialized (
      select p.user_id, p.cavalier_id, p.nom, count(*)::int as n, max(r.date_reservation + r.heure_debut) as derniere
      from participants p join reservations r on r.id = p.reservation_id where r.statut <> 'annulee' and p.user_id is not null group by 1, 2, 3
    ),
    ${RIDERS},
    owned as materialized (select cle, user_id, sum(n)::int as n from everybody where not ancien and cle not like 'CLIENT %' group by cle, user_id),
    doubtful as (
      select o.cle, sum(o.n)::int as places, count(*)::int as nombre from owned o join clients k on k.id = o.user_id
      where not exists (select from orthographes said where said.cle = o.cle and said.vers_cle = o.cle)
      group by o.cle having count(distinct coalesce(k.paye_par, k.id)) > 1 order by places desc, o.cle limit ${nombre}
    )
    select d.cle, ${nameOf(sql`d.cle`, sql`(select tidy from everybody e where e.cle = d.cle order by derniere desc, tidy limit 1)`)} as nom, d.places, d.nombre, (
      select json_agg(c) from (
        select k.id, ${nomDe('u', 'k')} as nom, o.n as places from owned o join clients k on k.id = o.user_id left join users u on u.id = k.id
        where o.cle = d.cle order by places desc, nom, k.id limit 4
      ) as c
    ) as clients
    from doubtful d order by places desc, nom`);
  return rows;
}

/**
 * Stores a merge, the split of a name if `vers` is null, or that a rider is one if `vers` is itself.
 * Each is the last of its own chain, so that no circle arises (RIDE-26).
 */
export async function insertRegroupement(
  tx: Tx,
  { nom, vers, par, le }: { nom: Orthographe; vers: Orthographe | null; par: string; le: Date },
): Promise<void> {
  const row = {
    nom: nom.nom,
    cavalier_id: nom.cavalier_id,
    client_id: nom.client_id,
    vers_cle: vers?.cle ?? null,
    vers_nom: vers?.nom ?? null,
    vers_cavalier_id: vers?.cavalier_id ?? null,
    vers_client_id: vers?.client_id ?? null,
    fusionnee_par: par,
    created_at: le,
  };
  // The only row that the last of a chain can have: that it is one rider.
  await tx
    .insert(orthographes)
    .values({ cle: nom.cle, ...row })
    .onConflictDoUpdate({ target: orthographes.cle, set: row });
}

/**
 * Removes a merge or a split, and with a split the merges of its parts; false if there is none.
 */
export async function deleteRegroupement(tx: Tx, nom: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with undone as (delete from orthographes where cle = ${keyMeant(sql`${nom}::text`)} returning cle, vers_cle),
    parts as (delete from orthographes o using undone where undone.vers_cle is null and undone.cle in (${wholeOf(sql`o.cle`)}, ${wholeOf(sql`o.vers_cle`)}))
    select from undone`);
  return (rowCount ?? 0) > 0;
}

type FicheRow = {
  id: string;
  role: Role;
  email: string;
  prenom: string | null;
  nom: string | null;
  full_name: string | null;
  cavalier: string | null;
  nom_cavalier: string | null;
  annee_naissance: number | null;
};

/**
 * The people whom a rider of the statistics is known to mean, from its seats (RIDE-28): the account
 * itself, if a seat has its name, and the riders whom accounts keep.
 */
export async function listFiches(reader: Reader, riders: Chosen): Promise<Fiche[]> {
  const { rows } = await reader.execute<FicheRow>(sql`
    with recursive ${FINALS}, places as materialized (select distinct user_id, cavalier_id, nom from participants where user_id is not null), ${RIDERS}
    select distinct u.id, u.email, u.prenom, u.nom, u.full_name, u.role, c.id as cavalier, c.nom as nom_cavalier, c.annee_naissance
    from (select * from everybody ${chosen(riders)}) s join users u on u.id = s.user_id left join cavaliers c on c.id = s.cavalier_id
    where c.id is not null or s.ecrit in (${keyOfName(sql`concat_ws(' ', u.prenom, u.nom)`)}, ${keyOfName(sql`coalesce(u.full_name, '')`)})
    order by u.email, c.nom`);
  return rows.map(({ id, role, cavalier: fiche, nom_cavalier, annee_naissance, ...compte }) => ({
    user_id: id,
    compte: displayName(compte),
    role,
    cavalier: fiche === null ? null : { id: fiche, nom: nom_cavalier ?? '', annee_naissance },
  }));
}
