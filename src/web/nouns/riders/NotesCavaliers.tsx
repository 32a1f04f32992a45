import type { NoteCavalier } from '#domain/riders/cavaliers.ts';
import { cx } from '#web/ui/basics/cx.ts';

/**
 * Year of birth and note of the riders of a lesson, as entered by the account that booked for them
 * (RIDE-20).
 */
export function NotesCavaliers({
  notes,
  className,
}: {
  notes: readonly NoteCavalier[];
  className?: string;
}) {
  if (notes.length === 0) return null;
  return (
    <ul
      aria-label="À propos des participants"
      className={cx('flex flex-col gap-1 text-sm', className)}
    >
      {notes.map(({ nom, annee_naissance, note }, i) => (
        <li key={i} className="wrap-anywhere">
          <bdi className="font-medium">{nom}</bdi>
          {annee_naissance !== null && (
            <span className="text-muted"> · né(e) en {annee_naissance}</span>
          )}
          {note !== null && (
            <p dir="auto" className="whitespace-pre-line text-muted">
              {note}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
