import { Download } from 'lucide-react';
import { formatInstant, formatJour, isJour } from '#domain/core/calendrier.ts';
import { type RecetteImprimee, recettesReport } from '#documents/prints/recettes.ts';
import { csvOfRecettes, joursDuMois, moisOf, NOMS_MOYEN } from '#domain/billing/facturation.ts';
import { parMoyen, sumOf } from '#domain/billing/recettes.ts';
import { FIRST_JOUR } from '#domain/lessons/reservations.ts';
import { formatEuros } from '#domain/prices.ts';
import { CENTRE } from '#web/data/centre.ts';
import { useNow } from '#web/data/horloge.ts';
import { useRecettes } from '#web/nouns/billing/facturation.ts';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { download } from '#web/ui/pages/download.ts';
import { Boot } from '#web/ui/drawings/Boot.tsx';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { Field, FieldError } from '#web/ui/forms/Field.tsx';
import { useSearchParams } from '#web/ui/hooks/navigation.tsx';
import { PrintButton } from '#web/ui/pages/PrintButton.tsx';
import { type Column, Table } from '#web/ui/pages/Table.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { RECETTES } from './textes.ts';

const COLUMNS: readonly Column<RecetteImprimee>[] = [
  { header: RECETTES.jour, cell: ({ jour }) => formatJour(jour, 'court') },
  {
    header: RECETTES.client,
    bare: true,
    cell: ({ client }) => <bdi className="font-semibold wrap-anywhere">{client}</bdi>,
  },
  {
    header: RECETTES.moyen,
    cell: ({ moyen, annulation }) =>
      annulation ? `${NOMS_MOYEN[moyen]} (${RECETTES.annulation})` : NOMS_MOYEN[moyen],
  },
  {
    header: RECETTES.montant,
    cell: ({ montant }) => <strong className="whitespace-nowrap">{formatEuros(montant)}</strong>,
  },
  {
    header: RECETTES.arrondi,
    cell: ({ arrondi }) => (arrondi === 0 ? null : formatEuros(arrondi)),
  },
  {
    header: RECETTES.note,
    cell: ({ note }) => note && <bdi className="wrap-anywhere">{note}</bdi>,
  },
  {
    header: RECETTES.saisi,
    className: '@4xl:text-sm',
    cell: ({ saisi_le }) => formatInstant(saisi_le),
  },
];

/** The journal of receipts by day of payment, with its print and its file (REL-25, REL-54). */
export function Recettes() {
  const maintenant = useNow();
  const [params, setParams] = useSearchParams();
  const month = joursDuMois(moisOf(maintenant.jour));
  const dayOf = (name: 'du' | 'au'): string => {
    const asked = params.get(name) ?? '';
    return isJour(asked) ? asked : month[name];
  };
  const [du, au] = [dayOf('du'), dayOf('au')];
  const reversed = au < du;
  const query = useRecettes(reversed ? null : { du, au });
  const { data, isPlaceholderData: outdated } = query;
  const change = (days: { du?: string; au?: string }) =>
    setParams(new URLSearchParams({ vue: 'recettes', du, au, ...days }), { replace: true });
  const picker = {
    placeholder: RECETTES.choisir,
    format: 'court',
    dropdowns: true,
    today: maintenant.jour,
    first: FIRST_JOUR,
    last: month.au,
  } as const;
  const none = reversed || !data || data.length === 0;
  return (
    <section aria-labelledby="titre-recettes" className="mt-6">
      <h2 id="titre-recettes" tabIndex={-1} className="rounded-field">
        {RECETTES.titre}
      </h2>
      <p className="max-w-3xl text-muted">{RECETTES.aide}</p>
      <div className="mt-3 grid max-w-md grid-cols-2 gap-4">
        <Field label={RECETTES.du}>
          {(props) => (
            <DatePicker
              {...props}
              {...picker}
              label={RECETTES.du}
              jour={du}
              onJour={(jour) => change({ du: jour })}
            />
          )}
        </Field>
        <Field label={RECETTES.au}>
          {(props) => (
            <DatePicker
              {...props}
              {...picker}
              label={RECETTES.au}
              jour={au}
              onJour={(jour) => change({ au: jour })}
            />
          )}
        </Field>
      </div>
      <div role="alert" className="mt-2 empty:absolute">
        {reversed && <FieldError>{RECETTES.inverse}</FieldError>}
      </div>
      {!none && (
        <div className="mt-4 flex flex-wrap items-end justify-between gap-4">
          <dl className="flex flex-wrap gap-x-8 gap-y-2">
            {parMoyen(data).map(({ moyen, total }) => (
              <div key={moyen}>
                <dt className="text-sm text-muted">{NOMS_MOYEN[moyen]}</dt>
                <dd className="font-semibold">{formatEuros(total)}</dd>
              </div>
            ))}
            <div>
              <dt className="text-sm text-muted">{RECETTES.total}</dt>
              <dd className="font-title text-2xl font-semibold">
                {formatEuros(sumOf(data.map(({ montant }) => montant)))}
              </dd>
            </div>
          </dl>
          <div className="flex flex-col gap-3 sm:flex-row">
            <PrintButton
              disabled={outdated}
              html={() => recettesReport(data, { du, au }, { centre: CENTRE.nom, maintenant })}
            >
              {RECETTES.imprimer}
            </PrintButton>
            <Button
              variant="secondary"
              disabled={outdated}
              icon={<Download aria-hidden className="size-5 shrink-0" />}
              onClick={() =>
                download(`recettes_${du}_${au}.csv`, csvOfRecettes(data), 'text/csv;charset=utf-8')
              }
            >
              {RECETTES.exporter}
            </Button>
          </div>
        </div>
      )}
      <div className="mt-4">
        {query.isError && !data ? (
          <Unreadable queries={[query]}>{RECETTES.illisible}</Unreadable>
        ) : (
          !reversed && (
            <Table
              dense
              label={RECETTES.titre}
              columns={COLUMNS}
              rows={data ?? []}
              keyOf={({ id }) => id}
              loading={!data}
              empty={
                <EmptyState title={RECETTES.vide} illustration={<Boot className="w-28" />}>
                  {RECETTES.videAide}
                </EmptyState>
              }
            />
          )
        )}
      </div>
    </section>
  );
}
