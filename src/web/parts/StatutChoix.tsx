import { STATUTS_RESERVATION, type StatutReservation } from '#domain/reservations.ts';
import { CARTE, Choix } from './Choix.tsx';
import { StatutBadge } from './StatutBadge.tsx';

type StatutChoixProps = { choisi: StatutReservation; onChoose: (statut: StatutReservation) => void };

/** DESK-18: the statuses of a reservation, each with its badge. */
export function StatutChoix({ choisi, onChoose }: StatutChoixProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Statut</legend>
      <div className="flex flex-wrap gap-1.5 @lg:gap-2">
        {STATUTS_RESERVATION.map((statut) => (
          <Choix
            key={statut}
            name="statut"
            value={statut}
            checked={statut === choisi}
            onChoose={() => onChoose(statut)}
            className={`${CARTE} flex min-h-11 items-center px-1.5 @lg:px-3`}
          >
            <StatutBadge statut={statut} />
          </Choix>
        ))}
      </div>
    </fieldset>
  );
}
