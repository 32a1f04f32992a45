/**
 * Devices: browsers in which an account completed a sign-in (ACC-53). The cookie contains tokens,
 * the table their fingerprints.
 */
import { and, eq, gt, inArray, lt, notExists, notInArray, sql } from 'drizzle-orm';
import { FAILURES_PER_DEVICE, failuresOfDevice, windowStart } from '#domain/core/limits.ts';
import type { Auth } from '#server/platform/auth.ts';
import { APPAREIL_SECONDS } from '#server/platform/secrets/cookies.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { drawJeton, empreinteOf } from '#server/platform/secrets/jetons.ts';
import { appareils, essais, users } from '#server/platform/schema/schema.ts';

/** A browser's device tokens, newest first. The context of an action has these fields. */
type Browser = {
  appareils: readonly string[];
  auth: Pick<Auth, 'appareilCookie'>;
  now: () => Date;
};

/**
 * Makes the browser a known device of an active account, or renews it. Call it when a session
 * becomes `ouverte`, in the same transaction. Returns the cookies to set: one, or none if the
 * account is not active. The account is locked: a transaction that deactivates it or changes its
 * password waits, and then revokes this device too.
 */
export async function keepAppareil(
  tx: Tx,
  user_id: string,
  { appareils: jetons, auth, now }: Browser,
): Promise<string[]> {
  const drawn = drawJeton();
  const jetonOf = new Map([...jetons, drawn.jeton].map((jeton) => [empreinteOf(jeton), jeton]));
  const {
    rows: [kept],
  } = await tx.execute<{ empreinte: string }>(sql`
    with compte as materialized (select id from users where id = ${user_id}::uuid and statut = 'actif' for share),
    renewed as (
      update appareils set utilise_at = ${now().toISOString()}::timestamptz from compte
      where appareils.user_id = compte.id and appareils.empreinte = any(${sql.param([...jetonOf.keys()])}::text[]) returning appareils.empreinte
    ),
    added as (
      insert into appareils (empreinte, user_id, created_at, utilise_at)
      select ${drawn.empreinte}, id, ${now().toISOString()}::timestamptz, ${now().toISOString()}::timestamptz from compte
      where not exists (select from renewed) returning empreinte
    )
    select empreinte from renewed union all select empreinte from added`);
  const jeton = kept && jetonOf.get(kept.empreinte);
  return jeton === undefined
    ? []
    : [auth.appareilCookie([jeton, ...jetons.filter((other) => other !== jeton)])];
}

/**
 * The known device of an address among a browser's tokens, while it has failures left (ACC-56);
 * null if there is none.
 */
export async function getAppareil(
  reader: Reader,
  email: string,
  jetons: readonly string[],
  now: Date,
): Promise<string | null> {
  if (jetons.length === 0) return null;
  const exhausted = reader
    .select({ id: essais.id })
    .from(essais)
    .where(
      and(
        eq(essais.cle, sql`${failuresOfDevice('')} || ${appareils.id}`),
        gt(essais.survenu_at, windowStart(FAILURES_PER_DEVICE, now)),
      ),
    )
    .offset(FAILURES_PER_DEVICE.max - 1);
  const [row] = await reader
    .select({ id: appareils.id })
    .from(appareils)
    .innerJoin(users, eq(users.id, appareils.user_id))
    .where(
      and(
        inArray(appareils.empreinte, jetons.map(empreinteOf)),
        eq(users.email, email),
        notExists(exhausted),
      ),
    )
    .limit(1);
  return row?.id ?? null;
}

/**
 * The known device of an account among a browser's tokens, regardless of failures on it; null if
 * there is none.
 */
export async function getAppareilOf(
  reader: Reader,
  user_id: string,
  jetons: readonly string[],
): Promise<string | null> {
  if (jetons.length === 0) return null;
  const [row] = await reader
    .select({ id: appareils.id })
    .from(appareils)
    .where(
      and(inArray(appareils.empreinte, jetons.map(empreinteOf)), eq(appareils.user_id, user_id)),
    )
    .limit(1);
  return row?.id ?? null;
}

/**
 * Revokes the devices of an account (ACC-54), except those of one browser if its tokens are given.
 */
export async function deleteAppareilsOf(
  reader: Reader,
  user_id: string,
  except: readonly string[] = [],
): Promise<void> {
  await reader
    .delete(appareils)
    .where(
      and(
        eq(appareils.user_id, user_id),
        except.length === 0 ? sql`true` : notInArray(appareils.empreinte, except.map(empreinteOf)),
      ),
    );
}

/** Deletes devices whose cookie has expired. */
export async function sweepAppareils(reader: Reader, now: Date): Promise<void> {
  await reader
    .delete(appareils)
    .where(lt(appareils.utilise_at, new Date(now.getTime() - APPAREIL_SECONDS * 1000)));
}
