/** The part of the dashboard's address that keeps the week and the day on screen. */
import { startTransition, useOptimistic } from 'react';
import { useSearchParams } from 'react-router';
import { addDays, isJour, mondayOf } from '#domain/calendrier.ts';
import { LAST_JOUR, FIRST_JOUR } from '#domain/reservations.ts';

/** The search parameter of the lesson that an address leads to. */
export const LECON = 'lecon';

export const useLeconVisee = (): string | null => useSearchParams()[0].get(LECON);

/** The day in a search parameter, kept by reloading and by going back; null when there is none. */
function useJourAdresse(cle: 'semaine' | 'jour') {
  const [params, setParams] = useSearchParams();
  const demande = params.get(cle) ?? '';
  // The choice is drawn at once; the address follows when its planning is drawn.
  const [jour, show] = useOptimistic(isJour(demande) && demande >= FIRST_JOUR && demande <= LAST_JOUR ? demande : null);
  const set = (choisi: string | null) => startTransition(() => {
    show(choisi);
    setParams((avant) => {
      const next = new URLSearchParams(avant);
      if (choisi === null) next.delete(cle);
      else next.set(cle, choisi);
      next.delete(LECON);
      return next;
    }, { replace: true, preventScrollReset: true });
  });
  return [jour, set] as const;
}

/** The day of the daily view. */
export function useJour() {
  const [jour, setJour] = useJourAdresse('jour');
  return { jour, setJour };
}

/** The week on screen, by its Monday, and its day that a phone shows: another week shows the same weekday (DESK-04). */
export function useSemaine(aujourdhui: string) {
  const [demande, set] = useJourAdresse('semaine');
  const jour = demande ?? aujourdhui;
  const setJour = (choisi: string) => set(choisi === aujourdhui ? null : choisi);
  const [precedente, suivante] = [addDays(jour, -7), addDays(jour, 7)];
  return {
    lundi: mondayOf(jour),
    jour,
    setJour,
    precedente: precedente >= FIRST_JOUR ? () => setJour(precedente) : null,
    suivante: suivante <= LAST_JOUR ? () => setJour(suivante) : null,
    aujourdhui: () => setJour(aujourdhui),
  };
}
