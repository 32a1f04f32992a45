import { formatHeure, formatJour, momentAt } from '#domain/core/calendrier.ts';
import type { ReglagesDeDurees } from '#domain/settings/durees.ts';
import { useConservation } from '#web/nouns/personal_data.ts';
import { LIBELLES, TEXTES } from './textes.parametres.ts';

/** From when the shorter periods among these settings are in force (SET-51). */
export function Attente({ champs }: { champs: readonly (keyof ReglagesDeDurees)[] }) {
  const attente = useConservation().data?.attente;
  const waiting = champs.filter((champ) => attente?.champs.includes(champ));
  if (!attente || waiting.length === 0) return null;
  const { jour, heure } = momentAt(new Date(attente.jusque));
  return (
    <p className="mt-4 font-medium text-cognac-dark">
      {`${TEXTES.raccourci}${waiting.map((champ) => LIBELLES[champ]).join(', ')}. ${TEXTES.attente(formatJour(jour, 'long'), formatHeure(heure))}`}
    </p>
  );
}
