import { cx } from '../ui/cx.ts';

/** Who rides, on as few lines as they need. What a person wrote is isolated, whatever way it is read. */
export function Participants({ noms, className }: { noms: readonly string[]; className?: string }) {
  return (
    <ul aria-label="Participants" className={cx('flex flex-wrap', className)}>
      {noms.map((nom, i) => (
        <li key={i} className="min-w-0">
          <bdi className="wrap-anywhere">{nom}</bdi>
          {i < noms.length - 1 && <span aria-hidden className="mr-1">,</span>}
        </li>
      ))}
    </ul>
  );
}

/** What was remarked on a lesson, as it was written. */
export function Remarques({ children }: { children: string | null }) {
  return children && <p dir="auto" className="mt-2 border-s-2 border-hairline ps-3 text-sm wrap-anywhere whitespace-pre-line text-muted">{children}</p>;
}
