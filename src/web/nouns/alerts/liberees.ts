/** The person's requests whose slot has become free, and whether it still is (RIDE-64, RIDE-87). */
import { useQueries } from '@tanstack/react-query';
import type { Alerte } from '#contract/alertes.ts';
import { addDays, mondayOf } from '#domain/core/calendrier.ts';
import { isStillFree } from '#domain/alerts.ts';
import { horaireOf } from '#domain/settings/parametres.ts';
import { pistesActives } from '#domain/slots/pistes.ts';
import { findOverlaps } from '#domain/slots/creneaux.ts';
import { isAdmin } from '#domain/people/users.ts';
import { useNow } from '#web/data/horloge.ts';
import {
  disponibilitesOptions,
  useCentre,
  useMesReservations,
  useTypesLecons,
} from '#web/data/queries.ts';
import { useUser } from '#web/data/session.ts';
import { useAlertes } from './alertes.ts';

/** `libre`: undefined until the person's lessons and those of its week are read. */
export type Liberee = { alerte: Alerte; libre: boolean | undefined };

type Lecon = Pick<Alerte, 'date_reservation' | 'type_piste' | 'heure_debut' | 'heure_fin'>;

const isSame = (lecon: Lecon, slot: Lecon): boolean =>
  lecon.date_reservation === slot.date_reservation &&
  lecon.type_piste === slot.type_piste &&
  findOverlaps(slot, [lecon], null).length > 0;

/**
 * Without those at which the person rides. Read by week, as the grid of the booking screen does, so
 * that only changes of these weeks are read again.
 */
export function useLiberees(): Liberee[] {
  const maintenant = useNow();
  const user = useUser();
  const centre = useCentre().data;
  const regles = centre?.regles;
  const types = useTypesLecons().data;
  const answered = useAlertes().data?.filter(({ libre_at: at }) => at) ?? [];
  const own = useMesReservations(mondayOf(maintenant.jour)).data?.filter(
    ({ statut }) => statut !== 'annulee',
  );
  const weeks = [...new Set(answered.map(({ date_reservation: jour }) => mondayOf(jour)))];
  const read = useQueries({
    queries: weeks.map((lundi) => disponibilitesOptions(lundi, addDays(lundi, 6))),
  });
  const known = new Map(weeks.map((lundi, n) => [lundi, read[n]?.data]));
  const horaire = regles && horaireOf(regles, !isAdmin(user.role));
  return answered
    .filter((alerte) => !own?.some((lecon) => isSame(lecon, alerte)))
    .map((alerte) => {
      const held = known.get(mondayOf(alerte.date_reservation));
      return {
        alerte,
        libre:
          own &&
          held &&
          horaire &&
          types &&
          types.some(({ value }) => value === alerte.type_lecon) &&
          pistesActives(centre.pistes).some(({ id }) => id === alerte.type_piste) &&
          isStillFree(alerte, { maintenant, horaire }, held),
      };
    });
}
