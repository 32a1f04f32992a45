/** The caller's past lessons, and their prices if the centre shows them (RIDE-50 to RIDE-53). */
import { momentAt } from '#domain/core/calendrier.ts';
import { coutOf, moisOf } from '#domain/billing/lecons_passees.ts';
import { eurosOf } from '#domain/prices.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { listPassed } from '#server/stores/billing/lecons_passees.ts';

/** The number of euros in a call (PRICE-02). */
const euros = (centimes: number | null): number | null =>
  centimes === null ? null : Number(eurosOf(centimes));

export async function list(ctx: Ctx, { annee }: { annee?: number | undefined }) {
  const now = momentAt(ctx.now());
  const { lecons, lignes, ...read } = await listPassed(
    ctx.db,
    personneOf(ctx).id,
    now,
    annee ?? null,
  );
  return {
    annee: read.annee ?? Number(now.jour.slice(0, 4)),
    annees: read.annees,
    mois: moisOf(lecons, lignes).map(
      ({ mois, total, attente, retard, lecons: own, lignes: late }) => ({
        mois,
        total: euros(total),
        attente: euros(attente),
        retard: euros(retard),
        lecons: own.map((one) => {
          const { centimes: _, ...lecon } = one;
          return { ...lecon, prix: euros(coutOf(one)) };
        }),
        lignes: late.map(({ centimes, ...ligne }) => ({
          ...ligne,
          prix: Number(eurosOf(centimes)),
        })),
      }),
    ),
  };
}
