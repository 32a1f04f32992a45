// chunk: app
import type { TypePiste } from '#domain/slots/pistes.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { CHOICE_CARD, Choice } from '#web/parts/Choice.tsx';
import { PisteIcon } from './PisteIcon.tsx';
import { usePistes } from './pistes.ts';

const TEXTES = { peuImporte: 'Peu importe', enUneGrille: 'Toutes les pistes' } as const;

/** No arena has such an id. */
const ANY = '*';

const CARD = cx(CHOICE_CARD, 'min-h-17 items-center gap-2 @lg:gap-4 @lg:p-4');

type PisteCardsProps = {
  chosen: TypePiste | null;
  /**
   * The arena of a lesson that may stay where it is, although the arena can no longer be booked.
   */
  own?: TypePiste;
  onChoose: (type_piste: TypePiste) => void;
  /** 'Peu importe' (BOOK-39). Absent if one arena must be chosen. */
  any?: { chosen: boolean; onChoose: () => void };
};

/** BOOK-03: the arenas with their notes, and 'Peu importe'. */
export function PisteCards({ chosen, own, onChoose, any }: PisteCardsProps) {
  const pistes = usePistes().filter(({ id, actif }) => actif || id === own);
  return (
    <fieldset>
      <legend className="sr-only">Type de piste</legend>
      <div
        className={cx(
          'grid grid-cols-1 gap-2',
          pistes.length > 1 && '@[14rem]:grid-cols-2',
          any && pistes.length === 2 && '@xs:grid-cols-3',
          pistes.length > 2 && '@xl:grid-cols-3',
        )}
      >
        {pistes.map(({ id, nom, note, dessin }) => (
          <Choice
            key={id}
            name="type_piste"
            value={id}
            checked={!any?.chosen && id === chosen}
            onChoose={() => onChoose(id)}
            className={cx(CARD, any ? 'block p-2 @lg:flex' : 'flex p-2.5')}
          >
            <PisteIcon
              dessin={dessin}
              className={cx(
                '@lg:float-none @lg:size-7',
                any ? 'float-left mr-1.5 size-4.5' : 'size-5',
              )}
            />
            <span className="min-w-0">
              <span className="block text-sm leading-4.5 font-semibold wrap-break-word @lg:text-base @lg:leading-5">
                {nom}
              </span>{' '}
              <span className="block text-xs leading-4 text-balance wrap-break-word text-muted @lg:text-sm @lg:leading-4.5">
                {note}
              </span>
            </span>
          </Choice>
        ))}
        {any && (
          <Choice
            name="type_piste"
            value={ANY}
            checked={any.chosen}
            onChoose={any.onChoose}
            className={cx(
              CARD,
              'block p-2 @lg:flex',
              pistes.length === 2 && '@[14rem]:col-span-2 @xs:col-span-1',
            )}
          >
            <span className="min-w-0">
              <span className="block text-sm leading-4.5 font-semibold @lg:text-base @lg:leading-5">
                {TEXTES.peuImporte}
              </span>{' '}
              <span className="block text-xs leading-4 text-balance text-muted @lg:text-sm @lg:leading-4.5">
                {TEXTES.enUneGrille}
              </span>
            </span>
          </Choice>
        )}
      </div>
    </fieldset>
  );
}
