import { CircleCheck } from 'lucide-react';
import { memo } from 'react';
import { formatEuros, tarifLe } from '#domain/prices.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { CHOICE_CARD, Choice } from '#web/parts/Choice.tsx';

const GRID = 'grid gap-2 @2xs:grid-cols-2 @lg:grid-cols-3';

type TypeLeconCardsProps = {
  types: readonly TypeLecon[];
  chosen: string | null;
  /** The day whose prices are shown (PRICE-17). */
  jour: string;
  onChoose: (type: TypeLecon) => void;
};

/** The lesson types as cards, each with its icon on its colour. */
export const TypeLeconCards = memo(function TypeLeconCards({
  types,
  chosen,
  jour,
  onChoose,
}: TypeLeconCardsProps) {
  return (
    <fieldset>
      <legend className="sr-only">Type de leçon</legend>
      <div className={GRID}>
        {types.map((type) => (
          <Choice
            key={type.value}
            name="type_lecon"
            value={type.value}
            checked={type.value === chosen}
            onChoose={() => onChoose(type)}
            className={cx(
              CHOICE_CARD,
              'grid min-h-12 grid-cols-[auto_1fr] content-center items-center gap-x-2 px-2.5 py-1.5 @lg:min-h-17 @lg:gap-x-2.5 @lg:p-2.5',
            )}
          >
            <TypeLeconIcon
              type={type}
              className="row-start-2 size-5 rounded-md text-xs @lg:row-span-2 @lg:row-start-1 @lg:size-9 @lg:rounded-slot @lg:text-lg"
            />
            <span className="col-span-2 min-w-0 text-sm leading-5 font-semibold wrap-break-word hyphens-auto @lg:col-span-1 @lg:self-end @lg:text-compact">
              {type.label}
            </span>
            <span className="min-w-0 text-xs leading-4.5 text-muted @lg:self-start @lg:text-fine @lg:whitespace-nowrap">
              {type.duree_minutes} min · {type.max_personnes} pers. max
              {!type.actif && <span className="block">plus proposé</span>}
              <Tarif euros={tarifLe(type, jour)} />
            </span>
            {type.value === chosen && (
              <CircleCheck
                aria-hidden
                className="absolute -top-2 -right-2 size-5 rounded-full bg-card fill-fir stroke-white"
              />
            )}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
});

const Tarif = ({ euros }: { euros: number | undefined }) =>
  euros === undefined ? null : <span className="block">{formatEuros(euros)} par personne</span>;

/** The icon of a lesson type on its gradient. Decorative: the label is beside it. */
export function TypeLeconIcon({
  type,
  className = 'size-9 text-lg',
}: {
  type: Pick<TypeLecon, 'icon' | 'color'>;
  className?: string;
}) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid shrink-0 place-items-center rounded-slot bg-linear-to-br leading-none',
        type.color,
        className,
      )}
    >
      {type.icon}
    </span>
  );
}

export function TypeLeconSkeleton() {
  return (
    <div className={GRID}>
      {Array.from({ length: 6 }, (_, i) => (
        <Skeleton key={i} className="h-13 @lg:h-17" />
      ))}
    </div>
  );
}
