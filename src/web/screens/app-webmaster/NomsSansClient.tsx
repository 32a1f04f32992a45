import { useEffect, useId, useRef, useState } from 'react';
import type { ClientTrouve } from '#domain/people/clients.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useNomsSansClient } from '#web/data/queries/reservations.ts';
import { useGivePlaces } from '#web/data/queries/reservationsWrites.ts';
import { apartOf } from '#web/parts/clientOptions.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import type { Tell } from '#web/data/tell.ts';
import { SANS_CLIENT } from './textes.ts';

/**
 * 'À vérifier': the names of the seats without a customer. For each the desk decides whose they are:
 * nothing is guessed (CLI-12).
 */
export function NomsSansClient({ onDone }: { onDone: Tell }) {
  const noms = useNomsSansClient();
  const give = useGivePlaces();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  /** Where an attempt ended: a name that is gone took the focus with it. */
  const [ended, setEnded] = useState(0);
  useEffect(() => {
    if (ended > 0) heading.current?.focus();
  }, [ended]);
  if (noms.data?.length === 0) return null;

  const press = async (nom: string, places: number, client: ClientTrouve | null) => {
    if (give.isPending) return;
    onDone(null);
    try {
      await give.mutateAsync({ nom, client: client?.id ?? null });
      onDone(SANS_CLIENT.fait(nom, places, client?.nom ?? null));
      setEnded((n) => n + 1);
    } catch {
      // `give.error` is shown below the name.
    }
  };
  return (
    <section aria-labelledby={id} className="mt-4 border-t border-hairline pt-3">
      <h2 id={id} ref={heading} tabIndex={-1} className="text-lg">
        {SANS_CLIENT.titre}
      </h2>
      <p className="mt-1 text-sm text-muted">{SANS_CLIENT.aide}</p>
      {noms.isPending && <Skeleton className="mt-3 h-24" />}
      {noms.isError && !noms.data && (
        <Unreadable queries={[noms]} className="mt-3">
          {SANS_CLIENT.illisible}
        </Unreadable>
      )}
      <ul className="mt-2 divide-y divide-hairline">
        {noms.data?.map(({ nom, places, clients: [first = null, ...others] }) => {
          const busy = give.isPending && give.variables.nom === nom;
          return (
            <li
              key={nom}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
            >
              <p className="min-w-0 flex-1 basis-40">
                <bdi className="font-medium wrap-anywhere">{nom}</bdi>{' '}
                <span className="inline-block text-muted">{SANS_CLIENT.places(places)}</span>
              </p>
              {others.length > 0 ? (
                <p className="text-sm text-muted">{SANS_CLIENT.plusieurs}</p>
              ) : (
                <Button
                  variant="secondary"
                  size="small"
                  busy={busy}
                  busyLabel={SANS_CLIENT.enCours}
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
              )}
              {give.isError && give.variables.nom === nom && (
                <div className="w-full">
                  <Banner kind="error">{sentenceOf(give.error, SANS_CLIENT.echec)}</Banner>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
