import { type ReactNode, useMemo, useState } from 'react';
import { formatJour, type Moment } from '#domain/core/calendrier.ts';
import {
  type Grille,
  type GrilleDePiste,
  openRows,
  rowsOfDay,
  type PlanningReservation,
} from '#domain/planning/planning.ts';
import { STEP_MINUTES, toMinutes } from '#domain/slots/creneaux.ts';
import { PlanningJours } from '#web/nouns/planning/PlanningJours.tsx';
import { type PlanningColumn, PlanningTable } from '#web/nouns/planning/PlanningTable.tsx';
import { reservationLink } from '#web/paths/reservation.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { useSlices } from '#web/ui/hooks/useSlices.ts';
import { TEXTES } from './shared/textes.ts';

type TableProps = {
  grille: Grille<PlanningReservation>;
  jours: readonly string[];
  aujourdhui: string;
};

/** Below each other, and beside each other on a large screen. */
export const TABLES = 'grid grid-cols-1 gap-6 @min-[92rem]:grid-cols-2';

/** One table per arena; the others are drawn after the first. Its columns are the seven days. */
export function WeekTables({ grille, jours, aujourdhui }: TableProps) {
  const columns = useMemo(
    () =>
      grille.map(({ piste, rows }) =>
        jours.map((jour, n) => columnOf(piste.id, jour, aujourdhui, countIn(rows, n))),
      ),
    [jours, aujourdhui, grille],
  );
  const drawn = useSlices(grille.length, 1);
  return (
    <div className={TABLES}>
      {grille.map(({ piste: { id, nom }, rows }, n) =>
        n >= drawn ? (
          <TableSpace key={id} />
        ) : (
          <section
            key={id}
            aria-busy={drawn < grille.length}
            className="min-w-0 overflow-clip rounded-card border border-hairline"
          >
            <h3 className="px-4 py-2 text-lg wrap-anywhere">{nom}</h3>
            <PlanningTable
              label={nom}
              columns={columns[n] ?? []}
              rows={rows}
              linkOf={reservationLink}
            />
          </section>
        ),
      )}
    </div>
  );
}

/**
 * Reserves the space of a table that is not drawn yet. `whole`: it never scrolls in its own box.
 */
export function TableSpace({ whole = false, children }: { whole?: boolean; children?: ReactNode }) {
  return (
    <div className="@container overflow-clip rounded-card border border-hairline">
      {!whole && <div className="h-11" />}
      <div
        className={cx(
          'h-[71.75rem] pointer-fine:h-[40.5rem]',
          !whole && '@max-[45rem]:max-h-[80dvh]',
        )}
      >
        {children}
      </div>
    </div>
  );
}

/** How many lessons a table has on a day, given its column. */
const countIn = (rows: GrilleDePiste<PlanningReservation>['rows'], column: number): number =>
  rows.filter(({ cellules }) => 'reservation' in (cellules[column] ?? {})).length;

function columnOf(piste: string, jour: string, aujourdhui: string, count: number): PlanningColumn {
  const isToday = jour === aujourdhui;
  return {
    lecons: count === 0 ? 'aucune leçon' : `${count} leçon${count > 1 ? 's' : ''}`,
    key: jour,
    jour,
    piste,
    title: `${formatJour(jour, 'semaine')} ${Number(jour.slice(8))}`,
    note: isToday ? "aujourd'hui" : formatJour(jour, 'moisCourt'),
    label: formatJour(jour, 'long'),
    today: isToday,
  };
}

type DayTableProps = Pick<TableProps, 'grille' | 'jours'> & {
  jour: string;
  maintenant: Moment;
  /** Whether the closed half hour that ends the day is shown. */
  closing: boolean;
  /** How many rows to draw at once: those that a phone shows. All of them if absent. */
  first?: number;
};

/** One day with the arenas side by side; hours outside of the opening are folded (DESK-34). */
export function DayTable({ grille, jours, jour, maintenant, closing, first }: DayTableProps) {
  const [whole, setWhole] = useState(false);
  const index = jours.indexOf(jour);
  const all = useMemo(() => rowsOfDay(grille, index), [grille, index]);
  const open = useMemo(() => openRows(all, closing), [all, closing]);
  const rows = whole ? all : open;
  const columns = useMemo(
    () =>
      grille.map(({ piste: { id, nom } }): PlanningColumn => ({
        key: id,
        jour,
        piste: id,
        title: nom,
        note: '',
        label: `${nom}, ${formatJour(jour, 'long')}`,
        today: false,
      })),
    [grille, jour],
  );
  const now =
    rows[0] && jour === maintenant.jour
      ? (toMinutes(maintenant.heure) - toMinutes(rows[0].heure)) / STEP_MINUTES
      : -1;
  return (
    <>
      {rows.length === 0 ? (
        <p className="rounded-card border border-hairline bg-card px-4 py-3">
          {TEXTES.ferme(formatJour(jour, 'long'))}
        </p>
      ) : (
        <div className="overflow-clip rounded-card border border-hairline bg-card">
          <PlanningTable
            label={`Pistes, ${formatJour(jour, 'long')}`}
            columns={columns}
            rows={rows}
            linkOf={reservationLink}
            now={now >= 0 && now <= rows.length ? now : null}
            first={first}
          />
        </div>
      )}
      {/* The closed half hour that ends each day is no reason to unfold. */}
      {(whole || open.length === 0 || all.length - open.length > (closing ? 0 : 1)) && (
        <p className="mt-1">
          <button
            type="button"
            aria-pressed={whole}
            onClick={() => setWhole(!whole)}
            className="link min-h-11 pointer-fine:min-h-6"
          >
            {TEXTES.toutesLesHeures}
          </button>
        </p>
      )}
    </>
  );
}

type DaysOfWeekProps = TableProps & { jour: string; onJour: (jour: string) => void };

/** On a phone, the week is the choice of its day (DESK-10). */
export function DaysOfWeek({ grille, jours, aujourdhui, jour, onJour }: DaysOfWeekProps) {
  const countOf = (day: string) =>
    grille.reduce((n, one) => n + countIn(one.rows, jours.indexOf(day)), 0);
  return (
    <PlanningJours
      label={TEXTES.jours}
      jours={jours}
      chosen={jour}
      today={aujourdhui}
      countOf={countOf}
      onJour={onJour}
    />
  );
}
