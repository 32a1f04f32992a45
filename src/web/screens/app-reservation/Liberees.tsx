import { useState } from 'react';
import { useLiberees } from '#web/nouns/alerts/liberees.ts';
import { PlacesLibres } from '#web/nouns/alerts/PlacesLibres.tsx';
import { reservationLink } from '#web/paths/reservation.ts';

/** More slots than this are only in the list of the awaited ones. */
const MOST = 3;

/** RIDE-87: above the form, the awaited slots that are free, also for a person who comes back. */
export function Liberees() {
  const freed = useLiberees();
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const slots = freed.flatMap(({ alerte, libre }) =>
    libre && !hidden.includes(alerte.id) ? [alerte] : [],
  );
  return (
    <PlacesLibres
      slots={slots.slice(0, MOST)}
      linkOf={({ date_reservation: jour, heure_debut: heure, type_piste, type_lecon }) =>
        reservationLink({ jour, heure, type_piste, type_lecon })
      }
      onClose={({ id }) => setHidden([...hidden, id])}
    />
  );
}
