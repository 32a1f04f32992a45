import { useSearchParams } from 'react-router';
import { addDays, isJour, lundiOf } from '#domain/calendrier.ts';

const CLE = 'semaine';

/** Lessons are stored for these years only: no button leads beyond them. */
const [PREMIER, DERNIER] = ['2000-01-03', '2100-12-27'];

/** The week on screen, by its Monday. It stands in the address, so that who comes back from a booking finds it again. */
export function useSemaine(aujourdhui: string) {
  const [params, setParams] = useSearchParams();
  const demande = params.get(CLE) ?? '';
  const lundi = lundiOf(isJour(demande) && demande >= PREMIER && demande <= DERNIER ? demande : aujourdhui);
  const go = (jour: string) => setParams(lundiOf(jour) === lundiOf(aujourdhui) ? {} : { [CLE]: lundiOf(jour) }, { replace: true });
  return {
    lundi,
    precedente: lundi > PREMIER ? () => go(addDays(lundi, -7)) : null,
    suivante: lundi < DERNIER ? () => go(addDays(lundi, 7)) : null,
    aujourdhui: () => go(aujourdhui),
  };
}
