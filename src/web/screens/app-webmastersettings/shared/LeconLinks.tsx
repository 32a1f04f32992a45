import { Link } from '#web/ui/hooks/navigation.tsx';
import { formatJour } from '#domain/core/calendrier.ts';
import { heuresOf } from '#domain/slots/creneaux.ts';
import { useTypesOrDefaults } from '#web/nouns/types/typesLecons.ts';
import { leconLink } from '#web/paths/reservation.ts';
import { otherLecons } from './textes.listes.ts';

type Lecon = Parameters<typeof leconLink>[0] & {
  id: string;
  heure_debut: string;
  heure_fin: string;
  type_lecon: string;
  nom_client: string;
};

/**
 * The first lessons that a change affects, each a link to its day, and how many others there are.
 */
export function LeconLinks({ total, lecons }: { total: number; lecons: readonly Lecon[] }) {
  const types = useTypesOrDefaults();
  const others = total - lecons.length;
  return (
    <>
      {lecons.length > 0 && (
        <ul className="max-h-[40dvh] overflow-y-auto">
          {lecons.map((lecon) => (
            <li key={lecon.id}>
              <Link
                to={leconLink(lecon)}
                className="inline-flex min-h-11 flex-col justify-center py-1 text-fir underline underline-offset-4"
              >
                <span>
                  {formatJour(lecon.date_reservation, 'complet')}, {heuresOf(lecon)}
                </span>{' '}
                <span className="text-sm">
                  <bdi>
                    {types?.find(({ value }) => value === lecon.type_lecon)?.label ??
                      lecon.type_lecon}
                  </bdi>
                  , <bdi>{lecon.nom_client}</bdi>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {others > 0 && <p>{otherLecons(others)}</p>}
    </>
  );
}
