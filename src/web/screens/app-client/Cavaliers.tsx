import { Plus } from 'lucide-react';
import { useRef } from 'react';
import type { FicheClient } from '#contract/fiche.ts';
import { CAVALIERS_MAX } from '#domain/riders/cavaliers.ts';
import { useCavalierWrites } from '#web/nouns/riders/cavaliersWrites.ts';
import { useCavalierDialogs } from '#web/nouns/riders/CavalierDialogs.tsx';
import { CAVALIER } from '#web/nouns/riders/cavalierTexts.ts';
import { Pill } from '#web/ui/messages/Badge.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { CAVALIERS } from './textes.ts';

type CavaliersProps = {
  client: FicheClient;
  labelOf: (type: string) => string;
  say: ReturnType<typeof useBanner>[1];
};

/**
 * The riders of a customer, saved or not (CLI-21). The desk keeps the list of a customer without an
 * account (CLI-25).
 */
export function Cavaliers({
  client: { id: client, cavaliers, compte },
  labelOf,
  say,
}: CavaliersProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { edit, takeOut, dialogs } = useCavalierDialogs({
    writes: useCavalierWrites(client),
    textes: CAVALIERS,
    cavaliers,
    heading,
    say,
  });
  const kept = compte === null;
  const full = cavaliers.filter(({ id }) => id !== null).length >= CAVALIERS_MAX;
  return (
    <Card aria-labelledby="titre-cavaliers">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2
          ref={heading}
          tabIndex={-1}
          id="titre-cavaliers"
          className="flex items-center gap-2.5 rounded-field"
        >
          {CAVALIERS.titre}
          {cavaliers.length > 0 && <Pill>{cavaliers.length}</Pill>}
        </h2>
        {kept && !full && (
          <Button
            variant="secondary"
            icon={<Plus aria-hidden className="size-5 shrink-0" />}
            onClick={() => edit()}
          >
            {CAVALIER.ajouter}
          </Button>
        )}
      </div>
      {kept && full && <p className="mt-2 text-muted">{CAVALIERS.complet}</p>}
      {cavaliers.length === 0 ? (
        <p className="mt-2 text-muted">{CAVALIERS.vide}</p>
      ) : (
        <ul className="mt-1 divide-y divide-hairline">
          {cavaliers.map(({ id, nom, annee_naissance, note, version, lecons, type_lecon }) => (
            <li key={id ?? nom} className="py-2">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="min-w-0">
                  <bdi className="font-semibold wrap-anywhere">{nom}</bdi>
                  <span className="text-sm text-muted">
                    {annee_naissance !== null && `, ${CAVALIERS.ne(annee_naissance)}`}
                    {id === null && ` (${CAVALIERS.nonEnregistre})`}
                  </span>
                </span>
                <span className="min-w-0 text-sm wrap-anywhere">
                  {CAVALIERS.lecons(lecons)}
                  {type_lecon !== null && (
                    <>
                      {CAVALIERS.surtout(lecons)}
                      <bdi>{labelOf(type_lecon)}</bdi>
                    </>
                  )}
                </span>
              </p>
              {note && (
                <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-line text-muted">
                  {note}
                </p>
              )}
              {kept && (id !== null || !full) && (
                <div className="mt-1 flex flex-wrap gap-2">
                  <Action
                    who={nom}
                    onClick={() => edit({ id, nom, annee_naissance, note, version })}
                  >
                    {id === null ? CAVALIERS.enregistrer : 'Modifier'}
                  </Action>
                  {id !== null && (
                    <Action who={nom} onClick={() => takeOut({ id, nom })}>
                      {CAVALIER.retirer}
                    </Action>
                  )}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {dialogs}
    </Card>
  );
}

function Action({
  who,
  children,
  onClick,
}: {
  who: string;
  children: string;
  onClick: () => void;
}) {
  return (
    <Button variant="secondary" size="small" onClick={onClick}>
      <span>
        {children}
        <span className="sr-only"> {who}</span>
      </span>
    </Button>
  );
}
