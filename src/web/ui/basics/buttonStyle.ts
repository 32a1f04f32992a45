import { cx } from './cx.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'ghostDanger' | 'gold' | 'danger';
export type ButtonSize = 'icon' | 'small' | 'medium' | 'large';

const BASE =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-field text-base font-semibold leading-6 ' +
  'transition-[background-color,border-color,box-shadow,transform] duration-150 active:not-disabled:not-aria-disabled:translate-y-px ' +
  'forced-colors:border forced-colors:border-[ButtonBorder]';

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'bg-fir text-white hover:not-disabled:not-aria-disabled:bg-fir-dark disabled:bg-sand disabled:text-muted',
  secondary:
    'border border-line bg-card text-ink hover:not-disabled:not-aria-disabled:bg-sand-soft disabled:border-hairline disabled:bg-sand-soft disabled:text-muted',
  ghost: 'text-ink hover:not-disabled:not-aria-disabled:bg-sand disabled:text-muted',
  ghostDanger: 'text-danger hover:not-disabled:not-aria-disabled:bg-sand disabled:text-muted',
  gold: 'bg-gold text-on-gold hover:not-disabled:not-aria-disabled:bg-gold-dark disabled:bg-white/15 disabled:text-white/85',
  danger:
    'bg-danger text-white hover:not-disabled:not-aria-disabled:bg-danger-dark disabled:bg-sand disabled:text-muted',
};

const SIZES: Record<ButtonSize, string> = {
  icon: 'p-2',
  small: 'px-3 py-2',
  medium: 'px-edge py-2',
  large: 'px-6 py-3',
};

/**
 * The style of a button, also for links that look like one. `className` adds properties that it
 * does not set: margins, width, position in a grid.
 */
export function buttonStyle(
  variant: ButtonVariant = 'primary',
  className?: string,
  size: ButtonSize = 'medium',
): string {
  return cx(BASE, VARIANTS[variant], SIZES[size], className);
}
