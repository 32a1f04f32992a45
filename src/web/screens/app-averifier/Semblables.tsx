import { useState } from 'react';
import type { ClientTrouve } from '#domain/customers/clients.ts';
import { useSemblables } from '#web/nouns/customers/averifier.ts';
import { useMergeClient } from '#web/nouns/customers/clients.ts';
import { apartOf } from '#web/nouns/customers/clientOptions.tsx';
import { FUSION } from '#web/nouns/customers/clientTexts.ts';
import { MergeQuestion } from '#web/nouns/customers/MergeQuestion.tsx';
import { ficheLink } from '#web/paths/fiche.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { type Done, Row, Section } from './Section.tsx';
import { SEMBLABLES } from './textes.ts';

const ID = 'semblables';

type Pair = { client: ClientTrouve; semblable: ClientTrouve };

/** Customers who may be one person, and the way to say so (CLI-13). */
export function Semblables({ onTry, onDone }: { onTry: () => void; onDone: Done }) {
  const pairs = useSemblables();
  const merge = useMergeClient();
  const [asked, setAsked] = useState<Pair | null>(null);
  const last = useLast(asked);

  const unite = async ({ client, semblable }: Pair) => {
    onTry();
    try {
      await merge.mutateAsync({ ...client, vers: semblable.id });
      setAsked(null);
      onDone(ID, `${client.nom}${FUSION.fait}${semblable.nom}.`);
    } catch {
      setAsked(null); // `merge.error` is shown in the row.
    }
  };
  return (
    <>
      <Section id={ID} texts={SEMBLABLES} query={pairs}>
        {pairs.data?.map(({ client, semblable }) => (
          <Row
            key={client.id}
            failed={
              merge.isError && merge.variables.id === client.id
                ? { error: merge.error, otherwise: FUSION.echec }
                : null
            }
            buttons={
              <Button
                variant="secondary"
                size="small"
                onClick={() => setAsked({ client, semblable })}
              >
                <span>
                  {FUSION.bouton}
                  <span className="sr-only">&#x202f;: {client.nom}</span>
                </span>
              </Button>
            }
          >
            <Who client={client} />
            <p>
              {FUSION.peutEtre}
              <Who client={semblable} />
            </p>
          </Row>
        ))}
      </Section>
      <MergeQuestion
        client={last?.client}
        semblable={last?.semblable}
        open={asked !== null}
        busy={merge.isPending}
        onConfirm={() => last && void unite(last)}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

/** A customer, with what tells it apart. */
const Who = ({ client }: { client: ClientTrouve }) => (
  <>
    <Link to={ficheLink(client.id)} className="link font-medium">
      <bdi>{client.nom}</bdi>
    </Link>{' '}
    <bdi className="text-sm text-muted">{apartOf(client)}</bdi>
  </>
);
