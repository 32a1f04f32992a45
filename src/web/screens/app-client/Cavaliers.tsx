import type { FicheClient } from '#contract/fiche.ts';
import { Pill } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { CAVALIERS } from './textes.ts';

type CavaliersProps = {
  cavaliers: FicheClient['cavaliers'];
  labelOf: (type: string) => string;
};

/** The riders of a customer, saved or not (CLI-21). */
export function Cavaliers({ cavaliers, labelOf }: CavaliersProps) {
  return (
    <Card aria-labelledby="titre-cavaliers">
      <h2 id="titre-cavaliers" className="flex items-center gap-2.5">
        {CAVALIERS.titre}
        {cavaliers.length > 0 && <Pill>{cavaliers.length}</Pill>}
      </h2>
      {cavaliers.length === 0 ? (
        <p className="mt-2 text-muted">{CAVALIERS.vide}</p>
      ) : (
        <ul className="mt-1 divide-y divide-hairline">
          {cavaliers.map(({ id, nom, annee_naissance, note, lecons, type_lecon }) => (
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
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
