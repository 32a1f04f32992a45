// chunk: people-lists
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../basics/cx.ts';
import { jump } from './jump.ts';
import { Skeleton } from '../messages/Skeleton.tsx';

type Counter = {
  label: string;
  /** Undefined until it has been read. */
  value: string | number | undefined;
  note?: ReactNode;
  Icon?: LucideIcon;
  /** The element of this page to which the whole card links. */
  href?: string;
};

type CountersProps = { label: string; counters: readonly Counter[]; className?: string };

const CARD =
  'flex h-full flex-col rounded-card border border-hairline bg-card p-3 shadow-card sm:px-5 sm:py-4';

/** Figures as cards in a grid. */
export function Counters({
  label,
  counters,
  className = 'min-[22.5rem]:grid-cols-3',
}: CountersProps) {
  return (
    <ul
      aria-label={label}
      aria-busy={counters.some(({ value }) => value === undefined)}
      className={cx('mt-5 grid grid-cols-1 gap-2.5 sm:gap-4', className)}
    >
      {counters.map(({ href, ...counter }) => (
        <li key={counter.label}>
          {href ? (
            <a
              href={href}
              onClick={jump}
              className={cx(CARD, 'transition-colors hover:bg-sand-soft')}
            >
              <Figure {...counter} />
            </a>
          ) : (
            <div className={CARD}>
              <Figure {...counter} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Figure({ label, value, note, Icon }: Omit<Counter, 'href'>) {
  return (
    <>
      <span className="flex items-start justify-between gap-2 text-sm text-muted sm:text-base">
        {label}
        {Icon && <Icon aria-hidden className="size-5 shrink-0 text-cognac max-sm:hidden" />}
      </span>
      {value === undefined ? (
        <Skeleton className="mt-auto mb-1 h-8 w-12" />
      ) : (
        <strong
          className={cx(
            'font-title text-2xl leading-9 font-semibold sm:text-3xl',
            Boolean(note) && 'mt-auto',
          )}
        >
          {value}
        </strong>
      )}
      {note && <span className="text-sm text-muted">{note}</span>}
    </>
  );
}
