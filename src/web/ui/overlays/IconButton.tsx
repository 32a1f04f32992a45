import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { buttonStyle } from '../basics/buttonStyle.ts';
import { cx } from '../basics/cx.ts';
import { Tooltip } from './Tooltip.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  Icon: LucideIcon;
  /** Its accessible name; also the tooltip, unless `tip` is given. */
  label: string;
  tip?: string;
  /** With a border, like the labelled buttons next to it. */
  bordered?: boolean;
  /** Without a background under the pointer, for use inside a field. */
  plain?: boolean;
};

/**
 * A button without text, 44 px wide and high, but at most 14 % of the screen because text of twice
 * the size needs the space. A tooltip shows what it does (UI-08).
 */
export function IconButton({
  Icon,
  label,
  tip = label,
  bordered = false,
  plain = false,
  className,
  ...rest
}: IconButtonProps) {
  const style = bordered
    ? buttonStyle('secondary', '', 'icon')
    : cx(
        'grid size-[min(2.75rem,14vw)] place-items-center rounded-field text-muted transition-colors hover:text-ink',
        !plain && 'hover:bg-sand',
      );
  return (
    <Tooltip label={tip}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={cx(style, 'shrink-0', className)}
      >
        <Icon aria-hidden className="size-5 shrink-0" />
      </button>
    </Tooltip>
  );
}
