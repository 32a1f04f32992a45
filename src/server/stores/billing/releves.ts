/** Statements (REL-07 to REL-15), the accounts that have them, and reminders (REL-27). */
import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import { NUMERO_MAX } from '#domain/billing/facturation.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { payeurs, relances, releves, relevesLignes } from '#server/platform/schema/schema.ts';
import { nomDe } from '../people/noms.ts';
import { getParametres } from '../settings.ts';

/** A statement as it is stored, in cents. */
export type ReleveStocke = typeof releves.$inferSelect;
export type LigneStockee = typeof relevesLignes.$inferSelect;

/**
 * The last day that a statement covers: never the day on which it was made, whose lessons go on. A
 * version before stored that day as `au` (REL-10).
 */
export const couvreJusque = sql`least(${releves.au}, ${releves.jour} - 1)`;

/** Whether any statement was made. */
export const hasReleves = async (reader: Reader): Promise<boolean> =>
  (await reader.select({ id: releves.id }).from(releves).limit(1)).length > 0;

/**
 * The months that have statements, latest first, with their number and sum in cents. `au`: the last
 * day that a statement of a customer who is not erased covers.
 */
export const listMois = (
  reader: Reader,
): Promise<{ mois: string; releves: number; total: number; au: string | null }[]> =>
  reader
    .select({
      mois: releves.mois,
      releves: count(),
      total: sql<number>`sum(${releves.ce_mois})::int`,
      au: sql<string | null>`max(${couvreJusque}) filter (where ${payeurs.efface_at} is null)`,
    })
    .from(releves)
    .innerJoin(payeurs, eq(payeurs.id, releves.payeur_id))
    .groupBy(releves.mois)
    .orderBy(desc(releves.mois));

/**
 * The customers that pay some accounts, or have lines on them, locked until the transaction ends: nobody
 * merges or erases them, nor says that another one pays.
 */
export async function holdClients(tx: Tx, accounts: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select id from clients where id = any(${sql.param(accounts)}::uuid[]) or paye_par = any(${sql.param(accounts)}::uuid[]) order by id for key share`);
}

/** The accounts on which lines of a customer may be: its own, its payer's, those that were billed. */
export async function listComptesDe(tx: Tx, client: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from (
      select ${client}::uuid as id union select paye_par from clients where id = ${client}
      union select v.payeur_id from releves_lignes l join releves v on v.id = l.releve_id where l.client_id = ${client}
    ) as t where id is not null order by id`);
  return rows.map(({ id }) => id);
}

/** Locks accounts, which are made if their customers exist; returns those that exist. */
export async function lockPayeurs(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; efface: boolean }[]> {
  await holdClients(tx, ids);
  await tx.execute(sql`
    insert into payeurs (id) select id from clients where id = any(${sql.param(ids)}::uuid[]) order by id on conflict do nothing`);
  const { rows } = await tx.execute<{ id: string; efface: boolean }>(sql`
    select id, efface_at is not null as efface from payeurs where id = any(${sql.param(ids)}::uuid[]) order by id for update`);
  return rows;
}

