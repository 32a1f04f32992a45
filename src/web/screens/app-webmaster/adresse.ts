/** What the address of the desk remembers: the week and the day on screen. */
import { useSearchParams } from 'react-router';
import { addDays, isJour, lundiOf } from '#domain/calendrier.ts';
import { DERNIER_JOUR, PREMIER_JOUR } from '#domain/reservations.ts';

/** A day that the address names, so that who reloads or comes back finds it again; null where it names none. */
function useJourAdresse(cle: 'semaine' | 'jour') {
  const [params, setParams] = useSearchParams();
  const demande = params.get(cle) ?? '';
  const set = (jour: string | null) => setParams((avant) => {
    const next = new URLSearchParams(avant);
    if (jour === null) next.delete(cle);
    else next.set(cle, jour);
    return next;
  }, { replace: true, preventScrollReset: true });
  return [isJour(demande) && demande >= PREMIER_JOUR && demande <= DERNIER_JOUR ? demande : null, set] as const;
}

/** The day of the daily view. */
export function useJour() {
  const [jour, setJour] = useJourAdresse('jour');
  return { jour, setJour };
}

/** The week on screen, by its Monday. */
export function useSemaine(aujourdhui: string) {
  const [demande, set] = useJourAdresse('semaine');
  const lundi = lundiOf(demande ?? aujourdhui);
  const go = (jour: string) => set(lundiOf(jour) === lundiOf(aujourdhui) ? null : lundiOf(jour));
  const [precedente, suivante] = [addDays(lundi, -7), addDays(lundi, 7)];
  return {
    lundi,
    /** The day that the address names; null where it names none. */
    demande,
    precedente: precedente >= PREMIER_JOUR ? () => go(precedente) : null,
    suivante: suivante <= DERNIER_JOUR ? () => go(suivante) : null,
    aujourdhui: () => go(aujourdhui),
  };
}
