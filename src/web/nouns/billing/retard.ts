/** What seats that leave after the deadline would cost, for administrators (LIG-02). */
import { useQueryClient } from '@tanstack/react-query';
import { instantOf } from '#domain/core/calendrier.ts';
import { chargedIn, type Facturees, factureesOf, isLate } from '#domain/billing/lignes.ts';
import type { StatutReservation } from '#domain/lessons/reservations.ts';
import { client } from '#web/data/client.ts';
import { readMoment } from '#web/data/horloge.ts';
import { orpc } from '#web/data/queries.ts';

type Lecon = Parameters<typeof chargedIn>[0] & {
  id: string;
  date_reservation: string;
  heure_debut: string;
  statut: StatutReservation;
  noms_participants: readonly string[];
};

/** `leaves`: whether the seat at a position of the lesson leaves; 'toutes': all of its seats. */
export type Partent = readonly {
  lecon: Lecon;
  leaves: 'toutes' | ((position: number) => boolean);
}[];

/**
 * Reads what would be billed. Lessons whose prices are not known yet are read. Throws without an
 * answer.
 */
export function useRetard(): (partent: Partent) => Promise<Facturees> {
  const queries = useQueryClient();
  return async (partent) => {
    const { regles } = await queries.ensureQueryData(orpc.parametres.centre.queryOptions());
    const { retard } = regles;
    if (!retard) return factureesOf([]);
    const rules = { lateCharge: retard.part, cancellationHours: retard.heures };
    const { jour, heure } = readMoment();
    const now = instantOf(jour, heure);
    const late = partent.filter(
      ({ lecon, leaves }) =>
        isLate(lecon, rules, now) &&
        (leaves === 'toutes' || lecon.noms_participants.some((_, n) => leaves(n))),
    );
    const charged = await Promise.all(
      late.map(async ({ lecon, leaves }) =>
        chargedIn(
          lecon.tarifs ? lecon : await client.reservations.get({ id: lecon.id }),
          leaves === 'toutes' ? () => true : leaves,
          rules,
          now,
        ),
      ),
    );
    return factureesOf(charged.flat());
  };
}