/** The name and the address of customers as they are printed. */
export async function readImprimes(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, { nom: string; adresse: string | null }>> {
  const { rows } = await reader.execute<{ id: string; nom: string; adresse: string | null }>(sql`
    select c.id, coalesce(${nomDe('u', 'c')}, '') as nom, coalesce(u.adresse, c.adresse) as adresse
    from clients c left join users u on u.id = c.id where c.id = any(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}

/** What accounts had before a statement, in cents: `du` was billed, `regle` shown as paid, `paye` moved. */
export async function readTotaux(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, { du: number; regle: number; paye: number }>> {
  const { rows } = await tx.execute<{ id: string; du: number; regle: number; paye: number }>(sql`
    select y.id, coalesce((select sum(ce_mois) from releves v where v.payeur_id = y.id), 0)::int as du,
      coalesce((select sum(paye) from releves v where v.payeur_id = y.id), 0)::int as regle,
      coalesce((select sum(centimes + arrondi) from mouvements m where m.payeur_id = y.id), 0)::int as paye
    from payeurs y where y.id = any(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}

/**
 * Takes `nombre` numbers of a month, in one statement that others wait for; the last of them, or null
 * if the month has no more. Numbers are never given again (REL-08, REL-41).
 */
export async function takeNumeros(tx: Tx, mois: string, nombre: number): Promise<number | null> {
  const { rows } = await tx.execute<{ dernier: number }>(sql`
    insert into releves_numeros (mois, dernier) select ${mois}, ${nombre} + coalesce((select dernier from releves_numeros where mois = ''), 0)
    on conflict (mois) do update set dernier = releves_numeros.dernier + ${nombre} returning dernier`);
  const dernier = rows[0]?.dernier ?? 0;
  return dernier > NUMERO_MAX ? null : dernier;
}

/**
 * Raises the numbers of every month up to one, whether it has statements or not (REL-41): the original
 * can have made some of no later month. The row '' is what a version before added to all months.
 */
export async function skipNumeros(tx: Tx, saut: number, mois: string): Promise<void> {
  const { billingSince } = await getParametres(tx);
  await tx.execute(sql`
    with known as (
      select least((select min(n.mois) from releves_numeros n where n.mois <> ''), left(${billingSince || null}::text, 7), ${mois}) as premier
    )
    insert into releves_numeros (mois, dernier)
    select to_char(m, 'YYYY-MM'), ${saut}::int + coalesce((select dernier from releves_numeros where mois = ''), 0)
    from known, generate_series(to_date(premier, 'YYYY-MM'), to_date(${mois}, 'YYYY-MM'), interval '1 month') as m
    on conflict (mois) do update set dernier = releves_numeros.dernier + ${saut}::int`);
}

/** Stores statements with their lines. */
export async function insertReleves(
  tx: Tx,
  added: readonly (typeof releves.$inferInsert)[],
  lignes: readonly (typeof relevesLignes.$inferInsert)[],
): Promise<void> {
  if (added.length === 0) return;
  await tx.insert(releves).values([...added]);
  await tx.execute(sql`
    insert into releves_lignes select n.* from jsonb_populate_recordset(null::releves_lignes, ${JSON.stringify(lignes.map((ligne) => ({ clos: false, ...ligne })))}::jsonb) as n`);
}

/** A statement with its lines, in their order. */
export type ReleveLu = ReleveStocke & { lignes: LigneStockee[] };

const byId = (rows: readonly LigneStockee[]) => Map.groupBy(rows, ({ releve_id }) => releve_id);

async function withLignes(reader: Reader, found: readonly ReleveStocke[]): Promise<ReleveLu[]> {
  const rows = await reader
    .select()
    .from(relevesLignes)
    .where(sql`${relevesLignes.releve_id} = any(${sql.param(found.map(({ id }) => id))}::uuid[])`)
    .orderBy(asc(relevesLignes.releve_id), asc(relevesLignes.position));
  const lignes = byId(rows);
  return found.map((one) => ({ ...one, lignes: lignes.get(one.id) ?? [] }));
}

/** One statement; of an account, if it is given. */
export async function getReleve(
  reader: Reader,
  id: string,
  payeur?: string,
): Promise<ReleveLu | null> {
  const found = await reader
    .select()
    .from(releves)
    .where(
      and(eq(releves.id, id), payeur === undefined ? undefined : eq(releves.payeur_id, payeur)),
    );
  return (await withLignes(reader, found))[0] ?? null;
}

/** The statements of a month in the order of their numbers, which is that of the names. */
export async function listRelevesDuMois(
  reader: Reader,
  mois: string,
  { nombre, offset }: { nombre: number; offset: number },
): Promise<{ total: number; releves: ReleveLu[] }> {
  const found = await reader
    .select()
    .from(releves)
    .where(eq(releves.mois, mois))
    .orderBy(asc(releves.numero))
    .limit(nombre)
    .offset(offset);
  return {
    total: await reader.$count(releves, eq(releves.mois, mois)),
    releves: await withLignes(reader, found),
  };
}

/**
 * What of some statements is not paid now, in cents: payments and credits cover the oldest first (REL-20),
 * so what is left is of the latest.
 */
export async function readRestes(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await reader.execute<{ id: string; reste: number }>(sql`
    select v.id, least(greatest(v.ce_mois, 0), greatest(0,
      (select sum(o.ce_mois) - coalesce(sum(greatest(o.ce_mois, 0)) filter (where (o.created_at, o.au, o.numero) > (v.created_at, v.au, v.numero)), 0) from releves o where o.payeur_id = v.payeur_id)
        - coalesce((select sum(m.centimes + m.arrondi) from mouvements m where m.payeur_id = v.payeur_id), 0)))::int as reste
    from releves v where v.id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map(({ id, reste }) => [id, reste]));
}

/** The statements of an account, without lines, latest first. */
export const listRelevesDe = (reader: Reader, payeur: string): Promise<ReleveStocke[]> =>
  reader
    .select()
    .from(releves)
    .where(eq(releves.payeur_id, payeur))
    .orderBy(desc(releves.created_at), desc(releves.au), desc(releves.numero));

/** The whole statements of an account, latest first. */
export const listWhole = async (reader: Reader, payeur: string): Promise<ReleveLu[]> =>
  withLignes(reader, await listRelevesDe(reader, payeur));

/** How many statements a month has. */
export const countReleves = (reader: Reader, mois: string): Promise<number> =>
  reader.$count(releves, eq(releves.mois, mois));

/** The account of the statement with a number; null if it was not given. */
export async function findByNumero(
  reader: Reader,
  { mois, numero }: { mois: string; numero: number },
): Promise<string | null> {
  const [row] = await reader
    .select({ id: releves.payeur_id })
    .from(releves)
    .where(and(eq(releves.mois, mois), eq(releves.numero, numero)));
  return row?.id ?? null;
}

/** Stores reminders. */
export async function insertRelances(
  tx: Tx,
  added: readonly (typeof relances.$inferInsert)[],
): Promise<void> {
  if (added.length > 0) await tx.insert(relances).values([...added]);
}

/** The erased accounts that are kept, latest first (REL-37). */
export async function listEffaces(
  reader: Reader,
): Promise<
  { id: string; nom: string; adresse: string | null; efface_at: Date; releves: number }[]
> {
  const rows = await reader
    .select({
      id: payeurs.id,
      nom: sql<string>`coalesce(${payeurs.nom}, '')`,
      adresse: payeurs.adresse,
      efface_at: sql<Date>`${payeurs.efface_at}`.mapWith(payeurs.efface_at),
      releves: sql<number>`(select count(*)::int from releves v where v.payeur_id = "payeurs"."id")`,
    })
    .from(payeurs)
    .where(sql`${payeurs.efface_at} is not null`)
    .orderBy(desc(payeurs.efface_at), asc(payeurs.id));
  return rows;
}

/** An account by its id: the name of an erased customer, null for one that exists. */
export async function getPayeur(
  reader: Reader,
  id: string,
): Promise<{ nom: string | null; efface: boolean } | null> {
  const [row] = await reader
    .select({ nom: payeurs.nom, efface_at: payeurs.efface_at })
    .from(payeurs)
    .where(eq(payeurs.id, id));
  return row ? { nom: row.nom, efface: row.efface_at !== null } : null;
}

/** Gives statements, payments and lines of a customer to another one (CLI-11). */
export async function mergeComptes(tx: Tx, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    insert into payeurs (id) select ${to}::uuid where exists (select from payeurs where id = ${from}) on conflict do nothing`);
  for (const table of ['releves', 'mouvements', 'relances'])
    await tx.execute(sql`update ${sql.raw(table)} set payeur_id = ${to} where payeur_id = ${from}`);
  await tx.delete(payeurs).where(eq(payeurs.id, from));
  await tx.execute(sql`update releves_lignes set client_id = ${to} where client_id = ${from}`);
  // A seat that went from one to the other may have been corrected for both.
  await tx.execute(sql`
    update lignes_libres set corrige = gen_random_uuid() where client_id = ${from} and corrige in (select corrige from lignes_libres where client_id = ${to})`);
  await tx.execute(sql`update lignes_libres set client_id = ${to} where client_id = ${from}`);
}

/** The name that replaces that of a rider in a sent line, with a number (REL-36). */
const CAVALIER = 'Cavalier';

/**
 * Replaces the names of riders in some sent lines by 'Cavalier 1', 'Cavalier 2', the same name of one
 * statement by the same number. `which`: a condition on the lines `l` and their statements `v`.
 */
async function eraseNoms(tx: Tx, which: ReturnType<typeof sql>): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with named as (
      select l.releve_id, l.position, l.cavalier, min(l.position) over (partition by l.releve_id, l.cavalier) as premiere
      from releves_lignes l join releves v on v.id = l.releve_id where l.cavalier is not null and l.cavalier !~ ${`^${CAVALIER} [0-9]+$`} and ${which}
    ),
    counted as (
      select n.releve_id, n.position, dense_rank() over (partition by n.releve_id order by n.premiere) + coalesce((
        select max(substring(o.cavalier from '[0-9]+$')::int) from releves_lignes o where o.releve_id = n.releve_id and o.cavalier ~ ${`^${CAVALIER} [0-9]+$`}), 0) as numero
      from named n
    )
    update releves_lignes l set cavalier = ${`${CAVALIER} `} || c.numero from counted c where l.releve_id = c.releve_id and l.position = c.position`);
  return rowCount ?? 0;
}

/**
 * Ends the account of a customer that is erased: sent statements and payments keep the name and the
 * address, and lose the names of riders and the notes (REL-36, REL-37). Without any, nothing is kept.
 */
export async function eraseCompte(tx: Tx, id: string, now: Date): Promise<void> {
  await eraseNoms(tx, sql`(l.client_id = ${id} or v.payeur_id = ${id})`);
  await tx.execute(
    sql`update releves_lignes set client_id = null, clos = true where client_id = ${id}`,
  );
  await tx.execute(sql`delete from lignes_libres where client_id = ${id}`);
  await tx.execute(
    sql`update mouvements set note = null where payeur_id = ${id} and note is not null`,
  );
  await tx.execute(sql`
    delete from payeurs y where y.id = ${id} and not exists (select from releves v where v.payeur_id = y.id) and not exists (select from mouvements m where m.payeur_id = y.id)`);
  const [printed] = await listRelevesDe(tx, id);
  const imprime = printed ?? (await readImprimes(tx, [id])).get(id);
  if (imprime)
    await tx
      .update(payeurs)
      .set({ nom: imprime.nom, adresse: imprime.adresse, efface_at: now })
      .where(and(eq(payeurs.id, id), isNull(payeurs.efface_at)));
}

/**
 * Removes the names of riders, and the link to the customer, from sent lines of lessons before a day,
 * whose seats have lost theirs (SET-42, REL-36). Returns how many lines changed.
 */
export async function removeNamesOfReleves(tx: Tx, before: string): Promise<number> {
  const due = sql`l.jour < ${before} and not exists (select from participants p where p.id = l.source_id and p.user_id = l.client_id)
    and not exists (select from lignes n where n.id = l.source_id and n.user_id = l.client_id)`;
  // A correction stays what it is beside what was sent of its seat, which does not change any more.
  await tx.execute(sql`
    with closes as (
      select l.client_id, coalesce(n.place, l.source_id) as cle, l.source_id, sum(l.centimes)::int as centimes
      from releves_lignes l left join lignes n on l.source = 'retard' and n.id = l.source_id
      where l.source <> 'libre' and l.client_id is not null and ${due} group by 1, 2, 3
    ),
    figees as (
      select f.id, greatest(-greatest(sum(c.centimes), 0), f.centimes)::int as centimes
      from closes c join lignes_libres f on f.client_id = c.client_id and f.corrige in (c.cle, c.source_id)
      where not exists (select from participants p where p.id = f.corrige and p.user_id = f.client_id)
        and not exists (select from lignes n where f.corrige in (n.id, n.place) and n.user_id = f.client_id) group by f.id
    )
    update lignes_libres f set fige = figees.centimes from figees where f.id = figees.id and f.fige is null`);
  const names = await eraseNoms(tx, due);
  const { rowCount } = await tx.execute(sql`
    update releves_lignes l set client_id = null, clos = true where l.source <> 'libre' and l.client_id is not null and ${due}`);
  return names + (rowCount ?? 0);
}

/**
 * Deletes erased accounts whose last statement or payment is from before a day (REL-38), once no line
 * of another customer is compared with theirs: it would be billed again.
 */
export async function deleteOldComptes(tx: Tx, before: string): Promise<number> {
  const due = sql`select id from payeurs y where y.efface_at is not null
    and not exists (select from releves v where v.payeur_id = y.id and v.jour >= ${before}) and not exists (select from mouvements m where m.payeur_id = y.id and m.jour >= ${before})
    and not exists (select from releves v join releves_lignes l on l.releve_id = v.id where v.payeur_id = y.id and l.client_id is not null and not l.clos)`;
  for (const table of ['relances', 'mouvements', 'releves'])
    await tx.execute(sql`delete from ${sql.raw(table)} where payeur_id in (${due})`);
  const { rowCount } = await tx.execute(sql`delete from payeurs where id in (${due})`);
  return rowCount ?? 0;
}
