/** Writes that are stored once, however often their caller sends them (API-27). */
import { createHash } from 'node:crypto';
import { Refus } from '#domain/errors/errors.ts';
import { displayName, isAdmin } from '#domain/people/users.ts';
import { type OwnLecon, ownView } from '#domain/lessons/participants.ts';
import { isEcritureKnown } from '#server/platform/db.ts';
import { hashLimitsOf } from '#server/platform/passwords.ts';
import { withinLimits } from '#server/platform/queue.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import type { Reservation } from '#server/stores/lessons/columns.ts';
import { type Ecriture, getEcriture } from '#server/stores/lessons/ecritures.ts';
import { readEditFacts } from '#server/stores/lessons/facts.ts';
import { readRestoreFacts } from '#server/stores/lessons/supprimees.ts';
import { getHachage } from '#server/stores/people/users.ts';

/** The id that a caller draws for a write. */
export type WithEcriture = { ecriture?: string | undefined };

/** The row of a write that stores the lesson, the closure or the series `objet_id`. */
export type Remember = (objet_id: string) => Ecriture | null;

/** The same of a write of a visitor: the account `user_id`, and the hash of its new password. */
export type RememberByVisitor = (user_id: string, hachage: string) => Ecriture | null;

/**
 * Stores a write once. `store` stores the row of `remember` together with everything else: the
 * primary key refuses a second one, also between instances. A write that is refused, or whose id is
 * known, is looked up: if the same content is stored, `answer` answers what `store` has answered,
 * whatever has become of it since. Another content under a known id: `ecriture_autre_contenu`.
 * Without an id each write is a new one. `call`: its name in the contract.
 */
export async function storeOnce<T>(
  ctx: Ctx,
  call: string,
  { ecriture: id, ...content }: WithEcriture,
  store: (remember: Remember) => Promise<T>,
  answer: (objet_id: string) => T | Promise<T>,
): Promise<T> {
  if (id === undefined) return store(() => null);
  const empreinte = fingerprintOf([personneOf(ctx).id, call, content]);
  try {
    return await store((objet_id) => ({ id, empreinte, objet_id }));
  } catch (error) {
    if (!(error instanceof Refus) && !isEcritureKnown(error)) throw error;
    const stored = await getEcriture(ctx.db, id);
    if (!stored) throw error;
    if (stored.empreinte !== empreinte) throw new Refus('ecriture_autre_contenu');
    return answer(stored.objet_id);
  }
}

/**
 * The same for a visitor who chooses a password (API-29). `store` gives the hash that it stores, whose
 * random salt is in the fingerprint instead of the password: the row confirms no guess of what was
 * sent, and nothing at all once the account or its password is gone. A write that is refused stays
 * refused unless it is stored with this content and the password that the account still has.
 */
export async function storeOnceByVisitor<T>(
  ctx: Ctx,
  call: string,
  { password, ecriture: id, ...content }: WithEcriture & { password: string },
  store: (remember: RememberByVisitor) => Promise<T>,
  answer: (user_id: string) => T | Promise<T>,
): Promise<T> {
  const sealed = (hachage: string): string => fingerprintOf([call, content, hachage]);
  try {
    return await store((objet_id, hachage) =>
      id === undefined ? null : { id, empreinte: sealed(hachage), objet_id },
    );
  } catch (error) {
    if (isEcritureKnown(error)) throw new Refus('ecriture_autre_contenu');
    if (id === undefined || !(error instanceof Refus)) throw error;
    const stored = await getEcriture(ctx.db, id);
    const hachage = stored && (await getHachage(ctx.db, stored.objet_id));
    if (!stored || !hachage || stored.empreinte !== sealed(hachage)) throw error;
    const isRight = await withinLimits(hashLimitsOf(ctx.ip), () =>
      ctx.auth.checkPassword(hachage, password),
    );
    if (!isRight) throw error;
    return answer(stored.objet_id);
  }
}

/** The same for the same content, in whatever order its fields are. */
const fingerprintOf = (content: unknown): string =>
  createHash('sha256')
    .update(
      JSON.stringify(content, (_, value: unknown) =>
        value instanceof Object && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
          : value,
      ),
    )
    .digest('hex');

/**
 * The lesson of a stored write as its caller reads it, also if it was deleted since. A rider who has
 * no seat in it any more reads it without the data of others.
 */
export async function readStored(ctx: Ctx, id: string): Promise<OwnLecon<Reservation>> {
  const facts = (await readEditFacts(ctx.db, id, null)) ?? (await readRestoreFacts(ctx.db, id));
  if (!facts) throw new Refus('reservation_introuvable');
  const { participants, ...lecon } = facts.current;
  const personne = personneOf(ctx);
  if (isAdmin(personne.role)) return lecon;
  const own = participants.filter(({ user_id }) => user_id === personne.id);
  return ownView(lecon, own, { id: personne.id, nom: displayName(personne) });
}
