/**
 * Links sent by email (ACC-22, ACC-31) and requests for them (ACC-30). This table contains the
 * fingerprint of a token, never the token.
 */
import { and, asc, eq, gt, like, lt, sql } from 'drizzle-orm';
import type { UsageDeLien } from '#domain/emails/courriels.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { courriels, demandesDeLien, verifications } from '#server/platform/schema/schema.ts';

/**
 * A used link is kept under another identifier until it would have expired, so that a second use
 * can be recognised.
 */
const usedIdentifierOf = (usage: UsageDeLien, empreinte: string): string =>
  `servi ${identifierOf(usage, empreinte)}`;

const identifierOf = (usage: UsageDeLien, empreinte: string): string => `${usage}:${empreinte}`;

/**
 * Not for a link that an administrator asked for, if its account has become an administrator
 * (ACC-105). The value of a link is always the id of an account.
 */
const OPENS = sql`case when ${verifications.par_admin}
  then not exists (select from users u where u.id = ${verifications.value}::uuid and u.role = 'admin') else true end`;

/**
 * Stores a new link for an account; earlier links for the same purpose stop working. `par_admin`: an
 * administrator asked for it, for another account that was no administrator.
 */
export async function replaceLien(
  tx: Tx,
  {
    usage,
    empreinte,
    user_id,
    expire,
    par_admin = false,
  }: {
    usage: UsageDeLien;
    empreinte: string;
    user_id: string;
    expire: Date;
    par_admin?: boolean;
  },
): Promise<void> {
  await deleteLiens(tx, user_id, usage);
  await tx.insert(verifications).values({
    identifier: identifierOf(usage, empreinte),
    value: user_id,
    par_admin,
    expires_at: expire,
  });
}

/** Marks a link like one that an administrator asked for: an administrator has seen it. */
export async function markParAdmin(tx: Tx, usage: UsageDeLien, empreinte: string): Promise<void> {
  await tx
    .update(verifications)
    .set({ par_admin: true })
    .where(eq(verifications.identifier, identifierOf(usage, empreinte)));
}

/** The account of a link that is valid at `now`; otherwise null. */
export async function getLien(
  reader: Reader,
  usage: UsageDeLien,
  empreinte: string,
  now: Date,
): Promise<string | null> {
  const [row] = await reader
    .select({ user_id: verifications.value })
    .from(verifications)
    .where(
      and(
        eq(verifications.identifier, identifierOf(usage, empreinte)),
        gt(verifications.expires_at, now),
        OPENS,
      ),
    );
  return row?.user_id ?? null;
}

/** Marks a link as used: of simultaneous uses, one receives the account id, the others null. */
export async function consumeLien(
  tx: Tx,
  usage: UsageDeLien,
  empreinte: string,
  now: Date,
): Promise<string | null> {
  const [row] = await tx
    .update(verifications)
    .set({ identifier: usedIdentifierOf(usage, empreinte) })
    .where(
      and(
        eq(verifications.identifier, identifierOf(usage, empreinte)),
        gt(verifications.expires_at, now),
        OPENS,
      ),
    )
    .returning({ user_id: verifications.value });
  return row?.user_id ?? null;
}

/** True for a link that was used, until it would have expired. */
export async function isUsed(
  reader: Reader,
  usage: UsageDeLien,
  empreinte: string,
  now: Date,
): Promise<boolean> {
  const [row] = await reader
    .select({ id: verifications.id })
    .from(verifications)
    .where(
      and(
        eq(verifications.identifier, usedIdentifierOf(usage, empreinte)),
        gt(verifications.expires_at, now),
      ),
    );
  return row !== undefined;
}

/** Deletes the valid links of an account for one purpose. */
export async function deleteLiens(tx: Tx, user_id: string, usage: UsageDeLien): Promise<void> {
  await tx
    .delete(verifications)
    .where(and(eq(verifications.value, user_id), like(verifications.identifier, `${usage}:%`)));
}

export async function deleteLiensBefore(reader: Reader, instant: Date): Promise<void> {
  await reader.delete(verifications).where(lt(verifications.expires_at, instant));
}

export type DemandeDeLien = { id: number; usage: UsageDeLien; email: string };

/** How many requests are read at once. */
const BATCH = 100;

export async function insertDemande(
  tx: Tx,
  demande: Omit<DemandeDeLien, 'id'> & { created_at: Date },
): Promise<void> {
  await tx.insert(demandesDeLien).values(demande);
}

/** The unanswered requests after a given one, oldest first. */
export async function listDemandes(reader: Reader, after: number): Promise<DemandeDeLien[]> {
  const { id, usage, email } = demandesDeLien;
  return reader
    .select({ id, usage, email })
    .from(demandesDeLien)
    .where(gt(id, after))
    .orderBy(asc(id))
    .limit(BATCH);
}

/** Deletes a request. If several instances try, only one gets true. */
export async function deleteDemande(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx
    .delete(demandesDeLien)
    .where(eq(demandesDeLien.id, id))
    .returning({ id: demandesDeLien.id });
  return rows.length > 0;
}

/**
 * Deletes waiting emails with a link that has been replaced, because it must not be sent any more
 * (ACC-31).
 */
export async function deleteWaitingLiens(
  tx: Tx,
  user_id: string,
  sorte: UsageDeLien,
): Promise<void> {
  await tx
    .delete(courriels)
    .where(
      and(
        eq(courriels.statut, 'en_attente'),
        eq(courriels.user_id, user_id),
        eq(courriels.sorte, sorte),
      ),
    );
}
