import { UserRoundPlus } from 'lucide-react';
import { useId } from 'react';
import type { RetireLu } from '#contract/reservations.ts';
import { formatHeure, formatInstant, formatJour } from '#domain/core/calendrier.ts';
import { PER_PAGE } from '#domain/core/pages.ts';
import { heuresOf } from '#domain/slots/creneaux.ts';
import { sentenceOf } from '#web/data/client.ts';
import { usePutBack, useRetires } from '#web/nouns/lessons/supprimees.ts';
import { useTypesOrDefaults } from '#web/nouns/types/typesLecons.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { StatutBadge } from '#web/nouns/lessons/StatutBadge.tsx';
import { useFirstPageIfEmpty, usePage } from '#web/parts/usePage.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Boot } from '#web/ui/drawings/Boot.tsx';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { Pagination } from '#web/ui/pages/Pagination.tsx';
import { type Column, Table } from '#web/ui/pages/Table.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { TEXTES } from './textes.ts';

type RetiresProps = {
  onTry: () => void;
  onDone: (lecon: { jour: string; heure_debut: string; id: string }) => void;
  onFailed: (sentence: string) => void;
};

/**
 * The participants whom an administrator removed from lessons, each with a button to restore them
 * (DESK-33).
 */
export function Retires({ onTry, onDone, onFailed }: RetiresProps) {
  const pages = usePage('retires');
  const [page, turn] = pages;
  const list = useRetires(page);
  useFirstPageIfEmpty(list.data, pages);
  const mutation = usePutBack();
  const types = useTypesOrDefaults();
  const nomPiste = useNomPiste();
  const id = useId();
  const busy = mutation.isPending ? mutation.variables.id : null;
  const putBack = async (retire: RetireLu) => {
    onTry();
    try {
      const {
        date_reservation: jour,
        heure_debut,
        id: lecon,
      } = await mutation.mutateAsync({ ...retire, page });
      onDone({ jour, heure_debut, id: lecon });
    } catch (error) {
      onFailed(sentenceOf(error, TEXTES.echecRemise));
    }
  };
  const columns: Column<RetireLu>[] = [
    {
      header: 'Participant',
      bare: true,
      cell: ({ nom, compte }) => (
        <>
          <p className="font-semibold wrap-anywhere">
            <bdi>{nom}</bdi>
          </p>
          <p className="text-sm wrap-anywhere text-muted">
            {compte === null ? TEXTES.sansCompte : <bdi>{compte}</bdi>}
          </p>
        </>
      ),
    },
    {
      header: 'Leçon',
      cell: ({ lecon }) =>
        lecon === null ? (
          <p className="text-muted">{TEXTES.leconPerdue}</p>
        ) : (
          <>
            <p>
              {formatJour(lecon.date_reservation, 'complet')}, {heuresOf(lecon)}
            </p>
            <p className="text-sm wrap-anywhere text-muted">
              {nomPiste(lecon.type_piste)},{' '}
              <bdi>
                {types?.find(({ value }) => value === lecon.type_lecon)?.label ?? lecon.type_lecon}
              </bdi>
              , {lecon.nombre_personnes} personne{lecon.nombre_personnes > 1 && 's'}
            </p>
            {lecon.supprimee && <p className="text-sm">{TEXTES.leconSupprimee}</p>}
            {lecon.statut !== 'confirmee' && (
              <p className="mt-1">
                <StatutBadge statut={lecon.statut} />
              </p>
            )}
          </>
        ),
    },
    {
      header: 'Retiré',
      cell: ({ retire_at, par }) => (
        <>
          <time dateTime={retire_at}>{formatInstant(retire_at)}</time>
          {par && (
            <p className="text-sm wrap-anywhere text-muted">
              par <bdi>{par}</bdi>
            </p>
          )}
        </>
      ),
    },
    {
      header: 'Remettre',
      bare: true,
      cell: (retire) => (
        <Button
          variant="secondary"
          busy={busy === retire.id}
          busyLabel={TEXTES.remiseEnCours}
          disabled={busy !== null && busy !== retire.id}
          icon={<UserRoundPlus aria-hidden className="size-5 shrink-0" />}
          onClick={() => void putBack(retire)}
        >
          {TEXTES.remettre}
          <span className="sr-only">
            {' '}
            {retire.nom}
            {retire.lecon &&
              `, leçon du ${formatJour(retire.lecon.date_reservation, 'long')}, ${formatHeure(retire.lecon.heure_debut)}`}
          </span>
        </Button>
      ),
    },
  ];
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id}>{TEXTES.retires}</h2>
      <p className="mt-1 text-muted">{TEXTES.retiresAide}</p>
      <div className="mt-4">
        {!list.data && list.isError ? (
          <Unreadable queries={[list]}>{TEXTES.retiresIllisibles}</Unreadable>
        ) : (
          <Table
            label={TEXTES.retires}
            columns={columns}
            rows={list.data ?? []}
            keyOf={(retire) => retire.id}
            loading={!list.data || !types}
            empty={
              <EmptyState title={TEXTES.aucunRetire} illustration={<Boot className="size-28" />}>
                {TEXTES.aucunRetireAide}
              </EmptyState>
            }
          />
        )}
      </div>
      <Pagination
        label={TEXTES.pagesRetires}
        page={page}
        pages={null}
        hasNext={list.data?.length === PER_PAGE}
        onPage={turn}
      />
    </section>
  );
}
