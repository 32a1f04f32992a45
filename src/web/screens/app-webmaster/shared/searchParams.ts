/** The part of the dashboard's address that keeps the shown day. */
import { startTransition, useOptimistic } from 'react';
import { useSearchParams } from '#web/ui/hooks/navigation.tsx';
import { addDays, isJour, mondayOf } from '#domain/core/calendrier.ts';
import { LAST_JOUR, FIRST_JOUR } from '#domain/lessons/reservations.ts';

/** The search parameter of the lesson that an address names. */
export const LECON = 'lecon';

export const useTargetLecon = (): string | null => useSearchParams()[0].get(LECON);

const validOr = <T>(asked: string | null, otherwise: T): string | T =>
  asked !== null && isJour(asked) && asked >= FIRST_JOUR && asked <= LAST_JOUR ? asked : otherwise;

/**
 * The shown day and its week, so that they survive reloading and going back; today if the address
 * names none. `jour`: null once the date was cleared; the planning then stays at `day` (DESK-24).
 */
export function useDay(aujourdhui: string) {
  const [params, setParams] = useSearchParams();
  const week = validOr(params.get('semaine'), aujourdhui);
  // The choice is drawn immediately. The address follows when its planning is drawn.
  const [shown, show] = useOptimistic<{ day: string; jour: string | null }>(
    params.get('jour') === ''
      ? { day: week, jour: null }
      : { day: validOr(params.get('jour'), week), jour: validOr(params.get('jour'), week) },
  );
  const setJour = (jour: string | null) =>
    startTransition(() => {
      const day = jour ?? shown.day;
      show({ day, jour });
      const next = new URLSearchParams(params);
      for (const name of ['semaine', 'jour', LECON]) next.delete(name);
      if (day !== aujourdhui) next.set(jour === null ? 'semaine' : 'jour', day);
      if (jour === null) next.set('jour', '');
      setParams(next, { replace: true });
    });
  const by = (days: number) => {
    const jour = addDays(shown.day, days);
    return jour >= FIRST_JOUR && jour <= LAST_JOUR ? () => setJour(jour) : null;
  };
  return {
    ...shown,
    lundi: mondayOf(shown.day),
    setJour,
    /** Null beyond the first and the last day. Another week shows the same weekday (DESK-04). */
    previousDay: by(-1),
    nextDay: by(1),
    previousWeek: by(-7),
    nextWeek: by(7),
    today: () => setJour(aujourdhui),
  };
}

export type Day = ReturnType<typeof useDay>;
