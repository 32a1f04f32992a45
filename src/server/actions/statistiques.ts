/** The statistics of riders (PRICE-05 to PRICE-09). */
import { type LeconDeCavalier, averageOf, type CavalierStatistics, type Statistiques } from '#domain/statistiques.ts';
import { centimesOf, eurosOf } from '#domain/prix.ts';
import type { Ctx } from '../platform/services.ts';
import { type Filtre, getTotaux, type LigneDeStatistique, listCavaliers, listLecons, listLignes } from '../stores/statistiques.ts';

export async function get(ctx: Ctx, filtre: Filtre): Promise<Statistiques> {
  const [lignes, { total_general, ...totaux }] = await Promise.all([listLignes(ctx.db, filtre), getTotaux(ctx.db, filtre)]);
  return {
    ...totaux,
    moyenne: averageOf(totaux.total_reservations, totaux.total_cavaliers),
    total_general: Number(total_general),
    cavaliers: [...Map.groupBy(lignes, ({ cle }) => cle).values()].map(cavalierOf),
  };
}

/** A rider's total is the sum of whole cents. */
function cavalierOf(lignes: LigneDeStatistique[]): CavalierStatistics {
  const somme = (de: (ligne: LigneDeStatistique) => number): number => lignes.reduce((total, ligne) => total + de(ligne), 0);
  return {
    nom: lignes[0]?.nom ?? '',
    nombre: somme(({ nombre }) => nombre),
    en_attente: somme(({ en_attente }) => en_attente),
    total: Number(eurosOf(somme(({ total }) => centimesOf(total) ?? 0))),
    types: lignes.map(({ type_lecon, label, nombre, en_attente, prix, total }) => ({ type_lecon, label, nombre, en_attente, prix: Number(prix), total: Number(total) })),
  };
}

export function cavaliers(ctx: Ctx, periode: Omit<Filtre, 'cavalier'>): Promise<string[]> {
  return listCavaliers(ctx.db, periode);
}

export async function lecons(ctx: Ctx, filtre: Filtre): Promise<LeconDeCavalier[]> {
  return (await listLecons(ctx.db, filtre)).map((ligne) => ({ ...ligne, prix: Number(ligne.prix) }));
}
