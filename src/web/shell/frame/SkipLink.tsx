import { jump } from '#web/ui/pages/jump.ts';

/** The id of the page's main content. */
export const CONTENT = 'contenu';

/** The first tab stop: skips to the content. Visible only while focused. */
export function SkipLink() {
  return (
    <a
      href={`#${CONTENT}`}
      onClick={jump}
      className="print:hidden fixed top-2 left-2 z-50 -translate-y-20 rounded-field bg-fir px-4 py-2.5 font-semibold text-white focus-visible:translate-y-0"
    >
      Aller au contenu
    </a>
  );
}
