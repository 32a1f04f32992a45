/** The part of the dashboard's address that keeps the shown week and day. */
import { startTransition, useOptimistic } from 'react';
import { useSearchParams } from '#web/ui/navigation.tsx';
import { addDays, isJour, mondayOf } from '#domain/core/calendrier.ts';
import { LAST_JOUR, FIRST_JOUR } from '#domain/reservations/reservations.ts';

/** The search parameter of the lesson that an address names. */
export const LECON = 'lecon';

export const useTargetLecon = (): string | null => useSearchParams()[0].get(LECON);

/**
 * The day in a search parameter, so that it survives reloading and going back. Null if there is
 * none.
 */
function useJourParam(param: 'semaine' | 'jour') {
  const [params, setParams] = useSearchParams();
  const asked = params.get(param) ?? '';
  // The choice is drawn immediately. The address follows when its planning is drawn.
  const [jour, show] = useOptimistic(
    isJour(asked) && asked >= FIRST_JOUR && asked <= LAST_JOUR ? asked : null,
  );
  const set = (chosen: string | null) =>
    startTransition(() => {
      show(chosen);
      const next = new URLSearchParams(params);
      if (chosen === null) next.delete(param);
      else next.set(param, chosen);
      next.delete(LECON);
      setParams(next, { replace: true });
    });
  return [jour, set] as const;
}

/** The day of the daily view. */
export function useJour() {
  const [jour, setJour] = useJourParam('jour');
  return { jour, setJour };
}

/**
 * The shown week, by its Monday, and the day of it that a phone shows: another week shows the same
 * weekday (DESK-04).
 */
export function useWeek(aujourdhui: string) {
  const [asked, set] = useJourParam('semaine');
  const jour = asked ?? aujourdhui;
  const setJour = (chosen: string) => set(chosen === aujourdhui ? null : chosen);
  const [previous, next] = [addDays(jour, -7), addDays(jour, 7)];
  return {
    lundi: mondayOf(jour),
    jour,
    setJour,
    previous: previous >= FIRST_JOUR ? () => setJour(previous) : null,
    next: next <= LAST_JOUR ? () => setJour(next) : null,
    aujourdhui: () => setJour(aujourdhui),
  };
}
