import { memo, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Cellule, Row, PlanningReservation } from '#domain/planning.ts';
import { cx } from '../ui/cx.ts';
import { useRoving } from '../ui/useRoving.ts';
import { CelluleLecon, CelluleLibre } from './PlanningCell.tsx';

export type ColonnePlanning = {
  cle: string;
  /** The header of the column, on two lines. */
  titre: string;
  note: string;
  /** In full, for screen readers. */
  nom: string;
  aujourdhui: boolean;
};

type CelluleVide = Exclude<Cellule<PlanningReservation>, { etat: 'couverte' | 'partiel' | 'complet' }>;

type PlanningTableProps = {
  /** Its accessible name. */
  nom: string;
  colonnes: readonly ColonnePlanning[];
  rows: readonly Row<PlanningReservation>[];
  /** Where a free cell leads. */
  linkOf: (cellule: CelluleVide) => string;
};

/**
 * DESK-04: rows are half hours, a lesson is one cell that spans its rows. One tab stop; arrows go from control to control
 * (`role="grid"`, so that screen readers pass them on). Where the days do not fit, the table scrolls in its own box;
 * elsewhere its header sticks below the page's.
 */
export const PlanningTable = memo(function PlanningTable({ nom, colonnes, rows, linkOf }: PlanningTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const roving = useRoving(table);
  const boite = useRef<HTMLDivElement>(null);
  useTodayInView(boite, colonnes.findIndex(({ aujourdhui }) => aujourdhui));
  const semaine = colonnes.length > 2;
  return (
    <div className="@container">
      <div ref={boite} className={cx(semaine && '@max-[52rem]:max-h-[80dvh] @max-[52rem]:overflow-auto @max-[52rem]:overscroll-contain')}>
        <table
          ref={table}
          // oxlint-disable-next-line no-noninteractive-element-to-interactive-role -- ARIA allows it of a table of controls
          role="grid"
          aria-label={nom}
          {...roving}
          className={cx('w-full table-fixed border-separate border-spacing-0', semaine && 'min-w-[50rem]')}
        >
          <thead>
            <tr>
              <th scope="col" className={cx(TETE, 'start-0 z-3 bg-sand', semaine ? 'w-16' : 'w-13', semaine && '@max-[52rem]:top-0')}>Heure</th>
              {colonnes.map(({ cle, titre, note, nom: entier, aujourdhui }) => (
                <th
                  key={cle}
                  scope="col"
                  abbr={entier}
                  aria-current={aujourdhui ? 'date' : undefined}
                  className={cx(TETE, 'border-s border-hairline', aujourdhui ? 'bg-cognac text-white' : 'bg-sand', semaine && '@max-[52rem]:top-0')}
                >
                  <span className="block leading-5 font-semibold first-letter:uppercase">{titre}</span>
                  <span className={cx('block text-xs leading-4 font-normal', !aujourdhui && 'text-muted')}>{note}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ heure, cellules }, row) => (
              <tr key={heure} className="h-11.5">
                <th scope="row" className="sticky start-0 z-1 border-t border-hairline bg-card text-center text-sm font-semibold">{heure}</th>
                {cellules.map((cellule, column) => (
                  <Case key={colonnes[column]?.cle} cellule={cellule} row={row} column={column} colonne={colonnes[column]} linkOf={linkOf} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
});

/** Where the days do not fit, the box is scrolled so that today's column is in the middle. */
function useTodayInView(boite: RefObject<HTMLElement | null>, colonne: number) {
  useLayoutEffect(() => {
    const [box, tete] = [boite.current, boite.current?.querySelector<HTMLElement>('th[aria-current=date]')];
    if (colonne !== -1 && box && tete) box.scrollLeft = tete.offsetLeft + (tete.offsetWidth - box.clientWidth) / 2;
  }, [boite, colonne]);
}

const TETE = 'sticky top-16 z-2 h-12 px-1 text-center text-sm';

type CaseProps = Pick<PlanningTableProps, 'linkOf'> & {
  cellule: Cellule<PlanningReservation>;
  colonne: ColonnePlanning | undefined;
  row: number;
  column: number;
};

function Case({ cellule, colonne, row, column, linkOf }: CaseProps) {
  if (cellule.etat === 'couverte') return null;
  const place = { row, column, ou: colonne?.nom ?? '' };
  const td = cx('relative border-s border-t border-hairline p-0', colonne?.aujourdhui && 'bg-cognac-soft');
  if ('reservation' in cellule) {
    return <td rowSpan={cellule.rows} className={td}><CelluleLecon {...place} {...cellule} /></td>;
  }
  if (cellule.etat === 'libre') return <td className={td}><CelluleLibre {...place} heure={cellule.heure} href={linkOf(cellule)} /></td>;
  return (
    <td className={td}>
      <span className={cx('absolute inset-px grid place-items-center rounded-md text-xs', cellule.etat === 'fermee' ? 'bg-complet-soft text-complet-soft-ink' : 'bg-sand-soft text-muted')}>
        {cellule.etat === 'fermee' ? 'Fermé' : <><span aria-hidden>–</span><span className="sr-only">Passé</span></>}
      </span>
    </td>
  );
}
