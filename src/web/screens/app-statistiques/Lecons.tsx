import { Link } from '#web/ui/hooks/navigation.tsx';
import { formatJour } from '#domain/core/calendrier.ts';
import { dePersonne } from '#domain/core/elision.ts';
import type { LeconDeCavalier } from '#domain/statistics/statistiques.ts';
import { absenceInWords } from '#domain/lessons/presences.ts';
import { useLeconsDeCavalier } from '#web/nouns/statistics/statistiques.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { StatutBadge } from '#web/nouns/lessons/StatutBadge.tsx';
import { leconLink } from '#web/paths/reservation.ts';
import { type Column, Table } from '#web/ui/pages/Table.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { TEXTES } from './textes.ts';
import { TEXTES as NOMS } from './textes.orthographes.ts';

/**
 * Date, hour, arena, type, and the status unless confirmed. The date is a link to the lesson on the
 * dashboard. The customer is shown if there are several, because one name may then mean two people.
 */
const columnsOf = (
  nomPiste: ReturnType<typeof useNomPiste>,
  lecons: readonly LeconDeCavalier[],
): readonly Column<LeconDeCavalier>[] => [
  {
    header: 'Date',
    cell: (lecon) => (
      <Link to={leconLink(lecon)} className="link after:absolute after:inset-0">
        {formatJour(lecon.date_reservation, 'complet')}
        <span className="sr-only">&#x202f;: voir la leçon</span>
      </Link>
    ),
  },
  { header: 'Heure', cell: ({ heure_debut, heure_fin }) => `${heure_debut} – ${heure_fin}` },
  { header: 'Piste', cell: ({ type_piste }) => nomPiste(type_piste) },
  {
    header: 'Type',
    cell: ({ label, statut, ecrit, presence, facturee }) => (
      <span className="flex flex-wrap items-center gap-2">
        <bdi>{label}</bdi>
        {ecrit !== null && (
          <span className="text-sm text-muted wrap-anywhere">{NOMS.ecrit(ecrit)}</span>
        )}
        {presence !== 'presente' && (
          <span className="text-sm font-medium first-letter:uppercase">
            {absenceInWords({ presence, facturee })}
          </span>
        )}
        {statut !== 'confirmee' && <StatutBadge statut={statut} />}
      </span>
    ),
  },
  ...(new Set(lecons.map(({ client }) => client)).size > 1
    ? [
        {
          header: 'Client',
          cell: ({ client }: LeconDeCavalier) => (
            <bdi className="wrap-anywhere">{client || TEXTES.sansClient}</bdi>
          ),
        },
      ]
    : []),
];

type LeconsProps = { cle: string; nom: string; du: string | undefined; au: string | undefined };

/** The lessons of one rider, read when they are shown. */
export function Lecons({ cle, nom, du, au }: LeconsProps) {
  const nomPiste = useNomPiste();
  const lecons = useLeconsDeCavalier({ cle, ...(du && { du }), ...(au && { au }) });
  if (lecons.isError && !lecons.data)
    return (
      <Unreadable queries={[lecons]} className="mt-4">
        {TEXTES.leconsIllisibles}
      </Unreadable>
    );
  return (
    <div className="mt-4">
      <Table
        label={`Leçons ${dePersonne(nom)}`}
        columns={columnsOf(nomPiste, lecons.data ?? [])}
        rows={lecons.data ?? []}
        keyOf={({ place }) => place}
        loading={!lecons.data}
        empty={null}
      />
    </div>
  );
}
