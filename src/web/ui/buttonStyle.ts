import { cx } from './cx.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'gold' | 'danger';

const BASE = 'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-field px-4 py-2 text-base font-semibold leading-6 '
  + 'transition-[background-color,border-color,box-shadow,transform] duration-150 active:not-disabled:not-aria-disabled:translate-y-px '
  + 'forced-colors:border forced-colors:border-[ButtonBorder]';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-fir text-white hover:not-disabled:not-aria-disabled:bg-fir-dark disabled:bg-sand disabled:text-muted',
  secondary: 'border border-line bg-card text-ink hover:not-disabled:not-aria-disabled:bg-sand-soft disabled:border-hairline disabled:bg-sand-soft disabled:text-muted',
  ghost: 'text-ink hover:not-disabled:not-aria-disabled:bg-sand disabled:text-muted',
  gold: 'bg-gold text-ink hover:not-disabled:not-aria-disabled:bg-gold-dark disabled:bg-white/15 disabled:text-white/85',
  danger: 'bg-danger text-white hover:not-disabled:not-aria-disabled:bg-complet-soft-ink disabled:bg-sand disabled:text-muted',
};

/** The look of a button, for what is a link but is pressed like one. */
export function buttonStyle(variant: ButtonVariant = 'primary', className?: string): string {
  return cx(BASE, VARIANTS[variant], className);
}
