import { formatEuros } from '#domain/prices.ts';
import type { Statistiques } from '#domain/statistics/statistiques.ts';
import { Counters } from '#web/ui/pages/Counters.tsx';

/**
 * The four figures (PRICE-06). Reservations in `en_attente` are shown separately, beneath their
 * figure (PRICE-07).
 */
export function Totaux({ statistiques }: { statistiques: Statistiques }) {
  const { total_cavaliers, total_reservations, moyenne, total_general, en_attente } = statistiques;
  return (
    <Counters
      label="Totaux"
      className="min-[16rem]:grid-cols-2 lg:grid-cols-4"
      counters={[
        { label: 'Total Cavaliers', value: total_cavaliers.toLocaleString('fr-BE') },
        {
          label: 'Total Réservations',
          value: total_reservations.toLocaleString('fr-BE'),
          note: en_attente > 0 && `+ ${en_attente} en attente`,
        },
        { label: 'Moyenne / Cavalier', value: moyenne.toLocaleString('fr-BE') },
        { label: 'Total Général', value: formatEuros(total_general, true) },
      ]}
    />
  );
}
