import type { ReactNode } from 'react';
import {
  CHART_TEXT,
  CHART_WIDTH,
  type Chart,
  graphiquesReport,
  occupationChart,
  recettesChart,
} from '#documents/prints/graphiques.ts';
import { periodInWords } from '#documents/prints/rapport.ts';
import {
  type HeureOccupee,
  JOURS_DE_SEMAINE,
  LEGENDE_OCCUPATION,
  type MoisFacture,
  montantInWords,
  nomDuMois,
  REGLE_OCCUPATION,
  REGLE_RECETTES,
  tauxOf,
  type Temps,
  tempsOf,
  totalOfMois,
} from '#domain/statistics/graphiques.ts';
import { CENTRE } from '#web/data/centre.ts';
import { useNow } from '#web/data/horloge.ts';
import { useGraphiques } from '#web/nouns/statistics/statistiques.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { PrintButton } from '#web/ui/pages/PrintButton.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { TEXTES } from './textes.graphiques.ts';
import type { Filter } from './useFilter.ts';

/** Occupancy by weekday and hour, and revenue by month, each with its table (PRICE-27). */
export function Graphiques({ input: { du, au } }: { input: Filter['input'] }) {
  const maintenant = useNow();
  const graphiques = useGraphiques({ ...(du && { du }), ...(au && { au }) });
  const { data, isPlaceholderData: outdated } = graphiques;
  if (!data)
    return graphiques.isError ? (
      <Unreadable queries={[graphiques]} className="mt-4">
        {TEXTES.illisible}
      </Unreadable>
    ) : (
      <div aria-busy className="mt-4 grid gap-4 lg:grid-cols-2">
        <Skeleton card className="h-96" />
        <Skeleton card className="h-96" />
      </div>
    );
  if (data.du === null) return <p className="mt-4">{TEXTES.aucune}</p>;
  return (
    <>
      <div className="mt-3 flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between">
        <p className="text-sm text-muted">
          {(!du || !au) && TEXTES.comptes(periodInWords(data.du, data.au))}
        </p>
        <PrintButton
          disabled={outdated}
          html={() => graphiquesReport(data, { centre: CENTRE.nom, maintenant })}
        >
          {TEXTES.imprimer}
        </PrintButton>
      </div>
      <div className="mt-4 grid gap-4 lg:grid-cols-2 lg:items-start">
        <Part id="occupation" titre={TEXTES.occupation} regle={REGLE_OCCUPATION}>
          {data.heures.length === 0 ? (
            <p className="mt-4">{TEXTES.jamaisOuvert}</p>
          ) : (
            <>
              <p className="mt-1 text-sm text-muted">{LEGENDE_OCCUPATION}</p>
              <Drawing chart={occupationChart(data.heures)} />
              <Occupation heures={data.heures} />
            </>
          )}
        </Part>
        <Part id="recettes" titre={TEXTES.recettes} regle={REGLE_RECETTES}>
          <Drawing chart={recettesChart(data.mois)} />
          <Recettes mois={data.mois} />
        </Part>
      </div>
    </>
  );
}

type PartProps = { id: string; titre: string; regle: string; children: ReactNode };

function Part({ id, titre, regle, children }: PartProps) {
  return (
    <section
      aria-labelledby={`titre-${id}`}
      className="min-w-0 rounded-card border border-hairline bg-card p-edge sm:p-5"
    >
      <h3 id={`titre-${id}`}>{titre}</h3>
      <p className="mt-1 text-sm text-muted">{regle}</p>
      {children}
    </section>
  );
}

/** `currentColor` is also kept where the system forces its own colours. */
function Drawing({ chart: { name, height, bars, frames, lines, labels } }: { chart: Chart }) {
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`-1 -1 ${CHART_WIDTH + 2} ${height + 2}`}
      className="mx-auto mt-4 block w-full max-w-md text-muted"
    >
      {lines.map(({ x, y }) => (
        <line key={y} x1={x} x2={CHART_WIDTH} y1={y} y2={y} stroke="currentColor" />
      ))}
      {frames.map((frame) => (
        <rect key={`${frame.x} ${frame.y}`} {...frame} fill="none" stroke="currentColor" />
      ))}
      <g className="text-fir" fill="currentColor">
        {bars.map((bar) => (
          <rect key={`${bar.x} ${bar.y}`} {...bar} />
        ))}
      </g>
      <g className="text-ink" fill="currentColor" fontSize={CHART_TEXT}>
        {labels.map(({ x, y, anchor, text }) => (
          <text key={`${x} ${y}`} x={x} y={y} textAnchor={anchor}>
            {text}
          </text>
        ))}
      </g>
    </svg>
  );
}

