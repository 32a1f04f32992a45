import { Hourglass, Merge, Split } from 'lucide-react';
import { memo } from 'react';
import { ANCIENS_CAVALIERS } from '#domain/core/conservation_lecons.ts';
import { formatEuros } from '#domain/prices.ts';
import {
  type CavalierDeStatistiques,
  type CavalierStatistics,
  SANS_PRIX,
  type TypeRow,
} from '#domain/statistics/statistiques.ts';
import { dePersonne } from '#domain/core/elision.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Disclosure } from './Disclosure.tsx';
import { Fiches } from './Fiches.tsx';
import { Lecons } from './Lecons.tsx';
import { TEXTES } from './textes.ts';
import { TEXTES as NOMS } from './textes.orthographes.ts';

type CavalierProps = {
  cavalier: CavalierStatistics;
  /** Tells apart riders of one name; '' if the name does (PRICE-11). */
  client: string;
  du: string | undefined;
  au: string | undefined;
  open: boolean;
  onMerge: (cavalier: CavalierDeStatistiques) => void;
  onSplit: (cavalier: CavalierDeStatistiques) => void;
  splitting: boolean;
};

/** One rider: the total; when opened, the details and the lessons (PRICE-06). */
export const Cavalier = memo(function Cavalier({
  cavalier,
  client,
  du,
  au,
  open,
  onMerge,
  onSplit,
  splitting,
}: CavalierProps) {
  const { types, cle, clients, ...counts } = cavalier;
  const { nom, total } = counts;
  const known = nom !== ANCIENS_CAVALIERS;
  return (
    <Disclosure {...counts} nom={nom} client={client} open={open}>
      {known && <Fiches cle={cle} />}
      <ul aria-label={`Décompte ${dePersonne(nom)}`} className="max-w-2xl">
        {types.map((row) => (
          <Line key={`${row.type_lecon} ${row.prix}`} ligne={row} />
        ))}
        <li className="mt-1.5 flex flex-wrap justify-between gap-x-3 border-t border-hairline pt-1.5 font-semibold">
          <span>Total</span>
          <span>{formatEuros(total)}</span>
        </li>
      </ul>
      <Lecons cle={cle} nom={nom} du={du} au={au} />
      {known && (
        <div className="mt-4 flex flex-col gap-3 sm:flex-row">
          <Button
            variant="secondary"
            icon={<Merge aria-hidden className="size-5 shrink-0" />}
            onClick={() => onMerge(cavalier)}
          >
            {NOMS.regrouper}
          </Button>
          {clients.length > 1 && (
            <Button
              variant="secondary"
              icon={<Split aria-hidden className="size-5 shrink-0" />}
              busy={splitting}
              busyLabel={NOMS.separer}
              onClick={() => onSplit(cavalier)}
            >
              {NOMS.separer}
            </Button>
          )}
        </div>
      )}
    </Disclosure>
  );
});

/** Count × price = total. Reservations in `en_attente` are listed separately. */
export function Line({
  ligne: { label, nombre, en_attente, non_facturees, prix, total },
}: {
  ligne: TypeRow;
}) {
  return (
    <>
      {nombre > 0 && (
        <li className="flex flex-wrap justify-end gap-x-3 py-1">
          <span className="min-w-0 flex-1 basis-24">
            <bdi>{label}</bdi>{' '}
            <span className="ml-2 whitespace-nowrap text-muted">
              {nombre} × {prix === null ? SANS_PRIX : formatEuros(prix)}
            </span>
          </span>
          <span className="shrink-0">{formatEuros(total)}</span>
        </li>
      )}
      {en_attente > 0 && (
        <li className="flex flex-wrap justify-end gap-x-3 py-1 text-muted">
          <span className="min-w-0 flex-1 basis-24">
            <Hourglass aria-hidden className="mr-1 inline size-4 align-[-0.15em]" />
            <bdi>{label}</bdi>{' '}
            <span className="ml-2 whitespace-nowrap">{en_attente} en attente</span>
          </span>
          <span className="shrink-0">{TEXTES.nonFacture}</span>
        </li>
      )}
      {non_facturees > 0 && (
        <li className="flex flex-wrap justify-end gap-x-3 py-1 text-muted">
          <span className="min-w-0 flex-1 basis-24">
            <bdi>{label}</bdi> <span className="ml-2">{TEXTES.absences(non_facturees)}</span>
          </span>
          <span className="shrink-0">{TEXTES.nonFacture}</span>
        </li>
      )}
    </>
  );
}
