import type { FicheClient } from '#contract/fiche.ts';
import { formatInstant } from '#domain/core/calendrier.ts';
import { phraseOf } from '#domain/journal/phrases.ts';
import { usePistes } from '#web/nouns/slots/pistes.ts';
import { PATHS } from '#web/paths/paths.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { NoBreakText } from '#web/ui/messages/NoBreakText.tsx';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { JOURNAL } from './textes.ts';

type JournalProps = { client: FicheClient; labelOf: (type: string) => string };

/** The latest lines of the journal about a customer (CLI-24). */
export function Journal({ client: { id, journal }, labelOf }: JournalProps) {
  const names = { labelOf, pistes: usePistes() };
  return (
    <Card aria-labelledby="titre-journal">
      <h2 id="titre-journal">{JOURNAL.titre}</h2>
      {journal.length === 0 ? (
        <p className="mt-2 text-muted">{JOURNAL.vide}</p>
      ) : (
        <ul className="mt-1 divide-y divide-hairline">
          {journal.map((ligne) => (
            <li key={ligne.id} className="py-2">
              <p className="wrap-anywhere">
                <bdi>
                  <NoBreakText>{phraseOf(ligne, names)}</NoBreakText>
                </bdi>
              </p>
              <time dateTime={ligne.survenu_at} className="text-sm text-muted">
                {formatInstant(ligne.survenu_at)}
              </time>
            </li>
          ))}
        </ul>
      )}
      <Link
        to={`${PATHS.journal.path}?${new URLSearchParams({ q: id })}`}
        className="link mt-1 inline-block py-2.5"
      >
        {JOURNAL.tout}
      </Link>
    </Card>
  );
}
