/** Lessons that repeat every week or every second week (SERIE-01 to SERIE-05). */
import { addDays, daysBetween } from '../core/calendrier.ts';
import type { CodeSerie } from '../errors/series.ts';

/** Days between two lessons of a series. */
export const RYTHMES = [7, 14] as const;
export type Rythme = (typeof RYTHMES)[number];

/** The most lessons that are added at once (LIM-172). */
export const MAX_DATES = 60;

/** Which lessons of a series a change applies to. */
export const PORTEES = ['une', 'suivantes', 'toutes'] as const;
export type Portee = (typeof PORTEES)[number];

/** The dates after a day, every `rythme` days, up to a last day. */
export function datesOf(apres: string, rythme: Rythme, jusque: string): string[] {
  const n = apres < jusque ? Math.floor(daysBetween(apres, jusque) / rythme) : 0;
  return Array.from({ length: n }, (_, k) => addDays(apres, rythme * (k + 1)));
}

/** Why a lesson cannot be repeated at these dates; null if it can (SERIE-02). */
export function refuseDates(dates: readonly string[]): CodeSerie | null {
  if (dates.length === 0) return 'serie_sans_date';
  return dates.length > MAX_DATES ? 'serie_trop_longue' : null;
}

type Lecon = {
  type_lecon: string;
  nombre_personnes: number;
  noms_participants: readonly string[];
  date_reservation: string;
  type_piste: string;
  heure_debut: string;
  statut: string;
  remarques: string | null;
};

/**
 * The change of a lesson of a series if another of its lessons changes from `avant` to `apres`:
 * each field that changes there also changes here, unless it was already different here (SERIE-04).
 */
export function changedAlike<L extends Lecon>(
  lecon: L,
  { avant, apres, rythme }: { avant: Lecon; apres: Lecon; rythme: Rythme },
): L {
  const alike = (...fields: (keyof Lecon)[]): boolean =>
    JSON.stringify(fields.map((field) => avant[field])) !==
      JSON.stringify(fields.map((field) => apres[field])) &&
    JSON.stringify(fields.map((field) => avant[field])) ===
      JSON.stringify(fields.map((field) => lecon[field]));
  const onItsDay = daysBetween(avant.date_reservation, lecon.date_reservation) % rythme === 0;
  return {
    ...lecon,
    ...(alike('type_lecon') && { type_lecon: apres.type_lecon }),
    ...(alike('type_piste') && { type_piste: apres.type_piste }),
    ...(alike('heure_debut') && { heure_debut: apres.heure_debut }),
    ...(alike('statut') && { statut: apres.statut }),
    ...(alike('remarques') && { remarques: apres.remarques }),
    ...(alike('nombre_personnes', 'noms_participants') && {
      nombre_personnes: apres.nombre_personnes,
      noms_participants: apres.noms_participants,
    }),
    ...(onItsDay && {
      date_reservation: addDays(
        lecon.date_reservation,
        daysBetween(avant.date_reservation, apres.date_reservation),
      ),
    }),
  };
}
