/** The journal (ACC-70): who did what, when, from where. */
import { ADRESSE_NOMMEE_JOURS } from '#domain/people/users.ts';
import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgSelect } from 'drizzle-orm/pg-core';
import {
  type ActionJournal,
  actionsAbout,
  actionsOf,
  actionsSaying,
  type DetailsJournal,
  entreeOf,
} from '#domain/journal/journal.ts';
import type { CategorieJournal } from '#domain/journal/categories.ts';
import type { Reader } from '../platform/db.ts';
import { clients, journal, users } from '../platform/schema/schema.ts';
import { plainText } from './people/noms.ts';

/**
 * `objet_id`: the id of the affected object. `details`: ids, and names of changed fields; nothing
 * personal (ACC-72).
 */
export type LigneJournal = {
  action: ActionJournal;
  objet_id?: string | null;
  details?: DetailsJournal;
};

/**
 * The recorded author. The context of an action has these fields. `acte`: of a line whose act may
 * have others (ACC-76).
 */
export type Auteur = {
  personne: { id: string } | null;
  ip: string;
  userAgent: string;
  now: () => Date;
  acte?: string | undefined;
};

export const SERVEUR = 'serveur';

/** The server itself as author, at its start or by a command. */
export const byServer = (now: () => Date): Auteur => ({
  personne: null,
  ip: SERVEUR,
  userAgent: '',
  now,
});

/** A line for a statement that stores it itself. */
export type LigneComplete = typeof journal.$inferInsert;

/** Makes the complete line. */
export const journalOf = (
  { personne, ip, userAgent, now, acte }: Auteur,
  { action, objet_id = null, details = {} }: LigneJournal,
): LigneComplete => ({
  survenu_at: now(),
  action,
  acteur_id: personne?.id ?? null,
  objet: entreeOf(action).objet ?? null,
  objet_id,
  details,
  ip,
  user_agent: userAgent,
  acte: acte ?? null,
});

/**
 * Records one line, in the transaction of the recorded change: `await insertJournal(tx, ctx, {
 * action: 'compte.role', objet_id: id })`.
 */
export async function insertJournal(
  reader: Reader,
  auteur: Auteur,
  ligne: LigneJournal,
): Promise<void> {
  await reader.insert(journal).values(journalOf(auteur, ligne));
}

/**
 * Records a refused sign-in, at most one per minute for an account, and one for all unknown
 * addresses together, so that a flood does not fill the table (ACC-73). `compte`: null for an
 * unknown address, which is not stored.
 */
export async function insertRefusedSignIn(
  reader: Reader,
  auteur: Auteur,
  compte: string | null,
  code: string,
): Promise<void> {
  const row = journalOf(
    { ...auteur, personne: null },
    { action: 'connexion.refusee', objet_id: compte, details: { code } },
  );
  const since = new Date(row.survenu_at.getTime() - 60_000);
  await reader.execute(sql`
    insert into ${journal} (survenu_at, action, objet, objet_id, details, ip, user_agent)
    select ${row.survenu_at}::timestamptz, ${row.action}, ${row.objet}, ${compte}::text, ${JSON.stringify(row.details)}::jsonb, ${row.ip}, ${row.user_agent}
    where not exists (
      select from ${journal} where ${compte === null ? sql`objet_id is null` : sql`objet_id = ${compte}`} and action = ${row.action} and survenu_at > ${since}::timestamptz
    )`);
}

export type FiltreJournal = {
  categorie?: CategorieJournal | undefined;
  par?: string | undefined;
  q?: string | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
  /** About this customer, its account or a lesson in which it has or had a seat (CLI-24). */
  client?: string | undefined;
};

/**
 * The ids of what a customer's lines are about. An array, so that the index of the lines serves.
 */
const objectsOf = (client: string): SQL => sql`((
  select array_agg(id::text) from (
    select ${client}::uuid as id union select reservation_id from participants where user_id = ${client}
    union select reservation_id from participants_supprimes where user_id = ${client}
    union select reservation_id from participants_retires where user_id = ${client}
  ) as objects)::text[])`;

const [acteur, compte] = [alias(users, 'acteur'), alias(users, 'compte')];

/** The columns for the name of an account, or its email if it has no name. */
const nameOf = (account: typeof acteur | typeof compte) => ({
  id: account.id,
  email: account.email,
  prenom: account.prenom,
  nom: account.nom,
  full_name: account.full_name,
});

/** Whom a line is about: an account, a customer, or the account that an email went to. */
const cible = sql`case when ${journal.objet} = 'compte' or ${inArray(journal.action, actionsAbout('client'))} then ${journal.objet_id}
  when ${journal.objet} = 'courriel' then (select user_id::text from courriels where id = ${journal.objet_id}::uuid) end`;

const conditionsOf = ({ categorie, par, from, before }: FiltreJournal): SQL | undefined =>
  and(
    categorie && inArray(journal.action, actionsOf(categorie)),
    par === undefined ? undefined : eq(journal.acteur_id, par),
    from && gte(journal.survenu_at, from),
    before && lt(journal.survenu_at, before),
  );

