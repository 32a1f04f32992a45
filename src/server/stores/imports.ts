/**
 * Imports of customers and riders (IMP-04 to IMP-11). Statements write all rows of an import at
 * once.
 */
import { and, asc, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { ClientConnu, Import } from '#domain/imports/imports.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { imports, users } from '#server/platform/schema/schema.ts';
import { lockClients } from './customers/clients.ts';
import { nomDe } from './people/noms.ts';
import { keyOfName } from './people/noms.ts';

/** Every customer with its riders, as an import compares them. */
export async function readConnus(reader: Reader): Promise<ClientConnu[]> {
  const { rows } = await reader.execute<ClientConnu>(sql`
    select c.id, ${nomDe('u', 'c')} as nom, coalesce(u.telephone, c.telephone) as telephone, coalesce(u.email, c.email) as email,
      coalesce(u.adresse, c.adresse) as adresse, c.note, u.statut as compte, coalesce(k.cavaliers, '[]') as cavaliers
    from clients c left join users u on u.id = c.id
      left join (select user_id, json_agg(json_build_object('id', id, 'nom', nom, 'annee_naissance', annee_naissance, 'note', note) order by nom, id) as cavaliers
        from cavaliers group by user_id) k on k.user_id = c.id
    order by c.id`);
  return rows;
}

/** Locks customers, first their accounts, as an erasure does (ADR-014). */
export async function lockTouched(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for('no key update');
  await lockClients(tx, ids);
}

/** A row of a customer: without its account, all fields; otherwise those that change. */
export type ClientEcrit = {
  id: string;
  nom: string;
  telephone: string | null;
  email: string | null;
  adresse: string | null;
  note: string | null;
};
export type CavalierEcrit = {
  id: string;
  user_id: string;
  nom: string;
  annee_naissance: number | null;
  note: string | null;
};
/** What an import remembers about a row that it writes. */
export type Trace = {
  client_id: string;
  cavalier_id: string | null;
  avant: Record<string, string | number | null> | null;
};
export type Ecritures = {
  clients: { crees: ClientEcrit[]; modifies: ClientEcrit[]; comptes: ClientEcrit[] };
  cavaliers: { crees: CavalierEcrit[]; modifies: CavalierEcrit[] };
  traces: Trace[];
};

const rowsOf = (table: string, rows: readonly object[]): SQL =>
  sql`jsonb_populate_recordset(null::${sql.raw(table)}, ${JSON.stringify(rows)}::jsonb)`;

/** What counts as a change of a customer, or of a rider, after an import. */
const EMPREINTE = sql`encode(sha256(convert_to(case when i.cavalier_id is null
  then jsonb_build_array(c.nom, c.telephone, c.email, c.adresse, c.note, u.telephone, u.adresse)
  else jsonb_build_array(k.user_id, k.nom, k.annee_naissance, k.note) end::text, 'UTF8')), 'hex')`;
const OF_IMPORTES = sql`join clients c on c.id = i.client_id left join users u on u.id = i.client_id left join cavaliers k on k.id = i.cavalier_id`;

/** Writes what an import creates and changes; null and absent values leave a field as it is. */
export async function writeImport(
  tx: Tx,
  { clients: written, cavaliers, traces }: Ecritures,
  one: typeof imports.$inferInsert,
): Promise<void> {
  const now = one.created_at;
  await tx.execute(sql`
    insert into clients (id, nom, cle, telephone, email, adresse, note, created_at)
    select id, nom, ${keyOfName(sql`nom`)}, telephone, email, adresse, note, ${now} from ${rowsOf('clients', written.crees)}`);
  await tx.execute(sql`
    update clients c set telephone = coalesce(n.telephone, c.telephone), email = coalesce(n.email, c.email), adresse = coalesce(n.adresse, c.adresse), note = coalesce(n.note, c.note)
    from ${rowsOf('clients', written.modifies)} n where c.id = n.id`);
  await tx.execute(sql`
    with changed as (
      update users u set telephone = coalesce(n.telephone, u.telephone), adresse = coalesce(n.adresse, u.adresse), updated_at = ${now}
      from ${rowsOf('clients', written.comptes)} n where u.id = n.id and num_nonnulls(n.telephone, n.adresse) > 0
    )
    update clients c set note = coalesce(n.note, c.note) from ${rowsOf('clients', written.comptes)} n where c.id = n.id`);
  await tx.execute(sql`
    insert into cavaliers (id, user_id, nom, annee_naissance, note, created_at)
    select id, user_id, nom, annee_naissance, note, ${now} from ${rowsOf('cavaliers', cavaliers.crees)}`);
  await tx.execute(sql`
    update cavaliers k set annee_naissance = coalesce(n.annee_naissance, k.annee_naissance), note = coalesce(n.note, k.note)
    from ${rowsOf('cavaliers', cavaliers.modifies)} n where k.id = n.id`);
  const places = await seatAdded(
    tx,
    cavaliers.crees.map(({ id }) => id),
  );
  await tx.insert(imports).values(one);
  await tx.execute(sql`
    insert into importes (import_id, client_id, cavalier_id, avant, cree, places, empreinte)
    select ${one.id}, i.client_id, i.cavalier_id, i.avant, i.avant is null, coalesce((${JSON.stringify(places)}::jsonb ->> i.cavalier_id::text)::int, 0), ${EMPREINTE}
    from jsonb_to_recordset(${JSON.stringify(traces)}::jsonb) as i (client_id uuid, cavalier_id uuid, avant jsonb) ${OF_IMPORTES}`);
}

/** The tables of seats. */
const SEATS = ['participants', 'participants_supprimes', 'participants_retires'] as const;

/**
 * Gives new riders the seats of their customers with their name that have none (RIDE-24); returns
 * how many each got.
 */
async function seatAdded(tx: Tx, ids: readonly string[]): Promise<Record<string, number>> {
  const places: Record<string, number> = {};
  for (const table of SEATS) {
    const { rows } = await tx.execute<{ id: string; n: number }>(sql`
      with added as materialized (select id, user_id, ${keyOfName(sql`nom`)} as cle from cavaliers where id = any(${sql.param([...ids])}::uuid[])),
      seated as (
        update ${sql.raw(table)} s set cavalier_id = a.id from added a
        where s.user_id = a.user_id and s.cavalier_id is null and ${keyOfName(sql`s.nom`)} = a.cle returning a.id
      )
      select id, count(*)::int as n from seated group by id`);
    for (const { id, n } of rows) places[id] = (places[id] ?? 0) + n;
  }
  return places;
}

const COLUMNS = {
  id: imports.id,
  fichier: imports.fichier,
  crees: imports.crees,
  modifies: imports.modifies,
  inchanges: imports.inchanges,
  refuses: imports.refuses,
  created_at: imports.created_at,
  defait_at: imports.defait_at,
  par: sql<
    string | null
  >`(select ${nomDe('u', 'c')} from clients c join users u on u.id = c.id where c.id = ${imports.cree_par})`,
};
const shown = ({
  created_at,
  defait_at,
  ...one
}: Omit<Import, 'created_at' | 'defait_at'> & {
  created_at: Date;
  defait_at: Date | null;
}): Import => ({
  ...one,
  created_at: created_at.toISOString(),
  defait_at: defait_at?.toISOString() ?? null,
});

/** The imports that are still kept, newest first. */
export async function listImports(reader: Reader): Promise<Import[]> {
  const rows = await reader
    .select(COLUMNS)
    .from(imports)
    .orderBy(desc(imports.created_at), asc(imports.id));
  return rows.map(shown);
}

export async function getImport(reader: Reader, id: string): Promise<Import | null> {
  const [row] = await reader.select(COLUMNS).from(imports).where(eq(imports.id, id));
  return row ? shown(row) : null;
}

/** The customers that an import created or changed. */
export async function listTouched(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select distinct client_id as id from importes where import_id = ${id}`,
  );
  return rows.map((row) => row.id);
}

/** How many customers and riders of an import were used since, by what for. */
export type Usage = {
  reservations: number;
  comptes: number;
  payeurs: number;
  modifies: number;
  cavaliers: number;
  effaces: number;
};

/** What prevents an import from being undone (IMP-10); the caller has locked its customers. */
export async function readUsage(tx: Tx, id: string): Promise<Usage> {
  const {
    rows: [row],
  } = await tx.execute<Usage>(sql`
    with i as materialized (
      select i.*, c.nom as client_nom, i.empreinte <> ${EMPREINTE} as autre,
        exists (select from importes o where o.import_id = i.import_id and o.client_id = i.client_id and o.cavalier_id is null and o.cree) as nouveau
      from importes i ${OF_IMPORTES} where i.import_id = ${id}
    ),
    nouveaux as materialized (select client_id as id, client_nom is null as compte, autre from i where nouveau and cavalier_id is null),
    pris as materialized (
      select n.id from nouveaux n where exists (select from reservations r where r.user_id = n.id) or exists (select from reservations_supprimees r where r.user_id = n.id)
        or ${sql.join(
          [...SEATS, 'lignes'].map(
            (table) => sql`exists (select from ${sql.raw(table)} s where s.user_id = n.id)`,
          ),
          sql` or `,
        )} or exists (select from payeurs y where y.id = n.id) or exists (select from lignes_libres f where f.client_id = n.id)
    )
    select (select count(*)::int from pris) as reservations,
      (select count(*)::int from nouveaux where compte) as comptes,
      (select count(*)::int from nouveaux n join clients c using (id) where c.paye_par is not null or exists (select from clients o where o.paye_par = n.id)) as payeurs,
      (select count(distinct client_id)::int from i where (autre and not (nouveau and client_nom is null))
        or (nouveau and exists (select from cavaliers k where k.user_id = i.client_id and not exists (select from importes o where o.import_id = i.import_id and o.cavalier_id = k.id)))) as modifies,
      (select count(*)::int from i where cavalier_id is not null and cree and not nouveau and (
        exists (select from lignes l where l.cavalier_id = i.cavalier_id)
        or exists (select from orthographes o where i.cavalier_id in (o.cavalier_id, o.vers_cavalier_id))
        or places < ${sql.join(
          SEATS.map(
            (table) =>
              sql`(select count(*) from ${sql.raw(table)} s where s.cavalier_id = i.cavalier_id)`,
          ),
          sql` + `,
        )})) as cavaliers,
      (select m.touches - (select count(*)::int from i) from imports m where m.id = ${id}) as effaces`);
  if (!row) throw new Error('the import is not there');
  return row;
}

/** Takes back everything that an import wrote; the caller has checked that nothing was used. */
export async function takeBack(tx: Tx, id: string, now: Date): Promise<void> {
  const former = (field: string, table: string, type = 'text'): SQL =>
    sql.raw(
      `"${field}" = case when i.avant ? '${field}' then (i.avant ->> '${field}')::${type} else ${table}."${field}" end`,
    );
  const changed = sql`importes i where i.import_id = ${id} and i.avant is not null`;
  await tx.execute(sql`
    update cavaliers k set ${former('annee_naissance', 'k', 'int')}, ${former('note', 'k')} from ${changed} and k.id = i.cavalier_id`);
  await tx.execute(sql`
    update clients c set ${former('note', 'c')} from ${changed} and i.cavalier_id is null and c.id = i.client_id`);
  await tx.execute(sql`
    update clients c set ${former('telephone', 'c')}, ${former('email', 'c')}, ${former('adresse', 'c')}
    from ${changed} and i.cavalier_id is null and c.id = i.client_id and c.nom is not null`);
  await tx.execute(sql`
    update users u set ${former('telephone', 'u')}, ${former('adresse', 'u')}, updated_at = ${now}
    from ${changed} and i.cavalier_id is null and u.id = i.client_id`);
  const created = (column: SQL): SQL =>
    sql`(select ${column} from importes where import_id = ${id} and cree)`;
  await tx.execute(
    sql`delete from cavaliers where id in ${created(sql`cavalier_id`)} and user_id not in (select client_id from importes where import_id = ${id} and cree and cavalier_id is null)`,
  );
  await tx.execute(
    sql`delete from clients where id in ${created(sql`client_id`)} and id in (select client_id from importes where import_id = ${id} and cree and cavalier_id is null)`,
  );
  await tx.execute(sql`delete from importes where import_id = ${id}`);
  await tx
    .update(imports)
    .set({ defait_at: now })
    .where(and(eq(imports.id, id), isNull(imports.defait_at)));
}

/** Deletes the imports of before an instant, with the former values that they keep (IMP-10). */
export async function deleteImportsBefore(reader: Reader, since: Date): Promise<void> {
  await reader.delete(imports).where(lt(imports.created_at, since));
}
