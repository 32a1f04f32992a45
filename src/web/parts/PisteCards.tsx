import type { TypePiste } from '#domain/slots/pistes.ts';
import { cx } from '../ui/cx.ts';
import { CHOICE_CARD, Choice } from './Choice.tsx';
import { PisteIcon } from './PisteIcon.tsx';
import { usePistes } from './pistes.ts';

type PisteCardsProps = {
  chosen: TypePiste | null;
  /**
   * The arena of a lesson that may stay where it is, although the arena can no longer be booked.
   */
  own?: TypePiste;
  onChoose: (type_piste: TypePiste) => void;
};

/** BOOK-03: the arenas with their notes. */
export function PisteCards({ chosen, own, onChoose }: PisteCardsProps) {
  const pistes = usePistes().filter(({ id, actif }) => actif || id === own);
  return (
    <fieldset>
      <legend className="sr-only">Type de piste</legend>
      <div
        className={cx(
          'grid grid-cols-1 gap-2',
          pistes.length > 1 && 'min-[18rem]:grid-cols-2',
          pistes.length > 2 && '@xl:grid-cols-3',
        )}
      >
        {pistes.map(({ id, nom, note, dessin }) => (
          <Choice
            key={id}
            name="type_piste"
            value={id}
            checked={id === chosen}
            onChoose={() => onChoose(id)}
            className={cx(CHOICE_CARD, 'flex min-h-17 items-center gap-2 p-2.5 @lg:gap-4 @lg:p-4')}
          >
            <PisteIcon dessin={dessin} className="size-5 @lg:size-7" />
            <span className="min-w-0">
              <span className="block text-sm leading-5 font-semibold wrap-anywhere @lg:text-base">
                {nom}
              </span>{' '}
              <span className="block text-fine leading-4.5 text-balance wrap-anywhere @lg:text-sm text-muted">
                {note}
              </span>
            </span>
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}
