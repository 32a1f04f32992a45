/**
 * The outbox: every email is a row, which is written in the transaction that causes it (MAIL-01,
 * ADR-012).
 */
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  min,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { momentAt } from '#domain/core/calendrier.ts';
import type {
  ContenuCourriel,
  DroitsDuCavalier,
  NewCourriel,
  SorteCourriel,
  StatutCourriel,
} from '#domain/emails/courriels.ts';
import { lastUrgent, RANGS } from '#domain/emails/urgence.ts';
import { OWN_CAUSES } from '#domain/emails/failures.ts';
import { LATE_AFTER_MS, type Retard } from '#domain/emails/retard.ts';
import type { Digest } from '#domain/emails/inscriptions.ts';
import type { CurrentLecon } from '#domain/emails/delivery.ts';
import type { Db, Reader, Tx } from '#server/platform/db.ts';
import { courriels, rangOf, reservations, typesLecons } from '#server/platform/schema/schema.ts';
import { RESERVATION } from '../lessons/columns.ts';
import { seatsOf } from '../lessons/participants.ts';

export type Courriel = typeof courriels.$inferSelect;

/**
 * Stores emails to send; an email whose cause is already stored changes nothing. Returns the ids of
 * the new ones.
 */
export async function insertCourriels(tx: Tx, added: readonly NewCourriel[]): Promise<string[]> {
  if (added.length === 0) return [];
  const rows = await tx
    .insert(courriels)
    .values(added.map((courriel) => ({ ...courriel, sorte: courriel.contenu.sorte })))
    .onConflictDoNothing({ target: courriels.cause })
    .returning({ id: courriels.id });
  return rows.map(({ id }) => id);
}

/**
 * Deletes the emails to administrators about a sign-up, sent or not, because they contain name,
 * telephone and address of the account.
 */
export async function deleteCourrielsAbout(tx: Tx, user_id: string): Promise<void> {
  await tx
    .delete(courriels)
    .where(
      and(
        eq(courriels.sorte, 'inscription'),
        sql`starts_with(${courriels.cause}, ${`inscription ${user_id} `})`,
      ),
    );
  // These emails are still sent, because an account that was made administrator and has erased
  // itself since must not remain unnoticed.
  for (const field of ['par', 'compte']) {
    await tx
      .update(courriels)
      .set({ contenu: sql`jsonb_set(${courriels.contenu}, ${`{${field}}`}, 'null')` })
      .where(
        and(
          eq(courriels.sorte, 'alerte_admins'),
          sql`${courriels.contenu} @> ${JSON.stringify({ [field]: { user_id } })}::jsonb`,
        ),
      );
  }
  await tx
    .update(courriels)
    .set({
      contenu: sql`jsonb_set(${courriels.contenu}, '{adresse}', ${courriels.contenu} -> 'adresse' || '{"user_id": null, "nom": null}')`,
    })
    .where(
      and(
        eq(courriels.sorte, 'alerte_admins'),
        sql`${courriels.contenu} @> ${JSON.stringify({ adresse: { user_id } })}::jsonb`,
      ),
    );
  const matches = and(
    inArray(courriels.sorte, ['inscriptions_groupees', 'inscriptions_en_attente']),
    sql`${courriels.contenu} @> ${JSON.stringify({ demandes: [{ user_id }] })}::jsonb`,
  );
  const rows = await tx
    .select({ id: courriels.id, contenu: courriels.contenu })
    .from(courriels)
    .where(matches)
    .orderBy(asc(courriels.id))
    .for('update');
  for (const { id, contenu } of rows) {
    if (!('demandes' in contenu)) continue;
    const demandes = contenu.demandes.filter((demande) => demande.user_id !== user_id);
    if (demandes.length + contenu.autres === 0)
      await tx.delete(courriels).where(eq(courriels.id, id));
    else
      await tx
        .update(courriels)
        .set({ contenu: { ...contenu, demandes } })
        .where(eq(courriels.id, id));
  }
}

/**
 * The grouped sign-up emails that no instance has begun to send, by recipient; locked until the
 * transaction ends.
 */
