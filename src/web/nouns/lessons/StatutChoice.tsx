import { STATUTS_RESERVATION, type StatutReservation } from '#domain/lessons/reservations.ts';
import { CHOICE_CARD, Choice } from '#web/parts/Choice.tsx';
import { StatutBadge } from './StatutBadge.tsx';

type StatutChoiceProps = {
  chosen: StatutReservation;
  onChoose: (statut: StatutReservation) => void;
};

/** DESK-18: the statuses of a reservation, each with its badge. */
export function StatutChoice({ chosen, onChoose }: StatutChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Statut</legend>
      <div className="flex flex-wrap gap-1.5 @lg:gap-2">
        {STATUTS_RESERVATION.map((statut) => (
          <Choice
            key={statut}
            name="statut"
            value={statut}
            checked={statut === chosen}
            onChoose={() => onChoose(statut)}
            className={`${CHOICE_CARD} flex min-h-11 items-center px-1.5 @lg:px-3`}
          >
            <StatutBadge statut={statut} />
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}
