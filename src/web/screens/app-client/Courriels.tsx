import type { FicheClient } from '#contract/fiche.ts';
import { formatInstant } from '#domain/core/calendrier.ts';
import { StatutCourrielBadge } from '#web/nouns/emails/StatutCourrielBadge.tsx';
import { PATHS } from '#web/paths/paths.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { NoBreakText } from '#web/ui/messages/NoBreakText.tsx';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { COURRIELS } from './textes.ts';

/** The latest emails to the account of a customer (CLI-24). */
export function Courriels({ client: { courriels, compte } }: { client: FicheClient }) {
  return (
    <Card aria-labelledby="titre-courriels">
      <h2 id="titre-courriels">{COURRIELS.titre}</h2>
      {courriels.length === 0 ? (
        <p className="mt-2 text-muted">{compte ? COURRIELS.vide : COURRIELS.sansCompte}</p>
      ) : (
        <ul className="mt-1 divide-y divide-hairline">
          {courriels.map(({ id, sujet, statut, le }) => (
            <li key={id} className="py-2">
              <p className="wrap-anywhere">
                <bdi>
                  <NoBreakText>{sujet}</NoBreakText>
                </bdi>
              </p>
              <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
                <time dateTime={le}>{formatInstant(le)}</time>
                <StatutCourrielBadge statut={statut} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {compte && (
        <Link to={PATHS.courriels.path} className="link mt-1 inline-block py-2.5">
          {COURRIELS.tous}
        </Link>
      )}
    </Card>
  );
}
