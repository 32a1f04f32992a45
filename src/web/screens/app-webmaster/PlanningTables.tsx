import { useMemo } from 'react';
import { formatJour } from '#domain/calendrier.ts';
import { PISTES, TYPES_PISTE } from '#domain/creneaux.ts';
import { type Grille, rowsOfDay, type PlanningReservation } from '#domain/planning.ts';
import { PlanningJours } from '#web/parts/PlanningJours.tsx';
import { type PlanningColumn, PlanningTable } from '#web/parts/PlanningTable.tsx';
import { reservationLink } from '#web/pathsReservation.ts';
import { useSlices } from '#web/ui/useSlices.ts';
import { TEXTES } from './textes.ts';

type TableProps = { grille: Grille<PlanningReservation>; jours: readonly string[]; aujourdhui: string };

/** One table per arena, the second drawn after the first; its columns are the seven days. */
export function WeekTables({ grille, jours, aujourdhui }: TableProps) {
  const columns = useMemo(() => jours.map((jour) => columnOf(jour, aujourdhui)), [jours, aujourdhui]);
  const drawn = useSlices(TYPES_PISTE.length, 1);
  return TYPES_PISTE.slice(0, drawn).map((piste) => (
    <section key={piste} aria-busy={drawn < TYPES_PISTE.length} className="overflow-clip rounded-card border border-hairline">
      <h3 className="px-4 py-3 text-lg">{PISTES[piste].nom}</h3>
      <PlanningTable label={PISTES[piste].nom} columns={columns} rows={grille[piste]} linkOf={reservationLink} />
    </section>
  ));
}

function columnOf(jour: string, aujourdhui: string): PlanningColumn {
  const isToday = jour === aujourdhui;
  return {
    key: jour,
    title: `${formatJour(jour, 'semaine')} ${Number(jour.slice(8))}`,
    note: isToday ? "aujourd'hui" : formatJour(jour, 'moisCourt'),
    label: formatJour(jour, 'long'),
    today: isToday,
  };
}

type DayTableProps = TableProps & { jour: string; onJour: (jour: string) => void };

/** On a phone one day at a time, the arenas side by side, so that the half hours are scrolled once (DESK-10). */
export function DayTable({ grille, jours, aujourdhui, jour, onJour }: DayTableProps) {
  const index = jours.indexOf(jour);
  const rows = useMemo(() => rowsOfDay(grille, index), [grille, index]);
  const columns = useMemo(() => TYPES_PISTE.map((piste): PlanningColumn => ({
    key: piste, title: PISTES[piste].nom, note: '', label: `${PISTES[piste].nom}, ${formatJour(jour, 'long')}`, today: false,
  })), [jour]);
  const countOf = (day: string) => TYPES_PISTE.reduce((n, piste) => (
    n + grille[piste].filter(({ cellules }) => 'reservation' in (cellules[jours.indexOf(day)] ?? {})).length), 0);
  return (
    <>
      <PlanningJours label={TEXTES.jours} jours={jours} chosen={jour} today={aujourdhui} countOf={countOf} onJour={onJour} />
      <div className="overflow-clip rounded-card border border-hairline">
        <PlanningTable label={`Pistes, ${formatJour(jour, 'long')}`} columns={columns} rows={rows} linkOf={reservationLink} />
      </div>
    </>
  );
}
