import type { Courriel } from '#contract/courriels.ts';
import type { EtatCourriel } from '#domain/emails/courriels.ts';
import { failureCauseOf } from '#domain/emails/failures.ts';
import { SORTES } from '#web/nouns/emails/courriels.ts';
import { EmailText } from '#web/nouns/people/EmailText.tsx';
import { StatutCourrielBadge } from '#web/nouns/emails/StatutCourrielBadge.tsx';
import { Letter } from '#web/ui/drawings/Letter.tsx';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { NoBreakText } from '#web/ui/messages/NoBreakText.tsx';
import { type Column, Table } from '#web/ui/pages/Table.tsx';
import {
  attemptsInWords,
  ETATS,
  plannedInWords,
  shortDateInWords,
  TEXTES,
  NO_COURRIEL,
} from './textes.ts';

type CourrielListProps = {
  courriels: readonly Courriel[] | undefined;
  statut: EtatCourriel | null;
  onOpen: (courriel: Courriel) => void;
};

export function CourrielList({ courriels, statut, onOpen }: CourrielListProps) {
  const { vide, aide } = statut ? ETATS[statut] : NO_COURRIEL;
  const columns: Column<Courriel>[] = [
    {
      header: 'Sujet',
      bare: true,
      className: '@4xl:w-2/5',
      cell: (courriel) => (
        <>
          <button
            type="button"
            onClick={() => onOpen(courriel)}
            className="-my-2.5 min-h-11 rounded-field py-2.5 text-start leading-6 font-semibold wrap-anywhere after:absolute after:inset-0 group-hover/row:underline"
          >
            <Sujet>{courriel.sujet}</Sujet>
          </button>
          <p className="text-sm text-muted">{SORTES[courriel.sorte]}</p>
        </>
      ),
    },
    {
      header: 'Destinataire',
      className: '@4xl:w-1/4',
      cell: ({ destinataire, destinataire_nom }) => (
        <>
          {destinataire_nom && (
            <p className="wrap-anywhere">
              <bdi>{destinataire_nom}</bdi>
            </p>
          )}
          <p className="text-sm leading-6 text-muted">
            {destinataire === '' ? TEXTES.adresseEffacee : <EmailText>{destinataire}</EmailText>}
          </p>
        </>
      ),
    },
    {
      header: 'État',
      cell: (courriel) => (
        <>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <StatutCourrielBadge statut={courriel.statut} />
            {attemptsInWords(courriel.essais) && (
              <span className="text-sm text-muted">{attemptsInWords(courriel.essais)}</span>
            )}
          </p>
          {plannedInWords(courriel) && (
            <p className="mt-1 text-sm text-muted">{plannedInWords(courriel)}</p>
          )}
          {courriel.derniere_erreur && (
            <p className="mt-1 text-sm text-muted">
              <NoBreakText>{failureCauseOf(courriel.derniere_erreur).cause}</NoBreakText>
            </p>
          )}
        </>
      ),
    },
    {
      header: 'Date',
      className: '@4xl:whitespace-nowrap',
      cell: ({ created_at, envoye_at }) => (
        <time dateTime={envoye_at ?? created_at}>{shortDateInWords(envoye_at ?? created_at)}</time>
      ),
    },
  ];
  return (
    <Table
      label={TEXTES.table}
      columns={columns}
      rows={courriels ?? []}
      keyOf={({ id }) => id}
      loading={!courriels}
      empty={
        <EmptyState title={vide} illustration={<Letter className="w-28" />}>
          {aide}
        </EmptyState>
      }
    />
  );
}

const Sujet = ({ children }: { children: string }) => (
  <bdi>
    <NoBreakText>{children}</NoBreakText>
  </bdi>
);
