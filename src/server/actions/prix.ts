/** Prices (§3, §7; decision 30): on the wire a number of euros, in between whole cents. */
import { Refus } from '#domain/errors.ts';
import { eurosOf, prixOf } from '#domain/prix.ts';
import type { Reader } from '../platform/db.ts';
import type { Ctx } from '../platform/services.ts';
import { listPrix, setPrix } from '../stores/prix.ts';

type Prix = { id: string; created_at: string; type_lecon: string; prix: number };

export function list(ctx: Ctx): Promise<Prix[]> {
  return read(ctx.db);
}

/** All or nothing: one wrong price leaves every other as it was. */
export async function save(ctx: Ctx, lignes: readonly { type_lecon: string; prix: number }[]): Promise<Prix[]> {
  return ctx.transaction(async (tx) => {
    // In one order, whoever asks: two who save together must not wait for each other.
    for (const { type_lecon, prix } of lignes.toSorted((a, b) => (a.type_lecon < b.type_lecon ? -1 : Number(a.type_lecon > b.type_lecon)))) {
      const centimes = prixOf(prix);
      if (centimes === null) throw new Refus('prix_invalide');
      if (!await setPrix(tx, type_lecon, eurosOf(centimes))) throw new Refus('type_introuvable');
    }
    return read(tx);
  });
}

/** The shortest number that reads as the stored decimal is the one JSON writes. */
async function read(reader: Reader): Promise<Prix[]> {
  return (await listPrix(reader)).map((row) => ({ ...row, prix: Number(row.prix) }));
}
