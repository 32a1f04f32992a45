import { useStatistiques } from '#web/data/queriesStatistiques.ts';
import { TEXTES } from './textes.ts';

/** Why the rider in the address has no line: no lesson in this period, or nobody of that name (PRICE-05). */
export function Absent({ cavalier }: { cavalier: string }) {
  const depuisToujours = useStatistiques({ cavalier });
  if (!depuisToujours.data) return null;
  return <span className="wrap-anywhere">{depuisToujours.data.cavaliers.length === 0 ? TEXTES.inconnu(cavalier) : TEXTES.sansLecon(cavalier)}</span>;
}