/** What holds of one line of an act, and not of the others. */
function searched({ q, client }: FiltreJournal): SQL | undefined {
  const search = (q ?? '').trim().replace(/\s+/gu, ' ');
  const has = (text: SQL): SQL =>
    sql`strpos(${plainText(text)}, ${plainText(sql`${search}::text`)}) > 0`;
  const found = (account: typeof acteur | typeof compte): SQL =>
    has(
      sql`concat_ws(' ', ${account.prenom}, ${account.nom}, ${account.full_name}, ${account.email})`,
    );
  return and(
    client === undefined ? undefined : sql`${journal.objet_id} = any${objectsOf(client)}`,
    search === ''
      ? undefined
      : or(
          eq(journal.objet_id, search),
          sql`${journal.acteur_id}::text = ${search}`,
          found(acteur),
          found(compte),
          has(sql`coalesce(${clients.nom}, '')`),
          inArray(journal.action, actionsSaying(search)),
          ...keptNames(has),
        ),
  );
}

/**
 * The latest line of each act of which the search finds a line (ACC-76): of a closure its own one. The
 * acts are found from their lines, so that the indexes of the lines serve.
 */
function actsOf(reader: Reader, filtre: FiltreJournal): SQL | undefined {
  const search = searched(filtre);
  const { acte, id } = journal;
  const latest = sql<number>`coalesce((select max(l.id) from journal l where l.acte = ${acte}), ${id})`;
  return and(
    conditionsOf(filtre),
    search
      ? inArray(id, withNames(reader.select({ id: latest }).from(journal).$dynamic()).where(search))
      : sql`not exists (select from journal l where l.acte = ${acte} and l.id > ${id})`,
  );
}

/** Joins the lines with the accounts and customers that they name. */
const withNames = <Q extends PgSelect>(lines: Q) =>
  lines
    .leftJoin(acteur, eq(acteur.id, journal.acteur_id))
    .leftJoin(compte, sql`${compte.id}::text = ${cible}`)
    .leftJoin(clients, sql`${clients.id}::text = ${cible}`);

/**
 * Lines that a name finds although no account has it: those of lessons that keep the name of a deleted
 * account or of anybody else, and of a merge into the customer who got the lessons of that name. The
 * journal itself holds no names (ACC-72).
 */
function keptNames(has: (text: SQL) => SQL): SQL[] {
  const named = has(sql`concat_ws(' ', nom_client, array_to_string(noms_participants, ' '))`);
  return [
    sql`(${journal.objet} = 'reservation' and ${journal.objet_id} in (
      select id::text from reservations where ${named} union all select id::text from reservations_supprimees where ${named}))`,
    sql`(${journal.action} = 'client.regroupe' and ${journal.objet_id} in (
      select user_id::text from participants where ${has(sql`participants.nom`)} union all select user_id::text from reservations where ${has(sql`nom_client`)}))`,
  ];
}

/** null in every field if there is no such account. */
export type NameOf = Record<'id' | 'email' | 'prenom' | 'nom' | 'full_name', string | null>;

const lignes = (reader: Reader) =>
  withNames(
    reader
      .select({
        ligne: journal,
        acteur: nameOf(acteur),
        compte: nameOf(compte),
        client: { id: clients.id, nom: clients.nom },
      })
      .from(journal)
      .$dynamic(),
  );

/**
 * The acts, newest first; at most `nombre`, after `offset`. Names are the present names of the
 * accounts and customers.
 */
export async function listJournal(
  reader: Reader,
  filtre: FiltreJournal,
  { nombre, offset }: { nombre: number; offset: number },
) {
  return lignes(reader)
    .where(actsOf(reader, filtre))
    .orderBy(desc(journal.survenu_at), desc(journal.id))
    .limit(nombre)
    .offset(offset);
}

/** The lines of some acts. */
export async function listActes(reader: Reader, actes: readonly string[]) {
  return lignes(reader)
    .where(inArray(journal.acte, [...actes]))
    .orderBy(journal.id);
}

export const countJournal = (reader: Reader, filtre: FiltreJournal): Promise<number> =>
  reader.$count(journal, actsOf(reader, filtre));

/** The most approvals from which the usual delay is computed, and the fewest (RIDE-61). */
const [APPROVALS_MAX, APPROVALS_MIN] = [20, 5];

/**
 * Whole days from sign-up to approval: the rounded median of the last approvals; 0 below one day;
 * null while there are too few (RIDE-61).
 */
export async function getDelaiApprobation(reader: Reader): Promise<number | null> {
  const {
    rows: [row],
  } = await reader.execute<{ n: number; jours: number }>(sql`
    select count(*)::int as n, percentile_cont(0.5) within group (order by extract(epoch from recentes.survenu_at - ${users.created_at}) / 86400) as jours
    from (select objet_id, survenu_at from ${journal} where action = 'compte.approuve' order by survenu_at desc, id desc limit ${APPROVALS_MAX}) as recentes
    join ${users} on ${users.id} = recentes.objet_id::uuid`);
  if (!row || row.n < APPROVALS_MIN) return null;
  return row.jours < 1 ? 0 : Math.round(row.jours);
}

/**
 * Lines are kept for so many days at least: for as long as an address that an administrator changed is
 * named, and the life of the link that was asked for before (ACC-104, LIM-221).
 */
const JOURNAL_MIN_JOURS = ADRESSE_NOMMEE_JOURS + 8;

/** Deletes lines that are older than this number of months. */
export async function deleteJournalOlderThan(
  reader: Reader,
  mois: number,
  now: Date,
): Promise<void> {
  await reader
    .delete(journal)
    .where(
      lt(
        journal.survenu_at,
        sql`${now}::timestamptz - greatest(make_interval(months => ${mois}::int), make_interval(days => ${JOURNAL_MIN_JOURS}::int))`,
      ),
    );
}
