import type { ReactNode } from 'react';
import { cx } from '../basics/cx.ts';
import { Link } from '../hooks/navigation.tsx';

type TabLinksProps = {
  /** Accessible name. */
  label: string;
  tabs: readonly { to: string; title: string; current: boolean; mark?: ReactNode }[];
  /** The columns of the grid, by width. */
  className: string;
};

/** The parts of a screen. Links, because each part has an address: Back leads to the previous one. */
export function TabLinks({ label, tabs, className }: TabLinksProps) {
  return (
    <nav aria-label={label} className="mt-5 print:hidden">
      <ul className={cx('grid gap-1 rounded-field bg-sand p-1', className)}>
        {tabs.map(({ to, title, current, mark }) => (
          <li key={to} className="min-w-0 xl:grow">
            <Link
              to={to}
              aria-current={current ? 'page' : undefined}
              className={cx(
                'flex h-full min-h-11 items-center justify-center rounded-field px-1.5 text-center leading-5 font-semibold wrap-anywhere transition-colors',
                current ? 'bg-fir text-white' : 'text-ink hover:bg-card',
              )}
            >
              <span className="text-balance">
                {title}
                {mark}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
