import { formatEuros } from '#domain/prix.ts';
import type { Statistiques } from '#domain/statistiques.ts';

/** The four figures (PRICE-06). Reservations in `en_attente` stand apart, beneath their figure (PRICE-07). */
export function Totaux({ statistiques }: { statistiques: Statistiques }) {
  const { total_cavaliers, total_reservations, moyenne, total_general, en_attente } = statistiques;
  const cartes = [
    { nom: 'Total Cavaliers', valeur: total_cavaliers.toLocaleString('fr-BE') },
    { nom: 'Total Réservations', valeur: total_reservations.toLocaleString('fr-BE'), note: en_attente > 0 && `+ ${en_attente} en attente` },
    { nom: 'Moyenne / Cavalier', valeur: moyenne.toLocaleString('fr-BE') },
    { nom: 'Total Général', valeur: formatEuros(total_general, true) },
  ];
  return (
    <dl className="mt-5 grid grid-cols-2 gap-2.5 sm:gap-4 lg:grid-cols-4">
      {cartes.map(({ nom, valeur, note }) => (
        <div key={nom} className="rounded-card border border-hairline bg-card px-3.5 py-3 shadow-card sm:px-5 sm:py-4">
          <dt className="text-sm text-muted sm:text-base">{nom}</dt>
          <dd className="font-title text-2xl leading-9 font-semibold sm:text-3xl">{valeur}</dd>
          {note && <dd className="text-sm text-muted">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
