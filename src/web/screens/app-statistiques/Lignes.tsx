import { ChevronDown, Download } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { dePersonne } from '#domain/core/elision.ts';
import { factureesInWords, type Ligne, NOMS_MOTIF } from '#domain/billing/lignes.ts';
import { csvOfLignes } from '#domain/statistics/statistiques.ts';
import { centimesOf, formatEuros } from '#domain/prices.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useLignes, useRemoveLigne } from '#web/nouns/statistics/statistiques.ts';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { download } from '#web/ui/pages/download.ts';
import { type Column, Table } from '#web/ui/pages/Table.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { TEXTES as STATISTIQUES } from './textes.ts';
import { TEXTES } from './textes.lignes.ts';
import type { Filter } from './useFilter.ts';

const columnsOf = (onRemove: (ligne: Ligne) => void): readonly Column<Ligne>[] => [
  { header: 'Date', cell: ({ jour }) => formatJour(jour, 'complet') },
  {
    header: 'Client',
    cell: ({ client }) => <bdi className="wrap-anywhere">{client || STATISTIQUES.sansClient}</bdi>,
  },
  { header: 'Cavalier', cell: ({ nom }) => <bdi className="wrap-anywhere">{nom}</bdi> },
  {
    header: 'Leçon',
    cell: ({ libelle, motif }) => (
      <>
        <span className="block wrap-anywhere">{libelle}</span>
        <span className="block text-sm text-muted">{NOMS_MOTIF[motif]}</span>
      </>
    ),
  },
  { header: 'Montant', cell: ({ prix }) => formatEuros(prix) },
  {
    header: 'Actions',
    bare: true,
    cell: (ligne) => (
      <Button variant="secondary" size="small" onClick={() => onRemove(ligne)}>
        {TEXTES.retirer}
        <span className="sr-only">
          {' '}
          la place {dePersonne(ligne.nom)}, {formatJour(ligne.jour, 'date')}
        </span>
      </Button>
    ),
  },
];

type LignesProps = {
  input: Filter['input'];
  say: ReturnType<typeof useBanner>[1];
};

/**
 * What is billed of seats that left after the deadline, closed at first (LIG-05). Renders nothing if
 * the period has none, unless it was opened.
 */
export function Lignes({ input, say }: LignesProps) {
  const lignes = useLignes(input);
  const [open, setOpen] = useState(false);
  const [asked, ask] = useState<Ligne | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  if (lignes.isError && !lignes.data)
    return (
      <Unreadable queries={[lignes]} className="mt-4">
        {TEXTES.illisible}
      </Unreadable>
    );
  const { data = [] } = lignes;
  if (data.length === 0 && !open) return null;
  const total = factureesInWords({
    places: data.length,
    centimes: data.reduce((sum, { prix }) => sum + (centimesOf(String(prix)) ?? 0), 0),
  });
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group mt-4 rounded-card border border-hairline bg-card"
    >
      <summary className="flex min-h-14 list-none items-center gap-3 rounded-card px-4 py-3 -outline-offset-4 hover:bg-sand-soft sm:px-5">
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
          <h2 ref={heading} tabIndex={-1} className="min-w-0 rounded-field text-base">
            {TEXTES.titre}
          </h2>
          <span className="font-semibold">{data.length > 0 && total}</span>
        </span>
      </summary>
      {open && (
        <div className="flex flex-col gap-4 border-t border-hairline px-4 pt-3 pb-4 sm:px-5">
          <p className="text-sm text-muted">{TEXTES.aide}</p>
          {data.length === 0 ? (
            <p>{TEXTES.aucune}</p>
          ) : (
            <>
              <Table
                label={TEXTES.titre}
                columns={columnsOf(ask)}
                rows={data}
                keyOf={({ id }) => id}
                empty={null}
              />
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p className="font-semibold">
                  {TEXTES.total}&#x202f;: {total}
                </p>
                <Button
                  variant="secondary"
                  disabled={lignes.isPlaceholderData}
                  className="max-sm:w-full"
                  icon={<Download aria-hidden className="size-5 shrink-0" />}
                  onClick={() =>
                    download(
                      `places_facturees_${input.du ?? 'debut'}_${input.au ?? 'fin'}.csv`,
                      csvOfLignes(data),
                      'text/csv;charset=utf-8',
                    )
                  }
                >
                  {TEXTES.exporter}
                </Button>
              </div>
            </>
          )}
        </div>
      )}
      <Retirer
        asked={asked}
        fallback={heading}
        onDone={() => {
          ask(null);
          say({ kind: 'success', text: TEXTES.retiree, ms: 5_000 });
        }}
        onClose={() => ask(null)}
      />
    </details>
  );
}

type RetirerProps = {
  /** Null: closed. */
  asked: Ligne | null;
  fallback: RefObject<HTMLElement | null>;
  onDone: () => void;
  onClose: () => void;
};

/** Asks before a line is removed. A failure is shown in the question, which stays open. */
function Retirer({ asked, fallback, onDone, onClose }: RetirerProps) {
  const removal = useRemoveLigne();
  const last = useLast(asked);
  const close = () => {
    removal.reset();
    onClose();
  };
  return (
    <AlertDialog
      title={TEXTES.question}
      confirm={TEXTES.retirer}
      busyLabel={TEXTES.enCours}
      danger
      open={asked !== null}
      busy={removal.isPending}
      fallback={fallback}
      onConfirm={() => last && removal.mutate({ id: last.id }, { onSuccess: onDone })}
      onClose={close}
    >
      {last && (
        <p>
          <bdi className="font-semibold">{last.nom}</bdi>, {formatJour(last.jour, 'long')},{' '}
          {last.libelle}&#x202f;: {formatEuros(last.prix)}.
        </p>
      )}
      <p>{TEXTES.effet}</p>
      {removal.error && <Banner kind="error">{sentenceOf(removal.error, TEXTES.echec)}</Banner>}
    </AlertDialog>
  );
}