const CELL = 'border-t border-hairline px-1 py-1.5 text-end whitespace-nowrap tabular-nums';
const ROW_HEAD = 'border-t border-hairline py-1.5 pe-1 text-start whitespace-nowrap';

/**
 * A table of figures. Seven days are wider than a narrow screen with large text: it scrolls, also by
 * keyboard.
 */
function Figures({
  label,
  head,
  children,
}: {
  label: string;
  head: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      role="group"
      aria-label={TEXTES.tableau(label)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      className="relative mt-4 overflow-x-auto rounded-field"
    >
      <table aria-label={label} className="w-full border-collapse text-sm">
        <thead>
          <tr>{head}</tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

const Head = ({ children, first = false }: { children: ReactNode; first?: boolean }) => (
  <th
    scope="col"
    className={
      first ? 'py-1.5 pe-1 text-start font-semibold' : 'px-1 py-1.5 text-end font-semibold'
    }
  >
    {children}
  </th>
);

/** Seven days fit on a phone without it. */
const WIDE = 'max-sm:sr-only';

function Taux(temps: Temps) {
  const taux = tauxOf(temps);
  if (taux === null) return <>–</>;
  return (
    <>
      {taux}
      <span className={WIDE}>&nbsp;%</span>
    </>
  );
}

function Occupation({ heures }: { heures: readonly HeureOccupee[] }) {
  return (
    <Figures
      label={TEXTES.occupation}
      head={
        <>
          <Head first>{TEXTES.heure}</Head>
          {JOURS_DE_SEMAINE.map(({ court, long }) => (
            <Head key={long}>
              <span aria-hidden>{court}</span>
              <span className="sr-only">{long}</span>
            </Head>
          ))}
        </>
      }
    >
      <tbody>
        {heures.map(({ heure, jours }) => (
          <tr key={heure}>
            <th scope="row" className={cx(ROW_HEAD, 'font-normal')}>
              {heure}h<span className={WIDE}> – {heure + 1}h</span>
            </th>
            {jours.map((temps, jour) => (
              <td key={JOURS_DE_SEMAINE[jour]?.long} className={CELL}>
                <Taux {...temps} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot className="font-semibold">
        <tr>
          <th scope="row" className={ROW_HEAD}>
            {TEXTES.journee}
          </th>
          {JOURS_DE_SEMAINE.map(({ long }, jour) => (
            <td key={long} className={CELL}>
              <Taux {...tempsOf(heures.flatMap(({ jours }) => jours[jour] ?? []))} />
            </td>
          ))}
        </tr>
      </tfoot>
    </Figures>
  );
}

function Recettes({ mois }: { mois: readonly MoisFacture[] }) {
  const total = totalOfMois(mois);
  return (
    <Figures
      label={TEXTES.recettes}
      head={
        <>
          <Head first>{TEXTES.mois}</Head>
          <Head>{TEXTES.places}</Head>
          <Head>{TEXTES.montant}</Head>
        </>
      }
    >
      <tbody>
        {mois.map((one) => (
          <tr key={one.mois}>
            <th scope="row" className={cx(ROW_HEAD, 'font-normal')}>
              {nomDuMois(one.mois)}
            </th>
            <td className={CELL}>{one.places.toLocaleString('fr-BE')}</td>
            <td className={CELL}>{montantInWords(one)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="font-semibold">
        <tr>
          <th scope="row" className={ROW_HEAD}>
            {TEXTES.total}
          </th>
          <td className={CELL}>{total.places.toLocaleString('fr-BE')}</td>
          <td className={CELL}>{montantInWords(total)}</td>
        </tr>
      </tfoot>
    </Figures>
  );
}
