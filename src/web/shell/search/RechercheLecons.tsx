import { formatJour } from '#domain/core/calendrier.ts';
import { cleOf } from '#domain/riders/cavaliers.ts';
import type { LeconsTrouvees } from '#domain/planning/recherche.ts';
import { NOMS_STATUT } from '#domain/lessons/reservations.ts';
import { heuresOf } from '#domain/slots/creneaux.ts';
import { useLeconsTrouvees } from '#web/nouns/planning/recherche.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { leconLink } from '#web/paths/reservation.ts';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useDebounced } from '#web/ui/hooks/useDebounced.ts';
import { useLast } from '#web/ui/hooks/useLast.ts';

const TEXTES = {
  titre: 'Leçons',
  aide: 'Les leçons du client ou du nom choisi dans la liste se lisent ici.',
  illisible: "Les leçons n'ont pas pu être chargées.",
  supprimee: 'supprimée',
  reste: (n: number) => `Les ${n} premières.`,
  fiche: 'Ouvrir la fiche',
  statistiques: 'Voir dans les statistiques',
} as const;

/** Milliseconds for which a result is active before its lessons are read. */
const PAUSE = 150;

/** A result whose lessons can be shown: its name, and the page that has more about it. */
export type Trouve = { q: string; client?: string; nom: string; to: string };

type RechercheLeconsProps = {
  /** Null: the active result has no lessons, or none is active. */
  trouve: Trouve | null;
  /** None is active until the results of the present text have arrived; the last lessons stay. */
  outdated: boolean;
  onFollow: () => void;
};

/** The lessons of the active result, beside the results (DESK-81). */
export function RechercheLecons({ trouve, outdated, onFollow }: RechercheLeconsProps) {
  const nomPiste = useNomPiste();
  const key = trouve && JSON.stringify(trouve);
  const last = useLast(key);
  const wanted = key ?? (outdated ? last : null);
  // Not of each result that the arrows pass.
  const still = useDebounced(wanted, PAUSE);
  const shown = wanted === null || still === null ? null : (JSON.parse(still) as Trouve);
  const read = useLeconsTrouvees(
    shown && { q: shown.q, ...(shown.client !== undefined && { client: shown.client }) },
  );
  if (!shown) return <p className="text-sm text-muted">{TEXTES.aide}</p>;
  const { lecons } = read.data ?? {};
  return (
    <>
      <h3 className="text-lg wrap-anywhere">
        <bdi>{namesIn(lecons) || shown.nom}</bdi>
      </h3>
      <p role="status" className="mt-0.5 min-h-6 text-sm text-muted">
        {read.data && countsInWords(read.data)}
      </p>
      {read.isError && !read.data && <Unreadable queries={[read]}>{TEXTES.illisible}</Unreadable>}
      {read.isPending && <Skeleton className="mt-2 h-40" />}
      {lecons && lecons.length > 0 && (
        <ul
          aria-label={TEXTES.titre}
          className="mt-1 max-h-[min(22.5rem,42dvh)] overflow-y-auto overscroll-contain"
        >
          {lecons.map((lecon) => {
            const moment = `${formatJour(lecon.date_reservation, 'complet')}, ${heuresOf(lecon)}`;
            const state = lecon.supprimee ? TEXTES.supprimee : NOMS_STATUT[lecon.statut];
            return (
              <li key={lecon.id} className="border-t border-hairline py-1 first:border-t-0">
                {lecon.supprimee ? (
                  <span className="font-medium">{moment}</span>
                ) : (
                  <Link to={leconLink(lecon)} onClick={onFollow} className="link font-medium">
                    {moment}
                  </Link>
                )}
                <p className="text-sm wrap-anywhere text-muted">
                  {lecon.label} · {nomPiste(lecon.type_piste)}
                  {(lecon.supprimee || lecon.statut !== 'confirmee') && (
                    <span className="font-semibold text-ink"> · {state}</span>
                  )}
                </p>
              </li>
            );
          })}
        </ul>
      )}
      <p className="mt-2 flex flex-wrap items-center gap-x-3">
        {read.data && read.data.lecons.length < read.data.a_venir + read.data.passees && (
          <span className="text-sm text-muted">{TEXTES.reste(read.data.lecons.length)}</span>
        )}
        <Link to={shown.to} onClick={onFollow} className="link inline-flex min-h-11 items-center">
          {shown.client === undefined ? TEXTES.statistiques : TEXTES.fiche}
        </Link>
      </p>
    </>
  );
}

/** The riders of the lessons, each once. */
const namesIn = (lecons: LeconsTrouvees['lecons'] = []): string =>
  [...new Map(lecons.flatMap(({ noms }) => noms).map((nom) => [cleOf(nom), nom])).values()].join(
    ', ',
  );

/** '5 leçons à venir, 38 passées, dont 2 annulées ou supprimées.' */
function countsInWords({ a_venir, passees, annulees }: LeconsTrouvees): string {
  if (a_venir + passees === 0) return 'Aucune leçon.';
  const s = (n: number) => (n > 1 ? 's' : '');
  return (
    `${a_venir} leçon${s(a_venir)} à venir, ${passees} passée${s(passees)}` +
    (annulees > 0 ? `, dont ${annulees} annulée${s(annulees)} ou supprimée${s(annulees)}.` : '.')
  );
}
