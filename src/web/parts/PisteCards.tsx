import { Trees, Warehouse } from 'lucide-react';
import { PISTES, TYPES_PISTE, type TypePiste } from '#domain/slots/creneaux.ts';
import { cx } from '../ui/cx.ts';
import { CHOICE_CARD, Choice } from './Choice.tsx';

const ICONS = { interieure: Warehouse, exterieure: Trees } as const;

type PisteCardsProps = { chosen: TypePiste | null; onChoose: (type_piste: TypePiste) => void };

/** BOOK-03: the two arenas with their notes. */
export function PisteCards({ chosen, onChoose }: PisteCardsProps) {
  return (
    <fieldset>
      <legend className="sr-only">Type de piste</legend>
      <div className="grid grid-cols-1 min-[18rem]:grid-cols-2 gap-2">
        {TYPES_PISTE.map((type_piste) => {
          const Icon = ICONS[type_piste];
          return (
            <Choice
              key={type_piste}
              name="type_piste"
              value={type_piste}
              checked={type_piste === chosen}
              onChoose={() => onChoose(type_piste)}
              className={cx(
                CHOICE_CARD,
                'flex min-h-17 items-center gap-2 p-2.5 @lg:gap-4 @lg:p-4',
              )}
            >
              <Icon
                aria-hidden
                className="size-5 shrink-0 text-fir @lg:size-7"
                strokeWidth={1.75}
              />
              <span className="min-w-0">
                <span className="block text-sm leading-5 font-semibold @lg:text-base">
                  {PISTES[type_piste].nom}
                </span>{' '}
                <span className="block text-fine leading-4.5 text-balance @lg:text-sm text-muted">
                  {PISTES[type_piste].note}
                </span>
              </span>
            </Choice>
          );
        })}
      </div>
    </fieldset>
  );
}
