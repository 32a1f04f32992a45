import { ChevronDown, Hourglass, Merge } from 'lucide-react';
import { memo, useState } from 'react';
import { ANCIENS_CAVALIERS } from '#domain/core/conservation_lecons.ts';
import { formatEuros } from '#domain/settings/prix.ts';
import {
  nonFactureesInWords,
  type CavalierStatistics,
  SANS_PRIX,
  type TypeRow,
} from '#domain/money/statistiques.ts';
import { dePersonne } from '#domain/core/elision.ts';
import { Button } from '#web/ui/Button.tsx';
import { Fiches } from './Fiches.tsx';
import { Lecons } from './Lecons.tsx';
import { TEXTES } from './textes.ts';
import { TEXTES as NOMS } from './textes.orthographes.ts';

type CavalierProps = {
  cavalier: CavalierStatistics;
  du: string | undefined;
  au: string | undefined;
  open: boolean;
  onMerge: (nom: string) => void;
};

/**
 * One rider: the name and the total; when opened, the details and the lessons (PRICE-06). A native
 * disclosure, drawn only when it comes into view: a list of three hundred costs no more than its
 * visible part.
 */
export const Cavalier = memo(function Cavalier({
  cavalier,
  du,
  au,
  open: initially,
  onMerge,
}: CavalierProps) {
  const { nom, nombre, en_attente, non_facturees, total, types } = cavalier;
  const known = nom !== ANCIENS_CAVALIERS;
  const [open, setOpen] = useState(initially);
  return (
    <li className="[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]">
      <details
        open={open}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        className="group rounded-card border border-hairline bg-card"
      >
        <summary className="flex min-h-14 list-none items-center gap-3 rounded-card px-4 py-3 -outline-offset-4 hover:bg-sand-soft sm:px-5">
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold wrap-anywhere">
              <bdi>{nom}</bdi>
            </span>
            <span className="block text-sm text-muted">
              {nombre} {nombre > 1 ? 'leçons' : 'leçon'}
              {en_attente > 0 && ` · ${en_attente} en attente`}
              {non_facturees > 0 && ` · ${nonFactureesInWords(non_facturees)}`}
            </span>
          </span>
          <span className="shrink-0 text-lg font-semibold">{formatEuros(total)}</span>
        </summary>
        {open && (
          <div className="border-t border-hairline px-4 pt-3 pb-4 sm:px-5">
            {known && <Fiches cavalier={nom} />}
            <ul aria-label={`Décompte ${dePersonne(nom)}`} className="max-w-2xl">
              {types.map((row) => (
                <Line key={`${row.type_lecon} ${row.prix}`} ligne={row} />
              ))}
              <li className="mt-1.5 flex justify-between gap-3 border-t border-hairline pt-1.5 font-semibold">
                <span>Total</span>
                <span>{formatEuros(total)}</span>
              </li>
            </ul>
            <Lecons cavalier={nom} du={du} au={au} />
            {known && (
              <Button
                variant="secondary"
                icon={<Merge aria-hidden className="size-5 shrink-0" />}
                className="mt-4 max-sm:w-full"
                onClick={() => onMerge(nom)}
              >
                {NOMS.regrouper}
              </Button>
            )}
          </div>
        )}
      </details>
    </li>
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
        <li className="flex justify-between gap-3 py-1">
          <span className="min-w-0">
            <bdi>{label}</bdi>{' '}
            <span className="ml-2 whitespace-nowrap text-muted">
              {nombre} × {prix === null ? SANS_PRIX : formatEuros(prix)}
            </span>
          </span>
          <span className="shrink-0">{formatEuros(total)}</span>
        </li>
      )}
      {en_attente > 0 && (
        <li className="flex justify-between gap-3 py-1 text-muted">
          <span className="min-w-0">
            <Hourglass aria-hidden className="mr-1 inline size-4 align-[-0.15em]" />
            <bdi>{label}</bdi>{' '}
            <span className="ml-2 whitespace-nowrap">{en_attente} en attente</span>
          </span>
          <span className="shrink-0">{TEXTES.nonFacture}</span>
        </li>
      )}
      {non_facturees > 0 && (
        <li className="flex justify-between gap-3 py-1 text-muted">
          <span className="min-w-0">
            <bdi>{label}</bdi> <span className="ml-2">{TEXTES.absences(non_facturees)}</span>
          </span>
          <span className="shrink-0">{TEXTES.nonFacture}</span>
        </li>
      )}
    </>
  );
}
