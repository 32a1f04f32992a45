import { formatJour } from '#domain/calendrier.ts';
import { cx } from '../ui/cx.ts';
import { Choix } from './Choix.tsx';

type PlanningJoursProps = {
  /** Accessible name of the choice. */
  label: string;
  jours: readonly string[];
  choisi: string;
  aujourdhui: string;
  /** How many lessons a day has, both arenas together. */
  nombreOf: (jour: string) => number;
  onJour: (jour: string) => void;
};

/** DESK-10: the days of a week, each with its number of lessons; on a phone one day is shown at a time. */
export function PlanningJours({ label, jours, choisi, aujourdhui, nombreOf, onJour }: PlanningJoursProps) {
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-cols-7 gap-0.5">
        {jours.map((jour) => {
          const [coche, ici, nombre] = [jour === choisi, jour === aujourdhui, nombreOf(jour)];
          return (
            <Choix
              key={jour}
              name="jour_du_planning"
              value={jour}
              checked={coche}
              actuel={ici}
              nom={`${formatJour(jour, 'long')}${ici ? ", aujourd'hui" : ''}, ${nombre} réservation${nombre > 1 ? 's' : ''}`}
              onChoose={() => onJour(jour)}
              className={cx(
                'flex h-16 flex-col items-center justify-center rounded-field border',
                coche ? 'border-fir bg-fir text-white' : 'bg-card',
                !coche && (ici ? 'border-cognac shadow-[inset_0_0_0_1px_var(--color-cognac)]' : 'border-line'),
              )}
            >
              <span className={cx('text-xs leading-4', ici && !coche && 'font-semibold text-cognac')}>{formatJour(jour, 'semaine').replace('.', '')}</span>
              <span className="text-lg leading-6 font-semibold">{Number(jour.slice(8))}</span>
              <span aria-hidden className={cx('text-xs leading-4', !coche && 'text-muted')}>{nombre === 0 ? '–' : nombre}</span>
            </Choix>
          );
        })}
      </div>
    </fieldset>
  );
}
