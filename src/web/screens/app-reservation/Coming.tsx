// chunk: riders
import { formatHeure, formatJour, mondayOf, type Moment } from '#domain/core/calendrier.ts';
import { isAhead } from '#domain/lessons/lecons_a_venir.ts';
import { useMesReservations, useMesTypes } from '#web/data/queries.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { StatutBadge } from '#web/nouns/lessons/StatutBadge.tsx';
import { jump } from '#web/ui/pages/jump.ts';

const TEXTES = { prochaines: 'Mes prochaines leçons', toutVoir: 'Tout voir' } as const;

const MOST = 3;

/** The next lessons in one line each, above the form (BOOK-22). Nothing if there are none. */
export function Coming({ maintenant }: { maintenant: Moment }) {
  const { data } = useMesReservations(mondayOf(maintenant.jour));
  const types = useMesTypes();
  const nomPiste = useNomPiste();
  const next = types.isPending ? [] : (data ?? []).filter((lecon) => isAhead(lecon, maintenant));
  if (next.length === 0) return null;
  return (
    <section aria-labelledby="titre-prochaines" className="mt-2 text-sm leading-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="titre-prochaines" className="font-sans text-sm font-medium text-muted">
          {TEXTES.prochaines}
        </h2>
        <a href="#titre-mes-reservations" className="link" onClick={jump}>
          {TEXTES.toutVoir}
        </a>
      </div>
      <ul>
        {next.slice(0, MOST).map(({ id, date_reservation, heure_debut, ...lecon }) => (
          <li key={id} className="flex items-center gap-2 py-0.5">
            <span className="min-w-0 flex-1 truncate">
              <span className="font-semibold">
                {formatJour(date_reservation, 'semaine')} {Number(date_reservation.slice(8))}{' '}
                {formatJour(date_reservation, 'moisCourt')}, {formatHeure(heure_debut)}
              </span>{' '}
              <bdi>
                {types.data?.find(({ value }) => value === lecon.type_lecon)?.label ??
                  lecon.type_lecon}
              </bdi>
              , <bdi>{lecon.noms_participants.join(', ')}</bdi>, {nomPiste(lecon.type_piste)}
            </span>
            {lecon.statut !== 'confirmee' && <StatutBadge statut={lecon.statut} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
