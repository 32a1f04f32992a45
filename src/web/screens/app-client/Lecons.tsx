import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { LeconDuClient } from '#contract/fiche.ts';
import { formatJour } from '#domain/core/calendrier.ts';
import { pagesOf } from '#domain/core/pages.ts';
import { absenceInWords } from '#domain/lessons/presences.ts';
import { formatEuros } from '#domain/prices.ts';
import { heuresOf } from '#domain/slots/creneaux.ts';
import { useLeconsDuClient } from '#web/nouns/customers/fiche.ts';
import { RaisonDite } from '#web/nouns/lessons/Participants.tsx';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { StatutBadge } from '#web/nouns/lessons/StatutBadge.tsx';
import { useFirstPageIfEmpty, usePage } from '#web/parts/usePage.ts';
import { PATHS } from '#web/paths/paths.ts';
import { leconLink } from '#web/paths/reservation.ts';
import { Badge, Pill } from '#web/ui/messages/Badge.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { Pagination } from '#web/ui/pages/Pagination.tsx';
import { type Column, Table } from '#web/ui/pages/Table.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { LECONS } from './textes.ts';

/** How many lessons of a page are shown at first. */
const FIRST = 6;

type LeconsProps = {
  id: string;
  quand: 'a_venir' | 'passees';
  labelOf: (type: string) => string;
};

/** The lessons of a customer to come, or those that are over (CLI-22). */
export function Lecons({ id, quand, labelOf }: LeconsProps) {
  const pages = usePage(quand);
  const [page, turn] = pages;
  const read = useLeconsDuClient(id, quand, page);
  const [all, showAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const columns = useColumns(labelOf);
  const { total, lecons } = read.data ?? {};
  useFirstPageIfEmpty(lecons, pages);
  const { titre, vide, illisible } = LECONS[quand];
  const shown = all || page > 1 ? lecons : lecons?.slice(0, FIRST);
  const hidden = (lecons?.length ?? 0) - (shown?.length ?? 0);

  return (
    <section aria-labelledby={`titre-${quand}`} className="mt-4">
      <h2
        ref={heading}
        id={`titre-${quand}`}
        tabIndex={-1}
        className="mb-3 flex scroll-mt-20 items-center gap-2.5 rounded-field"
      >
        {titre}
        {total !== undefined && total > 0 && <Pill>{total}</Pill>}
      </h2>
      {read.isError && !read.data ? (
        <Unreadable queries={[read]}>{illisible}</Unreadable>
      ) : (
        <Table
          dense
          label={titre}
          columns={columns}
          rows={shown ?? []}
          keyOf={(lecon) => lecon.id}
          loading={!read.data}
          expected={3}
          empty={<p className="text-muted">{vide}</p>}
        />
      )}
      {hidden > 0 && (
        <Button
          variant="secondary"
          className="mt-3"
          onClick={() => {
            showAll(true);
            // The button disappears.
            heading.current?.focus({ preventScroll: true });
          }}
        >
          {LECONS.plus(hidden)}
          <span className="sr-only">&#x202f;: {titre}</span>
        </Button>
      )}
      {hidden === 0 && (
        <Pagination
          label={`Pages\u202f: ${titre}`}
          page={page}
          pages={total === undefined ? null : pagesOf(total)}
          hasNext={total !== undefined && page < pagesOf(total)}
          onPage={(next) => {
            turn(next);
            showAll(true);
            heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}

/** Each lesson with its own seats, its state and their price; the day leads to the planning. */
function useColumns(labelOf: (type: string) => string): Column<LeconDuClient>[] {
  const nomPiste = useNomPiste();
  return [
    {
      header: 'Leçon',
      bare: true,
      className: '@4xl:w-2/5',
      cell: (lecon) => (
        <>
          <Day lecon={lecon} />
          <p className="text-sm wrap-anywhere text-muted">
            <bdi>{labelOf(lecon.type_lecon)}</bdi>, {nomPiste(lecon.type_piste)}
          </p>
        </>
      ),
    },
    {
      header: 'Cavaliers',
      cell: ({ places, statut }) => (
        <ul>
          {places.map(({ nom, ...noted }, n) => (
            <li key={n}>
              <bdi className="wrap-anywhere">{nom}</bdi>
              {statut !== 'annulee' && noted.presence !== 'presente' && (
                <span className="text-sm font-medium"> ({absenceInWords(noted)})</span>
              )}
            </li>
          ))}
        </ul>
      ),
    },
    {
      header: 'État',
      cell: ({ statut, supprimee, raison, date_reservation }) => (
        <>
          <p className="flex flex-wrap items-center gap-x-3">
            {supprimee ? (
              <>
                <Badge label={LECONS.supprimee} Icon={Trash2} tone="neutral" />
                <Link to={PATHS.supprimees.path} className="link inline-block py-2.5 text-sm">
                  {LECONS.restaurer}
                  <span className="sr-only">
                    {' '}
                    la leçon du {formatJour(date_reservation, 'long')}
                  </span>
                </Link>
              </>
            ) : (
              <StatutBadge statut={statut} />
            )}
          </p>
          <RaisonDite>{raison}</RaisonDite>
        </>
      ),
    },
    {
      header: 'Prix',
      className: '@4xl:w-24 @4xl:text-end',
      cell: ({ prix }) => (prix === null ? null : formatEuros(prix)),
    },
  ];
}

function Day({ lecon }: { lecon: LeconDuClient }) {
  const text = `${formatJour(lecon.date_reservation, 'complet')}, ${heuresOf(lecon)}`;
  return lecon.supprimee ? (
    <p className="font-semibold">{text}</p>
  ) : (
    <Link to={leconLink(lecon)} className="link -my-1.5 inline-block py-1.5 font-semibold">
      {text}
    </Link>
  );
}
