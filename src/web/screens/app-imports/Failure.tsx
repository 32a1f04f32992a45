import { isUnknown, sentenceOf } from '#web/data/client.ts';
import { IMPORTS } from './textes.ts';

/** Why an import or its undoing failed. If nobody knows, it leads to the list that shows it (IMP-09). */
export function Failure({ error, fallback }: { error: unknown; fallback: string }) {
  return (
    <>
      {sentenceOf(error, fallback)}
      {isUnknown(error) && (
        <>
          {' '}
          {IMPORTS.voir}{' '}
          <a
            href={`#${IMPORTS.id}`}
            className="link"
            onClick={(event) => {
              // Not a step of the history, which the unsaved file would guard.
              event.preventDefault();
              document.getElementById(IMPORTS.id)?.focus();
            }}
          >
            {IMPORTS.titre}
          </a>
        </>
      )}
    </>
  );
}
