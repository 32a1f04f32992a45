/** Prices (PRICE-02 to PRICE-04): a number of euros in calls, whole cents in code. */
import { isDeepStrictEqual } from 'node:util';
import { momentAt } from '#domain/core/calendrier.ts';
import { Refus } from '#domain/errors/errors.ts';
import {
  eurosOf,
  formatCentimes,
  premierJour,
  pricesIn,
  prixLe,
  prixOf,
  type PrixValable,
  type Suivant,
} from '#domain/settings/prix.ts';
import { lastJour } from '#domain/reservations/reservations.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import type { Ctx } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { listPrix, lockPrix, priceSeats, setPrix } from '#server/stores/settings/prix.ts';
import { listTypes } from '#server/stores/settings/types_lecons.ts';

type Prix = {
  id: string;
  created_at: string;
  type_lecon: string;
  prix: number;
  suivant: Suivant | null;
  version: number;
};

export function list(ctx: Ctx): Promise<Prix[]> {
  return read(ctx.db, momentAt(ctx.now()).jour);
}

type Row = {
  type_lecon: string;
  prix: number;
  suivant?: Suivant | null | undefined;
  version?: number | undefined;
};

/**
 * Stores all prices or none (PRICE-04): if one price is wrong, or has changed since the `version`
 * with which it was read, no price changes. A price holds from today on, or from the day of
 * `suivant`; seats that are stored keep theirs (PRICE-03).
 */
export async function save(ctx: Ctx, rows: readonly Row[]): Promise<Prix[]> {
  const { jour: aujourdhui } = momentAt(ctx.now());
  return ctx.transaction(async (tx) => {
    const stored = new Map(
      (
        await lockPrix(
          tx,
          rows.map(({ type_lecon }) => type_lecon),
        )
      ).map((current) => [current.type_lecon, current]),
    );
    const changes = new Map<string, number>();
    const changements: Record<string, [string, string]> = {};
    const suivants: Record<string, PrixValable | null> = {};
    for (const { type_lecon, version, ...row } of rows) {
      const wanted = acceptPrix(row, aujourdhui);
      const current = stored.get(type_lecon);
      if (!current) throw new Refus('type_introuvable');
      const centimes = prixLe(current.prix, aujourdhui);
      const next = current.prix.find(({ du }) => du > aujourdhui) ?? null;
      const suivant = wanted.suivant === undefined ? next : wanted.suivant;
      const isSame = wanted.centimes === centimes;
      if (isSame && isDeepStrictEqual(suivant, next)) continue;
      if (version !== undefined && version !== current.version) {
        changes.set(type_lecon, centimes);
        continue;
      }
      await setPrix(tx, type_lecon, {
        aujourdhui,
        present: isSame
          ? null
          : { du: premierJour(current.prix, aujourdhui), centimes: wanted.centimes },
        suivant,
      });
      if (!isSame) changements[type_lecon] = [eurosOf(centimes), eurosOf(wanted.centimes)];
      if (!isDeepStrictEqual(suivant, next)) suivants[type_lecon] = suivant;
    }
    if (changes.size > 0)
      throw new Refus('prix_changes', { detail: await describeChanges(tx, changes) });
    if (Object.keys({ ...changements, ...suivants }).length > 0)
      await insertJournal(tx, ctx, {
        action: 'prix.modifies',
        details: { changements, ...(Object.keys(suivants).length > 0 && { suivants }) },
      });
    return read(tx, aujourdhui);
  });
}

/**
 * Gives the seats that were stored without a price the one in force on the day of their lesson
 * (PRICE-20); answers how many seats got one.
 */
export async function complete(ctx: Ctx): Promise<{ places: number }> {
  return ctx.transaction(async (tx) => {
    const places = await priceSeats(tx);
    if (places > 0)
      await insertJournal(tx, ctx, { action: 'places.tarifees', details: { nombre: places } });
    return { places };
  });
}

/** The cents of a row; undefined if the next price stays. Refuses what is no price, or no day to come. */
function acceptPrix(
  { prix, suivant }: Pick<Row, 'prix' | 'suivant'>,
  aujourdhui: string,
): { centimes: number; suivant: PrixValable | null | undefined } {
  const centimes = prixOf(prix);
  if (centimes === null) throw new Refus('prix_invalide');
  if (!suivant) return { centimes, suivant };
  const next = prixOf(suivant.prix);
  if (next === null) throw new Refus('prix_invalide');
  if (suivant.du <= aujourdhui || suivant.du > lastJour(aujourdhui))
    throw new Refus('prix_jour_invalide');
  return { centimes, suivant: { du: suivant.du, centimes: next } };
}

/** 'Leçon de saut : 31,00 €.' */
async function describeChanges(tx: Tx, prix: ReadonlyMap<string, number>): Promise<string> {
  const rows = (await listTypes(tx)).flatMap(({ value, label }) => {
    const centimes = prix.get(value);
    return centimes === undefined ? [] : `${label} : ${formatCentimes(centimes)} €`;
  });
  return `${rows.join(', ')}.`;
}

async function read(reader: Reader, aujourdhui: string): Promise<Prix[]> {
  return (await listPrix(reader)).map((row) => ({ ...row, ...pricesIn(row.prix, aujourdhui) }));
}
