import { Download } from 'lucide-react';
import { famillesReport } from '#documents/prints/rapport.ts';
import {
  csvOfFamilles,
  type FamilleStatistics,
  homonymesOf,
  nomDeFamille,
} from '#domain/statistics/statistiques.ts';
import { dePersonne } from '#domain/core/elision.ts';
import { CENTRE } from '#web/data/centre.ts';
import { useNow } from '#web/data/horloge.ts';
import { useFamilles } from '#web/nouns/statistics/statistiques.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { download } from '#web/ui/pages/download.ts';
import { PrintButton } from '#web/ui/pages/PrintButton.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { Line } from './Cavalier.tsx';
import { Disclosure } from './Disclosure.tsx';
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
      <ul aria-label={TEXTES.vues.famille} className="mt-4 flex flex-col gap-2.5">
        {data.map((famille) => (
          <Famille key={famille.user_id ?? ''} famille={famille} />
        ))}
      </ul>
    </>
  );
}

/** One account: its name and its total; when opened, the lines of each of its riders. */
function Famille({ famille }: { famille: FamilleStatistics }) {
  const { email, cavaliers, ...counts } = famille;
  const nom = nomDeFamille(famille);
  const client = homonymesOf(cavaliers);
  return (
    <Disclosure {...counts} nom={nom}>
      {email !== '' && (
        <p className="mb-2 text-sm wrap-anywhere text-muted">
          <bdi>{email}</bdi>
        </p>
      )}
      <ul aria-label={`Décompte ${dePersonne(nom)}`}>
        {cavaliers.map((cavalier) => (
          <li key={cavalier.cle} className="mb-2 max-w-2xl last:mb-0">
            <p className="font-semibold">
              <bdi>{cavalier.nom}</bdi>
              {client(cavalier) !== '' && (
                <span className="font-normal text-muted">
                  {' · '}
                  <bdi>{client(cavalier)}</bdi>
                </span>
              )}
            </p>
            <ul>
              {cavalier.types.map((row) => (
                <Line key={`${row.type_lecon} ${row.prix}`} ligne={row} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
