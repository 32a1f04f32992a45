import { useStatistiques } from '#web/data/queries_statistiques.ts';
import { TEXTES } from './textes.ts';

/** Why a rider of the address has nothing here: no lesson in this period, or nobody of that name at all. */
export function Absent({ cavalier }: { cavalier: string }) {
  const depuisToujours = useStatistiques({ cavalier });
  if (!depuisToujours.data) return null;
  return <span className="wrap-anywhere">{depuisToujours.data.cavaliers.length === 0 ? TEXTES.inconnu(cavalier) : TEXTES.sansLecon(cavalier)}</span>;
}
