import { formatJour } from '#domain/core/calendrier.ts';
import type { ClientTrouve } from '#domain/customers/clients.ts';
import { useGivePlaces, useNomsSansClient } from '#web/nouns/customers/averifier.ts';
import { apartOf } from '#web/nouns/customers/clientOptions.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { type Done, Row, Section } from './Section.tsx';
import { SANS_CLIENT, TEXTES } from './textes.ts';

const ID = 'sans-client';

/** The names of the seats without a customer. For each the desk decides whose they are (CLI-12). */
export function SansClient({ onTry, onDone }: { onTry: () => void; onDone: Done }) {
  const noms = useNomsSansClient();
  const give = useGivePlaces();

  const press = async (nom: string, places: number, client: ClientTrouve | null) => {
    if (give.isPending) return;
    onTry();
    try {
      const given = await give.mutateAsync({ nom, client: client?.id ?? null });
      onDone(ID, SANS_CLIENT.fait(nom, given.places || places, client?.nom ?? null));
    } catch {
      // `give.error` is shown in the row.
    }
  };
  return (
    <Section id={ID} texts={SANS_CLIENT} query={noms}>
      {noms.data?.map(({ nom, places, du, au, clients: [first = null, ...others] }) => (
        <Row
          key={nom}
          failed={
            give.isError && give.variables.nom === nom
              ? { error: give.error, otherwise: SANS_CLIENT.echec }
              : null
          }
          buttons={
            others.length > 0 ? (
              <p className="text-sm text-muted">{SANS_CLIENT.plusieurs}</p>
            ) : (
              <Button
                variant="secondary"
                size="small"
                busy={give.isPending && give.variables.nom === nom}
                busyLabel={TEXTES.enCours}
                onClick={() => void press(nom, places, first)}
              >
                <span className="min-w-0 wrap-anywhere">
                  {first ? (
                    <>
                      {SANS_CLIENT.donner} <bdi>{first.nom}</bdi>
                      {apartOf(first) && (
                        <span className="font-normal text-muted"> ({apartOf(first)})</span>
                      )}
                    </>
                  ) : (
                    SANS_CLIENT.creer
                  )}
                  <span className="sr-only">&#x202f;: {nom}</span>
                </span>
              </Button>
            )
          }
        >
          <bdi className="font-medium">{nom}</bdi>
          <p className="text-sm text-muted">
            {TEXTES.places(places)},{' '}
            {du === au
              ? `le ${formatJour(du, 'annee')}`
              : `du ${formatJour(du, 'annee')} au ${formatJour(au, 'annee')}`}
          </p>
        </Row>
      ))}
    </Section>
  );
}
