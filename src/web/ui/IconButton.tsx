import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { buttonStyle } from './buttonStyle.ts';
import { cx } from './cx.ts';
import { Tooltip } from './Tooltip.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  Icon: LucideIcon;
  /** Its name, for those who listen, and in the tooltip unless `tip` stands there. */
  label: string;
  tip?: string;
  /** With an edge, like the buttons with words that stand beside it. */
  bordered?: boolean;
};

/** An icon alone, 44 px wide and high: its tooltip says what it does (decision 41). */
export function IconButton({ Icon, label, tip = label, bordered = false, className, ...rest }: IconButtonProps) {
  const style = bordered ? buttonStyle('secondary', 'px-2!') : 'grid size-11 place-items-center rounded-field text-muted transition-colors hover:bg-sand hover:text-ink';
  return (
    <Tooltip label={tip}>
      <button type="button" {...rest} aria-label={label} className={cx(style, 'shrink-0', className)}>
        <Icon aria-hidden className="size-5 shrink-0" />
      </button>
    </Tooltip>
  );
}
