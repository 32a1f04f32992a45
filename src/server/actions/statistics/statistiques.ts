/** The statistics of riders (PRICE-05 to PRICE-09). */
import { momentAt } from '#domain/core/calendrier.ts';
import {
  type Graphiques,
  joursComptes,
  moisComptes,
  occupationOf,
} from '#domain/statistics/graphiques.ts';
import type { Fiche } from '#domain/statistics/orthographes.ts';
import {
  type LeconDeCavalier,
  averageOf,
  type CavalierDeStatistiques,
  type CavalierStatistics,
  type FamilleStatistics,
  type Statistiques,
  sumsOf,
} from '#domain/statistics/statistiques.ts';
import { Refus } from '#domain/errors/errors.ts';
import type { Ligne } from '#domain/billing/lignes.ts';
import { eurosOf } from '#domain/prices.ts';
import { openingHoursOf, tranchesOf } from '#domain/slots/horaires.ts';
import type { Ctx } from '#server/platform/services.ts';
import { listMois, listTenues } from '#server/stores/statistics/graphiques.ts';
import { readRules } from '#server/stores/lessons/habitudes.ts';
import { deleteLigne, listLignes } from '#server/stores/billing/lignes.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { getSeatsPricedOn } from '#server/stores/settings.ts';
import { type Chosen, listFiches } from '#server/stores/statistics/orthographes.ts';
import {
  type Filter,
  listCavaliers,
  listFamilles,
  listLecons,
  readStatistics,
  type StatisticsRow,
} from '#server/stores/statistics/statistiques.ts';

export async function get(ctx: Ctx, filter: Filter): Promise<Statistiques> {
  const [{ lignes: rows, total_general, ...totals }, depuis] = await Promise.all([
    readStatistics(ctx.db, filter, momentAt(ctx.now())),
    getSeatsPricedOn(ctx.db),
  ]);
  return {
    ...totals,
    moyenne: averageOf(totals.total_reservations - totals.anciennes, totals.total_cavaliers),
    total_general: total_general / 100,
    prix_depuis: depuis !== null && (filter.du ?? '') < depuis ? depuis : null,
    cavaliers: [...Map.groupBy(rows, ({ cle }) => cle).values()].map(cavalierOf),
  };
}

function cavalierOf(rows: StatisticsRow[]): CavalierStatistics {
  return {
    cle: rows[0]?.cle ?? '',
    nom: rows[0]?.nom ?? '',
    clients: rows[0]?.clients ?? [],
    ...sumsOf(rows),
    types: rows.map(({ type_lecon, label, nombre, en_attente, non_facturees, prix, total }) => ({
      type_lecon,
      label,
      nombre,
      en_attente,
      non_facturees,
      prix: prix === null ? null : prix / 100,
      total: total / 100,
    })),
  };
}

/** The same figures for each account that has seats in the period (PRICE-24). */
export async function familles(
  ctx: Ctx,
  period: Omit<Filter, 'cavalier'>,
): Promise<FamilleStatistics[]> {
  const rows = await listFamilles(ctx.db, period);
  return [...Map.groupBy(rows, ({ user_id }) => user_id)].map(([user_id, own]) => {
    const { types: _, cle: _cle, nom: _rider, clients: _clients, ...sums } = cavalierOf(own);
    const [first] = own;
    return {
      user_id,
      nom: first?.compte || first?.email || '',
      email: first?.email ?? '',
      ...sums,
      cavaliers: [...Map.groupBy(own, ({ cle }) => cle).values()].map(cavalierOf),
    };
  });
}

export function cavaliers(
  ctx: Ctx,
  period: Omit<Filter, 'cavalier'>,
): Promise<CavalierDeStatistiques[]> {
  return listCavaliers(ctx.db, period);
}

export async function lecons(
  ctx: Ctx,
  { sans_prix, ...filter }: Omit<Filter, 'sans_prix'> & { sans_prix?: '1' | undefined },
): Promise<LeconDeCavalier[]> {
  return (await listLecons(ctx.db, { ...filter, sans_prix: sans_prix === '1' })).map(
    ({ prix, ...row }) => ({ ...row, prix: prix === null ? null : Number(prix) }),
  );
}

/** The people whom a rider is known to mean (RIDE-28). */
export function fiches(ctx: Ctx, riders: Chosen): Promise<Fiche[]> {
  return listFiches(ctx.db, riders);
}

/** What is billed of seats that left lessons of the period after the deadline (LIG-05). */
export async function lignes(ctx: Ctx, period: Pick<Filter, 'du' | 'au'>): Promise<Ligne[]> {
  return (await listLignes(ctx.db, period)).map(({ centimes, ...row }) => ({
    ...row,
    prix: Number(eurosOf(centimes)),
  }));
}

/** Occupancy by weekday and hour, and what is billed by month (PRICE-25, PRICE-26). */
export async function graphiques(ctx: Ctx, period: Pick<Filter, 'du' | 'au'>): Promise<Graphiques> {
  const [months, { parametres, pistes }] = await Promise.all([
    listMois(ctx.db, period),
    readRules(ctx.db),
  ]);
  const [first, last] = [months[0], months.at(-1)];
  const days = joursComptes(
    period,
    first && last ? { premiere: first.premiere, derniere: last.derniere } : null,
  );
  if (!days) return { du: null, au: null, heures: [], mois: [] };
  const heures = openingHoursOf(parametres);
  const tranches = tranchesOf(heures, days.du, days.au);
  const inUse = pistes.filter(({ actif }) => actif).length;
  return {
    ...days,
    heures: occupationOf(heures, inUse, tranches, await listTenues(ctx.db, tranches)),
    mois: moisComptes(
      days,
      months.map(({ mois, places, sans_prix, total }) => ({
        mois,
        places,
        sans_prix,
        total: Number(total),
      })),
    ),
  };
}

/** Removes a line: its seat is not billed (LIG-05). */
export async function removeLigne(ctx: Ctx, { id }: { id: string }): Promise<{ success: boolean }> {
  return ctx.transaction(async (tx) => {
    const ligne = await deleteLigne(tx, id);
    if (!ligne) throw new Refus('ligne_introuvable');
    await insertJournal(tx, ctx, {
      action: 'ligne.retiree',
      objet_id: ligne.user_id,
      details: { facturees: { places: 1, centimes: ligne.centimes } },
    });
    return { success: true };
  });
}
