/** Prices (PRICE-02 to PRICE-04): a number of euros in calls, whole cents in code. */
import { Refus } from '#domain/errors/errors.ts';
import { centimesOf, eurosOf, formatCentimes, prixOf } from '#domain/settings/prix.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import type { Ctx } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { listPortee, listPrix, lockPrix, setPrix } from '#server/stores/settings/prix.ts';
import { listTypes } from '#server/stores/settings/types_lecons.ts';

type Prix = { id: string; created_at: string; type_lecon: string; prix: number; version: number };

export function list(ctx: Ctx): Promise<Prix[]> {
  return read(ctx.db);
}

/** The lessons to which each price applies (PRICE-17). */
export function portee(ctx: Ctx): ReturnType<typeof listPortee> {
  return ctx.shared.share('portee des prix', () => listPortee(ctx.db));
}

type Row = { type_lecon: string; prix: number; version?: number | undefined };

/**
 * Stores all prices or none (PRICE-04): if one price is wrong, or has changed since the `version`
 * with which it was read, no price changes.
 */
export async function save(ctx: Ctx, rows: readonly Row[]): Promise<Prix[]> {
  return ctx.transaction(async (tx) => {
    const stored = new Map(
      (
        await lockPrix(
          tx,
          rows.map(({ type_lecon }) => type_lecon),
        )
      ).map((current) => [current.type_lecon, current]),
    );
    const changes = new Map<string, string>();
    const changements: Record<string, [string, string]> = {};
    for (const { type_lecon, prix, version } of rows) {
      const centimes = prixOf(prix);
      if (centimes === null) throw new Refus('prix_invalide');
      const current = stored.get(type_lecon);
      if (!current) throw new Refus('type_introuvable');
      const wanted = eurosOf(centimes);
      if (wanted === current.prix) continue;
      if (version !== undefined && version !== current.version)
        changes.set(type_lecon, current.prix);
      else {
        await setPrix(tx, type_lecon, wanted);
        changements[type_lecon] = [current.prix, wanted];
      }
    }
    if (changes.size > 0)
      throw new Refus('prix_changes', { detail: await describeChanges(tx, changes) });
    if (Object.keys(changements).length > 0)
      await insertJournal(tx, ctx, { action: 'prix.modifies', details: { changements } });
    return read(tx);
  });
}

/** 'Leçon de saut : 31,00 €.' */
async function describeChanges(tx: Tx, prix: ReadonlyMap<string, string>): Promise<string> {
  const rows = (await listTypes(tx)).flatMap(({ value, label }) => {
    const euros = prix.get(value);
    return euros === undefined ? [] : `${label} : ${formatCentimes(centimesOf(euros) ?? 0)} €`;
  });
  return `${rows.join(', ')}.`;
}

/** JSON writes the shortest number that reads as the stored decimal, so nothing is lost. */
async function read(reader: Reader): Promise<Prix[]> {
  return (await listPrix(reader)).map((row) => ({ ...row, prix: Number(row.prix) }));
}
