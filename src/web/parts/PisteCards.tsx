import { Trees, Warehouse } from 'lucide-react';
import { PISTES, TYPES_PISTE, type TypePiste } from '#domain/creneaux.ts';
import { cx } from '../ui/cx.ts';
import { CARTE, Choix } from './Choix.tsx';

const ICONES = { interieure: Warehouse, exterieure: Trees } as const;

type PisteCardsProps = { choisi: TypePiste | null; onChoose: (type_piste: TypePiste) => void };

/** BOOK-03: the two arenas with their notes. */
export function PisteCards({ choisi, onChoose }: PisteCardsProps) {
  return (
    <fieldset>
      <legend className="sr-only">Type de piste</legend>
      <div className="grid grid-cols-2 gap-2">
        {TYPES_PISTE.map((type_piste) => {
          const Icone = ICONES[type_piste];
          return (
            <Choix
              key={type_piste}
              name="type_piste"
              value={type_piste}
              checked={type_piste === choisi}
              onChoose={() => onChoose(type_piste)}
              className={cx(CARTE, 'flex min-h-17 items-center gap-2 p-2.5 @lg:gap-4 @lg:p-4')}
            >
              <Icone aria-hidden className="size-5 shrink-0 text-fir @lg:size-7" strokeWidth={1.75} />
              <span className="min-w-0">
                <span className="block text-sm leading-5 font-semibold @lg:text-base">{PISTES[type_piste].nom}</span>{' '}
                <span className="block text-fine leading-4.5 text-balance @lg:text-sm text-muted">{PISTES[type_piste].note}</span>
              </span>
            </Choix>
          );
        })}
      </div>
    </fieldset>
  );
}
