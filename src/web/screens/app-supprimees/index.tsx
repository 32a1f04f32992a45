// chunk: app-journal
import { Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import type { Supprimee } from '#contract/reservations.ts';
import { formatHeure, formatInstant, formatJour } from '#domain/core/calendrier.ts';
import { PER_PAGE } from '#domain/core/pages.ts';
import { heuresOf } from '#domain/slots/creneaux.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useRestore, useSupprimees } from '#web/nouns/lessons/supprimees.ts';
import { useTypesOrDefaults } from '#web/nouns/types/typesLecons.ts';
import { RaisonDite } from '#web/nouns/lessons/Participants.tsx';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { StatutBadge } from '#web/nouns/lessons/StatutBadge.tsx';
import { useFirstPageIfEmpty, usePage } from '#web/parts/usePage.ts';
import { BACK_LINKS, PATHS } from '#web/paths/paths.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Boot } from '#web/ui/drawings/Boot.tsx';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { Pagination } from '#web/ui/pages/Pagination.tsx';
import { StickyBanner } from '#web/ui/messages/StickyBanner.tsx';
import { type Column, Table } from '#web/ui/pages/Table.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useBanner } from '#web/ui/messages/useBanner.ts';
import { Retires } from './Retires.tsx';
import { TEXTES } from './textes.ts';

/** /app/leconssupprimees (DESK-31). */
export default function Supprimees() {
  const pages = usePage('page');
  const [page, turn] = pages;
  const list = useSupprimees(page);
  useFirstPageIfEmpty(list.data, pages);
  const restore = useRestore();
  const [message, say] = useBanner();
  const heading = useRef<HTMLDivElement>(null);

  /** The pressed button is removed with its row: the focus moves to the title. */
  const told = (
    what: string,
    { jour, heure_debut, id }: { jour: string; heure_debut: string; id: string },
  ) => {
    say({
      kind: 'success',
      text: (
        <>
          {what}&#x202f;: {formatJour(jour, 'long')}, {formatHeure(heure_debut)}.{' '}
          <Link
            to={`${PATHS.webmaster.path}?${new URLSearchParams({ jour, lecon: id })}`}
            className="link inline-block py-1"
          >
            {TEXTES.voirJour}
          </Link>
        </>
      ),
    });
    heading.current?.querySelector('h1')?.focus();
  };
  const putBack = async (lecon: Supprimee) => {
    say(null);
    try {
      const {
        date_reservation: jour,
        heure_debut,
        id,
      } = await restore.mutateAsync({ id: lecon.id });
      told(TEXTES.restauree, { jour, heure_debut, id });
    } catch (error) {
      say({ kind: 'error', text: sentenceOf(error, TEXTES.echec) });
    }
  };
  return (
    <div className="mx-auto max-w-6xl">
      <div ref={heading}>
        <PageHeading
          title={PATHS.supprimees.titre}
          intro={TEXTES.intro}
          back={{ to: BACK_LINKS.webmaster, label: TEXTES.retour }}
        />
      </div>
      <StickyBanner message={message} />
      <div className="mt-4">
        {!list.data && list.isError ? (
          <Unreadable queries={[list]}>{TEXTES.illisible}</Unreadable>
        ) : (
          <SupprimeeList
            lecons={list.data}
            restoring={restore.isPending ? restore.variables.id : null}
            onRestore={(lecon) => void putBack(lecon)}
          />
        )}
      </div>
      <Pagination
        label={TEXTES.pages}
        page={page}
        pages={null}
        hasNext={list.data?.length === PER_PAGE}
        onPage={turn}
      />
      <Retires
        onDone={(lecon) => told(TEXTES.remis, lecon)}
        onTry={() => say(null)}
        onFailed={(text) => say({ kind: 'error', text })}
      />
    </div>
  );
}

type SupprimeeListProps = {
  lecons: readonly Supprimee[] | undefined;
  restoring: string | null;
  onRestore: (lecon: Supprimee) => void;
};

function SupprimeeList({ lecons, restoring, onRestore }: SupprimeeListProps) {
  const types = useTypesOrDefaults();
  const nomPiste = useNomPiste();
  const columns: Column<Supprimee>[] = [
    {
      header: 'Leçon',
      bare: true,
      cell: ({
        date_reservation,
        heure_debut,
        heure_fin,
        type_piste,
        type_lecon,
        nombre_personnes,
        statut,
      }) => (
        <>
          <p className="font-semibold">
            {formatJour(date_reservation, 'complet')}, {heuresOf({ heure_debut, heure_fin })}
          </p>
          <p className="text-sm wrap-anywhere text-muted">
            {nomPiste(type_piste)},{' '}
            <bdi>{types?.find(({ value }) => value === type_lecon)?.label ?? type_lecon}</bdi>,{' '}
            {nombre_personnes} personne{nombre_personnes > 1 && 's'}
          </p>
          {statut !== 'confirmee' && (
            <p className="mt-1">
              <StatutBadge statut={statut} />
            </p>
          )}
        </>
      ),
    },
    {
      header: 'Réservée par',
      cell: ({ nom_client }) => <bdi className="wrap-anywhere">{nom_client}</bdi>,
    },
    {
      header: 'Supprimée',
      cell: ({ supprimee_at, par, raison }) => (
        <>
          <time dateTime={supprimee_at}>{formatInstant(supprimee_at)}</time>
          {par && (
            <p className="text-sm wrap-anywhere text-muted">
              par <bdi>{par}</bdi>
            </p>
          )}
          <RaisonDite>{raison}</RaisonDite>
        </>
      ),
    },
    {
      header: 'Restaurer',
      bare: true,
      cell: (lecon) => (
        <Button
          variant="secondary"
          busy={restoring === lecon.id}
          busyLabel={TEXTES.enCours}
          disabled={restoring !== null && restoring !== lecon.id}
          icon={<Undo2 aria-hidden className="size-5 shrink-0" />}
          onClick={() => onRestore(lecon)}
        >
          {TEXTES.restaurer}
          <span className="sr-only">
            {' '}
            la leçon du {formatJour(lecon.date_reservation, 'long')}, {lecon.heure_debut}
          </span>
        </Button>
      ),
    },
  ];
  return (
    <Table
      label={TEXTES.table}
      columns={columns}
      rows={lecons ?? []}
      keyOf={({ id }) => id}
      loading={!lecons || !types}
      empty={
        <EmptyState title={TEXTES.vide} illustration={<Boot className="size-28" />}>
          {TEXTES.videAide}
        </EmptyState>
      }
    />
  );
}
