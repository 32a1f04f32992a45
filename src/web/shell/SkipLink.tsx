/** Where the page's own content begins, past what every page repeats. */
export const CONTENU = 'contenu';

/** The first stop of the keyboard: straight to the content. Unseen until then. */
export function SkipLink() {
  return (
    <a
      href={`#${CONTENU}`}
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-field bg-fir px-4 py-2.5 font-semibold text-white focus-visible:translate-y-0"
    >
      Aller au contenu
    </a>
  );
}
