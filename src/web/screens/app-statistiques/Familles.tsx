import { ChevronDown, Download } from 'lucide-react';
import { useState } from 'react';
import { famillesReport } from '#documents/prints/rapport.ts';
import {
  csvOfFamilles,
  type FamilleStatistics,
  nomDeFamille,
  nonFactureesInWords,
} from '#domain/money/statistiques.ts';
import { dePersonne } from '#domain/core/elision.ts';
import { formatEuros } from '#domain/settings/prix.ts';
import { CENTRE } from '#web/data/centre.ts';
import { useNow } from '#web/data/horloge.ts';
import { useFamilles } from '#web/data/queries/statistiques.ts';
import { Button } from '#web/ui/Button.tsx';
import { download } from '#web/ui/download.ts';
import { PrintButton } from '#web/ui/PrintButton.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { Line } from './Cavalier.tsx';
import { TEXTES } from './textes.ts';
import type { Filter } from './useFilter.ts';

/** What each account is billed for the riders of its seats, with its file and its report (PRICE-24). */
export function Familles({ input: { du, au } }: { input: Filter['input'] }) {
  const maintenant = useNow();
  const familles = useFamilles({ ...(du && { du }), ...(au && { au }) });
  const { data, isPlaceholderData: outdated } = familles;
  if (!data)
    return familles.isError ? (
      <Unreadable queries={[familles]} className="mt-4">
        {TEXTES.illisible}
      </Unreadable>
    ) : (
      <div aria-busy className="mt-4 flex flex-col gap-2.5">
        {Array.from({ length: 8 }, (_, i) => (
          <Skeleton key={i} card className="h-16" />
        ))}
      </div>
    );
  return (
    <>
      <div className="mt-3 flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:justify-end">
        <PrintButton
          disabled={outdated}
          html={() =>
            famillesReport(
              data,
              { du: du ?? null, au: au ?? null },
              { centre: CENTRE.nom, maintenant },
            )
          }
        >
          {TEXTES.imprimer}
        </PrintButton>
        <Button
          variant="secondary"
          disabled={outdated}
          className="sm:self-start"
          icon={<Download aria-hidden className="size-5 shrink-0" />}
          onClick={() =>
            download(
              `familles_${du ?? 'debut'}_${au ?? 'fin'}.csv`,
              csvOfFamilles(data),
              'text/csv;charset=utf-8',
            )
          }
        >
          {TEXTES.exporter}
        </Button>
      </div>
      <ul aria-label={TEXTES.parFamille} className="mt-4 flex flex-col gap-2.5">
        {data.map((famille) => (
          <Famille key={famille.user_id ?? ''} famille={famille} />
        ))}
      </ul>
    </>
  );
}

/** One account: its name and its total; when opened, the lines of each of its riders. */
function Famille({ famille }: { famille: FamilleStatistics }) {
  const { email, nombre, en_attente, non_facturees, total, cavaliers } = famille;
  const nom = nomDeFamille(famille);
  const [open, setOpen] = useState(false);
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
            <span className="block text-sm text-muted wrap-anywhere">
              {nombre} {nombre > 1 ? 'leçons' : 'leçon'}
              {en_attente > 0 && ` · ${en_attente} en attente`}
              {non_facturees > 0 && ` · ${nonFactureesInWords(non_facturees)}`}
            </span>
          </span>
          <span className="shrink-0 text-lg font-semibold">{formatEuros(total)}</span>
        </summary>
        {open && (
          <div className="border-t border-hairline px-4 pt-3 pb-4 sm:px-5">
            {email !== '' && (
              <p className="mb-2 text-sm wrap-anywhere text-muted">
                <bdi>{email}</bdi>
              </p>
            )}
            <ul aria-label={`Décompte ${dePersonne(nom)}`}>
              {cavaliers.map((cavalier) => (
                <li key={cavalier.nom} className="mb-2 max-w-2xl last:mb-0">
                  <p className="font-semibold">
                    <bdi>{cavalier.nom}</bdi>
                  </p>
                  <ul>
                    {cavalier.types.map((row) => (
                      <Line key={`${row.type_lecon} ${row.prix}`} ligne={row} />
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          </div>
        )}
      </details>
    </li>
  );
}
