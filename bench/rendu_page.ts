/** In the browser: both tables of a full week, rendered again as after a live change. */
import '#web/styles.css';
import { replaceEqualDeep } from '@tanstack/react-query';
import { createElement, Fragment } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { weekOf } from '#domain/core/calendrier.ts';
import { CRENEAUX, heureFin } from '#domain/slots/creneaux.ts';
import { gridOf, indexTypes, type PlanningReservation } from '../src/domain/planning/planning.ts';
import { DEFAULT_TYPES } from '../src/domain/types/types_lecons.ts';
import { PlanningTable } from '../src/web/nouns/planning/PlanningTable.tsx';
import { DEFAULT_PISTES } from '#domain/slots/pistes.ts';

const JOURS = weekOf('2050-06-12');
const types = indexTypes(DEFAULT_TYPES);
const columns = JOURS.map((jour) => ({
  key: jour,
  title: jour,
  note: '',
  label: jour,
  today: false,
  jour,
  piste: 'interieure',
}));

/**
 * Every half hour of both arenas is a lesson: 336. After another reading, every row is a new
 * object, and fourteen of them have changed.
 */
function read(round: number): PlanningReservation[] {
  return JOURS.flatMap((date_reservation) =>
    DEFAULT_PISTES.flatMap(({ id: type_piste }) =>
      CRENEAUX.slice(0, -1).map((heure_debut, i): PlanningReservation => ({
        id: `${date_reservation} ${type_piste} ${heure_debut}`,
        date_reservation,
        type_piste,
        heure_debut,
        heure_fin: heureFin(heure_debut, 30) ?? '20:00',
        type_lecon: 'saut',
        nombre_personnes: 1 + (i % 3),
        noms_participants: Array.from({ length: 1 + (i % 3) }, (_, n) =>
          i === round % 24 ? `Camille ${round}` : `Cavalier ${n}`,
        ),
        statut: 'confirmee',
      })),
    ),
  );
}

const linkOf = () => '/';
const root = createRoot(document.body.appendChild(document.createElement('main')));

let shown: PlanningReservation[] = [];

function draw(round: number): number {
  const rows = read(round);
  const start = performance.now();
  // like the query cache: unchanged data stays the same object
  shown = replaceEqualDeep(shown, rows);
  const grid = gridOf(shown, DEFAULT_PISTES, JOURS, types, { jour: '2050-06-01', heure: '09:00' });
  flushSync(() =>
    root.render(
      createElement(
        Fragment,
        null,
        grid.map(({ piste: { id }, rows: rowsOfPiste }) =>
          createElement(PlanningTable, {
            key: id,
            label: id,
            columns,
            rows: rowsOfPiste,
            linkOf,
          }),
        ),
      ),
    ),
  );
  void document.body.offsetHeight; // includes the layout by the browser
  return performance.now() - start;
}

/** Milliseconds of each of so many re-renders, after a first rendering and some warm-up rounds. */
Object.assign(globalThis, {
  measure: (rounds: number): number[] => {
    for (let n = 0; n < 20; n += 1) draw(n);
    if (document.querySelectorAll('td button').length !== 336)
      throw new Error(`${document.querySelectorAll('td button').length} cells are booked`);
    return Array.from({ length: rounds }, (_, n) => draw(100 + n));
  },
});