export async function lockGroupees(
  tx: Tx,
  now: Date,
): Promise<Map<string, { id: string; contenu: Digest }>> {
  const rows = await tx
    .select({ id: courriels.id, destinataire: courriels.destinataire, contenu: courriels.contenu })
    .from(courriels)
    .where(
      and(
        available,
        eq(courriels.sorte, 'inscriptions_groupees'),
        gt(courriels.envoyer_apres, now),
        eq(courriels.essais, 0),
      ),
    )
    .orderBy(asc(courriels.id))
    .for('update');
  return new Map(
    rows.map(({ id, destinataire, contenu }) => [destinataire, { id, contenu: contenu as Digest }]),
  );
}

/** Stores a change of an email that this transaction has locked. */
export async function updateCourriel(tx: Tx, id: string, outcome: Outcome): Promise<void> {
  await tx.update(courriels).set(outcome).where(eq(courriels.id, id));
}

/**
 * Waiting, and held by no instance. A lease is compared with the clock of the database, because the
 * clocks of two instances may differ (OPS-73).
 */
const available = and(
  eq(courriels.statut, 'en_attente'),
  or(isNull(courriels.tenu_jusque), lte(courriels.tenu_jusque, sql`now()`)),
);

/**
 * Emails about one lesson are sent in the order of its versions (MAIL-07): an email waits while an
 * older one has not been sent. So are those about prices to one account. `one`: the name of its row.
 */
const waitsForOlder = (one: 'courriels' | 'autre'): SQL =>
  sql.raw(`(${one}.sorte = 'prix_changes' and exists (
  select 1 from courriels as avant
  where avant.statut = 'en_attente' and avant.sorte = 'prix_changes'
    and avant.user_id = ${one}.user_id and avant.created_at < ${one}.created_at
) or exists (
  select 1 from courriels as avant
  where avant.statut = 'en_attente' and avant.sorte <> 'rappel'
    and avant.reservation_id = ${one}.reservation_id and avant.destinataire = ${one}.destinataire
    and (avant.contenu -> 'lecon' ->> 'version')::int < (${one}.contenu -> 'lecon' ->> 'version')::int
))`);

/** The emails of changes of one lesson to one recipient, an account or an address of the centre. */
export const sameLecon = (one: string, other: string): SQL =>
  sql.raw(`${one}.reservation_id = ${other}.reservation_id and ${one}.user_id is not distinct from ${other}.user_id
    and (${one}.user_id is not null or ${one}.destinataire = ${other}.destinataire) and 'rappel' not in (${one}.sorte, ${other}.sorte)`);

/**
 * An email of a change waits while a later one about its lesson does: both are first united
 * (MAIL-42). One that was tried is not united, so nothing waits to be united with it; the previous
 * version leaves `attend` in an email that it tries.
 */
const waitsForNewer = (one: 'courriels' | 'autre'): SQL =>
  sql`(${sql.raw(one)}.contenu ? 'attend' and ${sql.raw(one)}.essais = 0 and exists (
  select from courriels as apres
  where apres.statut = 'en_attente' and apres.essais = 0 and ${sameLecon('apres', one)}
    and (apres.contenu -> 'lecon' ->> 'version')::int > (${sql.raw(one)}.contenu -> 'lecon' ->> 'version')::int
))`;

/** Rows that are sent as one message: of the same group and to the same recipient (MAIL-26). */
const sameMessage = (one: string, other: string): SQL =>
  sql.raw(
    `${one}.groupe = ${other}.groupe and ${one}.destinataire = ${other}.destinataire and ${one}.user_id is not distinct from ${other}.user_id`,
  );

/**
 * A row that leaves with the others of its message: it waits, is held by nobody, still makes sense,
 * and is due: one that is put off, by a failed attempt or a later change of its lesson, leaves
 * without them.
 */
const joins = (now: Date): SQL => {
  const instant = sql`${now.toISOString()}::timestamptz`;
  return sql`autre.statut = 'en_attente' and (autre.tenu_jusque is null or autre.tenu_jusque <= now())
    and autre.perime_apres > ${instant} and autre.envoyer_apres <= ${instant} and not ${waitsForNewer('autre')}`;
};

/**
 * Selects the most urgent row of a message, which is taken together with all others, once none of
 * them waits for an older email.
 */
const leads = (now: Date): SQL => sql`not exists (
  select 1 from courriels as autre
  where ${joins(now)} and ${sameMessage('autre', 'courriels')} and ((${rangOf('autre')}, autre.id) < (${rangOf('courriels')}, courriels.id) or ${waitsForOlder('autre')})
)`;

