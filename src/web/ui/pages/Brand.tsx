import { cx } from '../basics/cx.ts';
import { Horseshoe } from '../drawings/Horseshoe.tsx';

type BrandProps = {
  name: string;
  town?: string;
  /** Read after the name by screen readers: where the link leads. */
  note?: string;
  className?: string;
};

/** The logo with the centre's name and the town below it. */
export function Brand({ name, town, note, className }: BrandProps) {
  return (
    <span className={cx('flex min-w-0 items-center gap-3', className)}>
      <Horseshoe className="size-11" />
      <span className="min-w-0">
        <span
          className="line-clamp-2 font-title text-lg leading-[1.2] font-semibold text-balance"
          dir="auto"
        >
          {name}
        </span>
        {town && (
          <span className="block truncate text-sm leading-5 text-muted" dir="auto">
            {town}
          </span>
        )}
        {note && <span className="sr-only">{note}</span>}
      </span>
    </span>
  );
}
