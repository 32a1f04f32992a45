import { useRef } from 'react';
import { formatInstant } from '#domain/core/calendrier.ts';
import type { Regroupement } from '#domain/statistics/orthographes.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useRegroupements, useSeparateNames } from '#web/nouns/statistics/orthographes.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { TEXTES } from './textes.orthographes.ts';

type OrthographesProps = {
  say: ReturnType<typeof useBanner>[1];
  /** Moves the focus when the last merge is undone and the list is removed. */
  leave: () => void;
};

/**
 * Every merge, whatever the period, with a button that undoes it (RIDE-27). Renders nothing if
 * there is none.
 */
export function Orthographes({ say, leave }: OrthographesProps) {
  const list = useRegroupements();
  const separate = useSeparateNames();
  const heading = useRef<HTMLHeadingElement>(null);
  if (list.isError && !list.data)
    return (
      <Unreadable queries={[list]} className="mt-8">
        {TEXTES.listeIllisible}
      </Unreadable>
    );
  if (!list.data || list.data.length === 0) return null;

  const undo = (one: Regroupement) => {
    const { cle, nom } = one;
    if (separate.isPending) return;
    separate.mutate(
      { nom: cle },
      {
        // The pressed button is removed with its line.
        onSuccess: (rest) => {
          say({
            kind: 'success',
            text: (aloneOf(one)?.defait ?? TEXTES.defait)(nom),
            ms: TEXTES.duree,
          });
          if (rest.length === 0) leave();
          else heading.current?.focus();
        },
        onError: (error) => say({ kind: 'error', text: sentenceOf(error, TEXTES.nonDefait) }),
      },
    );
  };
  return (
    <Card aria-labelledby="titre-regroupes" className="mt-8">
      <h2 ref={heading} tabIndex={-1} id="titre-regroupes" className="rounded-field">
        {TEXTES.liste}
      </h2>
      <p className="mt-1 text-muted">{TEXTES.listeAide}</p>
      <ul className="mt-2 divide-y divide-hairline">
        {list.data.map((one) => (
          <li
            key={one.cle}
            className="flex min-h-17 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2"
          >
            <div className="min-w-0">
              <p className="wrap-anywhere">
                <Rider nom={one.nom} client={one.client} />{' '}
                {aloneOf(one)?.liste ?? (
                  <>
                    compte comme <Rider nom={one.vers ?? ''} client={one.vers_client} />
                  </>
                )}
                {one.cavalier !== one.vers && (
                  <>
                    , donc comme <bdi className="font-medium">{one.cavalier}</bdi>
                  </>
                )}
              </p>
              <p className="text-sm text-muted">
                {one.par ?? 'Un compte supprimé'}, le {formatInstant(one.le)}
              </p>
            </div>
            <Button
              variant="secondary"
              busy={separate.isPending && separate.variables.nom === one.cle}
              busyLabel={TEXTES.defaire}
              onClick={() => undo(one)}
              className="max-sm:w-full"
            >
              <span>
                {TEXTES.defaire}
                <span className="sr-only">&#x202f;: {one.nom}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What is said of a name that counts as no other one; undefined for a merge. */
const aloneOf = ({ cle, vers_cle }: Regroupement) =>
  vers_cle === null ? TEXTES.separee : vers_cle === cle ? TEXTES.confirmee : undefined;

/** A rider of the list; the customer tells apart riders of one name. */
const Rider = ({ nom, client }: { nom: string; client: string | null }) => (
  <>
    <bdi className="font-medium">{nom}</bdi>
    {client !== null && (
      <span className="text-muted">
        {' ('}
        <bdi>{client}</bdi>)
      </span>
    )}
  </>
);