/**
 * Which messages a sender takes (MAIL-46): the most urgent first; only those that may not wait
 * behind mass mail; or first those that are about neither a link nor a lesson, so that these do not
 * wait for ever.
 */
export type Tour = 'urgence' | 'presse' | 'reste';

/**
 * Takes a message that is due at `now`, of equally urgent ones the one that has been due longest, and
 * holds its rows for `ms`. No other instance sends them before then; afterwards any instance may take
 * them, in case this one died. `except`: a kind of email that is not taken. Returns its rows, the
 * first of which gives the Message-ID; none if nothing is due.
 */
export async function claimMessage(
  db: Db,
  now: Date,
  ms: number,
  { except = null, tour = 'urgence' }: { except?: SorteCourriel | null; tour?: Tour } = {},
): Promise<Courriel[]> {
  const rang = rangOf('courriels');
  const share = {
    urgence: undefined,
    presse: sql`${rang} <= ${lastUrgent(momentAt(now).jour)}`,
    reste: sql`${rang} = ${RANGS.reste}`,
  }[tour];
  const due = db
    .select({
      id: courriels.id,
      groupe: courriels.groupe,
      destinataire: courriels.destinataire,
      user_id: courriels.user_id,
    })
    .from(courriels)
    .where(
      and(
        available,
        lte(courriels.envoyer_apres, now),
        gt(courriels.perime_apres, now),
        except === null ? undefined : ne(courriels.sorte, except),
        share,
        not(waitsForOlder('courriels')),
        not(waitsForNewer('courriels')),
        leads(now),
      ),
    )
    .orderBy(asc(rang), asc(courriels.envoyer_apres))
    .limit(1)
    .for('update', { skipLocked: true });
  const taken = sql`(
    with due as ${due}
    select id from due
    union select autre.id from due join courriels as autre on ${sameMessage('autre', 'due')}
    where ${joins(now)})`;
  // In whole milliseconds, like a Date, because `settleCourriel` compares them.
  const tenu_jusque = sql`date_trunc('milliseconds', now()) + make_interval(secs => ${ms / 1000})`;
  const rows = await db
    .update(courriels)
    .set({
      tenu_jusque,
      essais: sql`${courriels.essais} + 1`,
      // It may be delivered from now on: a later change is another email.
      contenu: sql`${courriels.contenu} - 'attend'`,
    })
    .where(and(sql`${courriels.id} in ${taken}`, available)) // compared again if another instance has just taken one
    .returning();
  if (rows.length === 0 && tour === 'reste') return claimMessage(db, now, ms, { except });
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** The rows that are or were sent in one message with this one, including this one. */
export async function listMessage(
  reader: Reader,
  { id, groupe, destinataire, user_id, statut, envoye_at }: Courriel,
): Promise<Courriel[]> {
  return reader
    .select()
    .from(courriels)
    .where(
      or(
        eq(courriels.id, id),
        groupe === null
          ? undefined
          : and(
              eq(courriels.groupe, groupe),
              eq(courriels.destinataire, destinataire),
              user_id === null ? isNull(courriels.user_id) : eq(courriels.user_id, user_id),
              eq(courriels.statut, statut),
              envoye_at === null ? isNull(courriels.envoye_at) : eq(courriels.envoye_at, envoye_at),
            ),
      ),
    )
    .orderBy(asc(courriels.id));
}

export type Outcome = Partial<
  Pick<
    Courriel,
    | 'statut'
    | 'envoyer_apres'
    | 'du_depuis'
    | 'perime_apres'
    | 'derniere_erreur'
    | 'envoye_at'
    | 'essais'
  >
> & {
  contenu?: ContenuCourriel;
  /**
   * Added to the content instead of replacing it, because other parts of the content may be erased
   * meanwhile.
   */
  soi_meme?: DroitsDuCavalier;
};

/**
 * Stores the result of an email that this instance held; no effect if the email was deleted or if
 * another instance took it meanwhile.
 */
export async function settleCourriel(
  tx: Tx,
  { id, tenu_jusque }: Courriel,
  { soi_meme, ...outcome }: Outcome,
): Promise<void> {
  // An email that was sent is recorded as sent even if another instance holds it by now.
  const lease =
    outcome.statut === 'envoye' || !tenu_jusque
      ? undefined
      : eq(courriels.tenu_jusque, tenu_jusque);
  const said = soi_meme && {
    contenu: sql`${courriels.contenu} || ${JSON.stringify({ soi_meme })}::jsonb`,
  };
  await tx
    .update(courriels)
    .set({ ...outcome, ...said, tenu_jusque: null })
    .where(and(eq(courriels.id, id), eq(courriels.statut, 'en_attente'), lease));
}

/**
 * The bound on `envoyer_apres` follows from the other one; it lets the index skip emails that are
 * due later.
 */
const outdated = (now: Date) =>
  and(available, lte(courriels.envoyer_apres, now), lte(courriels.perime_apres, now));

/**
 * Marks emails that waited too long as `echoue`, or as `perime` if nothing can be sent and nothing
 * was tried (MAIL-02), and wipes their links. Returns how many there were.
 */
export async function outdateCourriels(tx: Tx, now: Date, canSend: boolean): Promise<number> {
  const rows = await tx
    .update(courriels)
    .set({
      statut: canSend
        ? 'echoue'
        : sql`case when ${courriels.essais} > 0 then 'echoue' else 'perime' end`,
      ...(canSend && {
        derniere_erreur: sql`coalesce(${courriels.derniere_erreur}, ${OWN_CAUSES.jamais_essaye})`,
      }),
      contenu: sql`case when ${courriels.contenu} ? 'jeton' then ${courriels.contenu} || '{"jeton": null}' else ${courriels.contenu} end`,
    })
    .where(outdated(now))
    .returning({ id: courriels.id });
  return rows.length;
}

/** The emails that contain the token of a link, locked until the transaction ends. */
export async function lockLiens(
  tx: Tx,
): Promise<Pick<Courriel, 'id' | 'cause' | 'statut' | 'contenu'>[]> {
  const { id, cause, statut, contenu } = courriels;
  return tx
    .select({ id, cause, statut, contenu })
    .from(courriels)
    .where(sql`${contenu} ->> 'jeton' is not null`)
    .orderBy(asc(id))
    .for('update');
}

/**
 * The waiting emails whose limit has not changed, except reminders, and the copies that an erasure
 * has limited (PEOPLE-32); locked until the transaction ends.
 */
export async function lockWaiting(
  tx: Tx,
): Promise<Pick<Courriel, 'id' | 'contenu' | 'created_at' | 'perime_apres'>[]> {
  const { id, contenu, created_at, perime_apres } = courriels;
  return tx
    .select({ id, contenu, created_at, perime_apres })
    .from(courriels)
    .where(
      and(
        eq(courriels.statut, 'en_attente'),
        ne(courriels.sorte, 'rappel'),
        sql`not ${contenu} ? 'a_effacer'`,
      ),
    )
    .orderBy(asc(id))
    .for('update');
}

export async function extendCourriel(tx: Tx, id: string, perime_apres: Date): Promise<void> {
  await tx.update(courriels).set({ perime_apres }).where(eq(courriels.id, id));
}

/**
 * True if an outdated email waits. Checked first, so that no change is announced if there is none.
 */
export async function hasOutdated(db: Db, now: Date): Promise<boolean> {
  const [row] = await db.select({ id: courriels.id }).from(courriels).where(outdated(now)).limit(1);
  return row !== undefined;
}

/** The email, and its lesson in its present state. */
export type CourrielWithLesson = { courriel: Courriel; actuelle: CurrentLecon | null };

const ACTUELLE = {
  ...RESERVATION,
  type: sql<string>`coalesce(${typesLecons.label}, ${reservations.type_lecon})`,
  participants: seatsOf(),
};

export const withLesson = (reader: Reader, contenu = sql<ContenuCourriel>`${courriels.contenu}`) =>
  reader
    .select({ courriel: { ...getTableColumns(courriels), contenu }, actuelle: ACTUELLE })
    .from(courriels)
    .leftJoin(reservations, eq(reservations.id, courriels.reservation_id))
    .leftJoin(typesLecons, eq(typesLecons.value, reservations.type_lecon));

export async function lockCourriel(tx: Tx, id: string): Promise<CourrielWithLesson | null> {
  const [row] = await withLesson(tx).where(eq(courriels.id, id)).for('update', { of: courriels });
  return row ?? null;
}

export async function getCourriel(reader: Reader, id: string): Promise<CourrielWithLesson | null> {
  const [row] = await withLesson(reader).where(eq(courriels.id, id));
  return row ?? null;
}

/**
 * Newest first, without the long messages that administrators write; at most `nombre` rows, after
 * `offset`. `user_id`: only those to this account.
 */
export async function listCourriels(
  reader: Reader,
  { statut, user_id }: { statut?: StatutCourriel | undefined; user_id?: string },
  { nombre, offset }: { nombre: number; offset: number },
): Promise<CourrielWithLesson[]> {
  const contenu = sql<ContenuCourriel>`case when ${courriels.sorte} = 'libre' then ${courriels.contenu} || '{"html":""}' else ${courriels.contenu} end`;
  return withLesson(reader, contenu)
    .where(
      and(
        statut && eq(courriels.statut, statut),
        user_id === undefined ? undefined : eq(courriels.user_id, user_id),
      ),
    )
    .orderBy(desc(courriels.created_at), desc(courriels.id))
    .limit(nombre)
    .offset(offset);
}

export type CourrielCounts = Record<StatutCourriel, number> & { echoue_non_vus: number };

/** How many emails are in each state, and how many failures nobody has seen. */
export async function countCourriels(reader: Reader): Promise<CourrielCounts> {
  const countOf = (statut: StatutCourriel) =>
    sql<number>`(count(*) filter (where ${courriels.statut} = ${statut}))::int`;
  const [row] = await reader
    .select({
      en_attente: countOf('en_attente'),
      envoye: countOf('envoye'),
      echoue: countOf('echoue'),
      perime: countOf('perime'),
      echoue_non_vus: sql<number>`(count(*) filter (where ${and(eq(courriels.statut, 'echoue'), isNull(courriels.vu_at))}))::int`,
    })
    .from(courriels);
  return row ?? { en_attente: 0, envoye: 0, echoue: 0, perime: 0, echoue_non_vus: 0 };
}

/** The emails that have been due for too long (MAIL-22); null if there are none. */
export async function getRetard(reader: Reader, now: Date): Promise<Retard | null> {
  const due = sql<Date>`coalesce(${courriels.du_depuis}, ${courriels.envoyer_apres})`.mapWith(
    courriels.envoyer_apres,
  );
  const late = new Date(now.getTime() - LATE_AFTER_MS).toISOString();
  const [row] = await reader
    .select({ nombre: count(), depuis: min(due) })
    .from(courriels)
    .where(and(eq(courriels.statut, 'en_attente'), lte(due, sql`${late}::timestamptz`)));
  return row?.depuis ? { nombre: row.nombre, depuis: new Date(row.depuis).toISOString() } : null;
}

/** Marks failures as seen; returns how many were not seen before. */
export async function markSeen(tx: Tx, ids: readonly string[], now: Date): Promise<number> {
  const rows = await tx
    .update(courriels)
    .set({ vu_at: now })
    .where(
      and(inArray(courriels.id, [...ids]), eq(courriels.statut, 'echoue'), isNull(courriels.vu_at)),
    )
    .returning({ id: courriels.id });
  return rows.length;
}

/** Every email that was given up, locked until the transaction ends. */
export async function lockFailed(tx: Tx): Promise<CourrielWithLesson[]> {
  return withLesson(tx)
    .where(eq(courriels.statut, 'echoue'))
    .orderBy(courriels.id)
    .for('update', { of: courriels });
}

/** Puts emails back into the queue as if they had never been tried. */
export async function requeueCourriels(
  tx: Tx,
  ids: readonly string[],
  { now, perime_apres }: { now: Date; perime_apres: Date },
): Promise<void> {
  await tx
    .update(courriels)
    .set({
      statut: 'en_attente',
      essais: 0,
      derniere_erreur: null,
      envoye_at: null,
      vu_at: null,
      tenu_jusque: null,
      du_depuis: null,
      envoyer_apres: now,
      perime_apres,
    })
    .where(inArray(courriels.id, [...ids]));
}

/**
 * Deletes emails that were sent, given up or outdated before `instant` (MAIL-12), because people's
 * addresses are not kept for ever. Waiting emails stay. An email that was given up was last tried
 * before its next attempt would have been due.
 */
export async function deleteCourrielsBefore(reader: Reader, instant: Date): Promise<void> {
  const over = sql`least(${courriels.perime_apres}, coalesce(${courriels.envoye_at}, ${courriels.envoyer_apres}))`;
  await reader
    .delete(courriels)
    .where(
      and(ne(courriels.statut, 'en_attente'), lt(over, sql`${instant.toISOString()}::timestamptz`)),
    );
}
