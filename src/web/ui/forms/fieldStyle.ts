/**
 * The style of every text field. Its text has at least 16 px (styles.css): with smaller text, iOS
 * zooms in.
 */
export const FIELD_STYLE =
  'w-full rounded-field border border-line bg-card px-[min(0.875rem,5vw)] text-ink transition-colors ' +
  'placeholder:text-muted hover:border-ink aria-invalid:border-danger aria-invalid:bg-danger-soft ' +
  'disabled:border-hairline disabled:bg-sand-soft disabled:text-muted';
