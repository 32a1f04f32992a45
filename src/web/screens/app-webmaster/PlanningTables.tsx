import { type ReactNode, useMemo } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import {
  type Grille,
  type GrilleDePiste,
  rowsOfDay,
  type PlanningReservation,
} from '#domain/reservations/planning.ts';
import { PlanningJours } from '#web/parts/PlanningJours.tsx';
import { type PlanningColumn, PlanningTable } from '#web/parts/PlanningTable.tsx';
import { reservationLink } from '#web/paths/reservation.ts';
import { cx } from '#web/ui/cx.ts';
import { useSlices } from '#web/ui/useSlices.ts';
import { TEXTES } from './textes.ts';

type TableProps = {
  grille: Grille<PlanningReservation>;
  jours: readonly string[];
  aujourdhui: string;
};

/** One table per arena; the others are drawn after the first. Its columns are the seven days. */
export function WeekTables({ grille, jours, aujourdhui }: TableProps) {
  const columns = useMemo(
    () =>
      grille.map(({ rows }) =>
        jours.map((jour, n) => columnOf(jour, aujourdhui, countIn(rows, n))),
      ),
    [jours, aujourdhui, grille],
  );
  const drawn = useSlices(grille.length, 1);
  return grille.map(({ piste: { id, nom }, rows }, n) =>
    n >= drawn ? (
      <TableSpace key={id} />
    ) : (
      <section
        key={id}
        aria-busy={drawn < grille.length}
        className="overflow-clip rounded-card border border-hairline"
      >
        <h3 className="px-4 py-3 text-lg wrap-anywhere">{nom}</h3>
        <PlanningTable
          label={nom}
          columns={columns[n] ?? []}
          rows={rows}
          linkOf={reservationLink}
        />
      </section>
    ),
  );
}

/**
 * Reserves the space of a table that is not drawn yet. `whole`: it never scrolls in its own box.
 */
export function TableSpace({ whole = false, children }: { whole?: boolean; children?: ReactNode }) {
  return (
    <div className="@container overflow-clip rounded-card border border-hairline">
      {!whole && <div className="h-13" />}
      <div className={cx('h-[75.125rem]', !whole && '@max-[52rem]:max-h-[80dvh]')}>{children}</div>
    </div>
  );
}

/** How many lessons a table has on a day, given its column. */
const countIn = (rows: GrilleDePiste<PlanningReservation>['rows'], column: number): number =>
  rows.filter(({ cellules }) => 'reservation' in (cellules[column] ?? {})).length;

function columnOf(jour: string, aujourdhui: string, count: number): PlanningColumn {
  const isToday = jour === aujourdhui;
  return {
    lecons: count === 0 ? 'aucune leçon' : `${count} leçon${count > 1 ? 's' : ''}`,
    key: jour,
    title: `${formatJour(jour, 'semaine')} ${Number(jour.slice(8))}`,
    note: isToday ? "aujourd'hui" : formatJour(jour, 'moisCourt'),
    label: formatJour(jour, 'long'),
    today: isToday,
  };
}

type DayTableProps = TableProps & { jour: string; onJour: (jour: string) => void };

/**
 * On a phone, one day at a time with the arenas side by side, so that the half hours are scrolled
 * only once (DESK-10).
 */
export function DayTable({ grille, jours, aujourdhui, jour, onJour }: DayTableProps) {
  const index = jours.indexOf(jour);
  const rows = useMemo(() => rowsOfDay(grille, index), [grille, index]);
  const columns = useMemo(
    () =>
      grille.map(({ piste: { id, nom } }): PlanningColumn => ({
        key: id,
        title: nom,
        note: '',
        label: `${nom}, ${formatJour(jour, 'long')}`,
        today: false,
      })),
    [grille, jour],
  );
  const countOf = (day: string) =>
    grille.reduce((n, one) => n + countIn(one.rows, jours.indexOf(day)), 0);
  return (
    <>
      <PlanningJours
        label={TEXTES.jours}
        jours={jours}
        chosen={jour}
        today={aujourdhui}
        countOf={countOf}
        onJour={onJour}
      />
      <div className="overflow-clip rounded-card border border-hairline">
        <PlanningTable
          label={`Pistes, ${formatJour(jour, 'long')}`}
          columns={columns}
          rows={rows}
          linkOf={reservationLink}
        />
      </div>
    </>
  );
}
